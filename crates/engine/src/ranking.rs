//! How a hand is read: what a ranking is, and which of its hands a row of a paytable is for.
//!
//! Each ranking stands in a file of its own; `rankings` lists them. A paytable goes by one of them and may
//! name only what that one can tell apart. A row pays the hands it names that no row above it names.

use crate::rank::HandRank;
use feltproof_model::{Card, CardList};

/// A way to read a hand.
#[derive(Debug)]
pub struct Ranking {
    /// The name in the definition of a progressive's paytable; empty where none may go by it.
    pub(crate) key: &'static str,
    /// The rank of a hand at the showdown; `None` for a ranking that no showdown goes by, and for a
    /// number of cards that it does not know.
    pub(crate) rank: Option<fn(&CardList) -> Option<HandRank>>,
    /// What a hand is worth, the more the better: by its rank at the showdown or by all its cards.
    pub(crate) worth: fn(HandRank, &[Card]) -> Option<u16>,
    /// All that a paytable may name.
    pub(crate) outcomes: &'static [Outcome],
    /// One hand of every kind that a paytable can tell apart, best first.
    pub(crate) kinds: fn() -> Vec<Kind>,
    /// The lowest hand that a progressive pays.
    pub(crate) lowest: Outcome,
    /// The name of a hand: `four aces`.
    pub(crate) name: fn(HandRank, &[Card]) -> String,
    /// Writes the cards of a hand and what they are: `A♠ K♠ Q♠ J♠ is an ace-high straight flush`.
    pub(crate) words: fn(HandRank, &CardList, &mut String),
    /// Whether it tells red suits from black ones.
    pub colours: bool,
}

/// One hand of a kind that a paytable can tell from others.
pub(crate) struct Kind {
    /// Its name in messages.
    pub(crate) name: String,
    pub(crate) worth: u16,
    /// It belongs to the kind below where that has a row and it has none.
    pub(crate) special: bool,
}

impl Ranking {
    /// The outcome of this name in definitions.
    pub fn outcome(&self, key: &str) -> Option<Outcome> {
        self.outcomes.iter().copied().find(|outcome| outcome.key == key)
    }
}

impl PartialEq for Ranking {
    fn eq(&self, other: &Self) -> bool {
        self.outcomes == other.outcomes
    }
}

impl Eq for Ranking {}

/// Which hands a row of a paytable is for: from one worth to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    key: &'static str,
    title: &'static str,
    from: u16,
    to: u16,
}

impl Outcome {
    pub(crate) const fn new(
        (key, title): (&'static str, &'static str),
        (from, to): (u16, u16),
    ) -> Self {
        Self { key, title, from, to }
    }

    /// The name in definitions: `four_aces`, `pair_of_queens_or_better`.
    pub const fn key(self) -> &'static str {
        self.key
    }

    /// The name in sentences: `four aces`, `a pair of queens or better`.
    pub const fn title(self) -> &'static str {
        self.title
    }

    /// The lowest and the highest worth of its hands.
    pub(crate) const fn range(self) -> (u16, u16) {
        (self.from, self.to)
    }

    /// True when it names hands of this worth.
    pub(crate) const fn takes(self, worth: u16) -> bool {
        self.from <= worth && worth <= self.to
    }

    /// True when it names the hands of this rank, in a paytable that goes by the rank at the showdown.
    pub const fn includes(self, rank: HandRank) -> bool {
        self.takes(rank.number())
    }

    /// True when it names all hands that another names.
    pub const fn covers(self, other: Self) -> bool {
        self.from <= other.from && other.to <= self.to
    }
}
