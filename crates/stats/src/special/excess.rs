//! The smallest excess that a count would show: exact, since counts of few expected events are skew and
//! spread more under the excess than without it.

use super::{Prob, binomial_at_least, poisson_at_least};

/// The first count from `low` on that is `beyond`, which stays so; `high` where none is.
pub(crate) fn first(mut low: u64, mut high: u64, beyond: impl Fn(u64) -> bool) -> u64 {
    while low < high {
        let middle = low + (high - low) / 2;
        if beyond(middle) { high = middle } else { low = middle + 1 }
    }
    low
}

/// The smallest k with `tail(k)` = P(X >= k) at most `alpha`; `tail` falls with k.
fn critical(most: u64, alpha: f64, tail: impl Fn(u64) -> Prob) -> Option<u64> {
    let unusual = |k: u64| tail(k).p() <= alpha;
    unusual(most).then(|| first(0, most, unusual))
}

/// The point between `low` and `high` where the rising `tail` reaches `power`.
fn reached(mut low: f64, mut high: f64, power: f64, tail: impl Fn(f64) -> Prob) -> f64 {
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if tail(middle).p() < power { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// The relative excess of the chance of a binomial count that is at least as unusual as `alpha` (upper
/// tail) with probability `power`. `None` where not even certainty in every trial would be.
pub(crate) fn detectable_excess(trials: u64, chance: f64, alpha: f64, power: f64) -> Option<f64> {
    let tail = |k: u64, chance: f64| binomial_at_least(k, trials, chance);
    let k = critical(trials, alpha, |k| tail(k, chance))?;
    Some(reached(chance, 1.0, power, |p| tail(k, p)) / chance - 1.0)
}

/// The same for a Poisson count: how many times its mean it must have.
pub(crate) fn detectable_times(mean: f64, alpha: f64, power: f64) -> Option<f64> {
    let most = mean + 40.0 * mean.sqrt() + 400.0;
    let k = critical(most as u64, alpha, |k| poisson_at_least(k, mean))?;
    Some(reached(mean, 4.0 * most, power, |m| poisson_at_least(k, m)) / mean)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against figures that another program computed by exact binomial and Poisson sums.
    #[test]
    fn as_another_program_computed_them() {
        let sidak = |cells: f64| -((-0.01_f64).ln_1p() / cells).exp_m1() / 2.0;
        for (trials, chance, cells, expected) in [
            (2000, 1.0 / 52.0, 2704.0, 1.1253),
            (1000, 1.0 / 52.0, 2704.0, 1.670),
            (100, 1.0 / 52.0, 2704.0, 7.39),
            (2000, 2.0 / 52.0, 1326.0, 0.725),
            (1024, 5.0 / 52.0, 364.0, 0.5755),
            (50_000, 1.0 / 52.0, 52.0, 0.1656),
        ] {
            let found = detectable_excess(trials, chance, sidak(cells), 0.9).unwrap_or(f64::NAN);
            assert!((found / expected - 1.0).abs() < 2e-3, "{trials} {chance} {found} {expected}");
        }
        for (mean, expected) in [(5.607, 3.381), (1.834, 5.742)] {
            let found = detectable_times(mean, 0.005, 0.9).unwrap_or(f64::NAN);
            assert!((found / expected - 1.0).abs() < 1e-3, "{mean} {found} {expected}");
        }
    }

    /// One trial can never be unusual enough at a level below its chance.
    #[test]
    fn too_few_trials_show_nothing() {
        assert_eq!(detectable_excess(1, 0.5, 0.01, 0.9), None);
        assert_eq!(detectable_excess(0, 0.5, 0.01, 0.9), None);
        assert!(detectable_times(0.0, 0.005, 0.9).is_none_or(|times| !times.is_finite()));
    }
}
