//! Events put to their rounds: what controllers, managers and shufflers tell of them.

use super::table::TableState;
use super::{Assembler, OPEN_MAX};
use crate::line::{OutOfLine, Run, Unit};
use crate::numbered::is_end;
use crate::open_rounds::Key;
use crate::period::Period;
use crate::round::Round;
use crate::round_line::{Moment, NumberPlace, Numbered, OfRound, Ready};
use crate::sequence::RecordFact;
use crate::subject::Subject;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{
    ControllerEvent, ControllerKind, ManagerEvent, ManagerKind, ShufflerEvent, TableId, Timestamp,
};

impl Assembler {
    pub(crate) fn controller(&mut self, subject: &Subject, moment: Moment, event: ControllerEvent) {
        let at = usize::from(event.table.0);
        let moment = self.tables[at].controller.now(moment);
        if self.tables[at].doubted.is_some()
            && let Some((before, doubted)) = self.end_of_doubt(at, &moment, &event)
        {
            self.controller_in_line(subject, before, doubted);
        }
        if self.tables[at].is_in_doubt(&moment, &event) {
            self.tables[at].doubted = Some((moment, event));
        } else {
            self.controller_in_line(subject, moment, event);
        }
    }

    pub(super) fn controller_in_line(
        &mut self,
        subject: &Subject,
        moment: Moment,
        event: ControllerEvent,
    ) {
        let (table, number, line) = (event.table, event.round, event.line);
        let own = &mut self.tables[usize::from(table.0)].controller;
        if moment.is_moved || own.fits(number, line, &moment, is_end(event.kind)) {
            self.put_controller(moment, (moment.period, number, 0), event);
        } else {
            let record = Numbered::new(number, line, moment, event);
            own.hold(subject.periods.start(moment.period), record);
            self.put_ready_controller(table);
        }
    }

    pub(super) fn put_ready_controller(&mut self, table: TableId) {
        let ready = self.tables[usize::from(table.0)].controller.take_ready();
        self.put_ready(table, ready, Self::put_controller);
    }

    fn put_ready<T: OfRound>(
        &mut self,
        table: TableId,
        mut ready: Ready<T>,
        put: impl Fn(&mut Self, Moment, Key, T),
    ) {
        let state = &self.tables[usize::from(table.0)];
        for at in 0..ready.records.len() {
            state.put_under_own(&mut ready, at);
        }
        self.facts.extend(ready.facts.into_iter().map(|(line, fact)| (T::KIND, line, fact)));
        for (record, standing) in ready.records {
            let state = &self.tables[usize::from(table.0)];
            let key = state.key(record.moment.period, record.number, standing);
            put(self, record.moment, key, record.what);
        }
    }

    pub(super) fn put_controller(&mut self, moment: Moment, key: Key, event: ControllerEvent) {
        let record = (JournalKind::Controller, event.line);
        let round = self.round_of_event(event.table, event.round, key, moment, record);
        round.sets_mode |= event.kind == ControllerKind::ShufflerMode;
        // One that stands elsewhere in its journal begins its round all the same.
        let begins =
            moment.is_moved && event.kind == ControllerKind::CoinIn && event.is_missed_in(round);
        round.controller.push(event);
        if begins {
            round.controller.rotate_right(1);
        }
    }

    /// Takes in a coin-in or an award of a round. What else names one, a reversal say, is matched at the end.
    pub(crate) fn manager(&mut self, subject: &Subject, moment: Moment, event: ManagerEvent) {
        if !is_of_round(event.kind) {
            return;
        }
        let (Some(table), Some(number)) = (event.table, event.round) else { return };
        let moment = self.tables[usize::from(table.0)].manager.now(moment);
        let own = &mut self.tables[usize::from(table.0)].manager;
        // An award may be made anew long after its round; one of a round that is held is judged with it.
        let is_late_award = event.kind != ManagerKind::CoinIn
            && own.latest().is_some_and(|(latest, _)| number < latest)
            && !own.holds(number);
        if moment.is_moved || is_late_award || own.fits(number, event.line, &moment, false) {
            self.put_manager(table, moment, (moment.period, number, 0), event);
        } else {
            let record = Numbered::new(number, event.line, moment, event);
            own.hold(subject.periods.start(moment.period), record);
            self.put_ready_manager(table);
        }
    }

