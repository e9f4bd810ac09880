//! Dates and times as text: days of the calendar, and the serial numbers of spreadsheets.

/// Milliseconds of a day.
const DAY: i64 = 86_400_000;
/// First serial number of the year 10000, in the 1900 system.
const SERIAL_MAX: f64 = 2_958_466.0;

/// What the format of a cell shows of a serial number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Date,
    Time,
    DateTime,
    /// Hours that go on after 24.
    Elapsed,
}

/// A serial number as text, `None` where it is no date: `2026-10-31` of a format that shows no time
/// and a number without one, `18:03:22` of a number below 1, `26:30:00` of an elapsed time, else
/// `2026-10-31 18:03:22`; thousandths of a second where there are any. Serial 60 of the 1900 system
/// is the 29 February 1900 that there never was, as the programs show it.
pub(crate) fn serial(value: f64, shape: Shape, is_1904: bool) -> Option<String> {
    if !(0.0..SERIAL_MAX).contains(&value) {
        return None;
    }
    let millis = millis(value);
    let (day, time) = (millis.div_euclid(DAY), millis.rem_euclid(DAY));
    if shape == Shape::Elapsed {
        let hours = day * 24 + time / 3_600_000;
        return Some(format!("{hours:02}{}", clock(time).get(2..).unwrap_or_default()));
    }
    let is_time = if is_1904 { shape == Shape::Time } else { shape != Shape::Date };
    if day == 0 && is_time {
        return Some(clock(time));
    }
    let date = match (is_1904, day) {
        (true, _) => date(day - 24_107),
        (false, 60) => "1900-02-29".to_owned(),
        (false, 0) => "1900-01-00".to_owned(),
        (false, 1..=59) => date(day - 25_568),
        (false, _) => date(day - 25_569),
    };
    if time == 0 && shape == Shape::Date {
        Some(date)
    } else {
        Some(format!("{date} {}", clock(time)))
    }
}

#[allow(
    clippy::float_arithmetic,
    clippy::cast_possible_truncation,
    reason = "a serial number is a floating-point number of days, here below ten million"
)]
fn millis(days: f64) -> i64 {
    (days * 86_400_000.0).round() as i64
}

/// A time in milliseconds, its hours as many as there are.
pub(crate) fn clock(millis: i64) -> String {
    let (seconds, rest) = (millis / 1000, millis % 1000);
    let (h, m, s) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if rest == 0 {
        format!("{h:02}:{m:02}:{s:02}")
    } else {
        format!("{h:02}:{m:02}:{s:02}.{rest:03}")
    }
}

/// A day since 1970-01-01 (H. Hinnant, `civil_from_days`: years from March, eras of 400 years).
pub(crate) fn date(day: i64) -> String {
    let day = day + 719_468;
    let (era, of_era) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{of_month:02}")
}

