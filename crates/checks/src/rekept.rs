//! A meter and its reserve as re-kept: the engine's ledger, and the fractions that displays hide.

use crate::case::{ReseedOwed, Standing};
use crate::hidden::Hidden;
use crate::settings::changed;
use feltproof_engine::{Account, Ledger, LedgerError};
use feltproof_model::engagement::LevelSettings;
use feltproof_model::{ManagerEvent, ManagerKind, Money};

/// A meter and its reserve as re-kept.
#[derive(Clone)]
pub struct Rekept {
    ledger: Ledger,
    meter: Hidden,
    reserve: Hidden,
    /// What the limit let through of the last coin-in, where it cut it.
    cut: Option<Reached>,
}

/// What a coin-in that met the limit added to the meter: anything from `least` to `most`, both
/// included, since the fraction that a display hides takes up room below the limit too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// With the largest fraction the record leaves possible, rounded down to a micro-dollar.
    pub least: Money,
    /// With the smallest, rounded up to a micro-dollar.
    pub most: Money,
}

impl Rekept {
    /// Opened at the values of an event; what its displays hide is not known yet.
    ///
    /// # Errors
    /// When the ledger cannot keep the settings or hold the amounts.
    pub fn open(settings: &LevelSettings, event: &ManagerEvent) -> Result<Self, LedgerError> {
        let ledger = Ledger::new(settings, event.display, event.reserve)?;
        let mut rekept = Self { ledger, meter: Hidden::NONE, reserve: Hidden::NONE, cut: None };
        rekept.meter = Hidden::behind(rekept.parts(event.display), rekept.unit());
        rekept.reserve = Hidden::below(rekept.reserve_unit(event.reserve));
        Ok(rekept)
    }

    /// The settings in force.
    pub const fn settings(&self) -> &LevelSettings {
        self.ledger.settings()
    }

    /// Parts in one unit of the display.
    fn unit(&self) -> i128 {
        self.parts(self.ledger.settings().display_unit)
    }

    fn parts(&self, amount: Money) -> i128 {
        i128::from(amount.micros()) * self.ledger.parts_per_micro()
    }

    fn money(&self, parts: i128) -> Money {
        let micros = parts.div_euclid(self.ledger.parts_per_micro().max(1));
        // Every balance of a ledger is within the range of money.
        i64::try_from(micros).map(Money::from_micros).unwrap_or_default()
    }

    /// Parts in one unit of the reserve as recorded: some managers record it to the last fraction,
    /// some as they show it.
    fn reserve_unit(&self, recorded: Money) -> i128 {
        let unit = self.unit();
        if unit > 0 && self.parts(recorded) % unit == 0 {
            unit
        } else {
            self.ledger.parts_per_micro()
        }
    }

    /// Applies an event as recorded; for a reseed gives what it should have added.
    ///
    /// # Errors
    /// When the ledger cannot hold the amounts.
    pub fn apply(&mut self, event: &ManagerEvent) -> Result<Option<ReseedOwed>, LedgerError> {
        let before = self.ledger.parts_per_micro();
        let owed = match event.kind {
            ManagerKind::Reading | ManagerKind::Open | ManagerKind::Close => None,
            ManagerKind::Config => {
                // A change that cannot be read changes nothing; CFG-006 reports it.
                if let Ok(settings) = changed(self.ledger.settings(), &event.value) {
                    self.ledger.set_settings(&settings)?;
                }
                None
            }
            ManagerKind::CoinIn => {
                self.coin_in(event.amount)?;
                None
            }
            ManagerKind::Award => {
                self.ledger.take(event.amount)?;
                None
            }
            ManagerKind::Reseed => {
                let owed = self.reseed_owed();
                self.ledger.reseed()?;
                // The whole reserve went to the meter, with whatever was hidden in it.
                self.meter = self.meter.joined(self.reserve);
                self.reserve = Hidden::NONE;
                Some(owed)
            }
            ManagerKind::Adjustment => {
                self.ledger.adjust_meter(event.amount, Account::Correction)?;
                None
            }
            ManagerKind::ReserveAdjustment => {
                self.ledger.adjust_reserve(event.amount)?;
                None
            }
        };
        let factor = self.ledger.parts_per_micro() / before.max(1);
        if factor > 1 {
            self.meter = self.meter.scaled(factor);
            self.reserve = self.reserve.scaled(factor);
        }
        Ok(owed)
    }

