//! From the counts of full decks to the battery of tests that a report prints.

use super::counts::{Count, Counts};
use super::laws::Laws;
use super::registered::{Entry, LIST, What};
use super::repeats::HASH_BITS;
use super::tables::{self, Form};
use super::{Classes, Decks, figures, pictures};
use crate::battery::{Battery, Effect, Figures, Law, Outcome, Test};
use crate::special::{self, Prob};

/// Decks from which the means of counts are close enough to normal.
const MEAN: u64 = 30;
/// The same where the count is rare, and its law skew.
const RARE: u64 = 100;
/// Fewest cards of which two decks are alike seldom enough for a Poisson law: 15! is above 1e12.
const DUPLICATES_FROM: usize = 15;
/// Identical decks named in the notes.
const NAMED: usize = 10;

/// One reference with all it needs.
struct Reference<'a> {
    counts: &'a Counts,
    /// Rank and suit of a label; the labels of the previous reference have none.
    classes: Option<&'a Classes>,
    why_none: &'static str,
}

pub(super) fn battery(decks: &Decks) -> Battery {
    let settled = |counts: &Counts| {
        let mut counts = counts.clone();
        counts.settle();
        counts
    };
    let (fixed, previous) = (settled(&decks.fixed), settled(&decks.previous));
    let mut tests = Vec::new();
    let reference = Reference {
        counts: &fixed,
        classes: decks.classes.as_ref(),
        why_none: "the ranks and suits of the cards were not given",
    };
    reference.tests("fixed", "", &mut tests);
    let reference = Reference {
        counts: &previous,
        classes: None,
        why_none: "a label is a position in the deck before, which has neither rank nor suit",
    };
    reference.tests("previous", ", against the deck before", &mut tests);
    tests.extend(decks.contrast.iter().map(|contrast| contrast.test(&fixed)));
    let mut notes = notes(decks, previous.total);
    tests.push(duplicates(decks, &mut notes));
    let tables = [("fixed", &fixed), ("previous", &previous)];
    // Any order of a deck is as likely as any other.
    let ln_orders = special::ln_gamma(decks.n as f64 + 1.0);
    let battery = Battery {
        n: decks.count(),
        unit: "decks",
        tests,
        faults: decks.faults.clone(),
        heats: tables.iter().map(|(name, counts)| pictures::heat(name, counts)).collect(),
        drifts: tables
            .iter()
            .flat_map(|(name, counts)| pictures::drifts(name, counts, decks.start + decks.pushed))
            .collect(),
        notes,
        ..Battery::default()
    };
    battery.floored(-(decks.count() as f64) * ln_orders)
}

/// What was left out of the statistics, and why.
fn notes(decks: &Decks, compared: u64) -> Vec<String> {
    let mut notes = Vec::new();
    if decks.faulty > 0 {
        let kept = decks.faults.len();
        notes.push(format!(
            "{} of {} decks are left out because of a fault; {kept} of them are listed.",
            decks.faulty, decks.pushed
        ));
    }
    notes.push(format!(
        "{compared} of {} decks are compared with the deck {} before; the others have none, at the \
         beginning, after a break or after a fault.",
        decks.count(),
        decks.lag
    ));
    notes
}

