//! The named bets.

use crate::money::Money;
use std::fmt;
use std::ops::{Index, IndexMut};

/// A named bet. Three are no bets of a player but have columns like the bets: the automatic bonus on
/// the Ante and envy are payments without a stake of their own, and the bank is what a player banker
/// puts up to cover the others' wagers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Wager {
    /// The first mandatory bet.
    Ante,
    /// The second mandatory bet of Crazy 4 Poker, equal to the Ante.
    SuperBonus,
    /// The second mandatory bet of Four Card Frenzy, equal to the Ante.
    Odds,
    /// The bet made after seeing the cards (Crazy 4 Poker, Four Card Poker).
    Play,
    /// The bet made after seeing the cards (Four Card Frenzy).
    Raise,
    /// The pair-of-queens-or-better side bet of Crazy 4 Poker.
    QueensUp,
    /// The pair-of-aces-or-better side bet of Four Card Poker.
    AcesUp,
    /// The side bet on a good hand that is beaten, the player's or the dealer's.
    BadBeat,
    /// The side bet on the player's four-card hand in Four Card Frenzy.
    FourCardBonus,
    /// The side bet on the colours of the player's five cards.
    Prime,
    /// The side bet on the highest hand among all dealt.
    CoverAll,
    /// The progressive wager.
    Progressive,
    /// The automatic bonus on the Ante of Four Card Poker; never staked.
    AnteBonus,
    /// The fixed payment for somebody else's hand; never staked.
    Envy,
    /// What a player banker puts up, and what of it is left after the round.
    Bank,
}

impl Wager {
    /// How many there are.
    pub const COUNT: usize = 15;

    /// All, in the order reports list them.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Ante,
        Self::SuperBonus,
        Self::Odds,
        Self::Play,
        Self::Raise,
        Self::QueensUp,
        Self::AcesUp,
        Self::BadBeat,
        Self::FourCardBonus,
        Self::Prime,
        Self::CoverAll,
        Self::Progressive,
        Self::AnteBonus,
        Self::Envy,
        Self::Bank,
    ];

    /// True for a bet that a player stakes: not for the automatic bonus, envy and the bank.
    #[inline]
    pub const fn is_staked(self) -> bool {
        !matches!(self, Self::AnteBonus | Self::Envy | Self::Bank)
    }

    /// True for an optional bet beside the base game.
    #[inline]
    pub const fn is_side_bet(self) -> bool {
        matches!(
            self,
            Self::QueensUp
                | Self::AcesUp
                | Self::BadBeat
                | Self::FourCardBonus
                | Self::Prime
                | Self::CoverAll
                | Self::Progressive
        )
    }

    /// The name in journals and data files.
    #[inline]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Ante => "ante",
            Self::SuperBonus => "super_bonus",
            Self::Odds => "odds",
            Self::Play => "play",
            Self::Raise => "raise",
            Self::QueensUp => "queens_up",
            Self::AcesUp => "aces_up",
            Self::BadBeat => "bad_beat",
            Self::FourCardBonus => "four_card_bonus",
            Self::Prime => "prime",
            Self::CoverAll => "cover_all",
            Self::Progressive => "progressive",
            Self::AnteBonus => "ante_bonus",
            Self::Envy => "envy",
            Self::Bank => "bank",
        }
    }

    /// The name on the layout.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Ante => "Ante",
            Self::SuperBonus => "Super Bonus",
            Self::Odds => "Odds",
            Self::Play => "Play",
            Self::Raise => "Raise",
            Self::QueensUp => "Queens Up",
            Self::AcesUp => "Aces Up",
            Self::BadBeat => "Bad Beat Bonus",
            Self::FourCardBonus => "4 Card Bonus",
            Self::Prime => "Prime",
            Self::CoverAll => "Cover All",
            Self::Progressive => "Progressive",
            Self::AnteBonus => "Ante Bonus",
            Self::Envy => "Envy",
            Self::Bank => "Bank",
        }
    }

    /// From the name in journals and data files.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|w| w.key() == key)
    }
}

impl fmt::Display for Wager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.title())
    }
}

/// One amount for each wager.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WagerMap([Money; Wager::COUNT]);

impl WagerMap {
    /// Every wager with its amount, in report order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Wager, Money)> {
        Wager::ALL.into_iter().zip(self.0)
    }

    /// The amounts in the order of [`Wager::ALL`].
    #[inline]
    pub const fn as_slice(&self) -> &[Money] {
        &self.0
    }

    /// The sum in micro-dollars.
    #[inline]
    pub fn total_micros(&self) -> i128 {
        self.0.iter().map(|m| i128::from(m.micros())).sum()
    }
}

impl Index<Wager> for WagerMap {
    type Output = Money;
    #[inline]
    fn index(&self, wager: Wager) -> &Money {
        &self.0[wager as usize]
    }
}

impl IndexMut<Wager> for WagerMap {
    #[inline]
    fn index_mut(&mut self, wager: Wager) -> &mut Money {
        &mut self.0[wager as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_places_agree() {
        for (i, wager) in Wager::ALL.into_iter().enumerate() {
            assert_eq!(wager as usize, i);
            assert_eq!(Wager::from_key(wager.key()), Some(wager));
        }
        assert_eq!(Wager::from_key("Ante"), None);
    }
}
