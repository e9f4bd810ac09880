//! What is tested, what may be chosen, and what is the same for all sequences of one length.

use crate::symbols::Entry;
use std::sync::LazyLock;

use super::{linear, longest, overlapping, patterns, template, universal};

/// The tests in the order of the standard: key, name, what each sees, what its effect measures, where it
/// stands there, and how many bits it needs.
pub static ENTRIES: LazyLock<Vec<Entry>> =
    LazyLock::new(|| Entry::table(include_str!("registered.txt")));

/// Fewest bits of a sequence, as the standard recommends or, where it gives only what must be
/// expected of each class, as follows from that.
pub(super) fn needs(key: &str) -> u64 {
    let entry = ENTRIES.iter().find(|entry| entry.key == key).expect("a test stands in the list");
    entry.marks.parse().expect("the list says how many bits a test needs")
}

/// The choices. Default values are those of SP 800-22 for sequences of a million bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Params {
    /// Bits of a sequence, into which a stream is cut.
    pub length: usize,
    /// The variances of the spectral and the universal test are those that SP 800-22 prints, and not the exact ones.
    pub published: bool,
    /// Bits of one sample of the source, 1 to 64, where that is known: then the bits of a sample
    /// are also looked at one position at a time.
    pub sample: Option<u32>,
}

impl Default for Params {
    fn default() -> Self {
        Self { length: 1_000_000, published: false, sample: None }
    }
}

/// Bits of a pattern of the serial tests and of approximate entropy, for sequences of `bits` bits: 16 and 10, and
///
/// - serial: m < log2 n - 2;
/// - approximate entropy: m < log2 n - 5, and the bias of its statistic, about 4^m / (2n), below a tenth of its
///   standard deviation sqrt(2^(m+1)).
pub fn pattern_lengths(bits: usize) -> (u32, u32) {
    let log = (bits.max(1) as f64).log2();
    let below = |limit: f64| (limit.ceil() - 1.0).max(0.0) as u32;
    let unbiased = ((0.2 * std::f64::consts::SQRT_2 * bits.max(1) as f64).log2() / 1.5).floor();
    let unbiased = unbiased.max(0.0) as u32;
    (below(log - 2.0).clamp(2, 16), below(log - 5.0).min(unbiased).clamp(1, 10))
}

/// What is the same for all sequences of one length.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// Bits of a sequence.
    pub bits: u64,
    pub published: bool,
    pub longest: longest::Classes,
    pub templates: Vec<u32>,
    pub overlapping: [f64; 6],
    pub universal: Option<universal::Universal>,
    pub linear: [f64; 7],
    pub serial: u32,
    pub entropy: u32,
    /// Bits of the patterns that are counted for the serial and entropy tests.
    pub patterns: u32,
}

impl Plan {
    pub(super) fn new(params: &Params) -> Self {
        let bits = params.length;
        let (serial, entropy) = pattern_lengths(bits);
        Self {
            bits: bits as u64,
            published: params.published,
            longest: longest::Classes::for_bits(bits),
            templates: template::aperiodic(template::LENGTH),
            overlapping: overlapping::chances(overlapping::BLOCK, overlapping::ONES),
            universal: universal::Universal::for_bits(bits, params.published),
            linear: linear::chances(linear::BLOCK),
            serial,
            entropy,
            patterns: serial.max(entropy + 1).min(patterns::LONGEST),
        }
    }
    /// The name of a test, with the bits of a pattern.
    pub(super) fn name(&self, of: &Entry) -> String {
        let name = of.name.replace("{serial}", &self.serial.to_string());
        name.replace("{entropy}", &self.entropy.to_string())
    }
}
