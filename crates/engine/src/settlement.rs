//! What settling a round says: for each hand what it is owed and what could be decided, and for the
//! round as a whole whether it could be settled.

use crate::rank::HandRank;
use feltproof_model::seat::SEAT_MAX;
use feltproof_model::{Rate, SeatSet, WagerMap, WagerSet};

/// The most rows of a round that can be settled: every seat, a dealer and a banker.
pub(crate) const ROWS_MAX: usize = SEAT_MAX as usize + 2;

/// One hand as the reference settles it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SettledHand {
    /// Its rank; `None` without five different cards on record.
    pub rank: Option<HandRank>,
    /// The wagers made: those of its row with a stake.
    pub made: WagerSet,
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
    /// The rank of the hand to play against, dealer's or banker's, if its cards are on record.
    pub dealer: Option<HandRank>,
    /// That hand is known and qualifies: king high or better, or any where none is asked for.
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