    /// A coin-in; under a limit the hidden fraction takes up room as well.
    fn coin_in(&mut self, amount: Money) -> Result<(), LedgerError> {
        let held =
            |ledger: &Ledger| (ledger.parts(Account::Meter), ledger.parts(Account::Overflow));
        let (before, over_before) = held(&self.ledger);
        self.ledger.coin_in(amount)?;
        self.cut = None;
        let Some(limit) = self.ledger.settings().limit else { return Ok(()) };
        let (after, over_after) = held(&self.ledger);
        let contribution = (after - before) + (over_after - over_before);
        let was = self.meter.ends();
        self.meter = self.meter.limited(before, after, contribution, self.parts(limit));
        let now = self.meter.ends();
        // What the meter gained with the largest and with the smallest fraction.
        let (least, most) = (after + now.1 - before - was.1, after + now.0 - before - was.0);
        if least < contribution {
            let up = most + self.ledger.parts_per_micro() - 1;
            self.cut = Some(Reached { least: self.money(least), most: self.money(up) });
        }
        Ok(())
    }

    /// What the limit let through of the last coin-in; `None` where it let all through.
    pub const fn cut(&self) -> Option<Reached> {
        self.cut
    }

    /// What meter and reserve gained by the shares of wagers since the opening.
    pub fn contributions(&self) -> (Money, Money) {
        (self.ledger.meter_movements().contributions, self.ledger.reserve_movements().contributions)
    }

    /// What a reseed now adds.
    fn reseed_owed(&self) -> ReseedOwed {
        let drawn = self.ledger.parts(Account::Reserve);
        let (low, high) = self.reserve.ends();
        let seed = self.ledger.settings().seed;
        // Journals hold amounts far inside the range of money.
        let with = |parts: i128| seed.checked_add(self.money(parts)).unwrap_or(seed);
        ReseedOwed { least: with(drawn + low), most: with(drawn + high) }
    }

    /// What the event should record, given what is known: the recorded values where some hidden
    /// fraction explains them.
    pub fn foretold(&self, event: &ManagerEvent) -> Standing {
        let (meter, reserve) = self.explained(event);
        let unit = self.reserve_unit(event.reserve);
        let display = match meter {
            Some(_) => event.display,
            None => self.money(self.meter.shown(self.ledger.parts(Account::Meter), self.unit())),
        };
        let reserve = match reserve {
            Some(_) => event.reserve,
            None => self.money(self.reserve.shown(self.ledger.parts(Account::Reserve), unit)),
        };
        Standing { display, reserve }
    }

    fn explained(&self, event: &ManagerEvent) -> (Option<Hidden>, Option<Hidden>) {
        let meter = self.meter.explaining(
            self.ledger.parts(Account::Meter),
            self.parts(event.display),
            self.unit(),
        );
        let reserve = self.reserve.explaining(
            self.ledger.parts(Account::Reserve),
            self.parts(event.reserve),
            self.reserve_unit(event.reserve),
        );
        (meter, reserve)
    }

    /// Learns from the recorded values. Where no hidden fraction explains them and `anchor` is set,
    /// the next segment starts at the recorded values.
    ///
    /// # Errors
    /// When the ledger cannot hold the amounts.
    pub fn learn(&mut self, event: &ManagerEvent, anchor: bool) -> Result<(), LedgerError> {
        let (meter, reserve) = self.explained(event);
        let off = meter.is_none() || reserve.is_none();
        if let Some(known) = meter {
            self.meter = known;
        }
        if let Some(known) = reserve {
            self.reserve = known;
        }
        if !(off && anchor) {
            return Ok(());
        }
        // Each account that is off starts again at its recorded value; the other keeps its exact
        // balance.
        if meter.is_none() {
            let exact = self.ledger.parts(Account::Meter);
            self.move_meter(event.display, exact)?;
            self.meter = Hidden::behind(self.parts(event.display), self.unit());
        }
        if reserve.is_none() {
            let exact = self.ledger.parts(Account::Reserve);
            let gap = self.gap(event.reserve, exact);
            self.ledger.adjust_reserve(gap)?;
            self.reserve = Hidden::below(self.reserve_unit(event.reserve));
        }
        Ok(())
    }

    fn move_meter(&mut self, recorded: Money, exact: i128) -> Result<(), LedgerError> {
        let gap = self.gap(recorded, exact);
        self.ledger.adjust_meter(gap, Account::Correction)
    }

    /// What brings `exact` to the recorded value or less than a micro-dollar above it.
    fn gap(&self, recorded: Money, exact: i128) -> Money {
        recorded.checked_sub(self.money(exact)).unwrap_or_default()
    }

    /// What meter and reserve hold: with the smallest fraction possible, rounded down as shown.
    pub fn standing(&self) -> Standing {
        Standing {
            display: self.money(self.meter.shown(self.ledger.parts(Account::Meter), self.unit())),
            reserve: self.money(
                self.reserve
                    .shown(self.ledger.parts(Account::Reserve), self.ledger.parts_per_micro()),
            ),
        }
    }
}
