//! Text of a CSV that a spreadsheet would run as a formula, made text by one apostrophe, and read back without it.
//!
//! Spreadsheets open a CSV without asking, and take a cell that begins with `=`, `+`, `-` or `@` (a tab or a carriage return
//! before it is skipped) for a formula. One apostrophe in front makes it text. A text that begins with an apostrophe has one
//! more put in front, too, so that taking one away always gives the text as it was.

use std::borrow::Cow;

/// Whether a spreadsheet would not keep a cell that begins so, or an apostrophe is to be told from ours.
const fn is_guarded(first: u8) -> bool {
    matches!(first, b'=' | b'+' | b'-' | b'@' | b'\t' | b'\r' | b'\'')
}

/// The text as a cell of a CSV that may be opened in a spreadsheet. Not for numbers, which may begin with a sign.
pub fn guarded(text: &str) -> Cow<'_, str> {
    match text.as_bytes().first() {
        Some(first) if is_guarded(*first) => Cow::Owned(format!("'{text}")),
        _ => Cow::Borrowed(text),
    }
}

/// The text that [`guarded`] was given; any other as it is.
pub fn unguarded(cell: &[u8]) -> &[u8] {
    match cell {
        [b'\'', rest @ ..] if rest.first().is_some_and(|first| is_guarded(*first)) => rest,
        _ => cell,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_spreadsheet_would_run_is_text_and_comes_back() {
        for text in [
            "=1+1",
            "+1",
            "-2+3",
            "@SUM(A1)",
            "\t=1",
            "\r=1",
            "'=1",
            "''",
            "-",
            "=cmd|' /C calc'!A0",
        ] {
            let cell = guarded(text);
            assert_eq!(cell, format!("'{text}"));
            assert_eq!(unguarded(cell.as_bytes()), text.as_bytes());
        }
        for text in ["", "a=1", "12,10:00", " =1", "O'Brien", "\u{201c}=1"] {
            assert_eq!(guarded(text), text);
            assert_eq!(unguarded(text.as_bytes()), text.as_bytes());
        }
        // An apostrophe that others put before a word is theirs.
        assert_eq!(unguarded(b"'tis"), b"'tis");
    }
}
