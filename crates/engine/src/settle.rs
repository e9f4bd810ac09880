//! Settles one round: what the reference says every wager of every seat is owed.
//!
//! Here is what concerns the round as a whole: whether it is void, whether it can be settled, who
//! brings whom envy. What one hand wins is the family's business (`crazy4`).

use crate::rank::HandRank;
use crate::rank_tables::best_four_of_five;
use crate::rules::TableRules;
use feltproof_model::event::{Action, HandRow};
use feltproof_model::seat::SEAT_MAX;
use feltproof_model::{Money, Rate, Seat, SeatSet, Wager, WagerMap};

/// A set of wagers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WagerSet(u8);

impl WagerSet {
    /// No wager.
    pub const EMPTY: Self = Self(0);
    /// Every wager.
    pub const ALL: Self = Self((1 << Wager::COUNT) - 1);

    /// With this wager too.
    #[must_use]
    pub const fn with(self, wager: Wager) -> Self {
        Self(self.0 | 1 << wager as u8)
    }

    /// Without this wager.
    #[must_use]
    pub const fn without(self, wager: Wager) -> Self {
        Self(self.0 & !(1 << wager as u8))
    }

    /// True when this wager is in the set.
    pub const fn contains(self, wager: Wager) -> bool {
        self.0 & (1 << wager as u8) != 0
    }

    /// True when there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// In report order.
    pub fn iter(self) -> impl Iterator<Item = Wager> {
        Wager::ALL.into_iter().filter(move |w| self.contains(*w))
    }
}

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
}

/// The round as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundSettlement {
    /// Settled, void, or neither.
    pub state: RoundState,
    /// The dealer's rank, if the dealer's cards are on record.
    pub dealer: Option<HandRank>,
    /// The dealer's hand is known and qualifies (king high or better).
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
    /// No row of the dealer.
    NoDealerHand,
    /// More than one row of the dealer.
    TwoDealerHands,
    /// A player banker at a house-banked game.
    PlayerBanker,
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
            Self::NoDealerHand => "no row for the dealer's hand is on record",
            Self::TwoDealerHands => "the dealer's hand is recorded more than once",
            Self::PlayerBanker => "a player banker is recorded at a house-banked game",
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
    out.extend(rows.iter().map(|row| SettledHand { rank: rank_of(row), ..SettledHand::default() }));
    let dealer = rows.iter().zip(&*out).find(|(r, _)| r.seat == Seat::Dealer);
    let dealer = dealer.and_then(|(_, hand)| hand.rank);
    let state = state_of(rules, rows);
    let round = RoundSettlement {
        state,
        dealer,
        dealer_qualifies: dealer.is_some_and(HandRank::is_king_high_or_better),
    };
    for (row, hand) in rows.iter().zip(out.iter_mut()) {
        if row.seat.player().is_none() {
            continue;
        }
        match state {
            RoundState::Unsettleable(_) => {}
            RoundState::Void => return_stakes(row, hand),
            RoundState::Settled => crate::crazy4::settle_hand(rules, row, &round, hand),
        }
    }
    if state == RoundState::Settled {
        share_envy(rules, rows, out);
    }
    round
}

/// A void round returns every stake (ruling `void_round`) and owes no envy.
fn return_stakes(row: &HandRow, hand: &mut SettledHand) {
    hand.testable = WagerSet::ALL;
    for wager in Wager::ALL.into_iter().filter(|w| *w != Wager::Envy) {
        if row.stake[wager] < Money::ZERO {
            hand.testable = hand.testable.without(wager);
        } else {
            hand.owed[wager] = row.stake[wager];
        }
    }
}

/// The rank of five different cards; anything else has none.
fn rank_of(row: &HandRow) -> Option<HandRank> {
    let cards = row.cards.exactly::<5>()?;
    let bits = cards.iter().fold(0_u64, |bits, card| bits | 1 << card.number());
    (bits.count_ones() == 5).then(|| best_four_of_five(cards))
}

