//! The randomness of one source as a report prints it: the battery and its verdict as they are, and
//! beside them what only whoever tested the source knows.

use crate::battery::{Battery, Outcome};
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
    /// Level at which a test taken alone is rejected, as a statute reads that judges each by itself.
    pub level_alone: f64,
    /// What is wrong with certainty, each one sentence with its place in the source; of all that
    /// [`Battery::faults_total`] counts the first.
    pub faults: Vec<String>,
    /// The standard whose tests and level were chosen, where one was.
    pub profile: Option<Standard>,
    /// The registration that the user brought, where one was.
    pub registered: Option<Registered>,
    /// Rows of the file that hold observations which the battery names: index, first row and last row, in ascending order.
    pub rows: Vec<(u64, u64, u64)>,
}

impl Randomness {
    /// The rows of the file from those of the observation of this index to those of another; `None` where they are not known.
    pub fn rows_of(&self, first: u64, last: u64) -> Option<(u64, u64)> {
        let of = |at: u64| self.rows.iter().find(|(index, ..)| *index == at);
        Some((of(first)?.1, of(last)?.2))
    }
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
    /// Whether its level and its text were read, as what follows "its": `level (1 in 100) is recalled, not read`.
    pub evidence: String,
    /// What else is to be known of it; one or more sentences.
    pub note: String,
    /// What it demands, and what the tests that answer it say within the verdict.
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

/// What the tests of one demand say. It is rejected where the verdict rejects one of its tests, and never otherwise: all
/// tests of all demands are on the registered list, so that the level of the verdict is the probability, at most, that any
/// demand is rejected of a fair source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DemandAnswer {
    /// None of its tests departs.
    NotRejected,
    /// These tests depart.
    Rejected(Vec<String>),
    /// These had too few data, and none is rejected.
    Insufficient(Vec<String>),
    /// No test of this source answers it, in one sentence.
    NotRun(String),
}

impl DemandAnswer {
    /// What the tests of these keys say to a demand; `None` where none of them is for such data.
    pub fn of(battery: &Battery, verdict: &Verdict, keys: &[String]) -> Option<Self> {
        let (mut rejected, mut short, mut reasons) = (Vec::new(), Vec::new(), Vec::new());
        let mut ran = false;
        for key in keys {
            match battery.test(key).map(|test| &test.outcome) {
                Some(Outcome::Ran(_)) if verdict.departs(key) => rejected.push(key.clone()),
                Some(Outcome::Ran(_)) => ran = true,
                Some(Outcome::Insufficient { .. }) => short.push(key.clone()),
                Some(Outcome::NotRun { why }) => reasons.push(format!("{key}: {why}")),
                None => {}
            }
        }
        if !rejected.is_empty() {
            Some(Self::Rejected(rejected))
        } else if !short.is_empty() {
            Some(Self::Insufficient(short))
        } else if ran {
            Some(Self::NotRejected)
        } else {
            (!reasons.is_empty()).then(|| Self::NotRun(reasons.join("; ")))
        }
    }
}

/// What a review comes to: every question with its answer and what follows from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reviewed {
    /// The file of the answers.
    pub file: String,
    /// The day that it bears.
    pub date: String,
    /// Who answered.
    pub answered_by: String,
    /// The questions, in the order of a report.
    pub questions: Vec<Question>,
}

/// A question of a review.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What was to be answered.
    pub about: &'static str,
    /// How it stands.
    pub standing: Answered,
    /// The answer, and what was computed from it, as sentences.
    pub says: String,
}

/// How a question of a review stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// It was answered, and nothing speaks against the answer.
    Yes,
    /// Nobody answered.
    No,
    /// Something that was computed contradicts the answer.
    Contradicted,
}

impl Reviewed {
    /// Questions that stand so.
    pub fn count(&self, standing: Answered) -> usize {
        self.questions.iter().filter(|question| question.standing == standing).count()
    }
}
