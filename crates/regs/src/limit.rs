//! Limits with dated values, and which of them may be in force on a day.

use crate::decision::Decision;
use crate::quantity::{DatedValue, Role, Verb};
use feltproof_model::{Date, Money};

/// A limit of a pack with all its dated values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Id within its pack.
    pub id: String,
    /// Id of its pack.
    pub pack: String,
    /// What it limits.
    pub role: Role,
    /// Of [`Role::GamesOnOneHandOver`], and of nothing else: the amount that a wager must be over.
    pub over: Option<Money>,
    /// What is limited, as a noun phrase: `a single wager`.
    pub subject: String,
    /// Citation of the law, as it stands now.
    pub citation: String,
    /// Where the law stood before, each with the last day on which it stood there, earliest first.
    pub former: Vec<(Date, String)>,
    /// The law's own verb.
    pub verb: Verb,
    /// Its values, earliest first; at least one, the first of them a number.
    pub values: Vec<DatedValue>,
    /// Line of the pack file.
    pub line: u32,
}

/// The values that may be in force on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Possible<'a> {
    /// True when the day may also lie before the first value, where the pack knows nothing.
    pub earlier_unknown: bool,
    /// The values, earliest first; none where the day lies before the first for certain.
    pub values: &'a [DatedValue],
}

impl Possible<'_> {
    /// Whether the same amounts are possible, whatever they rest on.
    pub(crate) fn allows_the_same(&self, other: &Self) -> bool {
        let within = |some: &[DatedValue], all: &[DatedValue]| {
            some.iter().all(|one| all.iter().any(|other| other.value == one.value))
        };
        self.earlier_unknown == other.earlier_unknown
            && within(self.values, other.values)
            && within(other.values, self.values)
    }
}

impl Limit {
    /// Citation of the law as it stood on a day: no section is cited for a day before there was one.
    pub fn citation_on(&self, date: Date) -> &str {
        let then = self.former.iter().find(|(until, _)| date <= *until);
        then.map_or(&self.citation, |(_, citation)| citation)
    }

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
                citation: self.citation_on(date).to_owned(),
            },
            (true, None) => Decision::NotInForce {
                reason: format!(
                    "{} sets no such limit on {date} ({})",
                    self.citation_on(date),
                    first.since
                ),
            },
            (false, _) => self.undecided(date, &possible),
        }
    }

    /// What it says on a day of an establishment with so many tables authorised; where that is not declared and the
    /// values differ by it, it is not decided.
    pub fn on_with(&self, date: Date, authorised: Option<u32>) -> Decision {
        let possible = self.possible_on(date);
        if possible.values.iter().all(|value| value.fewer.is_empty()) {
            return self.on(date);
        }
        let mut of_it = self.clone();
        if let Some(authorised) = authorised {
            for value in &mut of_it.values {
                value.value = value.of(authorised);
            }
            return of_it.on(date);
        }
        of_it.values = possible.values.iter().flat_map(DatedValue::each).collect();
        let possible =
            Possible { earlier_unknown: possible.earlier_unknown, values: &of_it.values };
        self.undecided_because(
            &possible,
            format!(
                "{} sets it by the number of tables authorised, which is not declared; write tables_authorised in \
                 [engagement]",
                self.citation_on(date)
            ),
        )
    }

    /// The values that may apply on a day: the last one that certainly does ends all before it.
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
            self.citation_on(date)
        )
    }

    fn undecided(&self, date: Date, possible: &Possible<'_>) -> Decision {
        let mut listed: Vec<String> = possible.values.iter().map(DatedValue::in_words).collect();
        if possible.earlier_unknown {
            listed.insert(0, "an earlier value that is not known".to_owned());
        }
        let reason = format!(
            "which value of {} applies on {date} is not known: {}",
            self.citation_on(date),
            listed.join("; or ")
        );
        self.undecided_because(possible, reason)
    }

    pub(crate) fn undecided_because(&self, possible: &Possible<'_>, reason: String) -> Decision {
        let numbers = || possible.values.iter().filter_map(|v| v.value);
        let Some(low) = numbers().min_by_key(|q| q.number()) else {
            // Cannot be: the reader refuses two values without a number in a row.
            return Decision::NotInForce { reason };
        };
        let high = numbers().max_by_key(|q| q.number()).unwrap_or(low);
        Decision::Undecided {
            subject: self.subject.clone(),
            verb: self.verb,
            low,
            high,
            earlier_unknown: possible.earlier_unknown,
            reason,
            candidates: possible.values.to_vec(),
        }
    }
}
