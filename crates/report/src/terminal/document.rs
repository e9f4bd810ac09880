//! Sections of a document in lines of a terminal. Columns of words give way where a table is too wide; where that does not
//! help, a row is a sentence.

use super::Style;
use super::page::{Ink, Page, wrap};
use crate::clock::Clock;
use feltproof_paper::{
    Block, Column, Content, Kind, Outputs, Print, Row, Section, Sign, Table, Tone, Value,
};
use feltproof_printable::visible;

const TERMINAL: Outputs = Outputs::TERMINAL;
/// The least that a column of words is narrowed to.
const LEAST: usize = 12;

/// What sections say, in lines as wide as the style says but for words that are wider.
pub fn sections_text(sections: &[Section], style: Style) -> String {
    let mut page = Page::new(style);
    page.keeps_words = true;
    let clock = Clock::new("UTC");
    sections.iter().for_each(|section| blocks(&mut page, section, &clock));
    page.into_text().trim_start_matches('\n').to_owned()
}

/// Writes what a section says, without its title.
pub(super) fn blocks(page: &mut Page, section: &Section, clock: &Clock) {
    section.blocks_in(TERMINAL).for_each(|block| self::block(page, block, clock));
}

pub(super) const fn ink(tone: Tone) -> Ink {
    match tone {
        Tone::Plain | Tone::Quiet => Ink::Plain,
        Tone::Good => Ink::Green,
        Tone::Open => Ink::Amber,
        Tone::Bad => Ink::Red,
    }
}

fn block(page: &mut Page, block: &Block, clock: &Clock) {
    match &block.content {
        Content::Part(title) => page.heading(title),
        Content::Text(text) => page.wrapped("  ", ink(block.tone), text),
        Content::Point(text) => page.wrapped("  - ", ink(block.tone), text),
        Content::Facts(title, facts) => {
            if !title.is_empty() {
                page.heading(title);
            }
            let fact = facts
                .iter()
                .map(|(name, cell)| (name.clone(), ink(cell.tone), cell.value.text(false, clock)));
            page.pairs(&fact.collect::<Vec<_>>());
        }
        Content::Table(of) => {
            table(page, of, clock);
            if let Some(said) = of.left_out(TERMINAL) {
                page.wrapped("  ", Ink::Plain, &said);
            }
        }
        // Nothing is drawn on a terminal; the figures stand in its tables. Findings one by one stand in the report.
        Content::Figure(_) | Content::Details(..) => {}
    }
}

/// A column with its place in the table.
type Placed<'a> = (usize, &'a Column);

const fn is_below((_, column): &Placed<'_>) -> bool {
    matches!(column.print, Print::Note(_))
}

fn table(page: &mut Page, of: &Table, clock: &Clock) {
    let (below, columns): (Vec<Placed<'_>>, Vec<Placed<'_>>) =
        of.columns_in(TERMINAL).partition(is_below);
    let sums = of.sums_in(TERMINAL);
    let rows: Vec<&Row> = of.rows_in(TERMINAL).iter().chain(&sums).collect();
    let cells = |row: &Row| columns.iter().map(|of| text(row, of, clock)).collect::<Vec<_>>();
    let texts: Vec<Vec<String>> = rows.iter().map(|row| cells(row)).collect();
    let natural = |(at, (_, column)): (usize, &Placed<'_>)| {
        // A head has its longest word whole, and two lines at most where its words allow it.
        let half = column.head.chars().count().div_ceil(2);
        let head = column.head.split(' ').map(|word| word.chars().count()).chain([half]);
        let lines = texts.iter().filter_map(|row| row.get(at)).flat_map(|text| text.split('\n'));
        head.chain(lines.map(|line| line.chars().count())).max().unwrap_or(0)
    };
    let natural: Vec<usize> = columns.iter().enumerate().map(natural).collect();
    // Two spaces between columns, or one where room is short.
    let fitting = [2, 1].into_iter().find_map(|gap| {
        let room = page.width().checked_sub(2 + gap * columns.len().checked_sub(1)?)?;
        Some((gap, widths(&columns, &natural, room)?))
    });
    if let Some((gap, widths)) = &fitting {
        let heads: Vec<String> = columns.iter().map(|(_, of)| of.head.to_owned()).collect();
        lines(page, ("  ", Ink::Bold), (&columns, widths, *gap), &heads);
    }
    let mut band = String::new();
    for (row, texts) in rows.into_iter().zip(&texts) {
        let shared =
            of.band_by.and_then(|by| Some(of.columns.get(by)?.text(row.cells.get(by)?, clock)));
        if let Some(title) = shared.filter(|title| *title != band) {
            page.wrapped("  ", Ink::Bold, &title);
            band = title;
        }
        let (mark, ink) = look(row, &columns);
        match &fitting {
            Some((gap, widths)) => lines(page, (mark, ink), (&columns, widths, *gap), texts),
            None => {
                let said = columns.iter().zip(texts).filter(|(_, text)| !text.is_empty());
                let said = said.map(|((_, of), text)| format!("{}: {text}", of.head));
                page.wrapped(mark, ink, &said.collect::<Vec<_>>().join("; "));
            }
        }
        for of in &below {
            let text = text(row, of, clock);
            if let (Print::Note(words), false) = (of.1.print, text.is_empty()) {
                page.wrapped("    ", Ink::Plain, &format!("{words}{text}"));
            }
        }
    }
}

