//! Whether the gains of many trials are larger than chance explains: a bound that no skew can break.
//!
//! A trial has a law, a few gains with their exact weights, and a scale by which they are multiplied. The sum of independent
//! trials reaches `t` with a probability of at most the least, over x >= 0, of exp(sum of ln E exp(x * gain) - x * t)
//! (Chernoff, Annals of Mathematical Statistics 23, 1952), for any number of trials and any law; the normal law fails where
//! one trial in thousands decides. It costs power, never a false alarm. Trials that are not independent are put together as
//! one with the sum of their scales: `exp` is convex, so the bound holds however they depend. Where a player decides, the law
//! is given by points of a function that `ln E exp(x * gain)` stays below whatever is decided (`choices`).

use crate::choices;
use crate::special::Prob;

/// What one trial can bring for each unit of its scale.
#[derive(Clone, Debug)]
pub struct GainLaw {
    exponentials: Exponentials,
    most: f64,
    mean: f64,
}

/// How `E exp(x * gain)` is found.
#[derive(Clone, Debug)]
enum Exponentials {
    /// From gains with the natural logarithms of their probabilities; those that cannot happen are left out.
    Gains(Vec<(f64, f64)>),
    /// From points of an upper bound of `ln E exp(x * (gain - most))`, by x, the first at zero.
    Points(Vec<(f64, f64)>),
}

impl GainLaw {
    /// From gains as (numerator, denominator) with their weights; `None` where no weight is above zero or a
    /// denominator is not.
    pub fn new(gains: &[((i64, i64), u128)]) -> Option<Self> {
        let total: f64 = gains.iter().map(|(_, weight)| *weight as f64).sum();
        if total <= 0.0 || gains.iter().any(|((_, denominator), _)| *denominator <= 0) {
            return None;
        }
        let some = gains.iter().filter(|(_, weight)| *weight > 0);
        let gains: Vec<(f64, f64)> = some
            .map(|((n, d), weight)| (*n as f64 / *d as f64, (*weight as f64 / total).ln()))
            .collect();
        let most = gains.iter().map(|(gain, _)| *gain).fold(f64::NEG_INFINITY, f64::max);
        let mean = gains.iter().map(|(gain, ln)| gain * ln.exp()).sum();
        Some(Self { exponentials: Exponentials::Gains(gains), most, mean })
    }

    /// From a table that [`cumulants`](crate::cumulants) made, the largest gain and the largest mean, as (numerator,
    /// denominator). `None` where it has another number of entries or a denominator is not above zero.
    pub fn bounded_by(cumulants: &[i64], most: (i64, i64), mean: (i64, i64)) -> Option<Self> {
        let of = |(n, d): (i64, i64)| (d > 0).then(|| n as f64 / d as f64);
        let points = [(0.0, 0.0)].into_iter().chain(choices::points(cumulants)?).collect();
        Some(Self { exponentials: Exponentials::Points(points), most: of(most)?, mean: of(mean)? })
    }

    /// `ln E exp(x * (gain - most))`, or a bound above it, and its derivative by `x`, for `x >= 0`.
    fn below_most(&self, x: f64) -> (f64, f64) {
        match &self.exponentials {
            Exponentials::Gains(gains) => {
                // Every exponent is zero or below.
                let (mut sum, mut slope) = (0.0, 0.0);
                for (gain, ln) in gains {
                    let term = (ln + x * (gain - self.most)).exp();
                    sum += term;
                    slope += term * (gain - self.most);
                }
                (sum.ln(), slope / sum)
            }
            Exponentials::Points(points) => line_through(points, x),
        }
    }
}

/// The straight line between the two points about `x`, with its slope; level behind the last one.
fn line_through(points: &[(f64, f64)], x: f64) -> (f64, f64) {
    let next = points.partition_point(|(of, _)| *of <= x);
    match (points.get(next.max(1) - 1), points.get(next)) {
        (Some((from, low)), Some((to, high))) => {
            let slope = (high - low) / (to - from);
            (low + (x - from) * slope, slope)
        }
        (Some((_, last)), None) => (*last, 0.0),
        _ => (0.0, 0.0),
    }
}

