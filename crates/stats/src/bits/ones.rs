//! Frequency and runs (SP 800-22, 2.1 and 2.3).
//!
//! Frequency: (ones - zeros) / sqrt(n) is normal. Runs: given the share of ones q, the number of runs less 2nq(1-q), over
//! 2 sqrt(n) q(1-q), is normal; it is not judged where the share of ones alone is so far from one half (2/sqrt(n)) that
//! the frequency test has the answer. Several sequences are summed: each begins a run of its own, which is what the half
//! run for every further sequence is.

use super::common::Score;
use super::words::Sequence;
use crate::sums::sums;

/// Ones and runs of one or more sequences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ones {
    sequences: u64,
    pub(super) bits: u64,
    ones: u64,
    /// Of equal bits, counted within each sequence.
    runs: u64,
}

sums!(Ones: sequences, bits, ones, runs);

impl Ones {
    /// Counts one sequence.
    pub fn of(sequence: &Sequence) -> Self {
        let mut counted = Self { sequences: 1, bits: sequence.bits() as u64, ..Self::default() };
        let mut last = 0;
        for (word, bits) in sequence.chunks() {
            counted.ones += u64::from(word.count_ones());
            // A bit that differs from the one before it begins a run.
            let begins = (word ^ (word >> 1 | last << 63)) & super::words::mask(bits);
            counted.runs += u64::from(begins.count_ones());
            last = word >> (64 - bits) & 1;
        }
        // The first bit was compared with a zero before it, and always begins a run.
        if counted.bits > 0 && sequence.bit(0) == 0 {
            counted.runs += 1;
        }
        counted
    }

    /// The frequency test; none of no bits.
    pub fn frequency(&self) -> Option<Score> {
        let n = self.bits as f64;
        let (excess, unit) = (2.0 * self.ones as f64 - n, 0.5 / n.sqrt());
        let score = || Score::normal(excess / n.sqrt(), unit);
        (self.bits > 0).then(score)
    }

    /// The runs test; none where the share of ones is too far from one half.
    pub fn runs(&self) -> Option<Score> {
        let n = self.bits as f64;
        let share = self.ones as f64 / n;
        if self.bits == 0 || (share - 0.5).abs() >= 2.0 / n.sqrt() {
            return None;
        }
        let mixed = share * (1.0 - share);
        let further = (self.sequences - 1) as f64 / 2.0;
        let z = (self.runs as f64 - further - 2.0 * n * mixed) / (2.0 * n.sqrt() * mixed);
        z.is_finite().then(|| Score::normal(z, 0.5 / n.sqrt()))
    }
}
