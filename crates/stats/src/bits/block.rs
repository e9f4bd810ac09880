//! The test of the frequency of ones within blocks of bits (SP 800-22, 2.2).
//!
//! (ones - zeros)^2 / M of each block of M bits, summed: chi-square with one degree of freedom for
//! each block. Its mean is exact at any M; its variance is smaller than that of the law by the
//! factor 1 - 1/M, so the test is a little conservative.

use super::common::Score;
use super::words::Sequence;
use crate::sums::sums;

/// Bits of a block.
pub(super) const LENGTH: usize = 128;

/// Blocks of one or more sequences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blocks {
    /// Bits of a block.
    length: u64,
    blocks: u64,
    /// Sum over the blocks of (ones - zeros) squared.
    squares: u128,
}

sums!(Blocks: blocks, squares; largest length);

impl Blocks {
    /// Counts one sequence in blocks of `length` bits; what is left at the end is not used.
    pub fn of(sequence: &Sequence, length: usize) -> Self {
        let mut counted = Self { length: length as u64, ..Self::default() };
        for block in 0..sequence.bits() / length {
            let excess = (2 * sequence.ones(block * length, length)).abs_diff(counted.length);
            counted.squares += u128::from(excess) * u128::from(excess);
            counted.blocks += 1;
        }
        counted
    }

    /// The test; none of no block.
    pub fn score(&self) -> Option<Score> {
        let (length, blocks) = (self.length as f64, self.blocks as f64);
        let statistic = self.squares as f64 / length;
        // A block whose share of ones is off by d adds 4 M d^2.
        let weight = 4.0 * length * blocks;
        (self.blocks > 0).then(|| Score::chi_square(statistic, blocks, weight))
    }
}
