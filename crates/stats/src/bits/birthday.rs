//! The birthday spacings test: equal gaps among the sorted samples of a bit stream.
//!
//! The highest bits of m samples are m birthdays in a year of N = 2^b days; sorted, they cut the year, which is a circle,
//! into m spacings. The number of spacings that equal another one (m less the number of different ones) is Poisson. Its
//! mean is that of the pairs, m (m-1)^2 / 4N, less m^5 / 18N^2 for three that are equal, which count three pairs but two
//! repetitions; m is chosen for a mean of four.

use crate::battery::{Effect, Figures, Law, Outcome, Test};
use crate::special::{normal_isf, poisson_at_least, poisson_cdf};
use crate::sums::sums;
use crate::symbols::spacings::equal_spacings;

/// Fewest bits of a sample, for a year long enough.
const NARROWEST: u32 = 24;
/// Most bits that are used.
const WIDEST: u32 = 32;

/// Repeated spacings of one or more sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Birthdays {
    bits: u32,
    groups: u64,
    repeated: u64,
}

sums!(Birthdays: groups, repeated);

impl Birthdays {
    /// For samples of `width` bits; none where the year would be too short.
    pub(super) fn new(width: u32) -> Option<Self> {
        let bits = width.min(WIDEST);
        (width >= NARROWEST).then_some(Self { bits, groups: 0, repeated: 0 })
    }

    fn group(&self) -> usize {
        // The cube root of 4 * 4N.
        2f64.powf(f64::from(self.bits + 4) / 3.0).round() as usize
    }

    /// Counts samples of `width` bits; what makes no group at the end is not used.
    pub(super) fn count(&mut self, samples: impl Iterator<Item = u64>, width: usize) {
        let days = samples.map(|sample| sample >> (width - self.bits as usize));
        let mut group = Vec::with_capacity(self.group());
        for day in days {
            group.push(day);
            if group.len() == self.group() {
                self.repeated += equal_spacings(&mut group, 1 << self.bits);
                self.groups += 1;
                group.clear();
            }
        }
    }

    fn mean(&self) -> f64 {
        let (m, days) = (self.group() as f64, 2f64.powi(self.bits as i32));
        m * (m - 1.0) * (m - 1.0) / (4.0 * days) - m.powi(5) / (18.0 * days * days)
    }

    pub(super) fn test(&self, width: usize) -> Test {
        let group = self.group();
        Test {
            key: "bits.sample_birthday".into(),
            name: format!("Birthday spacings, {} bits, groups of {group} samples", self.bits),
            catches: "samples that lie on a grid or avoid one another",
            n: self.groups * (group * width) as u64,
            registered: true,
            outcome: self.outcome((group * width) as u64),
        }
    }

    fn outcome(&self, needs: u64) -> Outcome {
        if self.groups == 0 {
            return Outcome::Insufficient { needs };
        }
        let mean = self.mean() * self.groups as f64;
        let measure = "repeated spacings beyond chance, relative";
        let observed = (self.repeated as f64 / mean - 1.0).max(0.0);
        let seen = (normal_isf(super::common::LEVEL) + normal_isf(0.1)) / mean.sqrt();
        let effect = Effect::new(measure, observed, seen);
        let p = poisson_at_least(self.repeated, mean);
        let figures = Figures::new(self.repeated as f64, Law::Poisson { mean }, p, effect);
        let too_good = Some(poisson_cdf(self.repeated, mean));
        Outcome::Ran(Figures { too_good, ..figures })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ways to place a few birthdays in a short year, by sets of spacings.
    #[test]
    fn spacings_of_all_small_years() {
        let year = 7u64;
        for m in 1..=4u32 {
            for code in 0..year.pow(m) {
                let days: Vec<u64> = (0..m).map(|k| code / year.pow(k) % year).collect();
                let mut sorted = days.clone();
                sorted.sort_unstable();
                let spacing = |k: usize| match sorted.get(k + 1) {
                    Some(next) => next - sorted[k],
                    None => sorted[0] + year - sorted[k],
                };
                let different: std::collections::BTreeSet<u64> =
                    (0..sorted.len()).map(spacing).collect();
                let expected = u64::from(m) - different.len() as u64;
                assert_eq!(equal_spacings(&mut days.clone(), year), expected, "{days:?}");
            }
        }
    }

    /// The mean against simulation.
    #[test]
    fn the_mean_is_that_of_fair_samples() {
        use rand_core::{Rng, SeedableRng};
        let mut generator = rand_chacha::ChaCha20Rng::seed_from_u64(7);
        let mut birthdays = Birthdays::new(24).unwrap();
        assert_eq!(birthdays.group(), 645);
        let count = 5_000 * 645;
        birthdays.count((0..count).map(|_| u64::from(generator.next_u32())), 32);
        assert_eq!(birthdays.groups, 5_000);
        let expected = birthdays.mean() * 5_000.0;
        let z = (birthdays.repeated as f64 - expected) / expected.sqrt();
        assert!(z.abs() < 4.0, "{z}");
    }

    #[test]
    fn a_grid_is_found() {
        use rand_core::{Rng, SeedableRng};
        let mut generator = rand_chacha::ChaCha20Rng::seed_from_u64(8);
        let mut birthdays = Birthdays::new(32).unwrap();
        birthdays.count((0..40_960).map(|_| u64::from(generator.next_u32() & !3)), 32);
        let Outcome::Ran(figures) = birthdays.outcome(0) else { panic!("did not run") };
        assert!(figures.p.p() < 1e-9);
        assert!(Birthdays::new(23).is_none());
    }
}
