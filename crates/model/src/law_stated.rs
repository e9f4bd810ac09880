//! What an engagement says of the law: dates and texts that it has confirmed, and what inspection answered.

use crate::engagement_line::EngagementLine;
use crate::money::Money;
use crate::time::Date;
use crate::words::words;

/// A date or a text of the law that an engagement states as confirmed, with its source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confirmed {
    /// Id of the rule pack; where the engagement does not name it, [`None`] until the packs are known.
    pub pack: Option<String>,
    /// What is confirmed.
    pub what: ConfirmedPart,
    /// From when it applies.
    pub from: Date,
    /// Where that is written: an order of the authority, a copy of the page.
    pub source: String,
    /// Who confirmed it.
    pub by: String,
    /// When that was.
    pub date: Date,
    /// Line of the engagement file where it is declared.
    pub line: EngagementLine,
}

/// Which part of a rule pack is confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfirmedPart {
    /// A value of a limit.
    Value {
        /// Id of the limit.
        limit: String,
        /// The value, as the pack has it.
        value: ConfirmedValue,
    },
    /// A version of a control.
    Version {
        /// Id of the control.
        control: String,
        /// Its beginning as the pack has it, where the control has several.
        version_from: Option<String>,
        /// Its demand, where the text is confirmed too.
        demand: Option<String>,
    },
    /// A version of a reason for adjusting a meter.
    Reason {
        /// Code of the reason.
        reason: String,
        /// Its beginning as the pack has it, where the reason has several.
        version_from: Option<String>,
    },
}

/// A value of a limit as an engagement writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfirmedValue {
    /// From then on there is no such limit.
    None,
    /// Money.
    Dollars(Money),
    /// A number of what the limit counts.
    Count {
        /// One of [`COUNTED`].
        unit: &'static str,
        /// How many.
        number: u32,
    },
}

/// What limits count beside dollars, by the key of the value in packs and engagements.
pub const COUNTED: [&str; 7] =
    ["games", "progressives", "odds", "players", "tables", "rounds", "rates"];

impl ConfirmedPart {
    /// In words: `limit single-wager, $400.00`.
    pub fn in_words(&self) -> String {
        match self {
            Self::Value { limit, value } => format!("limit {limit}, {}", value.in_words()),
            Self::Version { control, version_from, demand } => {
                let text = if demand.is_some() { ", with its text" } else { "" };
                format!("control {control}{}{text}", of_version(version_from.as_deref()))
            }
            Self::Reason { reason, version_from } => {
                format!("reason {reason}{}", of_version(version_from.as_deref()))
            }
        }
    }
}

fn of_version(from: Option<&str>) -> String {
    from.map_or_else(String::new, |from| format!(", version of {from}"))
}

impl ConfirmedValue {
    /// In words: `$400.00`, `games 4`, `no such limit`.
    pub fn in_words(&self) -> String {
        match self {
            Self::None => "no such limit".to_owned(),
            Self::Dollars(amount) => amount.to_string(),
            Self::Count { unit, number } => format!("{unit} {number}"),
        }
    }
}

/// What inspection answered to a control that no log can answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inspected {
    /// Id of the rule pack; where the engagement does not name it, [`None`] until the packs are known.
    pub pack: Option<String>,
    /// Id of the control.
    pub control: String,
    /// The answer.
    pub answer: Answer,
    /// Why; always there but for a yes.
    pub reason: Option<String>,
    /// How it was found out.
    pub by: Means,
    /// Who did.
    pub initials: String,
    /// When.
    pub date: Date,
    /// The document in which it is kept.
    pub document: Option<String>,
    /// Line of the engagement file where it is declared.
    pub line: EngagementLine,
}

words! {
    /// Whether a control is met, by inspection.
    pub enum Answer {
        /// It is.
        Yes = "yes",
        /// It is not.
        No = "no",
        /// The property has nothing that it is about.
        NotApplicable = "not applicable",
    }
}

words! {
    /// How an answer was found out.
    pub enum Means {
        /// Documents or equipment were examined.
        Examination = "examination",
        /// People were asked.
        Inquiry = "inquiry",
        /// What is done was watched.
        Observation = "observation",
    }
}
