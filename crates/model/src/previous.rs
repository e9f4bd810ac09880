//! The report of the engagement before: what a meter carries over from it.

use crate::engagement_line::EngagementLine;
use crate::money::Money;
use crate::seat::Seat;
use crate::time::Timestamp;
use compact_str::CompactString;

/// The report of the engagement before, as the engagement names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Previous {
    /// The `report.json`, relative to the engagement file.
    pub report: String,
    /// Its SHA-256, lower hex, as the engagement states it.
    pub sha256: String,
    /// Where the engagement names it.
    pub line: EngagementLine,
    /// What it says of each link; nothing before the file is read.
    pub links: Vec<CarriedLink>,
    /// Id of that report; empty before the file is read.
    pub report_id: String,
    /// Its findings.
    pub findings: Vec<FindingKey>,
}

/// What a finding is known by from one report to another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FindingKey {
    /// Code of the check; of a cause, of the check that found most of its exceptions.
    pub code: String,
    /// What it falls under: a control, a rule pack or the approved rules, as printed.
    pub control: String,
}

/// What a link carries over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CarriedLink {
    /// Its name.
    pub link: CompactString,
    /// Name of its level.
    pub level: CompactString,
    /// The last display on record.
    pub display: Money,
    /// The last reserve on record.
    pub reserve: Money,
    /// The awards that stood at the end.
    pub awards: Vec<StandingAward>,
    /// By how much meter and reserve stood too high by departures that no adjustment corrected; negative: too low.
    pub uncorrected: [Money; 2],
    /// Of the house's seed what it had put in and not taken back, where that report says it.
    pub seed_left: Option<Money>,
    /// Of that what no winner of the whole meter took.
    pub seed_in_meter: Option<Money>,
}

/// An award of a meter that was not backed out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingAward {
    /// When the manager recorded it.
    pub time: Timestamp,
    /// Id of its table.
    pub table: CompactString,
    /// Its round.
    pub round: u32,
    /// Its seat.
    pub seat: Seat,
    /// What it took from the meter.
    pub amount: Money,
    /// What the reseed after it added; nothing where none followed.
    pub reseeded: Money,
    /// What that reseed drew from the reserve, at least.
    pub reserve_drawn: Money,
    /// And at most: a reserve may be recorded rounded down as displayed.
    pub reserve_drawn_most: Money,
}
