//! Who sees every wager that a check tested, to sum them up: `analysis`, or nobody.

use crate::case::RoundCase;
use feltproof_model::{CompactString, Money, Seat, TableId, Wager};

/// Sees every wager that a check compared, and those that none did; `analysis` sums them up.
pub trait Observer: Send + Default {
    /// The wagers of one round.
    fn settled(&mut self, round: &SettledWagers<'_>);
    /// Takes in what another part of the record gave.
    fn merge(&mut self, other: Self);
}

/// Nobody.
impl Observer for () {
    fn settled(&mut self, _: &SettledWagers<'_>) {}
    fn merge(&mut self, (): Self) {}
}

/// The wagers of one round with a stake, something owed or something returned.
#[derive(Clone, Copy)]
pub struct SettledWagers<'a> {
    /// The round.
    pub round: &'a RoundCase<'a>,
    /// Which table.
    pub table: TableId,
    /// Gaming day, by its place in the engagement.
    pub day: u16,
    /// Who dealt.
    pub dealer: &'a CompactString,
    /// Those that a check compared with what is owed.
    pub wagers: &'a [SettledWager],
    /// Those with a stake or a payment that no check tested.
    pub untested: &'a [(Seat, Wager)],
}

/// One wager that a check compared with what is owed.
#[derive(Clone, Copy, Debug)]
pub struct SettledWager {
    /// The place of its row in the round.
    pub row: usize,
    /// Which seat.
    pub seat: Seat,
    /// Which wager.
    pub wager: Wager,
    /// Staked.
    pub staked: Money,
    /// Owed, as the check says.
    pub owed: Money,
    /// Returned in the record.
    pub paid: Money,
}
