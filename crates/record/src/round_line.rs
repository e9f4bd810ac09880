//! The round numbers that one journal names at one table, and the records that wait for their place.
//!
//! Numbers ascend within a gaming day and start anew with the next. The round that was under way when
//! the day began keeps its number, whether its records stand before that or after.

use crate::line::{Line, OutOfLine, Place, Rule, Run, Unit, Verdict};
use crate::period::Period;
use crate::round::Round;
use crate::sequence::RecordFact;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{TableId, Timestamp};
use std::collections::VecDeque;
use std::marker::PhantomData;

/// How long after the start of a gaming day a round of the day before may be settled: ten minutes.
const UNDER_WAY_MICROS: i64 = 600 * 1_000_000;

/// Less than any round takes: numbers that ascend faster were not played.
const ROUND_MICROS: i64 = 5 * 1_000_000;

/// Where a record stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    /// Where in its journal, for how long its round is kept open.
    pub(crate) at: Timestamp,
    /// Its time, or the time of its neighbours where its own is out of line.
    pub(crate) time: Timestamp,
    /// The period of that.
    pub(crate) period: Period,
    /// It stands before the first record of its journal in the audited days: its round is of none of them.
    pub(crate) is_before: bool,
    /// It was moved there from elsewhere in its journal: it is of the round that it names.
    pub(crate) is_moved: bool,
}

/// How a record's round number stands among those of its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberPlace {
    /// As it should.
    InLine,
    /// Too late or again.
    Late,
    /// Its place is that of this number.
    TakenAs(u32),
    /// Nothing is missing after this number, and its own is above what the table had reached.
    InsertedAfter(u32),
}

/// The records on both sides of one out of line.
pub(crate) struct Sides {
    /// Number and time before it, and whether that round had ended.
    pub(crate) before: Option<(u32, Timestamp, bool)>,
    /// Number and time after it.
    pub(crate) after: Option<(u32, Timestamp)>,
}

pub(crate) trait OfRound {
    /// True for rows, where a number stands once and none is left out; other journals have several
    /// records of a round, and not of every one.
    const IS_EVERY: bool;
    const KIND: JournalKind;

    /// The number that its place gives it.
    fn taken_as(&self, time: Timestamp, sides: &Sides) -> Option<u32>;

    /// True for a round on record that lacks such a record, which every round has.
    fn is_missed_in(&self, round: &Round) -> bool;

    /// True for what every round begins with.
    fn is_coin_in(&self) -> bool;

    /// True when nothing but another round follows.
    fn is_end(&self) -> bool {
        false
    }

    /// True for rows that may be a part of a round: the hand to play against is not among them.
    fn is_part(&self) -> bool {
        false
    }
}

struct Rounds<T>(PhantomData<T>);

impl<T: OfRound> Rule for Rounds<T> {
    type Value = u32;
    const CONFIRM: u32 = 2;
    const REPEATS: bool = !T::IS_EVERY;

    #[inline]
    fn place(&self, last: u32, value: u32, more: u64) -> Place {
        match value.checked_sub(last) {
            Some(0) if !T::IS_EVERY => Place::Fits,
            None | Some(0) => Place::Behind,
            Some(step) if u64::from(step) - 1 <= more => Place::Fits,
            Some(_) => Place::Ahead,
        }
    }
}

/// A record whose place is not known yet, or just became so.
pub(crate) struct Numbered<T> {
    pub(crate) number: u32,
    line: u32,
    pub(crate) moment: Moment,
    pub(crate) what: T,
    /// It goes with the record before it.
    pub(crate) joins: bool,
}

impl<T> Numbered<T> {
    pub(crate) const fn new(number: u32, line: u32, moment: Moment, what: T) -> Self {
        Self { number, line, moment, what, joins: false }
    }

    pub(crate) const fn line(&self) -> u32 {
        self.line
    }
}

/// Records with their standing, and what is to be said of them.
pub(crate) struct Ready<T> {
    pub(crate) records: Vec<(Numbered<T>, NumberPlace)>,
    pub(crate) facts: Vec<(u32, RecordFact<'static>)>,
}

impl<T> Default for Ready<T> {
    fn default() -> Self {
        Self { records: Vec::new(), facts: Vec::new() }
    }
}

pub(crate) struct RoundLine<T: OfRound> {
    table: TableId,
    line: Line<Rounds<T>>,
    period: Option<Period>,
    /// How often numbers began again within it though the engagement does not say so.
    again: u16,
    /// The latest number in line, its time, and whether the round ended.
    latest: Option<(u32, Timestamp, bool)>,
    /// The line where its round begins.
    latest_line: u32,
    /// The day's only number so far may be of a round that was under way when the day began.
    may_be_older: bool,
    /// What is held is all of that number, and waits for the next one to tell of which day it is.
    waits: bool,
    held: VecDeque<Numbered<T>>,
    ready: Ready<T>,
}

impl<T: OfRound> RoundLine<T> {
    pub(crate) fn new(table: TableId) -> Self {
        Self {
            table,
            line: Line::new(Rounds(PhantomData)),
            period: None,
            again: 0,
            latest: None,
            latest_line: 0,
            may_be_older: false,
            waits: false,
            held: VecDeque::new(),
            ready: Ready::default(),
        }
    }

