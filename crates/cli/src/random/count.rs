//! The counters that records of a file are given to.

use crate::args::Shuffle;
use crate::random::decks::{Counter, Shape};
use crate::random::hands;
use feltproof_stats::Test;
use feltproof_stats::deal::{Deals, Layout};
use feltproof_stats::deck::Decks;
use feltproof_stats::symbols::Symbols;

/// Full decks.
#[derive(Clone)]
pub struct FullDecks(pub Decks);

impl Counter for FullDecks {
    fn take(&mut self, cards: &[u8]) -> Result<(), String> {
        self.0.push(cards)
    }

    fn gap(&mut self) {
        self.0.break_chain();
    }
}

/// Partial deals.
#[derive(Clone)]
pub struct PartialDeals {
    /// The counts.
    pub deals: Deals,
    /// What a record is.
    pub shape: Shape,
    /// Whether categories of hands are counted.
    pub categories: bool,
}

impl PartialDeals {
    fn layout(&self, cards: usize) -> Layout {
        let cards = u8::try_from(cards).unwrap_or(u8::MAX);
        match self.shape {
            Shape::Packets { size, last, ordered } => {
                let packets = cards.saturating_sub(last) / size + 1;
                Layout::Packets { packets, size, last, ordered }
            }
            _ => Layout::Ordered { dealt: cards },
        }
    }
}

impl Counter for PartialDeals {
    fn take(&mut self, cards: &[u8]) -> Result<(), String> {
        let layout = self.layout(cards.len());
        let categories: Vec<u8> = match self.categories {
            true => cards.chunks(5).filter_map(hands::category).collect(),
            false => Vec::new(),
        };
        self.deals.push(layout, cards, &categories)
    }

    fn gap(&mut self) {
        self.deals.break_chain();
    }
}

/// A counter and, where a standard asks for the tests of positions, the records as draws.
pub struct Played<C> {
    /// The counter.
    pub counter: C,
    /// Symbols of the records in order; none unless they are wanted.
    pub plays: Vec<u32>,
    wanted: bool,
}

impl<C> Played<C> {
    /// Around a counter.
    pub fn new(counter: C, wanted: bool) -> Self {
        Self { counter, plays: Vec::new(), wanted }
    }
}

impl<C: Counter> Counter for Played<C> {
    fn take(&mut self, cards: &[u8]) -> Result<(), String> {
        self.counter.take(cards)?;
        if self.wanted {
            self.plays.extend(cards.iter().copied().map(u32::from));
        }
        Ok(())
    }

    fn gap(&mut self) {
        self.counter.gap();
    }
}

/// The tests of positions that some standards name: each deck is one play, each card a draw.
pub struct Plays(Symbols);

impl Plays {
    /// For standards that ask for them, else `None`.
    ///
    /// # Errors
    /// When a play is too long.
    pub fn of(args: &Shuffle, cards: usize, dealt: usize) -> Result<Option<Self>, String> {
        let Some(name) = &args.judging.profile else { return Ok(None) };
        let standard = crate::random::profile::find(name)?;
        let asked = standard.demands.iter().any(|d| d.decks.iter().any(|key| key.starts_with("play.")));
        if !asked || dealt < 2 {
            return Ok(None);
        }
        let symbols = u32::try_from(cards).unwrap_or(u32::MAX);
        Symbols::new_grouped(symbols, dealt, true).map(|plays| Some(Self(plays)))
    }

    /// Counts draws, where they are wanted.
    pub fn push(plays: &mut Option<Self>, draws: &[u32]) {
        if let Some(Self(symbols)) = plays {
            symbols.push_all(draws);
        }
    }

    /// The tests of positions alone.
    pub fn tests(self) -> impl Iterator<Item = Test> {
        let tests = self.0.battery().tests.into_iter();
        tests.filter(|test| test.key.starts_with("play."))
    }
}
