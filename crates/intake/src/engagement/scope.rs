//! `[engagement]`: what is audited, for whom, and which gaming days.

use super::{Defined, is_defined, refuse_in_house};
use crate::zone::Zone;
use feltproof_model::engagement::GamingDay;
use feltproof_model::{Date, beside};
use feltproof_toml::{Found, Names, Section};

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
}

/// The house file that the engagement extends, where its text is known.
pub(super) fn house_file(s: Section<'_>, is_known: bool) -> Option<String> {
    let extends = s.text_if("extends")?;
    let message =
        |name: &&str| format!("is `{name}`, but an engagement is read alone here; remove it");
    Some(extends.only_if(is_known, message)?.owned())
}

/// The files of the engagement's own games, relative to the engagement file. Those of a house file stand relative
/// to that.
pub(super) fn game_files(s: Section<'_>, house_file: Option<&str>) -> Vec<String> {
    let is_house = s.get("games").is_some_and(|games| games.joined);
    let house_file = house_file.filter(|_| is_house);
    let files = names_once(s, "games", |_| ()).into_iter();
    files.map(|file| house_file.map_or(file.clone(), |house| beside(house, &file))).collect()
}

pub(super) fn read(s: Section<'_>, defined: &Defined) -> Option<Scope> {
    let id = s.text("id");
    id.iter().for_each(refuse_in_house);
    let property = s.text("property");
    let licence = s.text("licence");
    let location = s.text("location");
    let prepared_for = s.text("prepared_for");
    let prepared_by = s.text("prepared_by");
    let dates = dates(s);
    let start = s.text("gaming_day_start").and_then(|text| start_of_day(&text));
    let zone = s.text("time_zone").and_then(|name| zone(&name));
    let packs = names_once(s, "packs", |pack| {
        is_defined(pack, "the rule packs are", defined.packs.as_deref());
    });
    let (start, zone) = (start?, zone?);
    let days = dates.iter().filter_map(|date| day(date, start, &zone)).collect();
    Some(Scope {
        id: id?.owned(),
        property: property?.owned(),
        licence: licence?.owned(),
        location: location?.owned(),
        prepared_for: prepared_for?.owned(),
        prepared_by: prepared_by?.owned(),
        days,
        gaming_day_start: format!("{:02}:{:02}", start.0, start.1),
        time_zone: zone.name().to_owned(),
        packs,
    })
}

/// A time zone by its name.
pub(super) fn zone(name: &Found<'_, &str>) -> Option<Zone> {
    let zone = Zone::new(name.value);
    if zone.is_none() {
        name.wrong(format!(
            "is `{}`, which is no IANA time zone; write it as in \"America/Los_Angeles\"",
            name.value
        ));
    }
    zone
}

/// The gaming days, each later than the one before.
fn dates<'d>(s: Section<'d>) -> Vec<Found<'d, Date>> {
    let mut dates: Vec<Found<'d, Date>> = Vec::new();
    s.get("gaming_days").iter().for_each(refuse_in_house);
    for date in s.texts("gaming_days").iter().filter_map(Found::date) {
        if let Some(before) = dates.last().map(|before| before.value)
            && before >= date.value
        {
            date.wrong(format!("has {} after {before}; list each day once, in order", date.value));
        }
        dates.push(date);
    }
    dates
}

fn start_of_day(text: &Found<'_, &str>) -> Option<(u8, u8)> {
    let start = hour_and_minute(text.value.as_bytes());
    if start.is_none() {
        text.wrong(format!(
            "is `{}`, but it must be a time from 00:00 to 23:59; write it as in \"06:00\"",
            text.value
        ));
    }
    start
}

fn hour_and_minute(text: &[u8]) -> Option<(u8, u8)> {
    let [h1, h2, b':', m1, m2] = *text else { return None };
    let digit = |byte: u8| byte.is_ascii_digit().then(|| byte - b'0');
    let (hour, minute) = (digit(h1)? * 10 + digit(h2)?, digit(m1)? * 10 + digit(m2)?);
    (hour < 24 && minute < 60).then_some((hour, minute))
}

/// A list of names, each once and looked at by `judge`; a missing list is empty.
fn names_once(s: Section<'_>, key: &'static str, judge: impl Fn(&Found<'_, &str>)) -> Vec<String> {
    let mut names = Names::default();
    let texts = s.texts_if(key);
    texts.iter().for_each(judge);
    texts.into_iter().for_each(|name| names.note(name));
    names.iter().map(str::to_owned).collect()
}

/// A gaming day in the property's zone.
fn day(date: &Found<'_, Date>, start: (u8, u8), zone: &Zone) -> Option<GamingDay> {
    let moment = |date| zone.first_moment(date, start.0, start.1);
    let (from, to) = (moment(date.value), day_after(date.value).and_then(moment));
    if from.is_none() || to.is_none() {
        date.wrong(format!(
            "has {}, which the calendar of time zones does not reach; correct the year",
            date.value
        ));
    }
    Some(GamingDay { date: date.value, start: from?, end: to? })
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
