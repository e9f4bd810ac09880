//! What only the order of a journal tells, running numbers and times: a few comparisons a record.

use crate::copies::Copied;
use crate::line::{Line, OutOfLine, Place, Rule, Run, Unit, Verdict};
use crate::period::{Period, Periods};
use feltproof_model::{Problem, TableId, Timestamp};
use std::collections::VecDeque;

/// What the order of one journal says about one record, or a run of them.
#[derive(Clone, Copy, Debug)]
pub struct JournalRecord<'a> {
    /// Which journal, by its place in the engagement.
    pub journal: u16,
    /// First line of the record, or of the first.
    pub line: u32,
    /// What is known of it.
    pub fact: RecordFact<'a>,
}

/// One fact about one record, or a run of records that stand together.
#[derive(Clone, Copy, Debug)]
pub enum RecordFact<'a> {
    /// It could not be understood.
    Problem(&'a Problem),
    /// It has a running number.
    Number,
    /// Numbers are missing before the first of the run, but for records that could not be read.
    NumbersMissing {
        /// The records that follow.
        run: Run<u64>,
        /// The number before.
        previous: u64,
    },
    /// Running numbers out of line.
    NumbersOutOfLine(OutOfLine<u64>),
    /// Records that repeat earlier ones, and are read once.
    Copied(Copied),
    /// It has a time.
    Time {
        /// In one of the audited days.
        is_audited: bool,
        /// Records that share the time: the rows of a round, else one.
        records: u64,
    },
    /// Times of the audited days out of line.
    TimesOutOfLine(OutOfLine<Timestamp>),
    /// The clock of its journal stands beside those of the others, in words: its times are taken as theirs.
    ClockBeside(&'a str),
    /// Times outside the audited days, one after the other.
    Outside(Run<Timestamp>),
    /// It starts a round, or, in another journal than that of hands, names one.
    RoundStart {
        /// Table.
        table: TableId,
        /// Its number.
        round: u32,
        /// When.
        time: Timestamp,
    },
    /// Round numbers of a table begin again with 1 within a gaming day, though the engagement does not say so.
    RoundsBeginAgain {
        /// Table.
        table: TableId,
        /// The number before.
        previous: u32,
        /// When.
        time: Timestamp,
    },
    /// Between the round before at the table and this one numbers are missing.
    RoundsMissing {
        /// Table.
        table: TableId,
        /// Its number.
        round: u32,
        /// The number of the round before it.
        previous: u32,
        /// When.
        time: Timestamp,
        /// The line of the round before.
        after_line: u32,
    },
    /// Round numbers out of line at a table.
    RoundsOutOfLine {
        /// Table.
        table: TableId,
        /// The numbers.
        of: OutOfLine<u32>,
        /// The number that its place gives the record, if it gives one.
        taken_as: Option<u32>,
        /// When.
        time: Timestamp,
    },
}

/// Running numbers ascend by one.
#[derive(Debug)]
struct Numbers;

impl Rule for Numbers {
    type Value = u64;
    const CONFIRM: u32 = 8;

    #[inline]
    fn place(&self, last: u64, value: u64, more: u64) -> Place {
        match value.checked_sub(last) {
            None | Some(0) => Place::Behind,
            Some(step) if step - 1 <= more => Place::Fits,
            Some(_) => Place::Ahead,
        }
    }
}

/// Times ascend but for the disorder that is declared; a long silence is looked at twice.
#[derive(Debug)]
pub(crate) struct Times {
    disorder_micros: i64,
}

/// A silence after which a time is believed only when others follow: half of the time that rounds are
/// kept open for, so that one wrong clock closes none.
const SILENCE_MICROS: i64 = 300 * 1_000_000;

impl Rule for Times {
    type Value = Timestamp;
    const CONFIRM: u32 = 8;
    const CONFIRM_AHEAD: u32 = 256;

    #[inline]
    fn place(&self, last: Timestamp, value: Timestamp, _: u64) -> Place {
        if value < last.plus_micros(-self.disorder_micros) {
            Place::Behind
        } else if value > last.plus_micros(SILENCE_MICROS.max(self.disorder_micros)) {
            Place::Ahead
        } else {
            Place::Fits
        }
    }
}

#[derive(Debug)]
pub(crate) struct JournalSequence {
    streams: Vec<Stream>,
    /// The times inside the audited days.
    pub(crate) times: Line<Times>,
    /// Records outside the audited days, the last of which was read last.
    pub(crate) outside: Option<Run<Timestamp>>,
    /// Lines of unreadable records not yet passed, ascending.
    pub(crate) pending: VecDeque<u32>,
    passed: u64,
}

/// One line of running numbers.
#[derive(Debug)]
struct Stream {
    numbers: Line<Numbers>,
    /// The one read last.
    read: Option<u64>,
    /// Unreadable records of the journal before it: each may have had a number of this line.
    passed: u64,
    /// The period of that record.
    period: Option<Period>,
}

impl JournalSequence {
    /// Of a journal that may stand out of order by so much.
    pub(crate) fn new(disorder_micros: i64) -> Self {
        let (streams, times) = (Vec::new(), Line::new(Times { disorder_micros }));
        Self { streams, times, outside: None, pending: VecDeque::new(), passed: 0 }
    }

    /// Takes in a running number; `hear` gets what is then known of it and of those before it.
    pub(crate) fn number(
        &mut self,
        stream: usize,
        line: u32,
        (seq, period): (u64, Period),
        periods: &Periods,
        mut hear: impl FnMut(u32, RecordFact<'static>),
    ) {
        let (of, unreadable) = self.read(stream, line, seq);
        hear(line, RecordFact::Number);
        if of.begins_again(seq, period, periods) {
            return of.begin_at(seq, &mut hear);
        }
        let unit = Unit { unreadable, ..Unit::one(line, seq) };
        if !of.numbers.fits(&unit) {
            of.numbers.hold(&unit);
            of.hand_on(&mut hear);
        }
    }

    /// Passes a number outside the audited days: it is judged by nobody, and the next one follows it.
    pub(crate) fn pass_number(
        &mut self,
        stream: usize,
        line: u32,
        (seq, period): (u64, Period),
        mut hear: impl FnMut(u32, RecordFact<'static>),
    ) {
        let (of, _) = self.read(stream, line, seq);
        of.period = Some(period);
        of.begin_at(seq, &mut hear);
    }

    /// The stream of a number at a line, and how many unreadable records stand before it since the number before.
    #[inline]
    fn read(&mut self, stream: usize, line: u32, seq: u64) -> (&mut Stream, u64) {
        self.pass(line);
        let passed = self.passed;
        let of = self.stream(stream);
        let unreadable = passed - of.passed;
        (of.passed, of.read) = (passed, Some(seq));
        (of, unreadable)
    }

    #[inline]
    fn stream(&mut self, stream: usize) -> &mut Stream {
        if self.streams.len() <= stream {
            let new =
                || Stream { numbers: Line::new(Numbers), read: None, passed: 0, period: None };
            self.streams.resize_with(stream + 1, new);
        }
        &mut self.streams[stream]
    }

    /// Passes the unreadable records before a line; true where there are any.
    #[inline]
    pub(crate) fn pass(&mut self, line: u32) -> bool {
        let before = self.passed;
        while self.pending.front().is_some_and(|l| *l < line) {
            self.pending.pop_front();
            self.passed += 1;
        }
        self.passed > before
    }

    /// True when records are missing, or could not be read, before one with this running number.
    pub(crate) fn is_gap(&mut self, stream: usize, line: u32, seq: u64) -> bool {
        self.pass(line);
        let passed = self.passed;
        let of = self.stream(stream);
        passed > of.passed || of.read.is_some_and(|read| Some(seq) != read.checked_add(1))
    }

    /// Takes in a time outside the audited days: it says nothing about those inside.
    pub(crate) fn outside(&mut self, unit: &Unit<Timestamp>) {
        match &mut self.outside {
            Some(run) => run.extend(unit),
            None => self.outside = Some(Run::of(unit, 0)),
        }
    }

    /// At the end of the journal; `other` is the latest time that another journal has.
    pub(crate) fn end(
        &mut self,
        other: Option<Timestamp>,
        mut hear: impl FnMut(u32, RecordFact<'static>),
    ) {
        self.times.end(other);
        for stream in &mut self.streams {
            stream.numbers.end(None);
            stream.hand_on(&mut hear);
        }
    }
}

impl Stream {
    /// True for the first number of a later period than that of the number before: they may begin again there, or go on
    /// after those of days that are not audited.
    fn begins_again(&mut self, seq: u64, period: Period, periods: &Periods) -> bool {
        let Some(before) = self.period.replace(period).filter(|before| *before < period) else {
            return false;
        };
        seq == 1 || periods.has_others_between(before, period)
    }

    /// Goes on at a number, whatever stood before it.
    fn begin_at(&mut self, seq: u64, hear: &mut impl FnMut(u32, RecordFact<'static>)) {
        self.numbers.end(None);
        self.hand_on(hear);
        self.numbers.begin(seq);
    }

    fn hand_on(&mut self, hear: &mut impl FnMut(u32, RecordFact<'static>)) {
        for verdict in self.numbers.verdicts.drain(..) {
            match verdict {
                Verdict::Jump { run, previous: Some(previous), .. } => {
                    hear(run.line, RecordFact::NumbersMissing { run, previous });
                }
                Verdict::OutOfLine { of, .. } => {
                    hear(of.run.line, RecordFact::NumbersOutOfLine(of));
                }
                Verdict::Jump { .. } | Verdict::InLine(_) | Verdict::Back(_) => {}
            }
        }
    }
}
