//! Lines of the terminal: wrapped to its width, coloured where wanted, safe to print.

use super::Style;
use feltproof_printable::visible;

/// A colour of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    Plain,
    Bold,
    Red,
    Amber,
    Green,
}

/// Lines as they are written.
pub(super) struct Page {
    out: String,
    style: Style,
    /// A word that is wider than its room stays whole, so that an address can be copied.
    pub(super) keeps_words: bool,
}

impl Page {
    /// An empty page; at least 60 columns are used.
    pub(super) fn new(style: Style) -> Self {
        let style = Style { width: style.width.max(60), ..style };
        Self { out: String::new(), style, keeps_words: false }
    }

    /// What was written.
    pub(super) fn into_text(self) -> String {
        self.out
    }

    /// Columns of a line.
    pub(super) const fn width(&self) -> usize {
        self.style.width
    }

    /// One line as it stands; its text is safe to print and fits.
    pub(super) fn line(&mut self, ink: Ink, text: &str) {
        let code = match ink {
            Ink::Plain => None,
            Ink::Bold => Some("1"),
            Ink::Red => Some("1;31"),
            Ink::Amber => Some("1;33"),
            Ink::Green => Some("1;32"),
        };
        self.out.push_str(&match code.filter(|_| self.style.colour) {
            Some(code) => format!("\x1b[{code}m{text}\x1b[0m\n"),
            None => format!("{text}\n"),
        });
    }

    pub(super) fn blank(&mut self) {
        self.out.push('\n');
    }

    pub(super) fn heading(&mut self, text: &str) {
        self.blank();
        self.wrapped("", Ink::Bold, text);
    }

    /// One line with a lead; what does not fit goes on, indented to the lead's width.
    pub(super) fn wrapped(&mut self, lead: &str, ink: Ink, text: &str) {
        let indent = lead.chars().count();
        let room = self.style.width.saturating_sub(indent).max(20);
        let leads = std::iter::once(lead.to_owned()).chain(std::iter::repeat(" ".repeat(indent)));
        for (line, lead) in lines(&visible(text), room, !self.keeps_words).iter().zip(leads) {
            self.out.push_str(&lead);
            self.line(ink, line);
        }
    }

    /// Rows of two columns, the first padded to one width.
    pub(super) fn pairs(&mut self, rows: &[(String, Ink, String)]) {
        let wide = rows.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or(0);
        for (name, ink, text) in rows {
            let lead = format!("  {name:<wide$}  ");
            self.wrapped(&lead, *ink, text);
        }
    }
}

/// Breaks at spaces; a word longer than the room is cut, never dropped. A wide character takes two columns.
pub(super) fn wrap(text: &str, room: usize) -> Vec<String> {
    lines(text, room, true)
}

fn lines(text: &str, room: usize, cuts_words: bool) -> Vec<String> {
    let options = textwrap::Options::new(room)
        .break_words(cuts_words)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .wrap_algorithm(textwrap::WrapAlgorithm::FirstFit);
    textwrap::wrap(text, options).into_iter().map(Into::into).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapping_loses_no_letter() {
        let text = "one two threethreethreethree four";
        for room in 1..40 {
            let lines = wrap(text, room);
            assert!(lines.iter().all(|l| l.chars().count() <= room), "{room}: {lines:?}");
            let letters = |s: &str| s.chars().filter(|c| *c != ' ').collect::<String>();
            assert_eq!(letters(&lines.join(" ")), letters(text));
        }
        assert_eq!(wrap("", 10), [""]);
        assert_eq!(wrap("ab cd", 5), ["ab cd"]);
        assert_eq!(wrap("ab cd", 4), ["ab", "cd"]);
        // A code stays whole, and a name in wide characters fits.
        assert_eq!(wrap("of PAY-003 or WAC-001", 10), ["of PAY-003", "or WAC-001"]);
        assert_eq!(wrap("賭場 監査", 6), ["賭場", "監査"]);
    }
}
