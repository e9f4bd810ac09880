//! Counts of a deal as a whole, whatever its layout: which cards stay undealt, how many are dealt
//! again, and whether cards drift to the front or the back.

use std::collections::BTreeMap;

use super::add;
use super::chain::Seen;
use super::layout::Layout;

/// Counts of deals of any layout.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Whole {
    /// Deals by layout.
    pub layouts: BTreeMap<Layout, u64>,
    /// Deals by (layout, layout of the deal before).
    pub chained: BTreeMap<(Layout, Layout), u64>,
    /// Deals that left the card undealt, by card.
    pub undealt: [u64; 64],
    /// Cards dealt both now and before.
    pub both: u64,
    /// Sum of place score times label score, doubled places against doubled labels.
    pub trend: i64,
    /// Place score times place score before.
    pub trend_previous: i64,
}

impl Whole {
    pub(super) fn new() -> Self {
        Self {
            layouts: BTreeMap::new(),
            chained: BTreeMap::new(),
            undealt: [0; 64],
            both: 0,
            trend: 0,
            trend_previous: 0,
        }
    }

    /// Counts one deal against the fixed reference.
    pub(super) fn push(&mut self, n: usize, deal: &Seen) {
        *self.layouts.entry(deal.layout).or_insert(0) += 1;
        let mut rest = (u64::MAX >> (64 - n)) & !deal.mask;
        while rest != 0 {
            self.undealt[rest.trailing_zeros() as usize] += 1;
            rest &= rest - 1;
        }
        self.trend += deal.score(n, |card| 2 * card as i64 - (n as i64 - 1));
    }

    /// Counts one deal against the one before.
    pub(super) fn push_previous(&mut self, n: usize, now: &Seen, before: &Seen) {
        *self.chained.entry((now.layout, before.layout)).or_insert(0) += 1;
        self.both += u64::from((now.mask & before.mask).count_ones());
        let scores = before.scores(n);
        self.trend_previous += now.score(n, |card| scores[card]);
    }

    /// Adds the counts of other deals.
    pub(super) fn merge(&mut self, next: &Self) {
        for (layout, deals) in &next.layouts {
            *self.layouts.entry(*layout).or_insert(0) += deals;
        }
        for (layouts, deals) in &next.chained {
            *self.chained.entry(*layouts).or_insert(0) += deals;
        }
        add(&mut self.undealt, &next.undealt);
        self.both += next.both;
        self.trend += next.trend;
        self.trend_previous += next.trend_previous;
    }
}
