//! Counts of a deal as a whole, whatever its layout: cards undealt, dealt again, or drifting to the front or the back.

use super::chain::Seen;
use super::counters::Tally;
use super::layout::Layout;
use crate::sums::sums;

/// Counts of deals against the cards themselves.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Whole {
    /// Deals by layout.
    pub layouts: Tally<Layout>,
    /// Deals that left the card undealt, by card.
    pub undealt: [u64; 64],
    /// Sum of place score times label score, doubled places against doubled labels.
    pub trend: i64,
}

/// Counts of deals against the deal before.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Again {
    /// Deals by (layout, layout of the deal before).
    pub layouts: Tally<(Layout, Layout)>,
    /// Cards dealt both now and before.
    pub both: u64,
    /// Place score times place score before.
    pub trend: i64,
}

sums!(Whole: layouts, undealt, trend);
sums!(Again: layouts, both, trend);

impl Whole {
    pub(super) fn new() -> Self {
        Self { layouts: Tally::default(), undealt: [0; 64], trend: 0 }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, n: usize, deal: &Seen) {
        self.layouts.one(deal.layout);
        let mut rest = (u64::MAX >> (64 - n)) & !deal.mask;
        while rest != 0 {
            self.undealt[rest.trailing_zeros() as usize] += 1;
            rest &= rest - 1;
        }
        let number = |card: usize| 2 * card as i16 - (n as i16 - 1);
        self.trend += deal.trend(&std::array::from_fn(number));
    }
}

impl Again {
    #[inline(always)]
    pub(super) fn push(&mut self, now: &Seen, before: &Seen) {
        self.layouts.one((now.layout, before.layout));
        self.both += u64::from((now.mask & before.mask).count_ones());
        self.trend += now.trend(&before.scores);
    }
}