/// Void comes before every contradiction: a round that was declared void needs no cards.
fn state_of(rules: &TableRules, rows: &[HandRow]) -> RoundState {
    let proper = rules.cards_per_hand();
    let wrong_count = |row: &HandRow| !row.cards.is_empty() && row.cards.len() != proper;
    if rows.iter().any(|row| row.action == Action::Void || wrong_count(row)) {
        return RoundState::Void;
    }
    let mut seats = SeatSet::EMPTY;
    let mut dealers = 0_u32;
    let mut cards = 0_u64;
    for row in rows {
        match row.seat {
            Seat::Banker => return RoundState::Unsettleable(Why::PlayerBanker),
            Seat::Dealer => dealers += 1,
            Seat::Player(n) if n == 0 || n > SEAT_MAX => {
                return RoundState::Unsettleable(Why::NoSuchSeat);
            }
            Seat::Player(n) if seats.contains(n) => {
                return RoundState::Unsettleable(Why::SeatTwice);
            }
            Seat::Player(n) => seats = seats.with(n),
        }
        for card in row.cards.as_slice() {
            let bit = 1 << card.number();
            if cards & bit != 0 {
                return RoundState::Unsettleable(Why::RepeatedCard);
            }
            cards |= bit;
        }
    }
    match dealers {
        0 => RoundState::Unsettleable(Why::NoDealerHand),
        1 => RoundState::Settled,
        _ => RoundState::Unsettleable(Why::TwoDealerHands),
    }
}

/// Envy: each seat with a progressive wager is owed the fixed amount once for every *other* player
/// whose hand qualifies. Never for its own hand or the dealer's (document 001, Rules of Play 10).
///
/// It is decided only when every other hand that might bring it is on record.
fn share_envy(rules: &TableRules, rows: &[HandRow], out: &mut [SettledHand]) {
    // The rank of each seat whose hand brings envy; seats are unique in a settled round.
    let mut holders = [None; SEAT_MAX as usize + 1];
    let mut unknown = SeatSet::EMPTY;
    for (row, hand) in rows.iter().zip(&*out) {
        let Seat::Player(seat) = row.seat else { continue };
        match (rules.brings_envy_when(row), hand.rank) {
            (Some(false), _) => {}
            (_, None) => unknown = unknown.with(seat),
            (_, Some(rank)) if !rules.brings_envy(rank) => {}
            (None, Some(_)) => unknown = unknown.with(seat),
            (Some(true), Some(rank)) => {
                if let Some(slot) = holders.get_mut(usize::from(seat)) {
                    *slot = Some(rank);
                }
            }
        }
    }
    for (row, hand) in rows.iter().zip(out) {
        let Seat::Player(seat) = row.seat else { continue };
        let decided = match rules.receives_envy(row) {
            Some(false) => true,
            None => false,
            Some(true) => {
                add_envy(rules, &holders, row, hand) && unknown.iter().all(|other| other == seat)
            }
        };
        if decided {
            hand.testable = hand.testable.with(Wager::Envy);
        }
    }
}

/// Adds what the holders other than this seat bring it; false when the sum cannot be told.
fn add_envy(
    rules: &TableRules,
    holders: &[Option<HandRank>; SEAT_MAX as usize + 1],
    row: &HandRow,
    hand: &mut SettledHand,
) -> bool {
    let mut sum = Money::ZERO;
    for (holder, rank) in (0_u8..).zip(holders) {
        let Some(rank) = rank.filter(|_| row.seat != Seat::Player(holder)) else { continue };
        let amount = rules.envy_amount(rank, row.stake[Wager::Progressive]);
        let Some(total) = amount.and_then(|a| sum.checked_add(a)) else { return false };
        sum = total;
        hand.envy_from = hand.envy_from.with(holder);
    }
    hand.owed[Wager::Envy] = sum;
    true
}
