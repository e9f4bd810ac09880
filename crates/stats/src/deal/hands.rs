//! Deals in packets: which cards fall into the same hand, and into which.

use std::collections::BTreeMap;

use super::chain::Seen;
use super::layout::Layout;
use super::{CATEGORIES_MAX, PACKETS_MAX, add};
use crate::laws::{Moments, graph};

/// Counts of deals in packets, against both references.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Hands {
    /// By layout.
    pub fixed: BTreeMap<Layout, Group>,
    /// By (layout, layout of the deal before).
    pub previous: BTreeMap<(Layout, Layout), Group>,
    /// Cards of one hand, smaller label first, 64 to a row.
    pub together: Vec<u64>,
    /// Labels that differ by one in one hand.
    pub neighbours: u64,
    /// Pairs of cards in one hand now and before.
    pub kept_together: u64,
    /// Category by packet, [`CATEGORIES_MAX`] to a row.
    pub categories: Vec<u64>,
}

/// Counts of the deals of one layout.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Group {
    /// Deals.
    pub deals: u64,
    /// Packet by card (64 to a row), or packet by packet before (as many to a row as there were).
    pub counts: Vec<u64>,
    /// Moments of the neighbours, or of the pairs kept together, in one deal.
    pub pairs: Moments,
}

impl Hands {
    pub(super) fn new() -> Self {
        Self {
            fixed: BTreeMap::new(),
            previous: BTreeMap::new(),
            together: vec![0; 64 * 64],
            neighbours: 0,
            kept_together: 0,
            categories: vec![0; usize::from(PACKETS_MAX) * CATEGORIES_MAX],
        }
    }

    /// Counts one deal against the fixed reference; gives the neighbours and their moments.
    pub(super) fn push(&mut self, n: usize, deal: &Seen) -> (u32, Moments) {
        let layout = deal.layout;
        let group = self.fixed.entry(layout).or_insert_with(|| Group {
            deals: 0,
            counts: vec![0; layout.zones() * 64],
            pairs: graph::overlap(n, layout.hands(), graph::Graph::path(n as u64)),
        });
        group.deals += 1;
        let mut neighbours = 0;
        for (zone, mask) in deal.zones[..layout.zones()].iter().enumerate() {
            neighbours += (mask & (mask >> 1)).count_ones();
            let mut rest = *mask;
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

    /// Counts one deal against the one before; gives the pairs kept together and their moments.
    pub(super) fn push_previous(&mut self, n: usize, now: &Seen, before: &Seen) -> (u32, Moments) {
        let (layout, other) = (now.layout, before.layout);
        let group = self.previous.entry((layout, other)).or_insert_with(|| Group {
            deals: 0,
            counts: vec![0; layout.zones() * other.zones()],
            pairs: graph::overlap(n, layout.hands(), other.hands()),
        });
        group.deals += 1;
        let mut kept = 0;
        let mut cells = group.counts.iter_mut();
        for zone in &now.zones[..layout.zones()] {
            for (old, cell) in before.zones[..other.zones()].iter().zip(&mut cells) {
                let both = (zone & old).count_ones();
                *cell += u64::from(both);
                kept += both * both.saturating_sub(1) / 2;
            }
        }
        self.kept_together += u64::from(kept);
        (kept, group.pairs)
    }

    /// Adds the counts of other deals.
    pub(super) fn merge(&mut self, next: &Self) {
        for (layout, group) in &next.fixed {
            merge_group(&mut self.fixed, *layout, group);
        }
        for (layouts, group) in &next.previous {
            merge_group(&mut self.previous, *layouts, group);
        }
        add(&mut self.together, &next.together);
        add(&mut self.categories, &next.categories);
        self.neighbours += next.neighbours;
        self.kept_together += next.kept_together;
    }
}

/// Adds `group` to the one of the same key.
fn merge_group<K: Ord>(groups: &mut BTreeMap<K, Group>, key: K, group: &Group) {
    match groups.get_mut(&key) {
        Some(own) => {
            own.deals += group.deals;
            add(&mut own.counts, &group.counts);
        }
        None => {
            groups.insert(key, group.clone());
        }
    }
}
