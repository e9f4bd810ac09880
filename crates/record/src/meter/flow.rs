//! One account of a link from its opening reading to its last event: the sums of its reconciliation, its course.

use super::series::Series;
use feltproof_model::engagement::Link;
use feltproof_model::workpaper::{MeterPoint, MeterReconciliation, Movement};
use feltproof_model::{ManagerEvent, ManagerKind, Money};

/// Sums and course for one line of the reconciliation.
#[derive(Default)]
pub(super) struct Flow {
    pub(super) opening: Money,
    pub(super) awards: Money,
    pub(super) reseeds: Money,
    pub(super) adjustments: Money,
    recorded: Money,
    series: Series,
}

impl Flow {
    /// Takes in where the account stands after an event: as recorded, and as kept.
    pub(super) fn point(
        &mut self,
        (event, moved_by): (&ManagerEvent, Option<Movement>),
        recorded: Money,
        kept: Option<Money>,
    ) {
        self.recorded = recorded;
        if let Some(kept) = kept {
            self.series.push(MeterPoint { time: event.time, recorded, kept, moved_by });
        }
    }

    pub(super) fn reconcile(
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
pub(super) const fn movements(kind: ManagerKind) -> [Option<Movement>; 2] {
    match kind {
        ManagerKind::Award => [Some(Movement::Award), None],
        ManagerKind::Reseed => [Some(Movement::Reseed); 2],
        ManagerKind::Adjustment => [Some(Movement::Adjustment), None],
        ManagerKind::ReserveAdjustment => [None, Some(Movement::Adjustment)],
        _ => [None; 2],
    }
}
