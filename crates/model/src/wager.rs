//! The named bets.

use crate::money::Money;
use std::fmt;
use std::ops::{Index, IndexMut};

/// A named bet. `Envy` is a payment without a stake of its own; it is listed here because journals
/// give it a `_returned` column like the bets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Wager {
    /// The first mandatory bet.
    Ante,
    /// The second mandatory bet, equal to the Ante.
    SuperBonus,
    /// The bet made after seeing the cards.
    Play,
    /// The pair-of-queens-or-better side bet.
    QueensUp,
    /// The progressive wager.
    Progressive,
    /// The fixed payment for somebody else's hand; never staked.
    Envy,
}

impl Wager {
    /// How many there are.
    pub const COUNT: usize = 6;

    /// All, in the order reports list them.
    pub const ALL: [Self; Self::COUNT] =
        [Self::Ante, Self::SuperBonus, Self::Play, Self::QueensUp, Self::Progressive, Self::Envy];

    /// The name in journals and data files.
    #[inline]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Ante => "ante",
            Self::SuperBonus => "super_bonus",
            Self::Play => "play",
            Self::QueensUp => "queens_up",
            Self::Progressive => "progressive",
            Self::Envy => "envy",
        }
    }

    /// The name on the layout.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Ante => "Ante",
            Self::SuperBonus => "Super Bonus",
            Self::Play => "Play",
            Self::QueensUp => "Queens Up",
            Self::Progressive => "Progressive",
            Self::Envy => "Envy",
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