/// The mark that stands for the sign of a row, and its colour.
fn look(row: &Row, columns: &[Placed<'_>]) -> (&'static str, Ink) {
    let cells = || columns.iter().filter_map(|(at, column)| Some((column, row.cells.get(*at)?)));
    let mark = match cells().find_map(|(_, cell)| cell.sign) {
        Some(Sign::Found) => "! ",
        Some(Sign::NotRun) => "? ",
        Some(Sign::Partly) => "- ",
        Some(_) | None => "  ",
    };
    let mut inks = cells().map(|(column, cell)| ink(column.tone(cell)));
    (mark, inks.find(|ink| *ink != Ink::Plain).unwrap_or(Ink::Plain))
}

/// A cell as it is read. In a row of sums what is not added up stays empty.
fn text(row: &Row, (at, column): &Placed<'_>, clock: &Clock) -> String {
    let Some(cell) = row.cells.get(*at) else { return String::new() };
    if cell.value == Value::Empty && (row.is_total || matches!(column.print, Print::Note(_))) {
        return String::new();
    }
    column.text(cell, clock).split('\n').map(visible).collect::<Vec<_>>().join("\n")
}

/// The widths of columns in so much room: the widest column of words gives way; `None` where that is not enough.
fn widths(columns: &[Placed<'_>], natural: &[usize], room: usize) -> Option<Vec<usize>> {
    let mut widths = natural.to_vec();
    while widths.iter().sum::<usize>() > room {
        let is_words = |(_, of): &Placed<'_>| matches!(of.kind, Kind::Prose | Kind::Name);
        let of_words = widths.iter_mut().zip(columns).filter(|(_, of)| is_words(of));
        let (widest, _) = of_words.max_by_key(|(wide, _)| **wide)?;
        *widest = widest.checked_sub(1).filter(|wide| *wide >= LEAST)?;
    }
    Some(widths)
}

/// The cells of a row side by side, each over as many lines as it needs.
fn lines(
    page: &mut Page,
    (mark, ink): (&str, Ink),
    (columns, widths, gap): (&[Placed<'_>], &[usize], usize),
    texts: &[String],
) {
    let broken: Vec<Vec<String>> = texts
        .iter()
        .zip(widths)
        .map(|(text, wide)| text.split('\n').flat_map(|line| wrap(line, *wide)).collect())
        .collect();
    for at in 0..broken.iter().map(Vec::len).max().unwrap_or(0) {
        let cells = broken.iter().zip(widths).zip(columns).map(|((cell, wide), (_, column))| {
            let text = cell.get(at).map_or("", String::as_str);
            match column.kind.is_number() {
                true => format!("{text:>wide$}"),
                false => format!("{text:<wide$}"),
            }
        });
        let lead = if at == 0 { mark } else { "  " };
        let line = lead.to_owned() + &cells.collect::<Vec<_>>().join(&" ".repeat(gap));
        page.line(ink, line.trim_end());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::document::made_up;

    fn shown(width: usize) -> String {
        let mut page = Page::new(Style { colour: false, width });
        blocks(&mut page, &made_up(), &Clock::new("America/Los_Angeles"));
        page.into_text()
    }

    #[test]
    fn every_kind_of_cell_stands_on_the_terminal() {
        let wide = shown(200);
        let row = wide.lines().find(|line| line.contains("PAY-001")).unwrap();
        let cells: Vec<&str> = row.split("  ").map(str::trim).filter(|s| !s.is_empty()).collect();
        let expected = [
            "! PAY-001",
            "Paid too much at the table by the door",
            "1,200",
            "$1,234,567.89",
            "$1,234,500.00",
            "+$67.89",
            "33.33 %",
            "2026-10-31",
            "hands.csv:1201",
        ];
        assert_eq!(cells, expected);
        // A head of several words stands on several lines, and every head begins on the first.
        let head = wide.lines().find(|l| l.contains("Code") && l.contains("Place")).unwrap();
        assert_eq!(head.find("Place"), row.find("hands.csv"), "{head}\n{row}");
        assert!(wide.contains("The first 2 of 3; the workbook has all."), "{wide}");
        assert!(wide.contains("A sentence with =1+1<b>&\\x1b[2J."), "{wide}");
        assert!(
            wide.lines().any(|line| line.contains("All") && line.contains("+$67.8775")),
            "{wide}"
        );
    }

    #[test]
    fn a_table_too_wide_is_sentences_and_every_line_fits() {
        let narrow = shown(70);
        assert!(narrow.lines().all(|line| line.chars().count() <= 70), "{narrow}");
        let words = narrow.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(
            "Code: PAY-001; What: Paid too much at the table by the door; Wagers: 1,200;"
        ));
    }
}
