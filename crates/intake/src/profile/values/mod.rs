//! How an export writes a value, and the same value as a canonical journal writes it. Every failure is
//! the end of a sentence that begins with the column and the value: `is ..., which ...`.

mod cards;
mod money;
mod time;

pub(crate) use cards::CardForm;
pub(crate) use money::{MoneyForm, NEGATIVES, Negative};
pub(crate) use time::TimeForm;

/// A cell without the blanks around it, no-break spaces too.
#[inline]
pub(crate) fn trimmed(cell: &[u8]) -> &[u8] {
    // Nearly all begin and end with a letter, a digit or a sign of ASCII, or are empty.
    match cell {
        [] | [b'!'..=b'~'] | [b'!'..=b'~', .., b'!'..=b'~'] => cell,
        _ => without_blanks(cell),
    }
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
