//! The test of how often aperiodic templates occur among the bits (SP 800-22, 2.7).
//!
//! A template that cannot overlap itself (148 of nine bits) is counted in eight blocks; the standardised counts squared
//! are chi-square with eight degrees of freedom. Counting with and without overlaps is the same, so one histogram of all
//! windows of a block answers for every template. They are judged by the most unusual one: Šidák's correction is exact
//! for independent templates and errs on the safe side for positively dependent ones. Of a sequence of fewer than 122,880
//! bits fewer than thirty are expected in a block.

use super::common::Score;
use super::words::Sequence;
use crate::sums::sums;

pub(super) const BLOCKS: usize = 8;
pub(super) const LENGTH: u32 = 9;

/// The templates of `length` bits that cannot overlap themselves, as numbers, first bit highest.
pub fn aperiodic(length: u32) -> Vec<u32> {
    let length = length.clamp(1, 16);
    // It overlaps itself shifted by s where its last bits are its first ones.
    let overlaps = |t: u32, s: u32| t & ((1 << (length - s)) - 1) == t >> s;
    (0..1 << length).filter(|t| (1..length).all(|s| !overlaps(*t, s))).collect()
}

/// A template as its bits.
pub fn bits_of(template: u32, length: u32) -> String {
    (0..length).rev().map(|i| if template >> i & 1 == 1 { '1' } else { '0' }).collect()
}

/// Counts of every template over the blocks of one or more sequences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Templates {
    blocks: u64,
    /// Bits of a block.
    length: u64,
    /// Sums of the counts over the blocks, template by template, and of their squares.
    sums: Vec<u64>,
    squares: Vec<u64>,
}

sums!(Templates: blocks, sums, squares; largest length);

impl Templates {
    /// Counts one sequence in `blocks` blocks; what is left at the end is not used.
    pub fn of(sequence: &Sequence, templates: &[u32], bits: u32, blocks: usize) -> Self {
        let length = sequence.bits() / blocks.max(1);
        let mut counted = Self {
            blocks: blocks as u64,
            length: length as u64,
            sums: vec![0; templates.len()],
            squares: vec![0; templates.len()],
        };
        for block in 0..blocks {
            let mut counts = vec![0; 1 << bits];
            sequence.count_windows(block * length, length, bits as usize, &mut counts);
            for (i, template) in templates.iter().enumerate() {
                let count = counts[*template as usize];
                counted.sums[i] += count;
                counted.squares[i] += count * count;
            }
        }
        counted
    }

    /// Mean and variance of the count of a template of `bits` bits in a block.
    fn moments(&self, bits: u32) -> (f64, f64) {
        let (length, m) = (self.length as f64, f64::from(bits));
        let chance = 0.5f64.powi(bits as i32);
        ((length - m + 1.0) * chance, length * (chance - (2.0 * m - 1.0) * chance * chance))
    }

    /// The statistic of every template, and their degrees of freedom; none where a block is too short to hold one.
    pub fn statistics(&self, bits: u32) -> Option<(Vec<f64>, f64)> {
        let (mean, variance) = self.moments(bits);
        let blocks = self.blocks as f64;
        let statistic = |(sum, square): (&u64, &u64)| {
            (*square as f64 - 2.0 * mean * *sum as f64 + blocks * mean * mean) / variance
        };
        let fits = self.length >= u64::from(bits) && self.blocks > 0;
        let all = || self.sums.iter().zip(&self.squares).map(statistic).collect();
        fits.then(|| (all(), blocks))
    }

    pub(super) fn score(&self, bits: u32) -> Option<Score> {
        let (statistics, df) = self.statistics(bits)?;
        let (mean, variance) = self.moments(bits);
        let law = "chi-square, one degree of freedom a block; largest over the templates";
        Score::largest(&statistics, df, df * mean * mean / variance, law)
    }
}
