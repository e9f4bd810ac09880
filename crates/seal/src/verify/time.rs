//! Times of day as texts: the one form of PDF date that the signer writes, its digits, and dates for people.

use core::time::Duration;
use der::DateTime;

/// Unix seconds of `D:YYYYMMDDHHMMSSZ`; `None` for any other form, which is not worth a guess.
pub(super) fn unix_seconds(text: &str) -> Option<i64> {
    of_digits(text.strip_prefix("D:")?.strip_suffix('Z')?)
}

/// Unix seconds of `YYYYMMDDhhmmss` in universal time.
pub(crate) fn of_digits(digits: &str) -> Option<i64> {
    if digits.len() != 14 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let two = |from: usize| digits.get(from..from + 2)?.parse::<u8>().ok();
    let year = digits.get(..4)?.parse().ok()?;
    let time = DateTime::new(year, two(4)?, two(6)?, two(8)?, two(10)?, two(12)?).ok()?;
    i64::try_from(time.unix_duration().as_secs()).ok()
}

/// A time of unix seconds for people: `2026-11-20 17:04:46 UTC`.
pub(crate) fn utc(unix: i64) -> String {
    let since = u64::try_from(unix).ok().map(Duration::from_secs);
    match since.and_then(|since| DateTime::from_unix_duration(since).ok()) {
        Some(t) => {
            let (hour, minute, second) = (t.hour(), t.minutes(), t.seconds());
            let (year, month, day) = (t.year(), t.month(), t.day());
            format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} UTC")
        }
        // No certificate and no date of a PDF holds such a time.
        None => format!("{unix} seconds after 1970-01-01 00:00:00 UTC"),
    }
}

#[cfg(test)]
mod tests {
    use super::{unix_seconds, utc};

    #[test]
    fn times_are_dates_for_people() {
        assert_eq!(utc(0), "1970-01-01 00:00:00 UTC");
        assert_eq!(utc(1_709_251_199), "2024-02-29 23:59:59 UTC");
        assert_eq!(utc(253_402_300_799), "9999-12-31 23:59:59 UTC");
        assert_eq!(utc(-1), "-1 seconds after 1970-01-01 00:00:00 UTC");
    }

    #[test]
    fn reads_its_own_form_only() {
        assert_eq!(unix_seconds("D:19700101000000Z"), Some(0));
        assert_eq!(unix_seconds("D:20240229235959Z"), Some(1_709_251_199));
        let others = [
            "",
            "D:Z",
            "D:20230229000000Z",
            "D:20240229000000+01'00'",
            "20240229000000Z",
            "D:2024022900000+Z",
            "D:20241301000000Z",
            "D:2024é229000000Z",
        ];
        for other in others {
            assert_eq!(unix_seconds(other), None, "{other}");
        }
    }
}
