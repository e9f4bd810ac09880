//! Times: in a declared format, as a spreadsheet's serial number, or counted from 1970.

use crate::zone::clock_face;
use jiff::civil::{Date, DateTime, date};
use jiff::fmt::strtime::{self, BrokenDownTime};
use jiff::tz::{Offset, TimeZone};
use jiff::{SignedDuration, Timestamp};
use std::fmt::Write as _;

/// How times are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum TimeForm {
    /// As canonical journals write them.
    #[default]
    Canonical,
    /// In a format of `strftime`, such as `%m/%d/%Y %I:%M:%S %p`.
    Format(String),
    /// Days since the last day of 1899 (`1900`) or the first of 1904, as spreadsheets count.
    Serial { from_1904: bool },
    /// Seconds, or thousandths of them, since 1970-01-01T00:00:00Z.
    Unix { per_second: i64 },
    /// In one of these; a time that two of them read as different ones is none.
    OneOf(Vec<Self>),
}

/// What stands between formats of which each reads some of the times of a column.
pub(crate) const OR: char = '|';

const NANOS_PER_SECOND: i128 = 1_000_000_000;

impl TimeForm {
    /// That of a word of `format`, where it is no format.
    pub(crate) fn named(word: &str) -> Option<Self> {
        Some(match word {
            "canonical" => Self::Canonical,
            "excel-serial" => Self::Serial { from_1904: false },
            "excel-serial-1904" => Self::Serial { from_1904: true },
            "unix-seconds" => Self::Unix { per_second: 1 },
            "unix-millis" => Self::Unix { per_second: 1000 },
            _ => return None,
        })
    }

    /// That of a format as what was found of a file names it; empty: as canonical journals have it.
    pub(crate) fn of(format: &str) -> Self {
        let one = |format: &str| match format {
            "" => Self::Canonical,
            format => Self::named(format).unwrap_or_else(|| Self::Format(format.to_owned())),
        };
        match format.contains(OR) {
            true => Self::OneOf(format.split(OR).map(one).collect()),
            false => one(format),
        }
    }

    /// Writes the time as a canonical journal does: local unless the export says its offset.
    pub(crate) fn write(&self, cell: &[u8], out: &mut String) -> Result<(), String> {
        let text = std::str::from_utf8(cell).map_err(|_| "is not text".to_owned())?;
        match self {
            Self::Canonical => out.push_str(text),
            Self::Format(format) => {
                let broken = BrokenDownTime::parse(format, text)
                    .map_err(|_| format!("is no time in the format `{format}`"))?;
                let time = broken
                    .to_datetime()
                    .map_err(|_| format!("has no date or no time of day in `{format}`"))?;
                checked(format, time, broken.offset(), text)?;
                put(time, out);
                if let Some(offset) = broken.offset() {
                    let minutes = offset.seconds() / 60;
                    let sign = if minutes < 0 { '-' } else { '+' };
                    let (hours, minutes) = (minutes.abs() / 60, minutes.abs() % 60);
                    // Writing to a string cannot fail.
                    let _ = write!(out, "{sign}{hours:02}:{minutes:02}");
                }
            }
            Self::Serial { from_1904 } => put(serial(text, *from_1904)?, out),
            Self::Unix { per_second } => {
                let nanos = scaled(text, NANOS_PER_SECOND / i128::from(*per_second))
                    .ok_or("is no number of seconds since 1970")?;
                let time = Timestamp::from_nanosecond(nanos)
                    .map_err(|_| "is outside the years 1 to 9999".to_owned())?;
                put(time.to_zoned(jiff::tz::TimeZone::UTC).datetime(), out);
                out.push('Z');
            }
            Self::OneOf(forms) => out.push_str(&one_of(forms, text)?),
        }
        Ok(())
    }
}

/// The time that a text is in one form of these, and in no other as another time.
fn one_of(forms: &[TimeForm], text: &str) -> Result<String, String> {
    let read = |form: &TimeForm| {
        let mut out = String::new();
        form.write(text.as_bytes(), &mut out).ok()?;
        // A canonical time stands as it is, and may be none.
        clock_face(&out).map(|_| out.replacen(' ', "T", 1))
    };
    let mut times: Vec<String> = forms.iter().filter_map(read).collect();
    times.dedup();
    match &times[..] {
        [time] => Ok(time.clone()),
        [] => Err("is no time in any format that [time] lists".to_owned()),
        [first, .., last] => {
            Err(format!("is {first} in one format that [time] lists and {last} in another"))
        }
    }
}

/// Takes away the offset behind a time that is no point in time but what a clock on the wall showed.
pub(crate) fn leave_offset(time: &mut String) {
    /// No date has so many characters, and a time of day begins behind them.
    const DATE: usize = 10;
    let clock = time.get(DATE..).unwrap_or_default();
    if let Some(at) = clock.find(['Z', 'z', '+', '-']) {
        time.truncate(DATE + at);
    }
}

