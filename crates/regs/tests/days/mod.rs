//! The days before, of and after a change, found with nothing but the calendar's own reader.

#![allow(dead_code)] // each test takes what it needs

use feltproof_model::Date;

pub(crate) fn ymd(year: u16, month: u8, day: u8) -> Date {
    Date { year, month, day }
}

fn valid(date: Date) -> bool {
    Date::parse(&date.to_string()).is_some()
}

pub(crate) fn day_after(date: Date) -> Date {
    let Date { year, month, day } = date;
    [ymd(year, month, day + 1), ymd(year, month + 1, 1), ymd(year + 1, 1, 1)]
        .into_iter()
        .find(|d| valid(*d))
        .unwrap()
}

pub(crate) fn day_before(date: Date) -> Date {
    let Date { year, month, day } = date;
    let month_before = || (28..=31).rev().map(|d| ymd(year, month - 1, d)).find(|d| valid(*d));
    if day > 1 {
        ymd(year, month, day - 1)
    } else if month > 1 {
        month_before().unwrap()
    } else {
        ymd(year - 1, 12, 31)
    }
}

/// The day before, of and after a change.
pub(crate) fn around_edge(edge: Date) -> [Date; 3] {
    [day_before(edge), edge, day_after(edge)]
}