impl Reference<'_> {
    fn tests(&self, prefix: &str, suffix: &str, tests: &mut Vec<Test>) {
        for entry in LIST {
            tests.push(Test {
                key: format!("{prefix}.{}", entry.key),
                name: format!("{}{suffix}", entry.name),
                catches: entry.catches,
                n: self.counts.total,
                registered: entry.registered,
                outcome: self.outcome(entry),
            });
        }
    }

    /// What came of one test.
    fn outcome(&self, entry: &Entry) -> Outcome {
        let needs = match self.needs(entry.what) {
            Ok(needs) => needs,
            Err(why) => return Outcome::NotRun { why },
        };
        if self.counts.total < needs {
            return Outcome::Insufficient { needs };
        }
        match self.figures(entry.what) {
            Some(figures) => Outcome::Ran(figures),
            None => Outcome::NotRun {
                why: format!("with {} cards there is nothing for it to count", self.counts.n()),
            },
        }
    }

    /// Decks the test needs, or why it does not apply.
    fn needs(&self, what: What) -> Result<u64, String> {
        let n = self.counts.n();
        let two_in_a_cell = MEAN.max((100 * n as u64).div_ceil(52));
        let laws = Laws::of(n);
        let varies = |count: Count, needs: u64| {
            if laws.count(count).variance > 0.0 {
                Ok(needs)
            } else {
                Err(format!("with {n} cards this count is always the same"))
            }
        };
        let rare = |count: Count| match count {
            Count::FixedPoints | Count::Successions | Count::ReverseSuccessions => RARE,
            Count::Cycles => RARE,
            _ => MEAN,
        };
        match what {
            What::PositionCard => Ok(two_in_a_cell),
            What::Adjacency if n < 4 => Err(format!("with {n} cards all are neighbours alike")),
            What::Direction if n < 3 => Err(format!("with {n} cards there is one order only")),
            What::Adjacency | What::Direction => Ok(two_in_a_cell),
            What::PositionRank => self.class_needs(|c| &c.rank),
            What::PositionSuit => self.class_needs(|c| &c.suit),
            What::PairMax if n < 3 => Err(format!("with {n} cards there is one pair only")),
            What::PositionMax | What::PairMax => Ok(1),
            What::Lehmer => Ok(5 * n as u64),
            What::Mean(count) => varies(count, rare(count)),
            What::Whole(count) => {
                varies(count, figures::needed_for_law(laws.count(count)).max(rare(count)))
            }
            What::Inversions | What::Spearman | What::Displacement => Ok(MEAN),
            What::Parity => Ok(RARE),
        }
    }

    /// Decks for five expected in the smallest cell of position by class.
    fn class_needs(&self, of: impl Fn(&Classes) -> &Vec<u8>) -> Result<u64, String> {
        let Some(classes) = self.classes else { return Err(self.why_none.to_owned()) };
        let classes = of(classes);
        let size = |class: &u8| classes.iter().filter(|other| *other == class).count() as u64;
        let smallest = classes.iter().map(size).min().unwrap_or(1);
        if smallest == classes.len() as u64 {
            return Err("all cards are of one class".to_owned());
        }
        Ok(MEAN.max((5 * self.counts.n() as u64).div_ceil(smallest.max(1))))
    }

    /// The figures of a test that has the decks it needs.
    fn figures(&self, what: What) -> Option<Figures> {
        let (counts, n) = (self.counts, self.counts.n());
        let (total, size) = (counts.total, n as f64);
        let decks = total as f64;
        // Non-centrality of every table that fills each position once, per squared rms deviation.
        let cells = decks * (size - 1.0);
        let table =
            |form: Form| figures::chi_square(form, "rms relative deviation of a cell", cells);
        match what {
            What::PositionCard => Some(table(tables::position(counts, &singles(n)))),
            What::PositionRank => Some(table(tables::position(counts, &self.classes?.rank))),
            What::PositionSuit => Some(table(tables::position(counts, &self.classes?.suit))),
            What::PositionMax => {
                let seen = tables::extremes(counts.tables.position.iter().copied());
                Some(figures::extreme(seen, (n * n) as u64, total, 1.0 / size))
            }
            What::Adjacency => tables::adjacency(counts).map(table),
            What::Direction => tables::direction(counts).map(|form| {
                let scale = decks * (size - 1.0).powi(2) / (size + 1.0);
                figures::chi_square(form, "rms relative excess of one order of a pair", scale)
            }),
            What::PairMax => {
                let pairs = (n * (n - 1) / 2) as u64;
                let seen = tables::extremes(tables::pairs(counts));
                Some(figures::extreme(seen, pairs, total, 2.0 / size))
            }
            What::Lehmer => Some(table(tables::lehmer(counts))),
            What::Displacement => Some(table(tables::displacement(counts))),
            What::Mean(count) => Some(self.mean(count)),
            What::Whole(count) => {
                let histogram = counts.histogram(count);
                figures::whole_law(histogram, Laws::of(n).count(count), total)
            }
            What::Inversions => {
                let apart = counts.inversions as f64 - decks * size * (size - 1.0) / 4.0;
                let variance = size * (size - 1.0) * (2.0 * size + 5.0) / 72.0;
                Some(figures::mean(apart, variance, total, "mean shift, inversions per deck"))
            }
            What::Spearman => {
                // In the unit of a correlation: its variance is 1/(n-1) per deck.
                let apart = tables::spearman_sum(counts) / tables::sum_of_squares(n);
                Some(figures::mean(apart, 1.0 / (size - 1.0), total, "mean rank correlation"))
            }
            What::Parity => {
                let even = even_permutations(counts);
                Some(figures::mean(
                    even as f64 - decks / 2.0,
                    0.25,
                    total,
                    "share of even permutations less one half",
                ))
            }
        }
    }

    fn mean(&self, count: Count) -> Figures {
        let law = Laws::of(self.counts.n()).count(count);
        let histogram = self.counts.histogram(count).iter().enumerate();
        let sum: u128 = histogram.map(|(value, times)| value as u128 * u128::from(*times)).sum();
        let total = self.counts.total;
        let apart = sum as f64 - total as f64 * law.mean;
        figures::mean(apart, law.variance, total, "mean shift, per deck")
    }
}

