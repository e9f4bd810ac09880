//! The randomness of one source as a report prints it: the battery and its verdict as they are, and
//! beside them what only whoever tested the source knows.

use crate::battery::Battery;
use crate::verdict::Verdict;

/// One source, tested and judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Randomness {
    /// What was tested: a file's name, or words.
    pub source: String,
    /// Names of the labels of the fixed reference.
    pub labels: Vec<String>,
    /// What the tests say.
    pub battery: Battery,
    /// What follows.
    pub verdict: Verdict,
    /// Level at which a test taken alone is rejected, as a statute asks that judges each by itself.
    pub level_alone: f64,
    /// What is wrong with certainty, each one sentence with its place in the source; of all that
    /// [`Battery::faults_total`] counts the first.
    pub faults: Vec<String>,
    /// The standard whose tests and level were chosen, where one was.
    pub profile: Option<Standard>,
    /// The registration that the user brought, where one was.
    pub registered: Option<Registered>,
}

/// A file in which list and level were written down, by its own word before the data were seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registered {
    /// Its name.
    pub file: String,
    /// SHA-256 of its bytes, lower hex.
    pub sha256: String,
    /// The date that it bears: `2026-09-01`.
    pub date: String,
}

/// A standard that names randomness tests and a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standard {
    /// `gli-11`.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Where it stands.
    pub citation: String,
    /// Whether its text was read, or its level is recalled; one sentence.
    pub evidence: String,
    /// What it demands, and what the tests that answer it say, each test taken alone at its level.
    pub demands: Vec<StandardDemand>,
}

/// One demand of a standard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandardDemand {
    /// The standard's word for it: `runs`.
    pub says: String,
    /// Keys of the tests that answer it.
    pub keys: Vec<String>,
    /// Their answer.
    pub answer: DemandAnswer,
}

/// What the tests of one demand say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DemandAnswer {
    /// None of its tests is rejected alone at the level of the standard.
    NotRejected,
    /// These tests are.
    Rejected(Vec<String>),
    /// These had too few data, and none is rejected.
    Insufficient(Vec<String>),
    /// No test of this source answers it, in one sentence.
    NotRun(String),
}
