//! The running number of a record: which line of numbers it belongs to, and whether the record stands there
//! for the first time.

use super::Follower;
use crate::copies::Identity;
use crate::listener::Listener;
use crate::sequence::JournalRecord;
use crate::subject::Subject;
use feltproof_model::{ControllerEvent, LinkId, ManagerEvent, ShufflerEvent, TableId, Timestamp};

/// A record with its place among running numbers.
pub(super) struct Numbered {
    pub(super) journal: u16,
    pub(super) line: u32,
    pub(super) time: Timestamp,
    seq: u64,
    /// The line of numbers it belongs to, if there is any.
    stream: Option<usize>,
    /// Its table or link, where others may have the same number, and how many there are.
    one_of: (u16, usize),
}

impl Numbered {
    pub(super) fn controller(subject: &Subject, journal: u16, e: &ControllerEvent) -> Self {
        Self::of_table(subject, journal, e.table, (e.line, e.time, e.seq))
    }

    pub(super) fn shuffler(subject: &Subject, journal: u16, e: &ShufflerEvent) -> Self {
        Self::of_table(subject, journal, e.table, (e.line, e.time, e.seq))
    }

    fn of_table(
        subject: &Subject,
        journal: u16,
        table: TableId,
        (line, time, seq): (u32, Timestamp, u64),
    ) -> Self {
        let stream = subject.parts.stream(journal, Some(table), None);
        let one_of = (table.0, subject.engagement.tables.len());
        Self { journal, line, time, seq, stream, one_of }
    }

    pub(super) fn manager(subject: &Subject, journal: u16, e: &ManagerEvent) -> Self {
        let stream = subject.parts.stream(journal, e.table, Some(e.link));
        let LinkId(link) = e.link;
        let one_of = (link, subject.engagement.links.len());
        Self { journal, line: e.line, time: e.time, seq: e.seq, stream, one_of }
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

    /// The number of the next event, which stands at this time. Times before 1970 or after 2112 stand together at the
    /// ends.
    pub(super) fn next(&mut self, at: Timestamp) -> u64 {
        let time = u64::try_from(at.0).map_or(0, |time| time.min(Self::TIME_MAX));
        self.ties = if time == self.time { self.ties + 1 } else { 0 };
        self.time = time;
        time * Self::TIES + self.ties
    }
}

impl Follower {
    /// True when records are missing, or could not be read, before this one.
    pub(super) fn is_gap(&mut self, of: &Numbered) -> bool {
        let sequence = &mut self.files[usize::from(of.journal)].sequence;
        match of.stream {
            Some(stream) => sequence.is_gap(stream, of.line, of.seq),
            None => sequence.pass(of.line),
        }
    }

    /// False for the copy of another record, which is read no further; takes in the number of any other.
    pub(super) fn is_new(
        &mut self,
        subject: &Subject,
        listener: &mut impl Listener,
        of: &Numbered,
        identity: impl FnOnce() -> Identity,
    ) -> bool {
        let journal = of.journal;
        let Some(stream) = of.stream else {
            self.files[usize::from(journal)].sequence.pass(of.line);
            return true;
        };
        let (kind, part) = subject.part(journal);
        let mut identity = identity();
        if !subject.parts.is_in_order(kind) {
            identity = identity.of_one(of.one_of.0, of.one_of.1);
        }
        if subject.parts.has_several(kind) {
            identity = identity.at(of.time);
        }
        let repeated = self.copies[kind as usize].repeats(part, identity, of.line);
        // What repeats a record of its own file has no number of its own; of another file it has.
        let is_elsewhere = repeated.is_some_and(|line| {
            subject.parts.place(kind, line).is_some_and(|(other, _)| other != journal)
        });
        if repeated.is_none() {
            self.end_of_copies(subject, listener, journal);
        }
        if repeated.is_none() || is_elsewhere {
            self.files[usize::from(journal)].sequence.number(
                stream,
                of.line,
                of.seq,
                |line, fact| {
                    listener.record(&JournalRecord { journal, line, fact });
                },
            );
        }
        if is_elsewhere {
            self.pass_copy(subject, journal, of.time);
            self.holes.record(journal, of.line, Some((stream, of.seq)), None);
        }
        repeated.is_none()
    }

    /// Goes on in a file with a copy: where another file has the record, the two have come as far as each other.
    pub(super) fn pass_copy(&mut self, subject: &Subject, journal: u16, time: Timestamp) {
        let (kind, part) = subject.part(journal);
        let of = self.copies[kind as usize].repeated(part);
        let other = of.and_then(|line| subject.parts.place(kind, line)).map(|(other, _)| other);
        let reached = other.filter(|other| *other != journal).and_then(|other| self.reached(other));
        let own = &mut self.files[usize::from(journal)].copied;
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
