//! Counts of a deal as a whole, whatever its layout: cards undealt, dealt again, drifting to the front or the back, and
//! which cards fall into one packet.

use super::CATEGORIES_MAX;
use super::PACKETS_MAX;
use super::chain::Seen;
use super::counters::Kinds;
use super::layout::Layout;
use crate::laws::Moments;
use crate::laws::graph::{Graph, overlap};
use crate::sums::sums;

/// Counts of deals against the cards themselves.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Whole {
    /// Deals by layout, with packet by card, 64 to a row.
    pub layouts: Kinds<Layout, Group>,
    /// Deals that left the card undealt, by card.
    pub undealt: [u64; 64],
    /// Sum of place score times label score, doubled places against doubled labels.
    pub trend: i64,
    /// Cards of one packet, smaller label first, 64 to a row.
    pub together: Vec<u64>,
    /// Labels that differ by one in one packet.
    pub neighbours: u64,
    /// Category by packet, [`CATEGORIES_MAX`] to a row.
    pub categories: Vec<u64>,
}

/// Counts of deals against the deal before.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Again {
    /// Deals by (layout, layout of the deal before), with packet by packet before, as many to a row as there were.
    pub layouts: Kinds<(Layout, Layout), Group>,
    /// Cards dealt both now and before.
    pub both: u64,
    /// Place score times place score before.
    pub trend: i64,
    /// Pairs of cards in one packet now and before.
    pub kept_together: u64,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Group {
    pub deals: u64,
    pub counts: Vec<u64>,
    /// Moments of the neighbours, or of the pairs kept together, in one deal.
    pub pairs: Moments,
}

sums!(Whole: layouts, undealt, trend, together, neighbours, categories);
sums!(Again: layouts, both, trend, kept_together);
sums!(Group: deals, counts; same pairs);

pub(super) fn deals_of<'a, K: 'a>(groups: impl Iterator<Item = &'a (K, Group)>) -> u64 {
    groups.map(|(_, group)| group.deals).sum()
}

impl Whole {
    pub(super) fn new() -> Self {
        Self {
            layouts: Kinds::default(),
            undealt: [0; 64],
            trend: 0,
            together: vec![0; 64 * 64],
            neighbours: 0,
            categories: vec![0; usize::from(PACKETS_MAX) * CATEGORIES_MAX],
        }
    }

    pub(super) fn packets(&self) -> impl Iterator<Item = &(Layout, Group)> + Clone {
        self.layouts.iter().filter(|(layout, _)| layout.zones() > 0)
    }

    /// Counts one deal; gives the neighbours in its packets and their moments.
    #[inline(always)]
    pub(super) fn push(&mut self, n: usize, deal: &Seen) -> (u32, Moments) {
        let mut rest = (u64::MAX >> (64 - n)) & !deal.mask;
        while rest != 0 {
            self.undealt[rest.trailing_zeros() as usize] += 1;
            rest &= rest - 1;
        }
        let number = |card: usize| 2 * card as i16 - (n as i16 - 1);
        self.trend += deal.trend(&std::array::from_fn(number));
        let layout = deal.layout;
        let group = self.layouts.of(layout, || Group {
            counts: vec![0; layout.zones() * 64],
            pairs: overlap(n, layout.hands(), Graph::path(n as u64)),
            ..Group::default()
        });
        group.deals += 1;
        if group.counts.is_empty() {
            return (0, group.pairs);
        }
        let neighbours = together(deal, &mut group.counts, &mut self.together);
        self.neighbours += u64::from(neighbours);
        (neighbours, group.pairs)
    }
}

/// Counts the cards of each packet, and their pairs; gives the neighbours.
fn together(deal: &Seen, counts: &mut [u64], together: &mut [u64]) -> u32 {
    let mut neighbours = 0;
    for (cells, mask) in counts.chunks_exact_mut(64).zip(deal.zones()) {
        neighbours += (mask & (mask >> 1)).count_ones();
        let mut rest = mask;
        while rest != 0 {
            let card = rest.trailing_zeros() as usize;
            cells[card] += 1;
            rest &= rest - 1;
            let mut others = rest;
            while others != 0 {
                together[card * 64 + others.trailing_zeros() as usize] += 1;
                others &= others - 1;
            }
        }
    }
    neighbours
}

impl Again {
    /// Those in packets now and before.
    pub(super) fn packets(&self) -> impl Iterator<Item = &((Layout, Layout), Group)> + Clone {
        self.layouts.iter().filter(|(_, group)| !group.counts.is_empty())
    }

    /// Counts one deal; gives the pairs kept together and their moments.
    #[inline(always)]
    pub(super) fn push(&mut self, n: usize, now: &Seen, before: &Seen) -> (u32, Moments) {
        self.both += u64::from((now.mask & before.mask).count_ones());
        self.trend += now.trend(&before.scores);
        let (layout, other) = (now.layout, before.layout);
        let group = self.layouts.of((layout, other), || Group {
            counts: vec![0; layout.zones() * other.zones()],
            pairs: overlap(n, layout.hands(), other.hands()),
            ..Group::default()
        });
        group.deals += 1;
        if group.counts.is_empty() {
            return (0, group.pairs);
        }
        let kept = kept(now, before, &mut group.counts);
        self.kept_together += u64::from(kept);
        (kept, group.pairs)
    }
}

/// Counts the cards that are in each packet now and in each before; gives the pairs of them.
fn kept(now: &Seen, before: &Seen, counts: &mut [u64]) -> u32 {
    let both =
        now.zones().flat_map(|zone| before.zones().map(move |old| (zone & old).count_ones()));
    let add = |(cell, both): (&mut u64, u32)| {
        *cell += u64::from(both);
        (both * both - both) / 2
    };
    counts.iter_mut().zip(both).map(add).sum()
}
