//! One sheet: a title, sentences, and a table with filters, a frozen head, totals and room for the auditor's notes. A time
//! has its offset beside it, a place its file and its line, a sum its formula.

use super::cell::{day, dollars, local, number, safe, time_number};
use super::formats::Formats;
use crate::clock::Clock;
use crate::error::WorkbookError;
use crate::words::{grouped, letters, plain_dollars};
use feltproof_paper as paper;
use feltproof_paper::{Anchor, Cell, Column, Kind, Value, point};
use rust_xlsxwriter::{Format, Formula, Worksheet};
use std::borrow::Cow;

/// Rows of a table: below what a sheet holds (1,048,576), so that head, totals and a sentence have room.
pub(super) const ROWS_MAX: u32 = 1_048_000;
/// The first sheet.
pub(super) const SUMMARY: &str = "Summary";
/// The sheets to which others lead, each with its first row: below title, a sentence, link and head.
const FINDINGS: &str = "Findings";
pub(super) const EXCEPTIONS: &str = "Exceptions";
const FIRST: u64 = 4;

const LINK_MAX: usize = 200;

/// The columns that are the auditor's own, empty on every sheet.
const OWN: [(&str, u16); 3] = [("Tickmark", 9), ("Auditor's note", 22), ("Initials/date", 12)];
/// Beside a time, and beside a file.
const OFFSET: (&str, u16) = ("UTC offset", 8);
const LINE_OF_FILE: (&str, u16) = ("Line", 8);

/// Height of a line, in points, and the lines of the highest row that a sheet knows.
const LINE: u32 = 15;
const LINES_MAX: usize = 27;
/// A sheet of more columns than this is printed on the larger paper.
const LETTER_MAX: u32 = 150;

/// What every sheet has in common.
pub(super) struct Frame<'a> {
    pub(super) formats: &'a Formats,
    /// Id of the report.
    pub(super) report: &'a str,
    pub(super) clock: &'a Clock,
    /// Rows of a table at most.
    pub(super) rows_max: u32,
}

/// A sheet being written, row after row.
pub(super) struct Sheet<'a> {
    pub(super) sheet: Worksheet,
    /// Its name, and what it holds.
    pub(super) of: paper::Sheet,
    /// The columns, each with its place on the sheet.
    columns: Vec<(u16, Column)>,
    frame: &'a Frame<'a>,
    /// Row of the names of the columns.
    head: u32,
    next: u32,
    sums: Vec<Total>,
    /// Rows that did not fit.
    pub(super) left_out: u64,
}

/// The money of a column.
#[derive(Clone, Copy, Debug, Default)]
struct Total {
    micros: i128,
    /// Some amount has more digits than a number keeps and stands as text.
    has_text: bool,
}

/// Columns of a table that streams, each with what stands in it.
pub(super) type Columns<T> = [(Column, fn(&T) -> Cell)];

/// `C7`, by the places of row and column.
fn name(row: u32, column: u16) -> String {
    format!("{}{}", letters(column.into()), u64::from(row) + 1)
}

/// The columns of a sheet that one of a table takes: head and width.
fn on_sheet(column: &Column) -> impl Iterator<Item = (&'static str, u16)> {
    let (head, beside) = match column.kind {
        Kind::Line => ("File", Some(LINE_OF_FILE)),
        Kind::Time => (column.head, Some(OFFSET)),
        _ => (column.head, None),
    };
    std::iter::once((head, column.wide)).chain(beside)
}

/// Whether its long texts go on over several lines. Where no amount is known, words say so.
const fn wraps(column: &Column) -> bool {
    matches!(column.kind, Kind::Prose | Kind::Line) || column.kind.is_money()
}

/// Whether its money is added up below.
const fn is_summed(column: &Column) -> bool {
    column.adds_up && column.kind.is_money()
}

/// Lines that a text takes in such a width: a little more than it fills, since words break before the edge.
fn lines_of(text: &str, width: u16) -> usize {
    let room = usize::from(width).saturating_sub(2).max(1);
    (text.chars().count() * 11 / 10).div_ceil(room).clamp(1, LINES_MAX)
}

