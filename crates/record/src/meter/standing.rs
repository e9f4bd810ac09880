//! What is asked of a link once it was followed: the awards that stand, as the next engagement needs them, and whether
//! its wagers are recorded at all.

use super::LinkMeters;
use crate::hole::Hole;
use crate::subject::Subject;
use feltproof_model::{Money, StandingAward};

impl LinkMeters {
    /// That wagers may not be recorded at all: none of the link was.
    pub(crate) fn never_counted(&self) -> Option<Hole> {
        (!self.is_counted).then(Hole::uncounted)
    }

    /// The awards that stand, as the next engagement needs them.
    pub(super) fn standing(&self, subject: &Subject) -> Vec<StandingAward> {
        let stands = self.awards.iter().filter(|award| !award.backed_out);
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
