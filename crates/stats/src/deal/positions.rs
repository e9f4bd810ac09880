//! Which label comes to which zone, a position or a packet, against one reference: tables, their extreme cells, and marked
//! cards at a place.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::figures::{Extreme, Sum, hypergeometric};
use super::layout::Layout;
use super::order::Order;
use super::table::{Stratum, Table, ones};
use super::whole::{Again, Group, Whole};

/// Position by label; what follows from the rest is still there.
pub(super) fn positions(order: &Order, n: usize) -> Table {
    let strata = order.shapes.sizes();
    let strata = strata.map(|(k, known, deals)| Stratum::new(deals, ones(k), ones(known)));
    Table { n, rows: 64, columns: 64, counts: order.table.cells(), strata: strata.collect() }
}

/// What is one row or one column of all layouts, and its cards.
type Zone = ((usize, usize), f64);

/// The packets of a layout. Where sizes tell them `apart`, packets of different size are different zones, and so is one that
/// completes the deck.
fn zones(layout: Layout, n: usize, apart: bool) -> Vec<Zone> {
    let (all, is_whole) = (layout.zones(), layout.cards() == n);
    let zone = |zone: usize| {
        let size = layout.zone_size(zone);
        let kind = if is_whole && zone + 1 == all { n + size } else { size };
        ((zone, if apart { kind } else { 0 }), size as f64)
    };
    (0..all).map(zone).collect()
}

/// Packet by card.
pub(super) fn packets(whole: &Whole, n: usize, apart: bool) -> Table {
    let cards: Vec<Zone> = ones(n).map(|(card, size)| ((card, 0), size)).collect();
    let of = |layout: &Layout| zones(*layout, n, apart);
    let groups = whole.packets();
    gathered(n, groups.map(|(layout, group)| (of(layout), cards.clone(), group)).collect())
}

/// Packet by packet of the deal before.
pub(super) fn packets_before(again: &Again, n: usize, apart: bool) -> Table {
    let groups = again.packets();
    let of = |layout: &Layout| zones(*layout, n, apart);
    gathered(n, groups.map(|((now, before), group)| (of(now), of(before), group)).collect())
}

/// Zones by zones of all layouts in one table.
fn gathered(n: usize, groups: Vec<(Vec<Zone>, Vec<Zone>, &Group)>) -> Table {
    let number = |zones: &mut dyn Iterator<Item = &Zone>| -> BTreeMap<(usize, usize), usize> {
        zones.map(|zone| zone.0).collect::<BTreeSet<_>>().into_iter().zip(0..).collect()
    };
    let rows = number(&mut groups.iter().flat_map(|group| &group.0));
    let columns = number(&mut groups.iter().flat_map(|group| &group.1));
    let mut counts = vec![0; rows.len() * columns.len()];
    let mut strata = Vec::new();
    for (zones, others, group) in &groups {
        let cells = group.counts.chunks_exact(group.counts.len() / zones.len());
        for ((zone, _), cells) in zones.iter().zip(cells) {
            for ((other, _), count) in others.iter().zip(cells) {
                counts[rows[zone] * columns.len() + columns[other]] += count;
            }
        }
        let sized = |zones: &[Zone], at: &BTreeMap<_, usize>| {
            zones.iter().map(|(zone, size)| (at[zone], *size)).collect::<Vec<_>>()
        };
        strata.push(Stratum::new(group.deals, sized(zones, &rows), sized(others, &columns)));
    }
    Table { n, rows: rows.len(), columns: columns.len(), counts, strata }
}

/// The most unusual (position, label).
pub(super) fn position_max(order: &Order, n: usize) -> Extreme<(usize, usize)> {
    let cells = order.table.cells();
    // Cells by the number of deals in which both the position and the label were there.
    let mut groups: BTreeMap<u64, Vec<_>> = BTreeMap::new();
    for (position, label) in (0..n).flat_map(|position| (0..n).map(move |label| (position, label)))
    {
        let both = |(k, known, _): &(usize, usize, u64)| *k > position && *known > label;
        let trials = order.shapes.sizes().filter(both).map(|(.., deals)| deals).sum();
        let cell = ((position, label), cells[position * 64 + label]);
        groups.entry(trials).or_default().push(cell);
    }
    let mut extreme = Extreme::default();
    for (trials, counts) in groups {
        extreme.add(counts.into_iter(), trials, 1.0 / n as f64);
    }
    extreme
}

/// Marked cards in a zone, over deals with so many cards of it: hypergeometric in every deal.
fn marked(seen: u64, sizes: impl Iterator<Item = (u64, usize)>, n: usize, labels: u64) -> Sum {
    let marked = labels.count_ones() as usize;
    Sum::over(seen as f64, sizes.map(|(deals, size)| (deals, hypergeometric(n, size, marked))))
}

/// Cells of the marked cards.
fn of_marked(cells: &[u64], labels: u64) -> u64 {
    let marked = cells.iter().enumerate().filter(|(label, _)| labels >> label & 1 == 1);
    marked.map(|(_, times)| times).sum()
}

/// Marked cards at these positions.
pub(super) fn marked_at(order: &Order, n: usize, labels: u64, places: &Range<usize>) -> Sum {
    let cells = order.table.cells();
    let seen = places.clone().map(|place| of_marked(&cells[place * 64..][..64], labels)).sum();
    let sizes = order
        .shapes
        .sizes()
        .map(|(k, _, deals)| (deals, places.end.min(k).max(places.start) - places.start));
    marked(seen, sizes, n, labels)
}

/// Marked cards in the last packet.
pub(super) fn marked_last(whole: &Whole, n: usize, labels: u64) -> Sum {
    let last =
        |(_, group): &(Layout, Group)| of_marked(&group.counts[group.counts.len() - 64..], labels);
    let size =
        |(layout, group): &(Layout, Group)| (group.deals, layout.zone_size(layout.zones() - 1));
    marked(whole.packets().map(last).sum(), whole.packets().map(size), n, labels)
}
