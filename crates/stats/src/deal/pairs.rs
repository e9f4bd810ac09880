//! Counts of which label stands beside which in a deal.
//!
//! Counts of pairs over many decks fall apart into parts that a relabelling cannot mix: how often each label
//! stands beside any other (which the position tables see), and which labels keep company (n(n-3)/2 directions of
//! equal variance). Pearson's statistic over all pairs mixes them and is no chi-square (trap 3). The variances are
//! those of [`crate::laws::graph`]; they add over layouts.

use super::counters::Square;
use super::figures::{DEALS_MIN, Extreme, chi_square};
use super::order::Order;
use crate::battery::Outcome;
use crate::laws::graph::{Graph, pair_eigenvalue};

/// Sum of squares of the counts once the part that each label contributes is removed: symmetric
/// counts of unordered pairs among the first `labels` of `counts` (64 to a row, both orders added).
pub(super) fn company(counts: &[u64], labels: usize) -> f64 {
    let both = |a: usize, b: usize| (counts[a * 64 + b] + counts[b * 64 + a]) as f64;
    let of = |a: usize| (0..labels).filter(|b| *b != a).map(|b| both(a, b)).sum::<f64>();
    let totals: Vec<f64> = (0..labels).map(of).collect();
    let m = labels as f64;
    // Row a adds up to (m-2) u_a + sum(u) when every pair is u_a + u_b.
    let all = totals.iter().sum::<f64>() / (2.0 * (m - 1.0));
    let own: Vec<f64> = totals.iter().map(|t| (t - all) / (m - 2.0)).collect();
    let square = |a: usize, b: usize| (both(a, b) - own[a] - own[b]).powi(2);
    (0..labels).map(|a| (0..a).map(|b| square(a, b)).sum::<f64>()).sum()
}

/// Degrees of freedom of [`company`].
pub(super) fn company_df(labels: usize) -> f64 {
    labels as f64 * (labels as f64 - 3.0) / 2.0
}

/// Each pair of labels with its count.
pub(super) fn unordered(counts: &[u64], labels: usize) -> impl Iterator<Item = ([usize; 2], u64)> {
    let both = |a: usize, b: usize| ([b, a], counts[a * 64 + b] + counts[b * 64 + a]);
    (0..labels).flat_map(move |a| (0..a).map(move |b| both(a, b)))
}

/// Deals below which no table of pairs is tested: two expected in a cell of the positions.
pub(super) fn deals_min(n: usize) -> u64 {
    DEALS_MIN.max((100 * n as u64).div_ceil(52))
}

/// The neighbours seen among labels of one number.
struct Beside {
    labels: usize,
    deals: u64,
    /// Expected count of each unordered pair.
    expected: f64,
    counts: Vec<u64>,
    /// (deals, labelled cards in a row) of each kind.
    paths: Vec<(u64, Graph)>,
}

/// All neighbours. Which places hold cards that have a label is taken as given: the labels are in
/// uniformly random order all the same, and the number of neighbours seen, which varies from deal
/// to deal, adds nothing to the spread.
fn beside(order: &Order) -> impl Iterator<Item = Beside> {
    order.followed.iter().map(|(known, counts)| {
        let chains = order.chains.iter().filter(|((other, ..), _)| other == known);
        let path = |((_, pairs, triples), deals): &((u8, u8, u8), u64)| {
            (*deals, Graph { edges: u64::from(*pairs), wedges: u64::from(*triples) })
        };
        let paths: Vec<(u64, Graph)> = chains.map(path).collect();
        let labels = usize::from(*known);
        let pairs = labels as f64 * (labels as f64 - 1.0) / 2.0;
        let seen: u64 = paths.iter().map(|(deals, path)| deals * path.edges).sum();
        let deals = paths.iter().map(|(deals, _)| deals).sum();
        let expected = if seen > 0 { seen as f64 / pairs } else { 0.0 };
        Beside { labels, deals, expected, counts: Square::cells(counts), paths }
    })
}

/// Which labels keep company, added over the numbers of labels.
pub(super) fn outcome(order: &Order, n: usize) -> Outcome {
    let (mut q, mut df, mut information) = (0.0, 0.0, 0.0);
    let least = deals_min(n);
    let mut needs = least;
    for seen in beside(order) {
        let Beside { labels, deals, expected, ref counts, .. } = seen;
        if deals < least || expected < 1.0 || labels < 4 {
            if expected > 0.0 {
                needs = needs.max((deals as f64 / expected).ceil() as u64);
            }
            continue;
        }
        let one = |(deals, path): &(u64, Graph)| *deals as f64 * pair_eigenvalue(labels, *path);
        let variance: f64 = seen.paths.iter().map(one).sum();
        q += company(counts, labels) / variance;
        df += company_df(labels);
        information += labels as f64 * (labels as f64 - 1.0) / 2.0 * expected.powi(2) / variance;
    }
    if df == 0.0 {
        return Outcome::Insufficient { needs };
    }
    chi_square(q, df, "rms relative deviation of a pair", information)
}

/// The most unusual pair of neighbours.
pub(super) fn most_unusual(order: &Order) -> Extreme<[usize; 2]> {
    let mut extreme = Extreme::default();
    for seen in beside(order).filter(|seen| seen.expected > 0.0) {
        let chance = seen.expected / seen.deals as f64;
        extreme.add(unordered(&seen.counts, seen.labels), seen.deals, chance);
    }
    extreme
}
