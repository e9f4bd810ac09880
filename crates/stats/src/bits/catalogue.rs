//! The list of the tests: how many bits each needs; key, name, what each sees and where the standard has
//! it stand in `registered.txt`.

use std::sync::LazyLock;

use super::params::Params;
use super::{rank, template, universal};
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

    /// The name, with what was chosen; `params` as adapted.
    pub(super) fn name(self, params: &Params) -> String {
        let chosen = [
            ("{block}", params.block),
            ("{linear}", params.linear),
            ("{template}", params.template as usize),
            ("{serial}", params.serial as usize),
            ("{entropy}", params.entropy as usize),
        ];
        let fill =
            |name: String, (place, value): (_, usize)| name.replace(place, &value.to_string());
        chosen.into_iter().fold(self.entry().name.to_owned(), fill)
    }

    /// Fewest bits of a sequence, as the standard recommends or, where it gives only what must be
    /// expected of each class, as follows from that; `params` as adapted.
    pub(super) fn needs(self, params: &Params) -> u64 {
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
