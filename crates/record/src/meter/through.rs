//! The meter of a link kept from its opening reading alone, never set back to the record, by gaming day.

use super::days::Days;
use super::flow::Flows;
use super::kept::Kept;
use super::{Recorded, Standing};
use crate::hole::Hole;
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
    days: Days,
    events: u64,
    /// It opened before the first event of the audited days.
    opened_before: bool,
    /// An event of the audited days was met, and the one under way stands after them all.
    has_begun: bool,
    has_ended: bool,
}

impl Through {
    /// The first event, and the meter as it leaves it.
    pub(super) fn begin(&mut self, event: &ManagerEvent, kept: &Kept) -> Result<(), LedgerError> {
        self.flows.open(Standing::recorded(event));
        self.kept = Some((kept.clone(), kept.standing()?));
        Ok(())
    }

    pub(super) fn apply(&mut self, event: &ManagerEvent) -> Result<(), LedgerError> {
        let under_way = self.is_under_way();
        let Some((kept, standing)) = self.kept.as_mut().filter(|_| under_way) else {
            return Ok(());
        };
        let held = kept.balances();
        if let Some(owed) = kept.apply(event)? {
            self.flows.reseed(owed.due(event.amount), held.reserve, kept.balances().reserve)?;
        }
        kept.learn(event, false)?;
        *standing = kept.standing()?;
        Ok(())
    }

    /// Begins the gaming day of the next event; `latest` is what the event before it recorded, and `live` the meter
    /// as it leaves it: where that stands before the audited days, these books open there.
    pub(super) fn turn_day(
        &mut self,
        record: &Recorded<'_>,
        live: &Kept,
        latest: Standing,
    ) -> Result<(), LedgerError> {
        let last = record.subject.engagement.days.last();
        self.has_ended =
            last.is_some_and(|last| record.event.time >= last.end) && !record.is_audited;
        if self.has_ended || !self.has_begun && !record.is_audited {
            self.opened_before |= !self.has_begun;
            return Ok(());
        }
        if self.opened_before && !self.has_begun {
            let kept = live.reopened(latest)?;
            self.flows.open(latest);
            self.kept = Some((kept.clone(), kept.standing()?));
        }
        self.has_begun = true;
        match self.kept.as_ref().filter(|_| !self.is_first()) {
            Some((kept, _)) => self.days.before(record, kept, latest)?,
            None => self.days.begin(record, latest),
        }
        Ok(())
    }

    /// True for an event which is itself the opening reading.
    const fn is_first(&self) -> bool {
        self.events == 0 && !self.opened_before
    }

    const fn is_under_way(&self) -> bool {
        self.has_begun && !self.has_ended
    }

    pub(super) fn leave_open(&mut self, hole: Hole) {
        if self.is_under_way() {
            self.days.leave_open(hole);
        }
    }

    pub(super) fn cut_short(&mut self) {
        if self.is_under_way() {
            self.days.cut_short();
        }
    }

    /// Adds an event, but for the first, to all sums; `before` is where the meter stood.
    pub(super) fn add(
        &mut self,
        event: &ManagerEvent,
        before: Standing,
    ) -> Result<(), LedgerError> {
        if self.is_first() || !self.is_under_way() {
            return Ok(());
        }
        self.flows.add(event, before)?;
        self.kept.as_ref().map_or(Ok(()), |(kept, _)| self.days.after(event, kept))
    }

    /// Counts an event. `after` is what it should record by the event before it, and `units` what the record
    /// of meter and reserve may hide.
    pub(super) fn note(&mut self, record: &Recorded<'_>, after: Standing, units: [Money; 2]) {
        if !self.is_under_way() {
            return;
        }
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
        let Some((kept, at)) = self.kept.as_ref().filter(|_| self.has_begun) else {
            return Vec::new();
        };
        let gained = kept.ledger.contributions();
        let [meter, reserve] = self.flows.reconcile(subject.link(link), self.events, *at, gained);
        vec![MeterReconciliation { standing, ..meter }, reserve]
    }

    pub(super) fn by_day(&self, subject: &Subject, link: LinkId) -> Vec<MeterDay> {
        let kept = self.kept.as_ref().filter(|_| self.has_begun);
        kept.map_or_else(Vec::new, |(kept, _)| self.days.rows(subject, link, kept))
    }
}
