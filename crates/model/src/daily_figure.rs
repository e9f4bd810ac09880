//! Figures of daily records, as an engagement gives them to be tied out to.

use crate::engagement_line::EngagementLine;
use crate::link::{LinkId, TableId};
use crate::money::Money;
use crate::rate::Rounding;

/// An amount of one gaming day that stands in a daily record of the house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyFigure {
    /// What it is the amount of.
    pub of: FigureOf,
    /// The gaming day, by its place in [`crate::Engagement::days`].
    pub day: u16,
    /// The amount, in whole cents.
    pub amount: Money,
    /// How the record brings what it counts to whole cents.
    pub rounding: Rounding,
    /// The record it stands in.
    pub document: String,
    /// Line of the engagement file where it is declared.
    pub line: EngagementLine,
}

/// What a figure of a daily record is the amount of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureOf {
    /// What accrued of a link's wagers to meter and reserve, less what was taken off by hand.
    Accrued(LinkId),
    /// The awards that came off a meter.
    Paid(LinkId),
    /// What players staked at a table less what was returned to them.
    TableWin(TableId),
}

impl FigureOf {
    /// The word in engagement files and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Accrued(_) => "progressive-accrual",
            Self::Paid(_) => "progressive-paid",
            Self::TableWin(_) => "table-win",
        }
    }
}
