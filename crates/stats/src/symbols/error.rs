//! Why draws cannot be counted as declared. Each message is one sentence.

use super::LONGEST_PLAY;

/// A declaration that no draws fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SymbolsError {
    /// Symbols in the range.
    #[error("a range of {0} symbols; it must have 2 to 65536")]
    Range(u32),
    /// Draws of one play.
    #[error("plays of {0} draws; a play must have 1 to {LONGEST_PLAY}")]
    Play(usize),
    /// Without replacement needs plays.
    #[error("draws without replacement must be grouped into plays")]
    NoPlays,
    /// More draws without replacement than there are symbols.
    #[error("{group} different symbols in a play, of a range of {d}")]
    TooMany {
        /// Draws of one play.
        group: usize,
        /// Number of symbols.
        d: u32,
    },
    /// Declared after the first draw.
    #[error("to be said before the first draw")]
    Late,
}
