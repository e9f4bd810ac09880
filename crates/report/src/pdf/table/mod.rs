//! Tables: columns, cells, rows and the widths of the columns. `layout` puts them onto pages.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

mod layout;

use super::flow::Flow;
use super::icons::Icon;
use super::links::Target;
use super::structure::Role;
use crate::draw::{ACCENT, BODY_WIDTH, CELL, Colour, Face, HEAD, TextStyle};
use feltproof_paper::{Column, Kind, Print};
use layout::{Prepared, TableLayout};

const PAD_X: f32 = 4.0;
const PAD_Y: f32 = 1.7;
/// Width an icon takes before the text.
const ICON: f32 = 11.0;

/// Where the texts of a column stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Align {
    Left,
    Right,
    /// Decimal points below one another.
    Decimal,
}

fn align(column: &Column) -> Align {
    match column.kind {
        kind if kind.is_money() => Align::Decimal,
        kind if kind.is_number() => Align::Right,
        _ => Align::Left,
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Cell {
    pub(super) text: String,
    pub(super) icon: Option<Icon>,
    pub(super) colour: Option<Colour>,
    pub(super) is_bold: bool,
    pub(super) link: Option<Target>,
}

impl Cell {
    fn style(&self, column: &Column, strong: bool) -> TextStyle {
        let face = match column.kind {
            _ if strong || self.is_bold => Face::Bold,
            Kind::File | Kind::Line => Face::Mono,
            _ => Face::Regular,
        };
        self.colour.map_or(CELL.face(face), |colour| CELL.face(face).colour(colour))
    }

    fn indent(&self) -> f32 {
        if self.icon.is_some() { ICON } else { 0.0 }
    }
}

/// One row: its cells, and lines of its own below them over the whole width.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub(super) cells: Vec<Cell>,
    pub(super) notes: Vec<(TextStyle, String)>,
    /// A row of totals: bold, under a rule.
    pub(super) strong: bool,
    pub(super) band: bool,
    /// What links to this lead to stands in this row.
    pub(super) target: Option<Target>,
}

impl Row {
    /// A title over the rows that follow; it stays with the next row.
    pub(super) fn band(title: &str) -> Self {
        let style = CELL.face(Face::Bold).colour(ACCENT);
        Self { notes: vec![(style, title.to_owned())], band: true, ..Self::default() }
    }
}

#[derive(Clone, Debug)]
pub(super) struct PrintedTable {
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Row>,
    /// Column under which notes start.
    pub(super) note_from: usize,
}

impl PrintedTable {
    /// Writes the table where the flow stands. A small table is kept whole.
    pub(super) fn draw(&self, flow: &mut Flow<'_>) {
        const SMALL: f32 = 110.0;
        let widths = self.widths(flow);
        let layout = TableLayout::new(self, flow, &widths);
        let rows: Vec<Prepared<'_>> =
            self.rows.iter().map(|row| layout.prepare(flow, row)).collect();
        let heights = |n: usize| rows.iter().take(n).map(Prepared::height).sum::<f32>();
        let whole = heights(rows.len());
        let first = if whole <= SMALL { whole } else { heights(2).min(160.0) };
        flow.need(layout.head_height + first);
        flow.structure.open(Role::Table);
        layout.first_head(flow);
        let mut zebra = true;
        for (at, prepared) in rows.iter().enumerate() {
            // A title stays with its first row, and a total with the last row it sums.
            if let Some(next) = rows.get(at + 1)
                && (prepared.row.band || next.row.strong)
            {
                layout.keep(flow, prepared.height() + next.height());
            }
            zebra = !zebra && !prepared.row.band;
            layout.row(flow, prepared, zebra);
        }
        flow.structure.close();
        layout.bottom_rule(flow);
        flow.y += 9.0;
    }

    /// Column widths that fill the text column exactly.
    fn widths(&self, flow: &Flow<'_>) -> Vec<f32> {
        let natural = |(at, column): (usize, &Column)| {
            // Wide enough for its longest word, and for the whole head on two lines.
            let word = column.head.split(' ').map(|w| flow.width(HEAD, w)).fold(0.0, f32::max);
            let head = word.max(flow.width(HEAD, column.head) * 0.56);
            let (before, behind) = self.widest(flow, at, column);
            let widest = head.max(before + behind) + 2.0 * PAD_X + 0.5;
            match column.print {
                Print::Fit(max) => widest.min(f32::from(max).max(head + 2.0 * PAD_X + 0.5)),
                Print::Share(_) | Print::Note(_) => 0.0,
            }
        };
        let mut widths: Vec<f32> = self.columns.iter().enumerate().map(natural).collect();
        let shares: f32 = self.columns.iter().map(share).sum();
        // Shared columns keep room for a few words whatever the fitted ones would like.
        let room = BODY_WIDTH - if shares > 0.0 { shares.min(3.0) * 60.0 } else { 0.0 };
        let cap = cap(&widths, room);
        for width in &mut widths {
            *width = width.min(cap);
        }
        let rest = BODY_WIDTH - widths.iter().sum::<f32>();
        for (width, column) in widths.iter_mut().zip(&self.columns) {
            match column.print {
                Print::Share(_) => *width = rest * share(column) / shares,
                // Without shared columns the spare room is spread over all.
                _ if shares == 0.0 => *width += rest / self.columns.len() as f32,
                Print::Fit(_) | Print::Note(_) => {}
            }
        }
        widths
    }

    /// Widest text of a column before and behind the point; all is before it where none is aligned.
    fn widest(&self, flow: &Flow<'_>, at: usize, column: &Column) -> (f32, f32) {
        let mut widest = (0.0_f32, 0.0_f32);
        for row in &self.rows {
            let Some(cell) = row.cells.get(at) else { continue };
            let style = cell.style(column, row.strong);
            for line in cell.text.split('\n') {
                let (head, tail) = split_at_point(align(column), line);
                widest.0 = widest.0.max(flow.width(style, head) + cell.indent());
                widest.1 = widest.1.max(flow.width(style, tail));
            }
        }
        widest
    }
}

/// The widest a column may be for all to fit: the wide ones give way, the narrow ones stay whole.
fn cap(widths: &[f32], room: f32) -> f32 {
    let mut sorted = widths.to_vec();
    sorted.sort_by(f32::total_cmp);
    let mut left = room;
    for (at, width) in sorted.iter().enumerate() {
        let equal = left / (sorted.len() - at) as f32;
        if *width > equal {
            return equal;
        }
        left -= width;
    }
    f32::MAX
}

fn split_at_point(align: Align, text: &str) -> (&str, &str) {
    let point = text.find('.').filter(|_| align == Align::Decimal);
    text.split_at(point.unwrap_or(text.len()))
}

fn share(column: &Column) -> f32 {
    match column.print {
        Print::Share(tenths) => f32::from(tenths) / 10.0,
        Print::Fit(_) | Print::Note(_) => 0.0,
    }
}