impl<'a> Sheet<'a> {
    /// Starts a sheet with its title and sentences.
    pub(super) fn new(
        mut sheet: Worksheet,
        of: paper::Sheet,
        notes: &[&str],
        columns: impl Iterator<Item = Column>,
        frame: &'a Frame<'a>,
    ) -> Result<Self, WorkbookError> {
        let formats = frame.formats;
        sheet.set_name(of.name)?;
        let (mut placed, mut heads) = (Vec::new(), Vec::new());
        for column in columns {
            placed.push((u16::try_from(heads.len()).unwrap_or_default(), column));
            heads.extend(on_sheet(&column));
        }
        let widths = || heads.iter().chain(&OWN).map(|(_, width): &(&str, u16)| *width);
        for (at, width) in (0..).zip(widths()) {
            sheet.set_column_width(at, width)?;
        }
        frame.print_layout(&mut sheet, widths().map(u32::from).sum());
        sheet.write_string_with_format(0, 0, of.name, &formats.title)?;
        let mut head = 1;
        for note in notes {
            sheet.write_string_with_format(head, 0, safe(note), &formats.note)?;
            head += 1;
        }
        link(&mut sheet, (head, 0), ((SUMMARY, 0), "Contents"), formats)?;
        head += 1;
        let lines = heads.iter().map(|(head, width)| lines_of(head, *width)).max();
        set_lines(&mut sheet, head, lines.unwrap_or(1))?;
        let formatted = heads.iter().map(|(head, _)| (head, &formats.head));
        let own = OWN.iter().map(|(head, _)| (head, &formats.own));
        for (at, (head_of, format)) in (0..).zip(formatted.chain(own)) {
            sheet.write_string_with_format(head, at, *head_of, format)?;
        }
        sheet.set_freeze_panes(head + 1, 0)?;
        sheet.set_repeat_rows(head, head)?;
        let (columns, sums) = (placed, vec![Total::default(); heads.len()]);
        Ok(Self { sheet, of, columns, frame, head, next: head + 1, sums, left_out: 0 })
    }

    /// How many columns of the sheet the table takes.
    fn width(&self) -> u16 {
        self.columns.iter().flat_map(|(_, column)| on_sheet(column)).map(|_| 1).sum()
    }

    /// Rows of its table so far.
    pub(super) fn rows(&self) -> u64 {
        u64::from(self.next - self.head - 1)
    }

    /// Writes a row of a table that streams.
    pub(super) fn push_of<T>(&mut self, columns: &Columns<T>, of: &T) -> Result<(), WorkbookError> {
        self.push(&columns.iter().map(|(_, value)| value(of)).collect::<Vec<_>>())
    }

    /// Writes a row; one that does not fit is counted.
    pub(super) fn push(&mut self, cells: &[Cell]) -> Result<(), WorkbookError> {
        if self.next - self.head > self.frame.rows_max {
            self.left_out += 1;
            return Ok(());
        }
        let lines = cells.iter().zip(&self.columns).map(|(cell, (_, column))| match &cell.value {
            Value::Text(text) | Value::Line { file: text, .. } if wraps(column) => {
                lines_of(text, column.wide)
            }
            _ => 1,
        });
        set_lines(&mut self.sheet, self.next, lines.max().unwrap_or(1))?;
        for ((cell, (place, column)), total) in cells.iter().zip(&self.columns).zip(&mut self.sums)
        {
            let place = (self.next, *place);
            let (frame, sheet) = (self.frame, self.of.name);
            let to = cell.to.and_then(|to| frame.place(to)).filter(|(of, _)| *of != sheet);
            match (&cell.value, to) {
                (Value::Money(micros), _) => {
                    total.micros += micros;
                    total.has_text |= dollars(*micros).is_none();
                    let formula = formula(column, &self.columns, (self.next, cells), *micros);
                    let money = (*micros, formula.as_deref());
                    write_money(&mut self.sheet, place, money, &frame.formats.money, frame)?;
                }
                (Value::Text(text), Some(to)) => {
                    link(&mut self.sheet, place, (to, text), frame.formats)?;
                }
                (value, _) => write(&mut self.sheet, place, value, column, frame)?,
            }
        }
        self.next += 1;
        Ok(())
    }

