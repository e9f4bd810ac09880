//! What a battery of tests says: the results, as plain data.

use crate::special::Prob;

/// All tests of one source, with what could not be judged and what is certainly wrong.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Battery {
    /// Observations: decks, draws or bits.
    pub n: u64,
    /// What one observation is: `decks`, `deals`, `draws`, `bits`.
    pub unit: &'static str,
    /// In the order they are registered; a test that did not run is here too, and says why.
    pub tests: Vec<Test>,
    /// What is wrong with certainty, not with a probability: a card twice in one deck.
    pub faults: Vec<Fault>,
    /// All faults, of which the first are kept.
    pub faults_total: u64,
    /// Card-by-position residuals, where the source has positions; one for each reference.
    pub heats: Vec<Heat>,
    /// Statistics block by block, in the order of the source.
    pub drifts: Vec<Drift>,
    /// Sentences a reader needs beside the figures: what was left out of the statistics, and why.
    pub notes: Vec<String>,
    /// What tests that are judged by their most unusual part found in each part.
    pub parts: Vec<Part>,
    /// Why part of what was declared was not tested, as the rest of a sentence: a record that was sorted
    /// when written. The verdict is then no answer to all that was asked.
    pub refused: Option<String>,
}

/// One template or state of a test that is judged by its most unusual one.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Key of the test.
    pub test: &'static str,
    /// The template's bits, or the state: `000000001`, `-4`.
    pub name: String,
    /// Its chi-square.
    pub statistic: f64,
    /// Probability of one at least as large, for this part alone.
    pub p: Prob,
}

/// One test against one reference.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// `reference.test`, never reused: `fixed.position_card`, `previous.inversions`, `bits.runs`.
    pub key: String,
    /// What a report calls it.
    pub name: String,
    /// What it sees best, in a few words.
    pub catches: &'static str,
    /// Observations it counted, in [`Battery::unit`] unless its name says otherwise.
    pub n: u64,
    /// Whether it counts to the verdict.
    pub registered: bool,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of one test.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It ran, and its null law holds at this number of observations.
    Ran(Figures),
    /// Too few observations for its null law to hold: neither passed nor failed.
    Insufficient {
        /// Observations it needs.
        needs: u64,
    },
    /// It does not apply to this source, as one sentence.
    NotRun {
        /// Why.
        why: String,
    },
}

impl Outcome {
    /// A test that does not apply, and why.
    pub(crate) fn not_run(why: impl Into<String>) -> Self {
        Self::NotRun { why: why.into() }
    }
}

/// The figures of a test that ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// The statistic, in the unit of its law.
    pub statistic: f64,
    /// The law it follows when chance alone is at work.
    pub law: Law,
    /// Probability of a statistic at least as unusual as this one.
    pub p: Prob,
    /// Probability of a fit at least as good as this one; `None` where `p` already looks both ways or
    /// a good fit has no meaning.
    pub too_good: Option<Prob>,
    /// How large the departure is.
    pub effect: Effect,
}

impl Figures {
    /// Of a test that no fit can be too good for.
    pub(crate) fn new(statistic: f64, law: Law, p: Prob, effect: Effect) -> Self {
        Self { statistic, law, p, too_good: None, effect }
    }
}

/// The size of a departure in words and numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// What is measured, with its unit: `rms relative deviation of a cell`.
    pub measure: &'static str,
    /// As observed, less what chance alone contributes where that is known (never below zero then).
    pub observed: f64,
    /// The smallest one that this test would have seen at this number of observations, nine times in
    /// ten, at a level of one in a hundred for this test alone.
    pub smallest_seen: Option<f64>,
}

impl Effect {
    pub(crate) fn new(
        measure: &'static str,
        observed: f64,
        smallest_seen: impl Into<Option<f64>>,
    ) -> Self {
        Self { measure, observed, smallest_seen: smallest_seen.into() }
    }
}

