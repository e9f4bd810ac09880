//! How an export writes a value, and the same value as a canonical journal writes it. Every failure is
//! the end of a sentence that begins with the column and the value: `is ..., which ...`.

mod cards;
mod money;
mod nothing;
mod time;
mod visible;

pub(crate) use cards::CardForm;
pub(crate) use money::{MoneyForm, NEGATIVES, Negative, marked};
pub(crate) use nothing::{Meaning, Nothings, may_mean_nothing};
pub(crate) use time::{OR, TimeForm, leave_offset, to_calendar};
pub(crate) use visible::{VisibleRow, is_invisible, visible};

/// A cell without the blanks around it, no-break spaces too.
#[inline]
pub(crate) fn trimmed(cell: &[u8]) -> &[u8] {
    // Nearly all begin and end with a letter, a digit or a sign of ASCII, or are empty.
    match cell {
        [] | [b'!'..=b'~'] | [b'!'..=b'~', .., b'!'..=b'~'] => cell,
        _ => without_blanks(cell),
    }
}

/// The whole number of `1.0` or `1.00`, as programs write it that keep a column with gaps as decimals. With
/// three noughts it may be a thousand.
pub(crate) fn without_noughts(cell: &[u8], point: u8) -> Option<&[u8]> {
    let digits = cell.strip_suffix(b"0")?;
    digits.strip_suffix(&[point]).or_else(|| digits.strip_suffix(b"0")?.strip_suffix(&[point]))
}

fn without_blanks(cell: &[u8]) -> &[u8] {
    let mut text = cell.trim_ascii();
    while let Some(rest) = text.strip_prefix("\u{a0}".as_bytes()) {
        text = rest.trim_ascii_start();
    }
    while let Some(rest) = text.strip_suffix("\u{a0}".as_bytes()) {
        text = rest.trim_ascii_end();
    }
    text
}
