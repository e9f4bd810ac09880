//! What the families of games have in common and where they differ: how many cards, which wagers.

use feltproof_model::Wager;

/// Games that one piece of code settles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Ante and Super Bonus against five cards that qualify with king high (`crazy4`).
    Crazy4,
    /// Ante alone against six cards that need not qualify, with an automatic bonus (`four_card`).
    FourCardPoker,
    /// Ante and Odds against five cards that open with king high (`frenzy`).
    FourCardFrenzy,
}

/// Cards of a player's hand in every family.
pub const PLAYER_CARDS: usize = 5;

impl Family {
    /// All.
    pub const ALL: [Self; 3] = [Self::Crazy4, Self::FourCardPoker, Self::FourCardFrenzy];

    /// The name in definitions.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Crazy4 => "crazy4",
            Self::FourCardPoker => "four-card-poker",
            Self::FourCardFrenzy => "four-card-frenzy",
        }
    }

    /// From the name in definitions.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|f| f.key() == key)
    }

    /// The wager made after seeing the cards.
    pub const fn raise(self) -> Wager {
        match self {
            Self::Crazy4 | Self::FourCardPoker => Wager::Play,
            Self::FourCardFrenzy => Wager::Raise,
        }
    }

    /// The second mandatory wager, equal to the Ante.
    pub const fn second(self) -> Option<Wager> {
        match self {
            Self::Crazy4 => Some(Wager::SuperBonus),
            Self::FourCardPoker => None,
            Self::FourCardFrenzy => Some(Wager::Odds),
        }
    }

    /// Cards of the hand that the players play against.
    pub const fn opponent_cards(self) -> usize {
        match self {
            Self::Crazy4 | Self::FourCardFrenzy => 5,
            Self::FourCardPoker => 6,
        }
    }

    /// True when the dealer's hand must be king high or better to play.
    pub const fn has_qualifier(self) -> bool {
        !matches!(self, Self::FourCardPoker)
    }

    /// The wagers that a table of this family must name a paytable for.
    pub const fn needs_paytable(self) -> Wager {
        match self {
            Self::Crazy4 => Wager::SuperBonus,
            Self::FourCardPoker => Wager::AnteBonus,
            Self::FourCardFrenzy => Wager::Odds,
        }
    }

    /// The wagers for which definitions of this family have paytables; the progressive's is named
    /// by its link, every other by the table.
    pub const fn paytable_wagers(self) -> &'static [Wager] {
        match self {
            Self::Crazy4 => {
                &[Wager::SuperBonus, Wager::QueensUp, Wager::BadBeat, Wager::Progressive]
            }
            Self::FourCardPoker => {
                &[Wager::AnteBonus, Wager::AcesUp, Wager::CoverAll, Wager::Progressive]
            }
            Self::FourCardFrenzy => &[Wager::Odds, Wager::FourCardBonus, Wager::Prime],
        }
    }
}
