//! Lines of text for a terminal or a pipe, broken at 80 columns.

use crate::print::lines_of;
use feltproof_report::visible;

/// Columns of a line.
const WIDTH: usize = 80;

/// Lines to be printed.
#[derive(Default)]
pub(super) struct Lines(pub(super) String);

impl Lines {
    /// A line as it stands, without spaces at its end.
    pub(super) fn line(&mut self, text: &str) {
        self.0.push_str(visible(text).trim_end());
        self.0.push('\n');
    }

    /// An empty line.
    pub(super) fn blank(&mut self) {
        self.0.push('\n');
    }

    /// A text broken at spaces, below itself behind a lead; a word that is wider stays whole, so that an address can be
    /// copied. Nothing for an empty text.
    pub(super) fn wrapped(&mut self, lead: &str, text: &str) {
        let below = " ".repeat(lead.chars().count());
        self.behind(lead, &below, text);
    }

    /// As [`Self::wrapped`], with another lead for the lines below the first.
    pub(super) fn behind(&mut self, first: &str, below: &str, text: &str) {
        let text = visible(text);
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if words.is_empty() {
            return;
        }
        let options = lines_of(WIDTH).break_words(false);
        let options = options.initial_indent(first).subsequent_indent(below);
        for line in textwrap::wrap(&words, options) {
            self.line(&line);
        }
    }

    /// A label and its text.
    pub(super) fn pair(&mut self, label: &str, text: &str) {
        self.wrapped(&format!("  {label:<11}"), text);
    }
}

/// `1 limit`, `2 limits`.
pub(super) fn plural(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
