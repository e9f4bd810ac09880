//! Keeps one level of a progressive, exactly: what its meter, its reserve and every other account
//! should hold after each event.
//!
//! Amounts are integers over one fixed denominator, the least common multiple of those of the
//! rates, so a contribution of one third is carried to the end and nothing is lost by rounding.
//! Only what is *shown* is rounded, and always down. No event allocates.

use crate::account::{Account, Balances};
use feltproof_model::engagement::{LevelSettings, Overflow};
use feltproof_model::{Money, Rate, Rounding};

/// Why an event could not be posted. The ledger is then as it was before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LedgerError {
    /// An amount or balance beyond ±9.2 trillion dollars.
    #[error("the amount or a balance is beyond 9223372036854.775807 dollars")]
    TooLarge,
    /// The denominators of the rates have no common multiple the ledger can hold.
    #[error(
        "the contribution and reserve rates have denominators too large to keep exactly together; \
         write them as short percentages"
    )]
    RatesTooFine,
    /// A display or contribution unit, or a limit, that is not above nothing.
    #[error("a display unit, contribution unit or limit must be more than nothing")]
    UnitNotPositive,
    /// A negative amount where only a positive one has a meaning (a wager, an award).
    #[error("a wager or award cannot be negative")]
    Negative,
    /// More than the whole meter was asked for.
    #[error("an award cannot be more than 100% of the meter")]
    ShareAboveWhole,
}

/// The books of one level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ledger {
    settings: LevelSettings,
    /// Units in a micro-dollar.
    units: i128,
    balances: Balances,
    /// What of the wagers went to meter and reserve and was left to the house since the ledger was opened, in exact units.
    contributed: [i128; 3],
}

impl Ledger {
    /// Opens the books at the values of an opening reading; their other side is
    /// [`Account::Correction`]. `Err`: settings that cannot be kept: [`LedgerError::RatesTooFine`],
    /// [`LedgerError::UnitNotPositive`].
    pub fn new(
        settings: &LevelSettings,
        opening_display: Money,
        opening_reserve: Money,
    ) -> Result<Self, LedgerError> {
        let units = common_units(1, settings)?;
        let opening = [(Account::Meter, opening_display), (Account::Reserve, opening_reserve)];
        let opened =
            opening.into_iter().try_fold(Balances::default(), |books, (account, money)| {
                books.moved(Account::Correction, account, micros(money) * units)
            });
        let opened = opened.filter(|b| b.within(most(settings, units)));
        Ok(Self {
            settings: settings.clone(),
            units,
            balances: opened.ok_or(LedgerError::TooLarge)?,
            contributed: [0; 3],
        })
    }

    /// Progressive wagers of `amount`: the contribution to the meter (cut down to the contribution
    /// unit, if one is declared, and up to the limit; the rest overflows to where it is declared to
    /// go), the reserve's share to the reserve, what is left to the house. Returns what overflowed,
    /// in exact parts. `Err`: [`LedgerError::Negative`], [`LedgerError::TooLarge`].
    pub fn coin_in(&mut self, amount: Money) -> Result<i128, LedgerError> {
        let wagered = self.positive(amount)?;
        let mut contribution = self.part(wagered, self.settings.contribution)?;
        if let Some(unit) = self.settings.contribution_unit {
            contribution -= contribution % (micros(unit) * self.units);
        }
        let reserve = self.part(wagered, self.settings.reserve)?;
        let to_meter = match self.settings.limit {
            Some(limit) => {
                let room = micros(limit) * self.units - self.balances.of(Account::Meter);
                contribution.min(room.max(0))
            }
            None => contribution,
        };
        let kept = wagered.checked_sub(contribution).and_then(|k| k.checked_sub(reserve));
        let kept = kept.ok_or(LedgerError::TooLarge)?;
        let over = contribution - to_meter;
        let over_to = match self.settings.overflow {
            Overflow::Reserve => Account::Reserve,
            Overflow::House => Account::House,
            // What another meter takes in, its own ledger says.
            Overflow::Undeclared | Overflow::Meter(_) => Account::Overflow,
        };
        let over_if = |to| if over_to == to { over } else { 0 };
        let shares = [
            (Account::Meter, to_meter),
            (over_to, over),
            (Account::Reserve, reserve),
            (Account::House, kept),
        ];
        self.commit_wager(
            shares.into_iter().try_fold(self.balances, |books, (account, units)| {
                books.moved(Account::Player, account, units)
            }),
            [to_meter, reserve + over_if(Account::Reserve), kept + over_if(Account::House)],
        )?;
        Ok(over)
    }

