//! What several tests share: counted classes against their chances, and how their figures are made.

use crate::battery::{Effect, Figures, Law, Outcome};
use crate::special::{self, Prob};

/// Level and power at which the smallest effect is stated.
pub(super) const LEVEL: f64 = 0.01;
const POWER: f64 = 0.9;

/// Pearson's statistic of counted classes.
pub fn pearson(counts: &[u64], chances: &[f64]) -> f64 {
    let n: u64 = counts.iter().sum();
    let n = n as f64;
    let term = |(count, chance): (&u64, &f64)| {
        let expected = n * chance;
        if expected > 0.0 { (*count as f64 - expected).powi(2) / expected } else { 0.0 }
    };
    counts.iter().zip(chances).map(term).sum()
}

/// Noncentrality that a chi-square test needs, at [`LEVEL`] over `looks` looks.
pub(super) fn needed(df: f64, looks: u64) -> f64 {
    let level = -((-LEVEL).ln_1p() / looks as f64).exp_m1();
    special::needed_noncentrality(df, level, POWER)
}

/// The figures of a chi-square over classes: effect is Cohen's w, the root of the weighted mean
/// square of the relative deviations of the classes, over `n` observations.
pub(super) fn classes(statistic: f64, df: f64, n: u64, measure: &'static str) -> Outcome {
    let n = n as f64;
    Outcome::Ran(Figures {
        statistic,
        law: Law::ChiSquare { df },
        p: special::chi2_sf(statistic, df),
        // Few classes leave a lattice on which a perfect fit is not rare enough to mean anything.
        too_good: (df >= 5.0).then(|| special::chi2_cdf(statistic, df)),
        effect: Effect {
            measure,
            observed: ((statistic - df).max(0.0) / n).sqrt(),
            smallest_seen: Some((needed(df, 1) / n).sqrt()),
        },
    })
}

/// The figures of a standardised sum; one unit of `z` is worth `unit` of the effect.
pub(super) fn normal(z: f64, unit: f64, measure: &'static str) -> Outcome {
    Outcome::Ran(Figures {
        statistic: z,
        law: Law::Normal,
        p: special::normal_two_sided(z),
        too_good: None,
        effect: Effect {
            measure,
            observed: z.abs() * unit,
            smallest_seen: Some(needed(1.0, 1).sqrt() * unit),
        },
    })
}

/// Index and value of the smallest probability; the first of equal ones.
pub(super) fn most_unusual(ps: &[Prob]) -> Option<(usize, Prob)> {
    ps.iter().copied().enumerate().min_by(|a, b| a.1.ln().total_cmp(&b.1.ln()).then(a.0.cmp(&b.0)))
}

/// A test that does not apply.
pub(super) fn not_run(why: impl Into<String>) -> Outcome {
    Outcome::NotRun { why: why.into() }
}
