//! Counts of pairs of labels that fall on the edges of a fixed graph of positions: neighbours in a deck, cards of one hand.
//!
//! Under a uniformly random permutation the table of such counts, one cell for each unordered pair of labels, has the same
//! variance in every direction once its mean and its label totals are taken out: the component (n-2,2) of the symmetric
//! group, of dimension n(n-3)/2. That variance is [`pair_eigenvalue`].

use super::{Moments, falling};

/// What a graph of positions has that matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Graph {
    /// Edges: unordered pairs of positions.
    pub edges: u64,
    /// Wedges: unordered pairs of edges that share a position.
    pub wedges: u64,
}

impl Graph {
    /// Neighbours in the first `k` positions.
    pub fn path(k: u64) -> Self {
        Self { edges: k.max(1) - 1, wedges: k.max(2) - 2 }
    }

    /// Cards of one hand, `hands` hands of `size` cards.
    pub fn hands(hands: u64, size: u64) -> Self {
        let pairs = (size * size - size) / 2;
        Self { edges: hands * pairs, wedges: hands * pairs * (size.max(2) - 2) }
    }
}

/// Variance per round, in each of n(n-3)/2 directions, of the counts of unordered pairs of labels
/// that are an edge of a randomly embedded graph. Zero below four labels, where no direction is left.
pub fn pair_eigenvalue(n: usize, graph: Graph) -> f64 {
    if n < 4 {
        return 0.0;
    }
    let (edges, wedges) = (graph.edges as f64, graph.wedges as f64);
    let one = edges / (falling(n, 2) / 2.0);
    let sharing = wedges / (falling(n, 3) / 2.0);
    let disjoint = (edges * (edges - 1.0) / 2.0 - wedges) / (falling(n, 4) / 8.0);
    one - 2.0 * sharing + disjoint
}

/// How many pairs of labels are an edge of `first` and, after a random permutation of `n` labels, of
/// `second` too: pairs that stay together from one deal to the next.
pub fn overlap(n: usize, first: Graph, second: Graph) -> Moments {
    if n < 2 {
        return Moments::default();
    }
    let both = |f: fn(Graph) -> f64| f(first) * f(second);
    let mean = both(|g| g.edges as f64) / (falling(n, 2) / 2.0);
    let sharing = if n < 3 { 0.0 } else { both(|g| 2.0 * g.wedges as f64) / falling(n, 3) };
    let disjoint = |g: Graph| g.edges as f64 * (g.edges as f64 - 1.0) - 2.0 * g.wedges as f64;
    let disjoint =
        if n < 4 { 0.0 } else { disjoint(first) * disjoint(second) / (falling(n, 4) / 4.0) };
    Moments::from_factorial(mean, sharing + disjoint)
}