/// Independent trials of one law and one scale.
#[derive(Clone, Copy, Debug)]
pub struct Trials<'a> {
    /// What each can bring.
    pub law: &'a GainLaw,
    /// What its gains are multiplied by; not below zero.
    pub scale: i64,
    /// How many.
    pub count: u64,
}

/// Halvings of the search for the best exponent: any exponent gives a bound that holds.
const HALVINGS: u32 = 200;

/// An upper bound of the probability that independent trials gain `gained` in all, or more.
pub fn at_least(trials: &[Trials<'_>], gained: i128) -> Prob {
    let trials: Vec<&Trials<'_>> = trials.iter().filter(|t| t.scale > 0 && t.count > 0).collect();
    let times = |t: &Trials<'_>| t.scale as f64 * t.count as f64;
    let most: f64 = trials.iter().map(|t| times(t) * t.law.most).sum();
    let mean: f64 = trials.iter().map(|t| times(t) * t.law.mean).sum();
    let gained = gained as f64;
    // A sum of floating-point numbers may be off by this much.
    let slack = 1e-9 * trials.iter().map(|t| times(t)).sum::<f64>();
    if gained <= mean + slack {
        return Prob::new(1.0);
    }
    if gained > most + slack {
        return Prob::from_ln(f64::NEG_INFINITY);
    }
    // What is missing from the most that could be gained; the bound falls while the slope is below it.
    let missing = (most - gained).max(0.0);
    let at = |x: f64| {
        let (mut ln, mut slope) = (x * missing, missing);
        for t in &trials {
            let scale = t.scale as f64;
            let (of_one, steep) = t.law.below_most(x * scale);
            ln += t.count as f64 * of_one;
            slope += times(t) * steep;
        }
        (ln, slope)
    };
    let largest = trials.iter().map(|t| t.scale).max().unwrap_or(1) as f64;
    let (mut low, mut high) = (0.0, 1.0 / largest);
    // Beyond this exponent no gain but the largest weighs anything.
    while at(high).1 < 0.0 && high * largest < 1e6 {
        low = high;
        high *= 2.0;
    }
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        (low, high) = if at(middle).1 < 0.0 { (middle, high) } else { (low, middle) };
    }
    Prob::from_ln(at(low).0.min(at(high).0) + 1e-9)
}

