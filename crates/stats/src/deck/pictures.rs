//! What a report draws: residuals of the position table, and statistics block by block.

use super::counts::{Count, Counts};
use super::drift::Looked;
use super::laws::Laws;
use crate::battery::{Drift, Heat};

/// Position by label, each cell less its expectation over its standard deviation: a cell is binomial
/// of R decks with probability 1/n.
pub(super) fn heat(reference: &'static str, counts: &Counts) -> Heat {
    let n = counts.n();
    let total = counts.total as f64;
    let deviation = (total * (n as f64 - 1.0)).sqrt();
    let residual = |cell: &u64| {
        if total > 0.0 { (*cell as f64 * n as f64 - total) / deviation } else { 0.0 }
    };
    Heat {
        reference,
        rows: (1..=n).map(|position| position.to_string()).collect(),
        columns: n,
        residuals: counts.tables.position.iter().map(residual).collect(),
    }
}

/// What is followed block by block: test, name, its sum in a block, mean and variance per deck.
struct Followed {
    key: &'static str,
    name: &'static str,
    sum: fn(&Looked) -> u64,
    mean: f64,
    variance: f64,
}

/// The standardised sums of the blocks; `seen` is how many decks there are.
pub(super) fn drifts(reference: &str, counts: &Counts, seen: u64) -> Vec<Drift> {
    let n = counts.n() as f64;
    let count = |key, name, sum, count| {
        let law = Laws::of(counts.n()).count(count);
        Followed { key, name, sum, mean: law.mean, variance: law.variance }
    };
    let followed = [
        Followed {
            key: "inversions",
            name: "Inversions",
            sum: |looked| looked.inversions,
            mean: n * (n - 1.0) / 4.0,
            variance: n * (n - 1.0) * (2.0 * n + 5.0) / 72.0,
        },
        count("rises", "Rising sequences", |looked| looked.rises, Count::Rises),
        count("guess", "Right guesses", |looked| looked.guess, Count::Guess),
        count("peaks", "Peaks", |looked| looked.peaks, Count::Peaks),
    ];
    let suffix = if reference == "previous" { ", against the deck before" } else { "" };
    let varies = followed.into_iter().filter(|followed| followed.variance > 0.0);
    varies
        .map(|followed| Drift {
            key: format!("{reference}.{}", followed.key),
            name: format!("{}{suffix}", followed.name),
            blocks: counts
                .drifts
                .blocks()
                .map(|(end, block)| {
                    let decks = block.permutations as f64;
                    let apart = (followed.sum)(&block.sums) as f64 - decks * followed.mean;
                    (end.min(seen), apart / (decks * followed.variance).sqrt())
                })
                .collect(),
        })
        .collect()
}