    /// Commits balances, and counts what of the wagers went to meter and reserve and was left to the house: totals for
    /// the reader, never an input of a balance.
    fn commit_wager(
        &mut self,
        balances: Option<Balances>,
        parts: [i128; 3],
    ) -> Result<(), LedgerError> {
        let mut contributed = self.contributed;
        for (sum, units) in contributed.iter_mut().zip(parts) {
            let more = sum.checked_add(units).filter(|sum| self.floored(*sum).is_some());
            *sum = more.ok_or(LedgerError::TooLarge)?;
        }
        self.commit(balances)?;
        self.contributed = contributed;
        Ok(())
    }

    /// What a full meter of another level passed on to this one: a recorded amount, whatever the
    /// limit. `Err`: [`LedgerError::Negative`], [`LedgerError::TooLarge`].
    pub fn take_in(&mut self, amount: Money) -> Result<(), LedgerError> {
        let units = self.positive(amount)?;
        let balances = self.balances.moved(Account::Overflow, Account::Meter, units);
        self.commit_wager(balances, [units, 0, 0])
    }

    /// What overflowed to where it cannot be told is found in the reserve: so many exact parts.
    /// `Err`: [`LedgerError::TooLarge`].
    pub fn find_in_reserve(&mut self, parts: i128) -> Result<(), LedgerError> {
        let balances = self.balances.moved(Account::Overflow, Account::Reserve, parts);
        self.commit_wager(balances, [0, parts, 0])
    }

    /// An award of a share of the *displayed* meter, rounded down to a cent; what the display does
    /// not show stays. Returns the prize. `Err`: [`LedgerError::ShareAboveWhole`],
    /// [`LedgerError::TooLarge`]; [`LedgerError::Negative`] when the meter itself is below nothing.
    pub fn award(&mut self, share: Rate) -> Result<Money, LedgerError> {
        if share.is_greater_than(Rate::ONE) {
            return Err(LedgerError::ShareAboveWhole);
        }
        let prize = share.of(self.display(), Rounding::Down).ok_or(LedgerError::TooLarge)?;
        let prize = prize.floor_to_cent();
        self.take(prize)?;
        Ok(prize)
    }

    /// An award of a recorded amount. It may take more than the meter holds: the meter then stands
    /// below nothing, and it is for the reader of the books to say so. `Err`:
    /// [`LedgerError::Negative`], [`LedgerError::TooLarge`].
    pub fn take(&mut self, amount: Money) -> Result<(), LedgerError> {
        let units = self.positive(amount)?;
        self.commit(self.balances.moved(Account::Meter, Account::Winner, units))
    }

    /// The return of the meter to its base: the seed from the house and the whole reserve, which is
    /// then nothing. Returns what was added, rounded down to a micro-dollar. The limit binds
    /// contributions, not reseeds. `Err`: [`LedgerError::TooLarge`].
    pub fn reseed(&mut self) -> Result<Money, LedgerError> {
        let seed = self.exact(self.settings.seed)?;
        let drawn = self.balances.of(Account::Reserve);
        let added = seed.checked_add(drawn).ok_or(LedgerError::TooLarge)?;
        let money = self.floored(added).ok_or(LedgerError::TooLarge)?;
        self.commit(
            self.balances
                .moved(Account::House, Account::Meter, seed)
                .and_then(|b| b.moved(Account::Reserve, Account::Meter, drawn)),
        )?;
        Ok(money)
    }

    /// A manual adjustment of the meter, signed, against the account that bears it. `Err`:
    /// [`LedgerError::TooLarge`].
    pub fn adjust_meter(&mut self, amount: Money, counter: Account) -> Result<(), LedgerError> {
        let units = self.exact(amount)?;
        self.commit(self.balances.moved(counter, Account::Meter, units))
    }

    /// The same of the reserve, against [`Account::Correction`]. `Err`: [`LedgerError::TooLarge`].
    pub fn adjust_reserve(&mut self, amount: Money) -> Result<(), LedgerError> {
        let units = self.exact(amount)?;
        self.commit(self.balances.moved(Account::Correction, Account::Reserve, units))
    }

    /// What the display should show: the meter rounded down to the display unit.
    pub fn display(&self) -> Money {
        let unit = micros(self.settings.display_unit);
        let units = self.balances.of(Account::Meter).div_euclid(self.units * unit);
        let money = i64::try_from(units * unit);
        Money::from_micros(money.expect("a balance leaves room for the display unit"))
    }

