//! One sheet: a title, sentences, and a table with filters, a frozen head, totals and room for the auditor's notes.

use super::cell::{Cell, Place, civil_day, day_number, dollars, time_number};
use super::formats::Formats;
use crate::error::WorkbookError;
use crate::words::{grouped, plain_dollars};
use feltproof_paper::point;
use rust_xlsxwriter::{Format, Formula, Worksheet};
use std::borrow::Cow;

/// Rows of a table: below what a sheet holds (1,048,576), so that head, totals and a sentence have room.
pub(super) const ROWS_MAX: u32 = 1_048_000;

const LINK_MAX: usize = 200;

/// The columns that are the auditor's own, empty on every sheet.
const OWN: [(&str, u16); 3] = [("Tickmark", 9), ("Auditor's note", 22), ("Initials/date", 12)];

/// Height of a line, in points, and the lines of the highest row that a sheet knows.
const LINE: u32 = 15;
const LINES_MAX: usize = 27;
/// A sheet of more columns than this is printed on the larger paper.
const LETTER_MAX: u32 = 150;

#[derive(Clone, Copy)]
pub(super) struct Column {
    name: &'static str,
    width: u16,
    /// Its long texts go on over several lines.
    wraps: bool,
    /// Its money is added up below.
    adds_up: bool,
}

impl Column {
    pub(super) const fn new(name: &'static str, width: u16) -> Self {
        Self { name, width, wraps: false, adds_up: false }
    }

    pub(super) const fn wrapped(name: &'static str, width: u16) -> Self {
        Self { wraps: true, ..Self::new(name, width) }
    }

    pub(super) const fn money(name: &'static str) -> Self {
        // Where no amount is told, words say so.
        Self::wrapped(name, 14)
    }

    pub(super) const fn summed(name: &'static str) -> Self {
        Self { adds_up: true, ..Self::money(name) }
    }

    /// Lines that a text takes here: a little more than it fills, since words break before the edge.
    fn lines(&self, text: &str) -> usize {
        let room = usize::from(self.width).saturating_sub(2).max(1);
        (text.chars().count() * 11 / 10).div_ceil(room).clamp(1, LINES_MAX)
    }
}

/// What every sheet has in head and foot.
pub(super) struct Frame<'a> {
    pub(super) formats: &'a Formats,
    pub(super) report: &'a str,
}

pub(super) struct Sheet<'a> {
    sheet: Worksheet,
    name: &'static str,
    columns: &'a [Column],
    frame: &'a Frame<'a>,
    /// Row of the names of the columns.
    head: u32,
    next: u32,
    sums: Vec<Total>,
    rows_max: u32,
    left_out: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Total {
    micros: i128,
    /// Some amount has more digits than a number keeps and stands as text.
    has_text: bool,
}

pub(super) struct Written {
    pub(super) sheet: Worksheet,
    pub(super) name: &'static str,
    /// What it holds.
    pub(super) about: &'static str,
    /// Rows of its table.
    pub(super) rows: u64,
    /// Rows that did not fit.
    pub(super) left_out: u64,
    /// First and last row of the table.
    first: u32,
    last: u32,
    totals: Vec<Total>,
}

impl Written {
    /// What a column comes to, by a formula that no filter changes where all of it stands on the sheet as numbers.
    ///
    /// # Errors
    /// Where that is not what the workpaper says.
    pub(super) fn total(&self, column: usize, expected: i128) -> Result<Cell, WorkbookError> {
        let of = &self.totals[column];
        if self.left_out > 0 || self.rows == 0 || of.has_text {
            return Ok(Cell::Money(expected));
        }
        if of.micros != expected {
            return Err(WorkbookError::Money { expected, found: of.micros });
        }
        let (first, last) = (name(self.first, column), name(self.last, column));
        let formula = format!("ROUND(SUM('{}'!{first}:{last}),6)", self.name);
        Ok(Cell::Sum { formula, micros: expected })
    }
}

/// `C7`, by the places of row and column.
pub(super) fn name(row: u32, column: usize) -> String {
    format!("{}{}", letters(column), u64::from(row) + 1)
}

/// `A`, `Z`, `AA`.
fn letters(column: usize) -> String {
    let last = char::from(b'A' + u8::try_from(column % 26).unwrap_or_default());
    match column / 26 {
        0 => last.to_string(),
        before => format!("{}{last}", letters(before - 1)),
    }
}