impl Prob {
    /// In whole units of 1e-12, rounded up: for figures that are kept as integers.
    pub fn trillionths(self) -> u64 {
        (self.p() * 1e12).ceil().clamp(1.0, 1e12) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    const SKEWED: [((i64, i64), u128); 3] = [((1000, 1), 1), ((1, 2), 1000), ((-1, 1), 2999)];

    /// The exact law of a sum of trials, by adding them one by one; gains in halves of a unit.
    fn exactly(gains: &[((i64, i64), u128)], trials: &[(i64, u64)]) -> BTreeMap<i128, f64> {
        let total: u128 = gains.iter().map(|(_, weight)| weight).sum();
        let mut law = BTreeMap::from([(0_i128, 1.0)]);
        for scale in trials.iter().flat_map(|(scale, n)| (0..*n).map(move |_| *scale)) {
            let mut next = BTreeMap::new();
            for (sum, p) in &law {
                for ((n, d), weight) in gains {
                    let gain = i128::from(n * 2 / d * scale);
                    *next.entry(sum + gain).or_insert(0.0) += p * *weight as f64 / total as f64;
                }
            }
            law = next;
        }
        law
    }

    fn bound(gains: &[((i64, i64), u128)], trials: &[(i64, u64)], halves: i128) -> f64 {
        let doubled: Vec<_> = gains.iter().map(|((n, d), w)| ((n * 2, *d), *w)).collect();
        let law = GainLaw::new(&doubled).unwrap();
        let trials =
            trials.iter().map(|(scale, count)| Trials { law: &law, scale: *scale, count: *count });
        at_least(&trials.collect::<Vec<_>>(), halves).p()
    }

    /// Never below the true probability, at any sum that can occur, and not far above it.
    #[test]
    fn the_bound_holds_at_every_sum() {
        let coin = [((1, 1), 1), ((-1, 1), 1)];
        let die = [((4, 1), 1), ((0, 1), 1), ((-1, 1), 4)];
        let mut tested = 0;
        for (gains, trials) in [
            (&SKEWED[..], &[(1, 1)][..]),
            (&SKEWED, &[(1, 12)]),
            (&SKEWED, &[(1, 3), (5, 4), (20, 1)]),
            (&coin, &[(1, 30)]),
            (&die, &[(2, 9), (3, 6)]),
        ] {
            let law = exactly(gains, trials);
            let mut tail = 0.0;
            for (sum, p) in law.iter().rev() {
                tail += p;
                let bound = bound(gains, trials, *sum);
                assert!(bound >= tail * (1.0 - 1e-9), "{trials:?} {sum}: {bound} below {tail}");
                tested += 1;
            }
            let (most, _) = law.last_key_value().unwrap();
            assert_eq!(bound(gains, trials, most + 1), 0.0, "more than can be gained");
            let all_top = law[most];
            assert!(
                (bound(gains, trials, *most) / all_top - 1.0).abs() < 1e-4,
                "the most that can be gained"
            );
        }
        assert!(tested > 400, "{tested}");
    }

    /// Two trials of one law that depend on one another in whatever way: never more likely than the bound of one
    /// trial of both scales. Every coupling with thirds of the weight of a law of three gains.
    #[test]
    fn one_trial_of_both_scales_bounds_any_dependence() {
        let gains = [((5, 1), 1), ((0, 1), 1), ((-2, 1), 1)];
        // Couplings of three equal gains are mixtures of the six permutations.
        let permutations = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        for scales in [(1_i64, 1_i64), (1, 3), (4, 1)] {
            for permutation in permutations {
                let sums = permutation
                    .iter()
                    .enumerate()
                    .map(|(i, j)| i128::from(gains[i].0.0 * scales.0 + gains[*j].0.0 * scales.1));
                let sums: Vec<i128> = sums.collect();
                // Ten rounds, each of this coupling.
                let mut law = BTreeMap::from([(0_i128, 1.0)]);
                for _ in 0..10 {
                    let mut next = BTreeMap::new();
                    for (sum, p) in &law {
                        sums.iter()
                            .for_each(|more| *next.entry(sum + more).or_insert(0.0) += p / 3.0);
                    }
                    law = next;
                }
                let mut tail = 0.0;
                for (sum, p) in law.iter().rev() {
                    tail += p;
                    let bound = bound(&gains, &[(scales.0 + scales.1, 10)], sum * 2);
                    assert!(bound >= tail * (1.0 - 1e-9), "{scales:?} {permutation:?} {sum}");
                }
            }
        }
    }

    /// One award of 1 in 4,000 within 100 trials: three in a hundred, where the normal law says one in millions.
    #[test]
    fn a_rare_award_accuses_nobody() {
        let halves = (1000 * 2) - 99 * 2;
        let p = bound(&SKEWED, &[(1, 100)], halves);
        let truth = 1.0 - (1.0 - 1.0 / 4000.0_f64).powi(100);
        assert!(p > truth * 0.99, "{p} {truth}");
        let (mean, variance) =
            ((1000.0 + 500.0 - 2999.0) / 4000.0, (1e6 + 250.0 + 2999.0) / 4000.0);
        let z = (f64::from(halves as i32) / 2.0 - 100.0 * mean) / (100.0_f64 * variance).sqrt();
        assert!(z > 5.0, "the normal law would accuse: {z}");
    }

    #[test]
    fn what_is_expected_or_less_is_no_excess() {
        assert_eq!(bound(&SKEWED, &[(1, 100)], -200), 1.0);
        assert_eq!(bound(&SKEWED, &[], 0), 1.0);
        assert_eq!(bound(&SKEWED, &[(0, 7)], 0), 1.0);
        assert!(GainLaw::new(&[((1, 1), 0)]).is_none());
        assert!(GainLaw::new(&[((1, 0), 1)]).is_none());
    }

    #[test]
    fn trillionths_are_rounded_up() {
        let of = |p: f64| Prob::new(p).trillionths();
        assert_eq!(
            [of(1.0), of(0.5), of(1.5e-12), of(0.0)],
            [1_000_000_000_000, 500_000_000_000, 2, 1]
        );
    }
}