    /// The moment of a record in the period that its table has come to: numbers may have begun again unsaid.
    #[inline]
    pub(crate) fn now(&self, moment: Moment) -> Moment {
        let is_same = |period: Period| self.again > 0 && period.is_same_part(moment.period);
        match self.period.filter(|period| is_same(*period)) {
            Some(period) => Moment { period, ..moment },
            None => moment,
        }
    }

    pub(crate) fn take_ready(&mut self) -> Ready<T> {
        std::mem::take(&mut self.ready)
    }

    /// True where a record of this number is held.
    pub(crate) fn holds(&self, number: u32) -> bool {
        self.held.iter().any(|held| held.number == number)
    }

    /// Where the first of the records held stands.
    pub(crate) fn held_since(&self) -> Option<Timestamp> {
        self.held.front().map(|first| first.moment.at)
    }

    /// True when nothing is held and this is the number read last.
    #[inline]
    pub(crate) fn is_latest(&self, number: u32, period: Period) -> bool {
        self.held.is_empty()
            && self.period == Some(period)
            && self.latest.is_some_and(|(latest, ..)| latest == number)
    }

    pub(crate) fn latest(&self) -> Option<(u32, Timestamp)> {
        self.latest.map(|(number, time, _)| (number, time))
    }

    /// The round of the gaming day that has not ended, where nothing is held.
    pub(crate) fn under_way(&self, period: Period) -> Option<u32> {
        let under_way = self.latest.filter(|(.., has_ended)| !has_ended);
        under_way.filter(|_| self.held.is_empty() && self.period == Some(period)).map(|(n, ..)| n)
    }

    /// The round under way goes on with an event that names another, or ends with it.
    pub(crate) fn goes_on(&mut self, is_end: bool) {
        if let Some((.., has_ended)) = &mut self.latest {
            *has_ended |= is_end;
        }
    }

    /// True when the latest number in line is this one of the gaming day, or stands after it.
    pub(crate) fn has_passed(&self, period: Period, number: u32) -> bool {
        let latest = self.period.zip(self.latest);
        latest.is_some_and(|(at, (latest, ..))| (at, latest) >= (period, number))
    }

    /// True when the number stands in line and nothing is held: nothing else is to be done.
    #[inline]
    pub(crate) fn fits(&mut self, number: u32, line: u32, moment: &Moment, is_end: bool) -> bool {
        if self.period != Some(moment.period) || self.may_be_older {
            return false;
        }
        let fits = self.line.fits(&Unit::one(line, number));
        if fits {
            self.latest = Some((number, moment.time, is_end));
            self.latest_line = line;
        }
        fits
    }

    /// The last number in line of a gaming day, where the next one can be told from it.
    pub(crate) fn last_of(&self, period: Period) -> Option<u32> {
        self.line.last().filter(|_| self.period == Some(period) && !self.may_be_older)
    }

    /// Takes in a record that goes with the one held last, the next rows of its round; else gives it back.
    pub(crate) fn join(&mut self, record: Numbered<T>) -> Option<Numbered<T>> {
        let of = |record: &Numbered<T>| (record.number, record.moment.time);
        if self.held.back().is_none_or(|last| of(last) != of(&record)) {
            return Some(record);
        }
        self.held.push_back(Numbered { joins: true, ..record });
        None
    }

