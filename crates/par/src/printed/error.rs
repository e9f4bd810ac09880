//! What may be wrong with the data of the printed figures, which come with the program.

use crate::sheet::SheetError;

/// A figure that asks for something that does not exist; a test proves that none does.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrintedError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] feltproof_toml::TomlErrors),
    /// A figure cannot be computed.
    #[error("figure {id}: {why}")]
    Figure {
        /// Id of the figure.
        id: String,
        /// Why not.
        why: Box<Self>,
    },
    /// A part of the quantity is missing.
    #[error("the quantity lacks its {0}")]
    Lacks(&'static str),
    /// A part of the quantity names nothing.
    #[error("no {kind} {name}")]
    Unknown {
        /// What it should be.
        kind: &'static str,
        /// What stands there.
        name: String,
    },
    /// The sheet cannot be made.
    #[error(transparent)]
    Sheet(#[from] SheetError),
}

impl PrintedError {
    pub(super) fn unknown(kind: &'static str, name: impl Into<String>) -> Self {
        Self::Unknown { kind, name: name.into() }
    }
}