/// Where the date is that of a gaming day and the time of day by the clock: a time of day before `day_start`
/// (`06:00`) is of the next date of the calendar.
pub(crate) fn to_calendar(time: &mut String, day_start: &str) -> Result<(), String> {
    if time.ends_with(['Z', 'z']) {
        return Err(
            "is a time in UTC, whose date is that of no gaming day; remove `date` from [time]"
                .to_owned(),
        );
    }
    // What is no time is refused by those who read it.
    let is_of_next = time.get(11..16).is_some_and(|clock| clock < day_start);
    let date = time.get(..10).and_then(|date| date.parse::<Date>().ok());
    if let Some(date) = date.filter(|_| is_of_next) {
        let next = date.tomorrow().map_err(|_| "is outside the years 1 to 9999".to_owned())?;
        time.replace_range(..10, &next.to_string());
    }
    Ok(())
}

/// Written again, every number is that of the text: `10322` for `%H%M%S` is not 10:32:02 cut short.
fn checked(format: &str, time: DateTime, offset: Option<Offset>, text: &str) -> Result<(), String> {
    // Fractions may have zeros at their end.
    if format.contains('f') {
        return Ok(());
    }
    let zone = TimeZone::fixed(offset.unwrap_or(Offset::UTC));
    let again = time.to_zoned(zone).ok().and_then(|zoned| strtime::format(format, &zoned).ok());
    let numbers = |text: &str| -> Vec<String> {
        let runs = text.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty());
        runs.map(|run| run.trim_start_matches('0').to_owned()).collect()
    };
    match again {
        Some(again) if numbers(&again) == numbers(text) => Ok(()),
        _ => Err(format!("is no time in the format `{format}` with all its digits")),
    }
}

fn put(time: DateTime, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = write!(out, "{}T{}", time.date(), time.time());
}

/// A decimal number without sign or exponent times a whole number, rounded half up.
fn scaled(text: &str, by: i128) -> Option<i128> {
    /// More than a time can need, and few enough to multiply.
    const DIGITS_MAX: usize = 17;
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let decimals = decimals.get(..decimals.len().min(DIGITS_MAX))?;
    if whole.is_empty() || whole.len() > DIGITS_MAX {
        return None;
    }
    let mut digits = 0_i128;
    for byte in whole.bytes().chain(decimals.bytes()) {
        digits = digits * 10 + byte.is_ascii_digit().then(|| i128::from(byte - b'0'))?;
    }
    let scale = 10_i128.pow(u32::try_from(decimals.len()).ok()?);
    Some((digits.checked_mul(by)? + scale / 2).div_euclid(scale))
}

