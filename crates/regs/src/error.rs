//! What is wrong with a pack file: every error at once, each with its line and key.

use std::fmt;

/// One error in a pack file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PackError {
    /// The file as it was named to [`crate::Pack::parse`].
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// The key concerned, such as `limit[2].value[1].from`; empty for a syntax error.
    pub key: String,
    /// One sentence: what was found, what was expected, the remedy.
    pub message: String,
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.file, self.line)?;
        if !self.key.is_empty() {
            write!(f, "{}: ", self.key)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for PackError {}

/// All errors of one pack file, in the order of its lines. Never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackErrors(pub Vec<PackError>);

impl fmt::Display for PackErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for PackErrors {}