/// Every label a class of its own.
fn singles(n: usize) -> Vec<u8> {
    (0..n).map(|label| label as u8).collect()
}

/// A permutation is even if n less its cycles is.
fn even_permutations(counts: &Counts) -> u64 {
    let histogram = counts.histogram(Count::Cycles).iter().enumerate();
    histogram
        .filter(|(cycles, _)| (counts.n() + cycles).is_multiple_of(2))
        .map(|(_, times)| times)
        .sum()
}

/// Identical decks anywhere in the stream; one test for both references.
fn duplicates(decks: &Decks, notes: &mut Vec<String>) -> Test {
    let repeated = decks.repeats.repeated();
    let kept = 0.5_f64.powi(decks.repeats.level as i32);
    let total = decks.count();
    let mut places: Vec<([u64; 2], u64)> = repeated.values().map(|r| (r.places, r.times)).collect();
    places.sort_unstable();
    for ([first, second], times) in places.iter().take(NAMED) {
        notes.push(format!(
            "Decks {first} and {second} are the same deck, which came {times} times."
        ));
    }
    if places.len() > NAMED {
        notes.push(format!("{} more decks came more than once.", places.len() - NAMED));
    }
    if decks.repeats.level > 0 {
        notes.push(format!(
            "Identical decks are looked for among one in {} of all possible decks.",
            1_u64 << decks.repeats.level.min(63)
        ));
    }
    Test {
        key: "decks.duplicates".into(),
        name: "Identical decks".into(),
        catches: "a generator with few seeds, records copied",
        n: total,
        registered: true,
        outcome: if decks.n < DUPLICATES_FROM {
            let why = format!("decks of {} cards come again by chance alone", decks.n);
            Outcome::NotRun { why }
        } else if total < 2 {
            Outcome::Insufficient { needs: 2 }
        } else {
            let pairs =
                places.iter().map(|(_, times)| u128::from(*times) * u128::from(times - 1) / 2);
            Outcome::Ran(identical_pairs(pairs.sum(), decks.n, total, kept))
        },
    }
}

/// Figures of the count of identical pairs among `total` decks of which the share `kept` is looked at.
///
/// The law is Poisson: the pairs are independent two by two, and each is identical with probability
/// 1/n!. Two different decks pass for the same with probability 2^-80, which is part of the mean.
fn identical_pairs(pairs: u128, n: usize, total: u64, kept: f64) -> Figures {
    let possible: f64 = (1..=n).map(|k| k as f64).product();
    let alike = 1.0 / possible + 0.5_f64.powi(HASH_BITS as i32);
    let decks = total as f64;
    let mean = kept * decks * (decks - 1.0) / 2.0 * alike;
    let seen = u64::try_from(pairs).unwrap_or(u64::MAX);
    Figures {
        statistic: pairs as f64,
        law: Law::Poisson { mean },
        p: seen.checked_sub(1).map_or(Prob::new(1.0), |below| special::poisson_sf(below, mean)),
        too_good: None,
        effect: Effect {
            measure: "identical pairs of decks",
            observed: (pairs as f64 - mean).max(0.0),
            // Expected pairs from which one is seen nine times in ten; none are seen by chance.
            smallest_seen: (mean < 0.01).then(|| -(1.0 - 0.9_f64).ln()),
        },
    }
}
