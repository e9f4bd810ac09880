//! The figures of one test in print, the same on the terminal and in the PDF.

use super::number::{figure, probability};
use feltproof_stats::{Figures, Prob, Randomness, Test};

/// One row of a table of tests.
pub(super) struct Printed {
    /// The statistic.
    pub(super) statistic: String,
    /// Its probability by chance alone.
    pub(super) p: String,
    /// Adjusted by Holm's method; a dash for a test that does not count.
    pub(super) adjusted: String,
    /// The effect.
    pub(super) effect: String,
    /// The smallest effect that would have been seen; a dash where it is not known.
    pub(super) seen: String,
    /// Probability of a fit at least as good, where that has a meaning.
    pub(super) too_good: Option<String>,
}

impl Printed {
    /// Those of a test that ran.
    pub(super) fn new(r: &Randomness, test: &Test, f: &Figures) -> Self {
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        let adjusted = r.verdict.ln_adjusted(&test.key);
        Self {
            statistic: figure(f.statistic, 5),
            p: probability(f.p),
            adjusted: or_dash(adjusted.map(|ln| probability(Prob::from_ln(ln)))),
            effect: figure(f.effect.observed, 3),
            seen: or_dash(f.effect.smallest_seen.map(|seen| figure(seen, 3))),
            too_good: f.too_good.map(probability),
        }
    }
}
