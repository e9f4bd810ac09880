//! The meter of a link kept from its opening reading alone, never set back to the record: what it should come to in the
//! end, what moved it, and the same by gaming day.

use super::Standing;
use super::days::Days;
use super::flow::Flows;
use super::kept::Kept;
use crate::hole::Hole;
use crate::subject::Subject;
use feltproof_engine::LedgerError;
use feltproof_model::workpaper::MeterReconciliation;
use feltproof_model::{LinkId, Locus, ManagerEvent, MeterDay, Money, StandingAward};

/// The books from the opening reading on, with what is said of them in the end.
#[derive(Default)]
pub(super) struct Through {
    /// The meter, and where it stands; `None` before the first event.
    kept: Option<(Kept, Standing)>,
    flows: Flows,
    days: Days,
    events: u64,
}

impl Through {
    /// The first event, and the meter as it leaves it.
    pub(super) fn begin(&mut self, event: &ManagerEvent, kept: &Kept) -> Result<(), LedgerError> {
        self.flows.open(Standing { display: event.display, reserve: event.reserve });
        self.kept = Some((kept.clone(), kept.standing()?));
        Ok(())
    }

    /// Takes in an event that moves it.
    pub(super) fn apply(&mut self, event: &ManagerEvent) -> Result<(), LedgerError> {
        if let Some((kept, standing)) = &mut self.kept {
            let held = kept.balances();
            if let Some(owed) = kept.apply(event)? {
                let due = owed.due(event.amount);
                self.flows.reseed(due, held.reserve, kept.balances().reserve)?;
            }
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
        self.flows.add(event, before)?;
        match &self.kept {
            Some((kept, _)) => self.days.after(event, kept),
            None => Ok(()),
        }
    }

    /// Counts an event, and notes where meter and reserve stand after it: `after` as they should by the record before it.
    /// `units` are what the record of each may hide.
    pub(super) fn note(
        &mut self,
        (event, locus): (&ManagerEvent, Locus),
        after: Standing,
        units: [Money; 2],
    ) {
        self.events += 1;
        if let Some((_, kept)) = &self.kept {
            self.flows.point((event, locus), [after, *kept], units);
        }
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
        let of = (subject.link(link), self.events);
        let [mut meter, reserve] = self.flows.reconcile(of, *at, kept.contributions());
        meter.standing = standing;
        vec![meter, reserve]
    }

    /// Meter and reserve by gaming day.
    pub(super) fn by_day(&self, subject: &Subject, link: LinkId) -> Vec<MeterDay> {
        let kept = self.kept.as_ref();
        kept.map_or_else(Vec::new, |(kept, _)| self.days.rows(subject, link, kept))
    }
}
