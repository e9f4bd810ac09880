//! The accounts of a progressive level, and balanced postings between them.

/// Where money of a progressive level can stand. A posting takes from some and gives to others; the
/// sum of all accounts is always nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Account {
    /// The players' money: falls by every progressive wager.
    Player,
    /// The house: what is left of a wager after meter and reserve; pays the seed of a reseed.
    House,
    /// The prize money of the level, with the fraction that the display does not show.
    Meter,
    /// The pool for the next reseed.
    Reserve,
    /// Contributions above the limit of the meter that go neither to its reserve nor to the house; below
    /// nothing by what a full meter of another level passed on to this one.
    Overflow,
    /// What winners were given.
    Winner,
    /// The other side of opening readings, documented adjustments.
    Correction,
}

impl Account {
    /// How many there are.
    pub const COUNT: usize = 7;

    /// All, in the order reports list them.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Player,
        Self::House,
        Self::Meter,
        Self::Reserve,
        Self::Overflow,
        Self::Winner,
        Self::Correction,
    ];
}

/// One balance for each account, in exact units of the ledger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Balances([i128; Account::COUNT]);

impl Balances {
    pub(crate) const fn of(&self, account: Account) -> i128 {
        self.0[account as usize]
    }

    /// The balances after moving `units` from one account to another; `None` on overflow.
    pub(crate) fn moved(mut self, from: Account, to: Account, units: i128) -> Option<Self> {
        for (account, units) in [(from, units.checked_neg()?), (to, units)] {
            let balance = &mut self.0[account as usize];
            *balance = balance.checked_add(units)?;
        }
        Some(self)
    }

    /// Every balance times `factor`; `None` on overflow.
    pub(crate) fn scaled(mut self, factor: i128) -> Option<Self> {
        for balance in &mut self.0 {
            *balance = balance.checked_mul(factor)?;
        }
        Some(self)
    }

    /// True when no balance is larger than `most` either way.
    pub(crate) fn within(&self, most: i128) -> bool {
        self.0.iter().all(|b| b.unsigned_abs() <= most.unsigned_abs())
    }
}
