//! Sections of a document on the pages: which style, which sign, which width each block and column has on paper.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::flow::Flow;
use super::labels::{colour, details, toned};
use super::table::{Cell, PrintedTable, Row};
use crate::charts::{bars, meter};
use crate::clock::Clock;
use crate::draw::{ACCENT, BODY, CELL, MONO, SMALL};
use feltproof_paper as paper;
use feltproof_paper::{Block, Content, Figure, Kind, Outputs, Print, Section, Tone, Value};

pub(super) fn section(flow: &mut Flow<'_>, section: &Section, clock: &Clock) {
    flow.section(section.title, false);
    blocks(flow, section, clock);
}

/// Writes what a section says, without its title.
pub(super) fn blocks(flow: &mut Flow<'_>, section: &Section, clock: &Clock) {
    section.blocks_in(Outputs::PRINT).for_each(|block| self::block(flow, block, clock));
}

fn block(flow: &mut Flow<'_>, block: &Block, clock: &Clock) {
    let style = toned(if block.is_small { SMALL } else { BODY }, block.tone);
    match &block.content {
        Content::Part(title) => {
            flow.part(title);
            if block.room > 0 {
                flow.need(block.room.into());
            }
        }
        Content::Text(text) => flow.paragraph(style, text),
        Content::Point(text) => flow.bullet(style, text),
        Content::Facts(title, facts) => table(&self::facts(title, facts), clock).draw(flow),
        Content::Details(at, lines) => details(flow, *at, lines, clock),
        Content::Table(of) => {
            table(of, clock).draw(flow);
            if let Some(said) = of.left_out(Outputs::PRINT) {
                flow.paragraph(SMALL, &said);
            }
        }
        Content::Figure(figure) => {
            let (chart, shows) = match figure {
                Figure::Bars { sides: [left, right], bars: all, shows } => {
                    (bars(left, right, all, flow.fonts), shows)
                }
                Figure::Meter { series, shows } => (meter(series, clock, flow.fonts), shows),
            };
            if let Some(chart) = chart {
                flow.chart(&chart, shows);
            }
        }
    }
}

/// Names with their values, two side by side.
fn facts(title: &'static str, facts: &[(String, paper::Cell)]) -> paper::Table {
    let mut table = paper::Table::of("", title, facts)
        .column(paper::Column::prose(title), |(name, _)| name.clone())
        .column(paper::Column::digits("").fit(150), |(_, cell)| cell.clone())
        .done();
    table.is_twofold = true;
    table
}

fn table(of: &paper::Table, clock: &Clock) -> PrintedTable {
    let shown = of.columns_in(Outputs::PRINT);
    let columns: Vec<(usize, &paper::Column)> =
        shown.filter(|(_, column)| !matches!(column.print, Print::Note(_))).collect();
    let heads: Vec<paper::Column> = columns.iter().map(|(_, column)| **column).collect();
    let heads = heads.repeat(if of.is_twofold { 2 } else { 1 });
    let mut table = PrintedTable { columns: heads, rows: Vec::new(), note_from: of.notes_from };
    let rows = of.rows_in(Outputs::PRINT);
    let (left, right) =
        rows.split_at(if of.is_twofold { rows.len().div_ceil(2) } else { rows.len() });
    let mut band = String::new();
    for (at, row) in left.iter().enumerate() {
        let title =
            of.band_by.and_then(|by| Some(of.columns.get(by)?.text(row.cells.get(by)?, clock)));
        if let Some(title) = title.filter(|title| *title != band) {
            table.rows.push(Row::band(&title));
            band = title;
        }
        let mut cells = cells(&columns, row, clock);
        cells.extend(right.get(at).map_or_else(Vec::new, |row| self::cells(&columns, row, clock)));
        table.rows.push(printed(of, row, cells, clock));
    }
    if let Some(sums) = of.sums_in(Outputs::PRINT) {
        let cells = cells(&columns, &sums, clock);
        table.rows.push(Row { cells, strong: true, ..Row::default() });
    }
    table
}

fn cells(columns: &[(usize, &paper::Column)], row: &paper::Row, clock: &Clock) -> Vec<Cell> {
    let cell = |(at, column): &(usize, &paper::Column)| {
        let Some(cell) = row.cells.get(*at) else { return Cell::default() };
        // In a row of sums what is not added up stays empty.
        let is_left_out = row.is_total && cell.value == Value::Empty;
        let text = if is_left_out { String::new() } else { column.text(cell, clock) };
        // The day of a time stands on a line of its own.
        let text = if column.kind == Kind::Time { text.replacen(' ', "\n", 1) } else { text };
        // What leads somewhere looks so.
        let colour = colour(column.tone(cell)).or(cell.to.map(|_| ACCENT));
        let (icon, is_bold, link) = (cell.sign, cell.is_strong, cell.to.map(Into::into));
        Cell { text, icon, colour, is_bold, link }
    };
    columns.iter().map(cell).collect()
}

/// The row with what stands below its cells, and what leads to it.
fn printed(of: &paper::Table, row: &paper::Row, cells: Vec<Cell>, clock: &Clock) -> Row {
    let mut notes = Vec::new();
    // A digest has a line of its own; what else stands below is one text.
    let mut below: Vec<String> = Vec::new();
    for (at, column) in of.columns_in(Outputs::PRINT) {
        let (Print::Note(words), Some(cell)) = (column.print, row.cells.get(at)) else { continue };
        let text = format!("{words}{}", column.text(cell, clock));
        match column.kind {
            _ if cell.value == Value::Empty => {}
            Kind::File => notes.push((toned(MONO, column.tone(cell)), text)),
            _ => below.push(text),
        }
    }
    if !below.is_empty() {
        notes.push((SMALL, below.join("; ")));
    }
    notes.extend(row.notes.iter().map(|(tone, text)| {
        let style = if *tone == Tone::Plain { SMALL } else { toned(CELL, *tone) };
        (style, text.clone())
    }));
    let (strong, target) = (row.is_total, row.at.map(Into::into));
    Row { cells, notes, strong, band: false, target }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::document::made_up;
    use crate::draw::{Colour, Fonts, GREY, Mark};

    #[test]
    fn every_kind_of_cell_stands_on_paper() {
        let fonts = Fonts::embedded().unwrap();
        let mut flow = Flow::new(&fonts);
        section(&mut flow, &made_up(), &Clock::new("America/Los_Angeles"));
        let mut texts: Vec<(&str, Colour)> = Vec::new();
        for mark in flow.pages.iter().flat_map(|page| &page.marks) {
            if let Mark::Text { text, colour, .. } = mark {
                texts.push((text.trim_end(), *colour));
            }
        }
        let colour = |text: &str| {
            let found = texts.iter().find(|(of, _)| *of == text);
            found.unwrap_or_else(|| panic!("{text} is not among {texts:?}")).1
        };
        for text in ["1,200", "$1,234,567.89", "+$67.89", "33.33 %", "2026-10-31", "06:00:00 PDT"] {
            colour(text);
        }
        for text in
            ["SHA-256 0123abcd", "The second point", "On paper alone.", "$5.00", "All", "+$67.8775"]
        {
            colour(text);
        }
        assert_eq!((colour("0"), colour("-"), colour("PAY-001")), (GREY, GREY, ACCENT));
        assert_eq!(colour("Below the row"), GREY);
        let all = texts.iter().map(|(text, _)| *text).collect::<Vec<_>>().concat();
        assert!(all.contains("\\x1b[2J") && !all.contains("1.0e-9"), "{all}");
        assert_eq!(flow.links.from.len(), 1);
    }
}
