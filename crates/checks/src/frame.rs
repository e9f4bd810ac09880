//! What a check is.

use crate::cards::SourceCase;
use crate::case::{AdjustmentCase, AwardCase, MeterCase, RecordCase, RoundCase, ShufflerCase};
use crate::scope::Scope;
use feltproof_model::{CheckFamily, Exception, Locus, Money, Party, Wager};

/// One automated audit procedure.
pub struct Check {
    /// Three letters, a hyphen, three digits; never reused.
    pub code: &'static str,
    /// The fault it looks for.
    pub title: &'static str,
    /// What one tested thing is, singular: `wager`, `round`, `reading`.
    pub unit: &'static str,
    /// The Markdown beside the code: what, why, criteria, what it does not see, cases.
    pub doc: &'static str,
    /// What the engagement must have for it to run.
    pub needs: &'static [Need],
    /// The procedure.
    pub run: Run,
}

impl Check {
    /// The document without its title and its test cases: what a report's appendix prints.
    pub fn prose(&self) -> &'static str {
        let body = self
            .doc
            .split_once("\n## ")
            .map_or(self.doc, |(title, _)| self.doc.get(title.len()..).unwrap_or(self.doc));
        body.split("\n## Cases").next().unwrap_or(body).trim()
    }

    /// The family in words.
    pub fn family(&self) -> &'static str {
        CheckFamily::of(self.code).map_or("Other", |family| family.title)
    }
}

