//! Collisions and birthday spacings: groups of draws as places in a very large space.

use super::given::Given;
use super::report::{self, Report};
use super::window::Window;

/// Groups of one sample at most.
const MOST_GROUPS: usize = 1 << 16;
/// Samples of birthdays looked at: the Poisson law is a limit whose small error would add up.
const BIRTHDAY_SAMPLES: u64 = 64;

/// What is counted in a sample of groups in a space, and how many of them chance makes.
type Count = fn(&mut [u64], u64) -> u64;
type Mean = fn(f64, f64) -> f64;

/// Consecutive draws read as one number, collected in samples.
#[derive(Clone, Debug, Default)]
struct Groups {
    d: u64,
    /// Draws of a group, and groups there are.
    length: usize,
    space: u64,
    /// Groups of a full sample.
    sample: usize,
    open: (usize, u64),
    values: Vec<u64>,
    /// Full samples, and what was counted in them.
    samples: u64,
    found: u64,
}

impl Groups {
    /// With the shortest groups that have `least` values.
    fn new(d: u32, least: u64) -> Self {
        let (mut length, mut space) = (1, u64::from(d));
        while space < least {
            length += 1;
            space *= u64::from(d);
        }
        Self { d: u64::from(d), length, space, ..Self::default() }
    }

    fn feed(&mut self, block: &[u16], count: Count) {
        let (mut draws, mut value) = self.open;
        for x in block {
            value = value * self.d + u64::from(*x);
            draws += 1;
            if draws == self.length {
                self.values.push(value);
                (draws, value) = (0, 0);
                if self.values.len() == self.sample {
                    self.found += count(&mut self.values, self.space);
                    self.samples += 1;
                    self.values.clear();
                }
            }
        }
        self.open = (draws, value);
    }

    /// Counts all samples; `wanted` groups are enough.
    fn report(
        &self,
        say: &mut Report,
        key: &str,
        wanted: f64,
        (count, mean_of): (Count, Mean),
        measure: &'static str,
    ) {
        let mut rest = self.values.clone();
        let (space, full) = (self.space as f64, self.samples * self.sample as u64);
        let mean = self.samples as f64 * mean_of(self.sample as f64, space);
        let mean = mean + mean_of(rest.len() as f64, space);
        let n = full + rest.len() as u64;
        let found = self.found + count(&mut rest, self.space);
        let needs = (wanted.ceil() as u64 + 1) * self.length as u64;
        say.test(key, n, needs, || Some(report::poisson(found, mean, measure)));
    }
}

/// Values that were there before.
fn collisions(values: &mut [u64], _space: u64) -> u64 {
    values.sort_unstable();
    values.windows(2).filter(|w| w[0] == w[1]).count() as u64
}

/// Spacings between places in `space`, round its end, that were there before.
pub(crate) fn equal_spacings(values: &mut [u64], space: u64) -> u64 {
    values.sort_unstable();
    let Some(first) = values.first().copied() else { return 0 };
    for i in 0..values.len() - 1 {
        values[i] = values[i + 1] - values[i];
    }
    // The last one goes round the year.
    values[values.len() - 1] = space + first - values[values.len() - 1];
    collisions(values, space)
}

/// Mean number of collisions of n values among m, exactly.
fn mean_collisions(n: f64, m: f64) -> f64 {
    // n - m (1 - (1 - 1/m)^n)
    n + m * (n * (-1.0 / m).ln_1p()).exp_m1()
}

/// Mean number of equal spacings of n birthdays in a year of m days, to first order.
fn mean_spacings(n: f64, m: f64) -> f64 {
    n * n * n / (4.0 * m)
}

#[derive(Clone, Debug)]
pub(super) struct Spacings {
    collisions: Groups,
    birthdays: Groups,
}

impl Spacings {
    pub(super) fn new(d: u32) -> Self {
        let mut collisions = Groups::new(d, 1 << 22);
        // Four collisions in a full sample.
        collisions.sample = ((8.0 * collisions.space as f64).sqrt() as usize).min(MOST_GROUPS);
        let mut birthdays = Groups::new(d, 1 << 32);
        // One pair of equal spacings in a full sample.
        birthdays.sample = ((4.0 * birthdays.space as f64).cbrt() as usize).min(MOST_GROUPS);
        Self { collisions, birthdays }
    }

    pub(super) fn feed(&mut self, window: &Window) {
        self.collisions.feed(window.block(), collisions);
        if self.birthdays.samples < BIRTHDAY_SAMPLES {
            self.birthdays.feed(window.block(), equal_spacings);
        }
    }

    /// The tests: the open sample counts with the mean of its own size.
    pub(super) fn report(&self, say: &mut Report, _given: &Given) {
        // One collision is expected at least.
        let wanted = (2.0 * self.collisions.space as f64).sqrt();
        let measure = "collisions, as a multiple of their expected number";
        let laws = (collisions as Count, mean_collisions as Mean);
        self.collisions.report(say, "stream.collisions", wanted, laws, measure);
        let wanted = (4.0 * self.birthdays.space as f64).cbrt();
        let measure = "equal spacings, as a multiple of their expected number";
        let laws = (equal_spacings as Count, mean_spacings as Mean);
        self.birthdays.report(say, "stream.birthday_spacings", wanted, laws, measure);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ways to put 4 balls in 5 urns.
    #[test]
    fn the_mean_of_collisions_is_that_of_all_ways() {
        let mut total = 0;
        for word in 0..625_u64 {
            let mut balls = [word % 5, word / 5 % 5, word / 25 % 5, word / 125];
            total += collisions(&mut balls, 5);
        }
        assert!((mean_collisions(4.0, 5.0) - total as f64 / 625.0).abs() < 1e-12);
    }

    /// The limit law of equal spacings at the size used: mean and variance over 500 seeded samples.
    #[test]
    fn equal_spacings_are_poisson_at_the_size_used() {
        use rand_core::{Rng, SeedableRng};
        let mut chacha = rand_chacha::ChaCha20Rng::seed_from_u64(11);
        let space = 52_u64.pow(6);
        let n = (4.0 * space as f64).cbrt() as usize;
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..500 {
            let draw = |_| ((u128::from(chacha.next_u64()) * u128::from(space)) >> 64) as u64;
            let mut days: Vec<u64> = (0..n).map(draw).collect();
            let found = equal_spacings(&mut days, space) as f64;
            sum += found;
            squares += found * found;
        }
        let mean = sum / 500.0;
        let variance = squares / 500.0 - mean * mean;
        let expected = mean_spacings(n as f64, space as f64);
        assert!((mean - expected).abs() < 3.5 * (expected / 500.0).sqrt(), "{mean} {expected}");
        assert!((variance / expected - 1.0).abs() < 0.3, "{variance} {expected}");
    }
}
