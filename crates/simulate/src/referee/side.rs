//! The side bets that concern one player: on the player's own cards, on a bad beat, and on the
//! progressive.

use std::cmp::Ordering;

use feltproof_model::{Action, HandRow, Money, Wager};

use super::paytables::Pay;
use super::{Hand, House, Owed, Round, rulings, won};

/// Settles the side bets of one hand.
pub(super) fn settle(round: &Round<'_>, row: &HandRow, player: Option<&Hand>, owed: &mut Owed) {
    let house = round.house;
    let is_folded = row.action == Action::Fold;
    let apart = |w: &Wager| matches!(w, Wager::BadBeat | Wager::CoverAll | Wager::Progressive);
    for wager in Wager::ALL.into_iter().filter(|w| w.is_side_bet() && !apart(w)) {
        let stake = row.stake[wager];
        if stake.is_zero() || is_folded && is_lost_on_fold(house, wager) {
            continue;
        }
        owed.set(wager, player.and_then(|player| by_own_cards(house, wager, stake, player)));
    }
    let stake = row.stake[Wager::BadBeat];
    let is_lost = is_folded && house.reads(rulings::BAD_BEAT_ON_FOLD, "loses");
    if !stake.is_zero() && !is_lost {
        let hands = player.zip(round.opponent.as_ref());
        owed.set(Wager::BadBeat, hands.and_then(|hands| bad_beat(house, stake, hands)));
    }
    progressive(house, row, player, owed);
}

/// Document 003 keeps the side bets of a folded hand alive; the others leave it open.
fn is_lost_on_fold(house: &House, wager: Wager) -> bool {
    match wager {
        Wager::QueensUp => house.reads(rulings::QUEENS_UP_ON_FOLD, "loses"),
        Wager::AcesUp => house.reads(rulings::ACES_UP_ON_FOLD, "loses"),
        _ => false,
    }
}

fn by_own_cards(house: &House, wager: Wager, stake: Money, player: &Hand) -> Option<Money> {
    match house.pay(wager, 0, player) {
        Some(Pay::Odds(win, to)) => won(house, stake, win, to),
        _ => Some(Money::ZERO),
    }
}

/// Document 001: it wins when the player loses with two pair or better, or beats the dealer's two
/// pair or better; it is paid by the hand that is beaten, which the table lists from two pair up.
fn bad_beat(house: &House, stake: Money, (player, dealer): (&Hand, &Hand)) -> Option<Money> {
    let beaten = match player.best.cmp(&dealer.best) {
        Ordering::Less => player,
        Ordering::Greater => dealer,
        // Nobody is beaten. Whether two good hands that are equal let the bet stand is an open
        // point; two hands that could not have won anything lose it.
        Ordering::Equal => {
            let is_spared = house.reads(rulings::BAD_BEAT_ON_TIE, "pushes")
                && house.pay(Wager::BadBeat, 0, player).is_some();
            return Some(if is_spared { stake } else { Money::ZERO });
        }
    };
    by_own_cards(house, Wager::BadBeat, stake, beaten)
}

/// Document 001: "for 1", so that nothing of the wager comes back; a share of the meter is noted
/// and not counted as money.
fn progressive(house: &House, row: &HandRow, player: Option<&Hand>, owed: &mut Owed) {
    let stake = row.stake[Wager::Progressive];
    let is_out =
        row.action == Action::Fold && house.reads(rulings::PROGRESSIVE_ON_FOLD, "not-eligible");
    if stake.is_zero() || is_out {
        return;
    }
    let Some(player) = player else {
        owed.set(Wager::Progressive, None);
        return;
    };
    match house.pay(Wager::Progressive, 0, player) {
        Some(Pay::Odds(win, to)) => {
            owed.set(Wager::Progressive, house.payout(stake, win, to));
        }
        Some(Pay::Meter(percent)) => owed.meter_percent = percent,
        None => {}
    }
}
