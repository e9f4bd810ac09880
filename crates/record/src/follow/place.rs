//! Where in its journal a record stands: at once where its time is in line, else once others tell.

use super::Follower;
use crate::assemble::is_of_round;
use crate::held::{Held, Record};
use crate::line::{Unit, Verdict};
use crate::listener::Listener;
use crate::numbered::HeldRows;
use crate::round_line::{Moment, OfRound};
use crate::sequence::{JournalRecord, JournalSequence, RecordFact};
use crate::subject::Subject;
use feltproof_intake::Fragment;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{ControllerKind, ManagerKind, Rows, TableId, Timestamp};
use std::collections::BTreeMap;

/// Rounds of so many records at most, whose times are out of line together, are kept open no longer than
/// their neighbours.
const PLACED_MAX: u32 = 8;

impl Follower {
    /// Where a record stands; `None` when it must be held until others tell.
    pub(super) fn placed(
        &mut self,
        subject: &Subject,
        listener: &mut impl Listener,
        journal: u16,
        unit: &Unit<Timestamp>,
    ) -> Option<Moment> {
        let at = usize::from(journal);
        let sequence = &mut self.files[at].sequence;
        if let Some(day) = subject.engagement.day_of(unit.value) {
            let in_line = sequence.fits(unit);
            let latest = sequence.latest().unwrap_or(unit.value);
            self.end_of_outside(listener, journal);
            return in_line.then_some(Moment {
                at: latest,
                time: unit.value,
                day,
                is_before: false,
                is_moved: false,
            });
        }
        sequence.outside(unit);
        self.files[at]
            .held
            .is_empty()
            .then(|| outside(subject, &self.files[at].sequence, unit.value))
    }

    /// Keeps a record until others tell where it stands.
    pub(super) fn hold(
        &mut self,
        subject: &Subject,
        listener: &mut impl Listener,
        journal: u16,
        unit: &Unit<Timestamp>,
        record: Record,
    ) {
        let at = usize::from(journal);
        let is_audited = subject.engagement.day_of(unit.value).is_some();
        self.files[at].held.push(Held { time: unit.value, is_audited, record });
        let mut verdicts = self.files[at].held.take_verdicts();
        if is_audited {
            self.files[at].sequence.hold(unit, &mut verdicts);
        } else if self.files[at].held.is_full() {
            self.files[at].sequence.end_of_held(&mut verdicts);
        }
        self.judge_held(subject, listener, journal, verdicts);
    }

    /// Gives held records the place they turned out to have.
    pub(super) fn judge_held(
        &mut self,
        subject: &Subject,
        listener: &mut impl Listener,
        journal: u16,
        mut verdicts: Vec<Verdict<Timestamp>>,
    ) {
        let at = usize::from(journal);
        for verdict in verdicts.drain(..) {
            let (units, place, is_out) = match verdict {
                Verdict::InLine(units) => (units, None, false),
                Verdict::Back(units) => (units, None, true),
                Verdict::Jump { held, .. } => (held, None, false),
                Verdict::OutOfLine { held, of } => {
                    let (line, fact) = (of.run.line, RecordFact::TimesOutOfLine(of));
                    listener.record(&JournalRecord { journal, line, fact });
                    self.holes.clock(journal, (line, of.run.last_line));
                    (held, of.before.or(of.after), true)
                }
            };
            let taken = self.files[at].held.take(units);
            if units > 0 {
                let goes_on = place.is_none() && self.files[at].held.are_moved;
                let are_moved =
                    is_out && (goes_on || self.are_moved(subject, journal, place, &taken));
                self.files[at].held.are_moved = are_moved;
            }
            for held in taken {
                let moment = if held.is_audited {
                    let is_moved = self.files[at].held.are_moved;
                    let time = place.filter(|_| !is_moved).unwrap_or(held.time);
                    // What others tell of many rounds stands where their own times are.
                    let at = if units <= PLACED_MAX { time } else { time.max(held.time) };
                    let day = subject.nearest_day(time);
                    Moment { at, time, day, is_before: false, is_moved }
                } else {
                    outside(subject, &self.files[at].sequence, held.time)
                };
                self.place(subject, listener, journal, moment, held.record);
            }
        }
        self.files[at].held.give_back(verdicts);
    }

