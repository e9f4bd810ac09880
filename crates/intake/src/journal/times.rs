//! Times of the records: read in parallel, and where the clock was set back, set in order by the records around them.
//!
//! Under the policy `record-order` a local time of the repeated hour is read as its first pass,
//! unless that stands further behind the latest record around it than the declared disorder window:
//! then the clock was set back in between, and it is the second pass. A record of the first pass
//! that is late by less than the window is so kept in the first pass. Only records from the first
//! reading to about three hours after it count, so that one record dated far ahead by mistake does
//! not decide; and where records go on in the hour from which others jumped ahead, those others do not
//! count either: they were moved there, or their clock was wrong.

use super::fault::{Fault, Shown, Understood};
use super::setup::Setup;
use crate::zone::{Reading, ZoneClock};
use feltproof_model::Timestamp;
use feltproof_model::engagement::RepeatedHour;
use std::collections::BTreeMap;

const MICROS_PER_HOUR: i64 = 3_600_000_000;
/// Whole hours after the second reading in which records still count.
const HOURS_AFTER: i64 = 2;

/// Records that must go on behind others ahead of them until those count no more.
const RETURNED_MIN: u64 = 8;

/// When a record happened, as far as the record alone can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    /// The time, or its first reading.
    pub(super) time: Timestamp,
    /// Its second reading, where the order of the records must tell.
    pub(super) second: Option<Timestamp>,
}

/// Reads times of one piece. Consecutive records often have the same text, so the last is kept.
pub(super) struct StampReader<'a> {
    clock: ZoneClock<'a>,
    policy: RepeatedHour,
    last: Option<(Vec<u8>, Stamp)>,
}

impl<'a> StampReader<'a> {
    pub(super) const fn new(setup: &'a Setup) -> Self {
        Self { clock: ZoneClock::new(&setup.zone), policy: setup.repeated_hour, last: None }
    }

    pub(super) fn read(&mut self, field: &[u8]) -> Understood<Stamp> {
        if let Some((text, stamp)) = &self.last
            && text == field
        {
            return Ok(*stamp);
        }
        let stamp = self.read_new(field)?;
        match &mut self.last {
            Some((text, last)) => {
                text.clear();
                text.extend_from_slice(field);
                *last = stamp;
            }
            None => self.last = Some((field.to_vec(), stamp)),
        }
        Ok(stamp)
    }

    fn read_new(&mut self, field: &[u8]) -> Understood<Stamp> {
        let fault = |fault| Fault::Time { time: Shown::of(field), fault };
        let reading = self.clock.read(field).map_err(fault)?;
        let once = |time| Ok(Stamp { time, second: None });
        match (reading, self.policy) {
            (Reading::Once(time), _) => once(time),
            (Reading::Twice { first, .. }, RepeatedHour::First) => once(first),
            (Reading::Twice { second, .. }, RepeatedHour::Second) => once(second),
            (Reading::Twice { first, second }, RepeatedHour::RecordOrder) => {
                Ok(Stamp { time: first, second: Some(second) })
            }
            (Reading::Twice { .. }, RepeatedHour::Refuse) => {
                Err(Fault::TimeTwice(Shown::of(field)))?
            }
        }
    }
}

/// Times of one piece, and what is still open about them.
#[derive(Clone, Debug, Default)]
pub(super) struct Times {
    /// Earliest and latest of the certain times.
    pub(super) span: Span,
    /// Latest certain time in each hour since 1970, and how many; runs of one hour are merged.
    hours: Vec<(i64, Timestamp, u64)>,
    /// Records with two readings: place among the piece's records, second reading.
    open: Vec<(usize, Timestamp)>,
}

/// Earliest and latest time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) first: Option<Timestamp>,
    pub(super) last: Option<Timestamp>,
}

impl Span {
    pub(super) fn add(&mut self, time: Timestamp) {
        self.first = Some(self.first.map_or(time, |t| t.min(time)));
        self.last = Some(self.last.map_or(time, |t| t.max(time)));
    }

    pub(super) fn join(&mut self, other: Self) {
        other.first.into_iter().chain(other.last).for_each(|t| self.add(t));
    }
}