    /// Takes in a record that does not fit, or that comes while others are held.
    pub(crate) fn hold(&mut self, start: Option<Timestamp>, record: Numbered<T>) {
        let (number, moment) = (record.number, record.moment);
        if self.period.is_some_and(|period| moment.period < period) {
            // A late record of the day before: that day's numbers are behind us.
            self.ready.records.push((record, NumberPlace::InLine));
            return;
        }
        if self.waits && self.held.front().is_some_and(|first| first.number == number) {
            self.held.push_back(record);
            return;
        }
        if self.period == Some(moment.period) {
            if self.may_be_older && self.starts_anew(number, moment.time) {
                // What stands before it is of the round under way when the day began: of the day before.
                let before = moment.period.day_before();
                self.held.iter_mut().for_each(|held| held.moment.period = before);
                self.end(None);
                self.begin_period(moment.period);
                if number == 1 {
                    return self.accept(record);
                }
            } else if self.may_be_older && !T::IS_EVERY && self.is_latest(number, moment.period) {
                return self.accept(record);
            }
            self.may_be_older = false;
            self.end_waiting();
        } else {
            self.end(None);
            let is_before = |period: Period| period.is_just_before(moment.period);
            let of_day_before = self.latest.filter(|_| self.period.is_some_and(is_before));
            self.begin_period(moment.period);
            let goes_on = of_day_before
                .is_some_and(|(n, ..)| number == n || n.checked_add(1) == Some(number));
            let under_way = |start: Timestamp| moment.time <= start.plus_micros(UNDER_WAY_MICROS);
            self.may_be_older = start.is_some_and(under_way);
            if number == 1 || goes_on {
                return self.accept(record);
            }
            if self.may_be_older && !T::IS_EVERY {
                self.waits = true;
                self.held.push_back(record);
                return;
            }
        }
        let unit = Unit::one(record.line, number);
        if self.is_first_wrong(number) {
            if let Some(wrong) = self.line.take_first() {
                return self.begin_after(wrong, None, record);
            }
            self.line.begin(number);
        }
        self.held.push_back(record);
        self.line.hold(&unit);
        self.release(None);
    }

    /// True where the only rows held, of the same moment, are a part of the next round of another number.
    pub(crate) fn is_part_of(&self, number: u32, moment: &Moment) -> bool {
        let Some(only) = self.held.front().filter(|_| self.held.len() == 1) else { return false };
        let follows = self.line.last().is_some_and(|last| last.checked_add(1) == Some(number));
        only.number != number && only.moment.time == moment.time && follows && only.what.is_part()
    }

    /// Takes in such rows and what is held before them.
    pub(crate) fn join_part(&mut self, record: Numbered<T>) {
        if let Some(wrong) = self.line.take_first() {
            self.begin_after(wrong, self.line.last(), record);
        }
    }

    /// Leaves the only record held out, and begins at the one after it.
    fn begin_after(&mut self, wrong: Run<u32>, before: Option<u32>, record: Numbered<T>) {
        let of = OutOfLine { run: wrong, before, after: Some(record.number) };
        self.line.begin(record.number);
        self.held.push_back(record);
        self.leave_out(1, of, None);
        self.give_held(1, NumberPlace::InLine);
    }

    /// True where the day's only number is shown wrong: the same stands again, or the day only begins.
    fn is_first_wrong(&self, number: u32) -> bool {
        let Some(first) = self.held.front().filter(|_| self.line.last().is_none()) else {
            return false;
        };
        let is_only = self.held.iter().skip(1).all(|other| other.joins);
        let is_again = T::IS_EVERY && number > 1 && first.number == number;
        is_only && (is_again || number == 1 && first.number > 1)
    }

    /// Judges what is still held; `other` is the last number of another journal at the table, if known.
    pub(crate) fn end(&mut self, other: Option<u32>) {
        self.end_waiting();
        self.line.end(other);
        self.release(other);
    }

    /// Judges what waited as what came in its turn.
    fn end_waiting(&mut self) {
        if std::mem::take(&mut self.waits) {
            for of in self.held.iter().filter(|of| !of.joins) {
                self.line.hold(&Unit::one(of.line, of.number));
            }
        }
    }

    fn begin_period(&mut self, period: Period) {
        self.period = Some(period);
        (self.again, self.may_be_older) = (0, false);
        self.line = Line::new(Rounds(PhantomData));
    }

    fn starts_anew(&self, number: u32, time: Timestamp) -> bool {
        let latest = self.held.back().map(|l| (l.number, l.moment.time)).or(self.latest());
        latest.is_some_and(|(latest, at)| {
            if T::IS_EVERY { number == 1 && (latest > 1 || time > at) } else { number < latest }
        })
    }

    /// Takes in a record that needs no other to be believed.
    fn accept(&mut self, record: Numbered<T>) {
        self.line.begin(record.number);
        self.give(record, NumberPlace::InLine);
    }

    fn give(&mut self, record: Numbered<T>, standing: NumberPlace) {
        if standing == NumberPlace::InLine {
            self.latest = Some((record.number, record.moment.time, record.what.is_end()));
            self.latest_line = record.line;
        }
        self.ready.records.push((record, standing));
    }

    /// Gives so many of the held records, with those that go with them.
    fn give_held(&mut self, units: u32, standing: NumberPlace) {
        for _ in 0..units {
            let mut is_first = true;
            while self.held.front().is_some_and(|next| is_first || next.joins) {
                if let Some(record) = self.held.pop_front() {
                    self.give(record, standing);
                }
                is_first = false;
            }
        }
    }

