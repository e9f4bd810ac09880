//! Reads from when a value or a version applies: a day, a year, or a window in which it began.

use crate::quantity::Since;
use feltproof_model::Date;
use feltproof_toml::Section;

/// As [`read_since`], or `from = "unknown"`: the inner `None`.
pub(super) fn read_begin(s: Section<'_>) -> Option<Option<Since>> {
    if s.text_if("from").is_some_and(|from| from.value == "unknown") {
        for key in ["not_before", "certain_from"] {
            if s.get(key).is_some() {
                s.wrong(key, "is there, but from is unknown; keep one of them");
            }
        }
        return Some(None);
    }
    read_since(s).map(Some)
}

/// `from` a day or a year, or `not_before` a day with or without `certain_from`.
pub(super) fn read_since(s: Section<'_>) -> Option<Since> {
    match ["from", "not_before", "certain_from"].map(|key| s.has(key)) {
        [true, false, false] => {
            let from = s.text("from")?;
            let day = || Date::parse(from.value).map(Since::Day);
            let since = parse_year(from.value).map(Since::Year).or_else(day);
            if since.is_none() {
                from.wrong(format!(
                    "is `{}`, which is neither a day such as 2009-09-14 nor a year; correct it",
                    from.value
                ));
            }
            since
        }
        [false, true, has_certain] => {
            let earliest = s.text("not_before")?.date()?.value;
            if !has_certain {
                return Some(Since::NotBefore { earliest, certain: None });
            }
            let certain = s.text("certain_from")?.date()?;
            let certain = certain.only_if(certain.value > earliest, |day| {
                format!("is {day}, which is not after not_before {earliest}")
            })?;
            Some(Since::NotBefore { earliest, certain: Some(certain.value) })
        }
        _ => {
            s.wrong(
                "from",
                "is unclear; write either from, or not_before with or without certain_from",
            );
            None
        }
    }
}

/// The last day, where one is stated; the outer `None` is an error reported.
pub(super) fn read_until(s: Section<'_>) -> Option<Option<Date>> {
    match s.text_if("until") {
        Some(day) => Some(Some(day.date()?.value)),
        None => Some(None),
    }
}

fn parse_year(text: &str) -> Option<u16> {
    (text.len() == 4).then(|| Date::parse(&format!("{text}-01-01")))?.map(|d| d.year)
}