impl Times {
    /// Of records with these places and second readings alone.
    pub(super) fn of_open(open: Vec<(usize, Timestamp)>) -> Self {
        Self { open, ..Self::default() }
    }

    /// Records with two readings: place among the piece's records, second reading.
    pub(super) fn open(&self) -> &[(usize, Timestamp)] {
        &self.open
    }

    /// Notes that the record at this place of its piece has the time of the one before it.
    #[inline]
    pub(super) fn note_again(&mut self, place: usize, stamp: Stamp) {
        match (stamp.second, self.hours.last_mut()) {
            (None, Some((_, _, records))) => *records += 1,
            (Some(_), _) | (None, None) => self.note(place, stamp),
        }
    }

    /// Notes the time of the record at this place of its piece.
    pub(super) fn note(&mut self, place: usize, stamp: Stamp) {
        if let Some(second) = stamp.second {
            self.open.push((place, second));
            return;
        }
        self.span.add(stamp.time);
        let hour = stamp.time.0.div_euclid(MICROS_PER_HOUR);
        match self.hours.last_mut() {
            Some((last, latest, records)) if *last == hour => {
                (*latest, *records) = ((*latest).max(stamp.time), *records + 1);
            }
            _ => self.hours.push((hour, stamp.time, 1)),
        }
    }
}

/// Tells repeated times apart by the order of the records; carried from piece to piece.
pub(super) struct RecordOrder {
    disorder_micros: i64,
    /// Latest time in each hour since 1970.
    latest: BTreeMap<i64, Timestamp>,
    /// The hour of the record before.
    last: Option<i64>,
    /// The hours between which records last stepped ahead, and how many stand behind the later one since.
    step: Option<(i64, i64, u64)>,
}

impl RecordOrder {
    pub(super) const fn new(disorder_micros: i64) -> Self {
        Self { disorder_micros, latest: BTreeMap::new(), last: None, step: None }
    }

    /// Decides the open times of the next piece and completes its span; `time_of` is where a record has its time.
    pub(super) fn resolve<T>(
        &mut self,
        times: &mut Times,
        records: &mut [T],
        time_of: impl Fn(&mut T) -> &mut Timestamp,
    ) {
        if times.open.is_empty() {
            for (hour, latest, records) in &times.hours {
                self.see(*hour, *latest, *records);
            }
            return;
        }
        let mut open = times.open.iter().peekable();
        for (place, record) in records.iter_mut().enumerate() {
            let time = time_of(record);
            if let Some((_, second)) = open.next_if(|(at, _)| *at == place) {
                *time = self.decide(*time, *second);
                times.span.add(*time);
            }
            self.see(time.0.div_euclid(MICROS_PER_HOUR), *time, 1);
        }
    }

    fn see(&mut self, hour: i64, time: Timestamp, records: u64) {
        let latest = self.latest.entry(hour).or_insert(time);
        *latest = (*latest).max(time);
        match &mut self.step {
            Some((from, to, behind)) if (*from - 1..*to).contains(&hour) => {
                *behind += records;
                if *behind >= RETURNED_MIN {
                    self.latest.split_off(&(hour + 1));
                    self.step = None;
                }
            }
            // After hours without a record it is the step over them that is in question.
            Some((from, to, behind)) if hour == *to || hour > *to && *to > *from + 1 => {
                (*to, *behind) = (hour, 0);
            }
            _ => {
                let from = self.last.filter(|last| *last < hour);
                self.step = from.map(|from| (from, hour, 0)).or(self.step);
            }
        }
        self.last = Some(hour);
    }

    fn decide(&self, first: Timestamp, second: Timestamp) -> Timestamp {
        let from = first.0.div_euclid(MICROS_PER_HOUR);
        let to = second.0.div_euclid(MICROS_PER_HOUR) + HOURS_AFTER;
        let latest = self.latest.range(from..=to).next_back().map(|(_, latest)| *latest);
        match latest {
            Some(latest) if latest > first.plus_micros(self.disorder_micros) => second,
            _ => first,
        }
    }
}