    pub(super) fn put_ready_manager(&mut self, table: TableId) {
        let ready = self.tables[usize::from(table.0)].manager.take_ready();
        self.put_ready(table, ready, |all: &mut Self, moment, key, event| {
            all.put_manager(table, moment, key, event);
        });
    }

    fn put_manager(&mut self, table: TableId, moment: Moment, key: Key, event: ManagerEvent) {
        let number = event.round.unwrap_or(key.1);
        let record = (JournalKind::Manager, event.line);
        let round = self.round_of_event(table, number, key, moment, record);
        round.manager.push(event);
    }

    /// Takes in what a shuffler dispensed for a round, which may never be dealt: it opens none.
    pub(crate) fn shuffler(&mut self, period: Period, number: u32, event: ShufflerEvent) {
        let state = &mut self.tables[usize::from(event.table.0)];
        state.dispensed.entry((period, number)).or_default().push(event);
        // Rounds close in order, so only a record without hands leaves more than this behind.
        if state.dispensed.len() > 2 * OPEN_MAX {
            state.dispensed.pop_first();
        }
    }

    /// The round with this key, opened if it is not; an instance that is only inserted keeps its number.
    fn round_of_event(
        &mut self,
        table: TableId,
        number: u32,
        key: Key,
        moment: Moment,
        record: (JournalKind, u32),
    ) -> &mut Round {
        let state = &mut self.tables[usize::from(table.0)];
        let is_ahead = moment.is_moved && state.is_ahead(&moment);
        let is_late = state.is_closed(key);
        let round = state.open.or_open(key, || self.spare.take());
        let is_new = round.last == Timestamp::default();
        round.is_ahead = is_ahead && (is_new || round.is_ahead);
        if is_new {
            round.late = is_late.then_some(record);
            let name = if key.2 == 0 { key.1 } else { number };
            (round.table, round.period, round.round) = (table.0, moment.period, name);
            round.time = moment.time;
        } else if round.rows.is_empty() {
            round.time = round.time.min(moment.time);
        }
        round.moved |= round.round != number;
        round.last = round.last.max(moment.at);
        round
    }
}

impl TableState {
    /// Where the number of a record is out of line, but its round is on record without it, the record is of that round. Of
    /// two that stand in each other's place that one is out of line whose time is further from its round.
    fn put_under_own<T: OfRound>(&self, ready: &mut Ready<T>, at: usize) {
        let Some((record, standing)) = ready.records.get(at) else { return };
        let (period, number) = (record.moment.period, record.number);
        let next = ready.records.get(at + 1).map(|(next, _)| next);
        let is_out = match *standing {
            NumberPlace::InLine | NumberPlace::Late => false,
            NumberPlace::InsertedAfter(_) => true,
            // One that is ahead may bear a wrong number, unless the round of its place begins by itself.
            NumberPlace::TakenAs(taken) => {
                let begins = |next: &Numbered<T>| next.number == taken && next.what.is_coin_in();
                number < taken || record.what.is_coin_in() && next.is_some_and(begins)
            }
        };
        let far = |record: &Numbered<T>| {
            let own = self.open.get((period, record.number, 0))?;
            Some(own.time.0.abs_diff(record.moment.time.0))
        };
        let own =
            self.open.get((period, number, 0)).filter(|round| record.what.is_missed_in(round));
        let Some(own_far) = far(record).filter(|_| is_out && own.is_some()) else { return };
        let late = next.filter(|next| {
            next.number < number && far(next).is_some_and(|other_far| own_far < other_far)
        });
        let stated = match late {
            Some(late) => (late.line(), Unit::one(late.line(), late.number), Some(number)),
            None => (record.line(), Unit::one(record.line(), number), None),
        };
        let line = record.line();
        for (at, fact) in &mut ready.facts {
            if let RecordFact::RoundsOutOfLine { of, taken_as, .. } = fact
                && *at == line
            {
                let (own, unit, before) = stated;
                (*at, *taken_as) = (own, None);
                if before.is_some() {
                    *of = OutOfLine { run: Run::of(&unit, 0), before, after: None };
                }
            }
        }
        if let Some((record, standing)) = ready.records.get_mut(at) {
            (record.moment.is_moved, *standing) = (true, NumberPlace::Late);
        }
    }
}

/// True for the events of the manager that a round is put together from.
pub const fn is_of_round(kind: ManagerKind) -> bool {
    matches!(kind, ManagerKind::CoinIn | ManagerKind::Award | ManagerKind::TrayPay)
}