/// What a check looks at, and the function that looks.
#[derive(Clone, Copy)]
pub enum Run {
    /// The engagement and its packs, once, before the first record.
    Engagement(fn(&Scope, &mut Tally)),
    /// Each record of each journal in order.
    Record(fn(&RecordCase<'_>, &mut Tally)),
    /// Each round, with what all journals say of it; rounds are independent.
    Round(fn(&RoundCase<'_>, &mut Tally)),
    /// Each event of each meter in the manager's order.
    Meter(fn(&MeterCase<'_>, &mut Tally)),
    /// Each award and each meter-winning hand, at the end.
    Award(fn(&AwardCase<'_>, &mut Tally)),
    /// Each back-out and each void round with a coin-in, at the end.
    Adjustment(fn(&AdjustmentCase<'_>, &mut Tally)),
    /// Each deck and packet of each shuffler, in the order of its journal.
    Shuffler(fn(&ShufflerCase<'_>, &mut Tally)),
    /// Each source of cards with what its battery of randomness tests says, at the end.
    Source(fn(&SourceCase<'_>, &mut Tally)),
}

/// What must be there for a check to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// A hands journal.
    Hands,
    /// Cards in the hands journal.
    Cards,
    /// Actions in the hands journal.
    Actions,
    /// Stakes in the hands journal.
    Stakes,
    /// Returned amounts in the hands journal.
    Returned,
    /// The stake column of this wager in the hands journal.
    StakeOf(Wager),
    /// The returned column of this wager in the hands journal.
    ReturnedOf(Wager),
    /// A controller journal.
    Controller,
    /// A manager journal.
    Manager,
    /// A controller, a manager or a shuffler journal.
    Sequenced,
    /// A shuffler journal.
    ShufflerJournal,
    /// Tests of randomness are asked for, by the engagement or by a shuffler journal.
    Randomness,
    /// A stake column of the wager made after seeing the cards, Play or Raise.
    RaiseStakes,
    /// At least one link in the engagement.
    Links,
    /// A table that offers this wager; the bank is offered where a player keeps it.
    Offered(Wager),
    /// A column of its own for what the automatic bonus returned: without one the bonus is tested with
    /// the Ante.
    BonusApart,
    /// A posted aggregate limit at one table at least.
    Aggregate,
    /// The declared shuffler of one table at least that offers Cover All.
    Shuffler,
    /// A figure of the odds that the property states.
    Stated,
    /// Posted limits at one table at least.
    Posted,
    /// A staff list.
    Staff,
    /// A list of equipment.
    Equipment,
    /// A pre-configured contribution of one link at least.
    Preconfigured,
    /// A rule pack of Washington.
    WashingtonPack,
    /// A value of the single-wager cap known for one audited day at least.
    SingleWagerCap,
    /// A limit of games on one hand known for one audited day at least.
    GamesLimit,
}

impl Need {
    /// True for what a property is free not to have: a check that needs it has nothing to do there,
    /// which is no gap in the audit.
    pub const fn may_be_absent(self) -> bool {
        matches!(
            self,
            Self::Links
                | Self::Offered(_)
                | Self::BonusApart
                | Self::Aggregate
                | Self::Stated
                | Self::ShufflerJournal
                | Self::Randomness
                | Self::WashingtonPack
        )
    }

    /// True for what only a property with a progressive link needs: the equipment that is judged is
    /// that of progressive systems.
    pub const fn is_of_links(self) -> bool {
        matches!(
            self,
            Self::Links | Self::Controller | Self::Manager | Self::Sequenced | Self::Equipment
        )
    }
}

/// What one check counted and found.
#[derive(Default)]
pub struct Tally {
    /// Things tested.
    pub tested: u64,
    /// Exceptions found.
    pub found: u64,
    /// In favour of players, micro-dollars.
    pub over_micros: i128,
    /// In favour of the house, micro-dollars.
    pub under_micros: i128,
    /// Tested things that the law's own text leaves undecided on the day.
    pub undecided: u64,
    /// The first reason why something was undecided.
    pub undecided_reason: Option<String>,
    /// Why something was not tested, for a check that in the end tested nothing.
    pub untested: Vec<String>,
    /// Exceptions not yet handed on.
    pub exceptions: Vec<Exception>,
}

impl Tally {
    /// Records one exception.
    pub fn push(&mut self, exception: Exception) {
        self.found += 1;
        if let (Some(difference), Some(party)) = (exception.difference, exception.favours) {
            let micros = i128::from(difference.micros()).abs();
            match party {
                Party::Player => self.over_micros += micros,
                Party::House => self.under_micros += micros,
                Party::Fund => {}
            }
        }
        self.exceptions.push(exception);
    }

    /// Counts one thing the law leaves undecided.
    pub fn undecided(&mut self, reason: impl FnOnce() -> String) {
        self.undecided += 1;
        if self.undecided_reason.is_none() {
            self.undecided_reason = Some(reason());
        }
    }

    /// Adds what another part of the record gave; its exceptions stand after ours.
    pub fn merge(&mut self, other: Self) {
        self.tested += other.tested;
        self.found += other.found;
        self.over_micros += other.over_micros;
        self.under_micros += other.under_micros;
        self.undecided += other.undecided;
        if self.undecided_reason.is_none() {
            self.undecided_reason = other.undecided_reason;
        }
        self.untested.extend(other.untested);
        self.exceptions.extend(other.exceptions);
    }
}

/// An exception with nothing but its code and place.
pub fn exception(code: &'static str, locus: Locus) -> Exception {
    Exception {
        code,
        locus,
        time: None,
        table: None,
        link: None,
        round: None,
        seat: None,
        dealer: None,
        expected: String::new(),
        recorded: String::new(),
        difference: None,
        favours: None,
        explanation: String::new(),
    }
}

/// Filling in an exception, one aspect after the other.
pub trait Fill: Sized {
    /// What the reference says and what the log says, in words.
    fn words(self, expected: impl Into<String>, recorded: impl Into<String>) -> Self;
    /// What the reference says and what the log says, in money; `more_favours` is the party that
    /// gains when more was recorded than expected, `less_favours` when less was.
    fn money(self, expected: Money, recorded: Money, more: Party, less: Party) -> Self;
    /// The calculation in words a supervisor can follow.
    fn because(self, explanation: impl Into<String>) -> Self;
}

impl Fill for Exception {
    fn words(mut self, expected: impl Into<String>, recorded: impl Into<String>) -> Self {
        self.expected = expected.into();
        self.recorded = recorded.into();
        self
    }

    fn money(mut self, expected: Money, recorded: Money, more: Party, less: Party) -> Self {
        self.expected = expected.to_string();
        self.recorded = recorded.to_string();
        // Journals hold amounts far inside the range; a difference beyond it has no number.
        self.difference = recorded.checked_sub(expected);
        self.favours = Some(if recorded > expected { more } else { less });
        self
    }

    fn because(mut self, explanation: impl Into<String>) -> Self {
        self.explanation = explanation.into();
        self
    }
}
