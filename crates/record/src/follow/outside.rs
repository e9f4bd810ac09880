//! Records outside the audited days: set aside, but for what they tell of the audited ones. The manager's move their
//! meters unheard, so that an audited day opens where the day before left it.

use super::Walk;
use super::numbers::EventNumber;
use crate::aside::Released;
use crate::held::Record;
use crate::listener::Listener;
use crate::numbered::HeldRows;
use crate::period::Period;
use crate::sequence::RecordFact;
use feltproof_intake::{Block, Fragment, Records};
use feltproof_model::{Action, ControllerEvent, ControllerKind, Rows, Timestamp};

impl<L: Listener> Walk<'_, L> {
    pub(super) fn is_outside(&self, time: Timestamp) -> bool {
        self.subject.periods.is_outside(time)
    }

    /// Takes in a record outside the audited days, or rows of which each is.
    pub(super) fn outside_days(&mut self, journal: u16, time: Timestamp, record: Record) {
        let at = usize::from(journal);
        self.end_of_copies(journal);
        let was_run = self.of.files[at].aside.is_run;
        if was_run {
            // What could not be read between records of another day is of that day.
            let line = record.line();
            let problems = &mut self.of.files[at].problems;
            problems.retain(|problem| problem.line >= line);
        }
        let released = self.of.files[at].aside.outside(time, record);
        self.tell_of_held(journal, released);
    }

    /// Before a record of the audited days, or near them.
    #[inline]
    pub(super) fn inside(&mut self, journal: u16, time: Timestamp, line: u32) {
        let at = usize::from(journal);
        if let Some(released) = self.of.files[at].aside.inside(time) {
            self.tell_of_held(journal, released);
        }
        if !self.of.files[at].problems.is_empty() {
            self.hear_problems(journal, line);
        }
    }

    /// At the end of a file.
    pub(super) fn end_of_outside_days(&mut self, journal: u16) {
        let at = usize::from(journal);
        let is_run = self.of.files[at].aside.is_run;
        if let Some(released) = self.of.files[at].aside.end() {
            self.tell_of_held(journal, released);
        }
        if is_run {
            self.of.files[at].problems.clear();
        }
        self.hear_problems(journal, u32::MAX);
    }

    fn tell_of_held(&mut self, journal: u16, released: Released) {
        for (time, record) in released.records {
            if released.is_another_day {
                self.set_aside(journal, time, record);
                continue;
            }
            match record {
                Record::Hands(held) => {
                    self.hands_inside(journal, &held.fragment, held.rows.as_rows());
                }
                record => self.event_inside(journal, record),
            }
        }
    }

    /// Keeps unreadable records back until what follows tells of which day they are; hears of them at once where no
    /// record of the block is outside.
    pub(super) fn unreadable(&mut self, block: &Block) {
        let times = || -> Box<dyn Iterator<Item = Timestamp> + '_> {
            match &block.records {
                Records::Hands(hands) => Box::new(hands.fragments.iter().map(|run| run.time)),
                Records::Bank(_) => Box::new(std::iter::empty()),
                Records::Controller(events) => Box::new(events.iter().map(|event| event.time)),
                Records::Manager(events) => Box::new(events.iter().map(|event| event.time)),
                Records::Shuffler(events) => Box::new(events.iter().map(|event| event.time)),
            }
        };
        if block.problems.is_empty() {
            return;
        }
        let file = &mut self.of.files[usize::from(block.journal)];
        file.problems.extend(block.problems.iter().cloned());
        let is_run = file.aside.is_run;
        if !is_run && !times().any(|time| self.is_outside(time)) {
            self.hear_problems(block.journal, u32::MAX);
        }
    }

    fn hear_problems(&mut self, journal: u16, before: u32) {
        let at = usize::from(journal);
        while let Some(problem) = self.of.files[at].problems.pop_front() {
            if problem.line >= before {
                self.of.files[at].problems.push_front(problem);
                break;
            }
            self.hear(journal, problem.line, RecordFact::Problem(&problem));
        }
    }

    fn set_aside(&mut self, journal: u16, time: Timestamp, record: Record) {
        let at = usize::from(journal);
        if !self.of.files[at].held.all.is_empty() {
            // What stands before it in the file is judged before it.
            self.of.files[at].sequence.times.end(None);
            self.judge_held(journal);
        }
        let period = self.subject.periods.of(time);
        let number = EventNumber::of(self.subject, journal, &record).and_then(|of| of.number());
        if let Some((stream, seq)) = number {
            let line = record.line();
            self.of.files[at].sequence.pass_number(stream, line, (seq, period), |line, fact| {
                self.listener.record(&crate::sequence::JournalRecord { journal, line, fact });
            });
        }
        let (records, lines) = match &record {
            Record::Hands(held) => {
                let heads = held.rows.as_rows().heads();
                let last = heads.last().map_or(0, |row| row.line);
                (heads.len() as u64, (record.line(), last))
            }
            _ => (1, (record.line(), record.line())),
        };
        self.of.files[at].aside.count(records, time, lines);
        self.of.holes.file_mut(journal).pass(lines, number.map(|number| (number, period)), time);
        match record {
            Record::Hands(held) => {
                let Fragment { table, round, .. } = held.fragment;
                self.of.coverage.aside(self.subject, table, round, time);
                if held.rows.as_rows().heads().iter().any(|row| row.action == Action::Void) {
                    self.of.holes.voided_aside.insert((period, table, round));
                }
                self.of.holes.so_far.rows(held.fragment.table, held.rows.as_rows());
            }
            Record::Controller(event) => {
                self.void_aside(period, &event);
                self.controller_aside(&event);
            }
            Record::Manager(mut event) => {
                self.of.holes.so_far.manager(self.subject, &event);
                self.of.number_in_order(self.subject, journal, &mut event, time);
                self.meter(period, &event, false);
            }
            Record::Shuffler(..) => {}
        }
    }

    /// Notes a round declared void outside the audited days: its wagers may be backed out on one of them.
    pub(super) fn void_aside(&mut self, period: Period, event: &ControllerEvent) {
        if event.kind == ControllerKind::Void {
            self.of.holes.voided_aside.insert((period, event.table, event.round));
        }
    }

    fn controller_aside(&mut self, event: &ControllerEvent) {
        let is_tray = event.kind == ControllerKind::HandButton
            && self.subject.rules(event.table).is_paid_from_the_tray(&event.value);
        self.of.holes.so_far.controller(self.subject, event, is_tray);
        if event.kind == ControllerKind::ShufflerMode {
            self.of.assembler.set_mode(self.subject, event);
        }
    }

    /// Takes in rows of one round; those outside the audited days are set aside.
    pub(super) fn hands(&mut self, journal: u16, fragment: &Fragment, rows: Rows<'_>) {
        let Some(first) = rows.heads().first() else { return };
        let is_outside = self.is_outside(first.time)
            && rows.heads().iter().all(|row| row.time == first.time || self.is_outside(row.time));
        if is_outside {
            let record = Record::Hands(Box::new(HeldRows::new(fragment, rows)));
            return self.outside_days(journal, first.time, record);
        }
        self.inside(journal, first.time, first.line);
        self.hands_inside(journal, fragment, rows);
    }

    /// Takes in a record that stands by itself; one outside the audited days is set aside.
    pub(super) fn event(&mut self, journal: u16, record: Record) {
        let Some(of) = EventNumber::of(self.subject, journal, &record) else { return };
        if self.is_outside(of.time) {
            return self.outside_days(journal, of.time, record);
        }
        self.inside(journal, of.time, of.line);
        self.event_inside(journal, record);
    }
}