/// A spreadsheet keeps a binary fraction of a day: what it means is a whole number of milliseconds.
fn serial(text: &str, from_1904: bool) -> Result<DateTime, String> {
    const MILLIS_PER_DAY: i128 = 86_400_000;
    /// In the 1900 system day 60 is a 29 February that never was.
    const FIRST_CERTAIN_DAY: i128 = 61;
    let millis =
        scaled(text, MILLIS_PER_DAY).ok_or("is no serial number of a day, such as 46326.752338")?;
    if !from_1904 && millis < FIRST_CERTAIN_DAY * MILLIS_PER_DAY {
        return Err("is a day before March 1900, which spreadsheets count differently".to_owned());
    }
    let start = if from_1904 { date(1904, 1, 1) } else { date(1899, 12, 30) };
    let millis = i64::try_from(millis).map_err(|_| "is outside the years 1 to 9999".to_owned())?;
    start
        .at(0, 0, 0, 0)
        .checked_add(SignedDuration::from_millis(millis))
        .map_err(|_| "is outside the years 1 to 9999".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(form: &TimeForm, text: &str) -> Result<String, String> {
        let mut out = String::new();
        form.write(text.as_bytes(), &mut out).map(|()| out)
    }

    #[test]
    fn formats_of_exports() {
        for (format, text, time) in [
            ("%m/%d/%Y %I:%M:%S %p", "10/31/2026 6:03:22 PM", "2026-10-31T18:03:22"),
            ("%m/%d/%Y %I:%M:%S %p", "10/31/2026 12:00:00 AM", "2026-10-31T00:00:00"),
            ("%m/%d/%Y %I:%M:%S %p", "10/31/2026 12:00:00 pm", "2026-10-31T12:00:00"),
            ("%d.%m.%Y %H:%M:%S", "31.10.2026 18:03:22", "2026-10-31T18:03:22"),
            ("%d-%b-%y %H:%M:%S%.f", "31-Oct-26 18:03:22.25", "2026-10-31T18:03:22.25"),
            ("%Y%m%d%H%M%S", "20261031180322", "2026-10-31T18:03:22"),
            ("%Y-%m-%d %H:%M:%S %z", "2026-10-31 18:03:22 -0700", "2026-10-31T18:03:22-07:00"),
        ] {
            assert_eq!(read(&TimeForm::Format(format.into()), text), Ok(time.to_owned()), "{text}");
        }
        for (format, text) in [
            ("%m/%d/%Y %H:%M:%S", "31/10/2026 18:03:22"),
            ("%m/%d/%Y %H:%M:%S", "10/31/2026"),
            ("%m/%d/%Y", "10/31/2026 18:03:22"),
            ("%H:%M:%S", "18:03:22"),
            ("%m/%d/%Y %H:%M:%S", "02/30/2026 18:03:22"),
            ("%Y%m%d %H%M%S", "20261031 10322"),
        ] {
            assert!(read(&TimeForm::Format(format.into()), text).is_err(), "{format} {text}");
        }
    }

    #[test]
    fn a_time_in_one_of_several_formats_is_one_time() {
        let mixed = TimeForm::of("|%m/%d/%Y %I:%M:%S %p|%d/%m/%Y %H:%M:%S");
        for (text, time) in [
            ("2026-10-31 18:03:22", "2026-10-31T18:03:22"),
            ("10/31/2026 6:03:22 PM", "2026-10-31T18:03:22"),
            ("31/10/2026 18:03:22", "2026-10-31T18:03:22"),
            ("10/11/2026 18:03:22", "2026-11-10T18:03:22"),
        ] {
            assert_eq!(read(&mixed, text), Ok(time.to_owned()));
        }
        let two = TimeForm::of("%m/%d/%Y %H:%M|%d/%m/%Y %H:%M");
        let said = "is 2026-10-11T18:03:00 in one format that [time] lists and 2026-11-10T18:03:00 in another";
        assert_eq!(read(&two, "10/11/2026 18:03"), Err(said.to_owned()));
        assert_eq!(read(&two, "11/11/2026 18:03"), Ok("2026-11-11T18:03:00".to_owned()));
        assert!(read(&mixed, "six").is_err() && read(&mixed, "").is_err());
    }

    #[test]
    fn an_offset_that_is_not_meant_is_left() {
        for written in ["18:03:22Z", "18:03:22.25+00:00", "18:03:22-0730", "18:03:22", ""] {
            let mut time = format!("2026-10-31T{written}");
            leave_offset(&mut time);
            let clock = written.split(['Z', '+', '-']).next().unwrap();
            assert_eq!(time, format!("2026-10-31T{clock}"));
        }
    }

    #[test]
    fn serial_numbers_and_seconds() {
        // 46326 is 31 October 2026, as spreadsheets print it; 1904 is 1,462 days behind.
        for (from_1904, text) in [(false, "46326.75233796296"), (true, "44864.75233796296")] {
            let form = TimeForm::Serial { from_1904 };
            assert_eq!(read(&form, text), Ok("2026-10-31T18:03:22".into()));
        }
        let form = TimeForm::Serial { from_1904: false };
        assert_eq!(read(&form, "46326"), Ok("2026-10-31T00:00:00".into()));
        assert_eq!(read(&form, "61"), Ok("1900-03-01T00:00:00".into()));
        assert!(
            read(&form, "60").is_err() && read(&form, "").is_err() && read(&form, "-3").is_err()
        );
        assert!(read(&form, "99999999999999999").is_err());
        let unix = |per_second| TimeForm::Unix { per_second };
        assert_eq!(read(&unix(1), "1793494802.5"), Ok("2026-11-01T01:00:02.5Z".into()));
        assert_eq!(read(&unix(1000), "1793494802500"), Ok("2026-11-01T01:00:02.5Z".into()));
    }

    #[test]
    fn a_time_of_day_before_the_gaming_day_starts_is_of_the_next_date() {
        for (time, start, calendar) in [
            ("2026-10-31T05:59:59", "06:00", "2026-11-01T05:59:59"),
            ("2026-10-31T06:00:00", "06:00", "2026-10-31T06:00:00"),
            ("2026-12-31 00:00:00.250", "06:00", "2027-01-01 00:00:00.250"),
            ("2026-10-31T01:30:00-07:00", "06:00", "2026-11-01T01:30:00-07:00"),
            ("2026-10-31T00:00:00", "00:00", "2026-10-31T00:00:00"),
            ("2026-10-31T11:59:00", "12:00", "2026-11-01T11:59:00"),
            ("no time", "06:00", "no time"),
        ] {
            let mut text = time.to_owned();
            assert_eq!(to_calendar(&mut text, start), Ok(()));
            assert_eq!(text, calendar);
        }
        assert!(to_calendar(&mut "2026-10-31T01:30:00Z".to_owned(), "06:00").is_err());
    }
}
