//! What may stand in a cell: text that can never become a formula, money to the micro-dollar, days and times as a
//! spreadsheet counts them.

use crate::words::plain_dollars;
use feltproof_model::Date;
use feltproof_printable::visible;
use jiff::civil;

/// Most characters of a cell, counted as a spreadsheet does (in UTF-16).
const TEXT_MAX: usize = 32_767;
/// Significant digits that every number of a spreadsheet keeps.
const DIGITS_MAX: usize = 15;
/// The day before the first that spreadsheets count rightly (they know a 29 February 1900).
const FIRST_RIGHT: civil::Date = civil::date(1900, 3, 1);
const DAY_ZERO: civil::Date = civil::date(1899, 12, 30);
const MICROS_PER_DAY: f64 = 86_400_000_000.0;

/// The number of a name such as that of a round or seat, so that it sorts as such; one such as 007 keeps its noughts.
pub(super) fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|number: &u32| number.to_string() == text)
}

/// The local time of a time as RFC 3339 has it, and the offset from UTC.
pub(super) fn local(rfc3339: &str) -> Option<(civil::DateTime, &str)> {
    let (civil, offset) = rfc3339.split_at_checked(rfc3339.len().checked_sub("-07:00".len())?)?;
    Some((civil.parse().ok()?, offset))
}

/// Micro-dollars as the number of a cell; `None` for more digits than a spreadsheet keeps, which stand as text.
pub(super) fn dollars(micros: i128) -> Option<f64> {
    let text = plain_dollars(micros);
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let significant = digits.trim_start_matches('0').trim_end_matches('0').len();
    (significant <= DIGITS_MAX).then(|| text.parse().ok()).flatten()
}

/// A day of ours as spreadsheets count it; `None` before those that they count rightly.
pub(super) fn day(of: Date) -> Option<f64> {
    let (year, month) = (i16::try_from(of.year).ok()?, i8::try_from(of.month).ok()?);
    day_number(civil::Date::new(year, month, i8::try_from(of.day).ok()?).ok()?)
}

fn day_number(day: civil::Date) -> Option<f64> {
    let days = day.since(DAY_ZERO).ok()?.get_days();
    (day >= FIRST_RIGHT).then_some(days.into())
}

/// The same with the time of the day as its fraction: a 64-bit number holds the microsecond.
#[allow(clippy::float_arithmetic, reason = "a spreadsheet keeps a time as a fraction of a day")]
#[allow(clippy::cast_precision_loss, reason = "the microseconds of a day are far below 2^53")]
pub(super) fn time_number(time: civil::DateTime) -> Option<f64> {
    let of_day = time.time().duration_since(civil::Time::midnight()).as_micros();
    let micros = i64::try_from(of_day).ok()?;
    Some(day_number(time.date())? + micros as f64 / MICROS_PER_DAY)
}
/// Text of the record, made safe to stand in a cell: nothing that XML cannot hold, and cut at what a cell holds.
pub(super) fn safe(text: &str) -> String {
    let clean = visible(text);
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
        let (time, offset) = local("2026-10-31T06:32:10.25-07:00").unwrap();
        assert_eq!(time, "2026-10-31T06:32:10.25".parse().unwrap());
        assert_eq!(offset, "-07:00");
        assert_eq!(local("9223372036854775807 microseconds after 1970"), None);
    }
}
