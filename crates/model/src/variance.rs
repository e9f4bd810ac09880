//! Paid against owed along one dimension: the sums of one group of settled wagers.

/// Along what paid and owed are summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dimension {
    /// By table.
    Table,
    /// By dealer.
    Dealer,
    /// By seat.
    Seat,
    /// By gaming day.
    GamingDay,
    /// By wager.
    Wager,
}

impl Dimension {
    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Dealer => "dealer",
            Self::Seat => "seat",
            Self::GamingDay => "gaming day",
            Self::Wager => "wager",
        }
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
