//! Points in time and calendar days, as plain numbers. Zones are `intake`'s business.

use std::fmt;

/// A point in time: microseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// Before every time of a calendar.
    pub const EARLIEST: Self = Self(i64::MIN);
    /// After every time of a calendar.
    pub const LATEST: Self = Self(i64::MAX);

    /// From whole seconds since 1970; what no calendar reaches is [`Self::EARLIEST`] or [`Self::LATEST`].
    #[inline]
    pub const fn from_seconds(seconds: i64) -> Self {
        match seconds.checked_mul(1_000_000) {
            Some(micros) => Self(micros),
            None => Self::end(seconds > 0),
        }
    }

    /// Whole seconds since 1970, rounded down.
    #[inline]
    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(1_000_000)
    }

    /// Later by this many microseconds; what no calendar reaches is [`Self::EARLIEST`] or [`Self::LATEST`].
    #[inline]
    #[must_use]
    pub const fn plus_micros(self, micros: i64) -> Self {
        match self.0.checked_add(micros) {
            Some(sum) => Self(sum),
            None => Self::end(micros > 0),
        }
    }

    const fn end(is_late: bool) -> Self {
        if is_late { Self::LATEST } else { Self::EARLIEST }
    }

    /// Microseconds that passed since an earlier time; below nothing where that is the later one.
    #[inline]
    pub fn micros_since(self, earlier: Self) -> i128 {
        i128::from(self.0) - i128::from(earlier.0)
    }
}

/// A calendar day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// Year, 1 to 9999.
    pub year: u16,
    /// Month, 1 to 12.
    pub month: u8,
    /// Day of the month, 1 to 31.
    pub day: u8,
}

impl Date {
    /// Reads `2026-10-31`; `None` for a day that is not in the calendar.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
            return None;
        }
        let number = |part: &str| -> Option<u16> {
            part.bytes().all(|b| b.is_ascii_digit()).then(|| part.parse().ok()).flatten()
        };
        let year = number(text.get(..4)?)?;
        let month = u8::try_from(number(text.get(5..7)?)?).ok()?;
        let day = u8::try_from(number(text.get(8..)?)?).ok()?;
        (year >= 1 && day >= 1 && day <= days_in_month(year, month)?).then_some(Self {
            year,
            month,
            day,
        })
    }
}

const fn days_in_month(year: u16, month: u8) -> Option<u8> {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    Some(match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return None,
    })
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation against the same one in wider integers, at the ends of the range and around zero.
    #[test]
    fn time_stops_at_its_ends() {
        let numbers =
            [i64::MIN, i64::MIN + 1, -3_000_000, -1, 0, 1, 999_999, i64::MAX - 1, i64::MAX];
        let within = |wide: i128| {
            Timestamp(wide.clamp(i64::MIN.into(), i64::MAX.into()).try_into().unwrap())
        };
        for a in numbers {
            assert_eq!(Timestamp::from_seconds(a), within(i128::from(a) * 1_000_000), "{a} s");
            for b in numbers {
                let (wide_a, wide_b) = (i128::from(a), i128::from(b));
                assert_eq!(Timestamp(a).plus_micros(b), within(wide_a + wide_b), "{a} + {b}");
                assert_eq!(Timestamp(a).micros_since(Timestamp(b)), wide_a - wide_b, "{a} - {b}");
            }
        }
    }

    #[test]
    fn only_days_of_the_calendar_are_dates() {
        for text in ["2026-10-31", "2024-02-29", "2000-02-29", "0001-01-01"] {
            assert_eq!(Date::parse(text).unwrap().to_string(), text);
        }
        for text in
            ["2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-1-01", "x", "2026-10-+1"]
        {
            assert_eq!(Date::parse(text), None, "{text}");
        }
    }
}