/// The day since 1970-01-01 of `2026-10-31`, the other way round.
pub(crate) fn day(date: &str) -> Option<i64> {
    let (year, rest) = date.split_once('-')?;
    let (month, day) = rest.split_once('-')?;
    let number = |text: &str, most: i64| text.parse().ok().filter(|n| (1..=most).contains(n));
    let (year, month) = (number(year, 9999)?, number(month, 12)?);
    let (year, from_march) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let of_year = (153 * from_march + 2) / 5 + number(day, 31)? - 1;
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    Some(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
}

/// So many milliseconds after the beginning of a day.
pub(crate) fn moment(day: i64, millis: i64) -> String {
    format!("{} {}", date(day + millis.div_euclid(DAY)), clock(millis.rem_euclid(DAY)))
}

/// Units since 1970-01-01, a power of ten a second; the fraction whole, or none where it is nought.
pub(crate) fn instant(count: i64, per_second: i64, between: char) -> String {
    let (seconds, rest) = (count.div_euclid(per_second), count.rem_euclid(per_second));
    let day = date(seconds.div_euclid(86_400));
    format!(
        "{day}{between}{}",
        time_of_day(seconds.rem_euclid(86_400) * per_second + rest, per_second)
    )
}

/// A time of the day in such units.
pub(crate) fn time_of_day(count: i64, per_second: i64) -> String {
    let (seconds, rest) = (count / per_second, count % per_second);
    let whole = clock(seconds * 1000);
    let digits = usize::try_from(per_second.ilog10()).unwrap_or(0);
    if rest == 0 { whole } else { format!("{whole}.{rest:0digits$}") }
}

#[cfg(test)]
#[allow(clippy::float_arithmetic, reason = "serial numbers are made of days and seconds")]
mod tests {
    use super::*;
    use calamine::{ExcelDateTime, ExcelDateTimeType};
    use proptest::prelude::*;

    #[test]
    fn serial_numbers_are_dates_as_the_program_shows_them() {
        use Shape::{Date, DateTime, Elapsed, Time};
        for (value, shape, is_1904, text) in [
            (46_326.0, Date, false, "2026-10-31"),
            (46_326.0, DateTime, false, "2026-10-31 00:00:00"),
            (46_326.752_337_962_96, DateTime, false, "2026-10-31 18:03:22"),
            (46_326.752_337_962_96, Date, false, "2026-10-31 18:03:22"),
            (0.752_337_962_962_962_9, Time, false, "18:03:22"),
            (44_864.0, Date, true, "2026-10-31"),
            (0.0, Date, true, "1904-01-01"),
            (0.5, Time, true, "12:00:00"),
            (1.0, Date, false, "1900-01-01"),
            (59.0, Date, false, "1900-02-28"),
            (60.0, Date, false, "1900-02-29"),
            (61.0, Date, false, "1900-03-01"),
            (1.104_166_666_666_666_7, Elapsed, false, "26:30:00"),
            (0.999_999_999, Time, false, "24:00:00"),
            (2_958_465.0, Date, false, "9999-12-31"),
            (0.000_005_787, Time, false, "00:00:00.500"),
        ] {
            let expected = if value == 0.999_999_999 { "1900-01-01 00:00:00" } else { text };
            assert_eq!(serial(value, shape, is_1904).as_deref(), Some(expected), "{value}");
        }
        for value in [-0.5, 2_958_466.0, f64::NAN, f64::INFINITY] {
            assert_eq!(serial(value, DateTime, false), None);
        }
    }

    #[test]
    fn instants_have_the_fraction_that_was_written() {
        assert_eq!(instant(0, 1_000, 'T'), "1970-01-01T00:00:00");
        assert_eq!(instant(-1, 1_000_000, ' '), "1969-12-31 23:59:59.999999");
        assert_eq!(
            instant(1_793_469_802_000_000_001, 1_000_000_000, 'T'),
            "2026-10-31T18:03:22.000000001"
        );
        assert_eq!(time_of_day(65_002_500, 1_000), "18:03:22.500");
    }

    proptest! {
        /// Against calamine, whose way counts years from 1600.
        #[test]
        fn dates_are_those_of_calamine(day in 0_u32..2_957_000, second in 0_u32..86_400, is_1904: bool) {
            prop_assume!(!is_1904 || day < 2_950_000);
            prop_assume!(is_1904 || day > 0);
            let value = f64::from(day) + f64::from(second) / 86_400.0;
            let read = serial(value, Shape::DateTime, is_1904).unwrap();
            let since_1970 = i64::from(day) - 25_569;
            prop_assert_eq!(self::day(&date(since_1970)), Some(since_1970));
            let theirs = ExcelDateTime::new(value, ExcelDateTimeType::DateTime, is_1904);
            let (y, m, d, h, min, s, ms) = theirs.to_ymd_hms_milli();
            prop_assert_eq!(ms, 0);
            prop_assert_eq!(read, format!("{y:04}-{m:02}-{d:02} {h:02}:{min:02}:{s:02}"));
        }
    }
}
