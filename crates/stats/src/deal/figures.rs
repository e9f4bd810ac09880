//! From a statistic to the figures of its test.

use crate::battery::{Effect, Figures, Law, Outcome};
use crate::laws::Moments;
use crate::special::{
    Prob, binomial_at_least, binomial_cdf, chi2_cdf, chi2_sf, detectable_excess, gamma_p, gamma_q,
    needed_noncentrality, normal_two_sided, sidak,
};
use std::sync::OnceLock;

/// Level and power for which the smallest visible effect is given.
pub(super) const LEVEL: f64 = 0.01;
pub(super) const POWER: f64 = 0.9;

/// What a sum over deals measures.
pub(super) const SHIFT: &str = "shift of the mean count of one deal";

/// Deals below which no standardised sum is tested.
pub(super) const DEALS_MIN: u64 = 30;
/// The same of whole decks where the count is rare, and its law skew.
pub(super) const RARE_DECKS_MIN: u64 = 100;
/// Variance of the sum below which it is too coarse for a normal law.
const VARIANCE_MIN: f64 = 25.0;

/// The non-centrality that a chi-square of `df` degrees of freedom needs to be seen. It takes longer
/// than all the rest of a battery, so it is found once for each `df`.
fn needed(df: f64) -> f64 {
    static FOUND: [OnceLock<f64>; 4096] = [const { OnceLock::new() }; 4096];
    let find = || needed_noncentrality(df, LEVEL, POWER);
    let place = if df.fract() == 0.0 { FOUND.get(df as usize) } else { None };
    place.map_or_else(find, |found| *found.get_or_init(find))
}

/// Degrees of freedom from which a fit can be too good.
const LEAST_TOO_GOOD: f64 = 15.0;

/// What ran, where nothing can fit too well.
pub(super) fn ran(statistic: f64, law: Law, p: Prob, effect: Effect) -> Outcome {
    Outcome::Ran(Figures::new(statistic, law, p, effect))
}

/// A chi-square test. `information` is the non-centrality that an effect of one would have.
pub(super) fn chi_square(q: f64, df: f64, measure: &'static str, information: f64) -> Outcome {
    let observed = ((q - df).max(0.0) / information).sqrt();
    let effect = Effect::new(measure, observed, (needed(df) / information).sqrt());
    // Of few degrees of freedom an exact fit is common: the counts are whole numbers.
    let too_good = (df >= LEAST_TOO_GOOD).then(|| chi2_cdf(q, df));
    let figures = Figures::new(q, Law::ChiSquare { df }, chi2_sf(q, df), effect);
    Outcome::Ran(Figures { too_good, ..figures })
}

/// A sum over deals of a count, with its exact mean and variance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sum {
    pub sum: f64,
    pub mean: f64,
    pub variance: f64,
    pub deals: u64,
}

impl Sum {
    /// Of `sum` over groups of deals of one law each.
    pub(super) fn over(sum: f64, groups: impl Iterator<Item = (u64, Moments)>) -> Self {
        let zero = Self { sum, mean: 0.0, variance: 0.0, deals: 0 };
        groups.fold(zero, |all, (deals, one)| Self {
            sum,
            mean: all.mean + deals as f64 * one.mean,
            variance: all.variance + deals as f64 * one.variance,
            deals: all.deals + deals,
        })
    }

    /// The same in another unit.
    pub(super) fn scaled(self, by: f64) -> Self {
        Self { sum: self.sum * by, mean: self.mean * by, variance: self.variance * by * by, ..self }
    }

    /// Deals at which the sum of variances would reach `least`.
    fn needs(&self, least: f64) -> u64 {
        let one = self.variance / self.deals as f64;
        // Rounding asks for no deal more.
        let exact = (least / one * (1.0 - 1e-12)).ceil();
        let needs = if one > 0.0 { exact.min(1e15) as u64 } else { DEALS_MIN };
        needs.max(DEALS_MIN)
    }

    /// Effect: what the mean of one deal departs by, in the count's own unit.
    fn effect(&self, measure: &'static str) -> Effect {
        let deals = self.deals as f64;
        let smallest = (needed(1.0) * self.variance).sqrt() / deals;
        Effect::new(measure, (self.sum - self.mean) / deals, smallest)
    }

    /// The standardised sum, both ways.
    pub(super) fn normal(&self, measure: &'static str) -> Outcome {
        if self.variance < VARIANCE_MIN {
            return Outcome::Insufficient { needs: self.needs(VARIANCE_MIN) };
        }
        self.normal_from(DEALS_MIN, measure)
    }

