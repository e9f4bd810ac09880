//! The list of the tests: how many bits each needs; key, name, what each sees and where the standard has
//! it stand in `registered.txt`.

use std::sync::LazyLock;

use super::params::Plan;
use super::{block, rank, template, universal};
use crate::symbols::Entry;

/// The tests, in the order of the standard.
pub static ENTRIES: LazyLock<Vec<Entry>> =
    LazyLock::new(|| Entry::table(include_str!("registered.txt")));

macro_rules! kinds {
    ($($kind:ident),*) => {
        /// One test of the list.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Kind {
            $($kind),*
        }

        /// All of them, in the order of the standard.
        pub(super) const ALL: [Kind; 17] = [$(Kind::$kind),*];
    };
}

kinds!(
    Frequency,
    BlockFrequency,
    Runs,
    LongestRun,
    Rank,
    Spectral,
    Template,
    OverlappingTemplate,
    Universal,
    LinearComplexity,
    Serial1,
    Serial2,
    ApproximateEntropy,
    CusumForward,
    CusumBackward,
    Excursions,
    ExcursionsVariant
);

impl Kind {
    pub(super) fn entry(self) -> &'static Entry {
        &ENTRIES[self as usize]
    }

    /// The name, with the bits of a pattern.
    pub(super) fn name(self, plan: &Plan) -> String {
        let name = self.entry().name.replace("{serial}", &plan.serial.to_string());
        name.replace("{entropy}", &plan.entropy.to_string())
    }

    /// Fewest bits of a sequence, as the standard recommends or, where it gives only what must be
    /// expected of each class, as follows from that.
    pub(super) fn needs(self) -> u64 {
        let needs = match self {
            Self::Frequency | Self::Runs | Self::CusumForward | Self::CusumBackward => 100,
            Self::BlockFrequency => block::LENGTH,
            Self::LongestRun => 128,
            Self::Rank => 38 * rank::SIZE * rank::SIZE,
            Self::Spectral => 1000,
            // Thirty expected in each of eight blocks.
            Self::Template => (30 * template::BLOCKS) << template::LENGTH,
            Self::OverlappingTemplate
            | Self::LinearComplexity
            | Self::Excursions
            | Self::ExcursionsVariant => 1_000_000,
            Self::Universal => universal::FEWEST,
            Self::Serial1 | Self::Serial2 | Self::ApproximateEntropy => 100,
        };
        needs as u64
    }
}

/// The line of each kind is found by its place.
#[cfg(test)]
#[test]
fn every_kind_has_its_own_line() {
    assert_eq!(ENTRIES.len(), ALL.len());
    for (at, kind) in ALL.into_iter().enumerate() {
        // `BlockFrequency` is `bits.block_frequency`.
        let words = kind.entry().key.trim_start_matches("bits.").replace('_', "");
        assert_eq!((kind as usize, format!("{kind:?}").to_lowercase()), (at, words));
    }
}
