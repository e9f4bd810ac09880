//! What only the order of a journal tells: running numbers, times, round numbers.
//!
//! Sequential and light: a few comparisons a record.

use crate::subject::Subject;
use feltproof_model::{Problem, TableId, Timestamp};
use std::collections::VecDeque;

/// What the order of one journal says about one record.
#[derive(Clone, Copy, Debug)]
pub struct JournalRecord<'a> {
    /// Which journal, by its place in the engagement.
    pub journal: u16,
    /// First line of the record.
    pub line: u32,
    /// What is known of it.
    pub fact: RecordFact<'a>,
}

/// One fact about one record.
#[derive(Clone, Copy, Debug)]
pub enum RecordFact<'a> {
    /// It could not be understood.
    Problem(&'a Problem),
    /// It has this running number; the highest before was `previous`, and `quarantined` records
    /// between the two could not be read.
    Sequence {
        /// Its running number.
        seq: u64,
        /// The highest running number before, if any.
        previous: Option<u64>,
        /// Unreadable records between the two.
        quarantined: u64,
    },
    /// It has this time; the latest before was `latest`.
    Time {
        /// Its time.
        time: Timestamp,
        /// The latest time before it, if any.
        latest: Option<Timestamp>,
        /// The gaming day it belongs to, if any of the audited ones.
        day: Option<u16>,
        /// Records that share the time: the rows of a round, else one.
        records: u64,
    },
    /// It starts this round at this table; the last round started there was `previous`.
    RoundStart {
        /// Table.
        table: TableId,
        /// Its number.
        round: u32,
        /// The number of the round before it at the table in the same gaming day.
        previous: Option<u32>,
        /// When.
        time: Timestamp,
    },
}

/// Follows one journal from record to record.
#[derive(Clone, Debug, Default)]
pub(crate) struct JournalSequence {
    seq_max: Option<u64>,
    latest: Option<Timestamp>,
    /// Unreadable records since the last readable one with a running number.
    quarantined: u64,
    /// Lines of unreadable records not yet passed.
    pending: VecDeque<u32>,
}

impl JournalSequence {
    /// The latest time seen inside the audited days.
    pub(crate) fn latest(&self) -> Option<Timestamp> {
        self.latest
    }

    /// Notes unreadable records of a block, by ascending line.
    pub(crate) fn problems(&mut self, lines: impl Iterator<Item = u32>) {
        self.pending.extend(lines);
    }

    /// Takes in a running number; gives the fact to be judged.
    pub(crate) fn number(&mut self, line: u32, seq: u64) -> RecordFact<'static> {
        while self.pending.front().is_some_and(|l| *l < line) {
            self.pending.pop_front();
            self.quarantined += 1;
        }
        let fact =
            RecordFact::Sequence { seq, previous: self.seq_max, quarantined: self.quarantined };
        if self.seq_max.is_none_or(|m| seq > m) {
            self.seq_max = Some(seq);
            self.quarantined = 0;
        }
        fact
    }

    /// True when records are missing, or could not be read, before one with this running number.
    pub(crate) fn is_gap(&self, line: u32, seq: u64) -> bool {
        self.quarantined > 0
            || self.pending.front().is_some_and(|unreadable| *unreadable < line)
            || self.seq_max.is_some_and(|m| Some(seq) != m.checked_add(1))
    }

    /// Takes in a time that so many records share; gives the fact to be judged. A time outside the
    /// audited days does not become the latest: one wild clock must not make every record after it
    /// late.
    pub(crate) fn time(
        &mut self,
        subject: &Subject,
        time: Timestamp,
        records: u64,
    ) -> RecordFact<'static> {
        let day = subject.engagement.day_of(time);
        let fact = RecordFact::Time { time, latest: self.latest, day, records };
        if day.is_some() && self.latest.is_none_or(|l| time > l) {
            self.latest = Some(time);
        }
        fact
    }
}

/// Follows the round numbers of one table.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RoundSequence {
    last: Option<(u16, u32)>,
    /// True when the last round is the only one of its day so far and may have been under way when
    /// the day began, under a number of the day before.
    may_be_older: bool,
}

/// How long after the start of a gaming day a round of the day before may be settled: ten minutes.
const UNDER_WAY_MICROS: i64 = 600 * 1_000_000;

impl RoundSequence {
    /// Takes in the start of a round; gives the fact to be judged. Numbers start anew each gaming
    /// day, which began at `day_start`.
    pub(crate) fn start(
        &mut self,
        table: TableId,
        day: u16,
        day_start: Timestamp,
        round: u32,
        time: Timestamp,
    ) -> RecordFact<'static> {
        let starts_anew = |previous: &u32| self.may_be_older && round == 1 && *previous > 1;
        let of_day = self.last.filter(|(d, _)| *d == day).map(|(_, r)| r);
        let previous = of_day.filter(|p| !starts_anew(p));
        self.may_be_older = of_day.is_none() && time <= day_start.plus_micros(UNDER_WAY_MICROS);
        if previous.is_none_or(|p| round > p) {
            self.last = Some((day, round));
        }
        RecordFact::RoundStart { table, round, previous, time }
    }
}
