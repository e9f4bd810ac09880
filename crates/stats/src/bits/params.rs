//! What may be chosen, and how it is adapted to the length of a sequence.

use super::spectral::SpectralVariance;
use super::universal::UniversalVariance;
use super::{linear, longest, overlapping, patterns, template, universal};

/// The choices. Default values are those of SP 800-22 for sequences of a million bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Params {
    /// Bits of a sequence, into which a stream is cut.
    pub length: usize,
    /// Bits of a block of the block frequency test.
    pub block: usize,
    /// Bits of an aperiodic template, 2 to 12.
    pub template: u32,
    /// Bits of a pattern of the serial tests, at most 16.
    pub serial: u32,
    /// Bits of a pattern of approximate entropy, at most 15.
    pub entropy: u32,
    /// Bits of a block of the linear complexity test.
    pub linear: usize,
    /// The variance of the spectral test.
    pub spectral: SpectralVariance,
    /// The variance of the universal test.
    pub universal: UniversalVariance,
    /// Bits of one sample of the source, 1 to 64, where that is known: then the bits of a sample
    /// are also looked at one position at a time.
    pub sample: Option<u32>,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            length: 1_000_000,
            block: 128,
            template: 9,
            serial: 16,
            entropy: 10,
            linear: 500,
            spectral: SpectralVariance::default(),
            universal: UniversalVariance::default(),
            sample: None,
        }
    }
}

impl Params {
    /// The same within the limits, and adapted to sequences of `bits` bits:
    ///
    /// - serial: m < log2 n - 2;
    /// - approximate entropy: m < log2 n - 5, and the bias of its statistic, about 4^m / (2n),
    ///   below a tenth of its standard deviation sqrt(2^(m+1)).
    pub fn adapted(&self, bits: usize) -> Self {
        let log = (bits.max(1) as f64).log2();
        let below = |limit: f64| (limit.ceil() - 1.0).max(0.0) as u32;
        let unbiased = ((0.2 * std::f64::consts::SQRT_2 * bits.max(1) as f64).log2() / 1.5).floor();
        let unbiased = unbiased.max(0.0) as u32;
        Self {
            length: bits,
            block: self.block.max(1),
            template: self.template.clamp(2, 12),
            serial: self.serial.clamp(2, 16).min(below(log - 2.0)).max(2),
            entropy: self.entropy.clamp(1, 15).min(below(log - 5.0)).min(unbiased).max(1),
            linear: self.linear.clamp(1, 5000),
            sample: self.sample.filter(|bits| (1..=64).contains(bits)),
            ..*self
        }
    }
}

/// What is the same for all sequences of one length.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub params: Params,
    pub longest: longest::Classes,
    pub templates: Vec<u32>,
    pub overlapping: [f64; 6],
    pub universal: Option<universal::Universal>,
    pub linear: [f64; 7],
    /// Bits of the patterns that are counted for the serial and entropy tests.
    pub patterns: u32,
}

impl Plan {
    pub(super) fn new(params: &Params, bits: usize) -> Self {
        let params = params.adapted(bits);
        Self {
            longest: longest::Classes::for_bits(bits),
            templates: template::aperiodic(params.template),
            overlapping: overlapping::chances(overlapping::BLOCK, overlapping::ONES),
            universal: universal::Universal::for_bits(bits, params.universal),
            linear: linear::chances(params.linear),
            patterns: params.serial.max(params.entropy + 1).min(patterns::LONGEST),
            params,
        }
    }
}
