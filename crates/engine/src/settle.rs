//! Settles one round: what the reference says every wager of every seat is owed.
//!
//! Here is what concerns the round as a whole: whether it is void, whether it can be settled. What
//! one hand wins is in `hand`; who brings whom envy in `envy`; what limits cut in
//! `limits`.

use crate::decision::{Decision, Effect, Rule};
use crate::game::Banked;
use crate::rank::HandRank;
use crate::readings::OpenPoint;
use crate::rules::TableRules;
use crate::settlement::{RoundSettlement, RoundState, SettledHand, Why};
use crate::{cover_all, envy, hand, limits};
use feltproof_model::event::{Action, HandRow};
use feltproof_model::seat::SEAT_MAX;
use feltproof_model::{Money, Seat, SeatSet, Wager, WagerSet};

/// Settles the rows of one round, one [`SettledHand`] for each in the same order. `out` is emptied
/// first; nothing is allocated when it has room for the rows.
pub fn settle(rules: &TableRules, rows: &[HandRow], out: &mut Vec<SettledHand>) -> RoundSettlement {
    out.clear();
    let mut seen = Seen::default();
    for row in rows {
        let rank = seen.row(rules, row);
        let made = WagerSet::of(&row.stake);
        out.push(SettledHand { rank, made, ..SettledHand::default() });
    }
    let state = seen.state();
    let dealer = rows.iter().zip(&*out).find(|(r, _)| rules.is_opponent(r.seat));
    let dealer = dealer.and_then(|(_, hand)| hand.rank);
    let qualifier = rules.family().qualifies.as_ref();
    let round = RoundSettlement {
        state,
        dealer,
        dealer_qualifies: dealer.is_some_and(|rank| qualifier.is_none_or(|q| rank >= q.from)),
    };
    match state {
        RoundState::Unsettleable(_) => {}
        RoundState::Void => settle_void(rules, rows, out),
        RoundState::Settled => {
            let players = |(row, _): &(&HandRow, _)| row.seat.player().is_some();
            for (row, hand) in rows.iter().zip(out.iter_mut()).filter(players) {
                hand::settle_hand(rules, row, &round, hand);
            }
            cover_all::settle(rules, rows, out);
            envy::settle(rules, rows, out);
            if rules.banked() == Banked::Player || rules.has_aggregate() {
                limits::apply(rules, rows, out);
            }
        }
    }
    round
}

/// Settles the rows of a round that is void, whatever else the record says of it: nothing is won. `out`
/// holds the ranks of the hands and their wagers, as [`settle`] leaves them.
pub fn settle_void(rules: &TableRules, rows: &[HandRow], out: &mut [SettledHand]) {
    for (row, hand) in rows.iter().zip(out) {
        let SettledHand { rank, made, .. } = *hand;
        *hand = SettledHand { rank, made, ..SettledHand::default() };
        match row.seat {
            Seat::Player(_) => return_stakes(rules, row, hand),
            Seat::Banker(_) => return_bank(row, hand),
            Seat::Dealer => {}
        }
    }
}

/// A void round returns every stake and owes no envy; by `void_round` the progressive may stand.
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
pub(crate) fn when_void(rules: &TableRules, wager: Wager) -> Decision<'_> {
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

/// What has been read of a round, row by row.
#[derive(Default)]
struct Seen {
    void: bool,
    /// The first contradiction.
    why: Option<Why>,
    seats: SeatSet,
    opponents: u32,
    /// One bit for each card.
    cards: u64,
}

impl Seen {
    /// The rank of the row's cards, if they are the proper number of different ones.
    #[inline]
    fn row(&mut self, rules: &TableRules, row: &HandRow) -> Option<HandRank> {
        let held = row.cards.as_slice();
        let proper = rules.cards_for(row.seat);
        // A round that was declared void needs no cards; a wrong number of them makes it void.
        self.void |= row.action == Action::Void || !held.is_empty() && held.len() != proper;
        let (mut cards, mut repeated) = (0_u64, 0_u64);
        for card in held {
            let bit = 1 << card.number();
            repeated |= cards & bit;
            cards |= bit;
        }
        let why = self.wrong_seat(rules, row);
        let twice = (repeated | (self.cards & cards) != 0).then_some(Why::RepeatedCard);
        self.why = self.why.or(why).or(twice);
        self.cards |= cards;
        let rank = rules.family().ranking.rank.filter(|_| repeated == 0 && held.len() == proper);
        rank.and_then(|rank| rank(&row.cards))
    }

    fn wrong_seat(&mut self, rules: &TableRules, row: &HandRow) -> Option<Why> {
        self.opponents += u32::from(rules.is_opponent(row.seat));
        match (row.seat, rules.banked()) {
            (Seat::Banker(_), Banked::House) => Some(Why::PlayerBanker),
            (Seat::Dealer, Banked::Player) if !row.cards.is_empty() => Some(Why::HouseDealer),
            (Seat::Player(n), _) if n == 0 || n > SEAT_MAX => Some(Why::NoSuchSeat),
            (Seat::Player(n) | Seat::Banker(n), _) if self.seats.contains(n) => {
                Some(Why::SeatTwice)
            }
            (Seat::Player(n) | Seat::Banker(n), _) => {
                self.seats = self.seats.with(n);
                None
            }
            (Seat::Dealer, _) => None,
        }
    }

    /// Void comes before every contradiction.
    fn state(&self) -> RoundState {
        match (self.why, self.opponents) {
            _ if self.void => RoundState::Void,
            (Some(why), _) => RoundState::Unsettleable(why),
            (None, 0) => RoundState::Unsettleable(Why::NoDealerHand),
            (None, 1) => RoundState::Settled,
            (None, _) => RoundState::Unsettleable(Why::TwoDealerHands),
        }
    }
}
