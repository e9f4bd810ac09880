//! The counters that records of a file are given to.

use crate::args::Shuffle;
use crate::random::decks::Counter;
use crate::random::hands;
use feltproof_intake::samples::Shape;
use feltproof_stats::Test;
use feltproof_stats::deal::{Contrast, Deals, Layout, Options};
use feltproof_stats::symbols::Symbols;

/// What is known of full decks: where the dealer's positions are given, the aces are counted there.
pub(crate) fn full_decks(cards: usize, dealer: Option<&str>) -> Result<Options, String> {
    let contrast = dealer.map(|text| aces_at(text, cards)).transpose()?;
    Ok(Options { contrast, ..Options::decks(cards) })
}

/// The aces at `31-35`, positions counted from one.
fn aces_at(text: &str, cards: usize) -> Result<Contrast, String> {
    let ends = text.split_once('-').map(|(a, b)| (a.trim().parse(), b.trim().parse()));
    let Some((Ok(from), Ok(to))) = ends else {
        return Err(format!("`{text}` is not two positions such as 31-35 (--dealer)"));
    };
    let (from, to): (usize, usize) = (from, to);
    if cards != 52 || from == 0 {
        return Err("--dealer is for decks of 52 cards, positions counted from 1".into());
    }
    let labels = (0..4).fold(0, |mask, suit| mask | 1 << (suit * 13 + 12));
    let name = format!("Aces in the dealer's hand, positions {from} to {to}");
    Ok(Contrast { places: Some(from - 1..to), labels, name })
}

/// Decks or deals, counted record by record.
pub(crate) struct Records {
    pub deals: Deals,
    /// What a record is.
    pub shape: Shape,
    /// Whether categories of hands are counted.
    pub categories: bool,
}

impl Records {
    fn layout(&self, cards: usize) -> Result<Layout, String> {
        // Whoever reads records refuses those of more cards than a deck has, and those that are no whole hands.
        let cards =
            u8::try_from(cards).map_err(|_| format!("{cards} cards, more than any deck"))?;
        Ok(match self.shape {
            Shape::Packets { size, last, ordered, hands_max: _ } => {
                let packets = (cards - last) / size + 1;
                Layout::Packets { packets, size, last, ordered }
            }
            Shape::Full | Shape::First(_) => Layout::Ordered { dealt: cards },
        })
    }
}

impl Counter for Records {
    fn part(&self, start: u64) -> Self {
        Self { deals: self.deals.part(start), shape: self.shape, categories: self.categories }
    }

    fn take(&mut self, cards: &[u8]) -> Result<(), String> {
        let layout = self.layout(cards.len())?;
        let categories: Vec<u8> = match self.categories {
            true => cards.chunks(5).filter_map(hands::category).collect(),
            false => Vec::new(),
        };
        self.deals.push(layout, cards, &categories).map_err(|e| e.to_string())
    }

    fn join(&mut self, next: Self) -> Result<(), String> {
        self.deals.merge(next.deals).map_err(|e| e.to_string())
    }
}

/// A counter and, where a standard demands the tests of positions, the records as draws of plays.
pub(crate) struct Played<C> {
    pub counter: C,
    plays: Option<Symbols>,
    /// Symbols of a part, in order.
    draws: Vec<u32>,
}

impl<C: Counter> Played<C> {
    /// Around a counter of records of `dealt` cards each; 0 where their number varies.
    pub(crate) fn new(counter: C, args: &Shuffle, dealt: usize) -> Result<Self, String> {
        let standard = args.judging.standard()?;
        let requested = standard.is_some_and(|standard| {
            standard.demands.iter().any(|d| d.decks.iter().any(|key| key.starts_with("play.")))
        });
        let plays = || {
            let plays = Symbols::new_grouped(args.cards.count().into(), dealt);
            plays.and_then(Symbols::without_replacement)
        };
        let plays = (requested && dealt >= 2).then(plays).transpose();
        Ok(Self { counter, plays: plays.map_err(|e| e.to_string())?, draws: Vec::new() })
    }

    /// The tests of positions, where a standard demands them.
    pub(crate) fn position_tests(&self) -> Vec<Test> {
        let tests = self.plays.iter().flat_map(|plays| plays.battery().tests);
        tests.filter(|test| test.key.starts_with("play.")).collect()
    }
}

impl<C: Counter> Counter for Played<C> {
    fn part(&self, start: u64) -> Self {
        Self { counter: self.counter.part(start), plays: self.plays.clone(), draws: Vec::new() }
    }

    fn take(&mut self, cards: &[u8]) -> Result<(), String> {
        self.counter.take(cards)?;
        if self.plays.is_some() {
            self.draws.extend(cards.iter().copied().map(u32::from));
        }
        Ok(())
    }

    fn join(&mut self, next: Self) -> Result<(), String> {
        if let Some(plays) = &mut self.plays {
            plays.push_all(&next.draws);
        }
        self.counter.join(next.counter)
    }
}
