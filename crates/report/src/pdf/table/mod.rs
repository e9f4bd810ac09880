//! Tables: columns, cells, rows and the widths of the columns. `layout` puts them onto pages.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

mod layout;

use super::flow::Flow;
use super::icons::Icon;
use super::links::Target;
use super::structure::Role;
use crate::draw::{ACCENT, BODY_WIDTH, CELL, Colour, Face, HEAD, TextStyle};
use layout::{Prepared, TableLayout};

const PAD_X: f32 = 4.0;
const PAD_Y: f32 = 1.7;
/// Width an icon takes before the text.
const ICON: f32 = 11.0;

#[derive(Clone, Copy, Debug)]
pub(super) enum Width {
    /// As wide as its widest cell, up to this.
    Fit(f32),
    /// A share of what the fitted columns leave.
    Share(f32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Right,
    /// Decimal points below one another.
    Decimal,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    head: &'static str,
    width: Width,
    align: Align,
    style: TextStyle,
}

impl Column {
    /// Left-aligned, as wide as its widest cell up to `max` points.
    pub(super) const fn fit(head: &'static str, max: f32) -> Self {
        Self { head, width: Width::Fit(max), align: Align::Left, style: CELL }
    }

    /// Left-aligned, with a share of the width that is left.
    pub(super) const fn share(head: &'static str, share: f32) -> Self {
        Self { head, width: Width::Share(share), align: Align::Left, style: CELL }
    }

    pub(super) const fn number(head: &'static str) -> Self {
        Self { head, width: Width::Fit(80.0), align: Align::Right, style: CELL }
    }

    /// Money, decimal points below one another.
    pub(super) const fn money(head: &'static str) -> Self {
        Self { head, width: Width::Fit(110.0), align: Align::Decimal, style: CELL }
    }

    pub(super) const fn face(self, face: Face) -> Self {
        Self { style: self.style.face(face), ..self }
    }

    pub(super) const fn right(self) -> Self {
        Self { align: Align::Right, ..self }
    }

    /// Decimal points below one another.
    pub(super) const fn decimal(self) -> Self {
        Self { align: Align::Decimal, ..self }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Cell {
    text: String,
    icon: Option<Icon>,
    colour: Option<Colour>,
    face: Option<Face>,
    link: Option<Target>,
}

impl Cell {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// With a sign before it.
    pub(super) const fn sign(mut self, icon: Icon) -> Self {
        self.icon = Some(icon);
        self
    }

    pub(super) fn icon(icon: Icon, text: impl Into<String>) -> Self {
        Self { text: text.into(), icon: Some(icon), ..Self::default() }
    }

    /// It leads somewhere, and looks so.
    pub(super) fn to(mut self, target: Target) -> Self {
        self.link = Some(target);
        self.colour(ACCENT)
    }

    pub(super) const fn colour(mut self, colour: Colour) -> Self {
        self.colour = Some(colour);
        self
    }

    pub(super) const fn face(mut self, face: Face) -> Self {
        self.face = Some(face);
        self
    }

    fn style(&self, column: &Column, strong: bool) -> TextStyle {
        let mut style = column.style;
        if strong {
            style = style.face(Face::Bold);
        }
        if let Some(face) = self.face {
            style = style.face(face);
        }
        self.colour.map_or(style, |colour| style.colour(colour))
    }

    fn indent(&self) -> f32 {
        if self.icon.is_some() { ICON } else { 0.0 }
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Self::new(text)
    }
}

/// A row of texts, and of cells with a look of their own.
macro_rules! row {
    ($($cell:expr),* $(,)?) => {
        $crate::pdf::table::Row::new(vec![$($crate::pdf::table::Cell::from($cell)),*])
    };
}
pub(super) use row;

/// One row: its cells, and lines of its own below them over the whole width.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    cells: Vec<Cell>,
    notes: Vec<(TextStyle, String)>,
    strong: bool,
    band: bool,
    target: Option<Target>,
}

impl Row {
    pub(super) fn new(cells: Vec<Cell>) -> Self {
        Self { cells, ..Self::default() }
    }

    /// A title over the rows that follow; it stays with the next row.
    pub(super) fn band(title: impl Into<String>) -> Self {
        let style = CELL.face(Face::Bold).colour(ACCENT);
        Self { notes: vec![(style, title.into())], band: true, ..Self::default() }
    }

    /// What links to this lead to stands in this row.
    pub(super) fn target(mut self, target: Target) -> Self {
        self.target = Some(target);
        self
    }

    /// A line of its own below the cells.
    pub(super) fn note(mut self, style: TextStyle, text: impl Into<String>) -> Self {
        self.notes.push((style, text.into()));
        self
    }

    /// A row of totals: bold, under a rule.
    pub(super) const fn strong(mut self) -> Self {
        self.strong = true;
        self
    }
}

#[derive(Clone, Debug)]
pub(super) struct PrintedTable {
    columns: Vec<Column>,
    rows: Vec<Row>,
    /// Column under which notes start.
    note_from: usize,
}

impl PrintedTable {
    pub(super) fn new(columns: Vec<Column>) -> Self {
        Self { columns, rows: Vec::new(), note_from: 0 }
    }

    /// Notes start under this column instead of the first.
    pub(super) const fn notes_from(mut self, column: usize) -> Self {
        self.note_from = column;
        self
    }

    pub(super) fn row(&mut self, row: Row) {
        self.rows.push(row);
    }

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
            match column.width {
                Width::Fit(max) => widest.min(max.max(head + 2.0 * PAD_X + 0.5)),
                Width::Share(_) => 0.0,
            }
        };
        let mut widths: Vec<f32> = self.columns.iter().enumerate().map(natural).collect();
        let shares: f32 = self.columns.iter().map(|c| share(c.width)).sum();
        // Shared columns keep room for a few words whatever the fitted ones would like.
        let room = BODY_WIDTH - if shares > 0.0 { shares.min(3.0) * 60.0 } else { 0.0 };
        let cap = cap(&widths, room);
        for width in &mut widths {
            *width = width.min(cap);
        }
        let rest = BODY_WIDTH - widths.iter().sum::<f32>();
        for (width, column) in widths.iter_mut().zip(&self.columns) {
            match column.width {
                Width::Share(own) => *width = rest * own / shares,
                // Without shared columns the spare room is spread over all.
                Width::Fit(_) if shares == 0.0 => *width += rest / self.columns.len() as f32,
                Width::Fit(_) => {}
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
                let (head, tail) = split_at_point(column.align, line);
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

const fn share(width: Width) -> f32 {
    match width {
        Width::Share(own) => own,
        Width::Fit(_) => 0.0,
    }
}