    /// The reserve, rounded down to a micro-dollar.
    pub fn reserve(&self) -> Money {
        self.balance(Account::Reserve)
    }

    /// Goes on under other settings; every balance keeps its fraction. `Err`: settings that cannot
    /// be kept: [`LedgerError::RatesTooFine`], [`LedgerError::UnitNotPositive`].
    pub fn set_settings(&mut self, settings: &LevelSettings) -> Result<(), LedgerError> {
        let units = common_units(self.units, settings)?;
        let factor = units / self.units;
        let balances = self.balances.scaled(factor).ok_or(LedgerError::RatesTooFine)?;
        if !balances.within(most(settings, units)) {
            return Err(LedgerError::TooLarge);
        }
        // Sums within the range of money fit, as balances do.
        self.contributed = self.contributed.map(|units| units * factor);
        self.balances = balances;
        self.units = units;
        self.settings = settings.clone();
        Ok(())
    }

    /// The settings in force.
    pub const fn settings(&self) -> &LevelSettings {
        &self.settings
    }

    /// What an account holds, rounded down to a micro-dollar.
    pub fn balance(&self, account: Account) -> Money {
        self.total(self.balances.of(account))
    }

    /// What an account holds, exactly: in parts, [`Self::parts_per_micro`] to a micro-dollar.
    pub fn parts(&self, account: Account) -> i128 {
        self.balances.of(account)
    }

    /// Parts in a micro-dollar; it grows when new settings bring finer rates.
    pub const fn parts_per_micro(&self) -> i128 {
        self.units
    }

    /// Contributed to meter and reserve since the opening, each rounded down to a micro-dollar.
    pub fn contributions(&self) -> (Money, Money) {
        let [meter, reserve, _] = self.contributed;
        (self.total(meter), self.total(reserve))
    }

    /// What of the wagers was left to the house since the ledger was opened: neither meter nor reserve had it, nor did it
    /// overflow to anywhere else. Rounded down to a micro-dollar; the seeds that the house paid in are not taken off.
    pub fn left_to_house(&self) -> Money {
        self.total(self.contributed[2])
    }

    fn total(&self, units: i128) -> Money {
        self.floored(units).expect("balances and totals are kept within the range of money")
    }

    fn commit(&mut self, balances: Option<Balances>) -> Result<(), LedgerError> {
        let most = most(&self.settings, self.units);
        self.balances = balances.filter(|b| b.within(most)).ok_or(LedgerError::TooLarge)?;
        Ok(())
    }

    fn exact(&self, amount: Money) -> Result<i128, LedgerError> {
        micros(amount).checked_mul(self.units).ok_or(LedgerError::TooLarge)
    }

    fn positive(&self, amount: Money) -> Result<i128, LedgerError> {
        if amount < Money::ZERO { Err(LedgerError::Negative) } else { self.exact(amount) }
    }

    /// A rate's part of exact units; without remainder, since `units` holds its denominator.
    fn part(&self, units: i128, rate: Rate) -> Result<i128, LedgerError> {
        (units / i128::from(rate.denominator()))
            .checked_mul(i128::from(rate.numerator()))
            .ok_or(LedgerError::TooLarge)
    }

    fn floored(&self, units: i128) -> Option<Money> {
        i64::try_from(units.div_euclid(self.units)).ok().map(Money::from_micros)
    }
}

/// The largest balance: the range of money, but for the display unit, to which a display is rounded down.
fn most(settings: &LevelSettings, units: i128) -> i128 {
    (i128::from(i64::MAX) - micros(settings.display_unit)) * units
}

const fn micros(amount: Money) -> i128 {
    amount.micros() as i128
}

/// The least common multiple of `start` and the denominators, if any amount times it fits.
fn common_units(start: i128, settings: &LevelSettings) -> Result<i128, LedgerError> {
    let units = [Some(settings.display_unit), settings.contribution_unit, settings.limit];
    if units.into_iter().flatten().any(|unit| unit <= Money::ZERO) {
        return Err(LedgerError::UnitNotPositive);
    }
    // Twice the range of money, so that the sum of two amounts fits as well.
    let most = i128::MAX / (i128::from(i64::MAX) * 4);
    let mut common = start;
    for rate in [settings.contribution, settings.reserve] {
        let denominator = i128::from(rate.denominator());
        common = common
            .checked_mul(denominator / gcd(common, denominator))
            .filter(|c| *c <= most)
            .ok_or(LedgerError::RatesTooFine)?;
    }
    Ok(common)
}

const fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
