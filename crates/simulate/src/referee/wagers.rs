//! What one hand gets back on each wager: what its family says, by the paytables of the house.

use feltproof_model::{Action, HandRow, Money, Wager};

use super::{House, Owed, Showdown, won};
use crate::games::family::{Facts, Fate};
use crate::games::paytable::Pay;
use crate::games::progressive;
use crate::rank::Hand;

/// Settles the base game, the side bets that concern one player, and the progressive.
pub(super) fn settle(round: &Showdown<'_>, row: &HandRow, player: Option<Hand>, owed: &mut Owed) {
    let house = round.house;
    let reads = |ruling, value: &str| house.reads(ruling, value);
    let facts = Facts { player, dealer: round.opponent, reads: &reads };
    for wager in house.game.values().base {
        match row.action {
            // A fold forfeits them all, and nothing is paid for them: `owed` says so already.
            Action::Fold => {}
            Action::Play => owed.set(wager, returned(house, row, wager, &facts)),
            Action::Deal | Action::Void | Action::Unrecorded => owed.set(wager, None),
        }
    }
    let apart = |w: &Wager| matches!(w, Wager::CoverAll | Wager::Progressive);
    for wager in Wager::ALL.into_iter().filter(|w| w.is_side_bet() && !apart(w)) {
        let is_lost = row.action == Action::Fold && house.takes_on_fold(wager);
        if !row.stake[wager].is_zero() && !is_lost {
            owed.set(wager, returned(house, row, wager, &facts));
        }
    }
    on_progressive(house, row, player, owed);
}

fn returned(house: &House, row: &HandRow, wager: Wager, facts: &Facts<'_>) -> Option<Money> {
    let stake = row.stake[wager];
    let is_bonus = wager == Wager::AnteBonus;
    if is_bonus && house.paytable(wager).is_none() {
        return Some(Money::ZERO);
    }
    let verdict = (house.game.values().decide)(wager, facts)?;
    let pay = verdict.paid.and_then(|(column, hand)| house.pay(wager, column, &hand));
    Some(match (pay, verdict.otherwise) {
        // The bonus is a payment on the Ante and has no stake to give back.
        (Some(Pay::Odds(win, to)), _) if is_bonus => {
            house.payout(row.stake[Wager::Ante], win, to)?
        }
        (Some(Pay::Odds(win, to)), _) => won(house, stake, win, to)?,
        (_, Some(Fate::Wins)) => won(house, stake, 1, 1)?,
        (_, Some(Fate::Pushes)) => stake,
        (_, Some(Fate::Loses)) => Money::ZERO,
        (_, None) => return None,
    })
}

/// Document 001: "for 1", so nothing of the wager comes back; a meter share is noted, no money.
fn on_progressive(house: &House, row: &HandRow, player: Option<Hand>, owed: &mut Owed) {
    let stake = row.stake[Wager::Progressive];
    let is_out = row.action == Action::Fold && house.reads(progressive::ON_FOLD, "not-eligible");
    if stake.is_zero() || is_out {
        return;
    }
    match player.map(|player| house.pay(Wager::Progressive, 0, &player)) {
        Some(Some(Pay::Odds(win, to))) => {
            owed.set(Wager::Progressive, house.payout(stake, win, to));
        }
        Some(Some(Pay::Meter(percent))) => owed.meter_percent = percent,
        Some(None) => {}
        None => owed.set(Wager::Progressive, None),
    }
}
