//! How well the text behind a control, limit value, group or reason is known; reports print it.

use std::fmt;

feltproof_model::words! {
    /// Evidence, strongest first, with its tag in pack files and reports.
    pub enum Evidence {
        /// The text was read on a copy of the official page.
        Read = "V",
        /// Stated by the engagement as confirmed, with its source: its word, which no pack can give.
        Stated = "E",
        /// Only the opening, a title or a table of contents could be read.
        ReadInPart = "V-part",
        /// The text, or a part of it, was read on a third party's copy, which is not the authority's.
        ReadOnCopy = "V-copy",
        /// Computed from values that have their own evidence.
        Computed = "C",
        /// From the source documents, the approved game and system sheets.
        SourceDocument = "SEED",
        /// A secondary source: news, a third party's summary.
        Secondary = "S",
        /// Recalled, not verified.
        Recalled = "R",
        /// Inferred, or a reading chosen; the authority has not said so.
        Inferred = "I",
    }
}

impl Evidence {
    /// What the tag says.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Stated => "stated by the engagement as confirmed, with its source",
            Self::Read => "text read on a copy of the official page",
            Self::ReadInPart => "only the opening, a title or the contents were readable",
            Self::ReadOnCopy => "text, or a part of it, read on a third party's copy",
            Self::Computed => "computed from tagged values",
            Self::SourceDocument => "from the approved game and system sheets",
            Self::Secondary => "secondary source, such as news or a third party's summary",
            Self::Recalled => "recalled, not verified",
            Self::Inferred => "inference, or a reading chosen; the authority has not said so",
        }
    }

    pub(crate) fn in_pack(tag: &str) -> Option<Self> {
        Self::in_packs().find(|e| e.name() == tag)
    }

    /// Those that a pack can give.
    pub(crate) fn in_packs() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|e| *e != Self::Stated)
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
