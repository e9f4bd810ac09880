//! Local time of a property: text to points in time, and back for print.
//!
//! The zone data are those built into the program, never the machine's own, so that a time means
//! the same everywhere. Which of two readings a repeated hour has is not decided here but by the
//! journal's policy ([`crate::journal`]).

use feltproof_model::{Date, Timestamp};
use jiff::civil;
use jiff::tz::{AmbiguousOffset, TimeZone, TimeZoneDatabase};
use std::fmt::Write as _;

mod text;

pub(crate) use text::TimeFault;
use text::{DaysOf, MICROS_PER_SECOND, Offset, WrittenTime};

/// A time zone by its IANA name.
#[derive(Clone, Debug)]
pub struct Zone {
    name: String,
    zone: TimeZone,
}

/// What a written time means in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// One point in time.
    Once(Timestamp),
    /// The clock showed this local time twice: before it was set back (summer time) and after.
    Twice { first: Timestamp, second: Timestamp },
}

/// What all local times of one hour have in common; offsets in seconds east of UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HourRule {
    Once {
        offset: i64,
    },
    Twice {
        before: i64,
        after: i64,
    },
    Skipped,
    /// The clock changes within the hour: each time is looked up on its own.
    Mixed,
}

impl Zone {
    /// The zone with this IANA name (`America/Los_Angeles`); `None` when there is no such zone.
    pub fn new(name: &str) -> Option<Self> {
        let zone = TimeZoneDatabase::bundled().get(name).ok()?;
        let name = zone.iana_name().unwrap_or(name).to_owned();
        Some(Self { name, zone })
    }

    /// Its IANA name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// `2026-10-31 18:03:22 -07:00`, with a fraction (`18:03:22.25`) only where there is one.
    pub fn format_local(&self, time: Timestamp) -> String {
        let Ok(stamp) = jiff::Timestamp::from_microsecond(time.0) else {
            return format!("{} microseconds since 1970", time.0);
        };
        let offset = self.zone.to_offset(stamp);
        let local = offset.to_datetime(stamp);
        let mut text = format!("{} {}", local.date(), local.time());
        push_offset(&mut text, i64::from(offset.seconds()));
        text
    }

    /// Whether the clock shows the local time of this moment twice.
    pub(crate) fn is_repeated(&self, time: Timestamp) -> bool {
        let Ok(stamp) = jiff::Timestamp::from_microsecond(time.0) else { return false };
        let local = self.zone.to_offset(stamp).to_datetime(stamp);
        matches!(self.zone.to_ambiguous_timestamp(local).offset(), AmbiguousOffset::Fold { .. })
    }

    /// The first moment on that date when the clock shows or passes this time of day: of a repeated
    /// time the first pass, for a skipped time the moment of the change. `None` outside the years
    /// the calendar of zones knows.
    pub(crate) fn first_moment(&self, date: Date, hour: u8, minute: u8) -> Option<Timestamp> {
        let number = |of: u8| i8::try_from(of).ok();
        let year = i16::try_from(date.year).ok()?;
        let date = civil::Date::new(year, number(date.month)?, number(date.day)?).ok()?;
        let local = date.at(number(hour)?, number(minute)?, 0, 0);
        let ambiguous = self.zone.to_ambiguous_timestamp(local);
        let skipped = matches!(ambiguous.offset(), AmbiguousOffset::Gap { .. });
        let moment = ambiguous.compatible().ok()?;
        if !skipped {
            return Some(Timestamp(moment.as_microsecond()));
        }
        let just_after = moment.checked_add(jiff::SignedDuration::from_secs(1)).ok()?;
        let change = self.zone.preceding(just_after).next()?;
        Some(Timestamp(change.timestamp().as_microsecond()))
    }

