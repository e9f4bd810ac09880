//! How small a bias of one label a test would show, and how many trials a smaller one needs.

use crate::special::{detectable_excess, normal_isf};

/// A bias is seen if it departs with this probability at least.
const POWER: f64 = 0.9;

/// The labels that a test of the most unusual label looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Labels {
    /// Key of the test.
    pub key: &'static str,
    /// How many, 2 or more.
    pub number: u64,
    /// Trials of each, 1 or more.
    pub trials: u64,
    /// Chance of the rarest in a trial, above 0.
    pub rarest: f64,
    /// Chance of the likeliest, below 1.
    pub likeliest: f64,
}

impl Labels {
    /// The level of one tail of one label.
    fn alone(&self, level: f64) -> f64 {
        level / self.number as f64 / 2.0
    }

    /// How much more often than by its chance a label must come, as a share of that, to be rejected at this level in nine
    /// of ten such sources. `None` where even a label that always comes would not.
    pub fn excess_seen(&self, chance: f64, level: f64) -> Option<f64> {
        detectable_excess(self.trials, chance, self.alone(level), POWER)
    }

    /// Trials from which a label is rejected so that comes more often by this share of its chance; by the normal law, which
    /// for shares up to a twentieth is off by less than one part in fifty. `None` where its chance would be above 1.
    pub fn trials_needed(&self, chance: f64, excess: f64, level: f64) -> Option<f64> {
        let more = chance * (1.0 + excess);
        let spread = |p: f64| (p * (1.0 - p)).sqrt();
        let far =
            normal_isf(self.alone(level)) * spread(chance) + normal_isf(1.0 - POWER) * spread(more);
        (more < 1.0).then(|| (far / (more - chance)).powi(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of trials by the normal law against the exact excess at that number.
    #[test]
    fn as_many_trials_as_are_needed_show_the_excess() {
        for (number, chance) in [(6, 1.0 / 6.0), (38, 1.0 / 38.0), (2, 0.5), (22, 1.0 / 89.0)] {
            for excess in [0.05, 0.01] {
                let mut labels =
                    Labels { key: "", number, trials: 1, rarest: chance, likeliest: chance };
                let needed = labels.trials_needed(chance, excess, 0.01 / 25.0).unwrap_or(f64::NAN);
                labels.trials = needed as u64;
                let seen = labels.excess_seen(chance, 0.01 / 25.0).unwrap_or(f64::NAN);
                // The number goes with the square of the excess.
                assert!(
                    (seen / excess - 1.0).abs() < 0.01,
                    "{number} {excess}: {seen} at {needed}"
                );
            }
            let labels = Labels { key: "", number, trials: 1, rarest: chance, likeliest: chance };
            assert_eq!(labels.excess_seen(chance, 0.01 / 25.0), None);
        }
    }
}
