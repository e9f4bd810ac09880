//! The character between fields: the one under which most rows have the same number, two or more.

use super::Table;
use crate::format::{Format, Quote};
use crate::{Dialect, Fields, Splitter, Step, step};
use memchr::memchr_iter;
use std::collections::BTreeMap;

/// What database dumps write before a quote within a field.
const ESCAPE: char = '\\';
/// Rows that are looked at.
const ROWS: usize = 2_000;

/// Delimited text.
pub(super) struct Delimited {
    pub(super) dialect: Dialect,
    /// How many fields most rows have; 0 where that is one, or none is most.
    pub(super) width: usize,
    pub(super) rows: Table,
    pub(super) why: String,
}

/// The dialect of a text, as far as it is not stated.
pub(super) fn of(text: &str, stated: &Format) -> Delimited {
    let (delimiter, quote) = (stated.delimiter, stated.quote);
    // Where two fit alike, the one named first: a comma may be the decimal one of every amount.
    let delimiters = delimiter.map_or_else(|| b"\t;|,".to_vec(), |stated| vec![stated]);
    let quotes = match quote {
        Some(Quote::None) => vec![None],
        Some(Quote::Byte(stated)) => vec![Some(stated)],
        None => vec![Some(b'"'), None, Some(b'\'')],
    };
    let best = |escape: Option<u8>| {
        let mut best: Option<(Fit, Dialect)> = None;
        for (&delimiter, &quote) in
            delimiters.iter().flat_map(|d| quotes.iter().map(move |q| (d, q)))
        {
            let dialect = Dialect { delimiter, quote, escape };
            let fit = Fit::of(text, dialect);
            if best.as_ref().is_none_or(|(known, _)| fit.is_better_than(known)) {
                best = Some((fit, dialect));
            }
        }
        best
    };
    let may_escape = stated.escape.is_none() && text.contains(ESCAPE);
    let escaped = if may_escape { best(Some(ESCAPE as u8)) } else { None };
    let plain = best(stated.escape);
    // An escape is one where nothing else fits as well.
    let is_escaped = escaped.as_ref().zip(plain.as_ref()).is_some_and(|((fit, _), (known, _))| {
        fit.share > known.share || fit.share == known.share && fit.faults < known.faults
    });
    let best = if is_escaped { escaped } else { plain };
    match best {
        Some((fit, dialect)) if fit.share != 0 || delimiter.is_some() => delimited(text, dialect),
        // One column is read with commas, of which it has none.
        _ => delimited(text, Dialect::CSV),
    }
}

/// Whether what stands on both sides of each carriage return within a record is a row of the usual width. In
/// quotes it is text.
pub(super) fn returns_end_rows(text: &str, found: &Delimited) -> bool {
    let (text, dialect, mut at) = (text.as_bytes(), found.dialect, 0);
    let mut splitter = Splitter::new(dialect);
    let mut is_row = |piece: &[u8]| {
        let quotes = piece.iter().filter(|b| Some(**b) == dialect.quote).count();
        let is_closed = quotes % 2 == 0;
        piece.is_empty() || is_closed && splitter.split(piece, quotes != 0).count() == found.width
    };
    while at < text.len() {
        let (end, next) = match step(text, at, true, dialect) {
            Step::Record { end, next, .. } | Step::Faulty { end, next, .. } => (end, next),
            Step::NeedMore => break,
        };
        let record = text.get(at..end).unwrap_or_default();
        if record.contains(&b'\r') && !record.split(|b| *b == b'\r').all(&mut is_row) {
            return false;
        }
        at = next;
    }
    true
}

/// Whether a delimiter ends each row under one that has a field less, and may be that of the names; the
/// empty fields behind them are taken away then.
pub(super) fn ends_records(rows: &mut Table) -> bool {
    let (usual, _) = usual_width(widths(rows));
    let Some(names) = rows.iter().position(|(_, cells)| cells.len() + 1 >= usual) else {
        return false;
    };
    let Some(((_, first), records)) = rows.get_mut(names..).and_then(|rows| rows.split_first_mut())
    else {
        return false;
    };
    let is_ended =
        |cells: &[String]| cells.len() == usual && cells.last().is_some_and(String::is_empty);
    let fits = first.len() + 1 == usual
        && !records.is_empty()
        && records.iter().all(|(_, cells)| is_ended(cells) || cells == first);
    if fits {
        records.iter_mut().for_each(|(_, cells)| cells.truncate(usual - 1));
    }
    fits
}

