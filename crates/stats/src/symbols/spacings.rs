//! Collisions and birthday spacings: groups of draws as places in a very large space.

use super::given::Given;
use super::report::{self, Report};
use super::window::Window;

/// Groups of one sample at most.
const MOST_GROUPS: usize = 1 << 16;
/// What is counted in samples of groups.
#[derive(Debug)]
struct Counted {
    key: &'static str,
    values: u64,
    /// Groups of a full sample, of so many values each.
    full: fn(f64) -> f64,
    /// Full samples that are enough.
    wanted: f64,
    samples: u64,
    /// What is counted in a sample of groups in a space, and how many of them chance makes.
    count: fn(&mut [u64], u64) -> u64,
    mean: fn(f64, f64) -> f64,
}

/// Four are expected in a full sample, of which one at least is wanted.
const COLLISIONS: Counted = Counted {
    key: "stream.collisions",
    values: 1 << 22,
    full: |space| (8.0 * space).sqrt(),
    wanted: 0.5,
    samples: u64::MAX,
    count: collisions,
    mean: mean_collisions,
};

/// One pair is expected in a full sample. The Poisson law is a limit whose small error would add up.
const SPACINGS: Counted = Counted {
    key: "stream.birthday_spacings",
    values: 1 << 32,
    full: |space| (4.0 * space).cbrt(),
    wanted: 1.0,
    samples: 64,
    count: equal_spacings,
    mean: mean_spacings,
};

/// Consecutive draws read as one number, collected in samples.
#[derive(Clone, Debug)]
struct Groups {
    of: &'static Counted,
    d: u64,
    /// Draws of a group, and groups there are.
    length: usize,
    space: u64,
    sample: usize,
    values: Vec<u64>,
    /// Full samples, and what was counted in them.
    samples: u64,
    found: u64,
}

impl Groups {
    fn new(d: u32, of: &'static Counted) -> Self {
        let (d, mut length, mut space) = (u64::from(d), 1, u64::from(d));
        while space < of.values {
            length += 1;
            space *= d;
        }
        let sample = ((of.full)(space as f64) as usize).min(MOST_GROUPS);
        Self { of, d, length, space, sample, values: Vec::new(), samples: 0, found: 0 }
    }

    fn feed(&mut self, window: &Window) {
        if self.samples >= self.of.samples {
            return;
        }
        for group in window.grouped(self.length).chunks_exact(self.length) {
            self.values.push(group.iter().fold(0, |value, x| value * self.d + u64::from(*x)));
            if self.values.len() == self.sample {
                self.found += (self.of.count)(&mut self.values, self.space);
                self.samples += 1;
                self.values.clear();
            }
        }
    }

    /// The test: the open sample counts with the mean of its own size.
    fn report(&self, say: &mut Report) {
        let mut rest = self.values.clone();
        let (space, full) = (self.space as f64, self.samples * self.sample as u64);
        let mean = self.samples as f64 * (self.of.mean)(self.sample as f64, space);
        let mean = mean + (self.of.mean)(rest.len() as f64, space);
        let n = full + rest.len() as u64;
        let found = self.found + (self.of.count)(&mut rest, self.space);
        let wanted = (self.of.wanted * (self.of.full)(space)).ceil() as u64 + 1;
        say.test(self.of.key, n, wanted * self.length as u64, || {
            Some(report::poisson(found, mean))
        });
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
pub(super) struct Spacings([Groups; 2]);

impl Spacings {
    pub(super) fn new(d: u32) -> Self {
        Self([&COLLISIONS, &SPACINGS].map(|of| Groups::new(d, of)))
    }

    pub(super) fn feed(&mut self, window: &Window) {
        self.0.iter_mut().for_each(|groups| groups.feed(window));
    }

    pub(super) fn report(&self, say: &mut Report, _given: &Given) {
        self.0.iter().for_each(|groups| groups.report(say));
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
