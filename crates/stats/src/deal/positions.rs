//! Which label stands at which position, against one reference: tables, their extreme cells, marked
//! cards at a place, and labels less positions.

use std::collections::BTreeMap;

use super::Contrast;
use super::figures::{Extreme, RARE_DECKS_MIN, SHIFT, Sum, chi_square};
use super::order::Order;
use super::table::{Stratum, Table, ones, small_form};
use crate::battery::Outcome;
use crate::laws::Moments;

/// Expected count of a displacement from which on it is tested.
const DISPLACEMENT_MIN: f64 = 10.0;

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
    let (mut counts, cells) = (vec![0; 64 * columns], order.table.cells());
    for position in 0..64 {
        for (label, class) in class.iter().enumerate() {
            counts[position * columns + usize::from(*class)] += cells[position * 64 + label];
        }
    }
    let stratum = |(k, _, deals)| Stratum::new(deals, free(k, n), sizes.iter().copied());
    let strata = order.shapes.sizes().map(stratum).collect();
    Table { n, rows: 64, columns, counts, strata }
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

/// Cards dealt now at all, by label.
pub(super) fn dealt_again(order: &Order, n: usize) -> Table {
    let mut counts = vec![0; 64];
    for row in order.table.cells().chunks_exact(64) {
        super::add(&mut counts, row);
    }
    // A whole deck deals every card: no information.
    let (partial, whole): (Vec<_>, Vec<_>) = order.shapes.sizes().partition(|(k, ..)| *k < n);
    for (_, known, deals) in whole {
        counts[..known].iter_mut().for_each(|count| *count -= deals);
    }
    let stratum = |(k, known, deals)| Stratum::new(deals, [(0, k as f64)], free(known, n));
    Table { n, rows: 1, columns: 64, strata: partial.into_iter().map(stratum).collect(), counts }
}

/// The most positions and the most labels of any deal.
pub(super) fn most(order: &Order) -> (usize, usize) {
    let most = |(a, b): (usize, usize), (k, known, _): (_, _, u64)| (a.max(k), b.max(known));
    order.shapes.sizes().fold((0, 0), most)
}

/// The most unusual (position, label).
pub(super) fn position_max(order: &Order, n: usize) -> Extreme<(usize, usize)> {
    // Cells by the number of deals in which both the position and the label were there.
    let mut groups: BTreeMap<u64, Vec<((usize, usize), u64)>> = BTreeMap::new();
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

/// Label less position, round the deck: a form in the exact covariance of the `n` counts.
pub(super) fn displacement(order: &Order, n: usize) -> Outcome {
    let mut covariance = vec![0.0; n * n];
    let mut expected = vec![0.0; n];
    let deals = order.deals();
    for (k, known, deals) in order.shapes.sizes() {
        let one = displacement_covariance(n, k, known);
        covariance.iter_mut().zip(one).for_each(|(all, one)| *all += deals as f64 * one);
        for (d, expected) in expected.iter_mut().enumerate() {
            let cells = (0..k).filter(|p| (p + d) % n < known).count();
            *expected += deals as f64 * cells as f64 / n as f64;
        }
    }
    let live: Vec<usize> =
        (0..n).filter(|d| expected[*d] >= DISPLACEMENT_MIN * (1.0 - 1e-12)).collect();
    if live.is_empty() || deals < 30 {
        let most = expected.iter().copied().fold(0.0, f64::max);
        let needs = if most > 0.0 { DISPLACEMENT_MIN * deals as f64 / most } else { 30.0 };
        return Outcome::Insufficient { needs: (needs.ceil() as u64).max(30) };
    }
    let table = order.table.cells();
    let count = |d: usize| -> u64 { (0..n).map(|p| table[p * 64 + (p + d) % n]).sum() };
    let off: Vec<f64> = live.iter().map(|d| count(*d) as f64 - expected[*d]).collect();
    let row = |d: &usize| live.iter().map(|e| covariance[d * n + e]).collect::<Vec<f64>>();
    let part: Vec<f64> = live.iter().flat_map(row).collect();
    let (q, rank) = small_form(&part, &off);
    let information = live.iter().map(|d| expected[*d]).sum::<f64>() * (n - 1) as f64 / n as f64;
    chi_square(q, rank as f64, "rms relative deviation of a displacement", information)
}

/// Covariance of the displacement counts of one deal, row by row: the table's covariance added up
/// over the cells of each displacement.
pub(super) fn displacement_covariance(n: usize, k: usize, known: usize) -> Vec<f64> {
    let size = n as f64;
    let mask = |inside: &dyn Fn(usize) -> bool| -> u64 {
        (0..n).filter(|x| inside(*x)).fold(0, |mask, x| mask | 1 << x)
    };
    // Positions of the cells of each displacement, and their labels.
    let places: Vec<u64> = (0..n).map(|d| mask(&|p| p < k && (p + d) % n < known)).collect();
    let labels: Vec<u64> = (0..n).map(|d| mask(&|q| q < known && (q + n - d) % n < k)).collect();
    let common = |masks: &[u64], d: usize, e: usize| f64::from((masks[d] & masks[e]).count_ones());
    let mut covariance = vec![0.0; n * n];
    for d in 0..n {
        for e in 0..n {
            let own = common(&places, d, d);
            let same = if d == e { own } else { 0.0 };
            let shared = common(&places, d, e) + common(&labels, d, e);
            let product = own * common(&places, e, e);
            covariance[d * n + e] = (same - shared / size + product / (size * size)) / (size - 1.0);
        }
    }
    covariance
}