impl<'a> Sheet<'a> {
    /// Starts a sheet with its title and sentences.
    pub(super) fn new(
        mut sheet: Worksheet,
        (name, title): (&'static str, &str),
        notes: &[&str],
        columns: &'a [Column],
        frame: &'a Frame<'a>,
    ) -> Result<Self, WorkbookError> {
        let formats = frame.formats;
        sheet.set_name(name)?;
        let widths = || columns.iter().map(|c| c.width).chain(OWN.map(|(_, width)| width));
        for (at, width) in (0..).zip(widths()) {
            sheet.set_column_width(at, width)?;
        }
        frame.print_layout(&mut sheet, widths().map(u32::from).sum());
        sheet.write_string_with_format(0, 0, title, &formats.title)?;
        let mut head = 1;
        for note in notes {
            sheet.write_string_with_format(head, 0, super::cell::safe(note), &formats.note)?;
            head += 1;
        }
        let summary = Place { sheet: super::SUMMARY, row: 0 };
        link(&mut sheet, (head, 0), (summary, "Contents"), &formats.link)?;
        head += 1;
        let lines = columns.iter().map(|column| column.lines(column.name)).max();
        set_lines(&mut sheet, head, lines.unwrap_or(1))?;
        for (at, column) in (0..).zip(columns) {
            sheet.write_string_with_format(head, at, column.name, &formats.head)?;
        }
        for ((own, _), at) in OWN.iter().zip(width_of(columns)..) {
            sheet.write_string_with_format(head, at, *own, &formats.own)?;
        }
        sheet.set_freeze_panes(head + 1, 0)?;
        sheet.set_repeat_rows(head, head)?;
        let sums = vec![Total::default(); columns.len()];
        let next = head + 1;
        let rows_max = ROWS_MAX;
        Ok(Self { sheet, name, columns, frame, head, next, sums, rows_max, left_out: 0 })
    }

    pub(super) fn at_most(self, rows_max: u32) -> Self {
        Self { rows_max, ..self }
    }

    /// The row that is written next; `None` where no more fits.
    pub(super) fn next(&self) -> Option<Place> {
        let is_full = self.next - self.head > self.rows_max;
        (!is_full).then_some(Place { sheet: self.name, row: self.next })
    }

    /// A cell of the row that is written next, as formulas name it.
    pub(super) fn cell(&self, column: usize) -> String {
        name(self.next, column)
    }

    /// Writes a row; one that does not fit is counted.
    pub(super) fn push(&mut self, cells: &[Cell]) -> Result<(), WorkbookError> {
        if self.next().is_none() {
            self.left_out += 1;
            return Ok(());
        }
        let lines = cells.iter().zip(self.columns).filter(|(_, column)| column.wraps);
        let lines = lines.map(|(cell, column)| match cell {
            Cell::Text(text) => column.lines(text),
            _ => 1,
        });
        set_lines(&mut self.sheet, self.next, lines.max().unwrap_or(1))?;
        for ((at, cell), total) in (0..).zip(cells).zip(&mut self.sums) {
            if let Cell::Money(micros) | Cell::Sum { micros, .. } = cell {
                total.micros += micros;
                total.has_text |= dollars(*micros).is_none();
            }
            let wraps = self.columns.get(usize::from(at)).is_some_and(|column| column.wraps);
            write(&mut self.sheet, (self.next, at), cell, wraps, self.frame.formats)?;
        }
        self.next += 1;
        Ok(())
    }

    /// Writes totals and filters.
    pub(super) fn finish(mut self) -> Result<Written, WorkbookError> {
        let formats = self.frame.formats;
        let (first, last) = (self.head + 1, self.next - 1);
        if last < first {
            self.sheet.write_string_with_format(first, 0, "None.", &formats.text)?;
            self.next += 1;
        }
        let end = width_of(self.columns) + width_of(&OWN) - 1;
        self.sheet.autofilter(self.head, 0, last.max(first), end)?;
        if last >= first && self.columns.iter().any(|column| column.adds_up) {
            self.totals(first, last)?;
        }
        if self.left_out > 0 {
            let said = format!(
                "{} more rows do not fit on a sheet; report.json counts them, and lists those that no cause explains.",
                grouped(self.left_out)
            );
            self.sheet.write_string_with_format(self.next, 0, said, &formats.strong)?;
        }
        let (rows, left_out) = (u64::from(last + 1 - first), self.left_out);
        Ok(Written {
            sheet: self.sheet,
            name: self.name,
            about: "",
            rows,
            left_out,
            first,
            last,
            totals: self.sums,
        })
    }

    /// The row of totals: what a filter hides is left out of them.
    fn totals(&mut self, first: u32, last: u32) -> Result<(), WorkbookError> {
        let formats = self.frame.formats;
        let row = self.next;
        for ((at, column), total) in (0_usize..).zip(self.columns).zip(&self.sums) {
            let place = u16::try_from(at).unwrap_or(u16::MAX);
            if !column.adds_up {
                let label = if at == 0 { "Total" } else { "" };
                self.sheet.write_string_with_format(row, place, label, &formats.total)?;
                continue;
            }
            let range = format!("{}:{}", name(first, at), name(last, at));
            let sum = match total.has_text || dollars(total.micros).is_none() {
                true => Cell::Money(total.micros),
                false => Cell::Sum {
                    formula: format!("ROUND(SUBTOTAL(109,{range}),6)"),
                    micros: total.micros,
                },
            };
            money(&mut self.sheet, (row, place), &sum, &formats.total_money, formats)?;
        }
        self.next += 1;
        Ok(())
    }
}

/// Not every program finds out for itself how high a row must be.
fn set_lines(sheet: &mut Worksheet, row: u32, lines: usize) -> Result<(), WorkbookError> {
    if lines > 1 {
        sheet.set_row_height(row, LINE * u32::try_from(lines).unwrap_or(1))?;
    }
    Ok(())
}

fn width_of<T>(columns: &[T]) -> u16 {
    u16::try_from(columns.len()).unwrap_or(u16::MAX)
}

impl Frame<'_> {
    /// Landscape, one page wide, with the report's id and the page in head and foot; `width` in characters.
    pub(super) fn print_layout(&self, sheet: &mut Worksheet, width: u32) {
        // In heads and feet an ampersand begins a code.
        let report = super::cell::safe(self.report).replace('&', "&&");
        let report: String = report.chars().take(120).collect();
        sheet.set_landscape();
        // Letter, or tabloid (11 by 17 inches).
        sheet.set_paper_size(if width > LETTER_MAX { 3 } else { 1 });
        sheet.set_margins(0.4, 0.4, 0.75, 0.75, 0.3, 0.3);
        sheet.set_print_fit_to_pages(1, 0);
        sheet.set_header(format!("&LReport {report}&R&A"));
        sheet.set_footer("&LWorkpapers&RPage &P of &N");
    }
}

