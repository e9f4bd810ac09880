//! Lines of an engagement to be written: values, comments, and blanks.

use feltproof_intake::{BLANK, quoted};
use feltproof_printable::visible;
use std::fmt::Display;

/// Lines of TOML, and what is to be said of them.
#[derive(Default)]
pub(super) struct Out {
    pub(super) text: String,
    /// A line each.
    pub(super) said: Vec<String>,
}

impl Out {
    fn line(&mut self, text: impl Display) {
        self.text.push_str(&format!("{text}\n"));
    }

    /// A line for the terminal.
    pub(super) fn say(&mut self, text: impl Display) {
        self.said.push(visible(&text.to_string()));
    }

    /// A heading, with an empty line before it.
    pub(super) fn section(&mut self, name: &str) {
        self.line(format_args!("\n{name}"));
    }

    /// A comment. What files hold cannot end its line.
    pub(super) fn comment(&mut self, text: impl Display) {
        self.line(format_args!("# {}", visible(&text.to_string()).trim_end()));
    }

    pub(super) fn text(&mut self, key: &str, value: &str) {
        self.value(key, quoted(value));
    }

    /// A value that only the user knows; `wanted` says what to write.
    pub(super) fn blank(&mut self, key: &str, wanted: impl Display) {
        self.text(key, &blank(wanted));
    }

    /// A value as it stands in TOML.
    pub(super) fn value(&mut self, key: &str, value: impl Display) {
        self.line(format_args!("{key} = {value}"));
    }

    pub(super) fn list<T: AsRef<str>>(&mut self, key: &str, values: &[T]) {
        let values: Vec<String> = values.iter().map(|value| quoted(value.as_ref())).collect();
        self.value(key, format_args!("[{}]", values.join(", ")));
    }
}

/// The text of a blank.
pub(super) fn blank(wanted: impl Display) -> String {
    format!("{BLANK}: {wanted}")
}

/// Things with how often each is on record, and what stands between the two: `C4P-1 (12), C4P-2 (7)`.
pub(super) fn counted<T: Display>(all: impl IntoIterator<Item = (T, u64)>) -> String {
    let one = |(thing, count): (T, u64)| format!("{thing} ({count})");
    all.into_iter().map(one).collect::<Vec<_>>().join(", ")
}
