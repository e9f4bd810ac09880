//! Why decks cannot be counted as declared. Each message is one sentence.

use super::{LABELS, LAG_MAX};

/// A declaration that no deck fits, or two counts that do not belong together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeckError {
    /// Cards of a deck.
    #[error("a deck has 2 to {LABELS} cards here, not {0}")]
    Cards(usize),
    /// Decks back to the one compared with.
    #[error("the deck compared with is 1 to {LAG_MAX} decks before, not {0}")]
    Lag(usize),
    /// Positions of a contrast, from 1.
    #[error(
        "positions {first} to {last} are not some of the positions 1 to {cards}, from the first to \
         the last"
    )]
    Places {
        /// First position.
        first: usize,
        /// Last position.
        last: usize,
        /// Cards of a deck.
        cards: usize,
    },
    /// Marked cards that are none or all of so many.
    #[error("marked cards must be some of the {0}, not none and not all")]
    Marked(usize),
    /// Merging counts of different declarations.
    #[error("the two counts are not of decks of the same kind")]
    DifferentKinds,
    /// Merging an earlier piece behind a later one; numbers of decks, from 0.
    #[error("deck {start} cannot follow deck {end}")]
    OutOfOrder {
        /// Where the piece begins.
        start: u64,
        /// Where it should begin at the earliest.
        end: u64,
    },
    /// Merging a long piece, of so many decks, that does not know where it begins.
    #[error("a piece of {0} decks was not told where it begins")]
    NoPlace(u64),
}
