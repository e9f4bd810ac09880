//! Which deal came some deals before, also across the seam of two parts of a stream.

use std::collections::VecDeque;

use super::error::{DealError, what_is_wrong};
use super::layout::Layout;

/// A card without a label, and what stands behind the last card: larger than any label.
pub(super) const NO_LABEL: u8 = 127;

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
    /// Twice the place of each card of the deck, counted from the middle; the cards not dealt share the
    /// rest of the deck. Nought where there is no such card.
    pub scores: [i16; 64],
    /// All cards seen.
    pub mask: u64,
}

impl Seen {
    /// Reads a deal of a deck of `n` cards; `Err` is one sentence on what cannot be.
    pub(super) fn read(at: u64, layout: Layout, cards: &[u8], n: usize) -> Result<Self, DealError> {
        layout.check(n)?;
        let declared = layout.cards();
        let mut seen = Self {
            at,
            layout,
            cards: [NO_LABEL; 64],
            place: [NO_LABEL; 64],
            scores: [0; 64],
            mask: 0,
        };
        let mut sound = cards.len() == declared;
        for (index, &card) in cards.iter().enumerate() {
            sound &= usize::from(card) < n;
            seen.mask |= 1 << (card & 63);
            seen.place[usize::from(card & 63)] = index as u8;
        }
        // Every card once: as many different ones as there should be.
        if !sound || seen.mask.count_ones() as usize != declared {
            return Err(DealError::Cards(what_is_wrong(n, declared, cards)));
        }
        seen.cards[..declared].copy_from_slice(cards);
        seen.score(n);
        Ok(seen)
    }

    /// Cards of each packet, as masks.
    pub(super) fn zones(&self) -> impl Iterator<Item = u64> {
        let of = |zone| {
            let start = self.layout.zone_start(zone);
            &self.cards[start..start + self.layout.zone_size(zone)]
        };
        (0..self.layout.zones()).map(move |zone| of(zone).iter().fold(0, |all, c| all | 1 << c))
    }

    fn score(&mut self, n: usize) {
        let (layout, undealt) = (self.layout, self.layout.score_undealt(n) as i16);
        let first = layout.score(n, 0, 0) as i16;
        for (score, place) in self.scores.iter_mut().zip(self.place) {
            *score = if place == NO_LABEL { undealt } else { first + 2 * i16::from(place) };
        }
        self.scores[n..].fill(0);
        if !layout.is_ordered() {
            for (index, card) in self.cards.iter().enumerate().take(layout.cards()) {
                let score = layout.score(n, index, layout.zone_of(index));
                self.scores[usize::from(card & 63)] = score as i16;
            }
        }
    }

    /// Sum over all cards of the deck of a weight times the score of each.
    pub(super) fn trend(&self, weights: &[i16; 64]) -> i64 {
        let products = self.scores.iter().zip(weights).map(|(a, b)| i32::from(*a) * i32::from(*b));
        i64::from(products.sum::<i32>())
    }

    /// The places that cards dealt here have in another deal, in dealing order.
    #[inline(always)]
    pub(super) fn places_in(&self, other: &Self) -> [u8; 64] {
        let mut places = [NO_LABEL; 64];
        for (place, card) in places.iter_mut().zip(&self.cards).take(self.layout.cards()) {
            *place = other.place[usize::from(card & 63)];
        }
        places
    }
}

/// The last deals, and the first ones, whose deal before stands in another part of the stream.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Chain {
    /// Deals back that are asked for at most.
    reach: usize,
    /// The first deals, at most `reach`, up to the first break.
    head: Vec<Seen>,
    /// The last deals since the last break, at most `reach`.
    last: VecDeque<Seen>,
    /// Whether there was a break.
    broken: bool,
}

impl Chain {
    pub(super) fn new(reach: usize) -> Self {
        Self { reach, head: Vec::new(), last: VecDeque::with_capacity(reach), broken: false }
    }

    /// The deal that stands `lag` before the one to come.
    pub(super) fn back(&self, lag: usize) -> Option<&Seen> {
        self.last.len().checked_sub(lag).and_then(|index| self.last.get(index))
    }

    /// Adds a deal.
    pub(super) fn push(&mut self, deal: Seen) {
        if !self.broken && self.head.len() < self.reach {
            self.head.push(deal.clone());
        }
        if self.last.len() == self.reach {
            self.last.pop_front();
        }
        self.last.push_back(deal);
    }

    /// The next deals have none before them.
    pub(super) fn cut(&mut self) {
        self.last.clear();
        self.broken = true;
    }

    /// The pairs (now, before) at this lag that the seam to the part that follows keeps apart.
    pub(super) fn seam<'a>(
        &'a self,
        next: &'a Self,
        lag: usize,
    ) -> impl Iterator<Item = (&'a Seen, &'a Seen)> {
        let before = move |i: usize| self.last.get((self.last.len() + i).checked_sub(lag)?);
        let heads = next.head.iter().enumerate().take(lag);
        heads.filter_map(move |(i, now)| Some((now, before(i)?)))
    }

    /// Adds the part of the stream that follows.
    pub(super) fn merge(&mut self, next: Self) {
        if !self.broken {
            let room = self.reach - self.head.len();
            self.head.extend(next.head.into_iter().take(room));
        }
        if next.broken {
            self.last = next.last;
        } else {
            self.last.extend(next.last);
            let more = self.last.len().saturating_sub(self.reach);
            self.last.drain(..more);
        }
        self.broken |= next.broken;
    }
}
