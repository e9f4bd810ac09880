//! The list of the tests: key, name, what each sees, and how many bits it needs.

use super::params::Params;
use super::{overlapping, rank, template, universal};

/// One test of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 2.1
    Frequency,
    /// 2.2
    BlockFrequency,
    /// 2.3
    Runs,
    /// 2.4
    LongestRun,
    /// 2.5
    Rank,
    /// 2.6
    Spectral,
    /// 2.7
    Template,
    /// 2.8
    OverlappingTemplate,
    /// 2.9
    Universal,
    /// 2.10
    LinearComplexity,
    /// 2.11, first difference
    Serial1,
    /// 2.11, second difference
    Serial2,
    /// 2.12
    ApproximateEntropy,
    /// 2.13, from the start
    CusumForward,
    /// 2.13, from the end
    CusumBackward,
    /// 2.14
    Excursions,
    /// 2.15
    ExcursionsVariant,
}

/// All of them, in the order of the standard, with the key of each and what it sees best.
pub const ALL: [(Kind, &str, &str); 17] = [
    (Kind::Frequency, "bits.frequency", "one bit more frequent than the other"),
    (Kind::BlockFrequency, "bits.block_frequency", "shares that change along the stream"),
    (Kind::Runs, "bits.runs", "bits that depend on the bit before"),
    (Kind::LongestRun, "bits.longest_run", "long stretches of ones, or none"),
    (Kind::Rank, "bits.rank", "linear dependence between words"),
    (Kind::Spectral, "bits.spectral", "periods"),
    (Kind::Template, "bits.template", "patterns that come too often or too rarely"),
    (Kind::OverlappingTemplate, "bits.overlapping_template", "runs of ones that cluster"),
    (Kind::Universal, "bits.universal", "anything that could be compressed"),
    (Kind::LinearComplexity, "bits.linear_complexity", "shift registers"),
    (Kind::Serial1, "bits.serial_1", "uneven patterns"),
    (Kind::Serial2, "bits.serial_2", "uneven patterns"),
    (
        Kind::ApproximateEntropy,
        "bits.approximate_entropy",
        "bits that can be told from those before",
    ),
    (Kind::CusumForward, "bits.cusum_forward", "drift early in the sequence"),
    (Kind::CusumBackward, "bits.cusum_backward", "drift late in the sequence"),
    (Kind::Excursions, "bits.excursions", "walks that return too often or too rarely"),
    (Kind::ExcursionsVariant, "bits.excursions_variant", "walks that dwell at a level"),
];

impl Kind {
    /// The key of the test.
    pub(crate) fn key(self) -> &'static str {
        ALL[self as usize].1
    }

    /// The name, with what was chosen; `params` as adapted.
    pub fn name(self, params: &Params) -> String {
        let Params { block, template, serial, entropy, linear, .. } = params;
        let blocks = template::BLOCKS;
        match self {
            Self::Frequency => "Frequency of ones".into(),
            Self::BlockFrequency => format!("Frequency within blocks of {block} bits"),
            Self::Runs => "Runs of equal bits".into(),
            Self::LongestRun => "Longest run of ones in a block".into(),
            Self::Rank => format!("Rank of {0} x {0} binary matrices", rank::SIZE),
            Self::Spectral => "Spectral (discrete Fourier transform)".into(),
            Self::Template => format!("Aperiodic templates of {template} bits in {blocks} blocks"),
            Self::OverlappingTemplate => format!(
                "Overlapping template of {} ones in blocks of {} bits",
                overlapping::ONES,
                overlapping::BLOCK
            ),
            Self::Universal => "Maurer's universal test".into(),
            Self::LinearComplexity => format!("Linear complexity of blocks of {linear} bits"),
            Self::Serial1 => format!("Serial, patterns of {serial} bits, first difference"),
            Self::Serial2 => format!("Serial, patterns of {serial} bits, second difference"),
            Self::ApproximateEntropy => format!("Approximate entropy, patterns of {entropy} bits"),
            Self::CusumForward => "Cumulative sums, forward".into(),
            Self::CusumBackward => "Cumulative sums, backward".into(),
            Self::Excursions => "Random excursions, 8 states".into(),
            Self::ExcursionsVariant => "Random excursions variant, 18 states".into(),
        }
    }

    /// Fewest bits of a sequence, as the standard recommends or, where it gives only what must be
    /// expected of each class, as follows from that; `params` as adapted.
    pub(crate) fn needs(self, params: &Params) -> u64 {
        let needs = match self {
            Self::Frequency | Self::Runs | Self::CusumForward | Self::CusumBackward => 100,
            Self::BlockFrequency => params.block.max(100),
            Self::LongestRun => 128,
            Self::Rank => 38 * rank::SIZE * rank::SIZE,
            Self::Spectral => 1000,
            // Thirty expected in each of eight blocks.
            Self::Template => (30 * template::BLOCKS) << params.template,
            Self::OverlappingTemplate | Self::Excursions | Self::ExcursionsVariant => 1_000_000,
            Self::Universal => universal::FEWEST,
            // A million, and 200 blocks.
            Self::LinearComplexity => (200 * params.linear).max(1_000_000),
            Self::Serial1 | Self::Serial2 | Self::ApproximateEntropy => 100,
        };
        needs as u64
    }
}

#[cfg(test)]
#[test]
fn every_kind_stands_at_its_place() {
    assert!(
        ALL.iter()
            .enumerate()
            .all(|(at, (kind, key, _))| (*kind as usize, kind.key()) == (at, *key))
    );
}