    /// The standardised sum from so many deals on, where it is known how many make it normal.
    pub(super) fn normal_from(&self, deals: u64, measure: &'static str) -> Outcome {
        if self.deals < deals {
            return Outcome::Insufficient { needs: deals };
        }
        let z = (self.sum - self.mean) / self.variance.sqrt();
        ran(z, Law::Normal, normal_two_sided(z), self.effect(measure))
    }

    /// A count of rare events, both ways. Where its variance is its mean to within 3 % and the mean
    /// below 5,000, the tails are Poisson's, stretched to the exact variance: a normal law would
    /// call every fair machine of few events suspicious. Otherwise as [`Sum::normal`].
    pub(super) fn rare(&self, measure: &'static str) -> Outcome {
        if (self.variance / self.mean - 1.0).abs() > 0.03 || self.mean >= 5000.0 {
            return self.normal(measure);
        }
        if self.deals < DEALS_MIN || self.mean < 5.0 {
            return Outcome::Insufficient { needs: self.needs(5.0) };
        }
        let at = self.mean + (self.sum - self.mean) * (self.mean / self.variance).sqrt();
        // P(Poisson >= at) and P(Poisson <= at), continued between the whole numbers.
        let upper = if at <= 0.0 { Prob::new(1.0) } else { gamma_p(at, self.mean) };
        let lower = if at <= -1.0 { Prob::new(0.0) } else { gamma_q(at + 1.0, self.mean) };
        let p = upper.least(lower).times(2.0);
        ran(self.sum, Law::Poisson { mean: self.mean }, p, self.effect(measure))
    }
}

/// The most unusual of many cells, each a sum of independent yes-or-no events, each deal being one.
///
/// Where the chance differs from deal to deal the mean chance is used: by Hoeffding (1956, theorem
/// 5) the tails of the count, beyond one from its mean, are then at most those of the binomial law.
#[derive(Clone, Debug)]
pub(super) struct Extreme<I> {
    cells: u64,
    /// The cell, its count, trials and chance, and the probability of its tail.
    worst: Option<(I, u64, u64, f64, Prob)>,
}

impl<I> Default for Extreme<I> {
    fn default() -> Self {
        Self { cells: 0, worst: None }
    }
}

impl<I: Copy> Extreme<I> {
    /// Adds cells of the same law, each with what it is.
    pub(super) fn add(&mut self, counts: impl Iterator<Item = (I, u64)>, trials: u64, chance: f64) {
        let mut cells = 0;
        let mut ends: Option<[(I, u64); 2]> = None;
        for cell in counts {
            cells += 1;
            let [most, least] = ends.get_or_insert([cell; 2]);
            *most = if cell.1 > most.1 { cell } else { *most };
            *least = if cell.1 < least.1 { cell } else { *least };
        }
        let Some([most, least]) = ends.filter(|_| trials > 0) else { return };
        self.cells += cells;
        let upper = binomial_at_least(most.1, trials, chance);
        let lower = binomial_cdf(least.1, trials, chance);
        for ((which, count), p) in [(most, upper), (least, lower)] {
            if self.worst.is_none_or(|(.., worst)| p.ln() < worst.ln()) {
                self.worst = Some((which, count, trials, chance, p));
            }
        }
    }

    /// The most unusual cell: what it is, its count, and the count by chance.
    pub(super) fn most(&self) -> Option<(I, u64, f64)> {
        self.worst.map(|(which, count, trials, chance, _)| (which, count, trials as f64 * chance))
    }

    /// The test: each cell both ways, Šidák over the cells.
    pub(super) fn outcome(&self) -> Outcome {
        let Some((_, count, trials, chance, p)) = self.worst else {
            return Outcome::Insufficient { needs: 1 };
        };
        let expected = trials as f64 * chance;
        let one = LEVEL / self.cells as f64 / 2.0;
        let effect = Effect::new(
            "relative excess of the most unusual cell",
            count as f64 / expected - 1.0,
            detectable_excess(trials, chance, one, POWER),
        );
        let law = Law::ExtremeCell { cells: self.cells, trials, chance };
        ran(count as f64, law, sidak(p.times(2.0), self.cells), effect)
    }
}

/// Cards that are among `k` of a deck of `n` and among `other` too.
pub(super) fn hypergeometric(n: usize, k: usize, other: usize) -> Moments {
    let (size, k, other) = (n as f64, k as f64, other as f64);
    let mean = k * other / size;
    Moments { mean, variance: mean * (size - k) * (size - other) / (size * (size - 1.0)) }
}
