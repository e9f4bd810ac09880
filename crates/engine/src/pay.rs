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
    let Some((rounding, unit)) = rounding else {
        // Nearly every payout: no division, let alone one of 128 bits.
        if payout.pays.denominator() == 1 {
            return stake.checked_mul(payout.pays.numerator());
        }
        // Without a smallest chip the payment must come out in whole micro-dollars.
        return payout.pays.of(stake, Rounding::Exact);
    };
    // In whole multiples of the smallest chip, in one division so that nothing is rounded twice.
    let unit = i128::from(unit.micros());
    let product = i128::from(stake.micros()) * i128::from(payout.pays.numerator());
    let step = i128::from(payout.pays.denominator()) * unit;
    let micros = rounding.divide(product, step)?.checked_mul(unit)?;
    i64::try_from(micros).ok().map(Money::from_micros)
}
