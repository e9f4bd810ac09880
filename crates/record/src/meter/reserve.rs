//! The reserve of a meter: to what fraction it is recorded, and what a reseed draws from it.

use super::fraction::{Fraction, money, parts};
use feltproof_engine::{Account, Ledger, LedgerError};
use feltproof_model::Money;

/// What a reseed should have added: the seed and the whole reserve. Where the record does not show
/// the last fraction of the reserve, anything from `least` to `most`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReseedOwed {
    /// With the smallest fraction the record leaves possible.
    pub least: Money,
    /// With the largest.
    pub most: Money,
}

/// Parts in one unit of the reserve as recorded: some managers record it to the last fraction, some as
/// they display it.
pub(super) fn unit(ledger: &Ledger, recorded: Money) -> i128 {
    let display = parts(ledger, ledger.settings().display_unit);
    if display > 0 && parts(ledger, recorded) % display == 0 {
        display
    } else {
        ledger.parts_per_micro()
    }
}

/// What a reseed adds that draws the whole reserve, with this fraction behind it.
///
/// # Errors
/// When seed and reserve are together beyond the range of money.
pub(super) fn reseed_owed(ledger: &Ledger, reserve: Fraction) -> Result<ReseedOwed, LedgerError> {
    let drawn = ledger.parts(Account::Reserve);
    let (low, high) = reserve.ends();
    let seed = ledger.settings().seed;
    let with = |parts: i128| seed.checked_add(money(ledger, parts)?).ok_or(LedgerError::TooLarge);
    Ok(ReseedOwed { least: with(drawn + low)?, most: with(drawn + high)? })
}
