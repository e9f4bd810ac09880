//! Meter and reserve of a link from the opening reading to the last event: the sums of their reconciliation, their course.

use super::Standing;
use feltproof_engine::LedgerError;
use feltproof_model::engagement::Link;
use feltproof_model::workpaper::{MeterPoint, MeterReconciliation, Movement};
use feltproof_model::{Locus, ManagerEvent, ManagerKind, Money, Sum};

#[derive(Default)]
pub(super) struct Flows {
    meter: Flow,
    reserve: Flow,
}

/// One line of the reconciliation under way, and its course.
#[derive(Default)]
struct Flow {
    sums: MeterReconciliation,
    series: Series,
}

fn add(sum: &mut Money, amount: Money) -> Result<(), LedgerError> {
    *sum = sum.checked_add(amount).ok_or(LedgerError::TooLarge)?;
    Ok(())
}

fn moved(from: Money, to: Money) -> Result<Money, LedgerError> {
    to.checked_sub(from).ok_or(LedgerError::TooLarge)
}

impl Flows {
    pub(super) fn open(&mut self, at: Standing) {
        (self.meter.sums.opening, self.reserve.sums.opening) = (at.display, at.reserve);
    }

    /// Adds what an event moved on record, but for wagers.
    pub(super) fn add(
        &mut self,
        event: &ManagerEvent,
        before: Standing,
    ) -> Result<(), LedgerError> {
        let (meter, reserve) = (&mut self.meter.sums, &mut self.reserve.sums);
        match movements(event.kind) {
            [Some(Movement::Award), _] => add(&mut meter.awards, event.amount),
            [Some(Movement::Adjustment), _] => add(&mut meter.adjustments, event.amount),
            [Some(Movement::Reseed), _] => {
                add(&mut meter.reseeds_recorded, event.amount)?;
                add(&mut reserve.reseeds_recorded, moved(before.reserve, event.reserve)?)
            }
            [None, Some(_)] => add(&mut reserve.adjustments, event.amount),
            [None, None] => Ok(()),
        }
    }

    /// Adds what a reseed should have moved: what was due, and what left the reserve as it is kept.
    pub(super) fn reseed(
        &mut self,
        due: Money,
        held: Money,
        now: Money,
    ) -> Result<(), LedgerError> {
        add(&mut self.meter.sums.reseeds, due)?;
        add(&mut self.reserve.sums.reseeds, moved(held, now)?)
    }

    /// Takes in where the accounts stand after an event: by the record before it, and as kept throughout.
    /// `units` are what the record of each may hide.
    pub(super) fn point(
        &mut self,
        event: &ManagerEvent,
        locus: Locus,
        [after, kept]: [Standing; 2],
        units: [Money; 2],
    ) {
        let stands = [
            [event.display, after.display, kept.display],
            [event.reserve, after.reserve, kept.reserve],
        ];
        let flows = [&mut self.meter, &mut self.reserve].into_iter().zip(movements(event.kind));
        for (at, (flow, moved_by)) in flows.enumerate() {
            let [recorded, expected, kept] = stands[at];
            flow.sums.recorded = recorded;
            let above = |of: Money| Sum::from(recorded) - of;
            flow.sums.departures.take(locus, (above(kept), above(expected)), units[at]);
            flow.series.push(MeterPoint { time: event.time, recorded, kept, moved_by });
        }
    }

    /// Each reconciled with where it is kept to, and what wagers gave it.
    pub(super) fn reconcile(
        &self,
        link: &Link,
        events: u64,
        kept: Standing,
        (to_meter, to_reserve): (Money, Money),
    ) -> [MeterReconciliation; 2] {
        let of = |flow: &Flow, account, expected, contributions| MeterReconciliation {
            link: link.id.to_string(),
            level: link.level.to_string(),
            account,
            contributions,
            expected,
            events,
            series: flow.series.points.clone(),
            ..flow.sums.clone()
        };
        [
            of(&self.meter, "meter", kept.display, to_meter),
            of(&self.reserve, "reserve", kept.reserve, to_reserve),
        ]
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

/// At most about 800 points of a series, evenly thinned as it grows; of what moved it but for wagers the first 400 are kept.
struct Series {
    points: Vec<MeterPoint>,
    stride: u64,
    seen: u64,
    marked: usize,
}

impl Default for Series {
    fn default() -> Self {
        Self { points: Vec::new(), stride: 1, seen: 0, marked: 0 }
    }
}

const SERIES_MAX: usize = 800;

/// Marked points beyond half the room are thinned like the rest.
const MARKED_MAX: usize = SERIES_MAX / 2;

impl Series {
    fn push(&mut self, point: MeterPoint) {
        let is_kept = point.moved_by.is_some() && self.marked < MARKED_MAX;
        self.marked += usize::from(is_kept);
        if is_kept || self.seen.is_multiple_of(self.stride) {
            self.points.push(point);
        }
        self.seen += 1;
        if self.points.len() > SERIES_MAX {
            self.thin();
        }
    }

    fn thin(&mut self) {
        let (mut plain, mut kept) = (0_usize, 0_usize);
        self.points.retain(|point| {
            let keep = point.moved_by.is_some() && kept < MARKED_MAX;
            plain += usize::from(!keep);
            kept += usize::from(keep);
            keep || plain % 2 == 1
        });
        self.stride *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::{SERIES_MAX, Series};
    use feltproof_model::workpaper::{MeterPoint, Movement};
    use feltproof_model::{Money, Timestamp};

    #[test]
    fn a_record_of_nothing_but_adjustments_is_thinned_too() {
        let mut series = Series::default();
        for at in 0..100_000 {
            series.push(MeterPoint {
                time: Timestamp::from_seconds(at),
                recorded: Money::ZERO,
                kept: Money::ZERO,
                moved_by: Some(Movement::Adjustment),
            });
            assert!(series.points.len() <= SERIES_MAX + 1);
        }
        assert!(series.points.len() > SERIES_MAX / 2 && series.stride < 100_000);
    }

    #[test]
    fn what_moved_the_meter_stays_wherever_the_series_is_thinned() {
        for place in [3, SERIES_MAX - 1, SERIES_MAX, SERIES_MAX + 1, 3 * SERIES_MAX] {
            let mut series = Series::default();
            for at in 0..5 * SERIES_MAX {
                series.push(MeterPoint {
                    time: Timestamp::from_seconds(at.try_into().unwrap()),
                    recorded: Money::ZERO,
                    kept: Money::ZERO,
                    moved_by: (at == place).then_some(Movement::Reseed),
                });
            }
            let moved = series.points.iter().filter(|point| point.moved_by.is_some());
            assert_eq!(moved.count(), 1, "at {place}");
            assert!(series.points.len() <= SERIES_MAX + 1, "{}", series.points.len());
        }
    }
}
