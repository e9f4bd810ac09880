//! Settles one round: what the reference says every wager of every seat is owed.
//!
//! Here is what concerns the round as a whole: whether it is void, whether it can be settled. What
//! one hand wins is in `hand`; who brings whom envy in `envy`; what limits cut in
//! `limits`.

use crate::game::Banked;
use crate::rank::HandRank;
use crate::rank_six::best_four_of_six;
use crate::rank_tables::best_four_of_five;
use crate::rules::TableRules;
use crate::{cover_all, envy, hand, limits};
use feltproof_model::seat::SEAT_MAX;
use feltproof_model::{Action, HandRow};
use feltproof_model::{Card, Money, Rate, Seat, SeatSet, Wager, WagerMap, WagerSet};

/// The most rows of a round that can be settled: every seat, a dealer and a banker.
pub(crate) const ROWS_MAX: usize = SEAT_MAX as usize + 2;

/// One hand as the reference settles it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SettledHand {
    /// Its rank; `None` without five different cards on record.
    pub rank: Option<HandRank>,
    /// What must be returned for each wager: stake and winnings, the stake on a push, nothing on
    /// a loss. Zero for a wager that is not [testable](Self::testable), except that an undecided
    /// envy holds what the hands on record bring at least. A meter award is not in here.
    pub owed: WagerMap,
    /// The wagers that the reference could decide. A wager without a stake is decided (nothing is
    /// owed). The rows of dealer and banker have none.
    pub testable: WagerSet,
    /// Share of the level's displayed meter that the progressive wager wins.
    pub meter_share: Option<Rate>,
    /// The seats whose hands bring this seat envy.
    pub envy_from: SeatSet,
    /// The wagers of which less was paid because the aggregate limit was reached.
    pub cut_by_aggregate: WagerSet,
    /// The wagers that the player banker could not cover in full.
    pub cut_by_bank: WagerSet,
}

/// The round as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundSettlement {
    /// Settled, void, or neither.
    pub state: RoundState,
    /// The rank of the hand the players play against, the dealer's or the player banker's, if its
    /// cards are on record.
    pub dealer: Option<HandRank>,
    /// That hand is known and qualifies: king high or better, or any hand where the game asks for
    /// nothing.
    pub dealer_qualifies: bool,
}

/// What can be said of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundState {
    /// Its wagers are settled as far as the record allows.
    Settled,
    /// Declared void, or a hand has a wrong number of cards: all stakes are returned.
    Void,
    /// The record contradicts itself; nothing is decided.
    Unsettleable(Why),
}

/// Why a round cannot be settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// No row of the dealer (the player banker, where a player banks).
    NoDealerHand,
    /// More than one row of the dealer (the player banker).
    TwoDealerHands,
    /// A player banker at a house-banked game.
    PlayerBanker,
    /// A house dealer with cards at a player-banked game.
    HouseDealer,
    /// A seat number that no journal can write (1 to 9).
    NoSuchSeat,
    /// A seat is recorded twice.
    SeatTwice,
    /// The same card stands twice in the round.
    RepeatedCard,
}

impl Why {
    /// In words, to follow "the round cannot be settled: ".
    pub const fn describe(self) -> &'static str {
        match self {
            Self::NoDealerHand => "no row for the hand to play against is on record",
            Self::TwoDealerHands => "the hand to play against is recorded more than once",
            Self::PlayerBanker => "a player banker is recorded at a house-banked game",
            Self::HouseDealer => "a house dealer's hand is recorded at a player-banked game",
            Self::NoSuchSeat => "a seat number is not 1 to 9",
            Self::SeatTwice => "a seat is recorded more than once",
            Self::RepeatedCard => "the same card is recorded more than once",
        }
    }
}

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
    let any = !rules.family().has_qualifier();
    let round = RoundSettlement {
        state,
        dealer,
        dealer_qualifies: dealer.is_some_and(|rank| any || rank.is_king_high_or_better()),
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
        if row.stake[wager] < Money::ZERO {
            hand.testable = hand.testable.without(wager);
        } else if wager != Wager::Progressive || !rules.readings.progressive_stands_when_void {
            hand.owed[wager] = row.stake[wager];
        }
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
