//! A meter and its reserve as we keep them: the engine's ledger, and the fractions behind the displays.

use super::Standing;
use super::behind::Behind;
use super::fraction::{Fraction, money, parts};
use super::reserve::{ReseedOwed, reseed_owed};
use super::settings::changed;
use feltproof_engine::{Account, Ledger, LedgerError};
use feltproof_model::engagement::{LevelSettings, Link, Overflow};
use feltproof_model::{ManagerEvent, ManagerKind, Money, Rounding};

#[derive(Clone)]
pub(super) struct Kept {
    pub(super) ledger: Ledger,
    meter: Fraction,
    reserve: Behind,
    /// By what its reseed added, the latest event shows that the reserve is in whole dollars.
    turned_whole: bool,
    /// What the limit let through of the last coin-in, and what it cut off, where it cut it.
    pub(super) cut: Option<Cut>,
    pub(super) passed: Option<Passed>,
}

/// What a limit cut off of a coin-in: anything from `least` to `most`, both included, as for a [`Cut`].
#[derive(Clone, Copy)]
pub(super) struct Passed {
    /// Rounded down to a micro-dollar.
    pub(super) least: Money,
    /// Rounded up to a micro-dollar.
    pub(super) most: Money,
    /// The reserve shows that it took it in, or that is where it is declared to go.
    pub(super) in_reserve: bool,
}

/// What a coin-in that met the limit added to the meter: from `least` to `most`, both included, since
/// the fraction behind the display takes up room below the limit too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    /// With the largest fraction the record leaves possible, rounded down to a micro-dollar.
    pub least: Money,
    /// With the smallest, rounded up to a micro-dollar.
    pub most: Money,
}

impl Kept {
    /// Opened at recorded values; what stands behind its displays is not known yet.
    pub(super) fn open(link: &Link, at: Standing) -> Result<Self, LedgerError> {
        Self::with(&link.running, Behind::new(link.reserve_unit), at)
    }

    /// Opened once more, at recorded values and with the settings now in force.
    pub(super) fn reopened(&self, at: Standing) -> Result<Self, LedgerError> {
        Self::with(self.settings(), self.reserve, at)
    }

    fn with(settings: &LevelSettings, reserve: Behind, at: Standing) -> Result<Self, LedgerError> {
        let ledger = Ledger::new(settings, at.display, at.reserve)?;
        let reserve = reserve.restarted(&ledger, at.reserve);
        let meter = Fraction::NONE;
        let mut kept =
            Self { ledger, meter, reserve, turned_whole: false, cut: None, passed: None };
        kept.meter = Fraction::behind(parts(&kept.ledger, at.display), kept.unit());
        Ok(kept)
    }

    pub(super) const fn settings(&self) -> &LevelSettings {
        self.ledger.settings()
    }

    /// Parts in one unit of the display.
    fn unit(&self) -> i128 {
        parts(&self.ledger, self.ledger.settings().display_unit)
    }

    /// Applies an event as recorded; for a reseed gives what it should have added.
    pub(super) fn apply(
        &mut self,
        event: &ManagerEvent,
    ) -> Result<Option<ReseedOwed>, LedgerError> {
        let before = self.ledger.parts_per_micro();
        self.turned_whole = false;
        let mut owed = None;
        match event.kind {
            ManagerKind::Reading | ManagerKind::Open | ManagerKind::Close => {}
            ManagerKind::TrayPay => {}
            ManagerKind::Config => {
                // A change that cannot be read changes nothing.
                if let Ok(settings) = changed(self.ledger.settings(), &event.value) {
                    self.ledger.set_settings(&settings)?;
                }
            }
            ManagerKind::CoinIn => self.coin_in(event.amount, Some(event))?,
            ManagerKind::Overflow => self.ledger.take_in(event.amount)?,
            ManagerKind::Award => self.ledger.take(event.amount)?,
            ManagerKind::Reseed => {
                owed = Some(self.reseed_owed(event)?);
                self.ledger.reseed()?;
                // The whole reserve went to the meter, with whatever stood behind its display.
                self.meter = self.meter.joined(self.reserve.fraction());
                self.reserve = self.reserve.emptied(&self.ledger);
            }
            ManagerKind::Adjustment => {
                self.ledger.adjust_meter(event.amount, Account::Correction)?;
            }
            ManagerKind::ReserveAdjustment => self.ledger.adjust_reserve(event.amount)?,
        }
        let factor = self.ledger.parts_per_micro() / before.max(1);
        if factor > 1 {
            self.meter = self.meter.scaled(factor);
            self.reserve = self.reserve.scaled(factor);
        }
        Ok(owed)
    }

