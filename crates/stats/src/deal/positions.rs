//! Which label stands at which position, against one reference: tables, their extreme cells and marked
//! cards at a place.

use std::collections::BTreeMap;

use super::Contrast;
use super::figures::{Extreme, RARE_DECKS_MIN, SHIFT, Sum};
use super::order::Order;
use super::table::{Stratum, Table, ones};
use crate::battery::Outcome;
use crate::laws::Moments;

/// Positions or labels that carry information: the last one of a whole deck follows from the rest.
fn free(k: usize, n: usize) -> impl Iterator<Item = (usize, f64)> {
    ones(k.min(n - 1))
}

pub(super) fn positions(order: &Order, n: usize) -> Table {
    let stratum = |(k, known, deals)| Stratum::new(deals, free(k, n), free(known, n));
    let strata = order.shapes.sizes().map(stratum).collect();
    Table { n, rows: 64, columns: 64, counts: order.table.cells(), strata }
}

/// The same with the cards gathered into classes; one class follows from the others.
pub(super) fn classes(order: &Order, n: usize, class: &[u8]) -> Table {
    let (sizes, columns) = class_sizes(class);
    let counts =
        order.table.cells().chunks_exact(64).flat_map(|row| by_class(row, class)).collect();
    let stratum = |(k, _, deals)| Stratum::new(deals, free(k, n), sizes.iter().copied());
    let strata = order.shapes.sizes().map(stratum).collect();
    Table { n, rows: 64, columns, counts, strata }
}

/// Counts of labels, gathered into their classes.
pub(super) fn by_class(counts: &[u64], class: &[u8]) -> Vec<u64> {
    let mut gathered = vec![0; class_sizes(class).1];
    let labels = class.iter().zip(counts);
    labels.for_each(|(class, count)| gathered[usize::from(*class)] += count);
    gathered
}

/// (class, cards) of each class but the last that has any, and the number of columns.
pub(super) fn class_sizes(class: &[u8]) -> (Vec<(usize, f64)>, usize) {
    let columns = class.iter().copied().max().map_or(1, |most| usize::from(most) + 1);
    let mut sizes = vec![0.0; columns];
    class.iter().for_each(|c| sizes[usize::from(*c)] += 1.0);
    let mut sizes: Vec<(usize, f64)> =
        sizes.into_iter().enumerate().filter(|(_, size)| *size > 0.0).collect();
    sizes.pop();
    (sizes, columns)
}

/// The most positions and the most labels of any deal.
pub(super) fn most(order: &Order) -> (usize, usize) {
    let most = |(a, b): (usize, usize), (k, known, _): (_, _, u64)| (a.max(k), b.max(known));
    order.shapes.sizes().fold((0, 0), most)
}

/// The most unusual (position, label).
pub(super) fn position_max(order: &Order, n: usize) -> Extreme<(usize, usize)> {
    // Cells by the number of deals in which both the position and the label were there.
    type Cell = ((usize, usize), u64);
    let mut groups: BTreeMap<u64, Vec<Cell>> = BTreeMap::new();
    let (cells, (positions, labels)) = (order.table.cells(), most(order));
    for position in 0..positions {
        for label in 0..labels {
            let both = |(k, known, _): &(usize, usize, u64)| *k > position && *known > label;
            let trials = order.shapes.sizes().filter(both).map(|(.., deals)| deals).sum();
            let cell = ((position, label), cells[position * 64 + label]);
            groups.entry(trials).or_default().push(cell);
        }
    }
    let mut extreme = Extreme::default();
    for (trials, counts) in groups {
        extreme.add(counts.into_iter(), trials, 1.0 / n as f64);
    }
    extreme
}

/// Marked cards at positions: hypergeometric in every deal.
pub(super) fn contrast(order: &Order, n: usize, contrast: &Contrast) -> Outcome {
    let Some(places) = &contrast.places else { return Outcome::not_run("no positions are given") };
    let (cells, size) = (order.table.cells(), n as f64);
    let marked = |label: &usize| contrast.labels >> label & 1 == 1;
    let row = |place: usize| (0..n).filter(marked).map(move |label| (place, label));
    let seen: u64 = places.clone().flat_map(row).map(|(p, label)| cells[p * 64 + label]).sum();
    let share = f64::from(contrast.labels.count_ones()) / size;
    let moments = |(k, _, deals)| {
        let dealt = (places.end.min(k).max(places.start) - places.start) as f64;
        let mean = dealt * share;
        (deals, Moments { mean, variance: mean * (1.0 - share) * (size - dealt) / (size - 1.0) })
    };
    Sum::over(seen as f64, order.shapes.sizes().map(moments)).normal_from(RARE_DECKS_MIN, SHIFT)
}
