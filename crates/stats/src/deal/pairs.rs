//! Counts of which label stands beside which in a deal, or in one packet with it.
//!
//! Counts of pairs over many decks fall apart into parts that a relabelling cannot mix: how often each label
//! has company at all (which the position tables see), and which labels keep company (n(n-3)/2 directions of
//! equal variance). Pearson's statistic over all pairs mixes them and is no chi-square (trap 3). The variances are
//! those of [`crate::laws::graph`]; they add over layouts.

use super::Answer;
use super::counters::Square;
use super::figures::{DEALS_MIN, Extreme, chi_square};
use super::order::Order;
use crate::battery::{Most, Outcome};
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

/// Deals below which no table of pairs is tested: two expected in a cell of the positions.
fn deals_min(n: usize) -> u64 {
    DEALS_MIN.max((100 * n as u64).div_ceil(52))
}

/// The pairs among labels of one number.
pub(super) struct Company {
    pub labels: usize,
    /// 64 to a row.
    pub counts: Vec<u64>,
    /// Deals of each graph of places, and the fewest edges that say as much.
    pub graphs: Vec<(u64, Graph, u64)>,
}

impl Company {
    fn deals(&self) -> u64 {
        self.graphs.iter().map(|(deals, ..)| deals).sum()
    }

    /// What each pair of labels has of a sum over all deals.
    fn share(&self, of: impl Fn(&(u64, Graph, u64)) -> u64) -> f64 {
        let pairs = self.labels as f64 * (self.labels as f64 - 1.0) / 2.0;
        let sum: u64 = self.graphs.iter().map(|graph| graph.0 * of(graph)).sum();
        if sum > 0 { sum as f64 / pairs } else { 0.0 }
    }

    /// Expected count of each pair.
    pub(super) fn expected(&self) -> f64 {
        self.share(|(_, graph, _)| graph.edges)
    }

    /// The same of the fewest edges.
    pub(super) fn fewest(&self) -> f64 {
        self.share(|(.., fewest)| *fewest)
    }

    /// Adds each pair to a search for the most unusual one.
    pub(super) fn add_to(&self, extreme: &mut Extreme<[usize; 2]>) {
        let both = |a: usize, b: usize| self.counts[a * 64 + b] + self.counts[b * 64 + a];
        let pairs = (0..self.labels).flat_map(|a| (0..a).map(move |b| ([b, a], both(a, b))));
        if self.expected() > 0.0 {
            extreme.add(pairs, self.deals(), self.expected() / self.deals() as f64);
        }
    }
}

/// All neighbours, by the number of labels that there are. Which places hold cards that have a label is taken as given: the
/// labels are in uniformly random order all the same, and the number of neighbours seen, which varies from deal to deal,
/// adds nothing to the spread.
pub(super) fn neighbours(order: &Order) -> Vec<Company> {
    let of = |(known, counts): &(u8, Square)| {
        let chains = order.chains.iter().filter(|((other, ..), _)| other == known);
        let graph = |((_, pairs, triples), deals): &((u8, u8, u8), u64)| {
            let edges = u64::from(*pairs);
            (*deals, Graph { edges, wedges: u64::from(*triples) }, edges)
        };
        let (labels, graphs) = (usize::from(*known), chains.map(graph).collect());
        Company { labels, counts: counts.cells(), graphs }
    };
    order.followed.iter().map(of).collect()
}

/// Which labels keep company, added over the numbers of labels.
pub(super) fn outcome(all: &[Company], n: usize) -> Outcome {
    let (mut q, mut df, mut information) = (0.0, 0.0, 0.0);
    let least = deals_min(n);
    let mut needs = least;
    for seen in all {
        let (labels, deals, expected) = (seen.labels, seen.deals(), seen.expected());
        let one =
            |(deals, graph, _): &(u64, Graph, u64)| *deals as f64 * pair_eigenvalue(labels, *graph);
        let variance: f64 = seen.graphs.iter().map(one).sum();
        if deals < least || seen.fewest() < 1.0 || variance <= 0.0 {
            if seen.fewest() > 0.0 {
                needs = needs.max((deals as f64 / seen.fewest()).ceil() as u64);
            }
            continue;
        }
        q += company(&seen.counts, labels) / variance;
        df += company_df(labels);
        information += labels as f64 * (labels as f64 - 1.0) / 2.0 * expected.powi(2) / variance;
    }
    if df == 0.0 {
        return Outcome::Insufficient { needs };
    }
    chi_square(q, df, "rms relative deviation of a pair", information)
}

/// The test of the most unusual pair.
pub(super) fn most_unusual(key: &'static str, deals: u64, all: &[Company]) -> Answer {
    let mut extreme = Extreme::default();
    all.iter().for_each(|company| company.add_to(&mut extreme));
    let pair = |(labels, count, expected)| Most::Pair { labels, count, expected };
    Answer::new(key, deals, extreme.outcome()).naming(extreme.most().map(pair))
}
