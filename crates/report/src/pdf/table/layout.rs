//! A table on its way to the pages: the head is repeated, a row is never clipped, and a row taller
//! than a page goes on on the next one line by line.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::{Align, PAD_X, PAD_Y, PrintedTable, Row, align, split_at_point};
use crate::draw::{
    ACCENT, BODY_BOTTOM, BODY_TOP, BODY_WIDTH, CELL, HEAD, MARGIN, Owner, RULE, TINT, TextStyle,
    ZEBRA, wrap,
};
use crate::pdf::flow::Flow;
use crate::pdf::icons::Icon;
use crate::pdf::structure::{Element, Role};
use feltproof_paper::Column;

pub(super) struct TableLayout<'a> {
    table: &'a PrintedTable,
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

/// A row in the document's structure, wherever its lines come to stand.
struct Tags {
    /// Of each cell its sign, and what its text belongs to.
    cells: Vec<(Option<Element>, Element)>,
    notes: Option<Element>,
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

    /// The heads, as the first row of the table.
    pub(super) fn first_head(&self, flow: &mut Flow<'_>) {
        flow.within(Role::Row, |flow| {
            self.head_row(flow, |flow, write| flow.tagged(Role::Head(1), write));
        });
    }

    /// The same on the pages that follow, where they are decoration.
    fn head(&self, flow: &mut Flow<'_>) {
        self.head_row(flow, |flow, write| flow.owned(Owner::Decoration, write));
    }

    fn head_row(
        &self,
        flow: &mut Flow<'_>,
        tagged: impl Fn(&mut Flow<'_>, &mut dyn FnMut(&mut Flow<'_>)),
    ) {
        let (top, height) = (flow.y, self.head_height);
        flow.page().rect(MARGIN, top, BODY_WIDTH, height, TINT);
        for ((_, column, x, width), lines) in self.columns().zip(&self.head_lines) {
            let start = top + height - PAD_Y - lines.len() as f32 * HEAD.leading;
            tagged(flow, &mut |flow| {
                for (i, line) in lines.iter().enumerate() {
                    let baseline = start + i as f32 * HEAD.leading + HEAD.leading * 0.76;
                    if align(column) == Align::Left {
                        flow.text_at(x + PAD_X, baseline, HEAD, line);
                    } else {
                        flow.text_ending(x + width - PAD_X, baseline, HEAD, line);
                    }
                }
            });
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
        let tags = self.tags(flow, prepared);
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
            self.part_of_row(flow, (prepared, &tags), from..from + take, zebra);
            from += take;
        }
    }

    /// The row's elements: its cells, and its notes as a row of one cell over all columns.
    fn tags(&self, flow: &mut Flow<'_>, prepared: &Prepared<'_>) -> Tags {
        let (row, tree) = (prepared.row, &mut flow.structure);
        let mut cells = Vec::new();
        if prepared.cell_lines > 0 {
            tree.open(Role::Row);
            for at in 0..self.slots.len() {
                let cell = tree.add(Role::Cell(1));
                let content = row.cells.get(at).map_or((None, cell), |of| {
                    let sign = |icon: Icon| Role::Figure(icon.meaning().to_owned(), [0.0; 4]);
                    let icon = of.icon.map(|icon| tree.add_to(cell, sign(icon)));
                    let text = match (&of.link, icon) {
                        (Some(_), _) => tree.add_to(cell, Role::Link),
                        (None, Some(_)) => tree.add_to(cell, Role::Paragraph),
                        (None, None) => cell,
                    };
                    (icon, text)
                });
                cells.push(content);
            }
            tree.close();
        }
        let all = self.slots.len();
        let notes = (!prepared.notes.is_empty()).then(|| {
            tree.open(Role::Row);
            let cell = tree.add(if row.band { Role::Head(all) } else { Role::Cell(all) });
            tree.close();
            cell
        });
        Tags { cells, notes }
    }

    fn part_of_row(
        &self,
        flow: &mut Flow<'_>,
        (prepared, tags): (&Prepared<'_>, &Tags),
        lines: std::ops::Range<usize>,
        zebra: bool,
    ) {
        let top = flow.y;
        let height = lines.len() as f32 * CELL.leading + 2.0 * PAD_Y;
        if let Some(target) = prepared.row.target.clone() {
            flow.target(target);
        }
        if zebra || prepared.row.band {
            flow.page().rect(MARGIN, top, BODY_WIDTH, height, ZEBRA);
        }
        if prepared.row.strong {
            flow.page().line((MARGIN, top), (MARGIN + BODY_WIDTH, top), 0.6, ACCENT);
        }
        let baseline = |line: usize| {
            let place = (line - lines.start) as f32;
            top + PAD_Y + place * CELL.leading + CELL.leading * 0.76
        };
        let of_cells = lines.start..lines.end.min(prepared.cell_lines);
        for (at, (icon, text)) in tags.cells.iter().enumerate() {
            for line in of_cells.clone() {
                self.cell_line(flow, (prepared, at), (*icon, *text), line, baseline(line));
            }
        }
        for line in lines.start.max(prepared.cell_lines)..lines.end {
            let Some(element) = tags.notes else { continue };
            let (style, text) = &prepared.notes[line - prepared.cell_lines];
            let left = self.note_left(prepared.row);
            flow.owned(Owner::Element(element), |flow| {
                flow.text_at(left, baseline(line), *style, text);
            });
        }
        flow.y = top + height;
    }

    fn cell_line(
        &self,
        flow: &mut Flow<'_>,
        (prepared, at): (&Prepared<'_>, usize),
        (sign, element): (Option<Element>, Element),
        line: usize,
        baseline: f32,
    ) {
        let row = prepared.row;
        let (Some(cell), Some(lines)) = (row.cells.get(at), prepared.cells.get(at)) else { return };
        let (column, (x, width)) = (&self.table.columns[at], self.slots[at]);
        if line == 0
            && let (Some(icon), Some(sign)) = (cell.icon, sign)
        {
            flow.sign(sign, icon, (x + PAD_X + 4.0, baseline - CELL.size * 0.35), 8.0);
        }
        let Some(text) = lines.get(line) else { return };
        let style = cell.style(column, row.strong);
        let right = x + width - PAD_X;
        flow.owned(Owner::Element(element), |flow| match align(column) {
            Align::Left => {
                let left = x + PAD_X + cell.indent();
                flow.text_at(left, baseline, style, text);
                if let Some(to) = &cell.link {
                    flow.link_text(element, (left, baseline), style, text, to.clone());
                }
            }
            Align::Right => flow.text_ending(right, baseline, style, text),
            Align::Decimal => {
                let end = right - self.behind_the_point(flow, at, style, text, lines.len());
                let fits = flow.width(style, text) <= end - x - PAD_X + 0.1;
                flow.text_ending(if fits { end } else { right }, baseline, style, text);
            }
        });
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
        (self.fractions[at] - flow.width(style, tail)).max(0.0)
    }
}
