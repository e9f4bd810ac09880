//! The named bets, as one table: a new bet is one entry.

use crate::money::Money;
use std::fmt;
use std::ops::{Index, IndexMut};

/// What a wager is in its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Made before the cards, by everybody who plays.
    Mandatory,
    /// Made after seeing the cards.
    Raise,
    /// Optional, beside the base game.
    SideBet,
    /// No bet of a player, but with a column like one.
    Unstaked,
}

/// The table of wagers: variant, name in journals and data files, name on the layout, kind.
macro_rules! wagers {
    ($($(#[$doc:meta])* $wager:ident $key:literal $title:literal $kind:ident,)*) => {
        /// A named bet. Three are no bets of a player but have columns like the bets: the automatic
        /// bonus on the Ante and envy are payments without a stake of their own, and the bank is what
        /// a player banker puts up to cover the others' wagers.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Wager {
            $($(#[$doc])* $wager,)*
        }

        impl Wager {
            /// All, in the order reports list them.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$wager),*];
            /// How many there are.
            pub const COUNT: usize = [$($key),*].len();

            /// The name in journals and data files.
            #[inline]
            pub const fn key(self) -> &'static str {
                match self {
                    $(Self::$wager => $key,)*
                }
            }

            /// The column of what came back of it: `ante_returned`.
            pub const fn key_returned(self) -> &'static str {
                match self {
                    $(Self::$wager => concat!($key, "_returned"),)*
                }
            }

            /// The name on the layout.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$wager => $title,)*
                }
            }

            #[inline]
            const fn kind(self) -> Kind {
                match self {
                    $(Self::$wager => Kind::$kind,)*
                }
            }
        }
    };
}

wagers! {
    /// The first mandatory bet.
    Ante "ante" "Ante" Mandatory,
    /// The second mandatory bet of Crazy 4 Poker, equal to the Ante.
    SuperBonus "super_bonus" "Super Bonus" Mandatory,
    /// The second mandatory bet of Four Card Frenzy, equal to the Ante.
    Odds "odds" "Odds" Mandatory,
    /// The bet made after seeing the cards (Crazy 4 Poker, Four Card Poker).
    Play "play" "Play" Raise,
    /// The bet made after seeing the cards (Four Card Frenzy).
    Raise "raise" "Raise" Raise,
    /// The pair-of-queens-or-better side bet of Crazy 4 Poker.
    QueensUp "queens_up" "Queens Up" SideBet,
    /// The pair-of-aces-or-better side bet of Four Card Poker.
    AcesUp "aces_up" "Aces Up" SideBet,
    /// The side bet on a good hand that is beaten, the player's or the dealer's.
    BadBeat "bad_beat" "Bad Beat Bonus" SideBet,
    /// The side bet on the player's four-card hand in Four Card Frenzy.
    FourCardBonus "four_card_bonus" "4 Card Bonus" SideBet,
    /// The side bet on the colours of the player's five cards.
    Prime "prime" "Prime" SideBet,
    /// The side bet on the highest hand among all dealt.
    CoverAll "cover_all" "Cover All" SideBet,
    /// The progressive wager.
    Progressive "progressive" "Progressive" SideBet,
    /// The automatic bonus on the Ante of Four Card Poker; never staked.
    AnteBonus "ante_bonus" "Ante Bonus" Unstaked,
    /// The fixed payment for somebody else's hand; never staked.
    Envy "envy" "Envy" Unstaked,
    /// What a player banker puts up, and what of it is left after the round.
    Bank "bank" "Bank" Unstaked,
}

impl Wager {
    /// True for a bet that a player stakes: not for the automatic bonus, envy and the bank.
    #[inline]
    pub const fn is_staked(self) -> bool {
        !matches!(self.kind(), Kind::Unstaked)
    }

    /// True for an optional bet beside the base game.
    #[inline]
    pub const fn is_side_bet(self) -> bool {
        matches!(self.kind(), Kind::SideBet)
    }

    /// True for a bet made after seeing the cards.
    #[inline]
    pub const fn is_raise(self) -> bool {
        matches!(self.kind(), Kind::Raise)
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

/// A set of wagers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WagerSet(u32);

impl WagerSet {
    /// No wager.
    pub const EMPTY: Self = Self(0);
    /// Every wager.
    pub const ALL: Self = Self((1 << Wager::COUNT) - 1);

    /// With this wager too.
    #[inline]
    #[must_use]
    pub const fn with(self, wager: Wager) -> Self {
        Self(self.0 | 1 << wager as u8)
    }

    /// Without this wager.
    #[inline]
    #[must_use]
    pub const fn without(self, wager: Wager) -> Self {
        Self(self.0 & !(1 << wager as u8))
    }

    /// True when this wager is in the set.
    #[inline]
    pub const fn contains(self, wager: Wager) -> bool {
        self.0 & (1 << wager as u8) != 0
    }

    /// True when there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// A bit for each wager in report order, the first the lowest.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// How many.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Those in one of the sets, or in both.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Those that are not in the other set.
    #[inline]
    #[must_use]
    pub const fn without_all(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The wagers with an amount other than nothing.
    #[inline]
    pub fn of(amounts: &WagerMap) -> Self {
        let bits = amounts.as_slice().iter().zip(0_u32..);
        Self(bits.fold(0, |set, (amount, place)| set | u32::from(!amount.is_zero()) << place))
    }

    /// The others.
    #[inline]
    #[must_use]
    pub const fn complement(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }

    /// In report order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Wager> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let wager = Wager::ALL.get(left.trailing_zeros() as usize).copied()?;
            left &= left - 1;
            Some(wager)
        })
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
