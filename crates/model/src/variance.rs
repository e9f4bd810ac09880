//! Paid against owed along one dimension: the sums of one group of settled wagers.

use crate::words::words;

words! {
    /// Along what paid and owed are summed.
    pub enum Dimension {
        /// By table.
        Table = "table",
        /// By dealer.
        Dealer = "dealer",
        /// By seat.
        Seat = "seat",
        /// By gaming day.
        GamingDay = "gaming day",
        /// By wager.
        Wager = "wager",
    }
}

/// Paid against owed for one table, dealer, seat, gaming day or wager. Amounts in micro-dollars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VarianceGroup {
    /// Along what.
    pub dimension: Dimension,
    /// Which one.
    pub key: String,
    /// Wagers that a check compared with what is owed; all that follows is of them.
    pub wagers: u64,
    /// Wagers with a stake or a payment that no check tested.
    pub untested: u64,
    /// Staked.
    pub staked_micros: i64,
    /// Owed by the reference.
    pub owed_micros: i64,
    /// Returned in the record.
    pub paid_micros: i64,
    /// Wagers paid too much.
    pub overpaid: u64,
    /// By how much.
    pub over_micros: i64,
    /// Wagers paid too little.
    pub underpaid: u64,
    /// By how much (positive).
    pub under_micros: i64,
}
