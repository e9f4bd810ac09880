//! Meter and reserve of a link from the opening reading to the last event: the sums of their reconciliation, their course.

use super::Standing;
use super::series::Series;
use feltproof_engine::LedgerError;
use feltproof_model::engagement::Link;
use feltproof_model::workpaper::{MeterPoint, MeterReconciliation, Movement};
use feltproof_model::{Departures, Locus, ManagerEvent, ManagerKind, Money, Sum};

/// Both accounts of a link.
#[derive(Default)]
pub(super) struct Flows {
    meter: Flow,
    reserve: Flow,
}

/// Sums and course for one line of the reconciliation.
#[derive(Default)]
struct Flow {
    opening: Money,
    awards: Money,
    reseeds: Money,
    reseeds_recorded: Money,
    adjustments: Money,
    recorded: Money,
    departures: Departures,
    series: Series,
}

/// Adds an amount to a sum of the reconciliation.
fn add(sum: &mut Money, amount: Money) -> Result<(), LedgerError> {
    *sum = sum.checked_add(amount).ok_or(LedgerError::TooLarge)?;
    Ok(())
}

/// What moved from one amount to another.
fn moved(from: Money, to: Money) -> Result<Money, LedgerError> {
    to.checked_sub(from).ok_or(LedgerError::TooLarge)
}

impl Flows {
    /// Sets the opening readings.
    pub(super) fn open(&mut self, at: Standing) {
        (self.meter.opening, self.reserve.opening) = (at.display, at.reserve);
    }

    /// Adds what an event moved on record, but for wagers.
    ///
    /// # Errors
    /// When a sum cannot hold the amounts.
    pub(super) fn add(
        &mut self,
        event: &ManagerEvent,
        before: Standing,
    ) -> Result<(), LedgerError> {
        match event.kind {
            ManagerKind::Award => add(&mut self.meter.awards, event.amount),
            ManagerKind::Reseed => {
                add(&mut self.meter.reseeds_recorded, event.amount)?;
                add(&mut self.reserve.reseeds_recorded, moved(before.reserve, event.reserve)?)
            }
            ManagerKind::Adjustment => add(&mut self.meter.adjustments, event.amount),
            ManagerKind::ReserveAdjustment => add(&mut self.reserve.adjustments, event.amount),
            ManagerKind::Reading
            | ManagerKind::Open
            | ManagerKind::Close
            | ManagerKind::CoinIn
            | ManagerKind::TrayPay
            | ManagerKind::Overflow
            | ManagerKind::Config => Ok(()),
        }
    }

    /// Adds what a reseed should have moved: what was due to the meter, and what left the reserve by where that was kept
    /// before it and after it.
    ///
    /// # Errors
    /// When a sum cannot hold the amounts.
    pub(super) fn reseed(
        &mut self,
        due: Money,
        held: Money,
        now: Money,
    ) -> Result<(), LedgerError> {
        add(&mut self.meter.reseeds, due)?;
        add(&mut self.reserve.reseeds, moved(held, now)?)
    }

    /// Takes in where the accounts stand after an event: by the record before it, and as kept from the opening reading.
    /// `units` are what the record of each may hide.
    pub(super) fn point(
        &mut self,
        (event, locus): (&ManagerEvent, Locus),
        [after, kept]: [Standing; 2],
        units: [Money; 2],
    ) {
        let [meter, reserve] = movements(event.kind);
        let stands = [event.display, after.display, kept.display];
        self.meter.point((event, meter, locus), stands, units[0]);
        let stands = [event.reserve, after.reserve, kept.reserve];
        self.reserve.point((event, reserve, locus), stands, units[1]);
    }

    /// Each reconciled with where it is kept to, and what wagers gave it.
    pub(super) fn reconcile(
        &self,
        of: (&Link, u64),
        kept: Standing,
        (to_meter, to_reserve): (Money, Money),
    ) -> [MeterReconciliation; 2] {
        [
            self.meter.reconcile(of, "meter", kept.display, to_meter),
            self.reserve.reconcile(of, "reserve", kept.reserve, to_reserve),
        ]
    }
}

impl Flow {
    /// Takes in where the account stands after an event: as recorded, as it should be by the record before it, and as kept
    /// from the opening reading. `unit` is what its record may hide.
    fn point(
        &mut self,
        (event, moved_by, locus): (&ManagerEvent, Option<Movement>, Locus),
        [recorded, expected, kept]: [Money; 3],
        unit: Money,
    ) {
        self.recorded = recorded;
        let above = |of: Money| Sum::from(recorded) - of;
        self.departures.take(locus, (above(kept), above(expected)), unit);
        self.series.push(MeterPoint { time: event.time, recorded, kept, moved_by });
    }

    fn reconcile(
        &self,
        (link, events): (&Link, u64),
        account: &'static str,
        expected: Money,
        contributions: Money,
    ) -> MeterReconciliation {
        MeterReconciliation {
            link: link.id.to_string(),
            level: link.level.to_string(),
            account,
            opening: self.opening,
            contributions,
            awards: self.awards,
            reseeds: self.reseeds,
            reseeds_recorded: self.reseeds_recorded,
            departures: self.departures.clone(),
            adjustments: self.adjustments,
            expected,
            recorded: self.recorded,
            events,
            standing: Vec::new(),
            series: self.series.points.clone(),
        }
    }
}

/// What an event is to the meter and to the reserve.
const fn movements(kind: ManagerKind) -> [Option<Movement>; 2] {
    match kind {
        ManagerKind::Award => [Some(Movement::Award), None],
        ManagerKind::Reseed => [Some(Movement::Reseed); 2],
        ManagerKind::Adjustment => [Some(Movement::Adjustment), None],
        ManagerKind::ReserveAdjustment => [None, Some(Movement::Adjustment)],
        _ => [None; 2],
    }
}
