//! What is certainly wrong with records, and records that are not whole: misread, or cut off. Each is left out and said, and
//! the deck after it has none before it; of a shoe only what stands behind. Beyond [`left_out_max`] no test is run: what
//! decided which decks are missing could make fair cards look unusual, or hide unusual ones.

use feltproof_intake::samples::{Flaw, Rest};
use feltproof_paper::words::{grouped, plural};
use feltproof_stats::deal::left_out_max;
use feltproof_stats::{Battery, Outcome, Randomness, State};
use std::collections::BTreeMap;

/// Sentences about certain faults that are kept; all are counted.
pub(crate) const FAULTS_KEPT: usize = 200;

/// Certain faults, each with its place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faults {
    /// The first of them.
    pub kept: Vec<String>,
    /// All.
    pub total: u64,
    /// Records that are not whole.
    pub left_out: LeftOut,
}

impl Faults {
    /// Counts one, and keeps it while there is room.
    pub(crate) fn push(&mut self, sentence: String) {
        self.total += 1;
        if self.kept.len() < FAULTS_KEPT {
            self.kept.push(sentence);
        }
    }

    /// Makes them those of a battery, whose verdict they decide.
    pub(crate) fn put_on(self, result: &mut Randomness) {
        (result.faults, result.battery.faults_total) = (self.kept, self.total);
        if self.total > 0 {
            result.verdict.state = State::Fault;
        }
    }

    /// Adds those that come after.
    pub(crate) fn merge(&mut self, other: Self) {
        self.total += other.total;
        let room = FAULTS_KEPT - self.kept.len();
        self.kept.extend(other.kept.into_iter().take(room));
        self.left_out.merge(other.left_out);
    }
}

/// Records left out.
#[derive(Clone, Debug, Default)]
pub(crate) struct LeftOut {
    /// By what they are, after a number.
    kinds: BTreeMap<&'static str, u64>,
    /// The same of shoes of which the rest is left out.
    rests: BTreeMap<&'static str, u64>,
    /// Rows of these rests.
    rows: u64,
    /// The first of them, with their places.
    kept: Vec<String>,
    /// Of the first what it is, with its place and the remedy where the whole file is so.
    pub first: Option<String>,
}

/// A record with this flaw, after a number.
pub(crate) const fn with(flaw: Flaw) -> &'static str {
    match flaw {
        Flaw::NoCard => "with what is no card",
        Flaw::Unseen => "with a card that was not seen",
        Flaw::TooFew => "with too few cards",
        Flaw::TooMany => "with too many cards",
        Flaw::AgainstRules => "against the rules of the third card",
    }
}

impl LeftOut {
    /// All of them.
    pub(crate) fn total(&self) -> u64 {
        self.kinds.values().sum()
    }

    /// Adds a record of this kind; the sentence begins with its place.
    pub(crate) fn push(&mut self, kind: &'static str, sentence: &str) {
        *self.kinds.entry(kind).or_default() += 1;
        self.keep(sentence);
    }

    /// Adds what is left out of a shoe whose first part counts.
    pub(crate) fn push_rest(&mut self, place: &str, rest: &Rest) {
        let (flaw, what) = &rest.flawed;
        *self.rests.entry(with(*flaw)).or_default() += 1;
        self.rows += rest.rows;
        self.keep(&format!("{place}:{}: {what}", rest.row));
    }

    fn keep(&mut self, sentence: &str) {
        self.first.get_or_insert_with(|| sentence.to_owned());
        if self.kept.len() < FAULTS_KEPT {
            // What is said of one record ends where the remedy begins.
            let what = sentence.split_once("; ").map_or(sentence, |(what, _)| what);
            self.kept.push(format!("{what}."));
        }
    }

    /// Adds those that come after.
    pub(crate) fn merge(&mut self, other: Self) {
        for (own, others) in [(&mut self.kinds, other.kinds), (&mut self.rests, other.rests)] {
            others.into_iter().for_each(|(kind, count)| *own.entry(kind).or_default() += count);
        }
        self.rows += other.rows;
        let room = FAULTS_KEPT - self.kept.len();
        self.kept.extend(other.kept.into_iter().take(room));
        self.first = self.first.take().or(other.first);
    }

    /// Puts on a battery what was left out. Where records were misread, a card twice is no certain fault but may be misread
    /// too, and is left out as they are.
    pub(crate) fn put_on(faults: &mut Faults, battery: &mut Battery) {
        if faults.left_out.kinds.is_empty() && faults.left_out.rests.is_empty() {
            return;
        }
        let twice = std::mem::take(faults);
        let mut left_out = twice.left_out;
        battery.faults.clear();
        battery.faults_total = 0;
        if twice.total > 0 {
            left_out.kinds.insert("with a card twice", twice.total);
            battery.notes.push(
                "A card twice is taken for misread and for no fault, since the record has other decks that were misread or cut \
                 off; whether the deck or its reader was wrong cannot be told."
                    .to_owned(),
            );
        }
        let (total, counted, unit) = (left_out.total(), battery.n, battery.unit);
        let listed = |kinds: &BTreeMap<&str, u64>| {
            let each = kinds.iter().map(|(kind, count)| format!("{} {kind}", grouped(*count)));
            each.collect::<Vec<_>>().join(", ")
        };
        let whole = (total > 0).then(|| {
            format!(
                "Left out as not whole: {} of {} {unit}, {}.",
                grouped(total),
                grouped(counted + total),
                listed(&left_out.kinds)
            )
        });
        let rests = (left_out.rows > 0).then(|| {
            format!(
                "Left out from what could not be used on: the rest of {} of {} {unit} ({}), {}.",
                grouped(left_out.rests.values().sum()),
                grouped(counted),
                plural(left_out.rows, "row"),
                listed(&left_out.rests)
            )
        });
        battery.left_out = Some(whole.into_iter().chain(rests).collect::<Vec<_>>().join(" "));
        let all = left_out.kept.into_iter().chain(twice.kept.into_iter().map(|of| of + "."));
        battery.notes.extend(all.map(|sentence| format!("Left out: {sentence}")));
        let allowed = left_out_max(counted);
        if total > allowed {
            let why = format!(
                "{} {unit} were left out as not whole, and beside {} at most {} may be (a third of the square root): what decides \
                 which are missing can make fair cards look unusual, or hide unusual ones",
                grouped(total),
                grouped(counted),
                grouped(allowed)
            );
            for test in &mut battery.tests {
                (test.outcome, test.n) = (Outcome::NotRun { why: why.clone() }, 0);
            }
            (battery.heats, battery.drifts, battery.parts) = Default::default();
            battery.refused = Some(why);
        }
    }
}
