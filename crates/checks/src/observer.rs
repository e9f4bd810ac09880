//! Who sees every settled wager, to sum them up: `analysis`, or nobody.

use feltproof_model::{CompactString, Money, Seat, TableId, Wager};

/// Sees every settled wager; `analysis` sums them up.
pub trait Observer: Send + Default {
    /// One wager of one row with a stake, something owed or something returned.
    fn settled(&mut self, wager: &SettledWager<'_>);
    /// Takes in what another part of the record gave.
    fn merge(&mut self, other: Self);
}

/// Nobody.
impl Observer for () {
    fn settled(&mut self, _: &SettledWager<'_>) {}
    fn merge(&mut self, (): Self) {}
}

/// One settled wager.
#[derive(Clone, Copy, Debug)]
pub struct SettledWager<'a> {
    /// Which table.
    pub table: TableId,
    /// Who dealt.
    pub dealer: &'a CompactString,
    /// Which seat.
    pub seat: Seat,
    /// Gaming day, by its place in the engagement.
    pub day: u16,
    /// Which wager.
    pub wager: Wager,
    /// Staked.
    pub staked: Money,
    /// Owed by the reference.
    pub owed: Money,
    /// Returned in the record.
    pub paid: Money,
}
