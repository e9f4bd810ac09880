//! The bits of a sample one position at a time, where the number of bits of a sample is known.
//!
//! Position by position (1 is the highest bit) the ones, and the changes between a sample and the
//! one 1, 2, 4, 8 or 16 before it, each binomial with one half. The low bits of a linear
//! congruential generator with a power of two for its modulus have periods 2, 4, 8, ..., and so
//! change at half that distance every time. Judged by the most unusual cell, Šidák.

use super::birthday::Birthdays;
use super::words::Sequence;
use crate::battery::{Effect, Figures, Law, Most, Outcome, Test};
use crate::special::{binomial_both, least_likely, normal_isf, sidak};
use crate::sums::{Sums, sums};

/// Distances between the samples that are compared; nought where ones are counted.
const LAGS: [usize; 6] = [0, 1, 2, 4, 8, 16];
const FEWEST: u64 = 1000;
const ONES: &str = "bits.sample_frequency";
const CHANGES: &str = "bits.sample_serial";

/// A position at one of the distances.
#[derive(Clone, Copy)]
struct Cell {
    position: usize,
    distance: usize,
    count: u64,
    trials: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Samples {
    width: usize,
    /// Samples, or pairs of them, at each distance, and the ones or changes of each position, the highest first.
    trials: [u64; LAGS.len()],
    counts: [[u64; 64]; LAGS.len()],
    birthdays: Option<Birthdays>,
}

sums!(Samples: trials, counts, birthdays);

impl Samples {
    pub(super) fn new(width: u32) -> Self {
        Self {
            width: width as usize,
            trials: [0; LAGS.len()],
            counts: [[0; 64]; LAGS.len()],
            birthdays: Birthdays::new(width),
        }
    }

    /// Counts one sequence, of which the first whole sample begins `skip` bits in.
    pub(super) fn count(&mut self, sequence: &Sequence, skip: usize) {
        let width = self.width;
        let count = (sequence.bits().max(skip) - skip) / width;
        let sample = |i: usize| sequence.word(skip + i * width) >> (64 - width);
        for (at, lag) in LAGS.into_iter().enumerate() {
            self.trials[at] += (count.max(lag) - lag) as u64;
            let mut totals = [0; 64];
            for i in lag..count {
                let changes = if lag == 0 { sample(i) } else { sample(i) ^ sample(i - lag) };
                let bits = (0..width).rev().map(|bit| changes >> bit & 1);
                totals.iter_mut().zip(bits).for_each(|(total, bit)| *total += bit);
            }
            self.counts[at].add(&totals);
        }
        if let Some(birthdays) = &mut self.birthdays {
            birthdays.count((0..count).map(sample), width);
        }
    }

    pub(super) fn tests(&self) -> Vec<Test> {
        let w = self.width;
        let (needs, n) = (FEWEST * w as u64, self.trials[0] * w as u64);
        let test = |key: &str, name, catches, cells: Vec<Cell>| {
            let outcome =
                if n >= needs { worst_cell(&cells) } else { Outcome::Insufficient { needs } };
            Test { key: key.into(), name, catches, n, registered: true, outcome }
        };
        let ones = self.cells().filter(|cell| cell.distance == 0).collect();
        let changes = self.cells().filter(|cell| cell.distance > 0).collect();
        let lowest = self.cells().filter(|cell| cell.position == w - 1).collect();
        let of_ones = format!("Ones at each of the {w} positions of a sample");
        let of_changes = format!("Changes at each of the {w} positions, 1 to 16 samples apart");
        let of_lowest = "The lowest bit of a sample: ones and changes".to_owned();
        let mut tests = vec![
            test(ONES, of_ones, "a position that is stuck or biased", ones),
            test(CHANGES, of_changes, "low bits of short period", changes),
            test("bits.low_bit_of_sample", of_lowest, "a lowest bit of short period", lowest),
        ];
        tests.extend(self.birthdays.map(|birthdays| birthdays.test(w)));
        tests
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let at = |position: usize| {
            let counted = LAGS.into_iter().zip(&self.counts).zip(self.trials);
            counted.map(move |((distance, counts), trials)| Cell {
                position,
                distance,
                count: counts[position],
                trials,
            })
        };
        (0..self.width).flat_map(at)
    }

    /// The positions whose ones, and whose changes, are furthest from one half.
    pub(super) fn most(&self) -> Vec<(&'static str, Most)> {
        let off = |cell: &Cell| {
            (2 * cell.count).abs_diff(cell.trials) as f64 / (cell.trials.max(1) as f64).sqrt()
        };
        let most = |(key, of_ones)| {
            // The first of several that are as far off, which is the nearest distance.
            let further = |most, one| if off(&one) > off(&most) { one } else { most };
            let cells = self.cells().filter(|cell| (cell.distance == 0) == of_ones);
            let worst = cells.reduce(further)?;
            let Cell { position, distance, count, trials } = worst;
            let (width, distance) = (self.width, distance as u64);
            Some((key, Most::Bit { position, width, distance, count, trials }))
        };
        [(ONES, true), (CHANGES, false)].into_iter().filter_map(most).collect()
    }

    /// A sentence for every position that never changes.
    pub(super) fn notes(&self) -> Vec<String> {
        let (samples, width) = (self.trials[0], self.width);
        let ones = self.cells().filter(|cell| cell.distance == 0 && samples >= FEWEST);
        let constant = ones.filter(|cell| cell.count == 0 || cell.count == samples);
        let sentence = |Cell { position, count, .. }| {
            format!(
                "Bit {} of {width} (the highest is bit 1) is {} in all {samples} samples: the samples hold \
                 fewer bits than was declared, and the tests of whole words fail for that alone.",
                position + 1,
                u8::from(count != 0),
            )
        };
        constant.map(sentence).collect()
    }
}

fn worst_cell(cells: &[Cell]) -> Outcome {
    let both = |cell: &Cell| binomial_both(cell.count, cell.trials, 0.5);
    let Some((worst, smallest)) = least_likely(cells, both) else {
        return Outcome::not_run("no position was looked at");
    };
    let Cell { count, trials, .. } = *worst;
    let n = trials as f64;
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