    /// What a reseed should add: one that adds what stands behind whole dollars shows the record's unit.
    fn reseed_owed(&mut self, event: &ManagerEvent) -> Result<ReseedOwed, LedgerError> {
        let owed = reseed_owed(&self.ledger, self.reserve.fraction())?;
        let fits = |owed: ReseedOwed| (owed.least..=owed.most).contains(&event.amount);
        let whole = self.reserve.turned_whole().filter(|_| !fits(owed));
        let Some(reserve) = whole else { return Ok(owed) };
        let in_whole = reseed_owed(&self.ledger, reserve.fraction())?;
        if !fits(in_whole) {
            return Ok(owed);
        }
        (self.reserve, self.turned_whole) = (reserve, true);
        Ok(in_whole)
    }

    /// True where from this event on whole dollars alone explain the reserve on record.
    pub(super) fn turns_whole(&self, event: &ManagerEvent) -> bool {
        let is_whole = || self.explained(event).1.is_some_and(Behind::is_whole);
        self.turned_whole || !self.reserve.is_whole() && is_whole()
    }

    /// A coin-in; under a limit the fraction behind the display takes up room as well.
    fn coin_in(&mut self, amount: Money, event: Option<&ManagerEvent>) -> Result<(), LedgerError> {
        let before = self.ledger.parts(Account::Meter);
        let over = self.ledger.coin_in(amount)?;
        (self.cut, self.passed) = (None, None);
        let Some(limit) = self.ledger.settings().limit else { return Ok(()) };
        let after = self.ledger.parts(Account::Meter);
        let contribution = (after - before) + over;
        let was = self.meter.ends();
        self.meter = self.meter.limited(before, after, contribution, parts(&self.ledger, limit));
        let now = self.meter.ends();
        // What the meter gained with the largest and with the smallest fraction.
        let (least, most) = (after + now.1 - before - was.1, after + now.0 - before - was.0);
        if least < contribution {
            let most_up = self.money_above(most)?;
            self.cut = Some(Cut { least: money(&self.ledger, least)?, most: most_up });
            self.overflow([contribution - most, over, contribution - least], event)?;
        }
        Ok(())
    }

    /// So many parts as an amount, rounded up to a micro-dollar.
    fn money_above(&self, parts: i128) -> Result<Money, LedgerError> {
        money(&self.ledger, parts + self.ledger.parts_per_micro() - 1)
    }

    /// What the limit cut off, in parts: with the smallest fraction, as the ledger has it, with the largest.
    fn overflow(
        &mut self,
        [least, over, most]: [i128; 3],
        event: Option<&ManagerEvent>,
    ) -> Result<(), LedgerError> {
        let with = self.reserve.joined(Fraction::between(least - over, most - over));
        let in_reserve = match self.ledger.settings().overflow {
            Overflow::Reserve => true,
            Overflow::House | Overflow::Meter(_) => false,
            // Where it went nobody says; the reserve may show whether it took it in.
            Overflow::Undeclared => event.is_some_and(|event| {
                let held = self.ledger.parts(Account::Reserve);
                let explains = |reserve: Behind, exact| {
                    reserve.explaining(&self.ledger, exact, event.reserve).is_some()
                };
                let without = explains(self.reserve, held);
                let fits_with = explains(with, held + over);
                if without && fits_with {
                    // As it is recorded the reserve does not show it: anything from none of it to all.
                    self.reserve = self.reserve.joined(Fraction::between(0, most));
                }
                fits_with && !without
            }),
        };
        if in_reserve {
            if self.ledger.settings().overflow == Overflow::Undeclared {
                self.ledger.find_in_reserve(over)?;
            }
            self.reserve = with;
        }
        let (least, most) = (money(&self.ledger, least)?, self.money_above(most)?);
        self.passed = Some(Passed { least, most, in_reserve });
        Ok(())
    }

    /// What the meter would display with a coin-in, with the smallest fraction possible.
    pub(super) fn display_with(&self, coin_in: &ManagerEvent) -> Result<Money, LedgerError> {
        let mut with = self.clone();
        with.coin_in(coin_in.amount, None)?;
        with.display()
    }

    /// What meter and reserve hold without what the displays hid at the opening, each rounded down to a micro-dollar.
    pub(super) fn balances(&self) -> Standing {
        let of = |account| self.ledger.balance(account);
        Standing { display: of(Account::Meter), reserve: of(Account::Reserve) }
    }

    /// What the event should record: the recorded values where some fraction explains them.
    pub(super) fn expected(&self, event: &ManagerEvent) -> Result<Standing, LedgerError> {
        let (meter, reserve) = self.explained(event);
        let mut expected = Standing::recorded(event);
        if meter.is_none() {
            expected.display = self.display()?;
        }
        if reserve.is_none() {
            // With the smallest fraction possible, rounded down as the recorded one is.
            let exact = self.ledger.parts(Account::Reserve);
            let shown = self.reserve.displayed(&self.ledger, exact, event.reserve);
            expected.reserve = money(&self.ledger, shown)?;
        }
        Ok(expected)
    }

