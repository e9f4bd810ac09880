//! A set of wagers (Ante, Play, side bets), one bit for each.

use crate::wager::{Wager, WagerMap};

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
