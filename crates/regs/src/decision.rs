//! What a limit says on a day, and what that makes of an amount.

use crate::evidence::Evidence;
use crate::quantity::{DatedValue, Quantity, Verb};
use std::fmt;

/// What the law says on one day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// No value is known to be in force: what depends on it was not tested.
    NotInForce {
        /// Why, as a sentence.
        reason: String,
    },
    /// One value is in force.
    InForce {
        /// What is limited.
        subject: String,
        /// The law's own verb.
        verb: Verb,
        /// The value.
        value: Quantity,
        /// How well it is known.
        evidence: Evidence,
        /// Citation of the law.
        citation: String,
    },
    /// Several values may be in force.
    Undecided {
        /// What is limited.
        subject: String,
        /// The law's own verb.
        verb: Verb,
        /// Smallest of the candidates.
        low: Quantity,
        /// Largest of the candidates.
        high: Quantity,
        /// True when the day may also lie before the first known value; then nothing is decidable.
        earlier_unknown: bool,
        /// All values that may be in force, earliest first.
        candidates: Vec<DatedValue>,
        /// Why, as a sentence with every candidate.
        reason: String,
    },
}

/// What a limit makes of an amount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The amount satisfies the limit, whichever value is in force.
    Holds,
    /// The amount violates the limit, whichever value is in force.
    Violates,
    /// It depends on what is not known. Never to be counted as passed.
    NotDecidable {
        /// Why, as a sentence.
        reason: String,
    },
}

impl Decision {
    /// True unless no value is known for the day.
    pub const fn is_in_force(&self) -> bool {
        !matches!(self, Self::NotInForce { .. })
    }

    /// What it says and how well that is known, without the day: `must not exceed $300.00 (evidence S)`.
    pub fn value_in_words(&self) -> String {
        match self {
            Self::NotInForce { .. } => "no known value".to_owned(),
            Self::InForce { verb, value, evidence, .. } => {
                format!("{verb} {value} (evidence {evidence})")
            }
            Self::Undecided { verb, earlier_unknown, candidates, .. } => {
                let mut all: Vec<String> = candidates
                    .iter()
                    .map(|of| {
                        let value =
                            of.value.map_or_else(|| "no limit".to_owned(), |v| v.to_string());
                        format!("{value} (evidence {})", of.evidence)
                    })
                    .collect();
                if *earlier_unknown {
                    all.insert(0, "a value that is not known".to_owned());
                }
                format!("{verb} {}: which applies is not known", all.join(" or "))
            }
        }
    }

    /// Applies the law's verb to an amount (`Money`, or a `u32` number of games).
    pub fn judge(&self, amount: impl Into<Quantity>) -> Verdict {
        let amount = amount.into();
        match self {
            Self::NotInForce { reason } => Verdict::NotDecidable { reason: reason.clone() },
            Self::InForce { value, .. } | Self::Undecided { low: value, .. }
                if value.unit() != amount.unit() =>
            {
                let (limit, given) = (value.unit().name(), amount.unit().name());
                let reason =
                    format!("{amount} is in {given} and the limit is in {limit}; give {limit}");
                Verdict::NotDecidable { reason }
            }
            Self::InForce { verb, value, .. } => {
                if verb.holds(amount, *value) {
                    Verdict::Holds
                } else {
                    Verdict::Violates
                }
            }
            Self::Undecided { verb, earlier_unknown, candidates, reason, subject, .. } => {
                let holds = |c: &&DatedValue| c.value.is_none_or(|v| verb.holds(amount, v));
                let holding = candidates.iter().filter(holds).count();
                if *earlier_unknown || (holding != 0 && holding != candidates.len()) {
                    let reason = format!("whether {amount} is allowed for {subject}: {reason}");
                    Verdict::NotDecidable { reason }
                } else if holding == 0 {
                    Verdict::Violates
                } else {
                    Verdict::Holds
                }
            }
        }
    }
}

impl fmt::Display for Decision {
    /// As in a finding: `a single wager must not exceed $300.00 (WAC 230-15-140, evidence S)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInForce { reason } | Self::Undecided { reason, .. } => f.write_str(reason),
            Self::InForce { subject, verb, value, evidence, citation } => {
                write!(f, "{subject} {verb} {value} ({citation}, evidence {evidence})")
            }
        }
    }
}
