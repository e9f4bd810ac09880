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

    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::House => "house",
            Self::Meter => "meter",
            Self::Reserve => "reserve",
            Self::Overflow => "overflow",
            Self::Winner => "winner",
            Self::Correction => "correction",
        }
    }
}

/// One balance for each account, in exact units of the ledger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Balances([i128; Account::COUNT]);

impl Balances {
    pub(crate) const fn of(&self, account: Account) -> i128 {
        self.0[account as usize]
    }

    /// The balances after moving `units` from one account to another; `None` on overflow.
    pub(crate) const fn moved(mut self, from: Account, to: Account, units: i128) -> Option<Self> {
        let (Some(less), Some(_)) =
            (self.of(from).checked_sub(units), self.of(to).checked_add(units))
        else {
            return None;
        };
        self.0[from as usize] = less;
        // After the first half, since both may be one account.
        self.0[to as usize] = match self.of(to).checked_add(units) {
            Some(more) => more,
            None => return None,
        };
        Some(self)
    }

    /// Every balance times `factor`; `None` on overflow.
    pub(crate) fn scaled(self, factor: i128) -> Option<Self> {
        let mut balances = self.0;
        for balance in &mut balances {
            *balance = balance.checked_mul(factor)?;
        }
        Some(Self(balances))
    }

    /// True when no balance is larger than `most` either way.
    pub(crate) fn within(&self, most: i128) -> bool {
        self.0.iter().all(|b| b.unsigned_abs() <= most.unsigned_abs())
    }
}
