//! Who sees every settled wager, to sum them up: `analysis`, or nobody.

use feltproof_model::{CompactString, Money, Seat, TableId, Wager};

/// Sees every settled wager; `analysis` sums them up.
pub trait Observer: Send + Default {
    /// The wagers of one round with a stake, something owed or something returned.
    fn settled(&mut self, round: &SettledWagers<'_>);
    /// Takes in what another part of the record gave.
    fn merge(&mut self, other: Self);
}

/// Nobody.
impl Observer for () {
    fn settled(&mut self, _: &SettledWagers<'_>) {}
    fn merge(&mut self, (): Self) {}
}

/// The settled wagers of one round.
#[derive(Clone, Copy, Debug)]
pub struct SettledWagers<'a> {
    /// Which table.
    pub table: TableId,
    /// Gaming day, by its place in the engagement.
    pub day: u16,
    /// Who dealt.
    pub dealer: &'a CompactString,
    /// The wagers.
    pub wagers: &'a [SettledWager],
}

/// One settled wager.
#[derive(Clone, Copy, Debug)]
pub struct SettledWager {
    /// Which seat.
    pub seat: Seat,
    /// Which wager.
    pub wager: Wager,
    /// Staked.
    pub staked: Money,
    /// Owed by the reference.
    pub owed: Money,
    /// Returned in the record.
    pub paid: Money,
}