    /// True where records whose times are out of line were moved there: their numbers are out of line, too.
    /// A clock that was wrong for a while leaves them in line.
    fn are_moved(
        &self,
        subject: &Subject,
        journal: u16,
        place: Option<Timestamp>,
        records: &[Held],
    ) -> bool {
        let number = records.iter().find_map(|held| held.record.number(subject, journal));
        if let Some((stream, seq)) = number {
            let last = self.holes.last_number(journal, stream);
            return last.is_some_and(|last| last.checked_add(1) != Some(seq));
        }
        // A number that the next record brings again was not there before.
        let next = self.files[usize::from(journal)].held.first();
        let hands = records.iter().chain(next).filter_map(|held| match &held.record {
            Record::Hands(rows) => Some((held.time, rows)),
            _ => None,
        });
        let mut last = BTreeMap::<TableId, (u32, bool)>::new();
        hands.into_iter().any(|(time, rows)| {
            let (table, number) = (rows.fragment.table, rows.fragment.round);
            let day = subject.nearest_day(place.unwrap_or(time));
            let before = last.get(&table).copied().or_else(|| self.assembler.last_of(table, day));
            last.insert(table, (number, rows.is_part()));
            before.is_some_and(|(before, goes_on)| {
                !(goes_on && number == before) && before.checked_add(1) != Some(number)
            })
        })
    }

    /// Says that a run of records outside the audited days is over.
    pub(super) fn end_of_outside(&mut self, listener: &mut impl Listener, journal: u16) {
        if let Some(run) = self.files[usize::from(journal)].sequence.end_of_outside() {
            let (line, fact) = (run.line, RecordFact::Outside(run));
            listener.record(&JournalRecord { journal, line, fact });
        }
    }

    /// Takes in a record whose place is known.
    pub(super) fn place(
        &mut self,
        subject: &Subject,
        listener: &mut impl Listener,
        journal: u16,
        moment: Moment,
        record: Record,
    ) {
        let latest = self.files[usize::from(journal)].sequence.latest().map(|_| moment.at);
        let number = record.number(subject, journal);
        match record {
            Record::Hands(held) => {
                let HeldRows { fragment, rows } = &*held;
                let rows = (fragment, rows.as_rows());
                self.place_rows(subject, listener, journal, moment, rows);
            }
            Record::Controller(event) => {
                self.holes.record(journal, event.line, number, latest);
                if moment.is_before {
                    return;
                }
                self.holes.indicated(journal, event.table, event.round);
                let is_tray = event.kind == ControllerKind::HandButton
                    && subject.rules(event.table).is_paid_from_the_tray(&event.value);
                self.holes.so_far.controller(subject, &event, is_tray);
                self.assembler.controller(subject, moment, event);
                self.tell_of_rounds(subject, listener);
            }
            Record::Manager(mut event) => {
                self.holes.record(journal, event.line, number, latest);
                if event.kind == ManagerKind::CoinIn {
                    self.holes.so_far.coin_in(&event);
                }
                self.holes.so_far.manager(subject, &event);
                if !subject.parts.is_in_order(JournalKind::Manager) {
                    // What follows what at a meter is told by the numbers.
                    event.seq = self.files[usize::from(journal)].managed.next(moment.at);
                }
                self.refuse_overlap(subject, journal, &event, latest);
                if moment.is_before {
                    return self.meter(subject, listener, moment.day, &event);
                }
                let of_round = event.table.zip(event.round).filter(|_| is_of_round(event.kind));
                if let Some((table, round)) = of_round {
                    self.holes.indicated(journal, table, round);
                }
                self.meter(subject, listener, moment.day, &event);
                self.assembler.manager(subject, moment, event);
                self.tell_of_rounds(subject, listener);
            }
            Record::Shuffler(event, after_gap) => {
                self.holes.record(journal, event.line, number, latest);
                if let Some(round) = event.round {
                    self.holes.indicated(journal, event.table, round);
                }
                self.shuffler(listener, moment.day, event, after_gap);
            }
        }
    }

    pub(super) fn place_rows(
        &mut self,
        subject: &Subject,
        listener: &mut impl Listener,
        journal: u16,
        moment: Moment,
        (fragment, rows): (&Fragment, Rows<'_>),
    ) {
        if moment.is_before {
            return;
        }
        let latest = self.files[usize::from(journal)].sequence.latest().map(|_| moment.at);
        if moment.is_moved {
            self.assembler.moved_rows(moment, fragment, rows);
            self.tell_of_rounds(subject, listener);
            return self.holes.moved(journal, rows.heads());
        }
        self.assembler.rows(subject, moment, fragment, rows);
        self.tell_of_rounds(subject, listener);
        let round = (fragment.table, moment.day, fragment.round);
        self.holes.rows(journal, round, rows.heads(), latest);
    }
}

/// A record outside the audited days stands where the one before it does, else at its own time.
fn outside(subject: &Subject, sequence: &JournalSequence, time: Timestamp) -> Moment {
    let time = sequence.latest().unwrap_or(time);
    let is_before = sequence.latest().is_none();
    Moment { at: time, time, day: subject.nearest_day(time), is_before, is_moved: false }
}
