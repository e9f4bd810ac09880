//! A table on its way to the pages: the head is repeated, a row is never clipped, and a row taller
//! than a page goes on on the next one line by line.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::{Align, Column, PAD_X, PAD_Y, PrintedTable, Row, split_at_point};
use crate::draw::{
    ACCENT, BODY_BOTTOM, BODY_TOP, BODY_WIDTH, CELL, HEAD, MARGIN, RULE, TINT, TextStyle, ZEBRA,
    wrap,
};
use crate::pdf::flow::Flow;
use crate::pdf::icons;

/// A table on its way to the pages.
pub(super) struct TableLayout<'a> {
    table: &'a PrintedTable,
    /// Left end and width of each column.
    slots: Vec<(f32, f32)>,
    head_lines: Vec<Vec<String>>,
    pub(super) head_height: f32,
    /// Widest text behind the decimal point, for each column.
    fractions: Vec<f32>,
}

/// A row broken into lines; line `i` of every cell stands at the same height.
pub(super) struct Prepared<'a> {
    pub(super) row: &'a Row,
    cells: Vec<Vec<String>>,
    cell_lines: usize,
    notes: Vec<(TextStyle, String)>,
}

impl Prepared<'_> {
    fn lines(&self) -> usize {
        self.cell_lines + self.notes.len()
    }

    pub(super) fn height(&self) -> f32 {
        self.lines() as f32 * CELL.leading + 2.0 * PAD_Y
    }
}

impl<'a> TableLayout<'a> {
    pub(super) fn new(table: &'a PrintedTable, flow: &Flow<'_>, widths: &[f32]) -> Self {
        let mut slots = Vec::new();
        let mut x = MARGIN;
        for width in widths {
            slots.push((x, *width));
            x += width;
        }
        let head = |(column, (_, width)): (&Column, &(f32, f32))| {
            wrap(flow.fonts, HEAD, column.head, width - 2.0 * PAD_X)
        };
        let head_lines: Vec<_> = table.columns.iter().zip(&slots).map(head).collect();
        let tallest = head_lines.iter().map(Vec::len).max().unwrap_or(1);
        let fraction = |(at, column)| table.widest(flow, at, column).1;
        let fractions = table.columns.iter().enumerate().map(fraction).collect();
        let head_height = tallest as f32 * HEAD.leading + 2.0 * PAD_Y + 1.0;
        Self { table, slots, head_lines, head_height, fractions }
    }

    fn columns(&self) -> impl Iterator<Item = (usize, &Column, f32, f32)> {
        let slots = self.slots.iter().copied();
        self.table.columns.iter().zip(slots).enumerate().map(|(at, (c, (x, w)))| (at, c, x, w))
    }

    pub(super) fn head(&self, flow: &mut Flow<'_>) {
        let (top, height) = (flow.y, self.head_height);
        flow.page().rect(MARGIN, top, BODY_WIDTH, height, TINT);
        for ((_, column, x, width), lines) in self.columns().zip(&self.head_lines) {
            let start = top + height - PAD_Y - lines.len() as f32 * HEAD.leading;
            for (i, line) in lines.iter().enumerate() {
                let baseline = start + i as f32 * HEAD.leading + HEAD.leading * 0.76;
                if column.align == Align::Left {
                    flow.text_at(x + PAD_X, baseline, HEAD, line);
                } else {
                    flow.text_ending(x + width - PAD_X, baseline, HEAD, line);
                }
            }
        }
        let bottom = top + height;
        flow.page().line((MARGIN, bottom), (MARGIN + BODY_WIDTH, bottom), 0.8, ACCENT);
        flow.y = bottom;
    }

    pub(super) fn bottom_rule(&self, flow: &mut Flow<'_>) {
        let y = flow.y;
        flow.page().line((MARGIN, y), (MARGIN + BODY_WIDTH, y), 0.6, RULE);
    }

    fn note_left(&self, row: &Row) -> f32 {
        let column = if row.band { 0 } else { self.table.note_from };
        self.slots.get(column).map_or(MARGIN, |slot| slot.0) + PAD_X
    }

    pub(super) fn prepare<'r>(&self, flow: &Flow<'_>, row: &'r Row) -> Prepared<'r> {
        let mut cells = Vec::with_capacity(self.slots.len());
        for (at, column, _, width) in self.columns() {
            let lines = row.cells.get(at).map_or_else(Vec::new, |cell| {
                let style = cell.style(column, row.strong);
                wrap(flow.fonts, style, &cell.text, width - 2.0 * PAD_X - cell.indent())
            });
            cells.push(lines);
        }
        let cell_lines = cells.iter().map(Vec::len).max().unwrap_or(0);
        let note_width = MARGIN + BODY_WIDTH - PAD_X - self.note_left(row);
        let mut notes = Vec::new();
        for (style, text) in &row.notes {
            let lines = wrap(flow.fonts, *style, text, note_width);
            notes.extend(lines.into_iter().map(|line| (*style, line)));
        }
        Prepared { row, cells, cell_lines, notes }
    }

