//! Which deal came some deals before, also across the seam of two parts of a stream.

use std::collections::VecDeque;

use super::PACKETS_MAX;
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
    /// Cards of each packet, as masks.
    pub zones: [u64; PACKETS_MAX as usize],
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
            zones: [0; PACKETS_MAX as usize],
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
        for zone in 0..layout.zones() {
            let start = layout.zone_start(zone);
            let cards = &cards[start..start + layout.zone_size(zone)];
            seen.zones[zone] = cards.iter().fold(0, |mask, card| mask | 1 << card);
        }
        Ok(seen)
    }

    /// Sum over all cards of the deck of the weight of each, given in dealing order, times the score
    /// of its place, undealt cards sharing the rest of the deck; all weights add up to nothing.
    #[inline(always)]
    pub(super) fn score(&self, n: usize, weights: &[i16; 64]) -> i64 {
        let layout = self.layout;
        let undealt = layout.score_undealt(n) as i32;
        let weights = &weights[..layout.cards().min(64)];
        if layout.is_ordered() {
            // The place alone decides: no score is above 127, no sum above 64 times 127 squared.
            let first = layout.score(n, 0, 0) as i32 - undealt;
            let one = |(i, weight): (usize, &i16)| {
                i32::from(*weight) * i32::from((2 * i as i32 + first) as i16)
            };
            return i64::from(weights.iter().enumerate().map(one).sum::<i32>());
        }
        let mut sum = 0;
        for zone in 0..layout.zones() {
            let start = layout.zone_start(zone);
            let weights = &weights[start..start + layout.zone_size(zone)];
            let weights: i32 = weights.iter().copied().map(i32::from).sum();
            sum += weights * (layout.score(n, start, zone) as i32 - undealt);
        }
        i64::from(sum)
    }

    /// Twice the number of each card, in dealing order, counted from the middle of the deck.
    #[inline(always)]
    pub(super) fn numbers(&self, n: usize) -> [i16; 64] {
        self.cards.map(|card| 2 * i16::from(card) - (n as i16 - 1))
    }

    /// The scores that cards dealt now had before, in dealing order.
    #[inline(always)]
    pub(super) fn scores_before(&self, n: usize, before: &Self) -> [i16; 64] {
        let layout = before.layout;
        let undealt = layout.score_undealt(n) as i16;
        if layout.is_ordered() {
            let first = layout.score(n, 0, 0) as i16;
            let score =
                |place: u8| if place == NO_LABEL { undealt } else { first + 2 * i16::from(place) };
            return self.places_before(before).map(score);
        }
        let mut scores = [undealt; 64];
        for zone in 0..layout.zones() {
            let start = layout.zone_start(zone);
            for card in &before.cards[start..start + layout.zone_size(zone)] {
                scores[usize::from(*card)] = layout.score(n, start, zone) as i16;
            }
        }
        self.cards.map(|card| scores[usize::from(card & 63)])
    }

    /// The places that cards dealt now had before, in dealing order.
    #[inline(always)]
    pub(super) fn places_before(&self, before: &Self) -> [u8; 64] {
        let mut places = [NO_LABEL; 64];
        for (place, card) in places.iter_mut().zip(&self.cards).take(self.layout.cards()) {
            *place = before.place[usize::from(card & 63)];
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
