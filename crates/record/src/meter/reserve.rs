//! What a reseed draws from the reserve of a meter.

use super::Judged;
use super::fraction::{Fraction, money};
use feltproof_engine::{Account, Ledger, LedgerError};
use feltproof_model::{Money, Sum};

/// What a reseed should have added, seed and reserve: from `least` to `most`, both included, where the
/// record does not show the last fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReseedOwed {
    /// With the smallest fraction the record leaves possible.
    pub least: Money,
    /// With the largest.
    pub most: Money,
}

impl ReseedOwed {
    /// What was due, where `added` was added: that, where it may be right, else the least.
    pub(super) fn due(self, added: Money) -> Money {
        if (self.least..=self.most).contains(&added) { added } else { self.least }
    }
}

/// What a reseed adds that draws the whole reserve, with this fraction behind it.
pub(super) fn reseed_owed(ledger: &Ledger, reserve: Fraction) -> Result<ReseedOwed, LedgerError> {
    let drawn = ledger.parts(Account::Reserve);
    let (low, high) = reserve.ends();
    let seed = ledger.settings().seed;
    let with = |parts: i128| seed.checked_add(money(ledger, parts)?).ok_or(LedgerError::TooLarge);
    Ok(ReseedOwed { least: with(drawn + low)?, most: with(drawn + high)? })
}

/// What a reseed drew from the reserve, as its amount shows it: from `least` to `most`, both included.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Drawn {
    pub(crate) least: Money,
    pub(crate) most: Money,
    /// What of seed and reserve was not added.
    pub(crate) missing: Sum,
}

impl Drawn {
    pub(super) const fn exactly(amount: Money) -> Self {
        Self { least: amount, most: amount, missing: Sum::ZERO }
    }
}

/// What a reseed drew from the reserve, where it should have added `owed`. One of
/// another amount (MTR-006) drew what was recorded, and lacks the rest where that `is_sure`.
pub(super) fn drawn_by(judged: &Judged<'_>, owed: ReseedOwed, is_sure: bool) -> Drawn {
    let Judged { record, settings, .. } = *judged;
    let (reseed, before) = (record.event, judged.before.reserve);
    let of_reserve = |added: Money| added.checked_sub(settings.seed).unwrap_or(before);
    let drawn = of_reserve(reseed.amount);
    let is_owed = (owed.least..=owed.most).contains(&reseed.amount);
    // The coarsest unit that its amount is shown in.
    let units = [record.link.reserve_unit, Some(settings.display_unit)].into_iter().flatten();
    let mut units = units.filter(|unit| reseed.amount.micros() % unit.micros().max(1) == 0);
    let unit = units.next();
    let below = |unit: Money| Money::from_micros(unit.micros() - 1);
    match (is_owed, unit) {
        (true, None) => Drawn::exactly(drawn),
        (true, Some(unit)) => {
            let most = drawn.checked_add(below(unit)).unwrap_or(drawn);
            Drawn { most: of_reserve(owed.most).min(most), ..Drawn::exactly(drawn) }
        }
        (false, Some(_)) if drawn == before => {
            Drawn { most: of_reserve(owed.most).max(before), ..Drawn::exactly(before) }
        }
        (false, None) if drawn == before => Drawn::exactly(before),
        (false, _) => {
            let missing = Sum::from(owed.least) - reseed.amount;
            let missing = if is_sure { missing } else { Sum::ZERO };
            Drawn { missing, ..Drawn::exactly(before) }
        }
    }
}
