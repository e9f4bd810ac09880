//! Maurer's universal test: how far apart equal blocks of bits lie (SP 800-22, 2.9).
//!
//! Of blocks of L bits (6 to 16 by the length of the sequence) the mean logarithm of the distance back to the last equal
//! block, over K blocks, is normal; the first 10 * 2^L blocks only fill the table. Mean and variance of one distance are
//! summed exactly, and so is the variance of the mean of dependent distances (after Coron and Naccache, 1998), where the
//! standard uses Maurer's fit: a deviation 2 to 5% too small at these lengths, which can be asked for.

use super::common::{Fixed, Score};
use super::words::Sequence;
use crate::sums::sums;

/// Shape and null law for sequences of one length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Universal {
    /// Bits of a block.
    pub length: usize,
    /// Blocks that fill the table.
    pub first: usize,
    /// Blocks that are measured.
    pub measured: usize,
    /// Mean of the statistic.
    pub mean: f64,
    /// Standard deviation of the statistic.
    pub deviation: f64,
}

/// Means and variances of one logarithm as SP 800-22 prints them for L = 1 to 16.
pub const PUBLISHED: [[f64; 16]; 2] = [
    [
        0.7326495, 1.5374383, 2.4016068, 3.3112247, 4.2534266, 5.2177052, 6.1962507, 7.1836656,
        8.1764248, 9.1723243, 10.170032, 11.168765, 12.168070, 13.167693, 14.167488, 15.167379,
    ],
    [
        0.690, 1.338, 1.901, 2.358, 2.705, 2.954, 3.125, 3.238, 3.311, 3.356, 3.384, 3.401, 3.410,
        3.416, 3.419, 3.421,
    ],
];

impl Universal {
    /// For sequences of `bits` bits; none where they are too few.
    pub fn for_bits(bits: usize, published: bool) -> Option<Self> {
        let length = (6..=16).rev().find(|length| (1010 << length) * length <= bits)?;
        Some(Self::new(length, 10 << length, bits, published))
    }

    /// With blocks of `length` bits (1 to 16), of which `first` fill the table: moments as published, or exact.
    pub fn new(length: usize, first: usize, bits: usize, published: bool) -> Self {
        let measured = bits / length - first;
        let (k, l) = (measured as f64, length as f64);
        let (mean, deviation) = if published {
            let factor = 0.7 - 0.8 / l + (4.0 + 32.0 / l) * k.powf(-3.0 / l) / 15.0;
            let [mean, variance] = PUBLISHED.map(|of| of[length - 1]);
            (mean, factor * (variance / k).sqrt())
        } else {
            let law = Distances::new(length);
            (law.mean, (law.variance / k + 2.0 * law.covariances(k)).sqrt())
        };
        Self { length, first, measured, mean, deviation }
    }
}

/// The law of the logarithm of one distance, and of two.
pub struct Distances {
    /// Chance that two blocks are equal.
    equal: f64,
    /// Mean of the logarithm to base two.
    pub mean: f64,
    /// Its variance.
    pub variance: f64,
    /// Logarithms of 0 (unused), 1, 2, ...
    logarithms: Vec<f64>,
}

impl Distances {
    /// For blocks of `length` bits.
    pub fn new(length: usize) -> Self {
        let equal = 0.5f64.powi(length as i32);
        // Beyond 45 * 2^L the chance is e^-45.
        let logarithms: Vec<f64> =
            (0..=45usize << length).map(|d| (d.max(1) as f64).log2()).collect();
        let (mut chance, mut mean, mut square) = (equal, 0.0, 0.0);
        for logarithm in &logarithms[1..] {
            mean += chance * logarithm;
            square += chance * logarithm * logarithm;
            chance *= 1.0 - equal;
        }
        Self { equal, mean, variance: square - mean * mean, logarithms }
    }

    /// Sum over k = 1.. of (1 - k/blocks)/blocks times the covariance of logarithms k blocks apart.
    ///
    /// Let the distances be i at one block and j at the block k later. For j <= k they are independent. For j = s + k,
    /// where s is above 0, the two blocks differ, and looking back from the first one the nearest block equal to it stands
    /// at i and the nearest equal to the second at s, i and s different: with q the chance of equality, r = 1 - q and
    /// t = 1 - 2q that has the chance r^k q^2 t^(min-1) r^(|i-s|-1), against r^k q^2 r^(i-1) r^(s-1) for independent ones.
    /// The sum over k comes first, as H(s), and all sums are recursions from the far end.
    fn covariances(&self, blocks: f64) -> f64 {
        let (q, g) = (self.equal, &self.logarithms);
        let (r, t) = (1.0 - q, 1.0 - 2.0 * q);
        let top = g.len() - 1;
        // H(s) = sum over k >= 1 of (1 - k/blocks) r^k g(s + k), s from 0 to top - 1.
        let mut weighted = vec![0.0; top + 1];
        let (mut plain, mut counted) = (0.0, 0.0);
        for s in (0..top).rev() {
            counted = r * (g[s + 1] + plain + counted);
            plain = r * (g[s + 1] + plain);
            weighted[s] = plain - counted / blocks;
        }
        // later[x](i) = sum over s > i of r^(s-i-1) x(s), for x = H and x = g.
        let (mut later_h, mut later_g) = (0.0, 0.0);
        let mut joint = 0.0;
        for i in (1..top).rev() {
            let both = t.powi(i as i32 - 1);
            joint += both * (g[i] * later_h + weighted[i] * later_g);
            later_h = weighted[i] + r * later_h;
            later_g = g[i] + r * later_g;
        }
        // With i = 1 done, later_x is the sum over s >= 1 of r^(s-1) x(s).
        q * q * (joint - later_g * later_h) / blocks
    }
}

/// Mean logarithms of one or more sequences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Maurer {
    sequences: u64,
    sum: Fixed,
}

sums!(Maurer: sequences, sum);

impl Maurer {
    /// Measures one sequence.
    pub fn of(sequence: &Sequence, shape: &Universal) -> Self {
        let length = shape.length;
        let blocks = shape.first + shape.measured;
        if shape.measured == 0 || blocks * length > sequence.bits() {
            return Self::default();
        }
        let mut last = vec![0usize; 1 << length];
        // Distances are counted, so that the sum has one order and few logarithms.
        let mut distances = vec![0u64; 64 << length];
        let mut far = 0.0;
        for block in 1..=blocks {
            let value = (sequence.word((block - 1) * length) >> (64 - length)) as usize;
            if block > shape.first {
                let distance = block - last[value];
                match distances.get_mut(distance) {
                    Some(count) => *count += 1,
                    None => far += (distance as f64).log2(),
                }
            }
            last[value] = block;
        }
        let came = distances.iter().zip(0_u32..).filter(|(count, _)| **count > 0);
        let near: f64 = came.map(|(count, at)| *count as f64 * f64::from(at).log2()).sum();
        Self { sequences: 1, sum: Fixed::new((near + far) / shape.measured as f64) }
    }

    /// The mean statistic of a sequence.
    pub fn mean(&self) -> f64 {
        self.sum.value() / self.sequences.max(1) as f64
    }

    /// The test; none of no sequence.
    pub fn score(&self, shape: &Universal) -> Option<Score> {
        let unit = shape.deviation / (self.sequences.max(1) as f64).sqrt();
        let score = || Score::normal((self.mean() - shape.mean) / unit, unit);
        (self.sequences > 0).then(score)
    }
}
