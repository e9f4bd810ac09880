//! Counts of which label stands beside which, and their two independent parts.
//!
//! The counts of ordered pairs over many decks fall apart into parts that a relabelling cannot mix:
//! how often each label stands beside any other (which the position tables see), which labels keep
//! company (symmetric, n(n-3)/2 directions of equal variance) and which comes first (antisymmetric,
//! (n-1)(n-2)/2 directions of equal variance). Pearson's statistic over all pairs mixes them and is
//! no chi-square (trap 3). The variances are those of [`crate::laws::graph`]; they add over
//! layouts.

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

/// The same of the differences "a before b" less "b before a".
pub(super) fn direction(counts: &[u64], labels: usize) -> f64 {
    let less = |a: usize, b: usize| counts[a * 64 + b] as f64 - counts[b * 64 + a] as f64;
    let of = |a: usize| (0..labels).map(|b| less(a, b)).sum::<f64>() / labels as f64;
    let own: Vec<f64> = (0..labels).map(of).collect();
    let square = |a: usize, b: usize| (less(a, b) - own[a] + own[b]).powi(2);
    (0..labels).map(|a| (0..a).map(|b| square(a, b)).sum::<f64>()).sum()
}

/// Degrees of freedom of [`company`].
pub(super) fn company_df(labels: usize) -> f64 {
    labels as f64 * (labels as f64 - 3.0) / 2.0
}

/// Degrees of freedom of [`direction`].
pub(super) fn direction_df(labels: usize) -> f64 {
    (labels as f64 - 1.0) * (labels as f64 - 2.0) / 2.0
}

/// Every unordered pair's count.
pub(super) fn unordered(counts: &[u64], labels: usize) -> impl Iterator<Item = u64> {
    (0..labels).flat_map(move |a| (0..a).map(move |b| counts[a * 64 + b] + counts[b * 64 + a]))
}
