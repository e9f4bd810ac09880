//! The quadratic forms of the square tables, and their extreme cells.

use super::counts::Counts;
use crate::laws::graph::{Graph, pair_eigenvalue, path_antisymmetric_eigenvalue};

/// A quadratic form and its degrees of freedom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Form {
    pub(super) q: f64,
    pub(super) df: f64,
}

/// The largest and the smallest cell of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extremes {
    pub(super) largest: u64,
    pub(super) smallest: u64,
}

pub(super) fn extremes(cells: impl Iterator<Item = u64>) -> Extremes {
    let none = Extremes { largest: 0, smallest: u64::MAX };
    cells.fold(none, |seen, cell| Extremes {
        largest: seen.largest.max(cell),
        smallest: seen.smallest.min(cell),
    })
}

/// Position by class of label, (n-1)/n times Pearson; `class` gives the class of each label.
///
/// Every deck fills every position once, so the counts of one deck are not independent draws: the
/// factor makes the form a chi-square of (n-1)(classes-1) degrees of freedom.
pub(super) fn position(counts: &Counts, class: &[u8]) -> Form {
    let n = counts.n();
    let classes = class.iter().map(|c| usize::from(*c) + 1).max().unwrap_or(0);
    let mut sizes = vec![0_u64; classes];
    class.iter().for_each(|c| sizes[usize::from(*c)] += 1);
    let mut q = 0.0;
    for row in counts.tables.position.chunks_exact(n) {
        let mut cells = vec![0_u64; classes];
        row.iter().zip(class).for_each(|(cell, c)| cells[usize::from(*c)] += cell);
        for (cell, size) in cells.iter().zip(&sizes).filter(|(_, size)| **size > 0) {
            // (O - E)^2 / E with both times n, so that the difference is of whole numbers.
            let expected = i128::from(counts.total) * i128::from(*size);
            let apart = i128::from(*cell) * n as i128 - expected;
            q += (apart as f64).powi(2) / (n as f64 * expected as f64);
        }
    }
    let used = sizes.iter().filter(|size| **size > 0).count();
    let share = (n - 1) as f64 / n as f64;
    Form { q: share * q, df: (n as f64 - 1.0) * (used as f64 - 1.0) }
}

/// Unordered pairs of neighbours: the component (n-2,2) of their table. `None` below four labels.
pub(super) fn adjacency(counts: &Counts) -> Option<Form> {
    let n = counts.n();
    let lambda = pair_eigenvalue(n, Graph::path(n as u64));
    let both = |a: usize, b: usize| {
        if a == b {
            0.0
        } else {
            (counts.tables.adjacency[a * n + b] + counts.tables.adjacency[b * n + a]) as f64
        }
    };
    let size = n as f64;
    let rows: Vec<f64> = (0..n).map(|a| (0..n).map(|b| both(a, b)).sum()).collect();
    let all: f64 = rows.iter().sum();
    // What each label takes out of its row, so that every row sums to zero.
    let own: Vec<f64> =
        rows.iter().map(|row| (row - all / (2.0 * (size - 1.0))) / (size - 2.0)).collect();
    let left = |a: usize, b: usize| (both(a, b) - own[a] - own[b]).powi(2);
    let sum: f64 = (0..n).flat_map(|a| (0..a).map(move |b| (a, b))).map(|(a, b)| left(a, b)).sum();
    (lambda > 0.0)
        .then(|| Form { q: sum / (counts.total as f64 * lambda), df: size * (size - 3.0) / 2.0 })
}

/// Order of neighbours: the component (n-2,1,1). `None` below three labels.
pub(super) fn direction(counts: &Counts) -> Option<Form> {
    let n = counts.n();
    let lambda = path_antisymmetric_eigenvalue(n, n as u64 - 1, n as u64 - 2);
    let cell = |a: usize, b: usize| counts.tables.adjacency[a * n + b] as f64;
    let more = |a: usize, b: usize| cell(a, b) - cell(b, a);
    let size = n as f64;
    let own: Vec<f64> = (0..n).map(|a| (0..n).map(|b| more(a, b)).sum::<f64>() / size).collect();
    let left = |a: usize, b: usize| (more(a, b) - own[a] + own[b]).powi(2);
    let sum: f64 = (0..n).flat_map(|a| (0..a).map(move |b| (a, b))).map(|(a, b)| left(a, b)).sum();
    (lambda > 0.0).then(|| Form {
        q: sum / (counts.total as f64 * lambda),
        df: (size - 1.0) * (size - 2.0) / 2.0,
    })
}

/// Counts of unordered pairs of neighbours.
pub(super) fn pairs(counts: &Counts) -> impl Iterator<Item = u64> + '_ {
    let n = counts.n();
    let cell = move |a: usize, b: usize| counts.tables.adjacency[a * n + b];
    (0..n).flat_map(move |a| (0..a).map(move |b| cell(a, b) + cell(b, a)))
}

/// Rank of each label among the labels still to come: independent uniforms, so Pearson summed.
pub(super) fn lehmer(counts: &Counts) -> Form {
    let n = counts.n();
    let mut q = 0.0;
    for (i, row) in counts.tables.lehmer.chunks_exact(n).enumerate() {
        let ranks = n - i;
        let total = i128::from(counts.total);
        let apart = |cell: &u64| (i128::from(*cell) * ranks as i128 - total) as f64;
        let sum: f64 = row[..ranks].iter().map(|cell| apart(cell).powi(2)).sum();
        q += sum / (ranks as f64 * counts.total as f64);
    }
    Form { q, df: (n * (n - 1)) as f64 / 2.0 }
}

/// (label - position) modulo n, (n-1)/n times Pearson.
pub(super) fn displacement(counts: &Counts) -> Form {
    let n = counts.n();
    let diagonal =
        |d: usize| (0..n).map(|i| counts.tables.position[i * n + (i + d) % n]).sum::<u64>();
    let apart = |d: usize| (i128::from(diagonal(d)) - i128::from(counts.total)) as f64;
    let sum: f64 = (0..n).map(|d| apart(d).powi(2)).sum();
    let size = n as f64;
    Form { q: (size - 1.0) / size * sum / counts.total as f64, df: size - 1.0 }
}

/// Sum over all decks of centred position times centred label.
pub(super) fn spearman_sum(counts: &Counts) -> f64 {
    let n = counts.n();
    // Twice the distance from the middle is a whole number.
    let centred = |i: usize| 2 * i as i128 - (n as i128 - 1);
    let product = |at: usize| centred(at / n) * centred(at % n);
    let cells = counts.tables.position.iter().enumerate();
    cells.map(|(at, cell)| product(at) * i128::from(*cell)).sum::<i128>() as f64 / 4.0
}

/// Sum of the squares of the centred labels.
pub(super) fn sum_of_squares(n: usize) -> f64 {
    (n * (n * n - 1)) as f64 / 12.0
}
