//! The holes of one journal, noted as it is read: each with the records on its two sides.

use crate::hole::{Hole, Never, Why};
use crate::period::Period;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{LinkId, Problem, TableId, Timestamp};
use std::collections::{BTreeSet, VecDeque};

/// Most holes of a journal that are told apart; of more, each two neighbours become one.
const SPANS_MAX: usize = 4096;

/// A hole with the records on its two sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) hole: Hole,
    /// The times of the two records.
    pub(super) from: Timestamp,
    pub(super) to: Timestamp,
    /// The lines of the two; 0 where no record stands before it.
    pub(super) after: u32,
    before: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) first: Timestamp,
    pub(super) last: Timestamp,
    pub(super) first_line: u32,
    pub(super) last_line: u32,
}

/// One line of running numbers of a journal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NumberLine {
    /// The first number, with the line and the time of its record.
    pub(super) first: (u64, u32),
    begins: Option<Timestamp>,
    pub(crate) last: u64,
    period: Period,
    /// Line and time of its record.
    at: (u32, Option<Timestamp>),
    /// Unreadable records of the journal before it.
    passed: u64,
}

pub(crate) struct OfJournal {
    pub(super) kind: JournalKind,
    pub(super) times: Option<Bounds>,
    pub(super) first_round: Option<Timestamp>,
    /// The last two rounds of which it tells, and when; the latest first.
    pub(super) rounds: [Option<(TableId, u32, Timestamp)>; 2],
    pub(super) is_done: bool,
    pub(super) spans: Vec<Span>,
    streams: Vec<Option<NumberLine>>,
    /// Unreadable records passed so far.
    passed: u64,
    /// Nothing would tell of a record that is missing.
    pub(super) is_unnumbered: bool,
    /// Its latest rows lack the hand to play against.
    pub(super) waits: bool,
    /// The first and the last period of which it has rows.
    pub(super) periods: Option<(Period, Period)>,
    /// The record before was moved there from elsewhere.
    after_moved: bool,
    /// First and last lines of the runs whose times are out of line, as they were found.
    clocks: Vec<(u32, u32)>,
    /// First and last lines of unreadable records not yet passed.
    pending: VecDeque<(u32, u32)>,
    /// The tables of which it has told.
    tables: Vec<bool>,
    /// Of a file of the manager, the meters of which its first block has events.
    pub(crate) shown: BTreeSet<LinkId>,
}

impl OfJournal {
    pub(super) fn new(kind: JournalKind, tables: usize, is_unnumbered: bool) -> Self {
        Self {
            kind,
            times: None,
            first_round: None,
            rounds: [None; 2],
            is_done: false,
            spans: Vec::new(),
            streams: Vec::new(),
            passed: 0,
            is_unnumbered,
            waits: false,
            periods: None,
            after_moved: false,
            clocks: Vec::new(),
            pending: VecDeque::new(),
            tables: vec![false; tables],
            shown: BTreeSet::new(),
        }
    }

    pub(super) fn begin(&mut self, first: Option<(u32, Timestamp)>, round: Option<Timestamp>) {
        self.times = first.map(|(first_line, first)| Bounds {
            first,
            last: first,
            first_line,
            last_line: first_line - 1,
        });
        self.first_round = round;
    }

    pub(crate) fn unreadable(&mut self, problems: &[Problem]) {
        self.pending.extend(problems.iter().map(|problem| {
            let more = problem.raw.trim_end().matches('\n').count();
            let more = u32::try_from(more).expect("a record ends on a line of its file");
            (problem.line, problem.line + more)
        }));
    }

