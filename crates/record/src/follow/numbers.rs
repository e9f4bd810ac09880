//! The running number of a record: to which line of them it belongs, and whether it stands there first.

use super::{Follower, Walk};
use crate::held::Record;
use crate::listener::Listener;
use crate::sequence::JournalRecord;
use crate::subject::Subject;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{ManagerEvent, Timestamp};

/// An event with its place among running numbers.
pub(super) struct EventNumber {
    pub(super) line: u32,
    pub(super) time: Timestamp,
    seq: u64,
    /// The line of numbers it belongs to, if there is any.
    stream: Option<usize>,
    /// Its link or table, where others may have the same number, and how many there are.
    one_of: (u16, usize),
}

impl EventNumber {
    /// `None` for rows, which have no running number.
    pub(super) fn of(subject: &Subject, journal: u16, record: &Record) -> Option<Self> {
        let (line, time, seq, table, link) = match record {
            Record::Hands(_) => return None,
            Record::Controller(e) => (e.line, e.time, e.seq, Some(e.table), None),
            Record::Manager(e) => (e.line, e.time, e.seq, e.table, Some(e.link)),
            Record::Shuffler(e, _) => (e.line, e.time, e.seq, Some(e.table), None),
        };
        let stream = subject.parts.stream(journal, table, link);
        let (tables, links) = (subject.engagement.tables.len(), subject.engagement.links.len());
        let of_table = || (table.map_or(0, |table| table.0), tables);
        let one_of = link.map_or_else(of_table, |link| (link.0, links));
        Some(Self { line, time, seq, stream, one_of })
    }

    pub(super) fn number(&self) -> Option<(usize, u64)> {
        Some((self.stream?, self.seq))
    }
}

/// Numbers for the events of a file in the order of their times, which order those of several files, too.
#[derive(Clone, Default)]
pub(super) struct InTime {
    time: u64,
    /// Events of the same time before.
    ties: u64,
}

impl InTime {
    /// Numbers for events of the same microsecond; of whole seconds there are a million times as many.
    const TIES: u64 = 1 << 12;

    /// The latest time that is told from later ones, in 2112: room is left for as many ties as a file has lines.
    const TIME_MAX: u64 = (u64::MAX - u32::MAX as u64) / Self::TIES;

    /// The number of the next event, at this time; before 1970 and after 2112 all stand together.
    pub(super) fn next(&mut self, at: Timestamp) -> u64 {
        let time = u64::try_from(at.0).map_or(0, |time| time.min(Self::TIME_MAX));
        self.ties = if time == self.time { self.ties + 1 } else { 0 };
        self.time = time;
        time * Self::TIES + self.ties
    }
}

/// The highest running number beside which it can be counted how often numbers began again.
const COUNTED_MAX: u64 = 1 << 40;

/// The running number of an event of the manager, as it is written.
pub(crate) const fn as_written(seq: u64) -> u64 {
    seq % COUNTED_MAX
}

impl Follower {
    /// Gives an event of the manager a number that tells what follows what at a meter: its own where one line of
    /// numbers goes through all, with how often they began again.
    pub(super) fn number_in_order(
        &mut self,
        subject: &Subject,
        journal: u16,
        event: &mut ManagerEvent,
        at: Timestamp,
    ) {
        let file = &mut self.files[usize::from(journal)];
        if !subject.parts.is_in_order(JournalKind::Manager) {
            event.seq = file.managed.next(at);
        } else if event.seq < COUNTED_MAX {
            let (latest, times) = &mut file.begun_again;
            // A number 1 after others, however they began, is the first of a new line.
            *times += u64::from(event.seq == 1 && *latest > 1);
            *latest = event.seq;
            event.seq += *times * COUNTED_MAX;
        }
    }

    pub(super) fn is_gap(&mut self, journal: u16, of: &EventNumber) -> bool {
        let sequence = &mut self.files[usize::from(journal)].sequence;
        match of.stream {
            Some(stream) => sequence.is_gap(stream, of.line, of.seq),
            None => sequence.pass(of.line),
        }
    }
}

