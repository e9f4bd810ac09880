//! Limits with dated values, and which of them may be in force on a day.

use crate::decision::{Candidate, CandidateValue, Decision};
use crate::evidence::Evidence;
use feltproof_model::{Date, Money};
use std::fmt;

/// The law's own verb. "Must not exceed $300" allows $300; "must be less than $300" does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verb {
    /// At most the value.
    MustNotExceed,
    /// Below the value.
    MustBeLessThan,
    /// The value or more.
    MustBeAtLeast,
    /// Above the value.
    MustExceed,
    /// Exactly the value.
    MustEqual,
}

impl Verb {
    /// All five.
    pub const ALL: [Self; 5] = [
        Self::MustNotExceed,
        Self::MustBeLessThan,
        Self::MustBeAtLeast,
        Self::MustExceed,
        Self::MustEqual,
    ];

    /// The words, as in pack files and messages.
    pub const fn words(self) -> &'static str {
        match self {
            Self::MustNotExceed => "must not exceed",
            Self::MustBeLessThan => "must be less than",
            Self::MustBeAtLeast => "must be at least",
            Self::MustExceed => "must exceed",
            Self::MustEqual => "must equal",
        }
    }

    /// From the words.
    pub fn parse(words: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|v| v.words() == words)
    }

    /// True when the amount satisfies this verb with this value; both in the same unit.
    pub fn holds(self, amount: Quantity, value: Quantity) -> bool {
        let (a, v) = (amount.number(), value.number());
        match self {
            Self::MustNotExceed => a <= v,
            Self::MustBeLessThan => a < v,
            Self::MustBeAtLeast => a >= v,
            Self::MustExceed => a > v,
            Self::MustEqual => a == v,
        }
    }
}

impl fmt::Display for Verb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}

/// What a limit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Money.
    Dollars,
    /// Separate games on one hand.
    Games,
}

impl Unit {
    /// The word in pack files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dollars => "dollars",
            Self::Games => "games",
        }
    }

    /// From the word.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Dollars, Self::Games].into_iter().find(|u| u.name() == name)
    }
}

/// An amount with its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// Money.
    Dollars(Money),
    /// A number of separate games on one hand.
    Games(u32),
}

impl Quantity {
    /// Its unit.
    pub const fn unit(self) -> Unit {
        match self {
            Self::Dollars(_) => Unit::Dollars,
            Self::Games(_) => Unit::Games,
        }
    }

    /// The bare number: micro-dollars or games. Comparable within one unit only.
    pub(crate) fn number(self) -> i64 {
        match self {
            Self::Dollars(money) => money.micros(),
            Self::Games(games) => i64::from(games),
        }
    }
}

impl From<Money> for Quantity {
    fn from(money: Money) -> Self {
        Self::Dollars(money)
    }
}

impl From<u32> for Quantity {
    fn from(games: u32) -> Self {
        Self::Games(games)
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dollars(money) => write!(f, "{money}"),
            Self::Games(1) => f.write_str("1 game"),
            Self::Games(games) => write!(f, "{games} games"),
        }
    }
}

/// From when a value applies, as far as that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Since {
    /// From this day on.
    Day(Date),
    /// From some day of this year; the whole year is left open.
    Year(u16),
    /// Adopted: not before this day, certainly from the second one if there is one.
    NotBefore {
        /// First day on which it may apply.
        earliest: Date,
        /// First day on which it certainly applies; `None` when no such day is known.
        certain: Option<Date>,
    },
}

impl Since {
    /// First day on which the value may apply.
    pub fn earliest(self) -> Date {
        match self {
            Self::Day(day) => day,
            Self::Year(year) => Date { year, month: 1, day: 1 },
            Self::NotBefore { earliest, .. } => earliest,
        }
    }

    /// First day on which the value certainly applies; `None` when no such day is known.
    pub fn certain(self) -> Option<Date> {
        match self {
            Self::Day(day) => Some(day),
            Self::Year(year) => Some(Date { year: year.saturating_add(1), month: 1, day: 1 }),
            Self::NotBefore { certain, .. } => certain,
        }
    }
}

