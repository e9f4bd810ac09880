//! Randomness of cards and numbers, as it is presented: the words, figures and JSON that terminal
//! and PDF share. Nothing is computed here: every figure comes from
//! [`feltproof_stats::Randomness`].

mod json;

pub(crate) use feltproof_paper::randomness::{departures, number, plots, words};

pub(crate) use json::RandomnessPart;
pub use json::{RandomnessReport, randomness_json};

use feltproof_model::workpaper::{FileDigest, Signer};
use feltproof_stats::Reviewed;

/// What a report of randomness tests alone says beside their results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomnessMeta {
    /// Version of the tool.
    pub tool_version: String,
    /// Time the report claims to be made (seconds since 1970, UTC).
    pub issued_unix: i64,
    /// Every file read, in the order given.
    pub inputs: Vec<FileDigest>,
    /// Name and value of everything the command was given or assumed: `cards`, `52`.
    pub parameters: Vec<(String, String)>,
    /// The review of the source of the generator, where there is one.
    pub review: Option<Reviewed>,
    /// Who signs.
    pub signer: Option<Signer>,
}