    /// Writes totals and filters.
    pub(super) fn finish(mut self) -> Result<Self, WorkbookError> {
        let formats = self.frame.formats;
        let (first, last) = (self.head + 1, self.next - 1);
        let rows = self.rows();
        let mut below = self.next;
        if rows == 0 {
            self.sheet.write_string_with_format(first, 0, "None.", &formats.text)?;
            below += 1;
        }
        let end = self.width() + OWN.len() as u16 - 1;
        self.sheet.autofilter(self.head, 0, last.max(first), end)?;
        if rows > 0 && self.columns.iter().any(|(_, of)| is_summed(of)) {
            self.totals(first, last)?;
            below += 1;
        }
        if self.left_out > 0 {
            let said = format!(
                "{} more rows do not fit on a sheet; report.json counts them, and lists those that no cause explains.",
                grouped(self.left_out)
            );
            self.sheet.write_string_with_format(below, 0, said, &formats.strong)?;
        }
        Ok(self)
    }

    /// The row of totals: what a filter hides is left out of them.
    fn totals(&mut self, first: u32, last: u32) -> Result<(), WorkbookError> {
        let (frame, row) = (self.frame, last + 1);
        for at in 0..self.width() {
            let label = if at == 0 { "Total" } else { "" };
            self.sheet.write_string_with_format(row, at, label, &frame.formats.total)?;
        }
        let added = self.columns.iter().zip(&self.sums).filter(|((_, of), _)| is_summed(of));
        for ((at, _), total) in added {
            let range = format!("{}:{}", name(first, *at), name(last, *at));
            let formula = format!("ROUND(SUBTOTAL(109,{range}),6)");
            let money = (total.micros, (!total.has_text).then_some(formula.as_str()));
            write_money(&mut self.sheet, (row, *at), money, &frame.formats.total_money, frame)?;
        }
        Ok(())
    }

    /// The formula of what the column of this head comes to, which no filter changes; `None` where not all of it stands on
    /// the sheet as numbers.
    ///
    /// # Errors
    /// Where that is not what the workpaper says.
    pub(super) fn total(
        &self,
        head: &str,
        expected: i128,
    ) -> Result<Option<String>, WorkbookError> {
        let of = self.columns.iter().zip(&self.sums).find(|((_, of), _)| of.head == head);
        let Some(((at, _), of)) = of.filter(|_| self.left_out == 0 && self.rows() > 0) else {
            return Ok(None);
        };
        if of.micros != expected {
            return Err(WorkbookError::Money { expected, found: of.micros });
        }
        let (first, last) = (name(self.head + 1, *at), name(self.next - 1, *at));
        let formula = format!("ROUND(SUM('{}'!{first}:{last}),6)", self.of.name);
        Ok((!of.has_text).then_some(formula))
    }
}

/// The formula of an amount that comes from others of its row, where they come to it.
fn formula(
    column: &Column,
    columns: &[(u16, Column)],
    (row, cells): (u32, &[Cell]),
    micros: i128,
) -> Option<String> {
    let (mut formula, mut sum) = (String::new(), 0);
    for (is_taken, key) in column.terms() {
        let at = columns.iter().position(|(_, column)| column.key == key)?;
        let Value::Money(amount) = cells.get(at)?.value else { return None };
        let (sign, amount) = if is_taken { ("-", -amount) } else { ("+", amount) };
        sum += amount;
        formula.push_str(sign);
        formula.push_str(&name(row, columns[at].0));
    }
    let formula = formula.strip_prefix('+').unwrap_or(&formula);
    (sum == micros && !formula.is_empty()).then(|| format!("ROUND({formula},6)"))
}

/// Not every program finds out for itself how high a row must be.
fn set_lines(sheet: &mut Worksheet, row: u32, lines: usize) -> Result<(), WorkbookError> {
    if lines > 1 {
        sheet.set_row_height(row, LINE * u32::try_from(lines).unwrap_or(1))?;
    }
    Ok(())
}

