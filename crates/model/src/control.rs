//! What was found under each version of a control of a rule pack, in all and on each calendar day.

use crate::law_stated::Inspected;
use crate::time::Date;

/// The verdict on one control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlVerdict {
    /// Its checks ran and found nothing.
    NothingFound,
    /// At least one of its checks found an exception.
    Exceptions,
    /// Some of its checks did not run.
    PartlyTested,
    /// The law's own value on the day is not known for some of what was tested.
    NotDecidable,
    /// None of its checks ran: the audit lacks an input of theirs.
    InputMissing,
    /// The record, or the law on the audited days, holds nothing for its checks to test.
    NothingToTest,
    /// It is answered by inspection only, and was found met.
    MetByInspection,
    /// It is answered by inspection only, and is not answered yet.
    ByInspection,
    /// It was not in force on any audited day, or is about what the property does not have.
    NotApplicable,
}

impl ControlVerdict {
    /// All, in the order of a legend.
    pub const ALL: [Self; 9] = [
        Self::NothingFound,
        Self::Exceptions,
        Self::PartlyTested,
        Self::NotDecidable,
        Self::InputMissing,
        Self::NothingToTest,
        Self::MetByInspection,
        Self::ByInspection,
        Self::NotApplicable,
    ];

    /// Whether any of its checks tested something.
    pub const fn is_tested(self) -> bool {
        matches!(
            self,
            Self::NothingFound | Self::Exceptions | Self::PartlyTested | Self::NotDecidable
        )
    }
}

/// A control on one calendar day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControlDay {
    /// The day.
    pub date: Date,
    /// Its verdict.
    pub verdict: ControlVerdict,
    /// Things that its checks tested, what stands for the whole audit among them.
    pub tested: u64,
    /// Exceptions found.
    pub found: u64,
}

/// One version of a control of a rule pack with its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControlResult {
    /// Pack id.
    pub pack: String,
    /// Citation.
    pub citation: String,
    /// Title.
    pub title: String,
    /// How it is answered: `automated`, `partial`, `manual`.
    pub status: String,
    /// Evidence tag of its text: `V`, `V-part`, `V-copy`, `S`, `R`, `SEED`, `I`.
    pub evidence: String,
    /// Id of the control within the pack.
    pub id: String,
    /// What it demands.
    pub demand: String,
    /// Where its text stands.
    pub address: String,
    /// The day on which that was read; none where it was not.
    pub read: Option<Date>,
    /// When this version of it applies, in words.
    pub period: String,
    /// The limits applied, each with its value and tag, in words.
    pub values: Vec<String>,
    /// On how many of the audited days it applies, or may.
    pub days: u64,
    /// Things that its checks tested on those days.
    pub tested: u64,
    /// Exceptions found on them.
    pub found: u64,
    /// The verdict of each day on which it applies, as if that day alone were audited.
    pub by_day: Vec<ControlDay>,
    /// What inspection answered, where it did.
    pub inspected: Option<Inspected>,
    /// Checks that answer it.
    pub checks: Vec<String>,
    /// Verdict.
    pub verdict: ControlVerdict,
    /// A sentence: what is known, what is not.
    pub note: String,
}