    fn release(&mut self, other: Option<u32>) {
        let mut verdicts = std::mem::take(&mut self.line.verdicts);
        for verdict in verdicts.drain(..) {
            match verdict {
                Verdict::InLine(units) => self.give_held(units, NumberPlace::InLine),
                Verdict::Back(units) if self.begins_again() => self.begin_again(units),
                Verdict::Back(units) => self.give_held(units, NumberPlace::Late),
                Verdict::Jump { held, run, previous, is_last } => {
                    let (round, time) = (run.first, self.held.front().map(|f| f.moment.time));
                    let next = previous.and_then(|p| p.checked_add(1));
                    let is_elsewhere = next.is_some() && next == other && next != Some(round);
                    let is_too_fast = || self.is_faster_than_played(previous, round, time);
                    if is_last && (is_elsewhere || is_too_fast()) {
                        let of = OutOfLine { run, before: previous, after: None };
                        self.leave_out(held, of, other);
                        continue;
                    }
                    if let (true, Some(previous), Some(time)) = (T::IS_EVERY, previous, time) {
                        let (table, after_line) = (self.table, self.latest_line);
                        let fact =
                            RecordFact::RoundsMissing { table, round, previous, time, after_line };
                        self.ready.facts.push((run.line, fact));
                    }
                    self.give_held(held, NumberPlace::InLine);
                }
                Verdict::OutOfLine { held, of } => self.leave_out(held, of, other),
            }
        }
        self.line.verdicts = verdicts;
    }

    /// True where the records held, the first of them of round 1, are of rounds played after the latest: a system that
    /// was started again counts from 1, within a gaming day, too.
    fn begins_again(&self) -> bool {
        let first = self.held.front().map(|first| (first.number, first.moment.time));
        let latest = self.latest.filter(|(number, ..)| *number > 1);
        first.zip(latest).is_some_and(|((number, time), (_, at, _))| number == 1 && at <= time)
            && self.again < u16::MAX
    }

    /// Goes on with so many of the records held, from where numbers begin again.
    fn begin_again(&mut self, units: u32) {
        let (Some(first), Some((previous, ..))) = (self.held.front(), self.latest) else { return };
        let Some(period) = self.period else { return };
        let fact =
            RecordFact::RoundsBeginAgain { table: self.table, previous, time: first.moment.time };
        self.ready.facts.push((first.line, fact));
        self.again += 1;
        let period = period.again(self.again);
        self.period = Some(period);
        self.held.iter_mut().for_each(|held| held.moment.period = period);
        self.give_held(units, NumberPlace::InLine);
        self.line = Line::new(Rounds(PhantomData));
        if let Some((latest, ..)) = self.latest {
            self.line.begin(latest);
        }
    }

    /// True when so many numbers cannot have been played since the latest.
    fn is_faster_than_played(
        &self,
        previous: Option<u32>,
        round: u32,
        time: Option<Timestamp>,
    ) -> bool {
        let (Some(previous), Some(time), Some((_, latest, _))) = (previous, time, self.latest)
        else {
            return false;
        };
        let skipped = i128::from(round) - i128::from(previous);
        skipped > time.micros_since(latest) / i128::from(ROUND_MICROS) + 1
    }

    fn leave_out(&mut self, held: u32, of: OutOfLine<u32>, other: Option<u32>) {
        let first = self.held.front().filter(|_| held > 0);
        let time = first.map(|f| f.moment.time).or(self.latest.map(|(_, time, _)| time));
        let Some(time) = time else { return };
        let before = self.latest.filter(|(number, ..)| of.before == Some(*number));
        let next = self.held.iter().filter(|next| !next.joins).nth(held as usize);
        let after = next.map(|n| (n.number, n.moment.time)).filter(|(n, _)| of.after == Some(*n));
        let in_time =
            before.is_none_or(|(_, at, _)| at <= time) && after.is_none_or(|(_, at)| time <= at);
        if !(T::IS_EVERY || of.run.is_alone() && held > 0 && in_time) {
            // A late record of a journal that stands out of order belongs to the round it names.
            return self.give_held(held, NumberPlace::InLine);
        }
        let sides = Sides { before, after };
        let next = before.and_then(|(number, ..)| number.checked_add(1));
        let elsewhere = other.filter(|other| of.after.is_none() && next == Some(*other));
        let by_place = |f: &Numbered<T>| f.what.taken_as(time, &sides).or(elsewhere);
        let taken_as = first.filter(|_| of.run.is_alone()).and_then(by_place);
        let taken_as = taken_as.filter(|number| *number != of.run.first);
        let fact = RecordFact::RoundsOutOfLine { table: self.table, of, taken_as, time };
        self.ready.facts.push((of.run.line, fact));
        let standing = match (taken_as, before) {
            (Some(number), _) => NumberPlace::TakenAs(number),
            (None, Some((before, ..))) if of.run.first > before => {
                NumberPlace::InsertedAfter(before)
            }
            (None, _) => NumberPlace::Late,
        };
        self.give_held(held, standing);
    }
}
