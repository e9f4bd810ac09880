//! Which character stands between fields: the one under which most rows have the same number of
//! fields, two or more.

use super::Table;
use crate::format::Quote;
use crate::{Dialect, Splitter, Step, step};
use std::collections::BTreeMap;

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
pub(super) fn of(text: &str, delimiter: Option<u8>, quote: Option<Quote>) -> Delimited {
    // Where two fit alike, the one named first: a comma may be the decimal one of every amount.
    let delimiters = delimiter.map_or_else(|| b"\t;|,".to_vec(), |stated| vec![stated]);
    let quotes = match quote {
        Some(Quote::None) => vec![None],
        Some(Quote::Byte(stated)) => vec![Some(stated)],
        None => vec![Some(b'"'), None, Some(b'\'')],
    };
    let mut best: Option<(Fit, Delimited)> = None;
    for &delimiter in &delimiters {
        for &quote in &quotes {
            let dialect = Dialect { delimiter, quote };
            let (fit, delimited) = try_dialect(text, dialect);
            if best.as_ref().is_none_or(|(known, _)| fit.is_better_than(known)) {
                best = Some((fit, delimited));
            }
        }
    }
    match best {
        // One column is read with commas, of which it has none.
        Some((fit, delimited)) if fit.share != 0 || delimiter.is_some() => delimited,
        _ => try_dialect(text, Dialect::CSV).1,
    }
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

fn try_dialect(text: &str, dialect: Dialect) -> (Fit, Delimited) {
    let text = text.as_bytes();
    let (mut splitter, mut rows, mut number, mut at) = (Splitter::new(dialect), Table::new(), 0, 0);
    let (mut faults, mut quoted_rows) = (0, 0);
    while at < text.len() && rows.len() < ROWS {
        let (end, next, quoted, faulty) = match step(text, at, true, dialect) {
            Step::Record { end, next, quoted } => (end, next, quoted, false),
            Step::Faulty { end, next, .. } => (end, next, false, true),
            Step::NeedMore => break,
        };
        let record = text.get(at..end).unwrap_or_default();
        let lines = text.get(at..next).unwrap_or_default().iter().filter(|b| **b == b'\n').count();
        number += 1;
        faults += usize::from(faulty);
        quoted_rows += usize::from(quoted);
        if !record.trim_ascii().is_empty() {
            let fields = splitter.split(record, quoted);
            let texts = (0..fields.count())
                .map(|at| String::from_utf8_lossy(fields.get(at)).trim().to_owned());
            rows.push((number, texts.collect()));
        }
        // A record of several lines is one row, numbered by its first line.
        number += u32::try_from(lines.max(1) - 1).expect("the head of a file is short");
        at = next;
    }
    let (usual, count) = usual_width(&rows);
    let share = if usual < 2 { 0 } else { count * 1000 / rows.len().max(1) };
    let width = usual + usize::from(dialect.delimiter != b',');
    let fit = Fit { share, width, faults, quoted: quoted_rows };
    let fits = share >= 500;
    let why = if fits {
        format!(
            "{} between fields: {count} of {} rows have {usual} of them",
            name(dialect.delimiter),
            rows.len()
        )
    } else {
        "no character divides most rows into the same number of fields: one column".to_owned()
    };
    let width = if fits { usual } else { 0 };
    (fit, Delimited { dialect, width, rows, why })
}

fn name(delimiter: u8) -> String {
    if delimiter == b'\t' { "a tab".to_owned() } else { format!("`{}`", char::from(delimiter)) }
}

/// The number of cells that most rows have, the larger of two that are as frequent, and how many
/// rows have it.
pub(super) fn usual_width(rows: &[(u32, Vec<String>)]) -> (usize, usize) {
    let mut widths: BTreeMap<usize, usize> = BTreeMap::new();
    for (_, cells) in rows {
        *widths.entry(cells.len()).or_default() += 1;
    }
    widths.into_iter().max_by_key(|(width, count)| (*count, *width)).unwrap_or((0, 0))
}