/// The null law of a statistic.
#[derive(Clone, Debug, PartialEq)]
pub enum Law {
    /// Chi-square; the statistic is large when the fit is bad.
    ChiSquare {
        /// Degrees of freedom.
        df: f64,
    },
    /// Standard normal; the statistic is a standardised sum and both tails are unusual.
    Normal,
    /// The most unusual of many cells, each binomial; the statistic is that cell's count.
    ExtremeCell {
        /// Cells looked at.
        cells: u64,
        /// Trials of each.
        trials: u64,
        /// Probability of each trial.
        chance: f64,
    },
    /// Binomial; both tails are unusual.
    Binomial {
        /// Trials.
        trials: u64,
        /// Probability of each.
        chance: f64,
    },
    /// Poisson; large counts are unusual.
    Poisson {
        /// Mean.
        mean: f64,
    },
    /// Kolmogorov's distance of `n` values from the uniform law.
    Kolmogorov {
        /// Values.
        n: u64,
    },
    /// A law given by name alone; its tail is computed exactly where the test is.
    Named(&'static str),
}

/// Something that is wrong with certainty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Index of the observation, counted from zero in the order of the source.
    pub at: u64,
    /// One sentence without the place: `card 17 stands at positions 3 and 40`.
    pub what: String,
}

/// Standardised residuals of the position-by-label table.
#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    /// `fixed` or `previous`.
    pub reference: &'static str,
    /// Names of the rows: positions, and `undealt` where there is a stub.
    pub rows: Vec<String>,
    /// Number of labels, the columns.
    pub columns: usize,
    /// Row by row: (observed - expected) / its standard deviation.
    pub residuals: Vec<f64>,
}

/// One standardised statistic over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Drift {
    /// Key of the test it belongs to.
    pub key: String,
    /// What is drawn.
    pub name: String,
    /// (observations so far, standardised sum of the block that ends there).
    pub blocks: Vec<(u64, f64)>,
}

impl Battery {
    /// The test of this key.
    pub fn test(&self, key: &str) -> Option<&Test> {
        self.tests.iter().find(|t| t.key == key)
    }

    /// The same with the list that fits the number of observations: a test with too few of them is left off, which
    /// its needs decide and never the data, and is said. The tests of `minimum` stay: without them nothing is judged.
    #[must_use]
    pub(crate) fn fitted(mut self, minimum: &[&str]) -> Self {
        let mut left_off = Vec::new();
        for test in self.tests.iter_mut().filter(|test| test.registered) {
            if let Outcome::Insufficient { needs } = test.outcome
                && !minimum.contains(&test.key.as_str())
            {
                test.registered = false;
                left_off.push(format!("{} (needs {})", test.name, grouped(needs)));
            }
        }
        if !left_off.is_empty() {
            let (n, unit, left_off) = (grouped(self.n), self.unit, left_off.join(", "));
            self.notes.push(format!(
                "Left off the list at {n} {unit}, by that number alone: {left_off}. How small a departure the \
                 others could have seen stands beside each."
            ));
        }
        self
    }

    /// The same with no probability below `ln_least`, that of the least likely outcome of the data.
    ///
    /// The observed outcome is among those that are at least as unusual as itself, so no true p-value
    /// is smaller; a normal or chi-square tail far out is.
    #[must_use]
    pub(crate) fn floored(mut self, ln_least: f64) -> Self {
        let floor = |p: Prob| if p.ln() < ln_least { Prob::from_ln(ln_least) } else { p };
        for test in &mut self.tests {
            if let Outcome::Ran(figures) = &mut test.outcome {
                figures.p = floor(figures.p);
                figures.too_good = figures.too_good.map(floor);
            }
        }
        self.parts.iter_mut().for_each(|part| part.p = floor(part.p));
        self
    }
}

/// A number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let comma = |at: usize| at > 0 && (digits.len() - at).is_multiple_of(3);
    digits
        .char_indices()
        .flat_map(|(at, c)| comma(at).then_some(',').into_iter().chain([c]))
        .collect()
}

impl Fault {
    /// The sentence with its place, counted from one in this unit: `deck 7: card 3 stands twice`.
    pub fn placed(&self, unit: &str) -> String {
        let (one, place) = (unit.trim_end_matches('s'), self.at + 1);
        format!("{one} {place}: {}", self.what)
    }
}

impl Test {
    /// The figures, if it ran.
    pub fn figures(&self) -> Option<&Figures> {
        match &self.outcome {
            Outcome::Ran(figures) => Some(figures),
            _ => None,
        }
    }
}
