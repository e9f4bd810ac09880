//! Adjustments whose reason, table or round is blank: each may belong to an award or a void round.

use crate::award::Award;
use crate::hole::{Hole, Why};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{ManagerEvent, ManagerKind, Seat, Sum, TableId};

pub(crate) struct Reversible<'a> {
    /// The reason of its reversals.
    pub(crate) reason: &'static str,
    /// The award, or the coin-in of the void round.
    pub(crate) event: &'a ManagerEvent,
    pub(crate) table: TableId,
    pub(crate) round: u32,
    pub(crate) seat: Option<Seat>,
    /// What its reversal comes to on the meter and on the reserve.
    pub(crate) owed: (Sum, Sum),
}

/// True for a reversal that does not name the round which it reverses.
pub(crate) fn is_unnamed(event: &ManagerEvent) -> bool {
    event.table.is_none() || event.round.is_none()
}

pub(crate) fn is_without_reason(event: &ManagerEvent) -> bool {
    event.reason.trim().is_empty()
}

/// True for what names a document or should: an award need name none.
pub(crate) fn is_documented(event: &ManagerEvent) -> bool {
    match event.kind {
        ManagerKind::Adjustment | ManagerKind::ReserveAdjustment => true,
        ManagerKind::Award => !event.document.trim().is_empty(),
        _ => false,
    }
}

impl<'a> Reversible<'a> {
    pub(crate) fn award(award: &'a Award) -> Option<Self> {
        let event = award.event.as_ref()?;
        let to_reserve = award.drawn().least;
        Some(Self {
            reason: "back_out",
            event,
            table: award.table,
            round: award.round,
            seat: Some(award.seat),
            owed: (Sum::from(event.amount) - award.added(), Sum::from(to_reserve)),
        })
    }

    /// Whether such an adjustment may reverse this: what it does say fits. One without a reason must name
    /// the round or bear the amount, since it may be no reversal at all.
    pub(crate) fn may_be_of(&self, adjustment: &ManagerEvent) -> bool {
        let e = adjustment;
        let owed = if e.kind == ManagerKind::Adjustment { self.owed.0 } else { self.owed.1 };
        let has_amount = owed != Sum::ZERO && Sum::from(e.amount) == owed;
        e.seq > self.event.seq
            && e.table.is_none_or(|table| table == self.table)
            && e.round.is_none_or(|round| round == self.round)
            && (e.seat.is_none() || self.seat.is_none() || e.seat == self.seat)
            && if is_without_reason(e) {
                !is_unnamed(e) || has_amount
            } else {
                e.reason == self.reason && is_unnamed(e)
            }
    }

    /// The first adjustment that may reverse this and does not say so, as a hole of the record.
    pub(crate) fn perhaps_in(&self, adjustments: &[ManagerEvent]) -> Option<Hole> {
        let found = adjustments.iter().find(|e| self.may_be_of(e))?;
        Some(Hole::at(JournalKind::Manager, Why::Unexplained, found.line))
    }
}
