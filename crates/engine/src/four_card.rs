//! Four Card Poker: five cards against the dealer's six, no qualification, the player wins ties.
//! Cover All, which looks at all hands of the round, has its own file.

use crate::family::Family;
use crate::game::Prize;
use crate::hand::{Line, Owed, Seen};
use feltproof_model::{Money, Wager};
use std::cmp::Ordering;

/// Ante and Play of a hand that stayed in.
pub(crate) fn base(order: Ordering, wins: impl FnOnce() -> Owed) -> Owed {
    if order.is_ge() { wins() } else { Some(Money::ZERO) }
}

/// The automatic bonus on the Ante: three of a kind or better is paid whatever the dealer holds, to
/// a hand that stayed in. The stake is the Ante's, so the payment stands alone.
pub(crate) fn ante_bonus(seen: &Seen<'_>, ante: Money) -> Owed {
    if seen.rules.family() != Family::FourCardPoker || ante.is_zero() {
        return Some(Money::ZERO);
    }
    match seen.line {
        Line::Unclear => return None,
        Line::Folded => return Some(Money::ZERO),
        Line::Played if ante < Money::ZERO => return None,
        Line::Played => {}
    }
    let table = seen.rules.paytable(Wager::AnteBonus)?;
    match table.row(seen.rank?, seen.cards).map(|row| row.prize) {
        Some(Prize::Fixed(payout)) => {
            crate::pay::winnings(ante, payout, seen.rules.readings.rounding)
        }
        Some(Prize::Meter(_) | Prize::ByHands(_)) => None,
        None => Some(Money::ZERO),
    }
}
