//! The wagers of the base games: the player's hand against the dealer's, or the banker's.

use std::cmp::Ordering;

use feltproof_model::{Action, HandRow, Money, Wager};

use super::game_kind::Base;
use super::paytables::Pay;
use super::{Hand, House, Owed, Round, rulings, won};

/// What becomes of a bet between player and dealer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Wins,
    Pushes,
    Loses,
}

/// Settles Ante, Super Bonus, Odds, Play, Raise and the Ante bonus of one hand.
pub(super) fn settle(round: &Round<'_>, row: &HandRow, player: Option<&Hand>, owed: &mut Owed) {
    let layout = round.house.game.layout();
    match row.action {
        // A fold forfeits them all, and nothing is paid for them: `owed` says so already.
        Action::Fold => {}
        Action::Play => match layout.base {
            Base::Crazy4 => crazy4(round, row, player, owed),
            Base::FourCardPoker => four_card_poker(round, row, player, owed),
            Base::FourCardFrenzy => four_card_frenzy(round, row, player, owed),
        },
        Action::Deal | Action::Void | Action::Unrecorded => {
            let beside = layout.second.unwrap_or(Wager::AnteBonus);
            [Wager::Ante, beside, layout.after].into_iter().for_each(|wager| owed.set(wager, None));
        }
    }
}

/// What comes back for a bet at even money.
fn even_money(house: &House, stake: Money, fate: Option<Fate>) -> Option<Money> {
    Some(match fate? {
        Fate::Wins => won(house, stake, 1, 1)?,
        Fate::Pushes => stake,
        Fate::Loses => Money::ZERO,
    })
}

fn fate(order: Ordering) -> Fate {
    match order {
        Ordering::Greater => Fate::Wins,
        Ordering::Equal => Fate::Pushes,
        Ordering::Less => Fate::Loses,
    }
}

/// The bet on the Ante and the bet after it, where the dealer needs king high: if the dealer has
/// less, the Ante pushes and the second bet wins, whatever the player holds.
fn against_king_high(player: Option<&Hand>, dealer: Option<&Hand>) -> [Option<Fate>; 2] {
    match (player, dealer) {
        (_, Some(dealer)) if !dealer.best.qualifies() => [Some(Fate::Pushes), Some(Fate::Wins)],
        (Some(player), Some(dealer)) => [Some(fate(player.best.cmp(&dealer.best))); 2],
        _ => [None; 2],
    }
}

/// Documents 000, 001 and 004.
fn crazy4(round: &Round<'_>, row: &HandRow, player: Option<&Hand>, owed: &mut Owed) {
    let (house, stake) = (round.house, &row.stake);
    let dealer = round.opponent.as_ref();
    let [ante, play] = against_king_high(player, dealer);
    owed.set(Wager::Ante, even_money(house, stake[Wager::Ante], ante));
    owed.set(Wager::Play, even_money(house, stake[Wager::Play], play));
    owed.set(Wager::SuperBonus, super_bonus(house, stake[Wager::SuperBonus], player, dealer));
}

/// A straight or better is paid whatever the dealer has; less pushes when it beats or ties the
/// dealer, and loses otherwise.
fn super_bonus(
    house: &House,
    stake: Money,
    player: Option<&Hand>,
    dealer: Option<&Hand>,
) -> Option<Money> {
    if stake.is_zero() {
        return Some(stake);
    }
    let player = player?;
    if let Some(Pay::Odds(win, to)) = house.pay(Wager::SuperBonus, 0, player) {
        return won(house, stake, win, to);
    }
    let dealer = dealer?;
    let is_spared =
        !dealer.best.qualifies() && house.reads(rulings::SUPER_BONUS_VS_UNQUALIFIED, "pushes");
    Some(if player.best >= dealer.best || is_spared { stake } else { Money::ZERO })
}

/// Four Card Poker: the dealer needs nothing, and the player wins a tie. The Ante bonus is paid for
/// three of a kind or better, beaten or not; it is a payment and has no stake to give back.
fn four_card_poker(round: &Round<'_>, row: &HandRow, player: Option<&Hand>, owed: &mut Owed) {
    let (house, stake) = (round.house, &row.stake);
    let fate = player
        .zip(round.opponent.as_ref())
        .map(|(player, dealer)| if player.best >= dealer.best { Fate::Wins } else { Fate::Loses });
    for wager in [Wager::Ante, Wager::Play] {
        owed.set(wager, even_money(house, stake[wager], fate));
    }
    if house.paytable(Wager::AnteBonus).is_none() {
        return;
    }
    let bonus = player.and_then(|player| match house.pay(Wager::AnteBonus, 0, player) {
        Some(Pay::Odds(win, to)) => house.payout(stake[Wager::Ante], win, to),
        _ => Some(Money::ZERO),
    });
    owed.set(Wager::AnteBonus, bonus);
}

/// Document 003.
fn four_card_frenzy(round: &Round<'_>, row: &HandRow, player: Option<&Hand>, owed: &mut Owed) {
    let (house, stake) = (round.house, &row.stake);
    let dealer = round.opponent.as_ref();
    let [ante, raise] = against_king_high(player, dealer);
    owed.set(Wager::Ante, even_money(house, stake[Wager::Ante], ante));
    owed.set(Wager::Raise, even_money(house, stake[Wager::Raise], raise));
    let odds = player.zip(dealer).and_then(|hands| odds(house, stake[Wager::Odds], hands));
    owed.set(Wager::Odds, odds);
}

/// The Odds look at the cards alone, not at whether the dealer opens. A straight or better is paid
/// by one column when it wins and by another, the bad beat's, when it loses; what a tie gets is an
/// open point. Less than a straight pushes when it wins or ties and is lost otherwise.
fn odds(house: &House, stake: Money, (player, dealer): (&Hand, &Hand)) -> Option<Money> {
    if stake.is_zero() {
        return Some(stake);
    }
    house.paytable(Wager::Odds)?;
    let order = player.best.cmp(&dealer.best);
    let column = if order == Ordering::Less { 1 } else { 0 };
    match house.pay(Wager::Odds, column, player) {
        Some(_) if order == Ordering::Equal && house.reads(rulings::ODDS_ON_TIE, "pushes") => {
            Some(stake)
        }
        Some(Pay::Odds(win, to)) => won(house, stake, win, to),
        _ if order == Ordering::Less => Some(Money::ZERO),
        _ => Some(stake),
    }
}
