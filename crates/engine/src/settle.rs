//! Settles one round: what the reference says every wager of every seat is owed.
//!
//! Here is what concerns the round as a whole: whether it is void, whether it can be settled. What
//! one hand wins is in `hand`; who brings whom envy in `envy`; what limits cut in
//! `limits`.

use crate::decision::{Decision, Effect, Rule};
use crate::game::Banked;
use crate::rank::HandRank;
use crate::rank_six::best_four_of_six;
use crate::rank_tables::best_four_of_five;
use crate::rules::TableRules;
use crate::rulings::OpenPoint;
use crate::settlement::{RoundSettlement, RoundState, SettledHand, Why};
use crate::{cover_all, envy, hand, limits};
use feltproof_model::event::{Action, HandRow};
use feltproof_model::seat::SEAT_MAX;
use feltproof_model::{Card, Money, Seat, SeatSet, Wager, WagerSet};

/// Settles the rows of one round, one [`SettledHand`] for each in the same order. `out` is emptied
/// first; nothing is allocated when it has room for the rows.
pub fn settle(rules: &TableRules, rows: &[HandRow], out: &mut Vec<SettledHand>) -> RoundSettlement {
    out.clear();
    out.resize(rows.len(), SettledHand::default());
    for (row, hand) in rows.iter().zip(out.iter_mut()) {
        hand.rank = rank_of(rules, row);
    }
    let dealer = rows.iter().zip(&*out).find(|(r, _)| rules.is_opponent(r.seat));
    let dealer = dealer.and_then(|(_, hand)| hand.rank);
    let state = state_of(rules, rows);
    let qualifier = rules.family().traits().qualifies.as_ref();
    let round = RoundSettlement {
        state,
        dealer,
        dealer_qualifies: dealer.is_some_and(|rank| qualifier.is_none_or(|q| rank >= q.from)),
    };
    for (row, hand) in rows.iter().zip(out.iter_mut()) {
        match (state, row.seat) {
            (RoundState::Unsettleable(_), _) | (_, Seat::Dealer) => {}
            (RoundState::Void, Seat::Banker(_)) => return_bank(row, hand),
            (RoundState::Void, Seat::Player(_)) => return_stakes(rules, row, hand),
            (RoundState::Settled, Seat::Banker(_)) => {}
            (RoundState::Settled, Seat::Player(_)) => {
                hand::settle_hand(rules, row, &round, hand);
            }
        }
    }
    if state == RoundState::Settled {
        cover_all::settle(rules, rows, out);
        envy::share(rules, rows, out);
        if rules.banked() == Banked::Player || rules.has_aggregate() {
            limits::apply(rules, rows, out);
        }
    }
    round
}

/// A void round returns every stake and owes no envy; by ruling `void_round` the progressive wager
/// may stand for the redeal instead.
fn return_stakes(rules: &TableRules, row: &HandRow, hand: &mut SettledHand) {
    hand.testable = WagerSet::ALL;
    for wager in Wager::ALL.into_iter().filter(|w| w.is_staked()) {
        match rules.terms(wager).amount(&when_void(rules, wager), row.stake[wager]) {
            Some(amount) => hand.owed[wager] = amount,
            None => hand.testable = hand.testable.without(wager),
        }
    }
}

/// What becomes of a wager of a void round.
pub(crate) fn when_void(rules: &TableRules, wager: Wager) -> Decision {
    match wager {
        Wager::Envy | Wager::AnteBonus => Decision::new(Rule::Void, Effect::Nothing),
        Wager::Progressive if rules.readings.progressive_stands_when_void => {
            Decision::new(Rule::Void, Effect::Nothing).by(OpenPoint::VoidRound)
        }
        _ => Decision::new(Rule::Void, Effect::Pushes),
    }
}

/// The bank goes back too.
fn return_bank(row: &HandRow, hand: &mut SettledHand) {
    if row.stake[Wager::Bank] >= Money::ZERO {
        hand.testable = hand.testable.with(Wager::Bank);
        hand.owed[Wager::Bank] = row.stake[Wager::Bank];
    }
}

/// The rank of the proper number of different cards; anything else has none.
fn rank_of(rules: &TableRules, row: &HandRow) -> Option<HandRank> {
    match rules.cards_for(row.seat) {
        6 => row.cards.exactly::<6>().filter(differ).map(best_four_of_six),
        _ => row.cards.exactly::<5>().filter(differ).map(best_four_of_five),
    }
}

fn differ<const N: usize>(cards: &[Card; N]) -> bool {
    let bits = cards.iter().fold(0_u64, |bits, card| bits | 1 << card.number());
    bits.count_ones() as usize == N
}

/// Void comes before every contradiction: a round that was declared void needs no cards.
fn state_of(rules: &TableRules, rows: &[HandRow]) -> RoundState {
    let wrong_count =
        |row: &HandRow| !row.cards.is_empty() && row.cards.len() != rules.cards_for(row.seat);
    if rows.iter().any(|row| row.action == Action::Void || wrong_count(row)) {
        return RoundState::Void;
    }
    let mut seats = SeatSet::EMPTY;
    let mut opponents = 0_u32;
    let mut cards = 0_u64;
    for row in rows {
        opponents += u32::from(rules.is_opponent(row.seat));
        match row.seat {
            Seat::Banker(_) if rules.banked() == Banked::House => {
                return RoundState::Unsettleable(Why::PlayerBanker);
            }
            Seat::Dealer if rules.banked() == Banked::Player && !row.cards.is_empty() => {
                return RoundState::Unsettleable(Why::HouseDealer);
            }
            Seat::Player(n) if n == 0 || n > SEAT_MAX => {
                return RoundState::Unsettleable(Why::NoSuchSeat);
            }
            Seat::Player(n) | Seat::Banker(n) if seats.contains(n) => {
                return RoundState::Unsettleable(Why::SeatTwice);
            }
            Seat::Player(n) | Seat::Banker(n) => seats = seats.with(n),
            Seat::Dealer => {}
        }
        for card in row.cards.as_slice() {
            let bit = 1 << card.number();
            if cards & bit != 0 {
                return RoundState::Unsettleable(Why::RepeatedCard);
            }
            cards |= bit;
        }
    }
    match opponents {
        0 => RoundState::Unsettleable(Why::NoDealerHand),
        1 => RoundState::Settled,
        _ => RoundState::Unsettleable(Why::TwoDealerHands),
    }
}
