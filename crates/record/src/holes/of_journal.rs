//! The holes of one journal, noted as it is read: each with the records on its two sides.

use crate::hole::{Hole, Why};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{Problem, TableId, Timestamp};
use std::collections::VecDeque;

/// Most holes of a journal that are told apart; of more, each two neighbours become one.
const SPANS_MAX: usize = 4096;

/// A hole with the records on its two sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) hole: Hole,
    /// The times of the two records.
    pub(super) from: Timestamp,
    pub(super) to: Timestamp,
    /// Their lines.
    after: u32,
    before: u32,
}

impl Span {
    /// True where no record stands before it.
    pub(super) const fn is_at_start(&self) -> bool {
        self.after == 0
    }
}

/// Where the readable records of a journal begin and end, so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    pub(super) first: Timestamp,
    pub(super) last: Timestamp,
    pub(super) first_line: u32,
    pub(super) last_line: u32,
}

/// One journal.
pub(super) struct OfJournal {
    pub(super) kind: JournalKind,
    pub(super) times: Option<Times>,
    /// When it first tells of a round.
    pub(super) first_round: Option<Timestamp>,
    /// The last two rounds of which it tells, and when; the latest first.
    rounds: [Option<(TableId, u32, Timestamp)>; 2],
    pub(super) is_done: bool,
    /// In the order of the journal.
    pub(super) spans: Vec<Span>,
    pub(super) seq: Option<u64>,
    /// What is missing before its first record, where the numbers tell, and how many of them.
    pub(super) start: Option<(Hole, u64)>,
    /// The record before was moved there from elsewhere.
    after_moved: bool,
    /// First and last lines of the runs whose times are out of line, as they were found.
    clocks: Vec<(u32, u32)>,
    /// First and last lines of unreadable records not yet passed.
    pending: VecDeque<(u32, u32)>,
    /// The tables of which it has told.
    tables: Vec<bool>,
}

impl OfJournal {
    pub(super) fn new(kind: JournalKind, tables: usize) -> Self {
        Self {
            kind,
            times: None,
            first_round: None,
            rounds: [None; 2],
            is_done: false,
            spans: Vec::new(),
            seq: None,
            start: None,
            after_moved: false,
            clocks: Vec::new(),
            pending: VecDeque::new(),
            tables: vec![false; tables],
        }
    }

    /// Notes where it begins.
    pub(super) fn begin(&mut self, first: Option<(u32, Timestamp)>, round: Option<Timestamp>) {
        self.times = first.map(|(line, time)| Times {
            first: time,
            last: time,
            first_line: line,
            last_line: line - 1,
        });
        self.first_round = round;
    }

    pub(super) fn unreadable(&mut self, problems: &[Problem]) {
        self.pending.extend(problems.iter().map(|problem| {
            let more = problem.raw.trim_end().matches('\n').count();
            let more = u32::try_from(more).unwrap_or(u32::MAX);
            (problem.line, problem.line.saturating_add(more))
        }));
    }

    /// Notes a record or the rows of one round; closes the hole before it.
    pub(super) fn record(
        &mut self,
        (first, last): (u32, u32),
        seq: Option<u64>,
        latest: Option<Timestamp>,
    ) {
        let unreadable = self.pending.partition_point(|(line, _)| *line <= last);
        let counted = u64::try_from(unreadable).unwrap_or(u64::MAX);
        let (missing, steps_back) = match (self.seq, seq) {
            (Some(before), Some(seq)) => {
                (seq.saturating_sub(before).saturating_sub(1) > counted, seq <= before)
            }
            _ => (false, false),
        };
        let moved = std::mem::take(&mut self.after_moved);
        if let (None, Some(missing @ 1..)) = (self.seq, seq.map(|seq| seq.saturating_sub(1))) {
            self.start = self.start.or(Some((self.hole(Why::Begins, first, first), missing)));
        }
        if unreadable > 0 || missing || steps_back || moved {
            let lines = self.pending.drain(..unreadable).reduce(|all, next| (all.0, next.1));
            let hole = match lines {
                Some((first, last)) => self.hole(Why::Unreadable, first, last),
                None if missing => self.hole(Why::Missing, first, last),
                None if moved => self.hole(Why::Moved, first, first),
                None => self.hole(Why::StepsBack, first, last),
            };
            self.push(hole, first, last, latest.unwrap_or(Timestamp(i64::MAX)));
        }
        self.seq = seq;
        if let Some(time) = latest {
            let times = self.times.get_or_insert(Times {
                first: time,
                last: time,
                first_line: first,
                last_line: last,
            });
            times.last = time;
            times.last_line = last;
        }
    }

