//! The meter of a link kept from its opening reading alone, never set back to the record, by gaming day.

use super::days::Days;
use super::flow::Flows;
use super::kept::Kept;
use super::{Recorded, Standing};
use crate::subject::Subject;
use feltproof_engine::LedgerError;
use feltproof_model::engagement::JournalKind;
use feltproof_model::workpaper::MeterReconciliation;
use feltproof_model::{LinkId, ManagerEvent, MeterDay, Money, StandingAward};

/// The books from the opening reading on, with what is said of them in the end.
#[derive(Default)]
pub(super) struct Through {
    /// The meter, and where it stands; `None` before the first event.
    kept: Option<(Kept, Standing)>,
    flows: Flows,
    pub(super) days: Days,
    events: u64,
}

impl Through {
    /// The first event, and the meter as it leaves it.
    pub(super) fn begin(&mut self, event: &ManagerEvent, kept: &Kept) -> Result<(), LedgerError> {
        self.flows.open(Standing::recorded(event));
        self.kept = Some((kept.clone(), kept.standing()?));
        Ok(())
    }

    pub(super) fn apply(&mut self, event: &ManagerEvent) -> Result<(), LedgerError> {
        let Some((kept, standing)) = &mut self.kept else { return Ok(()) };
        let held = kept.balances();
        if let Some(owed) = kept.apply(event)? {
            self.flows.reseed(owed.due(event.amount), held.reserve, kept.balances().reserve)?;
        }
        kept.learn(event, false)?;
        *standing = kept.standing()?;
        Ok(())
    }

    /// Begins the gaming day of the next event; `latest` is what the event before it recorded.
    pub(super) fn turn_day(
        &mut self,
        record: &Recorded<'_>,
        latest: Standing,
    ) -> Result<(), LedgerError> {
        match self.kept.as_ref().filter(|_| self.events > 0) {
            Some((kept, _)) => self.days.before(record, kept, latest)?,
            None => self.days.begin(record, latest),
        }
        Ok(())
    }

    /// Adds an event, but for the first, to all sums; `before` is where the meter stood.
    pub(super) fn add(
        &mut self,
        event: &ManagerEvent,
        before: Standing,
    ) -> Result<(), LedgerError> {
        if self.events == 0 {
            return Ok(());
        }
        self.flows.add(event, before)?;
        self.kept.as_ref().map_or(Ok(()), |(kept, _)| self.days.after(event, kept))
    }

    /// Counts an event. `after` is what it should record by the event before it, and `units` what the record
    /// of meter and reserve may hide.
    pub(super) fn note(&mut self, record: &Recorded<'_>, after: Standing, units: [Money; 2]) {
        self.events += 1;
        if let Some((_, kept)) = &self.kept {
            let locus = record.subject.locus(JournalKind::Manager, record.event.line);
            self.flows.point(record.event, locus, [after, *kept], units);
        }
    }

    /// Meter and reserve reconciled from the opening reading to the last event, with the awards that stand.
    pub(super) fn reconcile(
        &self,
        subject: &Subject,
        link: LinkId,
        standing: Vec<StandingAward>,
    ) -> Vec<MeterReconciliation> {
        let Some((kept, at)) = &self.kept else { return Vec::new() };
        let gained = kept.ledger.contributions();
        let [meter, reserve] = self.flows.reconcile(subject.link(link), self.events, *at, gained);
        vec![MeterReconciliation { standing, ..meter }, reserve]
    }

    pub(super) fn by_day(&self, subject: &Subject, link: LinkId) -> Vec<MeterDay> {
        let kept = self.kept.as_ref();
        kept.map_or_else(Vec::new, |(kept, _)| self.days.rows(subject, link, kept))
    }
}
