//! The errors of an engagement file, collected.

use std::fmt;

/// One error of an engagement file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngagementError {
    /// The file, as the caller named it.
    pub file: String,
    /// 1 is the first line.
    pub line: u32,
    /// One sentence with the key, both values and the remedy.
    pub message: String,
}

impl fmt::Display for EngagementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

impl std::error::Error for EngagementError {}

/// All errors of an engagement file, by line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngagementErrors {
    /// The errors; at least one.
    pub errors: Vec<EngagementError>,
}

impl fmt::Display for EngagementErrors {
    /// One error a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.errors.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for EngagementErrors {}

/// Collects errors and knows the line of every byte.
pub(super) struct Faults {
    file: String,
    /// Places of the line feeds.
    line_feeds: Vec<usize>,
    list: Vec<(u32, String)>,
}

impl Faults {
    pub(super) fn new(file: &str, text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let line_feeds = memchr::memchr_iter(b'\n', text.as_bytes()).collect();
        Self { file: file.to_owned(), line_feeds, list: Vec::new() }
    }

    /// The line of a byte, 1 the first.
    pub(super) fn line(&self, byte: usize) -> u32 {
        let before = self.line_feeds.partition_point(|at| *at < byte);
        u32::try_from(before).unwrap_or(u32::MAX).saturating_add(1)
    }

    pub(super) fn push(&mut self, line: u32, message: String) {
        self.list.push((line, message));
    }

    /// How many errors so far.
    pub(super) const fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn into_errors(mut self) -> EngagementErrors {
        self.list.sort_by_key(|(line, _)| *line);
        let file = self.file;
        let error = |(line, message)| EngagementError { file: file.clone(), line, message };
        EngagementErrors { errors: self.list.into_iter().map(error).collect() }
    }
}
