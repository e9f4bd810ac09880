//! What a battery of randomness tests said about one source, as it stands in a report.
//!
//! The only floating point of this crate: probabilities and effect sizes, never money. Computed in
//! `stats`, which knows none of these words; turned into these types in one place
//! (`checks::randomness`).

use crate::time::Date;

/// One source judged by one battery.
#[derive(Clone, Debug, PartialEq)]
pub struct Randomness {
    /// What was tested: `table C4P-1, hands.csv` or a file's name.
    pub source: String,
    /// Observations tested.
    pub observations: u64,
    /// What one observation is, in the plural: `decks`, `deals`, `draws`, `bits`.
    pub unit: String,
    /// The standard whose tests and level were chosen, where one was.
    pub profile: Option<Standard>,
    /// The registration that the user brought, where one was.
    pub registered: Option<Registered>,
    /// Why part of what was declared was not tested, as the rest of a sentence.
    pub refused: Option<String>,
    /// The answer.
    pub verdict: RandomnessVerdict,
    /// All tests, in registered order.
    pub tests: Vec<RandomnessTest>,
    /// What is wrong with certainty, each one sentence with its place.
    pub faults: Vec<String>,
    /// Faults that there were in all; `faults` may stop short of it.
    pub faults_total: u64,
    /// Sentences a reader needs beside the figures.
    pub notes: Vec<String>,
    /// Card-by-position residuals, one for each reference.
    pub heats: Vec<HeatMap>,
    /// Statistics over time.
    pub drifts: Vec<DriftLine>,
    /// The most unusual statistic beside its null law.
    pub unusual: Option<NullCurve>,
}

/// A file in which list and level were written down, by its own word before the data were seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registered {
    /// Its name.
    pub file: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
    /// The date that it bears.
    pub date: Date,
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

/// The answer in the only four forms it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RandomnessState {
    /// Something is wrong with certainty.
    Fault,
    /// At least one registered test departs from chance.
    Departure,
    /// None departs, but some had too few data: neither passed nor failed.
    Insufficient,
    /// All registered tests that apply ran, none departs.
    NothingFound,
}

/// The verdict and how it was reached.
#[derive(Clone, Debug, PartialEq)]
pub struct RandomnessVerdict {
    /// The answer.
    pub state: RandomnessState,
    /// Probability of a false alarm over the whole registered list.
    pub level: f64,
    /// The same for fits that are too good.
    pub too_good_level: f64,
    /// Length of the registered list.
    pub registered: usize,
    /// How many of it ran.
    pub ran: usize,
    /// How many had too few data.
    pub insufficient: usize,
    /// How many do not apply.
    pub not_applicable: usize,
    /// Keys rejected by Holm's method, the most unusual first.
    pub departures: Vec<String>,
    /// Keys whose fit is too good, the most unusual first.
    pub too_good: Vec<String>,
    /// Keys worth a look by Benjamini and Hochberg's method; not a verdict.
    pub explore: Vec<String>,
    /// Cauchy combination of the registered tests, one number; not the verdict.
    pub combined: Option<f64>,
}

/// One test.
#[derive(Clone, Debug, PartialEq)]
pub struct RandomnessTest {
    /// `fixed.position_card`.
    pub key: String,
    /// What a reader calls it.
    pub name: String,
    /// What it sees best.
    pub catches: String,
    /// Observations it counted.
    pub n: u64,
    /// Whether it counts to the verdict.
    pub registered: bool,
    /// What came of it.
    pub outcome: RandomnessOutcome,
    /// Each template or state by itself, where the test is judged by its most unusual one.
    pub parts: Vec<RandomnessPart>,
}

/// One template or state of a test, taken alone.
#[derive(Clone, Debug, PartialEq)]
pub struct RandomnessPart {
    /// The template's bits, or the state: `000000001`, `-4`.
    pub name: String,
    /// Its chi-square.
    pub statistic: f64,
    /// Probability of one at least as large.
    pub p: f64,
    /// Its natural logarithm.
    pub ln_p: f64,
}

/// What came of one test.
#[derive(Clone, Debug, PartialEq)]
pub enum RandomnessOutcome {
    /// It ran.
    Ran(Box<RandomnessFigures>),
    /// Too few observations: it needs this many.
    Insufficient(u64),
    /// It does not apply, and why.
    NotRun(String),
}

/// The figures of a test that ran.
#[derive(Clone, Debug, PartialEq)]
pub struct RandomnessFigures {
    /// The statistic.
    pub statistic: f64,
    /// Its null law in words: `chi-square, 2601 degrees of freedom`.
    pub law: String,
    /// Degrees of freedom, where the law has them.
    pub df: Option<f64>,
    /// Probability of a statistic at least as unusual.
    pub p: f64,
    /// Its natural logarithm, for probabilities too small for a number.
    pub ln_p: f64,
    /// Probability of a fit at least as good, where that has a meaning.
    pub too_good: Option<f64>,
    /// Natural logarithm of the p-value adjusted by Holm's method, for registered tests.
    pub ln_adjusted: Option<f64>,
    /// What the effect measures.
    pub measure: String,
    /// The effect observed.
    pub effect: f64,
    /// The smallest effect this test would have seen, nine times in ten.
    pub smallest_seen: Option<f64>,
    /// Whether the test alone, at the level of the standard, would be rejected: what a statute asks
    /// that judges each test by itself.
    pub alone_rejected: bool,
}

/// Standardised residuals of the position-by-label table.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// Which reference.
    pub title: String,
    /// What a row is: `position`, or `packet`; a last row may be the cards not dealt.
    pub row_is: &'static str,
    /// What a column is: `card`, `position in the deck before`, `packet of the deal before`.
    pub column_is: &'static str,
    /// Names of the rows.
    pub rows: Vec<String>,
    /// Names of the columns: cards, or previous positions.
    pub columns: Vec<String>,
    /// Row by row.
    pub residuals: Vec<f64>,
}

/// A standardised statistic over time.
#[derive(Clone, Debug, PartialEq)]
pub struct DriftLine {
    /// What is drawn.
    pub name: String,
    /// (observations so far, standardised sum of the block ending there).
    pub blocks: Vec<(u64, f64)>,
}

/// A null law as a curve, with the statistic that was observed.
#[derive(Clone, Debug, PartialEq)]
pub struct NullCurve {
    /// Name of the test.
    pub name: String,
    /// The law in words.
    pub law: String,
    /// (value, density or probability).
    pub points: Vec<(f64, f64)>,
    /// Whether the points are the separate values of a count.
    pub lattice: bool,
    /// The statistic.
    pub observed: f64,
}
