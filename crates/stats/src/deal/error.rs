//! Why deals cannot be counted as declared, or what is wrong with one. Each message is one sentence.

use super::{CATEGORIES_MAX, LAG_MAX, PACKETS_MAX};

/// A declaration that cannot be tested, a deal that cannot be, or parts that do not belong together.
/// Positions count from 0.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum DealError {
    /// Cards of a deck.
    #[error("a deck of {0} cards; 4 to 64 can be tested")]
    Deck(usize),
    /// Deals back to the one before.
    #[error("a lag of {0} deals; 1 to {LAG_MAX} can be tested")]
    Lag(usize),
    /// Ranks or suits that are not one for each card.
    #[error("{name} must be {n} numbers below {n}, one for each card")]
    Classes {
        /// `ranks` or `suits`.
        name: &'static str,
        /// Cards of a deck.
        n: usize,
    },
    /// Categories whose probabilities add up to another sum than 1.
    #[error(
        "at most {CATEGORIES_MAX} categories with probabilities above 0 that add up to 1; these add \
         up to {0}"
    )]
    Chances(f64),
    /// Marked cards that are none of so many.
    #[error("marked cards must be some of the {0}")]
    Marked(usize),
    /// Packets of a deal.
    #[error("{0} packets; 1 to {PACKETS_MAX} can be tested")]
    Packets(u8),
    /// A packet of no card.
    #[error("a packet without cards")]
    EmptyPacket,
    /// A deal of no card.
    #[error("a deal without cards")]
    Empty,
    /// More cards than a deck has.
    #[error("{cards} cards of a deck of {n}")]
    TooMany {
        /// Cards dealt.
        cards: usize,
        /// Cards of a deck.
        n: usize,
    },
    /// A deal with another number of cards than declared.
    #[error("{cards} cards where there should be {declared}")]
    Count {
        /// Cards dealt.
        cards: usize,
        /// Cards declared.
        declared: usize,
    },
    /// A card that the deck does not have.
    #[error("no card {card} in a deck of {n}, at position {index}")]
    Card {
        /// Card, from 0.
        card: u8,
        /// Cards of a deck.
        n: usize,
        /// Position.
        index: usize,
    },
    /// A card twice.
    #[error("card {card} stands at positions {first} and {index}")]
    Twice {
        /// Card, from 0.
        card: u8,
        /// First position.
        first: u8,
        /// Second position.
        index: usize,
    },
    /// Merging parts of different declarations.
    #[error("parts of two different streams")]
    DifferentStreams,
    /// Merging a part that does not follow; numbers of deals, from 0.
    #[error("a part that starts at {start} where {end} should follow")]
    OutOfOrder {
        /// Where the part starts.
        start: u64,
        /// Where it should.
        end: u64,
    },
    /// Categories that are not one for each packet.
    #[error("{given} hand categories of {zones} packets")]
    CategoryCount {
        /// How many.
        given: usize,
        /// Packets of the deal.
        zones: usize,
    },
    /// A category that was not declared.
    #[error("no hand category {category} among {known}")]
    Category {
        /// Category, from 0.
        category: u8,
        /// Categories declared.
        known: usize,
    },
}