/// How well a dialect fits.
struct Fit {
    /// Rows of the usual width, of a thousand; 0 where that is one field.
    share: usize,
    /// The usual number of fields; one more where it is not counted in commas.
    width: usize,
    /// Rows with a quote that does not close.
    faults: usize,
    /// Fields that are quoted.
    quoted: usize,
}

impl Fit {
    fn of(text: &str, dialect: Dialect) -> Self {
        let mut widths = Vec::new();
        let (faults, quoted) = each_row(text, dialect, |_, fields| widths.push(fields.count()));
        let (usual, count) = usual_width(widths.iter().copied());
        let share = if usual < 2 { 0 } else { count * 1000 / widths.len() };
        let width = usual + usize::from(dialect.delimiter != b',');
        Self { share, width, faults, quoted }
    }

    fn is_better_than(&self, other: &Self) -> bool {
        let faults = other.faults.cmp(&self.faults);
        // Quotes that close in all rows are no accident: what they hold is one field.
        let key = |fit: &Self| (fit.share, fit.quoted, fit.width);
        if self.share == 0 || other.share == 0 {
            return (self.share != 0, faults, key(self))
                > (other.share != 0, std::cmp::Ordering::Equal, key(other));
        }
        (faults, key(self)) > (std::cmp::Ordering::Equal, key(other))
    }
}

/// The rows of a text that hold anything, with their numbers. Returns how many have a quote that does not
/// close, and how many a quoted field.
fn each_row(text: &str, dialect: Dialect, mut row: impl FnMut(u32, Fields<'_>)) -> (usize, usize) {
    let text = text.as_bytes();
    let (mut splitter, mut rows, mut number, mut at) = (Splitter::new(dialect), 0, 0, 0);
    let (mut faults, mut quoted_rows) = (0, 0);
    while at < text.len() && rows < ROWS {
        let (end, next, quoted, faulty) = match step(text, at, true, dialect) {
            Step::Record { end, next, quoted } => (end, next, quoted, false),
            Step::Faulty { end, next, .. } => (end, next, false, true),
            Step::NeedMore => break,
        };
        let record = text.get(at..end).unwrap_or_default();
        let lines = memchr_iter(b'\n', text.get(at..next).unwrap_or_default()).count();
        number += 1;
        faults += usize::from(faulty);
        quoted_rows += usize::from(quoted);
        if !record.trim_ascii().is_empty() {
            rows += 1;
            row(number, splitter.split(record, quoted));
        }
        // A record of several lines is one row, numbered by its first line.
        number += u32::try_from(lines.max(1) - 1).expect("the head of a file is short");
        at = next;
    }
    (faults, quoted_rows)
}

fn delimited(text: &str, dialect: Dialect) -> Delimited {
    let mut rows = Table::new();
    each_row(text, dialect, |number, fields| {
        let cell = |at| String::from_utf8_lossy(fields.get(at)).trim().to_owned();
        rows.push((number, (0..fields.count()).map(cell).collect()));
    });
    let (usual, count) = usual_width(widths(&rows));
    if usual < 2 || count * 1000 / rows.len() < 500 {
        let why = "no character divides most rows into the same number of fields: one column";
        return Delimited { dialect, width: 0, rows, why: why.to_owned() };
    }
    let escape =
        dialect.escape.map(|byte| format!(", `{}` before quotes within them", char::from(byte)));
    let why = format!(
        "{} between fields{}: {count} of {} rows have {usual} of them",
        name(dialect.delimiter),
        escape.unwrap_or_default(),
        rows.len()
    );
    Delimited { dialect, width: usual, rows, why }
}

fn name(delimiter: u8) -> String {
    if delimiter == b'\t' { "a tab".to_owned() } else { format!("`{}`", char::from(delimiter)) }
}

/// The cells that most rows have, the larger of two numbers as frequent, and the rows that have it.
pub(super) fn usual_width(widths: impl Iterator<Item = usize>) -> (usize, usize) {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    widths.for_each(|width| *counts.entry(width).or_default() += 1);
    counts.into_iter().max_by_key(|(width, count)| (*count, *width)).unwrap_or((0, 0))
}

/// How many cells each row has.
pub(super) fn widths(rows: &[(u32, Vec<String>)]) -> impl Iterator<Item = usize> {
    rows.iter().map(|(_, cells)| cells.len())
}
