//! The figures of one test in print, the same on the terminal and in the PDF.

use super::number::{count, figure, probability, probability_of};
use feltproof_model::randomness::{RandomnessFigures, RandomnessTest};

/// One row of a table of tests.
pub(crate) struct Printed {
    pub(crate) n: String,
    pub(crate) statistic: String,
    pub(crate) p: String,
    /// Adjusted by Holm's method; a dash for a test that does not count.
    pub(crate) adjusted: String,
    pub(crate) effect: String,
    /// The smallest effect that would have been seen; a dash where it is not known.
    pub(crate) seen: String,
    /// Probability of a fit at least as good, where that has a meaning.
    pub(crate) too_good: Option<String>,
}

impl Printed {
    pub(crate) fn new(test: &RandomnessTest, f: &RandomnessFigures) -> Self {
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        Self {
            n: count(test.n),
            statistic: figure(f.statistic, 5),
            p: probability(f.p, f.ln_p),
            adjusted: or_dash(f.ln_adjusted.map(probability_of)),
            effect: figure(f.effect, 3),
            seen: or_dash(f.smallest_seen.map(|seen| figure(seen, 3))),
            too_good: f.too_good.map(|p| probability(p, p.ln())),
        }
    }
}
