//! Sections of a document in lines of a terminal. A table that is too wide for it becomes a sentence a row.

use super::page::{Ink, Page};
use crate::clock::Clock;
use crate::words::visible;
use feltproof_paper::{Block, Column, Content, Outputs, Row, Section, Table, Tone, Value};

/// Writes what a section says, without its title.
pub(super) fn blocks(page: &mut Page, section: &Section, clock: &Clock) {
    section.blocks_in(Outputs::TERMINAL).for_each(|block| self::block(page, block, clock));
}

const fn ink(tone: Tone) -> Ink {
    match tone {
        Tone::Plain | Tone::Quiet => Ink::Plain,
        Tone::Good => Ink::Green,
        Tone::Open => Ink::Amber,
        Tone::Bad => Ink::Red,
    }
}

fn block(page: &mut Page, block: &Block, clock: &Clock) {
    match &block.content {
        Content::Part(title) => page.heading(&visible(title)),
        Content::Text(text) => page.wrapped("  ", ink(block.tone), text),
        Content::Point(text) => page.wrapped("  - ", ink(block.tone), text),
        Content::Facts(facts) => {
            let fact = facts.iter().map(|(name, cell)| {
                ((*name).to_owned(), ink(cell.tone), cell.value.text(false, clock))
            });
            page.pairs(&fact.collect::<Vec<_>>());
        }
        Content::Table(of) => {
            table(page, of, clock);
            if let Some(said) = of.left_out(Outputs::TERMINAL) {
                page.wrapped("  ", Ink::Plain, &said);
            }
        }
        // Nothing is drawn on a terminal; the figures stand in its tables.
        Content::Figure(_) => {}
    }
}

fn table(page: &mut Page, of: &Table, clock: &Clock) {
    let columns: Vec<(usize, &Column)> = of.columns_in(Outputs::TERMINAL).collect();
    let text = |row: &Row, (at, column): &(usize, &Column)| match row.cells.get(*at) {
        Some(cell) if row.is_total && cell.value == Value::Empty => String::new(),
        Some(cell) => visible(&column.text(cell, clock)),
        None => String::new(),
    };
    let sums = of.sums_in(Outputs::TERMINAL);
    let rows: Vec<&Row> = of.rows_in(Outputs::TERMINAL).iter().chain(&sums).collect();
    let widest = |of: &(usize, &Column)| {
        let texts = rows.iter().map(|row| text(row, of).chars().count());
        texts.chain([of.1.head.chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = columns.iter().map(widest).collect();
    let is_table = widths.iter().map(|wide| wide + 2).sum::<usize>() <= page.width();
    let line = |texts: Vec<String>| {
        let mut line = String::new();
        for ((text, wide), (_, column)) in texts.iter().zip(&widths).zip(&columns) {
            line.push_str("  ");
            line.push_str(&if column.kind.is_number() {
                format!("{text:>wide$}")
            } else {
                format!("{text:<wide$}")
            });
        }
        line.trim_end().to_owned()
    };
    if is_table {
        page.line(Ink::Bold, &line(columns.iter().map(|(_, c)| c.head.to_owned()).collect()));
    }
    for row in rows {
        if let Some(title) = &row.band {
            page.wrapped("  ", Ink::Bold, title);
            continue;
        }
        let tones =
            columns.iter().filter_map(|(at, column)| Some(column.tone(row.cells.get(*at)?)));
        let ink = tones.map(ink).find(|ink| *ink != Ink::Plain).unwrap_or(Ink::Plain);
        if is_table {
            page.line(ink, &line(columns.iter().map(|of| text(row, of)).collect()));
            continue;
        }
        let said = columns.iter().map(|of| (of.1.head, text(row, of)));
        let said = said.filter(|(_, text)| !text.is_empty());
        let said: Vec<String> = said.map(|(head, text)| format!("{head}: {text}")).collect();
        page.wrapped("  ", ink, &said.join("; "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::document::made_up;
    use crate::terminal::Style;

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
            "PAY-001",
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
        let head = wide.lines().find(|line| line.contains("Paid minus owed")).unwrap();
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
