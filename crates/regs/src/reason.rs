//! Reasons for which a meter may be adjusted: a list of the law that changed with it, so each has days of its own.

use crate::control::{Applies, Dated, period};
use crate::evidence::Evidence;
use crate::quantity::Since;
use feltproof_model::Date;

/// A reason for an adjustment of a meter, in all its versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Code, as manager journals write it.
    pub code: String,
    /// What the list said of it, earliest first; at least one.
    pub versions: Vec<ReasonVersion>,
    /// Line of the pack file.
    pub line: u32,
}

/// What the list said of a reason from one day to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReasonVersion {
    /// From when; `None` where that is not known.
    pub from: Option<Since>,
    /// The last day, where the pack states one.
    pub until: Option<Date>,
    /// Citation of the subsection, or how the code relates to the list.
    pub subsection: String,
    /// True when it permits a reduction.
    pub permits_reduction: bool,
    /// How well that is known.
    pub evidence: Evidence,
    /// The reading, for the report; may be empty.
    pub note: String,
}

impl Dated for ReasonVersion {
    fn from(&self) -> Option<Since> {
        self.from
    }

    fn until(&self) -> Option<Date> {
        self.until
    }
}

/// Whether a reason permits a reduction on a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Permits {
    /// It does.
    Yes,
    /// It does not: it is on the list for something else, or not on it that day.
    No,
    /// Whether it was on the list that day is not known.
    NotDecidable {
        /// Why, without a full stop.
        reason: String,
    },
}

impl Reason {
    /// When a version applies, in words.
    pub fn period(&self, at: usize) -> String {
        period(&self.versions, at)
    }

    /// Whether it permits a reduction on a day. The list is closed: on a day of no version it is not on it.
    pub fn permits(&self, date: Date) -> Permits {
        let (mut is_on_it, mut yes, mut no) = (false, false, false);
        for (_, version, applies) in self.shown(Some(date)) {
            is_on_it |= applies == Applies::Yes;
            yes |= version.permits_reduction;
            no |= !version.permits_reduction;
        }
        // Where no version certainly applies, it may not have been on the list.
        match (yes, no || !is_on_it) {
            (true, false) => Permits::Yes,
            (false, _) => Permits::No,
            (true, true) => Permits::NotDecidable { reason: self.doubt(date) },
        }
    }

    fn doubt(&self, date: Date) -> String {
        let words = |(at, version, _): (usize, &ReasonVersion, Applies)| {
            let ReasonVersion { subsection, evidence, .. } = version;
            format!("{subsection} ({}, evidence {evidence})", self.period(at))
        };
        format!(
            "whether the reason {} permitted a reduction on {date} is not known: {}",
            self.code,
            self.shown(Some(date)).map(words).collect::<Vec<_>>().join("; or ")
        )
    }
}