    pub(super) fn fits(&self, event: &ManagerEvent) -> Result<bool, LedgerError> {
        Ok(self.expected(event)? == Standing::recorded(event))
    }

    /// The meter with the smallest fraction possible, rounded down as displayed.
    fn display(&self) -> Result<Money, LedgerError> {
        let exact = self.ledger.parts(Account::Meter);
        money(&self.ledger, self.meter.displayed(exact, self.unit()))
    }

    fn explained(&self, event: &ManagerEvent) -> (Option<Fraction>, Option<Behind>) {
        let meter = self.meter.explaining(
            self.ledger.parts(Account::Meter),
            parts(&self.ledger, event.display),
            self.unit(),
        );
        let exact = self.ledger.parts(Account::Reserve);
        (meter, self.reserve.explaining(&self.ledger, exact, event.reserve))
    }

    /// Learns from the recorded values; where nothing explains them and `anchor` is set, starts there anew.
    pub(super) fn learn(&mut self, event: &ManagerEvent, anchor: bool) -> Result<(), LedgerError> {
        let (meter, reserve) = self.explained(event);
        self.meter = meter.unwrap_or(self.meter);
        self.reserve = reserve.unwrap_or(self.reserve);
        // Each account that is off starts again at its recorded value; the other keeps its exact balance.
        if meter.is_none() && anchor {
            self.restart_meter(event)?;
        }
        if reserve.is_none() && anchor {
            self.restart_reserve(event)?;
        }
        Ok(())
    }

    /// Starts again at the recorded values: what stood behind the displays before a hole tells nothing now.
    pub(super) fn forget(&mut self, event: &ManagerEvent) -> Result<(), LedgerError> {
        self.restart_meter(event)?;
        self.restart_reserve(event)
    }

    fn restart_meter(&mut self, event: &ManagerEvent) -> Result<(), LedgerError> {
        let gap = self.gap(event.display, Account::Meter)?;
        self.ledger.adjust_meter(gap, Account::Correction)?;
        self.meter = Fraction::behind(parts(&self.ledger, event.display), self.unit());
        Ok(())
    }

    fn restart_reserve(&mut self, event: &ManagerEvent) -> Result<(), LedgerError> {
        let gap = self.gap(event.reserve, Account::Reserve)?;
        self.ledger.adjust_reserve(gap)?;
        self.reserve = self.reserve.restarted(&self.ledger, event.reserve);
        Ok(())
    }

    /// What brings an account to the recorded value or less than a micro-dollar above it.
    fn gap(&self, recorded: Money, account: Account) -> Result<Money, LedgerError> {
        let exact = money(&self.ledger, self.ledger.parts(account))?;
        recorded.checked_sub(exact).ok_or(LedgerError::TooLarge)
    }

    /// What meter and reserve hold: with the smallest fraction possible, rounded down as displayed.
    pub(super) fn standing(&self) -> Result<Standing, LedgerError> {
        // As it is shown: to the last fraction where nothing else is known.
        let exact = money(&self.ledger, self.reserve.least(self.ledger.parts(Account::Reserve)))?;
        let reserve = Rounding::Down.to_multiple_of(exact, self.reserve.shown_in());
        let reserve = reserve.ok_or(LedgerError::TooLarge)?;
        Ok(Standing { display: self.display()?, reserve })
    }
}

/// What was in force at each event of a link: its settings, and what its limit let through.
#[derive(Default)]
pub(crate) struct Past {
    /// Settings by the running number of the change that brought them, ascending.
    pub(super) history: Vec<(u64, LevelSettings)>,
    /// What a limit let through, by the number of the first coin-in of each run; `None`: all of it.
    cuts: Vec<(u64, Option<Cut>)>,
}

impl Past {
    /// The settings that a change brought before or at a running number; `None`: those it began with.
    pub(super) fn settings_at(&self, seq: u64) -> Option<&LevelSettings> {
        let after = self.history.partition_point(|(s, _)| *s <= seq);
        Some(&self.history.get(after.checked_sub(1)?)?.1)
    }

    /// What a limit let through of the coin-in of a running number; `None`: all of it.
    pub(crate) fn cut_at(&self, seq: u64) -> Option<Cut> {
        let after = self.cuts.partition_point(|(s, _)| *s <= seq);
        self.cuts.get(after.checked_sub(1)?)?.1
    }

    pub(super) fn note_cut(&mut self, seq: u64, cut: Option<Cut>) {
        // A meter that stands at its limit takes nothing, wager after wager: one entry.
        if self.cuts.last().and_then(|(_, last)| *last) != cut {
            self.cuts.push((seq, cut));
        }
    }
}