    /// Notes records that stood elsewhere: what stood beside them there, and here, may be parted from its
    /// round. They say nothing of where the journal begins and ends.
    pub(super) fn moved(&mut self, (first, last): (u32, u32)) {
        if !self.after_moved {
            let latest = self.times.map_or(Timestamp(i64::MIN), |times| times.last);
            self.push(self.hole(Why::Moved, first, first), first, last, latest);
        }
        self.after_moved = true;
        if let Some(times) = &mut self.times {
            times.last_line = last;
        }
    }

    /// Notes records whose times are out of line.
    pub(super) fn clock(&mut self, lines: (u32, u32)) {
        if self.clocks.len() < SPANS_MAX {
            self.clocks.push(lines);
        } else if let Some(last) = self.clocks.last_mut() {
            // Of more than these, all that follow are taken for one.
            last.1 = last.1.max(lines.1);
        }
    }

    /// The run of records whose times are out of line to which this line belongs.
    pub(super) fn out_of_line(&self, line: u32) -> Option<Hole> {
        let run = self.clocks.iter().find(|(first, last)| (*first..=*last).contains(&line));
        run.map(|(first, last)| self.hole(Why::Clock, *first, *last))
    }

    /// A hole before the record of lines `first` to `last`, which may hold unreadable ones.
    fn push(&mut self, hole: Hole, first: u32, last: u32, to: Timestamp) {
        let (after, from) = match self.times {
            Some(times) if times.last_line >= times.first_line => (times.last_line, times.last),
            _ => (0, Timestamp(i64::MIN)),
        };
        let before = if hole.last < first { first } else { last };
        self.spans.push(Span { hole, from, to, after, before });
        if self.spans.len() > SPANS_MAX {
            let pairs = self.spans.chunks(2).map(|pair| {
                let (first, last) = (pair[0], pair[pair.len() - 1]);
                let hole = Hole { last: last.hole.last, ..first.hole };
                Span { hole, to: last.to, before: last.before, ..first }
            });
            self.spans = pairs.collect();
        }
    }

    /// Notes that the latest record tells of a round.
    pub(super) fn told(&mut self, table: TableId, round: u32) {
        self.tables[usize::from(table.0)] = true;
        let latest = self.times.map(|times| (table, round, times.last));
        let [last, _] = self.rounds;
        let same = last.is_some_and(|(t, r, _)| (t, r) == (table, round));
        self.rounds = [latest, if same { self.rounds[1] } else { last }];
    }

    /// When it told of the last round but one.
    pub(super) fn last_but_one(&self) -> Option<Timestamp> {
        self.rounds[1].map(|(.., time)| time)
    }

    pub(super) fn has_told(&self, table: TableId) -> bool {
        self.tables[usize::from(table.0)]
    }

    pub(super) fn end(&mut self) {
        self.is_done = true;
        if let Some((first, last)) = self.pending.drain(..).reduce(|all, next| (all.0, next.1)) {
            let hole = self.hole(Why::Unreadable, first, last);
            self.push(hole, u32::MAX, u32::MAX, Timestamp(i64::MAX));
        }
    }

    /// A hole that an interval of time touches.
    pub(super) fn span_within(&self, from: Timestamp, to: Timestamp) -> Option<&Span> {
        let at = self.spans.partition_point(|span| span.to < from);
        self.spans.get(at).filter(|span| span.from <= to)
    }

    /// A hole after one record and before, or at, another.
    pub(super) fn between(&self, after: u32, line: u32) -> Option<Hole> {
        let at = self.spans.partition_point(|span| span.before <= after);
        self.spans.get(at).filter(|span| span.after < line).map(|span| span.hole)
    }

    /// A hole among the records from one line to another, or next to them.
    pub(super) fn touching(&self, first: u32, last: u32) -> Option<Hole> {
        let at = self.spans.partition_point(|span| span.before < first);
        self.spans.get(at).filter(|span| span.after <= last).map(|span| span.hole)
    }

    pub(super) fn hole(&self, why: Why, first: u32, last: u32) -> Hole {
        Hole { journal: self.kind, why, first, last }
    }

    pub(super) fn begins(&self) -> Hole {
        let line = self.times.map_or(0, |times| times.first_line);
        self.hole(Why::Begins, line, line)
    }

    pub(super) fn ends(&self) -> Hole {
        let line = self.times.map_or(0, |times| times.last_line);
        self.hole(Why::Ends, line, line)
    }

    pub(super) fn silent(&self) -> Hole {
        self.hole(Why::Silent, 0, 0)
    }

    pub(super) fn empty(&self) -> Hole {
        self.hole(Why::Empty, 0, 0)
    }
}
