//! Civil time in America/Los_Angeles by the rule of the United States since 2007, with fixed
//! offsets. It is not a time zone database: it knows this one zone and no year before 2007.
//!
//! Summer time (UTC-7) runs from 02:00 standard time on the second Sunday of March to 02:00 summer
//! time on the first Sunday of November; the rest of the year is standard time (UTC-8).
//! Source: 15 U.S.C. 260a as amended by the Energy Policy Act of 2005, section 110.

use feltproof_model::{Date, Timestamp};

/// First year of the present rule.
pub(crate) const FIRST_YEAR: u16 = 2007;

pub(crate) const SECOND: i64 = 1_000_000;
pub(crate) const MINUTE: i64 = 60 * SECOND;
pub(crate) const HOUR: i64 = 60 * MINUTE;
const SECONDS_PER_HOUR: i64 = 3_600;
const SECONDS_PER_DAY: i64 = 86_400;
const STANDARD_HOURS: i64 = -8;
const SUMMER_HOURS: i64 = -7;

/// Days since 1970-01-01 of a day of the Gregorian calendar.
///
/// Years count from March: the leap day is last, and `(153 * month + 2) / 5` days precede a month.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let march_year = if month > 2 { year } else { year - 1 };
    let march_month = (month + 9) % 12;
    let leap_days =
        march_year.div_euclid(4) - march_year.div_euclid(100) + march_year.div_euclid(400);
    march_year * 365 + leap_days + (153 * march_month + 2) / 5 + day - 1 - 719_468
}

/// Year, month and day of a number of days since 1970-01-01: the inverse, searched from a guess.
fn civil(days: i64) -> (i64, i64, i64) {
    let mut year = 1970 + days.div_euclid(366);
    while days_since_1970(year + 1, 1, 1) <= days {
        year += 1;
    }
    let mut month = 12;
    while days_since_1970(year, month, 1) > days {
        month -= 1;
    }
    (year, month, days - days_since_1970(year, month, 1) + 1)
}

/// Days since 1970 of the `nth` Sunday (1 is the first) of a month. 1970-01-01 was a Thursday.
fn sunday(year: i64, month: i64, nth: i64) -> i64 {
    let first = days_since_1970(year, month, 1);
    let weekday = (first + 4).rem_euclid(7);
    first + (7 - weekday) % 7 + (nth - 1) * 7
}

/// The zone in the year of one gaming day.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Zone {
    /// Seconds since 1970 when summer time starts.
    summer_from: i64,
    summer_until: i64,
}

impl Zone {
    /// The rule of one year. The first hours of the next year are standard time as well, so a
    /// gaming day that starts on 31 December needs no second year.
    pub(crate) fn of_year(year: u16) -> Self {
        let year = i64::from(year);
        Self {
            summer_from: sunday(year, 3, 2) * SECONDS_PER_DAY + 10 * SECONDS_PER_HOUR,
            summer_until: sunday(year, 11, 1) * SECONDS_PER_DAY + 9 * SECONDS_PER_HOUR,
        }
    }

    fn offset_hours(self, time: Timestamp) -> i64 {
        let seconds = time.seconds();
        if seconds >= self.summer_from && seconds < self.summer_until {
            SUMMER_HOURS
        } else {
            STANDARD_HOURS
        }
    }

    /// The moment of a full hour of local time, `days_later` days after `date`. Used only for hours that
    /// the clock change neither skips nor repeats.
    pub(crate) fn at(self, date: Date, days_later: i64, hour: i64) -> Timestamp {
        let (y, m, d) = (i64::from(date.year), i64::from(date.month), i64::from(date.day));
        let local =
            (days_since_1970(y, m, d) + days_later) * SECONDS_PER_DAY + hour * SECONDS_PER_HOUR;
        let summer = Timestamp::from_seconds(local - SUMMER_HOURS * SECONDS_PER_HOUR);
        if self.offset_hours(summer) == SUMMER_HOURS {
            summer
        } else {
            Timestamp::from_seconds(local - STANDARD_HOURS * SECONDS_PER_HOUR)
        }
    }