    /// Notes a record, with its running number, or the rows of a round; closes the hole before it.
    /// `latest` is the latest time of the journal up to it.
    pub(crate) fn record(
        &mut self,
        (first, last): (u32, u32),
        number: Option<((usize, u64), Period)>,
        latest: Option<Timestamp>,
    ) {
        let unreadable = self.pending.partition_point(|(line, _)| *line <= last);
        self.passed += unreadable as u64;
        let before = number.and_then(|((stream, _), _)| self.stream(stream).copied());
        let (missing, steps_back) = match (before, number) {
            // Numbers may begin again with a period.
            (Some(before), Some(((_, 1), period))) if before.period < period => (false, false),
            (Some(before), Some(((_, seq), _))) => {
                let counted = self.passed - before.passed;
                let step = seq.checked_sub(before.last).filter(|step| *step > 0);
                (step.is_some_and(|step| step - 1 > counted), step.is_none())
            }
            _ => (false, false),
        };
        let moved = std::mem::take(&mut self.after_moved);
        if unreadable > 0 || missing || steps_back || moved {
            let lines = self.pending.drain(..unreadable).reduce(|all, next| (all.0, next.1));
            let (why, (from, to)) = match lines {
                Some(lines) => (Why::Unreadable, lines),
                None if missing => (Why::Missing, (first, last)),
                None if moved => (Why::Moved, (first, first)),
                None => (Why::StepsBack, (first, last)),
            };
            let hole = Hole { last: to, ..self.hole(why, from) };
            self.push(hole, first, last, latest.unwrap_or(Timestamp::LATEST));
            // What is missing of one line of numbers may stand anywhere after its last record.
            let after = before.filter(|_| missing && self.streams.len() > 1);
            if let (Some(before), Some(span)) = (after, self.spans.last_mut()) {
                span.after = span.after.min(before.at.0);
                span.from = span.from.min(before.at.1.unwrap_or(Timestamp::EARLIEST));
            }
        }
        self.note_number(number, (first, last), latest);
        if let Some(time) = latest {
            let new = Bounds { first: time, last: time, first_line: first, last_line: last };
            let times = self.times.get_or_insert(new);
            (times.last, times.last_line) = (time, last);
        }
    }

    fn note_number(
        &mut self,
        number: Option<((usize, u64), Period)>,
        (first, last): (u32, u32),
        latest: Option<Timestamp>,
    ) {
        let Some(((stream, seq), period)) = number else { return };
        if self.streams.len() <= stream {
            self.streams.resize(stream + 1, None);
        }
        let own = NumberLine {
            first: (seq, first),
            begins: latest,
            last: seq,
            period,
            at: (last, latest),
            passed: self.passed,
        };
        let NumberLine { first, begins, .. } = self.streams[stream].unwrap_or(own);
        self.streams[stream] = Some(NumberLine { first, begins, ..own });
    }

    /// Passes a record outside the audited days, or rows: the journal reaches to there, and what is missing among
    /// them is of another day.
    pub(crate) fn pass(
        &mut self,
        (first, last): (u32, u32),
        number: Option<((usize, u64), Period)>,
        time: Timestamp,
    ) {
        let unreadable = self.pending.partition_point(|(line, _)| *line <= last);
        self.passed += unreadable as u64;
        self.pending.drain(..unreadable);
        self.note_number(number, (first, last), Some(time));
        let new = Bounds { first: time, last: time, first_line: first, last_line: last };
        let times = self.times.get_or_insert(new);
        (times.first, times.last) = (times.first.min(time), times.last.max(time));
        (times.first_line, times.last_line) = (times.first_line.min(first), last);
    }

    pub(crate) fn stream(&self, stream: usize) -> Option<&NumberLine> {
        self.streams.get(stream)?.as_ref()
    }

    pub(super) fn period(&mut self, period: Period) {
        let (first, last) = self.periods.unwrap_or((period, period));
        self.periods = Some((first.min(period), last.max(period)));
    }

    /// True where the running numbers of another file end, and those of this one go on with the next.
    pub(super) fn goes_on_from(&self, other: &Self) -> bool {
        let numbers = self.streams.iter().enumerate().filter_map(|(at, own)| {
            Some((other.stream(at)?.last.checked_add(1), own.as_ref()?.first.0))
        });
        let mut follows = numbers.map(|(next, first)| next == Some(first)).peekable();
        other.is_done
            && other.pending.is_empty()
            && follows.peek().is_some()
            && follows.all(|follows| follows)
    }

    /// Where a line of numbers begins after some time, and not with the first.
    pub(super) fn begins_late(&self, stream: usize, time: Timestamp) -> Option<Hole> {
        let late = self.stream(stream)?.begins.is_some_and(|begins| time < begins);
        self.start(stream).filter(|_| late).map(|(hole, _)| hole)
    }

    /// What is missing before the first record of a line of numbers, where they tell, and how many.
    pub(super) fn start(&self, stream: usize) -> Option<(Hole, u64)> {
        let (seq, line) = self.stream(stream)?.first;
        (seq > 1).then(|| (self.hole(Why::Begins, line), seq - 1))
    }

    /// Whether some line of its numbers lacks the first ones, so many at most.
    pub(super) fn lacks_first(&self, most: u64) -> bool {
        let starts = (0..self.streams.len()).filter_map(|stream| self.start(stream));
        starts.into_iter().any(|(_, missing)| missing <= most)
    }

