//! Sections of a document in the page: headings, paragraphs, lists and tables, every text escaped.

use super::markup::Markup;
use crate::clock::Clock;
use feltproof_paper::{Column, Content, Kind, Outputs, Row, Section, Table};

/// Writes what a section says, without its title.
pub(super) fn blocks(page: &mut Markup, section: &Section, clock: &Clock) {
    let mut is_list = false;
    for block in section.blocks_in(Outputs::PAGE) {
        let is_point = matches!(block.content, Content::Point(_));
        match (is_list, is_point) {
            (false, true) => page.open("ul", &[]),
            (true, false) => page.close("ul"),
            (true, true) | (false, false) => {}
        }
        is_list = is_point;
        match &block.content {
            Content::Part(title) => page.leaf("h3", &[], title),
            Content::Text(text) => page.paragraph(text),
            Content::Point(text) => page.leaf("li", &[], text),
            Content::Facts(title, facts) => {
                if !title.is_empty() {
                    page.leaf("h3", &[], title);
                }
                page.open("dl", &[]);
                for (name, cell) in facts {
                    page.open("div", &[]);
                    page.leaf("dt", &[], name);
                    page.leaf("dd", &[], &cell.value.text(false, clock));
                    page.close("div");
                }
                page.close("dl");
            }
            Content::Table(of) => {
                table(page, of, clock);
                if let Some(said) = of.left_out(Outputs::PAGE) {
                    page.paragraph(&said);
                }
            }
            // The plots of a page, and what is said of each finding, are its script's.
            Content::Figure(_) | Content::Details(..) => {}
        }
    }
    if is_list {
        page.close("ul");
    }
}

const fn class(kind: Kind) -> &'static str {
    match kind {
        Kind::Code | Kind::File | Kind::Line => "code",
        kind if kind.is_number() => "number",
        _ => "text",
    }
}

fn table(page: &mut Markup, of: &Table, clock: &Clock) {
    let columns: Vec<(usize, &Column)> = of.columns_in(Outputs::PAGE).collect();
    page.open_table(of.id, of.caption);
    page.raw("<thead><tr>");
    for (_, column) in &columns {
        page.leaf("th", &[("scope", "col"), ("class", class(column.kind))], column.head);
    }
    page.raw("</tr></thead>\n<tbody>\n");
    for row in of.rows_in(Outputs::PAGE).iter().chain(&of.sums_in(Outputs::PAGE)) {
        self::row(page, &columns, row, clock);
    }
    page.close_table();
}

fn row(page: &mut Markup, columns: &[(usize, &Column)], row: &Row, clock: &Clock) {
    let id = row.at.map(feltproof_paper::Anchor::name).unwrap_or_default();
    let about = [("id", id.as_str()), ("data-result", row.result)];
    page.open("tr", &about.into_iter().filter(|(_, value)| !value.is_empty()).collect::<Vec<_>>());
    for (place, (at, column)) in columns.iter().enumerate() {
        let text = row.cells.get(*at).map(|cell| column.text(cell, clock)).unwrap_or_default();
        let class = ("class", class(column.kind));
        match place {
            0 => page.leaf("th", &[("scope", "row"), class], &text),
            _ => page.leaf("td", &[class], &text),
        }
    }
    page.close("tr");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::document::made_up;

    #[test]
    fn every_kind_of_cell_stands_in_the_page() {
        let mut page = Markup::default();
        blocks(&mut page, &made_up(), &Clock::new("America/Los_Angeles"));
        let page = page.into_text();
        let cell = |class: &str, text: &str| format!("<td class=\"{class}\">{text}</td>");
        for cell in [
            cell("number", "1,200"),
            cell("number", "$1,234,567.89"),
            cell("number", "+$67.89"),
            cell("number", "33.33 %"),
            cell("text", "2026-10-31"),
            cell("text", "2026-10-31 06:00:00 PDT"),
            cell("code", "hands.csv:1201"),
            cell("text", "=1+1&lt;b&gt;&amp;\\x1b[2J"),
        ] {
            assert!(page.contains(&cell), "{cell}\n{page}");
        }
        assert!(page.contains("<ul><li>The first point</li>\n<li>The second point</li>\n</ul>"));
        assert!(page.contains("<dt>Amount</dt>\n<dd>$5.00</dd>"));
        // By hand: $1,234,567.89 less $0.0125 paid, $1,234,500.00 owed.
        let sums = page.split("<th scope=\"row\" class=\"text\">All</th>").nth(1).unwrap();
        let sums: Vec<&str> =
            sums.split("class=\"number\">").map(|s| s.split('<').next().unwrap()).collect();
        assert_eq!(sums[1..5], ["1,201", "$1,234,567.8775", "$1,234,500.00", "+$67.8775"]);
        for hidden in ["1.0e-9", "On paper alone"] {
            assert!(!page.contains(hidden), "{hidden}");
        }
    }
}
