//! Why a file cannot be opened: one sentence with the file, what is wrong and the remedy.

/// A file that cannot be opened as rows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct OpenError(String);

impl OpenError {
    pub(crate) fn new(file: &str, why: impl std::fmt::Display) -> Self {
        Self(format!("{file}: {why}"))
    }
}

/// What to do about a file that breaks off or contradicts itself.
pub(crate) const EXPORT_AGAIN: &str = "export it again, or copy it again from where it came";
