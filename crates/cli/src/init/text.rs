//! Lines of an engagement to be written: values, comments, and blanks.

use feltproof_intake::{BLANK, quoted};
use std::fmt::{Arguments, Write as _};

/// Lines of TOML.
#[derive(Default)]
pub(super) struct Out(pub(super) String);

impl Out {
    fn line(&mut self, text: Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{text}");
    }

    /// A heading, with an empty line before it.
    pub(super) fn section(&mut self, name: &str) {
        self.line(format_args!("\n{name}"));
    }

    /// A comment. What files hold cannot end its line.
    pub(super) fn comment(&mut self, text: &str) {
        let plain = |c: char| if c.is_control() { ' ' } else { c };
        self.line(format_args!("# {}", text.chars().map(plain).collect::<String>().trim_end()));
    }

    pub(super) fn text(&mut self, key: &str, value: &str) {
        self.line(format_args!("{key} = {}", quoted(value)));
    }

    /// A value that only the user knows; `wanted` says what to write.
    pub(super) fn blank(&mut self, key: &str, wanted: &str) {
        self.text(key, &blank(wanted));
    }

    pub(super) fn number(&mut self, key: &str, value: u8) {
        self.line(format_args!("{key} = {value}"));
    }

    pub(super) fn list(&mut self, key: &str, values: &[String]) {
        let values: Vec<String> = values.iter().map(|value| quoted(value)).collect();
        self.line(format_args!("{key} = [{}]", values.join(", ")));
    }
}

/// The text of a blank.
pub(super) fn blank(wanted: &str) -> String {
    format!("{BLANK}: {wanted}")
}
