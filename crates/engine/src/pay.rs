//! A stake at a payout, exact or in whole multiples of the smallest chip.

use crate::paytable::{Odds, Payout};
use feltproof_model::{Money, Rounding};

/// `stake` at `payout`, rounded as ruled; `None` when an exact payout has no such amount.
pub(crate) fn pay(
    stake: Money,
    payout: Payout,
    rounding: Option<(Rounding, Money)>,
) -> Option<Money> {
    let payment = winnings(stake, payout, rounding)?;
    match payout.odds {
        Odds::To => stake.checked_add(payment),
        Odds::For => Some(payment),
    }
}

/// The payment alone, whether or not the stake comes back beside it.
pub(crate) fn winnings(
    stake: Money,
    payout: Payout,
    rounding: Option<(Rounding, Money)>,
) -> Option<Money> {
    match rounding {
        // Nearly every payout: no division, let alone one of 128 bits.
        None if payout.pays.denominator() == 1 => stake.checked_mul(payout.pays.numerator()),
        // Without a smallest chip the payment must come out in whole micro-dollars.
        None => payout.pays.of(stake, Rounding::Exact),
        Some((rounding, unit)) => rounded(stake, payout, rounding, unit),
    }
}

/// `stake` at `payout` in whole multiples of the smallest chip, in one division so that nothing is
/// rounded twice.
fn rounded(stake: Money, payout: Payout, rounding: Rounding, unit: Money) -> Option<Money> {
    let product = i128::from(stake.micros()) * i128::from(payout.pays.numerator());
    let step = i128::from(payout.pays.denominator()) * i128::from(unit.micros());
    let micros = rounding.divide(product, step)?.checked_mul(i128::from(unit.micros()))?;
    i64::try_from(micros).ok().map(Money::from_micros)
}
