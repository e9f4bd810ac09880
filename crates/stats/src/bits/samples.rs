//! The bits of a sample one position at a time, where the number of bits of a sample is known.
//!
//! Position by position (1 is the highest bit) the ones, and the changes between a sample and the
//! one 1, 2, 4, 8 or 16 before it, each binomial with one half. The low bits of a linear
//! congruential generator with a power of two for its modulus have periods 2, 4, 8, ..., and so
//! change at half that distance every time. Judged by the most unusual cell, Šidák.

use super::birthday::Birthdays;
use super::words::Sequence;
use crate::battery::{Effect, Figures, Law, Most, Outcome, Test};
use crate::special::{Prob, binomial_both, normal_isf, sidak};
use crate::sums::{Sums, sums};

/// Distances between the samples that are compared.
const LAGS: [usize; 5] = [1, 2, 4, 8, 16];
const FEWEST: u64 = 1000;

/// Counts of the samples of one or more sequences.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Samples {
    width: usize,
    samples: u64,
    /// Ones at each position, the highest first.
    ones: [u64; 64],
    /// Pairs compared at each lag, and how many differ at each position.
    pairs: [u64; LAGS.len()],
    changes: [[u64; 64]; LAGS.len()],
    birthdays: Option<Birthdays>,
}

sums!(Samples: samples, ones, pairs, changes, birthdays);

/// How often each bit of these words of `width` bits is one, the highest first.
fn positions(words: impl Iterator<Item = u64>, width: usize) -> [u64; 64] {
    let mut totals = [0; 64];
    for word in words {
        let bits = (0..width).rev().map(|bit| word >> bit & 1);
        totals.iter_mut().zip(bits).for_each(|(total, bit)| *total += bit);
    }
    totals
}

impl Samples {
    pub(super) fn new(width: u32) -> Self {
        Self {
            width: (width as usize).clamp(1, 64),
            samples: 0,
            ones: [0; 64],
            pairs: [0; LAGS.len()],
            changes: [[0; 64]; LAGS.len()],
            birthdays: Birthdays::new(width),
        }
    }

    /// Counts one sequence, of which the first whole sample begins `skip` bits in.
    pub(super) fn count(&mut self, sequence: &Sequence, skip: usize) {
        let width = self.width;
        let count = (sequence.bits().max(skip) - skip) / width;
        let sample = |i: usize| sequence.word(skip + i * width) >> (64 - width);
        self.samples += count as u64;
        self.ones.add(&positions((0..count).map(sample), width));
        for (at, lag) in LAGS.into_iter().enumerate() {
            let changes = (lag..count).map(|i| sample(i) ^ sample(i - lag));
            self.pairs[at] += (count.max(lag) - lag) as u64;
            self.changes[at].add(&positions(changes, width));
        }
        if let Some(birthdays) = &mut self.birthdays {
            birthdays.count((0..count).map(sample), width);
        }
    }

    pub(super) fn tests(&self) -> Vec<Test> {
        let w = self.width;
        let listed = [
            (
                "bits.sample_frequency",
                format!("Ones at each of the {w} positions of a sample"),
                "a position that is stuck or biased",
                self.cells(0, true, false),
            ),
            (
                "bits.sample_serial",
                format!("Changes at each of the {w} positions, 1 to 16 samples apart"),
                "low bits of short period",
                self.cells(0, false, true),
            ),
            (
                "bits.low_bit_of_sample",
                "The lowest bit of a sample: ones and changes".to_owned(),
                "a lowest bit of short period",
                self.cells(w - 1, true, true),
            ),
        ];
        let test = |(key, name, catches, cells): (&str, String, &'static str, Vec<(u64, u64)>)| {
            let needs = FEWEST * w as u64;
            let enough = self.samples >= FEWEST;
            let outcome = if enough { worst_cell(&cells) } else { Outcome::Insufficient { needs } };
            let n = self.samples * w as u64;
            Test { key: key.into(), name, catches, n, registered: true, outcome }
        };
        let mut tests: Vec<Test> = listed.into_iter().map(test).collect();
        if let Some(birthdays) = &self.birthdays {
            tests.push(birthdays.test(w));
        }
        tests
    }

    /// (count, trials) of the cells at the positions from `first` on.
    fn cells(&self, first: usize, ones: bool, changes: bool) -> Vec<(u64, u64)> {
        let mut cells = Vec::new();
        for position in first..self.width {
            if ones {
                cells.push((self.ones[position], self.samples));
            }
            if changes {
                let lagged = self.changes.iter().zip(self.pairs);
                cells.extend(lagged.map(|(counts, pairs)| (counts[position], pairs)));
            }
        }
        cells
    }

    /// The positions whose ones, and whose changes, are furthest from one half.
    pub(super) fn most(&self) -> Vec<(&'static str, Most)> {
        let bit = |position, distance, count: u64, trials: u64| {
            let off = (2 * count).abs_diff(trials) as f64 / (trials.max(1) as f64).sqrt();
            (off, Most::Bit { position, width: self.width, distance, count, trials })
        };
        let positions = 0..self.width;
        let ones = positions.clone().map(|at| bit(at, 0, self.ones[at], self.samples));
        let lags = || LAGS.into_iter().zip(&self.changes).zip(self.pairs);
        let changes = positions.flat_map(|at| {
            lags().map(move |((lag, counts), pairs)| bit(at, lag as u64, counts[at], pairs))
        });
        let worst = |all: &mut dyn Iterator<Item = (f64, Most)>| {
            // The first of several that are as far off, which is the nearest distance.
            all.reduce(|most, one| if one.0 > most.0 { one } else { most }).map(|(_, most)| most)
        };
        let ones = worst(&mut ones.into_iter()).map(|most| ("bits.sample_frequency", most));
        let changes = worst(&mut changes.into_iter()).map(|most| ("bits.sample_serial", most));
        ones.into_iter().chain(changes).collect()
    }

    /// A sentence for every position that never changes.
    pub(super) fn notes(&self) -> Vec<String> {
        let constant = |at: &usize| self.ones[*at] == 0 || self.ones[*at] == self.samples;
        let sentence = |at: usize| {
            format!(
                "Bit {} of {} (the highest is bit 1) is {} in all {} samples: the samples hold \
                 fewer bits than was declared, and the tests of whole words fail for that alone.",
                at + 1,
                self.width,
                u8::from(self.ones[at] != 0),
                self.samples
            )
        };
        if self.samples < FEWEST {
            return Vec::new();
        }
        (0..self.width).filter(constant).map(sentence).collect()
    }
}

/// The most unusual of cells that are binomial with one half.
fn worst_cell(cells: &[(u64, u64)]) -> Outcome {
    let ps: Vec<Prob> = cells.iter().map(|cell| binomial_both(cell.0, cell.1, 0.5)).collect();
    let Some((at, smallest)) = super::common::most_unusual(&ps) else {
        return Outcome::not_run("no position was looked at");
    };
    let (count, trials) = cells[at];
    let n = trials.max(1) as f64;
    let looks = cells.len() as u64;
    let critical = normal_isf(super::common::LEVEL / (2.0 * looks as f64));
    let effect = Effect::new(
        "share at the worst position, less one half",
        (count as f64 / n - 0.5).abs(),
        (critical + normal_isf(0.1)) * 0.5 / n.sqrt(),
    );
    let law = Law::ExtremeCell { cells: looks, trials, chance: 0.5 };
    Outcome::Ran(Figures::new(count as f64, law, sidak(smallest, looks), effect))
}
