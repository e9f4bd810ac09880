//! What may be wrong with the data of the printed figures, which come with the program.

use crate::sheet::SheetError;

/// A figure that asks for something that does not exist; a test proves that none does.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrintedError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] feltproof_toml::TomlErrors),
    /// The figure of this id cannot be computed, and why.
    #[error("figure {0}: {1}")]
    Figure(String, Box<Self>),
    /// A part of the quantity is missing.
    #[error("the quantity lacks its {0}")]
    Lacks(&'static str),
    /// A part of the quantity that should be one of this kind has this name, which is of nothing.
    #[error("no {0} {1}")]
    Unknown(&'static str, String),
    /// The sheet cannot be made.
    #[error(transparent)]
    Sheet(#[from] SheetError),
}

impl PrintedError {
    pub(super) fn unknown(kind: &'static str, name: impl Into<String>) -> Self {
        Self::Unknown(kind, name.into())
    }
}
