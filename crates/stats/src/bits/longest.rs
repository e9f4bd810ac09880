//! The longest run of ones in a block (SP 800-22, 2.4).
//!
//! Blocks of 8, 128 or 10,000 bits by the length of the sequence; the longest run of each block
//! falls into one of 4, 6 or 7 classes, whose chances are exact here: with q(n) the chance that n
//! bits hold no run longer than k, q(n) = q(n-1) - 2^-(k+2) q(n-k-2).

use super::words::Sequence;

/// The classes that go with a length of sequence.
#[derive(Clone, Debug, PartialEq)]
pub struct Classes {
    /// Bits of a block.
    pub length: usize,
    /// Longest runs up to this one are the first class.
    pub first: usize,
    /// Chance of each class; the last one has no upper end.
    pub chances: Vec<f64>,
}

impl Classes {
    /// The classes for a sequence of `bits` bits.
    pub fn for_bits(bits: usize) -> Self {
        let (length, first, classes) = match bits {
            0..6272 => (8, 1, 4),
            6272..750_000 => (128, 4, 6),
            _ => (10_000, 10, 7),
        };
        let below = (0..classes - 1).map(|c| no_longer_run(length, first + c)).chain([1.0]);
        let mut last = 0.0;
        let chances = below.map(|chance| chance - std::mem::replace(&mut last, chance)).collect();
        Self { length, first, chances }
    }
}

/// The chance that `bits` fair bits hold no run of ones longer than `longest`.
pub fn no_longer_run(bits: usize, longest: usize) -> f64 {
    let mut chances = vec![1.0; bits + 1];
    let factor = 0.5f64.powi(longest as i32 + 2);
    for n in longest + 1..=bits {
        chances[n] = if n == longest + 1 {
            1.0 - 2.0 * factor
        } else {
            chances[n - 1] - factor * chances[n - longest - 2]
        };
    }
    chances[bits]
}

/// Blocks in each class.
pub fn counted(sequence: &Sequence, classes: &Classes) -> Vec<u64> {
    let mut counts = vec![0; classes.chances.len()];
    for block in 0..sequence.bits() / classes.length {
        let longest = longest_run(sequence, block * classes.length, classes.length);
        let class = longest.max(classes.first) - classes.first;
        counts[class.min(classes.chances.len() - 1)] += 1;
    }
    counts
}

/// The longest run of ones among the `len` bits from `start` on.
fn longest_run(sequence: &Sequence, start: usize, len: usize) -> usize {
    let mut longest = 0;
    let mut run = 0;
    let mut done = 0;
    while done < len {
        let bits = (len - done).min(64);
        let word = sequence.word(start + done) & super::words::mask(bits);
        let lead = word.leading_ones() as usize;
        if lead >= bits {
            run += bits;
        } else {
            longest = longest.max(run + lead).max(longest_inside(word));
            // Ones at the end of these bits may go on in the next word.
            run = (word >> (64 - bits)).trailing_ones() as usize;
        }
        done += bits;
    }
    longest.max(run)
}

fn longest_inside(word: u64) -> usize {
    // Each step takes one from every run.
    let mut left = word;
    let mut length = 0;
    while left != 0 {
        left &= left << 1;
        length += 1;
    }
    length
}
