//! The meter of a link kept from its opening reading alone, never set back to the record: what it should come to in the
//! end, what moved it, and the same by gaming day.

use super::Standing;
use super::days::Days;
use super::flow::{Flow, movements};
use super::kept::Kept;
use crate::hole::Hole;
use crate::subject::Subject;
use feltproof_engine::LedgerError;
use feltproof_model::workpaper::MeterReconciliation;
use feltproof_model::{LinkId, ManagerEvent, ManagerKind, MeterDay, Money, StandingAward};

/// The books from the opening reading on, with what is said of them in the end.
#[derive(Default)]
pub(super) struct Through {
    /// The meter, and where it stands; `None` before the first event.
    kept: Option<(Kept, Standing)>,
    meter: Flow,
    reserve: Flow,
    days: Days,
    events: u64,
}

/// Adds an amount to a sum of the reconciliation.
fn add(sum: &mut Money, amount: Money) -> Result<(), LedgerError> {
    *sum = sum.checked_add(amount).ok_or(LedgerError::TooLarge)?;
    Ok(())
}

impl Through {
    /// The first event, and the meter as it leaves it.
    pub(super) fn begin(&mut self, event: &ManagerEvent, kept: &Kept) -> Result<(), LedgerError> {
        (self.meter.opening, self.reserve.opening) = (event.display, event.reserve);
        self.kept = Some((kept.clone(), kept.standing()?));
        Ok(())
    }

    /// Takes in an event that moves it.
    pub(super) fn apply(&mut self, event: &ManagerEvent) -> Result<(), LedgerError> {
        if let Some((kept, standing)) = &mut self.kept {
            kept.apply(event)?;
            kept.learn(event, false)?;
            *standing = kept.standing()?;
        }
        Ok(())
    }

    /// Tells the gaming days of the next event, before any ledger takes it in; `latest` is what the event before it
    /// recorded.
    pub(super) fn turn_day(
        &mut self,
        (event, day): (&ManagerEvent, u16),
        hole: Option<Hole>,
        latest: Standing,
    ) -> Result<(), LedgerError> {
        match &self.kept {
            Some((kept, _)) if self.events > 0 => {
                self.days.before((event, day), hole, kept, latest)
            }
            _ => {
                self.days.begin(day, latest);
                Ok(())
            }
        }
    }

    /// Adds an event, but for the first, to the sums of the whole period and of its gaming day; `before` is where the
    /// meter stood.
    pub(super) fn add(
        &mut self,
        event: &ManagerEvent,
        before: Standing,
    ) -> Result<(), LedgerError> {
        if self.events == 0 {
            return Ok(());
        }
        match event.kind {
            ManagerKind::Award => add(&mut self.meter.awards, event.amount)?,
            ManagerKind::Reseed => {
                add(&mut self.meter.reseeds, event.amount)?;
                add(&mut self.reserve.reseeds, before.reserve.negated())?;
            }
            ManagerKind::Adjustment => add(&mut self.meter.adjustments, event.amount)?,
            ManagerKind::ReserveAdjustment => add(&mut self.reserve.adjustments, event.amount)?,
            ManagerKind::Reading
            | ManagerKind::Open
            | ManagerKind::Close
            | ManagerKind::CoinIn
            | ManagerKind::TrayPay
            | ManagerKind::Overflow
            | ManagerKind::Config => {}
        }
        match &self.kept {
            Some((kept, _)) => self.days.after(event, kept),
            None => Ok(()),
        }
    }

    /// Counts an event, and notes where meter and reserve stand after it.
    pub(super) fn note(&mut self, event: &ManagerEvent) {
        self.events += 1;
        let kept = self.kept.as_ref().map(|(_, standing)| *standing);
        let [meter, reserve] = movements(event.kind);
        self.meter.point((event, meter), event.display, kept.map(|kept| kept.display));
        self.reserve.point((event, reserve), event.reserve, kept.map(|kept| kept.reserve));
    }

    /// What an account should show after an event of the latest day is left open.
    pub(super) fn leave_open(&mut self, hole: Hole) {
        self.days.leave_open(hole);
    }

    /// The rest of the latest day is not known.
    pub(super) fn cut_short(&mut self) {
        self.days.cut_short();
    }

    /// Meter and reserve reconciled from the opening reading to the last event, with the awards that stand.
    pub(super) fn reconcile(
        &self,
        (subject, link): (&Subject, LinkId),
        standing: Vec<StandingAward>,
    ) -> Vec<MeterReconciliation> {
        let Some((kept, at)) = &self.kept else { return Vec::new() };
        let (to_meter, to_reserve) = kept.contributions();
        let of = (subject.link(link), self.events);
        let mut meter = self.meter.reconcile(of, "meter", at.display, to_meter);
        meter.standing = standing;
        vec![meter, self.reserve.reconcile(of, "reserve", at.reserve, to_reserve)]
    }

    /// Meter and reserve by gaming day.
    pub(super) fn by_day(&self, subject: &Subject, link: LinkId) -> Vec<MeterDay> {
        let kept = self.kept.as_ref();
        kept.map_or_else(Vec::new, |(kept, _)| self.days.rows(subject, link, kept))
    }
}
