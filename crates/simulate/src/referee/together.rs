//! What depends on all hands of the round: Cover All and envy.

use feltproof_model::{Action, Money, Wager};

use super::{Owed, Showdown, won};
use crate::games::four_card::COVER_ALL_ROYAL;
use crate::games::paytable::Pay;
use crate::games::progressive;
use crate::rank::Hand;

/// Document 002: the highest hand of all dealt pays everyone, by the column of their number.
pub(super) fn cover_all(round: &Showdown<'_>, owed: &mut [Owed]) {
    let house = round.house;
    if house.paytable(Wager::CoverAll).is_none() {
        return;
    }
    let hands: Option<Vec<Hand>> = round.hands.iter().copied().collect();
    let dealt = round.rows.len();
    let is_printed = (2..=7).contains(&dealt) && round.opponent.is_some();
    let pay = hands.filter(|_| is_printed).map(|hands| {
        let column = dealt - 2;
        // Whether a royal flush or four of a kind is higher is open: matrix and ranking differ.
        if house.reads(COVER_ALL_ROYAL, "hand-ranking") {
            let highest = hands.iter().max_by_key(|hand| hand.best);
            highest.and_then(|hand| house.pay(Wager::CoverAll, column, hand))
        } else {
            let rows = hands.iter().filter_map(|h| house.row_of(Wager::CoverAll, column, h));
            rows.min_by_key(|(place, _)| *place).map(|(_, pay)| pay)
        }
    });
    for (row, owed) in round.rows.iter().zip(owed) {
        let stake = row.stake[Wager::CoverAll];
        if row.seat.player().is_none() || stake.is_zero() {
            continue;
        }
        let returned = pay.and_then(|pay| match pay {
            Some(Pay::Odds(win, to)) => won(house, stake, win, to),
            _ => Some(Money::ZERO),
        });
        owed.set(Wager::CoverAll, returned);
    }
}

/// Document 001, Envy Bonus: everybody who made the progressive wager is paid once for every other
/// player whose hand brings envy, never for the dealer's.
pub(super) fn envy(round: &Showdown<'_>, owed: &mut [Owed]) {
    let house = round.house;
    if house.most_envy() == 0 {
        return;
    }
    let is_folded_out = house.reads(progressive::ON_FOLD, "not-eligible");
    let must_wager = house.reads(progressive::ENVY_HOLDER, "wagering-player");
    // In dollars; `None` for a hand that might bring it but whose cards are not on record.
    let brought: Vec<Option<i64>> = round
        .rows
        .iter()
        .zip(&round.hands)
        .map(|(row, hand)| {
            let is_out = row.seat.player().is_none()
                || is_folded_out && row.action == Action::Fold
                || must_wager && row.stake[Wager::Progressive].is_zero();
            if is_out { Some(0) } else { hand.as_ref().map(|hand| house.envy_of(hand)) }
        })
        .collect();
    let is_multiplied =
        house.is_of_multi_game_link() || house.reads(progressive::ENVY_PER_UNIT, "times-wager");
    for (i, (row, owed)) in round.rows.iter().zip(owed).enumerate() {
        let stake = row.stake[Wager::Progressive];
        let is_out =
            row.action == Action::Fold && house.reads(progressive::ENVY_TO_FOLDED, "not-paid");
        if row.seat.player().is_none() || stake.is_zero() || is_out {
            continue;
        }
        let others = brought.iter().enumerate().filter(|(j, _)| *j != i);
        let dollars: Option<i64> = others.map(|(_, dollars)| *dollars).sum();
        let returned = dollars.and_then(|dollars| match dollars {
            // No odds, so no breakage: so many dollars for each dollar wagered.
            _ if is_multiplied => stake.checked_mul(dollars),
            _ => Money::from_dollars(dollars),
        });
        owed.set(Wager::Envy, returned);
    }
}
