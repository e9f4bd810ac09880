//! Which deal came `lag` deals before, also across the seam of two parts of a stream.

use std::collections::VecDeque;

use super::PACKETS_MAX;
use super::error::DealError;
use super::layout::Layout;
use super::order::NO_LABEL;

/// One deal, read.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seen {
    /// Index in the stream.
    pub at: u64,
    /// What was seen.
    pub layout: Layout,
    /// Cards in dealing order.
    pub cards: [u8; 64],
    /// Index of each card in that order, or [`NO_LABEL`].
    pub place: [u8; 64],
    /// Cards of each packet, as masks.
    pub zones: [u64; PACKETS_MAX as usize],
    /// All cards seen.
    pub mask: u64,
}

impl Seen {
    /// Reads a deal of a deck of `n` cards; `Err` is one sentence on what cannot be.
    pub(super) fn read(at: u64, layout: Layout, cards: &[u8], n: usize) -> Result<Self, DealError> {
        layout.check(n)?;
        if cards.len() != layout.cards() {
            let (cards, declared) = (cards.len(), layout.cards());
            return Err(DealError::Count { cards, declared });
        }
        let mut seen = Self {
            at,
            layout,
            cards: [NO_LABEL; 64],
            place: [NO_LABEL; 64],
            zones: [0; PACKETS_MAX as usize],
            mask: 0,
        };
        for (index, &card) in cards.iter().enumerate() {
            let slot = usize::from(card);
            if slot >= n {
                return Err(DealError::Card { card, n, index });
            }
            if seen.mask >> card & 1 == 1 {
                let first = seen.place[slot];
                return Err(DealError::Twice { card, first, index });
            }
            seen.mask |= 1 << card;
            seen.place[slot] = index as u8;
            seen.cards[index] = card;
        }
        for zone in 0..layout.zones() {
            let start = layout.zone_start(zone);
            let cards = &cards[start..start + layout.zone_size(zone)];
            seen.zones[zone] = cards.iter().fold(0, |mask, card| mask | 1 << card);
        }
        Ok(seen)
    }

    /// Sum over all cards of the deck of `weight` times the score of the card's place, undealt
    /// cards sharing the rest of the deck; `weights` add up to nothing.
    pub(super) fn score(&self, n: usize, weight: impl Fn(usize) -> i64) -> i64 {
        let layout = self.layout;
        let undealt = layout.score_undealt(n);
        let mut sum = 0;
        if layout.is_ordered() {
            for (index, card) in self.cards[..layout.cards()].iter().enumerate() {
                sum += weight(usize::from(*card)) * (layout.score(n, index, 0) - undealt);
            }
        } else {
            for zone in 0..layout.zones() {
                let start = layout.zone_start(zone);
                let cards = &self.cards[start..start + layout.zone_size(zone)];
                let weights: i64 = cards.iter().map(|card| weight(usize::from(*card))).sum();
                sum += weights * (layout.score(n, start, zone) - undealt);
            }
        }
        sum
    }

    /// Score of every card, undealt ones too.
    pub(super) fn scores(&self, n: usize) -> [i64; 64] {
        let layout = self.layout;
        let mut scores = [layout.score_undealt(n); 64];
        for (index, card) in self.cards[..layout.cards()].iter().enumerate() {
            if layout.is_ordered() {
                scores[usize::from(*card)] = layout.score(n, index, 0);
            }
        }
        if !layout.is_ordered() {
            for zone in 0..layout.zones() {
                let start = layout.zone_start(zone);
                for card in &self.cards[start..start + layout.zone_size(zone)] {
                    scores[usize::from(*card)] = layout.score(n, start, zone);
                }
            }
        }
        scores
    }
}

/// The last deals, and the first ones, whose deal before stands in another part of the stream.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Chain {
    lag: usize,
    /// The first deals, at most `lag`, up to the first break.
    head: Vec<Seen>,
    /// The last deals since the last break, at most `lag`.
    last: VecDeque<Seen>,
    /// Whether there was a break.
    broken: bool,
}

impl Chain {
    pub(super) fn new(lag: usize) -> Self {
        Self { lag, head: Vec::new(), last: VecDeque::with_capacity(lag), broken: false }
    }

    /// One of the same lag that has seen nothing.
    pub(super) fn empty(&self) -> Self {
        Self::new(self.lag)
    }

    /// Whether both look equally far back.
    pub(super) fn fits(&self, other: &Self) -> bool {
        self.lag == other.lag
    }

    /// Adds a deal; gives the one `lag` deals before.
    pub(super) fn push(&mut self, deal: Seen) -> Option<Seen> {
        let before = if self.last.len() == self.lag { self.last.pop_front() } else { None };
        if !self.broken && self.head.len() < self.lag {
            self.head.push(deal.clone());
        }
        self.last.push_back(deal);
        before
    }

    /// The next deals have none before them.
    pub(super) fn cut(&mut self) {
        self.last.clear();
        self.broken = true;
    }

    /// Adds the part of the stream that follows; gives the pairs (now, before) that the seam had
    /// kept apart.
    pub(super) fn merge(&mut self, next: Self) -> Vec<(Seen, Seen)> {
        let mut pairs = Vec::new();
        for (i, deal) in next.head.iter().enumerate() {
            let before = (self.last.len() + i).checked_sub(self.lag);
            if let Some(before) = before.and_then(|index| self.last.get(index)) {
                pairs.push((deal.clone(), before.clone()));
            }
            if !self.broken && self.head.len() < self.lag {
                self.head.push(deal.clone());
            }
        }
        if next.broken {
            self.last = next.last;
        } else {
            self.last.extend(next.last);
            while self.last.len() > self.lag {
                self.last.pop_front();
            }
        }
        self.broken |= next.broken;
        pairs
    }
}
