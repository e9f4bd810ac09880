//! The law of the longest increasing subsequence of a well-shuffled deck.

use std::sync::OnceLock;

use super::CountLaw;

/// The largest `n` whose law is computed: 1.7 million partitions.
pub(crate) const LONGEST_MAX: usize = 64;

/// The laws that were asked for: that of 52 labels is a sum over 281,589 partitions.
static KNOWN: [OnceLock<CountLaw>; LONGEST_MAX + 1] = [const { OnceLock::new() }; LONGEST_MAX + 1];

/// Length of the longest increasing subsequence; the longest decreasing one has the same law.
/// `None` above [`LONGEST_MAX`] labels.
///
/// Law: by the Robinson-Schensted correspondence the first row of a Young diagram drawn with
/// probability f^2 / n!, where f counts its standard tableaux, summed over every partition of `n`.
pub fn longest_increasing(n: usize) -> Option<CountLaw> {
    Some(KNOWN.get(n)?.get_or_init(|| CountLaw::from_pmf(enumerate(n))).clone())
}

/// The law by enumeration of every partition of `n`.
fn enumerate(n: usize) -> Vec<f64> {
    if n == 0 {
        return vec![1.0];
    }
    let mut walk =
        Walk { shifted: Vec::with_capacity(n), factorials: vec![1.0], sums: vec![0.0; n + 1] };
    for m in 1..=2 * n {
        let last = walk.factorials[m - 1];
        walk.factorials.push(last * m as f64);
    }
    walk.rows(n, 1, 1.0);
    let all = walk.factorials[n];
    walk.sums.iter().map(|sum| sum * all).collect()
}

/// A diagram built row by row from its shortest row up, so that the factors of the rows already
/// there never change. Whole numbers that floats hold exactly, and multiply at once.
struct Walk {
    /// Length of each row plus its number from the bottom: strictly increasing.
    shifted: Vec<f64>,
    factorials: Vec<f64>,
    /// Sum of (f / n!)^2 by length of the first row.
    sums: Vec<f64>,
}

impl Walk {
    /// Adds rows of at least `least` cells until `left` cells are used; `weight` is
    /// product(l_i - l_j) / product(l_i!) over the rows there are, which for a whole diagram is
    /// f / n! (Frobenius).
    fn rows(&mut self, left: usize, least: usize, weight: f64) {
        // The longest row takes all that is left; a row below it must leave at least as much.
        let whole = weight * self.factor(left);
        self.sums[left] += whole * whole;
        for row in least..=left / 2 {
            let weight = weight * self.factor(row);
            self.shifted.push((row + self.shifted.len()) as f64);
            self.rows(left - row, row, weight);
            self.shifted.pop();
        }
    }

    fn factor(&self, row: usize) -> f64 {
        let shifted = row + self.shifted.len();
        let product: f64 = self.shifted.iter().map(|other| shifted as f64 - other).product();
        product / self.factorials[shifted]
    }
}
