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

    /// What tells it from the others.
    pub(crate) const fn layout(self) -> &'static Layout {
        match self {
            Self::Crazy4Washington => &WASHINGTON,
            Self::Crazy4California => &CALIFORNIA,
            Self::Crazy4Version2 => &VERSION_2,
            Self::FourCardPoker => &FOUR_CARD_POKER,
            Self::FourCardFrenzy => &FOUR_CARD_FRENZY,
        }
    }

    /// The id of its definition, as engagement files write it.
    pub const fn id(self) -> &'static str {
        self.layout().id
    }

    /// From the id of its definition.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.id() == id)
    }

    /// Whether a player keeps the bank.
    pub const fn is_player_banked(self) -> bool {
        self.layout().is_player_banked
    }

    /// The fewest and the most players who wager in a round; a player banker is not among them.
    pub const fn players(self) -> (u8, u8) {
        if self.is_player_banked() { (1, 5) } else { (1, 6) }
    }

    /// How many cards a position is dealt.
    pub const fn cards_of(self, seat: Seat) -> usize {
        match seat {
            Seat::Dealer => self.layout().dealer_cards,
            Seat::Player(_) | Seat::Banker(_) => 5,
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
}

/// A game at the table.
pub(crate) struct Layout {
    id: &'static str,
    /// The prefix of the names of its tables.
    pub(crate) prefix: &'static str,
    dealer_cards: usize,
    is_player_banked: bool,
    /// The mandatory wager beside the Ante.
    pub(crate) second: Option<Wager>,
    /// The wager made after seeing the cards.
    pub(crate) after: Wager,
    /// How Ante, second wager, the wager after the cards and the automatic bonus are settled.
    pub(crate) base: Base,
    /// The wagers in the order of the columns of the hands journal of its day.
    pub(crate) columns: &'static [Wager],
    /// The rule packs that its day is judged by.
    pub(crate) packs: &'static str,
}

/// The rules of the base games.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Base {
    /// Documents 000, 001 and 004.
    Crazy4,
    /// Document 002 and public descriptions.
    FourCardPoker,
    /// Document 003.
    FourCardFrenzy,
}

const WASHINGTON: Layout = Layout {
    id: "crazy4-wa",
    prefix: "C4P",
    dealer_cards: 5,
    is_player_banked: false,
    second: Some(Wager::SuperBonus),
    after: Wager::Play,
    base: Base::Crazy4,
    columns: &[
        Wager::Ante,
        Wager::SuperBonus,
        Wager::Play,
        Wager::QueensUp,
        Wager::Progressive,
        Wager::Envy,
    ],
    packs: "packs = [\"us-wa\"]",
};

const CALIFORNIA: Layout = Layout {
    id: "crazy4-ca",
    is_player_banked: true,
    columns: &[Wager::Ante, Wager::SuperBonus, Wager::Play, Wager::QueensUp, Wager::Bank],
    packs: NO_PACK,
    ..WASHINGTON
};

const VERSION_2: Layout = Layout {
    id: "crazy4-v2",
    columns: &[Wager::Ante, Wager::SuperBonus, Wager::Play, Wager::QueensUp],
    packs: NO_PACK,
    ..WASHINGTON
};

/// Its last table deals Crazy 4 Poker with the Bad Beat Bonus, so there are columns of both.
const FOUR_CARD_POKER: Layout = Layout {
    id: "four-card-poker",
    prefix: "FCP",
    dealer_cards: 6,
    second: None,
    base: Base::FourCardPoker,
    columns: &[
        Wager::Ante,
        Wager::SuperBonus,
        Wager::Play,
        Wager::AnteBonus,
        Wager::AcesUp,
        Wager::CoverAll,
        Wager::QueensUp,
        Wager::BadBeat,
        Wager::Progressive,
        Wager::Envy,
    ],
    ..WASHINGTON
};

const FOUR_CARD_FRENZY: Layout = Layout {
    id: "four-card-frenzy",
    prefix: "FCF",
    second: Some(Wager::Odds),
    after: Wager::Raise,
    base: Base::FourCardFrenzy,
    columns: &[Wager::Ante, Wager::Odds, Wager::Raise, Wager::FourCardBonus, Wager::Prime],
    packs: NO_PACK,
    ..WASHINGTON
};

/// The pack is Washington's; of the other days only the one that document 001 names is there.
const NO_PACK: &str = "packs = []";
