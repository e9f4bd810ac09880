//! `[engagement]`: what is audited, for whom, and which gaming days.

use super::faults::Faults;
use super::section::{Lined, Section};
use crate::zone::Zone;
use feltproof_model::Date;
use feltproof_model::engagement::GamingDay;

/// The keys of `[engagement]`, read.
pub(super) struct Scope {
    pub(super) id: String,
    pub(super) property: String,
    pub(super) licence: String,
    pub(super) location: String,
    pub(super) prepared_for: String,
    pub(super) prepared_by: String,
    pub(super) days: Vec<GamingDay>,
    pub(super) gaming_day_start: String,
    pub(super) time_zone: String,
    pub(super) packs: Vec<String>,
    pub(super) game_files: Vec<String>,
}

pub(super) fn read(mut s: Section<'_>, faults: &mut Faults) -> Option<Scope> {
    let id = s.text("id", faults);
    let property = s.text("property", faults);
    let licence = s.text("licence", faults);
    let location = s.text("location", faults);
    let prepared_for = s.text("prepared_for", faults);
    let prepared_by = s.text("prepared_by", faults);
    let dates = dates(&mut s, faults);
    let start = start_of_day(&mut s, faults);
    let zone = zone(&mut s, faults);
    let packs = names_once(&mut s, "packs", faults);
    let game_files = names_once(&mut s, "games", faults);
    let line = s.line;
    s.finish(faults);
    let (start, zone) = (start?, zone?);
    let days = days(&dates, start, &zone, line, faults);
    let text = |found: Option<Lined<&str>>| found.map(|(text, _)| text.to_owned());
    Some(Scope {
        id: text(id)?,
        property: text(property)?,
        licence: text(licence)?,
        location: text(location)?,
        prepared_for: text(prepared_for)?,
        prepared_by: text(prepared_by)?,
        days,
        gaming_day_start: format!("{:02}:{:02}", start.0, start.1),
        time_zone: zone.name().to_owned(),
        packs,
        game_files,
    })
}

/// A time zone by the key `time_zone`.
pub(super) fn zone(s: &mut Section<'_>, faults: &mut Faults) -> Option<Zone> {
    let (name, line) = s.text("time_zone", faults)?;
    let zone = Zone::new(name);
    if zone.is_none() {
        let message = format!(
            "`time_zone` of {} is `{name}`, which is no IANA time zone; write it as in \
             \"America/Los_Angeles\"",
            s.name
        );
        faults.push(line, message);
    }
    zone
}

fn dates(s: &mut Section<'_>, faults: &mut Faults) -> Vec<Lined<Date>> {
    let before = faults.len();
    let texts = s.texts("gaming_days", faults);
    if !s.has("gaming_days") {
        faults.push(s.line, format!("{} has no `gaming_days`; add it", s.name));
    } else if texts.is_empty() && faults.len() == before {
        let message = "`gaming_days` names no day; add at least one, as in [\"2026-10-31\"]";
        faults.push(s.line, message.to_owned());
    }
    let mut dates: Vec<Lined<Date>> = Vec::new();
    for (text, line) in texts {
        let Some(date) = Date::parse(text) else {
            let message = format!(
                "`gaming_days` has `{text}`, which is not a day of the calendar; write it as in \
                 \"2026-10-31\""
            );
            faults.push(line, message);
            continue;
        };
        if let Some((before, _)) = dates.last()
            && *before >= date
        {
            let message =
                format!("`gaming_days` has {date} after {before}; list each day once, in order");
            faults.push(line, message);
        }
        dates.push((date, line));
    }
    dates
}

fn start_of_day(s: &mut Section<'_>, faults: &mut Faults) -> Option<(u8, u8)> {
    let (text, line) = s.text("gaming_day_start", faults)?;
    let start = hour_and_minute(text.as_bytes());
    if start.is_none() {
        let message = format!(
            "`gaming_day_start` is `{text}`, but it must be a time from 00:00 to 23:59; write it \
             as in \"06:00\""
        );
        faults.push(line, message);
    }
    start
}

fn hour_and_minute(text: &[u8]) -> Option<(u8, u8)> {
    let [h1, h2, b':', m1, m2] = *text else { return None };
    let digit = |byte: u8| byte.is_ascii_digit().then(|| byte - b'0');
    let (hour, minute) = (digit(h1)? * 10 + digit(h2)?, digit(m1)? * 10 + digit(m2)?);
    (hour < 24 && minute < 60).then_some((hour, minute))
}

/// A list of names, each once; a missing list is empty.
fn names_once(s: &mut Section<'_>, key: &'static str, faults: &mut Faults) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (name, line) in s.texts(key, faults) {
        if names.iter().any(|n| n == name) {
            faults.push(line, format!("`{key}` names `{name}` twice; name it once"));
        }
        names.push(name.to_owned());
    }
    names
}

fn days(
    dates: &[Lined<Date>],
    start: (u8, u8),
    zone: &Zone,
    line: u32,
    faults: &mut Faults,
) -> Vec<GamingDay> {
    let day = |date: Date| {
        let moment = |date| zone.first_moment(date, start.0, start.1);
        Some(GamingDay { date, start: moment(date)?, end: moment(day_after(date)?)? })
    };
    let mut days = Vec::new();
    for (date, _) in dates {
        match day(*date) {
            Some(day) => days.push(day),
            None => faults.push(
                line,
                format!(
                    "`gaming_days` has {date}, which the calendar of time zones does not \
                         reach; correct the year"
                ),
            ),
        }
    }
    days
}

fn day_after(date: Date) -> Option<Date> {
    let candidates = [
        (date.year, date.month, date.day.checked_add(1)?),
        (date.year, date.month + 1, 1),
        (date.year + 1, 1, 1),
    ];
    candidates
        .into_iter()
        .find_map(|(year, month, day)| Date::parse(&format!("{year:04}-{month:02}-{day:02}")))
}