impl Frame<'_> {
    /// Landscape, one page wide, with the report's id and the page in head and foot; `width` in characters.
    pub(super) fn print_layout(&self, sheet: &mut Worksheet, width: u32) {
        // In heads and feet an ampersand begins a code.
        let report = safe(self.report).replace('&', "&&");
        let report: String = report.chars().take(120).collect();
        sheet.set_landscape();
        // Letter, or tabloid (11 by 17 inches).
        sheet.set_paper_size(if width > LETTER_MAX { 3 } else { 1 });
        sheet.set_margins(0.4, 0.4, 0.75, 0.75, 0.3, 0.3);
        sheet.set_print_fit_to_pages(1, 0);
        sheet.set_header(format!("&LReport {report}&R&A"));
        sheet.set_footer("&LWorkpapers&RPage &P of &N");
    }

    /// Sheet and row, from 0, where something stands. Exceptions stand in the order of their numbers.
    fn place(&self, of: Anchor) -> Option<(&'static str, u64)> {
        match of {
            Anchor::Finding(at) => Some((FINDINGS, FIRST + at as u64)),
            Anchor::Exception(number) => {
                (number <= self.rows_max.into()).then_some((EXCEPTIONS, FIRST + number - 1))
            }
            Anchor::Control(_) => None,
        }
    }
}

/// Writes a value, and beside a time its offset, beside a file its line. Text is always written as text, whatever it begins
/// with; what a number cannot hold is text.
pub(super) fn write(
    sheet: &mut Worksheet,
    (row, at): (u32, u16),
    value: &Value,
    column: &Column,
    frame: &Frame<'_>,
) -> Result<(), WorkbookError> {
    let formats = frame.formats;
    let text = if wraps(column) { &formats.wrapped } else { &formats.text };
    let count = |count: u64| u32::try_from(count).ok().map(f64::from);
    let (number, format, words): (Option<f64>, &Format, Cow<'_, str>) = match value {
        Value::Empty => return Ok(()),
        Value::Money(micros) => {
            return write_money(sheet, (row, at), (*micros, None), &formats.money, frame);
        }
        Value::Text(words) => {
            let of_name = number(words).filter(|_| column.kind == Kind::Name).map(f64::from);
            (of_name, &formats.count, safe(words).into())
        }
        Value::Count(number) => (count(*number), &formats.count, number.to_string().into()),
        Value::Percent { scaled, digits } => {
            let number = point(*scaled, digits + 2).parse().ok();
            match formats.percent.get(usize::from(*digits)) {
                Some(format) => (number, format, Cow::default()),
                None => (None, text, point(*scaled, *digits).into()),
            }
        }
        Value::Day(of) => (day(*of), &formats.day, of.to_string().into()),
        Value::Time(time) => {
            let whole = frame.clock.rfc3339(*time);
            match local(&whole) {
                Some((civil, offset)) => {
                    sheet.write_string_with_format(row, at + 1, offset, &formats.text)?;
                    (time_number(civil), &formats.time, civil.to_string().into())
                }
                None => (None, text, whole.into()),
            }
        }
        Value::Line { file, line } => {
            sheet.write_number_with_format(row, at + 1, *line, &formats.count)?;
            (None, text, safe(file).into())
        }
    };
    match number {
        Some(number) => sheet.write_number_with_format(row, at, number, format)?,
        None => sheet.write_string_with_format(row, at, words, text)?,
    };
    Ok(())
}

/// Writes an amount, or what a formula over amounts comes to. What a number cannot hold to the last digit is text.
pub(super) fn write_money(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    (micros, formula): (i128, Option<&str>),
    format: &Format,
    frame: &Frame<'_>,
) -> Result<(), WorkbookError> {
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
            sheet.write_string_with_format(row, column, text, &frame.formats.money_text)?;
        }
    }
    Ok(())
}

/// A link within the workbook, to a sheet and a row from 0. A formula, since a sheet holds no more than 65,530 other links;
/// its words are text of a formula.
pub(super) fn link(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    ((to, to_row), text): ((&str, u64), &str),
    formats: &Formats,
) -> Result<(), WorkbookError> {
    // A text within a formula holds no more than 255 characters.
    let text: String = safe(text).chars().take(LINK_MAX).collect();
    let words = text.replace('"', "\"\"");
    let formula = format!("=HYPERLINK(\"#'{to}'!A{}\",\"{words}\")", to_row + 1);
    let formula = Formula::new(formula).set_result(text);
    sheet.write_formula_with_format(row, column, formula, &formats.link)?;
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