    /// The zone's rule at one local second; `None` outside the years the calendar of zones knows.
    fn rule_at(&self, local_seconds: i64) -> Option<HourRule> {
        // A local time is looked up as if it were UTC, to get its civil date and time of day.
        let stamp = jiff::Timestamp::from_second(local_seconds).ok()?;
        let local = jiff::tz::Offset::UTC.to_datetime(stamp);
        Some(match self.zone.to_ambiguous_timestamp(local).offset() {
            AmbiguousOffset::Unambiguous { offset } => {
                HourRule::Once { offset: i64::from(offset.seconds()) }
            }
            AmbiguousOffset::Fold { before, after } => HourRule::Twice {
                before: i64::from(before.seconds()),
                after: i64::from(after.seconds()),
            },
            AmbiguousOffset::Gap { .. } => HourRule::Skipped,
        })
    }

    fn rule_of_hour(&self, hour: i64) -> Option<HourRule> {
        let first = self.rule_at(hour * 3600)?;
        let last = self.rule_at(hour * 3600 + 3599)?;
        Some(if first == last { first } else { HourRule::Mixed })
    }
}

fn push_offset(text: &mut String, seconds: i64) {
    let sign = if seconds < 0 { '-' } else { '+' };
    let s = seconds.abs();
    // Writing to a string cannot fail.
    let _ = write!(text, " {sign}{:02}:{:02}", s / 3600, s / 60 % 60);
    if s % 60 != 0 {
        let _ = write!(text, ":{:02}", s % 60);
    }
}

/// Reads many times of one zone, asking the zone once per local hour.
pub(crate) struct ZoneClock<'a> {
    zone: &'a Zone,
    hour: i64,
    rule: Option<HourRule>,
    near: Option<DaysOf>,
}

impl<'a> ZoneClock<'a> {
    pub(crate) const fn new(zone: &'a Zone) -> Self {
        Self { zone, hour: i64::MIN, rule: None, near: None }
    }

    /// Reads RFC 3339 with an offset (`2026-10-31T18:03:22-07:00`, `...Z`) or local time
    /// (`2026-10-31T18:03:22.250`, `2026-10-31 18:03:22`). Finer digits than microseconds
    /// are cut off. What the clock skipped is no time.
    pub(crate) fn read(&mut self, text: &[u8]) -> Result<Reading, TimeFault> {
        let written = WrittenTime::parse_near(text, &mut self.near)?;
        let at = |offset: i64| written.micros - offset * MICROS_PER_SECOND;
        if let Offset::East(seconds) = written.offset {
            return Ok(Reading::Once(Timestamp(at(seconds))));
        }
        let local_seconds = written.micros.div_euclid(MICROS_PER_SECOND);
        match self.rule(local_seconds).ok_or(TimeFault::OutOfRange)? {
            HourRule::Once { offset } => Ok(Reading::Once(Timestamp(at(offset)))),
            HourRule::Twice { before, after } => {
                Ok(Reading::Twice { first: Timestamp(at(before)), second: Timestamp(at(after)) })
            }
            HourRule::Skipped | HourRule::Mixed => Err(TimeFault::Skipped),
        }
    }

    fn rule(&mut self, local_seconds: i64) -> Option<HourRule> {
        let hour = local_seconds.div_euclid(3600);
        if hour != self.hour {
            self.hour = hour;
            self.rule = self.zone.rule_of_hour(hour);
        }
        match self.rule {
            Some(HourRule::Mixed) => self.zone.rule_at(local_seconds),
            known => known,
        }
    }
}

/// The minute on the clock of a written time, since 1970, and the seconds east of UTC beside it.
pub(crate) fn clock_face(time: &str) -> Option<(i64, Option<i64>)> {
    let written = WrittenTime::parse(time.as_bytes()).ok()?;
    let offset = match written.offset {
        Offset::Local => None,
        Offset::East(seconds) => Some(seconds),
    };
    Some((written.micros.div_euclid(60 * MICROS_PER_SECOND), offset))
}

#[cfg(test)]
mod tests;
