//! What is wrong with a file: all of it, each error with its place.

use std::fmt;

/// One error of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TomlError {
    /// The file, as the caller named it.
    pub file: String,
    /// Line, 1 for the first.
    pub line: u32,
    /// The key it concerns, from the outermost table inwards: `paytable SB, row four_aces, odds`.
    /// Empty where the text is not TOML.
    pub key: String,
    /// What was found, what is wrong with it, and the remedy.
    pub message: String,
}

impl fmt::Display for TomlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.file, self.line)?;
        if !self.key.is_empty() {
            write!(f, "{}: ", self.key)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for TomlError {}

/// All errors of one file, by line; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TomlErrors(pub Vec<TomlError>);

impl fmt::Display for TomlErrors {
    /// One error a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
    }
}

impl std::error::Error for TomlErrors {}
