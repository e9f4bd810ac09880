//! What several tests share: a statistic with its law, and how it becomes figures.

use crate::battery::{Effect, Figures, Law, Outcome};
use crate::special::{self, Prob};
use crate::sums::Sums;

/// Level and power at which the smallest effect is stated.
pub(super) const LEVEL: f64 = 0.01;
const POWER: f64 = 0.9;

/// How the effect follows from a noncentrality.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Worth {
    /// So many times its root.
    Root(f64),
    /// So many times itself.
    Itself(f64),
    /// Not at all: as observed, and the smallest that would have been seen.
    Given(f64, Option<f64>),
}

/// One statistic of what was counted, with its law and its p-value. The effect is worked out only when
/// it is asked for: that takes longer than the p-value, which every sequence needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// The statistic, in the unit of its law.
    pub statistic: f64,
    /// Probability of one at least as unusual.
    pub p: Prob,
    law: Law,
    df: f64,
    /// Noncentrality that was observed.
    excess: f64,
    /// How many such statistics it is the most unusual of.
    looks: u64,
    worth: Worth,
}

impl Score {
    /// A chi-square over `weight` observations: the effect is Cohen's w, the root of the weighted mean
    /// square of the relative deviations of its classes.
    pub(super) fn chi_square(statistic: f64, df: f64, weight: f64) -> Self {
        Self {
            statistic,
            p: special::chi2_sf(statistic, df),
            law: Law::ChiSquare { df },
            df,
            excess: (statistic - df).max(0.0),
            looks: 1,
            worth: Worth::Root(weight.sqrt().recip()),
        }
    }

    /// A standardised sum; one unit of `z` is worth `unit` of the effect.
    pub(super) fn normal(z: f64, unit: f64) -> Self {
        Self {
            p: special::normal_two_sided(z),
            law: Law::Normal,
            excess: z * z,
            worth: Worth::Root(unit),
            ..Self::chi_square(z, 1.0, 1.0)
        }
    }

    /// Counted classes against their chances; none where nothing was counted.
    pub(super) fn classes(counts: &[u64], chances: &[f64]) -> Option<Self> {
        let n: u64 = counts.iter().sum();
        let df = chances.len() as f64 - 1.0;
        let score = || Self::chi_square(pearson(counts, chances), df, n as f64);
        (n > 0).then(score)
    }

    /// The largest of such statistics, each a chi-square, by Šidák's correction; `law` is its name.
    pub(super) fn largest(
        statistics: &[f64],
        df: f64,
        weight: f64,
        law: &'static str,
    ) -> Option<Self> {
        let (worst, p) = special::least_likely(statistics, |x| special::chi2_sf(*x, df))?;
        let alone = Self::chi_square(*worst, df, weight);
        let looks = statistics.len() as u64;
        Some(Self { looks, law: Law::Named(law), p: special::sidak(p, looks), ..alone })
    }

    /// The same with an exact law and its p-value.
    pub(super) fn with_law(self, law: &'static str, p: Prob) -> Self {
        Self { law: Law::Named(law), p, ..self }
    }

    /// The same with an effect that is so many times the noncentrality itself.
    pub(super) fn worth_itself(self, unit: f64) -> Self {
        Self { worth: Worth::Itself(unit), ..self }
    }

    /// The same with this effect, where no fit is too good.
    pub(super) fn with_effect(self, observed: f64, seen: Option<f64>) -> Self {
        Self { worth: Worth::Given(observed, seen), ..self }
    }

    pub(super) fn outcome(self, measure: &'static str) -> Outcome {
        let level = -((-LEVEL).ln_1p() / self.looks as f64).exp_m1();
        let needed = || special::needed_noncentrality(self.df, level, POWER);
        let (observed, seen) = match self.worth {
            Worth::Root(unit) => (self.excess.sqrt() * unit, Some(needed().sqrt() * unit)),
            Worth::Itself(unit) => (self.excess * unit, Some(needed() * unit)),
            Worth::Given(observed, seen) => (observed, seen),
        };
        // Few classes leave a lattice on which a perfect fit is not rare enough to mean anything.
        let judged = matches!(self.law, Law::ChiSquare { .. })
            && self.df >= 5.0
            && !matches!(self.worth, Worth::Given(..));
        let too_good = judged.then(|| special::chi2_cdf(self.statistic, self.df));
        let effect = Effect::new(measure, observed, seen);
        let figures = Figures::new(self.statistic, self.law, self.p, effect);
        Outcome::Ran(Figures { too_good, ..figures })
    }
}

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

/// A sum of real numbers, in units of 2^-40, that comes out the same in whatever order they are added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fixed(i128);

const UNIT: f64 = (1u64 << 40) as f64;

impl Sums for Fixed {
    fn add(&mut self, more: &Self) {
        self.0 += more.0;
    }
}

impl Fixed {
    /// The nearest multiple of the unit.
    pub fn new(value: f64) -> Self {
        // A value that is not a number counts as nothing; `as` keeps the rest within range.
        Self((value * UNIT).round() as i128)
    }

    pub(crate) fn value(self) -> f64 {
        self.0 as f64 / UNIT
    }
}
