//! A waiver: what an authority has let a property depart from, where, how far and until when.

use crate::engagement_line::EngagementLine;
use crate::exception::Exception;
use crate::money::Money;
use crate::time::Date;
use compact_str::CompactString;

/// A waiver, as the engagement declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiver {
    /// What is waived.
    pub of: Waived,
    /// Only at this table.
    pub table: Option<CompactString>,
    /// Only on this link.
    pub link: Option<CompactString>,
    /// Only differences of at most this.
    pub up_to: Option<Money>,
    /// The first day on which it holds: at the earliest that on which it was granted.
    pub from: Date,
    /// The last day on which it holds.
    pub expires: Date,
    /// Why it was granted.
    pub justification: String,
    /// Who granted it.
    pub approver: String,
    /// The document; may be empty.
    pub document: String,
    /// Line of the engagement file.
    pub line: EngagementLine,
}

/// What a waiver is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Waived {
    /// What a check finds.
    Check(String),
    /// What any check of a control finds.
    Control(String),
}

impl Waiver {
    /// Whether an exception lies within its bounds but for the days.
    pub fn bounds(&self, exception: &Exception) -> bool {
        let is =
            |only: &Option<CompactString>, of: &Option<CompactString>| only.is_none() || only == of;
        let amount = exception.difference.map(|difference| difference.micros().unsigned_abs());
        is(&self.table, &exception.table)
            && is(&self.link, &exception.link)
            && self
                .up_to
                .is_none_or(|most| amount.is_some_and(|of| of <= most.micros().unsigned_abs()))
    }

    /// In a few words: what it waives and where.
    pub fn in_words(&self) -> String {
        let (Waived::Check(of) | Waived::Control(of)) = &self.of;
        let table = self.table.as_ref().map(|table| format!(" at table {table}"));
        let link = self.link.as_ref().map(|link| format!(" on link {link}"));
        let most = self.up_to.map(|most| format!(" up to {most}"));
        let bounds: String = [table, link, most].into_iter().flatten().collect();
        format!("{of}{bounds} from {} to {}", self.from, self.expires)
    }
}

/// What a waiver came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaiverUse {
    /// What it waives, in words.
    pub of: String,
    /// Who granted it.
    pub approver: String,
    /// Why.
    pub justification: String,
    /// The document; may be empty.
    pub document: String,
    /// The last day on which it holds.
    pub expires: Date,
    /// Exceptions waived by it.
    pub waived: u64,
}
