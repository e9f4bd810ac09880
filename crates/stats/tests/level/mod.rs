//! How often tests and verdicts reject fair sources, against the binomial law of their levels.

use std::collections::BTreeMap;

use feltproof_stats::Battery;
use feltproof_stats::special::{binomial_cdf, binomial_sf};
use feltproof_stats::verdict::{Rule, judge};

const LEVELS: [f64; 3] = [0.1, 0.05, 0.01];

/// Counts over batteries of fair sources.
#[derive(Default)]
pub(crate) struct Sizes {
    /// By key: batteries in which the test ran, of these with p at most each level, and with a fit too
    /// good at .01.
    pub(crate) tests: BTreeMap<String, [u64; 5]>,
    batteries: u64,
    /// Departures at .01, and fits too good at .001.
    verdicts: [u64; 2],
}

impl Sizes {
    pub(crate) fn of(batteries: impl IntoIterator<Item = Battery>) -> Self {
        let mut sizes = Self::default();
        for battery in batteries {
            for test in &battery.tests {
                let Some(figures) = test.figures() else { continue };
                let [ran, low @ .., good] = sizes.tests.entry(test.key.clone()).or_default();
                *ran += 1;
                for (count, level) in low.iter_mut().zip(LEVELS) {
                    *count += u64::from(figures.p.p() <= level);
                }
                *good += u64::from(figures.too_good.is_some_and(|p| p.p() <= 0.01));
            }
            let verdict = judge(&battery, Rule::at(0.01));
            sizes.batteries += 1;
            sizes.verdicts[0] += u64::from(!verdict.departures.is_empty());
            sizes.verdicts[1] += u64::from(!verdict.too_good.is_empty());
        }
        sizes
    }

    /// Refuses counts so high that they have a probability of at most `tests`, of a test, or `verdict`;
    /// and so low, of tests that are not `safe` (whose level is a bound).
    pub(crate) fn check(
        &self,
        what: &str,
        [tests, verdict]: [f64; 2],
        safe: impl Fn(&str) -> bool,
    ) {
        let above = |count: u64, n: u64, level: f64| {
            count.checked_sub(1).map_or(1.0, |below| binomial_sf(below, n, level).p())
        };
        for (key, [n, counts @ ..]) in &self.tests {
            println!("{what} {key}: {counts:?} of {n}");
            for (count, level) in counts.iter().zip([0.1, 0.05, 0.01, 0.01]) {
                assert!(
                    above(*count, *n, level) > tests,
                    "{what} {key}: {count} of {n} at {level}"
                );
            }
            for (count, level) in counts.iter().zip(LEVELS).filter(|_| !safe(key)) {
                let below = binomial_cdf(*count, *n, level).p();
                assert!(below > tests, "{what} {key}: {count} of {n} at {level}");
            }
        }
        println!("{what}: {:?} of {} departed or too good", self.verdicts, self.batteries);
        for (count, level) in self.verdicts.into_iter().zip([0.01, 0.001]) {
            assert!(above(count, self.batteries, level) > verdict, "{what}: {count} at {level}");
        }
    }
}
