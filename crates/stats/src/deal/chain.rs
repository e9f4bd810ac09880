//! Which deal came some deals before, also across the seam of two parts of a stream.

use super::error::{DealError, refuse, what_is_wrong};
use super::layout::Layout;

/// A card without a label, and what stands behind the last card: larger than any label.
pub(super) const NO_LABEL: u8 = 127;

/// Index in dealing order of each card or label, or [`NO_LABEL`], behind one that has none.
pub(super) type Places = [u8; 65];

/// One deal, read.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seen {
    /// Index in the stream.
    pub at: u64,
    pub layout: Layout,
    /// Cards in dealing order.
    pub cards: [u8; 64],
    /// Index of each card in that order.
    pub place: Places,
    /// [`Layout::score`] of each card of the deck, nought where there is no such card.
    pub scores: [i16; 64],
    pub mask: u64,
}

impl Seen {
    pub(super) const NONE: Self = Self {
        at: 0,
        layout: Layout::Ordered { dealt: 0 },
        cards: [NO_LABEL; 64],
        place: [NO_LABEL; 65],
        scores: [0; 64],
        mask: 0,
    };

    /// Reads a deal of a deck of `n` cards over the last one; `Err` is one sentence on what cannot be.
    #[inline(always)]
    pub(super) fn read(
        &mut self,
        at: u64,
        layout: Layout,
        cards: &[u8],
        n: usize,
    ) -> Result<(), DealError> {
        layout.check(n)?;
        let declared = layout.cards();
        (self.at, self.layout, self.mask) = (at, layout, 0);
        (self.cards, self.place) = ([NO_LABEL; 64], [NO_LABEL; 65]);
        for (index, &card) in cards.iter().enumerate() {
            self.mask |= 1 << (card & 63);
            self.place[usize::from(card & 63) + 1] = index as u8;
        }
        let sound = cards.iter().all(|card| usize::from(*card) < n);
        // Every card once: as many different ones as there should be.
        if !sound || cards.len() != declared || self.mask.count_ones() as usize != declared {
            return refuse(what_is_wrong(n, declared, cards));
        }
        self.cards[..declared].copy_from_slice(cards);
        self.score(n);
        Ok(())
    }

    /// Cards of each packet, as masks.
    pub(super) fn zones(&self) -> impl Iterator<Item = u64> {
        let of = |zone| &self.cards[self.layout.zone_start(zone)..][..self.layout.zone_size(zone)];
        (0..self.layout.zones()).map(move |zone| of(zone).iter().fold(0, |all, c| all | 1 << c))
    }

    #[inline(always)]
    fn score(&mut self, n: usize) {
        let (layout, undealt) = (self.layout, self.layout.cards() as i16);
        let first = 1 - n as i16;
        for (score, place) in self.scores.iter_mut().zip(&self.place[1..]) {
            // Scores are less than twice 64 from nought: they fit, and sums of their products do.
            let seen = first.wrapping_add(i16::from(*place) << 1);
            *score = if *place == NO_LABEL { undealt } else { seen };
        }
        self.scores[n..].fill(0);
        if !layout.is_ordered() {
            for (index, card) in self.cards.iter().enumerate().take(layout.cards()) {
                self.scores[usize::from(card & 63)] = layout.score(n, index);
            }
        }
    }

    /// Sum over all cards of the deck of a weight times the score of each.
    #[inline(always)]
    pub(super) fn trend(&self, weights: &[i16; 64]) -> i64 {
        let pairs = self.scores.iter().zip(weights);
        let products = pairs.map(|(a, b)| i32::from(*a).wrapping_mul(i32::from(*b)));
        i64::from(products.fold(0, i32::wrapping_add))
    }

    #[inline(always)]
    pub(super) fn place_of(&self, card: u8) -> u8 {
        self.place[usize::from(card & 63) + 1]
    }

    #[inline(always)]
    pub(super) fn dealt(&self) -> &[u8] {
        &self.cards[..self.layout.cards()]
    }
}

/// The last deals, and the first ones, whose deal before stands in another part of the stream.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    /// Deals back that are asked for at most.
    reach: usize,
    /// The first deals, at most `reach`, up to the first break.
    head: Vec<Seen>,
    /// Room for the last `reach` deals and the one to come, taken in turn: a deal is read where it stays.
    ring: Vec<Seen>,
    next: usize,
    /// Deals since the last break, at most `reach`.
    held: usize,
    broken: bool,
}

impl PartialEq for Chain {
    fn eq(&self, other: &Self) -> bool {
        (self.reach, &self.head, self.broken) == (other.reach, &other.head, other.broken)
            && self.last().eq(other.last())
    }
}

impl Chain {
    pub(super) fn new(reach: usize) -> Self {
        let ring = vec![Seen::NONE; reach + 1];
        Self { reach, head: Vec::new(), ring, next: 0, held: 0, broken: false }
    }

    /// Where a deal is read, which is [`now`](Self::now) until it is [`keep`](Self::keep)t.
    #[inline(always)]
    pub(super) fn room(&mut self) -> &mut Seen {
        &mut self.ring[self.next]
    }

    #[inline(always)]
    pub(super) fn now(&self) -> &Seen {
        &self.ring[self.next]
    }

    /// The deal that stands `lag` before the one to come.
    #[inline(always)]
    pub(super) fn back(&self, lag: usize) -> Option<&Seen> {
        let round = if lag > self.next { self.ring.len() } else { 0 };
        if lag <= self.held { self.ring.get(self.next + round - lag) } else { None }
    }

    fn last(&self) -> impl Iterator<Item = &Seen> {
        (1..=self.held).rev().filter_map(|lag| self.back(lag))
    }

    /// What was read stands before the deal to come.
    #[inline(always)]
    pub(super) fn keep(&mut self) {
        if !self.broken && self.head.len() < self.reach {
            self.head.push(self.now().clone());
        }
        self.next = if self.next == self.reach { 0 } else { self.next + 1 };
        self.held = self.reach.min(self.held + 1);
    }

    /// The next deals have none before them.
    pub(super) fn cut(&mut self) {
        self.held = 0;
        self.broken = true;
    }

    /// The pairs (now, before) at this lag that the seam to the part that follows keeps apart.
    pub(super) fn seam<'a>(
        &'a self,
        next: &'a Self,
        lag: usize,
    ) -> impl Iterator<Item = (&'a Seen, &'a Seen)> {
        let heads = next.head.iter().enumerate().take(lag);
        heads.filter_map(move |(i, now)| Some((now, self.back(lag - i)?)))
    }

    pub(super) fn merge(&mut self, next: &Self) {
        if !self.broken {
            let room = self.reach - self.head.len();
            self.head.extend(next.head.iter().take(room).cloned());
        }
        self.broken |= next.broken;
        self.held = if next.broken { 0 } else { self.held };
        let filled = self.head.len();
        for deal in next.last() {
            self.ring[self.next].clone_from(deal);
            self.keep();
        }
        self.head.truncate(filled);
    }
}
