//! Lines of a mapping profile, and texts as a TOML file has them.

use std::fmt::{Arguments, Write as _};

#[derive(Default)]
pub(super) struct Out(pub(super) String);

impl Out {
    pub(super) fn line(&mut self, text: Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{text}");
    }

    /// A section, with an empty line before it.
    pub(super) fn section(&mut self, name: &str) {
        self.line(format_args!("\n[{name}]"));
    }
}

/// A text as a TOML file has it, in quotes.
pub fn quoted(text: &str) -> String {
    let mut out = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out + "\""
}
