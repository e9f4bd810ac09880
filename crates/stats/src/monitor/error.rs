//! Why something cannot be monitored. Each message is one sentence.

/// A declaration that cannot be monitored, or a record that is no deck and no draw.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MonitorError {
    /// Cards of a deck.
    #[error("a deck of {0} cards: 2 to 64 can be monitored")]
    Deck(usize),
    /// Rounds back to the earlier deck.
    #[error("the deck {0} rounds before: 1 to 8 can be monitored")]
    Lag(usize),
    /// A deck with another number of cards.
    #[error("{cards} cards in a deck of {n}")]
    Count {
        /// Cards recorded.
        cards: usize,
        /// Cards of a deck.
        n: usize,
    },
    /// A card that the deck does not have.
    #[error("card {card} in a deck of {n}")]
    Card {
        /// Card, from 0.
        card: u8,
        /// Cards of a deck.
        n: usize,
    },
    /// A card twice; positions from 1.
    #[error("card {card} stands at positions {first} and {second}")]
    Twice {
        /// Card, from 0.
        card: u8,
        /// First position.
        first: u8,
        /// Second position.
        second: usize,
    },
    /// Symbols of a draw.
    #[error("draws of {0} symbols: 2 to 65,536 can be monitored")]
    Draws(u32),
    /// A symbol out of range.
    #[error("symbol {symbol} among {d} symbols")]
    Symbol {
        /// Symbol, from 0.
        symbol: u32,
        /// Number of symbols.
        d: u32,
    },
}