    /// Notes records that stood elsewhere: their neighbours there and here may be parted from their round.
    /// They say nothing of where the journal begins and ends.
    pub(super) fn moved(&mut self, (first, last): (u32, u32)) {
        if !self.after_moved {
            let latest = self.times.map_or(Timestamp::EARLIEST, |times| times.last);
            self.push(self.hole(Why::Moved, first), first, last, latest);
        }
        self.after_moved = true;
        if let Some(times) = &mut self.times {
            times.last_line = last;
        }
    }

    pub(crate) fn clock(&mut self, lines: (u32, u32)) {
        if self.clocks.len() < SPANS_MAX {
            self.clocks.push(lines);
        } else if let Some(last) = self.clocks.last_mut() {
            // Of more than these, all that follow are taken for one.
            last.1 = last.1.max(lines.1);
        }
    }

    pub(super) fn out_of_line(&self, line: u32) -> Option<Hole> {
        let run = self.clocks.iter().find(|(first, last)| (*first..=*last).contains(&line));
        run.map(|(first, last)| Hole { last: *last, ..self.hole(Why::Clock, *first) })
    }

    /// A hole before the record of lines `first` to `last`, which may hold unreadable ones.
    fn push(&mut self, hole: Hole, first: u32, last: u32, to: Timestamp) {
        let (after, from) = match self.times {
            Some(times) if times.last_line >= times.first_line => (times.last_line, times.last),
            _ => (0, Timestamp::EARLIEST),
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
    pub(crate) fn indicated(&mut self, table: TableId, round: u32) {
        self.tables[usize::from(table.0)] = true;
        if self.first_round.is_none() {
            self.first_round = self.times.map(|times| times.last);
        }
        let latest = self.times.map(|times| (table, round, times.last));
        let [last, _] = self.rounds;
        let same = last.is_some_and(|(t, r, _)| (t, r) == (table, round));
        self.rounds = [latest, if same { self.rounds[1] } else { last }];
    }

    pub(super) fn mentions(&self, table: TableId) -> bool {
        self.tables[usize::from(table.0)]
    }

    /// True where it tells of a table that another file tells of, too.
    pub(super) fn tells_as(&self, other: &Self) -> bool {
        self.tables.iter().zip(&other.tables).any(|(own, other)| *own && *other)
    }

    pub(crate) fn end(&mut self) {
        self.is_done = true;
        if let Some((first, last)) = self.pending.drain(..).reduce(|all, next| (all.0, next.1)) {
            let hole = Hole { last, ..self.hole(Why::Unreadable, first) };
            self.push(hole, u32::MAX, u32::MAX, Timestamp::LATEST);
        }
    }

    pub(super) fn span_within(&self, from: Timestamp, to: Timestamp) -> Option<&Span> {
        let at = self.spans.partition_point(|span| span.to < from);
        self.one_of(at, |span| span.from <= to)
    }

    /// The first hole from a place on that begins early enough: of several lines of numbers a later one may.
    fn one_of(&self, at: usize, begins: impl Fn(&Span) -> bool) -> Option<&Span> {
        let rest = self.spans.get(at..).unwrap_or_default();
        let looked_at = if self.streams.len() > 1 { rest.len() } else { rest.len().min(1) };
        rest[..looked_at].iter().find(|span| begins(span))
    }

    /// A hole after one record and before, or at, another.
    pub(super) fn between(&self, after: u32, line: u32) -> Option<Hole> {
        let at = self.spans.partition_point(|span| span.before <= after);
        self.one_of(at, |span| span.after < line).map(|span| span.hole)
    }

    /// A hole among the records from one line to another, or next to them.
    pub(super) fn touching(&self, first: u32, last: u32) -> Option<Hole> {
        let at = self.spans.partition_point(|span| span.before < first);
        self.spans.get(at).filter(|span| span.after <= last).map(|span| span.hole)
    }

    pub(super) const fn hole(&self, why: Why, line: u32) -> Hole {
        Hole::at(self.kind, why, line)
    }

    pub(crate) fn begins(&self) -> Hole {
        self.hole(Why::Begins, self.times.map_or(0, |times| times.first_line))
    }

    pub(super) fn ends(&self) -> Hole {
        self.hole(Why::Ends, self.times.map_or(0, |times| times.last_line))
    }

    pub(super) fn silent(&self) -> Hole {
        self.hole(Why::Never(Never::Indicated), 0)
    }

    pub(super) fn unnumbered(&self) -> Option<Hole> {
        self.is_unnumbered.then(|| self.hole(Why::Unnumbered, 0))
    }
}
