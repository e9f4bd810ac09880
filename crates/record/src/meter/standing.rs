//! What is asked of a link once it was followed: the awards that stand, as the next engagement needs them, and whether
//! its wagers are recorded at all.

use super::LinkMeters;
use crate::hole::{Hole, Never};
use crate::subject::Subject;
use feltproof_model::{Money, StandingAward, TableId};

impl LinkMeters {
    /// That wagers may not be recorded at all: none of the link was, or none of one of its tables though the meter gained.
    pub(crate) fn never_counted(&self, table: Option<TableId>) -> Option<Hole> {
        if self.counted.is_empty() {
            return Some(Hole::uncounted(Never::Counted));
        }
        let table = table.filter(|table| self.has_gained && !self.counted.contains(table))?;
        Some(Hole::uncounted(Never::CountedOf(table)))
    }

    /// The awards that stand, as the next engagement needs them.
    pub(super) fn standing(&self, subject: &Subject) -> Vec<StandingAward> {
        let stands = self.awards.all.iter().filter(|award| !award.backed_out);
        let standing = stands.filter_map(|award| {
            let event = award.event.as_ref()?;
            Some(StandingAward {
                time: event.time,
                table: subject.table(award.table).id.clone(),
                round: award.round,
                seat: award.seat,
                amount: event.amount,
                reseeded: award.reseeded.unwrap_or(Money::ZERO),
                reserve_drawn: award.reserve_drawn.least,
                reserve_drawn_most: award.reserve_drawn.most,
            })
        });
        standing.collect()
    }
}
