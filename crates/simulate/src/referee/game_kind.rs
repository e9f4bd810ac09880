//! The games of the documents, and what tells one from another at the table.

use feltproof_model::{Seat, Wager};

/// A game of the documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GameKind {
    /// Crazy 4 Poker, house-banked (document 001).
    Crazy4Washington,
    /// Crazy 4 Poker, player-banked (document 000).
    Crazy4California,
    /// Crazy 4 Poker version 2 (document 004).
    Crazy4Version2,
    /// Four Card Poker with Cover All (document 002).
    FourCardPoker,
    /// Four Card Frenzy (document 003).
    FourCardFrenzy,
}

impl GameKind {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Crazy4Washington,
        Self::Crazy4California,
        Self::Crazy4Version2,
        Self::FourCardPoker,
        Self::FourCardFrenzy,
    ];

    /// The id of its definition, as engagement files write it.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Crazy4Washington => "crazy4-wa",
            Self::Crazy4California => "crazy4-ca",
            Self::Crazy4Version2 => "crazy4-v2",
            Self::FourCardPoker => "four-card-poker",
            Self::FourCardFrenzy => "four-card-frenzy",
        }
    }

    /// From the id of its definition.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.id() == id)
    }

    /// Whether a player keeps the bank.
    pub const fn is_player_banked(self) -> bool {
        matches!(self, Self::Crazy4California)
    }

    /// The fewest and the most players who wager in a round; a player banker is not among them.
    pub const fn players(self) -> (u8, u8) {
        if self.is_player_banked() { (1, 5) } else { (1, 6) }
    }

    /// How many cards a position is dealt.
    pub const fn cards_of(self, seat: Seat) -> usize {
        match (self, seat) {
            (Self::FourCardPoker, Seat::Dealer) => 6,
            _ => 5,
        }
    }

    /// Whether a position holds the hand that the players have to beat.
    pub const fn is_opponent(self, seat: Seat) -> bool {
        match seat {
            Seat::Player(_) => false,
            Seat::Dealer => !self.is_player_banked(),
            Seat::Banker(_) => self.is_player_banked(),
        }
    }

    /// The wagers of the base game, decided by comparing hands.
    pub(super) const fn base(self) -> &'static [Wager] {
        match self {
            Self::FourCardPoker => &[Wager::Ante, Wager::Play],
            Self::FourCardFrenzy => &[Wager::Ante, Wager::Raise],
            _ => &[Wager::Ante, Wager::SuperBonus, Wager::Play],
        }
    }
}
