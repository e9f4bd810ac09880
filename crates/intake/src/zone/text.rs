//! The digits of a written time. No zone is known here.

pub(super) const MICROS_PER_SECOND: i64 = 1_000_000;

/// Why a text is not a point in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TimeFault {
    #[error("is not a time such as 2026-10-31T18:03:22-07:00 or 2026-10-31 18:03:22")]
    NotATime,
    #[error("has the form of a time, but there is no such day or time of day")]
    NotInCalendar,
    #[error("never happened: the clock was set forward past it")]
    Skipped,
    /// The calendar of zones knows these years.
    #[error("is outside the years 1 to 9999")]
    OutOfRange,
}

/// Offset as written.
pub(super) enum Offset {
    /// None: local time.
    Local,
    /// Seconds east of UTC.
    East(i64),
}

/// A time as written: the clock's face and the offset beside it.
pub(super) struct WrittenTime {
    /// Microseconds from 1970-01-01T00:00:00 to this reading of the clock, as if it were UTC.
    pub(super) micros: i64,
    pub(super) offset: Offset,
}

impl WrittenTime {
    /// Reads `YYYY-MM-DD`, `T`, `t` or a blank, `hh:mm:ss`, up to nine decimals, an offset.
    pub(super) fn parse(text: &[u8]) -> Result<Self, TimeFault> {
        Self::parse_near(text, &mut None)
    }

    /// The same, with the date that was read before and its days since 1970: most times of a file are of one day.
    #[inline]
    pub(super) fn parse_near(text: &[u8], near: &mut Option<DaysOf>) -> Result<Self, TimeFault> {
        let (date, rest) = text.split_first_chunk::<10>().ok_or(TimeFault::NotATime)?;
        let (clock, rest) = rest.split_first_chunk::<9>().ok_or(TimeFault::NotATime)?;
        let [b'T' | b't' | b' ', h1, h2, b':', mi1, mi2, b':', s1, s2] = *clock else {
            return Err(TimeFault::NotATime);
        };
        let days = match near {
            Some(near) if near.date == *date => near.days,
            Some(_) | None => {
                let days = days_of(*date)?;
                *near = Some(DaysOf { date: *date, days });
                days
            }
        };
        let [hour, minute, second] = numbers([[h1, h2], [mi1, mi2], [s1, s2]])?;
        let (fraction, rest) = fraction_micros(rest)?;
        let offset = offset(rest)?;
        if hour > 23 || minute > 59 || second > 59 {
            return Err(TimeFault::NotInCalendar);
        }
        let seconds = days * 86_400 + hour * 3600 + minute * 60 + second;
        Ok(Self { micros: seconds * MICROS_PER_SECOND + fraction, offset })
    }
}

/// A date as written, and its days since 1970.
pub(super) struct DaysOf {
    date: [u8; 10],
    days: i64,
}

fn days_of(date: [u8; 10]) -> Result<i64, TimeFault> {
    let [y1, y2, y3, y4, b'-', mo1, mo2, b'-', d1, d2] = date else {
        return Err(TimeFault::NotATime);
    };
    let pairs = [[y1, y2], [y3, y4], [mo1, mo2], [d1, d2]];
    let [century, year, month, day] = numbers(pairs)?;
    let year = century * 100 + year;
    if year == 0 || !(1..=days_in_month(year, month)).contains(&day) {
        return Err(TimeFault::NotInCalendar);
    }
    Ok(days_from_civil(year, month, day))
}

fn digit(byte: u8) -> Result<i64, TimeFault> {
    if byte.is_ascii_digit() { Ok(i64::from(byte - b'0')) } else { Err(TimeFault::NotATime) }
}

/// The numbers of two digits each. All are read before any is looked at: nearly all are digits.
#[inline]
fn numbers<const N: usize>(pairs: [[u8; 2]; N]) -> Result<[i64; N], TimeFault> {
    let mut are_digits = true;
    let found = pairs.map(|[tens, ones]| {
        are_digits &= tens.is_ascii_digit() & ones.is_ascii_digit();
        (i64::from(tens) - i64::from(b'0')) * 10 + i64::from(ones) - i64::from(b'0')
    });
    if are_digits { Ok(found) } else { Err(TimeFault::NotATime) }
}

fn fraction_micros(text: &[u8]) -> Result<(i64, &[u8]), TimeFault> {
    let Some((b'.', digits)) = text.split_first() else {
        return Ok((0, text));
    };
    if let Some((&[a, b, c, d, e, f], rest)) = digits.split_first_chunk()
        && !rest.first().is_some_and(u8::is_ascii_digit)
        && let Ok([first, second, third]) = numbers([[a, b], [c, d], [e, f]])
    {
        return Ok(((first * 100 + second) * 100 + third, rest));
    }
    let count = digits.iter().take_while(|b| b.is_ascii_digit()).count();
    if count == 0 || count > 9 {
        return Err(TimeFault::NotATime);
    }
    let (digits, rest) = digits.split_at(count);
    let mut micros = 0;
    for place in 0..6 {
        micros = micros * 10 + digits.get(place).map_or(Ok(0), |b| digit(*b))?;
    }
    Ok((micros, rest))
}

fn offset(text: &[u8]) -> Result<Offset, TimeFault> {
    match *text {
        [] => Ok(Offset::Local),
        [b'Z' | b'z'] => Ok(Offset::East(0)),
        [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] => {
            let [hours, minutes] = numbers([[h1, h2], [m1, m2]])?;
            if hours > 23 || minutes > 59 {
                return Err(TimeFault::NotInCalendar);
            }
            let seconds = hours * 3600 + minutes * 60;
            Ok(Offset::East(if sign == b'-' { -seconds } else { seconds }))
        }
        _ => Err(TimeFault::NotATime),
    }
}

const fn days_in_month(year: i64, month: i64) -> i64 {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 0,
    }
}

/// Days from 1970-01-01 to a Gregorian date; years begin in March: the leap day is the last.
const fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let y = if month <= 2 { year - 1 } else { year };
    let month_from_march = (month + 9) % 12;
    let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
    let leap_days = y / 4 - y / 100 + y / 400;
    // 719468 days lie between 0000-03-01 and 1970-01-01.
    y * 365 + leap_days + day_of_year - 719_468
}
