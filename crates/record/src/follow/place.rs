//! Where in its journal a record stands: at once where its time is in line, else once others tell.

use super::{EventNumber, Walk};
use crate::assemble::is_of_round;
use crate::held::{Held, Record};
use crate::line::OutOfLine;
use crate::line::{Unit, Verdict};
use crate::listener::Listener;
use crate::round_line::{Moment, OfRound};
use crate::sequence::RecordFact;
use feltproof_intake::Fragment;
use feltproof_model::{ControllerKind, Rows, TableId, Timestamp};
use std::collections::BTreeMap;

/// So many records of a round out of line together are kept open no longer than their neighbours.
const PLACED_MAX: u32 = 8;

impl<L: Listener> Walk<'_, L> {
    /// Where a record stands; `None` when it must be held until others tell.
    pub(super) fn placed(&mut self, journal: u16, unit: &Unit<Timestamp>) -> Option<Moment> {
        let time = unit.value;
        let is_inside = !self.is_outside(time);
        let file = &mut self.of.files[usize::from(journal)];
        if is_inside {
            let in_line = file.sequence.times.fits(unit);
            let at = file.sequence.times.last().unwrap_or(time);
            self.end_of_outside(journal);
            let period = self.subject.periods.of(time);
            let moment = Moment { at, time, period, is_before: false, is_moved: false };
            return in_line.then_some(moment);
        }
        file.sequence.outside(unit);
        file.held.all.is_empty().then(|| self.outside(journal, time))
    }

    /// A record whose clock is wrong by days stands where the one before it does, else at its own time.
    fn outside(&self, journal: u16, time: Timestamp) -> Moment {
        let latest = self.of.files[usize::from(journal)].sequence.times.last();
        let (time, is_before) = (latest.unwrap_or(time), latest.is_none());
        let period = self.subject.periods.of(time);
        Moment { at: time, time, period, is_before, is_moved: false }
    }

    pub(super) fn hold(&mut self, journal: u16, unit: &Unit<Timestamp>, record: Record) {
        let file = &mut self.of.files[usize::from(journal)];
        let is_inside = !self.subject.periods.is_outside(unit.value);
        file.held.all.push_back(Held { time: unit.value, is_inside, record });
        if is_inside {
            file.sequence.times.hold(unit);
        } else if file.held.is_full() {
            file.sequence.times.end(None);
        }
        self.judge_held(journal);
    }

    pub(super) fn judge_held(&mut self, journal: u16) {
        let at = usize::from(journal);
        let mut verdicts = std::mem::take(&mut self.of.files[at].sequence.times.verdicts);
        for verdict in verdicts.drain(..) {
            let (units, place, is_out) = match verdict {
                Verdict::InLine(units) => (units, None, false),
                Verdict::Back(units) => (units, None, true),
                Verdict::Jump { held, .. } => (held, None, false),
                Verdict::OutOfLine { held, of } => {
                    if self.is_of_audited(&of) {
                        self.hear(journal, of.run.line, RecordFact::TimesOutOfLine(of));
                    }
                    self.of.holes.file_mut(journal).clock((of.run.line, of.run.last_line));
                    (held, of.before.or(of.after), true)
                }
            };
            let taken = self.of.files[at].held.take(units);
            if units > 0 {
                let goes_on = place.is_none() && self.of.files[at].held.are_moved;
                let are_moved = is_out && (goes_on || self.are_moved(journal, place, &taken));
                self.of.files[at].held.are_moved = are_moved;
            }
            for held in taken {
                let moment = if held.is_inside {
                    let is_moved = self.of.files[at].held.are_moved;
                    let time = place.filter(|_| !is_moved).unwrap_or(held.time);
                    // What others tell of many rounds stands where their own times are.
                    let at = if units <= PLACED_MAX { time } else { time.max(held.time) };
                    let period = self.subject.periods.of(time);
                    Moment { at, time, period, is_before: false, is_moved }
                } else {
                    self.outside(journal, held.time)
                };
                self.place(journal, moment, held.record);
            }
        }
        self.of.files[at].sequence.times.verdicts = verdicts;
    }

    /// True where records out of line by their times were moved: their numbers are out of line, too. A
    /// clock that was wrong for a while leaves them in line.
    fn are_moved(&self, journal: u16, place: Option<Timestamp>, records: &[Held]) -> bool {
        let numbered = |held: &Held| EventNumber::of(self.subject, journal, &held.record)?.number();
        if let Some((stream, seq)) = records.iter().find_map(numbered) {
            let last = self.of.holes.file(journal).stream(stream).map(|stream| stream.last);
            return last.is_some_and(|last| last.checked_add(1) != Some(seq));
        }
        // A number that the next record brings again was not there before.
        let next = self.of.files[usize::from(journal)].held.all.front();
        let hands = records.iter().chain(next).filter_map(|held| match &held.record {
            Record::Hands(rows) => Some((held.time, rows)),
            Record::Controller(_) | Record::Manager(_) | Record::Shuffler(..) => None,
        });
        let mut last = BTreeMap::<TableId, (u32, bool)>::new();
        hands.into_iter().any(|(time, rows)| {
            let (table, number) = (rows.fragment.table, rows.fragment.round);
            let period = self.subject.periods.of(place.unwrap_or(time));
            let of_table = || self.of.assembler.last_of(table, period);
            let before = last.get(&table).copied().or_else(of_table);
            last.insert(table, (number, rows.is_part()));
            before.is_some_and(|(before, goes_on)| {
                !(goes_on && number == before) && before.checked_add(1) != Some(number)
            })
        })
    }

    /// True for records out of line that are of an audited day, by their own time or by those beside them.
    fn is_of_audited(&self, of: &OutOfLine<Timestamp>) -> bool {
        let times = [Some(of.run.first), of.before, of.after];
        times.into_iter().flatten().any(|time| self.subject.engagement.day_of(time).is_some())
    }

    pub(super) fn end_of_outside(&mut self, journal: u16) {
        if let Some(run) = self.of.files[usize::from(journal)].sequence.outside.take() {
            self.hear(journal, run.line, RecordFact::Outside(run));
        }
    }

    pub(super) fn place(&mut self, journal: u16, moment: Moment, record: Record) {
        let (subject, at) = (self.subject, usize::from(journal));
        let latest = self.of.files[at].sequence.times.last().map(|_| moment.at);
        if let Some(of) = EventNumber::of(subject, journal, &record) {
            let lines = (of.line, of.line);
            let number = of.number().map(|number| (number, moment.period));
            self.of.holes.file_mut(journal).record(lines, number, latest);
        }
        match record {
            Record::Hands(held) => {
                self.place_rows(journal, moment, &held.fragment, held.rows.as_rows());
            }
            Record::Controller(_) if moment.is_before => {}
            Record::Controller(event) => {
                self.of.holes.file_mut(journal).indicated(event.table, event.round);
                if subject.periods.audited(moment.period).is_none() {
                    self.void_aside(moment.period, &event);
                }
                let is_tray = event.kind == ControllerKind::HandButton
                    && subject
                        .rules_at(event.table, event.time)
                        .is_paid_from_the_tray(&event.value);
                self.of.holes.so_far.controller(subject, &event, is_tray);
                self.of.assembler.controller(subject, moment, event);
                self.hand_on_rounds();
            }
            Record::Manager(mut event) => {
                self.of.holes.so_far.manager(subject, &event);
                self.of.number_in_order(subject, journal, &mut event, moment.at);
                self.of.refuse_overlap(subject, journal, &event, latest);
                let is_audited = subject.engagement.day_of(moment.time).is_some();
                if moment.is_before {
                    return self.meter(moment.period, &event, is_audited);
                }
                let of_round = event.table.zip(event.round).filter(|_| is_of_round(event.kind));
                if let Some((table, round)) = of_round {
                    self.of.holes.file_mut(journal).indicated(table, round);
                }
                self.meter(moment.period, &event, is_audited);
                self.of.assembler.manager(subject, moment, event);
                self.hand_on_rounds();
            }
            Record::Shuffler(event, after_gap) => {
                if let Some(round) = event.round {
                    self.of.holes.file_mut(journal).indicated(event.table, round);
                }
                self.shuffler(moment, event, after_gap);
            }
        }
    }

    pub(super) fn place_rows(
        &mut self,
        journal: u16,
        moment: Moment,
        fragment: &Fragment,
        rows: Rows<'_>,
    ) {
        if moment.is_before {
            return;
        }
        let latest = self.of.files[usize::from(journal)].sequence.times.last().map(|_| moment.at);
        if moment.is_moved {
            self.of.assembler.moved_rows(moment, fragment, rows);
            self.hand_on_rounds();
            return self.of.holes.moved(journal, rows.heads());
        }
        self.of.assembler.rows(self.subject, moment, fragment, rows);
        self.hand_on_rounds();
        self.of.holes.rows(journal, moment.period, fragment, rows.heads(), latest);
    }
}
