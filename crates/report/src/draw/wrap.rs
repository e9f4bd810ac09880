//! Breaks text into lines that fit a width. Nothing is ever dropped: a word longer than the line is
//! broken, preferably after a separator.
#![allow(clippy::float_arithmetic, reason = "text widths are drawing, never money")]

use super::fonts::Fonts;
use super::style::{Face, TextStyle};

const EPSILON: f32 = 0.01;

/// The lines of a text in printable characters; `\n` starts a new line. At least one line.
///
/// A line that ends between words ends with the space that stood there, which takes no room: whoever reads the text
/// without the page needs it.
pub(crate) fn wrap(fonts: &Fonts, style: TextStyle, text: &str, width: f32) -> Vec<String> {
    let mut lines = Vec::<String>::new();
    for paragraph in text.split('\n') {
        if let Some(line) = lines.last_mut().filter(|line| !line.is_empty()) {
            line.push(' ');
        }
        let mut printable = fonts.printable(style.face, paragraph);
        if style.face == Face::Mono {
            printable = columns_kept(&printable);
        }
        Wrapper { fonts, style, width, lines: &mut lines, line: String::new(), used: 0.0 }
            .paragraph(&printable);
    }
    lines
}

/// Raw text keeps its columns: a space at the start of a line or before another one does not break.
fn columns_kept(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut leading = true;
    while let Some(c) = chars.next() {
        leading &= c == ' ';
        let fixed = c == ' ' && (leading || chars.peek() == Some(&' '));
        out.push(if fixed { '\u{a0}' } else { c });
    }
    out
}

struct Wrapper<'a> {
    fonts: &'a Fonts,
    style: TextStyle,
    width: f32,
    lines: &'a mut Vec<String>,
    line: String,
    used: f32,
}

impl Wrapper<'_> {
    fn measure(&self, text: &str) -> f32 {
        self.fonts.width(self.style.face, self.style.size, text)
    }

    fn paragraph(mut self, text: &str) {
        let space = self.measure(" ");
        for word in text.split(' ').filter(|w| !w.is_empty()) {
            let wide = self.measure(word);
            let lead = if self.line.is_empty() { 0.0 } else { space };
            if self.used + lead + wide <= self.width + EPSILON {
                if !self.line.is_empty() {
                    self.line.push(' ');
                }
                self.line.push_str(word);
                self.used += lead + wide;
                continue;
            }
            if !self.line.is_empty() {
                self.line.push(' ');
                self.end_line();
            }
            if wide <= self.width + EPSILON {
                self.line.push_str(word);
                self.used = wide;
            } else {
                self.long_word(word);
            }
        }
        self.end_line();
    }

    fn end_line(&mut self) {
        self.lines.push(std::mem::take(&mut self.line));
        self.used = 0.0;
    }

    /// Cuts a word that no line holds, after a separator if one stands in the second half of what fits.
    fn long_word(&mut self, word: &str) {
        let letters: Vec<char> = word.chars().collect();
        let mut rest = letters.as_slice();
        loop {
            let mut used = 0.0;
            let mut fits = 0;
            for c in rest {
                used += self.fonts.char_width(self.style.face, self.style.size, *c);
                if used > self.width + EPSILON {
                    break;
                }
                fits += 1;
            }
            // A column narrower than one letter still moves on, letter by letter.
            if fits.max(1) >= rest.len() {
                self.line.extend(rest);
                self.used = used;
                return;
            }
            let head = rest.get(..fits).unwrap_or_default();
            let separator =
                head.iter().rposition(|c| "/\\-_.,:;=|&?".contains(*c)).map(|at| at + 1);
            let cut = separator.filter(|at| at * 2 > fits).unwrap_or(fits).max(1);
            let (line, tail) = rest.split_at(cut.min(rest.len()));
            self.line.extend(line);
            self.end_line();
            rest = tail;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::style::{CELL, MONO};
    use super::*;

    #[test]
    fn every_letter_is_kept_and_every_line_fits() {
        let fonts = Fonts::embedded().unwrap();
        let hash = "0123456789abcdef".repeat(4);
        let text = format!("exports/2026/{hash}/hands.csv and a few words — with a dash {hash}");
        for style in [CELL, MONO] {
            for width in [12.0_f32, 40.0, 90.0, 180.0, 500.0] {
                let lines = wrap(&fonts, style, &text, width);
                for line in &lines {
                    let seen = line.trim_end();
                    assert!(fonts.width(style.face, style.size, seen) <= width + 0.02, "{line}");
                }
                let letters = |s: &str| s.chars().filter(|c| *c != ' ').collect::<String>();
                assert_eq!(letters(&lines.concat()), letters(&text), "{width}");
            }
        }
    }

    /// Between words a line keeps its space; within a word there is none to keep.
    #[test]
    fn the_text_can_be_read_without_its_lines() {
        let fonts = Fonts::embedded().unwrap();
        let text = "one two three four abcdefghijklmnopqrstuvwxyz five";
        for width in [20.0_f32, 33.0, 47.0, 80.0] {
            assert_eq!(wrap(&fonts, CELL, text, width).concat(), text, "{width}");
        }
    }

    #[test]
    fn raw_text_keeps_its_columns() {
        let fonts = Fonts::embedded().unwrap();
        let lines = wrap(&fonts, MONO, "  a   b c\nd", 400.0);
        assert_eq!(lines, ["\u{a0}\u{a0}a\u{a0}\u{a0} b c ", "d"]);
        assert_eq!(wrap(&fonts, CELL, "  a   b c", 400.0), ["a b c"]);
    }

    #[test]
    fn a_column_narrower_than_a_letter_still_ends() {
        let fonts = Fonts::embedded().unwrap();
        assert_eq!(wrap(&fonts, CELL, "abc", 1.0), ["a", "b", "c"]);
        assert_eq!(wrap(&fonts, CELL, "", 100.0), [""]);
        assert_eq!(wrap(&fonts, CELL, "a\nb", 100.0), ["a ", "b"]);
    }
}
