//! What stands in a cell: text that can never become a formula, money to the micro-dollar, days and times as a
//! spreadsheet counts them, and links within the workbook.

use crate::words::{plain_dollars, visible};
use feltproof_model::Date;
use jiff::civil;

/// Most characters of a cell, counted as a spreadsheet does (in UTF-16).
const TEXT_MAX: usize = 32_767;
/// Significant digits that every number of a spreadsheet keeps.
const DIGITS_MAX: usize = 15;
/// The day before the first that spreadsheets count rightly (they know a 29 February 1900).
const FIRST_RIGHT: civil::Date = civil::date(1900, 3, 1);
const DAY_ZERO: civil::Date = civil::date(1899, 12, 30);
const MICROS_PER_DAY: f64 = 86_400_000_000.0;

/// A place in the workbook: a sheet, and a row counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) sheet: &'static str,
    pub(super) row: u32,
}

impl Place {
    /// As formulas and links name it: `'Money owed'!A5`.
    pub(super) fn name(self) -> String {
        format!("'{}'!A{}", self.sheet, u64::from(self.row) + 1)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell {
    Empty,
    Text(String),
    Count(u64),
    /// Micro-dollars.
    Money(i128),
    /// A percentage without its point, and the digits behind it.
    Percent {
        scaled: i128,
        digits: u8,
    },
    Day(Date),
    /// Local civil time, to the microsecond.
    Time(civil::DateTime),
    Link {
        to: Place,
        text: String,
    },
    /// What an auditor follows: a formula over money, with what it comes to.
    Sum {
        formula: String,
        micros: i128,
    },
}

impl Cell {
    pub(super) fn text(text: impl AsRef<str>) -> Self {
        match text.as_ref() {
            "" => Self::Empty,
            text => Self::Text(safe(text)),
        }
    }

    pub(super) fn maybe(text: Option<impl AsRef<str>>) -> Self {
        text.map_or(Self::Empty, Self::text)
    }

    pub(super) fn money(micros: Option<i128>) -> Self {
        micros.map_or(Self::Empty, Self::Money)
    }

    /// A number where the text is one (a round, a seat), so that it sorts as such.
    pub(super) fn number(text: Option<&str>) -> Self {
        match text.map(|text| (text, text.parse::<u32>())) {
            // A name such as 007 keeps its noughts.
            Some((text, Ok(number))) if number.to_string() == text => Self::Count(number.into()),
            Some((text, _)) => Self::text(text),
            None => Self::Empty,
        }
    }

    /// The local time and the offset from UTC of a time as RFC 3339 has it.
    pub(super) fn local(rfc3339: Option<&str>) -> [Self; 2] {
        let Some(text) = rfc3339 else { return [Self::Empty, Self::Empty] };
        let split = text.len().checked_sub("-07:00".len());
        let parts = split.and_then(|at| Some((text.get(..at)?, text.get(at..)?)));
        match parts.and_then(|(civil, offset)| Some((civil.parse().ok()?, offset))) {
            Some((time, offset)) => [Self::Time(time), Self::text(offset)],
            None => [Self::text(text), Self::Empty],
        }
    }
}

/// Micro-dollars as the number of a cell; `None` for more digits than a spreadsheet keeps, which stand as text.
pub(super) fn dollars(micros: i128) -> Option<f64> {
    let text = plain_dollars(micros);
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let significant = digits.trim_start_matches('0').trim_end_matches('0').len();
    (significant <= DIGITS_MAX).then(|| text.parse().ok()).flatten()
}

/// Days since the day 0 of spreadsheets; `None` before those that they count rightly.
pub(super) fn day_number(day: civil::Date) -> Option<i32> {
    let days = day.since(DAY_ZERO).ok()?.get_days();
    (day >= FIRST_RIGHT).then_some(days)
}

/// A day of ours as `jiff` has it.
pub(super) fn civil_day(day: Date) -> Option<civil::Date> {
    let (year, month) = (i16::try_from(day.year).ok()?, i8::try_from(day.month).ok()?);
    civil::Date::new(year, month, i8::try_from(day.day).ok()?).ok()
}

/// The same with the time of the day as its fraction: a 64-bit number holds the microsecond.
#[allow(clippy::float_arithmetic, reason = "a spreadsheet keeps a time as a fraction of a day")]
#[allow(clippy::cast_precision_loss, reason = "the microseconds of a day are far below 2^53")]
pub(super) fn time_number(time: civil::DateTime) -> Option<f64> {
    let of_day = time.time().duration_since(civil::Time::midnight()).as_micros();
    let micros = i64::try_from(of_day).ok()?;
    Some(f64::from(day_number(time.date())?) + micros as f64 / MICROS_PER_DAY)
}

/// Text of the record, made safe to stand in a cell: nothing that XML cannot hold, and cut at what a cell holds.
pub(super) fn safe(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for c in visible(text).chars() {
        match c {
            // Noncharacters, which XML does not allow.
            '\u{fffe}' | '\u{ffff}' => clean.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
            c => clean.push(c),
        }
    }
    let units: usize = clean.chars().map(char::len_utf16).sum();
    if units <= TEXT_MAX {
        return clean;
    }
    let said = format!(" [cut here: {units} characters do not fit into a cell]");
    let mut units = said.len();
    let fits = |c: &char| {
        units += c.len_utf16();
        units <= TEXT_MAX
    };
    clean.chars().take_while(fits).chain(said.chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Independent of the code: the decimal digits that the number is written with.
    fn micros_of(number: f64) -> i128 {
        let text = number.to_string();
        let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
        let magnitude: i128 =
            format!("{}{fraction:0<6}", whole.trim_start_matches('-')).parse().unwrap();
        if text.starts_with('-') { -magnitude } else { magnitude }
    }

    #[test]
    fn every_amount_that_is_a_number_reads_back_to_the_micro_dollar() {
        let mut seed: u64 = 7;
        for n in 0..200_000_u32 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            // All magnitudes up to $999,999,999.999999.
            let micros = i128::from(seed >> 1) % 10_i128.pow(1 + n % 15);
            let micros = if n % 2 == 0 { micros } else { -micros };
            assert_eq!(dollars(micros).map(micros_of), Some(micros));
        }
        assert_eq!(dollars(999_999_999_999_999).map(micros_of), Some(999_999_999_999_999));
        // Sixteen digits are too many; the same with noughts behind are not.
        assert_eq!(dollars(1_234_567_890_123_456), None);
        assert_eq!(dollars(1_234_567_890_120_000).map(micros_of), Some(1_234_567_890_120_000));
        assert_eq!(dollars(0), Some(0.0));
    }

    #[test]
    fn days_and_times_are_those_of_spreadsheets() {
        let serial = |text: &str| time_number(text.parse().unwrap());
        // 1 March 1900 is day 61; 31 October 2026 is day 46326 (25 leap days in 1901..2026 beside the false one).
        assert_eq!(serial("1900-03-01T00:00:00"), Some(61.0));
        assert_eq!(serial("2026-10-31T00:00:00"), Some(46_326.0));
        assert_eq!(serial("2026-10-31T18:00:00"), Some(46_326.75));
        assert_eq!(serial("1900-02-28T00:00:00"), None);
        let one = serial("2026-10-31T18:03:22.000001").unwrap();
        assert!(one > serial("2026-10-31T18:03:22").unwrap());
    }

    #[test]
    fn text_is_cut_with_a_word_and_holds_nothing_that_xml_cannot() {
        assert_eq!(safe("=1+1"), "=1+1");
        assert_eq!(safe("a\u{0}b\u{ffff}c\td"), "a\\x00b\\u{ffff}c d");
        for one in ["x", "\u{1f0a1}", "é"] {
            let cut = safe(&one.repeat(40_000));
            let units: usize = cut.chars().map(char::len_utf16).sum();
            assert!((TEXT_MAX - 2..=TEXT_MAX).contains(&units), "{units}");
            assert!(cut.ends_with("characters do not fit into a cell]"));
        }
        assert_eq!(safe(&"x".repeat(TEXT_MAX)).len(), TEXT_MAX);
    }

    #[test]
    fn a_time_keeps_its_offset_beside_it() {
        let [time, offset] = Cell::local(Some("2026-10-31T06:32:10.25-07:00"));
        assert_eq!(time, Cell::Time("2026-10-31T06:32:10.25".parse().unwrap()));
        assert_eq!(offset, Cell::Text("-07:00".to_owned()));
        let [odd, none] = Cell::local(Some("9223372036854775807 microseconds after 1970"));
        assert!(matches!(odd, Cell::Text(_)) && none == Cell::Empty);
    }
}