/// Writes a cell. Text is always written as text, whatever it begins with.
pub(super) fn write(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    cell: &Cell,
    wraps: bool,
    formats: &Formats,
) -> Result<(), WorkbookError> {
    let text = if wraps { &formats.wrapped } else { &formats.text };
    // What a number cannot hold is text.
    let (number, format, words): (Option<f64>, &Format, Cow<'_, str>) = match cell {
        Cell::Empty => return Ok(()),
        Cell::Money(_) | Cell::Sum { .. } => {
            return money(sheet, (row, column), cell, &formats.money, formats);
        }
        Cell::Link { to, text } => return link(sheet, (row, column), (*to, text), &formats.link),
        Cell::Text(words) => (None, text, words.into()),
        Cell::Count(count) => {
            let number = u32::try_from(*count).ok().map(f64::from);
            (number, &formats.count, count.to_string().into())
        }
        Cell::Percent { scaled, digits } => {
            let number = point(*scaled, digits + 2).parse().ok();
            match formats.percent.get(usize::from(*digits)) {
                Some(format) => (number, format, Cow::default()),
                None => (None, text, point(*scaled, *digits).into()),
            }
        }
        Cell::Day(day) => {
            let number = civil_day(*day).and_then(day_number).map(f64::from);
            (number, &formats.day, day.to_string().into())
        }
        Cell::Time(time) => (time_number(*time), &formats.time, time.to_string().into()),
    };
    match number {
        Some(number) => sheet.write_number_with_format(row, column, number, format)?,
        None => sheet.write_string_with_format(row, column, words, text)?,
    };
    Ok(())
}

/// Writes an amount, or what a formula over amounts comes to. What a number cannot hold to the last digit is text.
fn money(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    cell: &Cell,
    format: &Format,
    formats: &Formats,
) -> Result<(), WorkbookError> {
    let (formula, micros) = match cell {
        Cell::Money(micros) => (None, *micros),
        Cell::Sum { formula, micros } => (Some(formula), *micros),
        _ => return Ok(()),
    };
    match (dollars(micros), formula) {
        (Some(_), Some(formula)) => {
            let formula = Formula::new(format!("={formula}")).set_result(plain_dollars(micros));
            sheet.write_formula_with_format(row, column, formula, format)?;
        }
        (Some(number), None) => {
            sheet.write_number_with_format(row, column, number, format)?;
        }
        (None, _) => {
            let text = crate::words::dollars(micros);
            sheet.write_string_with_format(row, column, text, &formats.money_text)?;
        }
    }
    Ok(())
}

/// A link within the workbook. A formula, since a sheet holds no more than 65,530 other links; its words are ours.
pub(super) fn link(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    (to, text): (Place, &str),
    format: &Format,
) -> Result<(), WorkbookError> {
    // A text within a formula holds no more than 255 characters.
    let text: String = text.chars().take(LINK_MAX).collect();
    let words = text.replace('"', "\"\"");
    let formula = format!("=HYPERLINK(\"#{}\",\"{words}\")", to.name());
    let formula = Formula::new(formula).set_result(text);
    sheet.write_formula_with_format(row, column, formula, format)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn columns_are_named_as_spreadsheets_do() {
        let named =
            [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA")];
        for (at, name) in named {
            assert_eq!(letters(at), name);
        }
    }
}
