//! Deals in packets: which cards fall into the same hand, and into which.

use super::chain::Seen;
use super::counters::Kinds;
use super::layout::Layout;
use super::{CATEGORIES_MAX, PACKETS_MAX};
use crate::laws::{Moments, graph};
use crate::sums::sums;

/// Counts of deals in packets against the cards themselves.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Hands {
    /// By layout; packet by card, 64 to a row.
    pub groups: Kinds<Layout, Group>,
    /// Cards of one hand, smaller label first, 64 to a row.
    pub together: Vec<u64>,
    /// Labels that differ by one in one hand.
    pub neighbours: u64,
    /// Category by packet, [`CATEGORIES_MAX`] to a row.
    pub categories: Vec<u64>,
}

/// Counts of deals in packets against the deal before.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct HandsBefore {
    /// By (layout, layout of the deal before); packet by packet before, as many to a row as there were.
    pub groups: Kinds<(Layout, Layout), Group>,
    /// Pairs of cards in one hand now and before.
    pub kept_together: u64,
}

/// Counts of the deals of one layout.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Group {
    /// Deals.
    pub deals: u64,
    /// By cell.
    pub counts: Vec<u64>,
    /// Moments of the neighbours, or of the pairs kept together, in one deal.
    pub pairs: Moments,
}

sums!(Hands: groups, together, neighbours, categories);
sums!(HandsBefore: groups, kept_together);
sums!(Group: deals, counts; same pairs);

impl Hands {
    pub(super) fn new() -> Self {
        Self {
            groups: Kinds::default(),
            together: vec![0; 64 * 64],
            neighbours: 0,
            categories: vec![0; usize::from(PACKETS_MAX) * CATEGORIES_MAX],
        }
    }

    /// Counts one deal; gives the neighbours and their moments.
    pub(super) fn push(&mut self, n: usize, deal: &Seen) -> (u32, Moments) {
        let layout = deal.layout;
        let group = self.groups.of(layout, || Group {
            counts: vec![0; layout.zones() * 64],
            pairs: graph::overlap(n, layout.hands(), graph::Graph::path(n as u64)),
            ..Group::default()
        });
        group.deals += 1;
        let mut neighbours = 0;
        for (zone, mask) in deal.zones().enumerate() {
            neighbours += (mask & (mask >> 1)).count_ones();
            let mut rest = mask;
            while rest != 0 {
                let card = rest.trailing_zeros() as usize;
                group.counts[zone * 64 + card] += 1;
                rest &= rest - 1;
                let mut others = rest;
                while others != 0 {
                    self.together[card * 64 + others.trailing_zeros() as usize] += 1;
                    others &= others - 1;
                }
            }
        }
        self.neighbours += u64::from(neighbours);
        (neighbours, group.pairs)
    }
}

impl HandsBefore {
    /// Counts one deal; gives the pairs kept together and their moments.
    pub(super) fn push(&mut self, n: usize, now: &Seen, before: &Seen) -> (u32, Moments) {
        let (layout, other) = (now.layout, before.layout);
        let group = self.groups.of((layout, other), || Group {
            counts: vec![0; layout.zones() * other.zones()],
            pairs: graph::overlap(n, layout.hands(), other.hands()),
            ..Group::default()
        });
        group.deals += 1;
        let mut kept = 0;
        let mut cells = group.counts.iter_mut();
        for zone in now.zones() {
            for (old, cell) in before.zones().zip(&mut cells) {
                let both = (zone & old).count_ones();
                *cell += u64::from(both);
                kept += (both * both - both) / 2;
            }
        }
        self.kept_together += u64::from(kept);
        (kept, group.pairs)
    }
}