    /// Goes to the next page unless this much fits on this one or on none.
    pub(super) fn keep(&self, flow: &mut Flow<'_>, height: f32) {
        let whole_page = BODY_BOTTOM - BODY_TOP - self.head_height;
        if height > flow.remaining() && height <= whole_page {
            self.bottom_rule(flow);
            flow.new_page();
            self.head(flow);
        }
    }

    /// Writes a row; one that no page holds is split between lines.
    pub(super) fn row(&self, flow: &mut Flow<'_>, prepared: &Prepared<'_>, zebra: bool) {
        let whole_page = BODY_BOTTOM - BODY_TOP - self.head_height;
        let mut from = 0;
        while from < prepared.lines() {
            let left = prepared.lines() - from;
            let height = left as f32 * CELL.leading + 2.0 * PAD_Y;
            if height > flow.remaining() && (height <= whole_page || flow.remaining() < 60.0) {
                self.bottom_rule(flow);
                flow.new_page();
                self.head(flow);
            }
            let fits = ((flow.remaining() - 2.0 * PAD_Y) / CELL.leading).max(1.0) as usize;
            let take = left.min(fits);
            self.part_of_row(flow, prepared, from..from + take, zebra);
            from += take;
        }
    }

    fn part_of_row(
        &self,
        flow: &mut Flow<'_>,
        prepared: &Prepared<'_>,
        lines: std::ops::Range<usize>,
        zebra: bool,
    ) {
        let top = flow.y;
        let height = lines.len() as f32 * CELL.leading + 2.0 * PAD_Y;
        if let Some(target) = prepared.row.target.clone() {
            flow.target(target);
        }
        if zebra {
            flow.page().rect(MARGIN, top, BODY_WIDTH, height, ZEBRA);
        }
        if prepared.row.band {
            flow.page().rect(MARGIN, top, BODY_WIDTH, height, ZEBRA);
        }
        if prepared.row.strong {
            flow.page().line((MARGIN, top), (MARGIN + BODY_WIDTH, top), 0.6, ACCENT);
        }
        for (place, line) in lines.enumerate() {
            let baseline = top + PAD_Y + place as f32 * CELL.leading + CELL.leading * 0.76;
            if line < prepared.cell_lines {
                self.cell_line(flow, prepared, line, baseline);
            } else if let Some((style, text)) = prepared.notes.get(line - prepared.cell_lines) {
                flow.text_at(self.note_left(prepared.row), baseline, *style, text);
            }
        }
        flow.y = top + height;
    }

    fn cell_line(&self, flow: &mut Flow<'_>, prepared: &Prepared<'_>, line: usize, baseline: f32) {
        for (at, column, x, width) in self.columns() {
            let (Some(cell), Some(lines)) = (prepared.row.cells.get(at), prepared.cells.get(at))
            else {
                continue;
            };
            if line == 0
                && let Some(icon) = cell.icon
            {
                let centre = (x + PAD_X + 4.0, baseline - CELL.size * 0.35);
                icons::draw(flow.page(), icon, centre, 8.0);
            }
            let Some(text) = lines.get(line) else { continue };
            let style = cell.style(column, prepared.row.strong);
            let right = x + width - PAD_X;
            match column.align {
                Align::Left => {
                    let left = x + PAD_X + cell.indent();
                    flow.text_at(left, baseline, style, text);
                    if let Some(to) = &cell.link {
                        flow.link_text((left, baseline), style, text, to.clone());
                    }
                }
                Align::Right => flow.text_ending(right, baseline, style, text),
                Align::Decimal => {
                    let end = right - self.behind_the_point(flow, at, style, text, lines.len());
                    let fits = flow.width(style, text) <= end - x - PAD_X + 0.1;
                    flow.text_ending(if fits { end } else { right }, baseline, style, text);
                }
            }
        }
    }

    /// How far before the column's right end a text must end for its point to be in line.
    fn behind_the_point(
        &self,
        flow: &Flow<'_>,
        at: usize,
        style: TextStyle,
        text: &str,
        lines: usize,
    ) -> f32 {
        if lines > 1 {
            return 0.0;
        }
        let (_, tail) = split_at_point(Align::Decimal, text);
        let widest = self.fractions.get(at).copied().unwrap_or(0.0);
        (widest - flow.width(style, tail)).max(0.0)
    }
}
