//! The awards of one meter as its events come: what each met, whether a reseed followed, and whether the link played on
//! without it.

use super::kept::Kept;
use super::partial::is_partial;
use super::{Drawn, Standing};
use crate::award::Award;
use crate::due::LateCoinIn;
use crate::hole::Hole;
use crate::subject::Subject;
use feltproof_engine::LedgerError;
use feltproof_model::{LinkId, ManagerEvent, Seat, TableId, Timestamp};
use smallvec::SmallVec;

/// Awards so far, in the manager's order.
#[derive(Default)]
pub(crate) struct Awards {
    pub(crate) all: Vec<Award>,
    /// The meter before each award, until the coin-in of its round is met: the place of the award.
    before: Vec<(usize, Kept)>,
    /// Tables that took wagers since the last award.
    played_since: SmallVec<[TableId; 4]>,
    /// When the latest event of the meter was recorded.
    latest_at: Option<Timestamp>,
}

impl Awards {
    /// The last award after which the meter is reseeded.
    fn emptying(&mut self) -> Option<&mut Award> {
        self.all.iter_mut().rfind(|award| !award.partial)
    }

    /// The same, where no reseed followed.
    fn unseeded(&mut self) -> Option<&mut Award> {
        self.emptying().filter(|award| award.reseeded.is_none())
    }

    /// The latest emptying of the meter has no reseed yet.
    pub(super) fn lacks_reseed(&mut self) -> bool {
        self.unseeded().is_some()
    }

    /// A hole before the next event: the reseed that the last award needs may stand in it.
    pub(super) fn enter_hole(&mut self, hole: Hole) {
        if let Some(award) = self.unseeded().filter(|award| !award.played_on) {
            award.before_reseed.get_or_insert(hole);
        }
    }

    /// Notes an award; `before` is where the meter stood.
    pub(super) fn enter(
        &mut self,
        (subject, link): (&Subject, LinkId),
        (event, day): (&ManagerEvent, u16),
        before: Standing,
    ) {
        let (Some(table), Some(round), Some(seat)) = (event.table, event.round, event.seat) else {
            return;
        };
        // Another table of the link may have an award between two of this round.
        let is_of_round = |a: &&Award| (a.day, a.table, a.round) == (day, table, round);
        let previous_seat: Option<Seat> = self.all.iter().rfind(is_of_round).map(|a| a.seat);
        let partial = is_partial(subject, link, event.amount, before.display);
        if !partial {
            self.played_since.clear();
        }
        self.all.push(Award {
            event: Some(event.clone()),
            display_before: before.display,
            partial,
            previous_seat,
            ..Award::new(link, (day, table, round, seat))
        });
    }

    /// What the award entered last met: where an event before it may be missing, wagers that may not be recorded, and the
    /// meter as kept.
    pub(super) fn met(
        &mut self,
        before: Option<Hole>,
        uncounted: Option<Hole>,
        unawarded: Option<Kept>,
    ) {
        let Some(award) = self.all.last_mut() else { return };
        (award.before, award.uncounted) = (before, uncounted);
        award.due.met_since = self.latest_at;
        let place = self.all.len() - 1;
        self.before.extend(unawarded.map(|kept| (place, kept)));
    }

    /// Notes a reseed: where the meter stood before it, and what it drew from the reserve.
    ///
    /// # Errors
    /// When what it took from the reserve is no amount.
    pub(super) fn reseed(
        &mut self,
        event: &ManagerEvent,
        before: Standing,
        drawn: Option<Drawn>,
    ) -> Result<(), LedgerError> {
        let Some(award) = self.unseeded() else { return Ok(()) };
        let taken = before.reserve.checked_sub(event.reserve);
        award.reserve_taken = taken.ok_or(LedgerError::TooLarge)?;
        award.reserve_drawn = drawn.unwrap_or(Drawn::exactly(before.reserve));
        (award.reseeded, award.reseeded_at) = (Some(event.amount), Some(event.time));
        award.due.reseed_seq = Some(event.seq);
        Ok(())
    }

    /// A coin-in of the round of an award before it: what the meter would have shown with it.
    pub(super) fn coin_in(&mut self, coin_in: &ManagerEvent, day: u16) -> Result<(), LedgerError> {
        let of_round = |award: &Award| {
            (award.day, Some(award.table), Some(award.round)) == (day, coin_in.table, coin_in.round)
        };
        for (at, kept) in &self.before {
            let award = &mut self.all[*at];
            if of_round(award) && award.due.coin_in.is_none() {
                let display = kept.display_with(coin_in)?;
                let (line, seq) = (coin_in.line, coin_in.seq);
                award.due.coin_in = Some(LateCoinIn { line, display, hole: None, seq });
            }
        }
        // Once its table plays another round, the coin-in of an award's own is not awaited any more.
        let awards = &self.all;
        self.before
            .retain(|(at, _)| awards[*at].day == day && Some(awards[*at].table) != coin_in.table);
        Ok(())
    }

    /// Whether the link plays on without the reseed that the last award needs: its own table in
    /// another round, or any table for the second time. A round of another table may begin in the
    /// moment between award and reseed.
    pub(super) fn play(&mut self, event: &ManagerEvent) {
        let Some(table) = event.table else { return };
        let is_again = self.played_since.contains(&table);
        let Some(award) = self.unseeded() else { return };
        let is_next_round = table == award.table && event.round != Some(award.round);
        award.played_on |= is_next_round || is_again;
        let is_new = !award.played_on;
        if is_new {
            self.played_since.push(table);
        }
    }

    /// Notes when the latest event of the meter was recorded.
    pub(super) const fn note(&mut self, event: &ManagerEvent) {
        self.latest_at = Some(event.time);
    }
}