impl<L: Listener> Walk<'_, L> {
    /// False for the copy of another record, which is read no further; takes in the number of any other.
    pub(super) fn is_new(&mut self, journal: u16, of: &EventNumber, record: &Record) -> bool {
        let (parts, at) = (&self.subject.parts, usize::from(journal));
        let identity = of.stream.and_then(|stream| Some((stream, record.identity()?)));
        let Some((stream, mut identity)) = identity else {
            self.of.files[at].sequence.pass(of.line);
            return true;
        };
        let (kind, part) = self.subject.part(journal);
        identity = identity.in_period(self.subject.periods.of(of.time));
        if !parts.is_in_order(kind) {
            identity = identity.of_one(of.one_of.0, of.one_of.1);
        }
        if parts.has_several(kind) {
            identity = identity.at(of.time);
        }
        let repeated = self.of.copies[kind as usize].repeats(part, identity, of.line);
        // What repeats a record of its own file has no number of its own; of another file it has.
        let place = repeated.and_then(|line| parts.place(kind, line));
        let is_elsewhere = place.is_some_and(|(other, _)| other != journal);
        if repeated.is_none() {
            self.end_of_copies(journal);
        }
        if repeated.is_none() || is_elsewhere {
            let periods = &self.subject.periods;
            let (seq, period) = (of.seq, periods.of(of.time));
            let sequence = &mut self.of.files[at].sequence;
            let listener = &mut *self.listener;
            let hear = |line, fact| listener.record(&JournalRecord { journal, line, fact });
            match self.subject.engagement.day_of(of.time) {
                None if !periods.is_outside(of.time) => {
                    sequence.pass_number(stream, of.line, (seq, period), hear);
                }
                _ => {
                    sequence.number(stream, of.line, (seq, period), periods, hear);
                }
            }
        }
        if is_elsewhere {
            self.pass_copy(journal, of.time);
            let number = of.number().map(|number| (number, self.subject.periods.of(of.time)));
            self.of.holes.file_mut(journal).record((of.line, of.line), number, None);
        }
        repeated.is_none()
    }

    /// Goes on in a file with a copy: where another file has the record, the two have come as far as each other.
    pub(super) fn pass_copy(&mut self, journal: u16, time: Timestamp) {
        let (kind, part) = self.subject.part(journal);
        let of = self.of.copies[kind as usize].repeated(part);
        let place = of.and_then(|line| self.subject.parts.place(kind, line));
        let other = place.map(|(other, _)| other).filter(|other| *other != journal);
        let reached = other.and_then(|other| self.of.reached(other));
        let own = &mut self.of.files[usize::from(journal)].copied;
        *own = (*own).max(reached.map(|reached| reached.min(time)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Times of whole seconds and of all centuries, each three times: the numbers ascend as the times do, and those of the
    /// same time one by one.
    #[test]
    fn numbers_ascend_with_the_times() {
        let year = 31_556_952_000_000_i64;
        let times = (-1_969..8_000).step_by(7).map(|years| Timestamp(years * year));
        let (mut in_time, mut latest) = (InTime::default(), None);
        for time in times {
            let [first, second, third] = [0; 3].map(|_| in_time.next(time));
            assert_eq!((second, third), (first + 1, first + 2), "{time:?}");
            assert!(latest.is_none_or(|latest| first > latest), "{time:?}");
            latest = Some(third);
        }
        // Within 1970 to 2112 the order is that of the times, in whatever order the files are read.
        let [early, late] =
            [5, 6].map(|second| InTime::default().next(Timestamp::from_seconds(second)));
        assert!(early < late);
        let [last, beyond] =
            [142, 143].map(|years| InTime::default().next(Timestamp(years * year)));
        assert!(last < beyond && beyond == InTime::default().next(Timestamp::LATEST));
    }
}
