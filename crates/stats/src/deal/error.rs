//! Why deals cannot be counted as declared, or what is wrong with one. Each message is one sentence.

use super::{CATEGORIES_MAX, LAG_MAX, PACKETS_MAX};

/// A declaration that cannot be tested, a deal that cannot be, or parts that do not belong together.
/// Positions count from 0 where nothing else is said.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum DealError {
    /// Cards of a deck, and how few can be tested.
    #[error("a deck of {0} cards; {1} to 64 can be tested")]
    Deck(usize, usize),
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
    /// Marked cards that are none or all of so many.
    #[error("marked cards must be some of the {0}, not none and not all")]
    Marked(usize),
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
    /// Part of a deck among decks that were declared whole.
    #[error("a part of a deck among whole decks of {0} cards")]
    NotWhole(usize),
    /// Cards that one deck cannot have, each with its positions; all that is wrong.
    #[error("{0}")]
    Cards(String),
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

/// What is wrong with these cards of a deck of `n`, of which `declared` should be there: all of it, up to
/// six faults.
pub(super) fn what_is_wrong(n: usize, declared: usize, cards: &[u8]) -> String {
    let mut found = Vec::new();
    if cards.len() != declared {
        found.push(format!("{} cards where there should be {declared}", cards.len()));
    }
    let mut first: Vec<Option<usize>> = vec![None; n];
    for (position, card) in cards.iter().enumerate() {
        match first.get_mut(usize::from(*card)) {
            None => found.push(format!("no card {card} in a deck of {n}, at position {position}")),
            Some(Some(before)) => {
                found.push(format!("card {card} stands at positions {before} and {position}"));
            }
            Some(place) => *place = Some(position),
        }
    }
    if declared == n {
        let missing = first.iter().enumerate().filter(|(_, place)| place.is_none());
        found.extend(missing.map(|(card, _)| format!("card {card} is missing")));
    }
    let more = found.len().saturating_sub(6);
    found.truncate(6);
    if more > 0 {
        found.push(format!("and {more} more faults"));
    }
    found.join("; ")
}
