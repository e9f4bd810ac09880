//! The test of the frequency of ones within blocks of bits (SP 800-22, 2.2).
//!
//! (ones - zeros)^2 / M of each block of M bits, summed: chi-square with one degree of freedom for
//! each block. Its mean is exact at any M; its variance is smaller than that of the law by the
//! factor 1 - 1/M, so the test is a little conservative.

use super::common::needed;
use super::words::Sequence;
use crate::battery::{Effect, Figures, Law, Outcome};
use crate::special::{Prob, chi2_cdf, chi2_sf};

/// Blocks of one or more sequences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blocks {
    /// Bits of a block.
    pub length: u64,
    /// Blocks.
    pub blocks: u64,
    /// Sum over the blocks of (ones - zeros) squared.
    pub squares: u128,
}

impl Blocks {
    /// Counts one sequence in blocks of `length` bits; what is left at the end is not used.
    pub fn of(sequence: &Sequence, length: usize) -> Self {
        let length = length.max(1);
        let mut counted = Self { length: length as u64, ..Self::default() };
        let mut start = 0;
        while start + length <= sequence.bits() {
            let excess = (2 * sequence.ones(start, length)).abs_diff(counted.length);
            counted.squares += u128::from(excess) * u128::from(excess);
            counted.blocks += 1;
            start += length;
        }
        counted
    }

    /// Adds another part of the stream, cut into blocks of the same length.
    pub fn add(&mut self, other: &Self) {
        self.length = self.length.max(other.length);
        self.blocks += other.blocks;
        self.squares += other.squares;
    }

    fn statistic(&self) -> f64 {
        self.squares as f64 / self.length.max(1) as f64
    }

    /// p of the test.
    pub fn p(&self) -> Option<Prob> {
        (self.blocks > 0).then(|| chi2_sf(self.statistic(), self.blocks as f64))
    }

    /// The test.
    pub fn outcome(&self) -> Outcome {
        let (statistic, df) = (self.statistic(), self.blocks as f64);
        // A block whose share of ones is off by d adds 4 M d^2.
        let share = |noncentral: f64| (noncentral / (4.0 * self.length as f64 * df)).sqrt();
        Outcome::Ran(Figures {
            statistic,
            law: Law::ChiSquare { df },
            p: chi2_sf(statistic, df),
            too_good: (self.blocks >= 5).then(|| chi2_cdf(statistic, df)),
            effect: Effect {
                measure: "rms deviation of the share of ones of a block",
                observed: share((statistic - df).max(0.0)),
                smallest_seen: Some(share(needed(df, 1))),
            },
        })
    }
}
