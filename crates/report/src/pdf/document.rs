//! Sections of a document on the pages: which style, which sign, which width each block and column has on paper.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::flow::Flow;
use super::labels;
use super::table::{Cell, Column, PrintedTable, Row};
use crate::charts::{bars, meter};
use crate::clock::Clock;
use crate::draw::{ACCENT, AMBER, BODY, CELL, Colour, Face, GREY, MONO, RED, SMALL, TextStyle};
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
        Content::Facts(title, facts) => self::facts(title, facts, clock).draw(flow),
        Content::Details(at, lines) => labels::details(flow, *at, lines, clock),
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
fn facts(title: &'static str, facts: &[(String, paper::Cell)], clock: &Clock) -> PrintedTable {
    let value = |head| Column::fit(head, 150.0).right();
    let mut table = PrintedTable::new(vec![
        Column::share(title, 1.0),
        value(""),
        Column::share("", 1.25),
        value(""),
    ]);
    let pair = |(name, cell): &(String, paper::Cell)| {
        let value = Cell::new(cell.value.text(false, clock));
        [Cell::new(name), looking(value, cell, cell.tone)]
    };
    let (left, right) = facts.split_at(facts.len().div_ceil(2));
    for (at, fact) in left.iter().enumerate() {
        let beside = right.get(at).map(pair).unwrap_or_default();
        table.row(Row::new(pair(fact).into_iter().chain(beside).collect()));
    }
    table
}

pub(super) fn toned(style: TextStyle, tone: Tone) -> TextStyle {
    colour(tone).map_or(style, |colour| style.colour(colour))
}

/// The colour of a tone, where it has one.
pub(super) const fn colour(tone: Tone) -> Option<Colour> {
    match tone {
        Tone::Plain => None,
        Tone::Quiet => Some(GREY),
        Tone::Good => Some(ACCENT),
        Tone::Open => Some(AMBER),
        Tone::Bad => Some(RED),
    }
}

fn table(of: &paper::Table, clock: &Clock) -> PrintedTable {
    let shown = of.columns_in(Outputs::PRINT);
    let columns: Vec<(usize, &paper::Column)> =
        shown.filter(|(_, column)| !matches!(column.print, Print::Note(_))).collect();
    let heads = || columns.iter().map(|(_, column)| head(column));
    let twice = if of.is_twofold { 2 } else { 1 };
    let mut table = PrintedTable::new((0..twice).flat_map(|_| heads()).collect());
    table = table.notes_from(of.notes_from);
    let rows = of.rows_in(Outputs::PRINT);
    let (left, right) =
        rows.split_at(if of.is_twofold { rows.len().div_ceil(2) } else { rows.len() });
    let mut band = String::new();
    for (at, row) in left.iter().enumerate() {
        let title =
            of.band_by.and_then(|by| Some(of.columns.get(by)?.text(row.cells.get(by)?, clock)));
        if let Some(title) = title.filter(|title| *title != band) {
            table.row(Row::band(title.as_str()));
            band = title;
        }
        let mut cells = cells(&columns, row, clock);
        cells.extend(right.get(at).map_or_else(Vec::new, |row| self::cells(&columns, row, clock)));
        table.row(printed(of, row, cells, clock));
    }
    if let Some(sums) = of.sums_in(Outputs::PRINT) {
        table.row(Row::new(cells(&columns, &sums, clock)).strong());
    }
    table
}

fn head(column: &paper::Column) -> Column {
    let wide = match column.print {
        Print::Fit(points) => Column::fit(column.head, points.into()),
        Print::Share(tenths) => Column::share(column.head, f32::from(tenths) / 10.0),
        Print::Note(_) => unreachable!("a note is no column"),
    };
    match column.kind {
        kind if kind.is_money() => wide.decimal(),
        kind if kind.is_number() => wide.right(),
        Kind::File | Kind::Line => wide.face(Face::Mono),
        _ => wide,
    }
}

fn cells(columns: &[(usize, &paper::Column)], row: &paper::Row, clock: &Clock) -> Vec<Cell> {
    let cell = |(at, column): &(usize, &paper::Column)| {
        let Some(cell) = row.cells.get(*at) else { return Cell::default() };
        // In a row of sums what is not added up stays empty.
        let is_left_out = row.is_total && cell.value == Value::Empty;
        let text = if is_left_out { String::new() } else { column.text(cell, clock) };
        // The day of a time stands on a line of its own.
        let text = if column.kind == Kind::Time { text.replacen(' ', "\n", 1) } else { text };
        looking(Cell::new(text), cell, column.tone(cell))
    };
    columns.iter().map(cell).collect()
}

fn looking(mut cell: Cell, of: &paper::Cell, tone: Tone) -> Cell {
    if let Some(sign) = of.sign {
        cell = cell.sign(sign);
    }
    if let Some(to) = of.to {
        cell = cell.to(to.into());
    }
    if let Some(colour) = colour(tone) {
        cell = cell.colour(colour);
    }
    if of.is_strong { cell.face(Face::Bold) } else { cell }
}

/// The row with what stands below its cells, and what leads to it.
fn printed(of: &paper::Table, row: &paper::Row, cells: Vec<Cell>, clock: &Clock) -> Row {
    let mut out = Row::new(cells);
    // A digest has a line of its own; what else stands below is one text.
    let mut below: Vec<String> = Vec::new();
    for (at, column) in of.columns_in(Outputs::PRINT) {
        let (Print::Note(words), Some(cell)) = (column.print, row.cells.get(at)) else { continue };
        let text = format!("{words}{}", column.text(cell, clock));
        match column.kind {
            _ if cell.value == Value::Empty => {}
            Kind::File => out = out.note(toned(MONO, column.tone(cell)), text),
            _ => below.push(text),
        }
    }
    if !below.is_empty() {
        out = out.note(SMALL, below.join("; "));
    }
    for (tone, text) in &row.notes {
        out =
            out.note(if *tone == Tone::Plain { SMALL } else { toned(CELL, *tone) }, text.as_str());
    }
    if row.is_total {
        out = out.strong();
    }
    match row.at {
        Some(at) => out.target(at.into()),
        None => out,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::document::made_up;
    use crate::draw::{Fonts, Mark};

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
        assert_eq!(flow.links.from.len(), 3);
    }
}
