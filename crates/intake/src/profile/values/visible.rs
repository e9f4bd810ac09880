//! Characters that nobody sees: kinds of blanks that are a space, and marks without width that are nothing.

use feltproof_sheets::Fields;
use std::borrow::Cow;

/// What a character that is not seen as what it is is meant as.
fn meant(c: char) -> Option<&'static str> {
    match c {
        // Zero width, marks of direction, byte order marks, soft hyphens.
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' => {
            Some("")
        }
        '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => Some(""),
        _ if !c.is_ascii() && c.is_whitespace() => Some(" "),
        _ => None,
    }
}

/// Whether a character looks like a space or like nothing, and is another.
pub(crate) fn is_invisible(c: char) -> bool {
    meant(c).is_some()
}

/// A text with what its invisible characters are meant as.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || !text.contains(is_invisible) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match meant(c) {
            Some(meant) => out.push_str(meant),
            None => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Rows whose invisible characters are read as what they are meant as.
#[derive(Default)]
pub(crate) struct VisibleRow {
    text: Vec<u8>,
    spans: Vec<(usize, usize)>,
}

impl VisibleRow {
    /// The row without invisible characters; `None` where it has none.
    pub(crate) fn of(&mut self, row: Fields<'_>) -> Option<Fields<'_>> {
        let has_some = |at: usize| {
            std::str::from_utf8(row.get(at)).is_ok_and(|cell| cell.contains(is_invisible))
        };
        if row.raw().is_ascii() || !(0..row.count()).any(has_some) {
            return None;
        }
        self.text.clear();
        self.spans.clear();
        for at in 0..row.count() {
            let from = self.text.len();
            let cell = row.get(at);
            match std::str::from_utf8(cell).map(visible) {
                Ok(Cow::Owned(seen)) => self.text.extend_from_slice(seen.trim().as_bytes()),
                Ok(Cow::Borrowed(_)) | Err(_) => self.text.extend_from_slice(cell),
            }
            self.spans.push((from, self.text.len()));
        }
        Some(Fields::new(&self.text, &self.spans))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_a_space_or_nothing() {
        for (text, seen) in [
            ("6:03\u{202f}PM", "6:03 PM"),
            ("6:03\u{a0}PM", "6:03 PM"),
            ("1\u{2009}250", "1 250"),
            ("1\u{2007}250\u{3000}", "1 250 "),
            ("\u{feff}D-\u{ad}14\u{200b}", "D-14"),
            ("\u{202a}T1\u{202c}\u{2060}\u{200f}", "T1"),
            ("José 10♥\u{fe0f}", "José 10♥\u{fe0f}"),
        ] {
            assert_eq!(visible(text), seen, "{text:?}");
        }
        let row = "a\u{a0}b,cd,\u{200b}".as_bytes();
        let spans = [(0, 4), (5, 7), (8, 11)];
        let mut memory = VisibleRow::default();
        let seen = memory.of(Fields::with_commas(row, &spans)).unwrap();
        let cells: Vec<&[u8]> = (0..seen.count()).map(|at| seen.get(at)).collect();
        assert_eq!(cells, [&b"a b"[..], b"cd", b""]);
        assert!(memory.of(Fields::with_commas("é,b".as_bytes(), &[(0, 2), (3, 4)])).is_none());
    }
}
