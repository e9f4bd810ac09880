//! What a battery of tests says: the results, as plain data.

mod copies;

pub use copies::{Copies, Stretch};

use crate::bias;
use crate::special::Prob;
use std::ops::Range;

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
    /// What is most unusual in what a test counts, by the key of the test, for a sentence that names it.
    pub most: Vec<(&'static str, Most)>,
    /// The labels of which one may be biased, where a test looks at each.
    pub labels: Option<bias::Labels>,
    /// How many observations were left out since they are not whole, and of what kinds: one sentence, where any were.
    pub left_out: Option<String>,
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

/// The most unusual of all that a test counts. Labels, places and observations are numbered from nought.
#[derive(Clone, Debug, PartialEq)]
pub enum Most {
    /// A label at a place: a position, a packet, or of the reference `previous` a position by a position before.
    Cell {
        /// Where.
        place: usize,
        /// What.
        label: usize,
        /// How often.
        count: u64,
        /// How often chance puts it there.
        expected: f64,
    },
    /// A label, wherever it is.
    Label {
        /// What.
        label: usize,
        /// How often.
        count: u64,
        /// How often chance brings it.
        expected: f64,
    },
    /// Two labels side by side, or in one packet or draw.
    Pair {
        /// Both.
        labels: [usize; 2],
        /// How often.
        count: u64,
        /// How often chance brings them together.
        expected: f64,
    },
    /// The place of a label, or of the labels of one class, on average.
    MeanPlace {
        /// Which.
        labels: Vec<usize>,
        /// The place counted.
        mean: f64,
        /// The place by chance.
        expected: f64,
    },
    /// One observation, by a count of it.
    Observation {
        /// Its index in the stream.
        at: u64,
        /// The count.
        count: u64,
        /// The mean of the count by chance.
        expected: f64,
    },
    /// A column, or the position of a play, that depends on another.
    Dependence {
        /// Its name.
        follows: String,
        /// The name of the other.
        on: String,
        /// What they are columns of: `row` or `play`.
        row: &'static str,
        /// The other is of the row before.
        is_before: bool,
    },
    /// Observations that came before.
    Copies(Copies),
    /// A label in a stretch of observations.
    Stretch {
        /// What.
        label: usize,
        /// Index of the first observation.
        from: u64,
        /// Observations, 1 at least.
        length: u64,
        /// How often in these.
        count: u64,
        /// How often chance brings it.
        expected: f64,
    },
    /// Observations against those some places before.
    Distance {
        /// How many places, 1 at least.
        distance: u64,
        /// How many of the observations are like those.
        count: u64,
        /// Observations compared.
        trials: u64,
        /// How many chance makes alike.
        expected: f64,
    },
    /// All labels up to one, in their order.
    UpTo {
        /// The last of them.
        label: usize,
        /// How often they came.
        count: u64,
        /// How often chance brings them.
        expected: f64,
    },
    /// Labels one after another.
    Tuple {
        /// In their order; several where neighbouring labels are taken together.
        labels: Vec<Range<usize>>,
        /// Places from each to the next.
        step: usize,
        /// How often they came so.
        count: u64,
        /// How often chance brings them so, by how often each came, and of three each two.
        expected: f64,
    },
    /// Other observations between one of the lowest labels and the next of these.
    Gap {
        /// How many labels are among the lowest.
        lowest: usize,
        /// Observations between them.
        others: Range<usize>,
        /// More between them are counted here, too.
        is_open: bool,
        /// How often.
        count: u64,
        /// How often chance leaves so many between them.
        expected: f64,
    },
    /// A pattern of bits.
    Pattern {
        /// Its bits.
        bits: String,
        /// How often it came.
        count: u64,
        /// How often chance brings it, by how often its parts came.
        expected: f64,
    },
    /// A wave that comes back after so many observations: by the grid of frequencies that are looked at, between these.
    Wave {
        /// At least.
        from: f64,
        /// At most.
        to: f64,
    },
    /// Positions of a group of observations.
    Positions(Vec<usize>),
    /// A bit of the samples of a generator.
    Bit {
        /// Its position, 0 the highest.
        position: usize,
        /// Bits of a sample.
        width: usize,
        /// Samples between those compared; 0 where ones are counted.
        distance: u64,
        /// Samples in which it is one, or differs.
        count: u64,
        /// Samples, or pairs of them.
        trials: u64,
    },
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
    /// Of the series of this reference the one that is the furthest off tells since when: see [`Drift::since`].
    pub fn since(&self, reference: &str) -> Option<(u64, u64)> {
        let furthest = |drift: &Drift| drift.ends().into_iter().fold(0.0, f64::max);
        let of = |drift: &&Drift| drift.key.split('.').next() == Some(reference);
        let all = self.drifts.iter().filter(of).map(|drift| (furthest(drift), drift));
        all.max_by(|a, b| a.0.total_cmp(&b.0))?.1.since()
    }

    /// The test of this key.
    pub fn test(&self, key: &str) -> Option<&Test> {
        self.tests.iter().find(|t| t.key == key)
    }

    /// The same with the list that fits the number of observations: a test with too few of them is left off, which
    /// its needs decide and never the data, and is said. The tests of `minimum` stay: without them nothing is judged.
    #[must_use]
    pub(crate) fn fitted(self, minimum: &[&str]) -> Self {
        let size = format!("{} {}", grouped(self.n), self.unit);
        self.left_off(&size, minimum)
    }

    /// The same of decks and bits, where there are enough of them for the tests of `minimum`: else the list stays whole, and
    /// nothing departs the sooner. `size` is that which tests need: `150 decks`, `8,000 bits a sequence`.
    #[must_use]
    pub(crate) fn fitted_from(self, size: &str, minimum: &[&str]) -> Self {
        let outcome = |key: &&str| self.test(key).map(|test| &test.outcome);
        let is_short = |o| matches!(o, &Outcome::Insufficient { .. });
        if minimum.iter().filter_map(outcome).any(is_short) {
            return self;
        }
        self.left_off(size, minimum)
    }

    fn left_off(mut self, size: &str, minimum: &[&str]) -> Self {
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
            let left_off = left_off.join(", ");
            self.notes.push(format!(
                "Left off the list at {size}, by that number alone: {left_off}. How small a departure the \
                 others could have seen stands beside each."
            ));
        }
        self
    }

    /// What is most unusual in what the test of this key counts.
    pub fn most(&self, key: &str) -> Option<&Most> {
        self.most.iter().find(|(of, _)| *of == key).map(|(_, most)| most)
    }

    /// Indices of the observations that [`Self::most`] names, in ascending order.
    pub fn observations_named(&self) -> Vec<u64> {
        let of = |most: &Most| match most {
            Most::Observation { at, .. } => vec![*at],
            Most::Copies(copies) => copies.stretches.iter().flat_map(Stretch::ends).collect(),
            Most::Stretch { from, length, .. } => vec![*from, from + length - 1],
            Most::Cell { .. }
            | Most::Label { .. }
            | Most::Pair { .. }
            | Most::MeanPlace { .. }
            | Most::Dependence { .. }
            | Most::Distance { .. }
            | Most::UpTo { .. }
            | Most::Tuple { .. }
            | Most::Gap { .. }
            | Most::Pattern { .. }
            | Most::Wave { .. }
            | Most::Positions(_)
            | Most::Bit { .. } => Vec::new(),
        };
        let mut all: Vec<u64> = self.most.iter().flat_map(|(_, most)| of(most)).collect();
        all.sort_unstable();
        all.dedup();
        all
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
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let comma = |at: usize| at > 0 && (digits.len() - at).is_multiple_of(3);
    digits
        .char_indices()
        .flat_map(|(at, c)| comma(at).then_some(',').into_iter().chain([c]))
        .collect()
}

impl Drift {
    /// How far the ends of the series are off: of the blocks from each on, the square of their sum in its own standard
    /// deviations.
    fn ends(&self) -> Vec<f64> {
        let mut sum = 0.0;
        let blocks = (1..).zip(self.blocks.iter().rev());
        let mut ends: Vec<f64> = blocks
            .map(|(length, (_, z))| {
                sum += z;
                sum * sum / f64::from(length)
            })
            .collect();
        ends.reverse();
        ends
    }

    /// Between which observations, counted from one and both included, the series began to be off, if it was right
    /// before and off by as much ever since: the starts whose likelihood is not [`SINCE_RANGE`] below the best. `None`
    /// where it is nowhere so far off that chance would not bring it.
    pub fn since(&self) -> Option<(u64, u64)> {
        let ends = self.ends();
        let furthest = ends.iter().copied().fold(0.0, f64::max);
        let may_be = |end: &f64| furthest - end < SINCE_RANGE;
        let (first, last) = (ends.iter().position(may_be)?, ends.iter().rposition(may_be)?);
        // It may have begun within the block before the first that is off.
        let before = first.checked_sub(2).map_or(0, |block| self.blocks[block].0);
        (furthest >= SINCE_MIN).then(|| (before + 1, self.blocks[last].0))
    }
}

/// Square of the standard deviations, of the furthest of some hundred sums, that chance brings once in some ten thousand
/// series: 2 (1 - Phi(5)) is 6e-7.
const SINCE_MIN: f64 = 25.0;
/// Twice the logarithm of a ratio of likelihoods. The row at which a simulated shuffler broke lies outside the range in at
/// most one of a hundred series (`deal/tests/since.rs`).
const SINCE_RANGE: f64 = 12.0;

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

#[cfg(test)]
mod tests {
    use super::*;

    fn drift(z: impl Fn(u64) -> f64) -> Drift {
        let blocks = (1..=100).map(|b| (10 * b, z(b))).collect();
        Drift { key: String::new(), name: String::new(), blocks }
    }

    /// A step is found where it is, a shift of the whole series from its start on, and chance not at all.
    #[test]
    fn a_series_says_since_when_it_is_off() {
        let wave = |b: u64| if b.is_multiple_of(2) { 1.0 } else { -1.0 };
        assert_eq!(drift(wave).since(), None);
        // Off by one ever since: a start some blocks later is hardly less likely.
        assert_eq!(drift(|b| wave(b) + 1.0).since(), Some((1, 140)));
        // 80 squared over 40 blocks is 160, over 43 it is 148.8, over 44 145.5; 76 over 38 is 152, 74 over 37 148.
        assert_eq!(drift(|b| if b > 60 { 2.0 } else { 0.0 }).since(), Some((561, 630)));
        assert_eq!(drift(|_| 0.0).since(), None);
    }

    /// Copies in a row are one stretch, the longest first; the rest is counted.
    #[test]
    fn copies_in_a_row_are_one_stretch() {
        let mut pairs: Vec<(u64, u64)> = (0..20).map(|at| (at, 100 + at)).collect();
        pairs.extend((0..12).map(|at| (7 * at, 300 + 2 * at)));
        let copies = Copies::of(pairs);
        assert_eq!((copies.copies, copies.more), (32, 3));
        assert_eq!(copies.stretches[0], Stretch { earlier: 0, later: 100, length: 20 });
        assert_eq!(copies.stretches[1], Stretch { earlier: 0, later: 300, length: 1 });
        assert_eq!(copies.stretches.len(), 10);
    }
}
