//! Which outputs show a part of a document: paper is narrow, a workbook is wide, a terminal is short.

/// A set of outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outputs(u8);

impl Outputs {
    /// None: what is needed for other columns alone.
    pub(crate) const NONE: Self = Self(0);
    /// The PDF.
    pub const PRINT: Self = Self(1);
    /// The page for browsers.
    pub const PAGE: Self = Self(2);
    /// The workbook.
    pub const BOOK: Self = Self(4);
    /// The terminal.
    pub const TERMINAL: Self = Self(8);
    /// All of them.
    pub const ALL: Self = Self(15);

    /// These and those.
    pub const fn and(self, those: Self) -> Self {
        Self(self.0 | those.0)
    }

    /// These without those.
    pub(crate) const fn without(self, those: Self) -> Self {
        Self(self.0 & !those.0)
    }

    /// Whether some of those are among these.
    pub const fn has(self, those: Self) -> bool {
        self.0 & those.0 != 0
    }
}

pub(crate) const PRINT: Outputs = Outputs::PRINT;
pub(crate) const PAGE: Outputs = Outputs::PAGE;
pub(crate) const BOOK: Outputs = Outputs::BOOK;
pub(crate) const TERMINAL: Outputs = Outputs::TERMINAL;