    /// Local time without offset: `2026-10-31T18:03:22.250`.
    pub(crate) fn local(self, time: Timestamp) -> String {
        let local = time.plus_micros(self.offset_hours(time) * SECONDS_PER_HOUR * SECOND);
        let (year, month, day) = civil(local.seconds().div_euclid(SECONDS_PER_DAY));
        let second_of_day = local.seconds().rem_euclid(SECONDS_PER_DAY);
        let (hour, minute) = (second_of_day / SECONDS_PER_HOUR, second_of_day / 60 % 60);
        let second = second_of_day % 60;
        let text = format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}");
        match local.0.rem_euclid(SECOND) {
            0 => text,
            micros if micros % 1_000 == 0 => format!("{text}.{:03}", micros / 1_000),
            micros => format!("{text}.{micros:06}"),
        }
    }

    /// Local time with its offset (RFC 3339): `2026-10-31T18:03:22-07:00`.
    pub(crate) fn with_offset(self, time: Timestamp) -> String {
        format!("{}-{:02}:00", self.local(time), -self.offset_hours(time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn local(zone: Zone, seconds: i64) -> String {
        zone.with_offset(Timestamp::from_seconds(seconds))
    }

    #[test]
    fn known_days_of_the_calendar() {
        for (days, date) in [
            (0, (1970, 1, 1)),
            (11_016, (2000, 2, 29)),
            (10_957, (2000, 1, 1)),
            (20_757, (2026, 10, 31)),
            (20_758, (2026, 11, 1)),
            (-1, (1969, 12, 31)),
        ] {
            assert_eq!(civil(days), date, "{days}");
            assert_eq!(days_since_1970(date.0, date.1, date.2), days);
        }
        for days in -1_000..60_000 {
            let (y, m, d) = civil(days);
            assert_eq!(days_since_1970(y, m, d), days);
        }
    }

    #[test]
    fn the_published_dates_of_the_clock_change() {
        // Second Sunday of March and first Sunday of November.
        for (year, march, november) in
            [(2007, 11, 4), (2015, 8, 1), (2020, 8, 1), (2024, 10, 3), (2026, 8, 1), (2027, 14, 7)]
        {
            assert_eq!(civil(sunday(year, 3, 2)), (year, 3, march));
            assert_eq!(civil(sunday(year, 11, 1)), (year, 11, november));
        }
    }

    #[test]
    fn the_repeated_and_the_skipped_hour_of_2026() {
        let zone = Zone::of_year(2026);
        // 2026-11-01T09:00:00Z is 1793523600.
        assert_eq!(local(zone, 1_793_523_599), "2026-11-01T01:59:59-07:00");
        assert_eq!(local(zone, 1_793_523_600), "2026-11-01T01:00:00-08:00");
        // 2026-03-08T10:00:00Z is 1772964000.
        assert_eq!(local(zone, 1_772_963_999), "2026-03-08T01:59:59-08:00");
        assert_eq!(local(zone, 1_772_964_000), "2026-03-08T03:00:00-07:00");
    }

    #[test]
    fn a_gaming_day_of_the_autumn_night_has_25_hours() {
        let zone = Zone::of_year(2026);
        let date = Date { year: 2026, month: 10, day: 31 };
        let start = zone.at(date, 0, 6);
        assert_eq!(local(zone, start.seconds()), "2026-10-31T06:00:00-07:00");
        let end = zone.at(date, 1, 6);
        assert_eq!(local(zone, end.seconds()), "2026-11-01T06:00:00-08:00");
        assert_eq!(end.seconds() - start.seconds(), 25 * SECONDS_PER_HOUR);
        let eve = Date { year: 2026, month: 12, day: 31 };
        let end = zone.at(eve, 1, 6);
        assert_eq!(local(zone, end.seconds()), "2027-01-01T06:00:00-08:00");
    }

    #[test]
    fn fractions_are_written_only_where_there_are_any() {
        let zone = Zone::of_year(2026);
        let local =
            [1_793_523_599_250_000, 1_793_523_599_000_017].map(|at| zone.local(Timestamp(at)));
        assert_eq!(local, ["2026-11-01T01:59:59.250", "2026-11-01T01:59:59.000017"]);
    }
}
