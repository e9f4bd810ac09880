//! Dates as archives write them: `2024-09-25`, `09/25/2024`, `25.09.2024`, `Sep 25, 2024`, with a time of
//! day behind it or not.

use std::ops::RangeInclusive;

/// A day as a number that orders days: 20240925.
pub(super) type Day = u32;

/// A date as it is written. Whether `03/04/2024` is of March or of April, another line of the file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Written {
    year: u32,
    first: u32,
    second: u32,
    /// Whether the first of the two is the day; `None` where the form does not say.
    day_first: Option<bool>,
    /// Minutes since midnight, zero where there is no time.
    pub minute: u32,
}

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const YEARS: RangeInclusive<u32> = 1900..=2200;

/// Whether a word begins with the three letters of one of these; which.
fn named(word: &str, names: &[&str]) -> Option<u32> {
    let start = word.get(..3)?.to_ascii_lowercase();
    let at = names.iter().position(|name| *name == start)?;
    let letters = word.bytes().all(|b| b.is_ascii_alphabetic());
    letters.then(|| u32::try_from(at).ok())?
}

/// Reads a date; `None` where there is none.
pub(super) fn read(text: &str) -> Option<Written> {
    let text = text.trim();
    // The time of day is what follows the first colon, and the hour before it.
    let (date, minute) = match text.find(':') {
        None => (text, 0),
        Some(colon) => {
            let hour = text[..colon].rfind(|c: char| !c.is_ascii_digit())?;
            (text[..hour].trim_end(), time(&text[hour..])?)
        }
    };
    let date = date.strip_suffix('T').unwrap_or(date);
    let mut words = date
        .split(|c: char| c.is_whitespace() || matches!(c, '-' | '/' | '.' | ','))
        .filter(|word| !word.is_empty() && named(word, &WEEKDAYS).is_none());
    let parts = [words.next()?, words.next()?, words.next()?];
    if words.next().is_some() {
        return None;
    }
    let number = |at: usize| parts[at].parse::<u32>().ok();
    let month = |at: usize| named(parts[at], &MONTHS).map(|month| month + 1);
    let (year, first, second, day_first) = match (month(0), month(1)) {
        (Some(month), _) => (number(2)?, month, number(1)?, Some(false)),
        (_, Some(month)) if YEARS.contains(&number(0)?) => {
            (number(0)?, month, number(2)?, Some(false))
        }
        (_, Some(month)) => (number(2)?, month, number(0)?, Some(false)),
        _ if YEARS.contains(&number(0)?) => (number(0)?, number(1)?, number(2)?, Some(false)),
        _ => {
            let (first, second) = (number(0)?, number(1)?);
            let form = if date.contains('.') || first > 12 {
                Some(true)
            } else {
                (second > 12).then_some(false)
            };
            (number(2)?, first, second, form)
        }
    };
    let written = Written { year, first, second, day_first, minute };
    let (month, day) = written.month_and_day(day_first.unwrap_or(false));
    let fits = YEARS.contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    fits.then_some(written)
}

/// Minutes since midnight of `21:30`, `9:30 PM` or `21:30:00.000`.
pub(super) fn time(text: &str) -> Option<u32> {
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == 'T');
    let (hour, rest) = text.split_once(':')?;
    let hour: u32 = hour.parse().ok().filter(|hour| *hour < 24)?;
    let minute: u32 = rest.get(..2)?.parse().ok().filter(|minute| *minute < 60)?;
    let rest = rest.to_ascii_lowercase();
    let hour = match (rest.contains("pm"), rest.contains("am")) {
        (true, _) => hour % 12 + 12,
        (_, true) => hour % 12,
        _ => hour,
    };
    Some(60 * hour + minute)
}

impl Written {
    fn month_and_day(self, day_first: bool) -> (u32, u32) {
        if day_first { (self.second, self.first) } else { (self.first, self.second) }
    }

    /// Whether the day stands first, where the date itself says so.
    pub(super) fn day_first(self) -> Option<bool> {
        self.day_first
    }

    /// The day, where the file's way is this.
    pub(super) fn day(self, day_first: bool) -> Day {
        let (month, day) = self.month_and_day(self.day_first.unwrap_or(day_first));
        (self.year * 100 + month) * 100 + day
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_in_every_way_archives_write_them() {
        for text in [
            "2024-09-25",
            "2024/09/25",
            "2024-09-25T00:00:00.000",
            "09/25/2024",
            "9/25/2024",
            "25.09.2024",
            "25/09/2024",
            "Sep 25, 2024",
            "Wednesday, September 25, 2024",
            "25-Sep-2024",
            "2024-Sep-25",
        ] {
            assert_eq!(read(text).map(|d| d.day(false)), Some(20_240_925), "{text}");
        }
        let either = read("03/04/2024");
        assert_eq!(
            either.map(|d| (d.day_first(), d.day(false), d.day(true))),
            Some((None, 20_240_304, 20_240_403))
        );
        assert_eq!(read("09/25/2024 9:30 PM").map(|d| d.minute), Some(21 * 60 + 30));
        assert_eq!(time("12:05 AM"), Some(5));
    }

    #[test]
    fn what_is_no_date_is_none() {
        for text in [
            "",
            "05 11 14 23 37",
            "5 11 14",
            "13/13/2024",
            "09/25/24",
            "Midday",
            "20240925",
            "1 2 2024 3",
            ":",
            "a:b",
            "2024-00-10",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