impl fmt::Display for Since {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Day(day) => write!(f, "from {day}"),
            Self::Year(year) => write!(f, "from a day in {year} that is not known"),
            Self::NotBefore { earliest, certain: None } => {
                write!(f, "not before {earliest}, effective date not known")
            }
            Self::NotBefore { earliest, certain: Some(day) } => {
                write!(f, "not before {earliest}, certainly from {day}")
            }
        }
    }
}

/// One value of a limit and its period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatedValue {
    /// The value; `None`: from then on there is no such limit.
    pub value: Option<Quantity>,
    /// From when.
    pub since: Since,
    /// How well value and date are known.
    pub evidence: Evidence,
    /// Where the value comes from.
    pub source: String,
    /// What is known of it and what is not; may be empty.
    pub note: String,
    /// Name that ties values of different limits that came and went together; may be empty.
    pub regime: String,
}

/// A limit of a pack with all its dated values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Id within its pack.
    pub id: String,
    /// What is limited, as a noun phrase: `a single wager`.
    pub subject: String,
    /// Citation of the law.
    pub citation: String,
    /// The law's own verb.
    pub verb: Verb,
    /// What it counts.
    pub unit: Unit,
    /// Its values, earliest first; at least one, the first of them a number.
    pub values: Vec<DatedValue>,
}

/// The values that may be in force on a day.
pub(crate) struct Possible<'a> {
    /// True when the day may also lie before the first value, where the pack knows nothing.
    pub(crate) earlier_unknown: bool,
    /// The values, earliest first.
    pub(crate) values: &'a [DatedValue],
}

impl Limit {
    /// What the law says on a day.
    pub fn on(&self, date: Date) -> Decision {
        let possible = self.possible_on(date);
        let Some((first, rest)) = possible.values.split_first() else {
            return Decision::NotInForce { reason: self.before_first(date) };
        };
        let settled = !possible.earlier_unknown && rest.iter().all(|v| v.value == first.value);
        match (settled, first.value) {
            (true, Some(value)) => Decision::InForce {
                subject: self.subject.clone(),
                verb: self.verb,
                value,
                evidence: first.evidence,
                citation: self.citation.clone(),
            },
            (true, None) => Decision::NotInForce {
                reason: format!("{} sets no such limit on {date} ({})", self.citation, first.since),
            },
            (false, _) => self.undecided(date, &possible),
        }
    }

    /// The values that may apply on a day. Those started lie before `started`; the last one that
    /// certainly applies ends all before it.
    pub(crate) fn possible_on(&self, date: Date) -> Possible<'_> {
        let started = self.values.partition_point(|v| v.since.earliest() <= date);
        let values = self.values.get(..started).unwrap_or_default();
        let certain =
            values.iter().rposition(|v| v.since.certain().is_some_and(|from| from <= date));
        Possible {
            earlier_unknown: certain.is_none(),
            values: values.get(certain.unwrap_or(0)..).unwrap_or_default(),
        }
    }

    pub(crate) fn before_first(&self, date: Date) -> String {
        let first = self.values.first().map(|v| v.since.to_string()).unwrap_or_default();
        format!(
            "{} has no known value on {date}: the first known one applies {first}",
            self.citation
        )
    }

    fn undecided(&self, date: Date, possible: &Possible<'_>) -> Decision {
        let candidates: Vec<Candidate> = possible
            .values
            .iter()
            .map(|v| Candidate {
                value: v.value.map_or(CandidateValue::NoLimit, CandidateValue::Is),
                since: v.since,
                evidence: v.evidence,
                source: v.source.clone(),
            })
            .collect();
        let numbers = || candidates.iter().filter_map(Candidate::quantity);
        let Some(low) = numbers().min_by_key(|q| q.number()) else {
            // Cannot be: the reader refuses two values without a number in a row.
            return Decision::NotInForce { reason: self.before_first(date) };
        };
        let high = numbers().max_by_key(|q| q.number()).unwrap_or(low);
        let mut listed: Vec<String> = candidates.iter().map(Candidate::to_string).collect();
        if possible.earlier_unknown {
            listed.insert(0, "an earlier value that is not known".to_owned());
        }
        Decision::Undecided {
            subject: self.subject.clone(),
            verb: self.verb,
            low,
            high,
            earlier_unknown: possible.earlier_unknown,
            reason: format!(
                "which value of {} applies on {date} is not known: {}",
                self.citation,
                listed.join("; or ")
            ),
            candidates,
        }
    }
}
