//! `[engagement]`: what is audited, for whom, and which gaming days.

use super::{Defined, is_defined, refuse_in_house};
use crate::zone::Zone;
use feltproof_model::engagement::{GamingDay, TwoPeople};
use feltproof_model::{Date, Money, Timestamp, beside};
use feltproof_toml::{Found, Names, Section};
use std::collections::BTreeMap;

/// The keys of `[engagement]`, read.
pub(super) struct Scope {
    pub(super) id: String,
    pub(super) property: String,
    pub(super) licence: String,
    pub(super) location: String,
    pub(super) tables_authorised: Option<u32>,
    pub(super) odds_prize_cover: Option<Money>,
    pub(super) two_people: Vec<TwoPeople>,
    pub(super) prepared_for: String,
    pub(super) prepared_by: String,
    pub(super) days: Vec<GamingDay>,
    pub(super) gaming_day_start: String,
    pub(super) numbers_begin_again: Vec<Timestamp>,
    pub(super) time_zone: String,
    pub(super) packs: Vec<String>,
    pub(super) pack_files: BTreeMap<String, String>,
}

/// The house file that the engagement extends, where its text is known.
pub(super) fn house_file(s: Section<'_>, is_known: bool) -> Option<String> {
    let extends = s.text_if("extends")?;
    let what = "but an engagement is read alone here; remove it";
    Some(extends.only_if(is_known, |name| format!("is `{name}`, {what}"))?.owned())
}

/// The files of the engagement's own games, relative to the engagement file.
pub(super) fn game_files(s: Section<'_>, house_file: Option<&str>) -> Vec<String> {
    names_once(s, "games").iter().map(|name| own_file(name, house_file)).collect()
}

/// The files of the rule packs that do not come with the program, relative to the engagement file.
pub(super) fn pack_files(s: Section<'_>, house_file: Option<&str>) -> Vec<String> {
    let packs = s.texts_if("packs");
    let files = packs.iter().filter(|name| is_pack_file(name));
    files.map(|name| own_file(name, house_file)).collect()
}

/// Rule packs go by their ids, or by the files that they stand in.
fn is_pack_file(name: &Found<'_, &str>) -> bool {
    name.value.ends_with(".toml")
}

/// A file that stands relative to the file that names it, as seen from the engagement file.
fn own_file(name: &Found<'_, &str>, house_file: Option<&str>) -> String {
    let house_file = house_file.filter(|_| name.joined);
    house_file.map_or(name.owned(), |house| beside(house, name.value))
}

/// The ids of the rule packs, and the files of those that do not come with the program.
fn packs(
    s: Section<'_>,
    house_file: Option<&str>,
    defined: &Defined,
) -> (Vec<String>, BTreeMap<String, String>) {
    let (mut ids, mut files) = (Vec::new(), BTreeMap::new());
    for name in names_once(s, "packs") {
        if !is_pack_file(&name) {
            let lead =
                "a pack file ends in .toml, and the rule packs that come with the program are";
            is_defined(&name, lead, defined.packs.as_deref());
            ids.push(name.owned());
            continue;
        }
        let file = own_file(&name, house_file);
        let id = match defined.pack_files.get(&file) {
            Some(Ok(id)) => id.clone(),
            Some(Err(why)) => {
                name.wrong(format!("is `{}`, but {why}", name.value));
                continue;
            }
            None => file.clone(),
        };
        ids.push(id.clone());
        files.insert(id, file);
    }
    (ids, files)
}

pub(super) fn read(s: Section<'_>, house_file: Option<&str>, defined: &Defined) -> Option<Scope> {
    let id = s.text("id");
    id.iter().for_each(refuse_in_house);
    let property = s.text("property");
    let licence = s.text("licence");
    let location = s.text("location");
    let authorised = s.integer_if("tables_authorised", 1..=u32::MAX);
    let cover = s.money_if("odds_prize_cover");
    let steps = TwoPeople::ALL.map(TwoPeople::name);
    let two_people = names_once(s, "two_people").into_iter();
    let two_people = two_people.map(|step| step.word(&steps, TwoPeople::parse));
    let prepared_for = s.text("prepared_for");
    let prepared_by = s.text("prepared_by");
    let dates = dates(s);
    let start = s.text("gaming_day_start").and_then(|text| start_of_day(&text));
    let zone = s.text("time_zone").and_then(|name| zone(&name));
    let (packs, pack_files) = packs(s, house_file, defined);
    let (start, zone) = (start?, zone?);
    let days: Vec<GamingDay> = dates.iter().filter_map(|date| day(date, start, &zone)).collect();
    let numbers_begin_again = numbers_begin_again(s, &days, &zone);
    Some(Scope {
        id: id?.owned(),
        property: property?.owned(),
        licence: licence?.owned(),
        location: location?.owned(),
        tables_authorised: authorised.map(|of| of.value),
        odds_prize_cover: cover.map(|of| of.value),
        two_people: two_people.filter_map(|of| Some(of?.value)).collect(),
        prepared_for: prepared_for?.owned(),
        prepared_by: prepared_by?.owned(),
        days,
        gaming_day_start: format!("{:02}:{:02}", start.0, start.1),
        numbers_begin_again,
        time_zone: zone.name().to_owned(),
        packs,
        pack_files,
    })
}

/// A time zone by its name.
pub(super) fn zone(name: &Found<'_, &str>) -> Option<Zone> {
    let zone = Zone::new(name.value);
    if zone.is_none() {
        let remedy = "write it as in \"America/Los_Angeles\"";
        name.wrong(format!("is `{}`, which is no IANA time zone; {remedy}", name.value));
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
        let what = "but it must be a time from 00:00 to 23:59; write it as in \"06:00\"";
        text.wrong(format!("is `{}`, {what}", text.value));
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
fn names_once<'d>(s: Section<'d>, key: &'static str) -> Vec<Found<'d, &'d str>> {
    let mut names = Names::default();
    let texts = s.texts_if(key);
    texts.iter().for_each(|name| names.note(*name));
    texts
}

/// A gaming day in the property's zone.
fn day(date: &Found<'_, Date>, start: (u8, u8), zone: &Zone) -> Option<GamingDay> {
    let moment = |date| zone.first_moment(date, start.0, start.1);
    let next = day_after(date.value);
    let (from, to) = (moment(date.value), next.and_then(moment));
    let midnight = next.and_then(|next| zone.first_moment(next, 0, 0));
    if from.is_none() || to.is_none() {
        let (day, remedy) = (date.value, "correct the year");
        date.wrong(format!("has {day}, which the calendar of time zones does not reach; {remedy}"));
    }
    Some(GamingDay { date: date.value, next: next?, start: from?, midnight: midnight?, end: to? })
}

/// When numbers begin again within the gaming days: a time of each of them, or of one calendar day.
fn numbers_begin_again(s: Section<'_>, days: &[GamingDay], zone: &Zone) -> Vec<Timestamp> {
    let mut all = Vec::new();
    for text in names_once(s, "numbers_begin_again") {
        let (date, time) = match text.value.split_once('T') {
            Some((date, time)) => (Date::parse(date).map(Some), hour_and_minute(time.as_bytes())),
            None => (Some(None), hour_and_minute(text.value.as_bytes())),
        };
        let (Some(date), Some((hour, minute))) = (date, time) else {
            let remedy = "write \"14:00\" for every gaming day, or \"2026-10-31T14:00\" for one";
            text.wrong(format!("is `{}`, but it must be a local time; {remedy}", text.value));
            continue;
        };
        let moment = |date| zone.first_moment(date, hour, minute);
        let mut found = Vec::new();
        for day in days {
            let dates = [day.date, day.next].into_iter().filter(|at| date.is_none_or(|d| d == *at));
            let times = dates.filter_map(moment);
            found.extend(times.filter(|at| day.start < *at && *at < day.end));
        }
        if date.is_some() && found.is_empty() {
            let remedy = "correct it, or remove it";
            text.wrong(format!(
                "is `{}`, which is within no audited gaming day; {remedy}",
                text.value
            ));
        }
        all.extend(found);
    }
    all.sort_unstable();
    all.dedup();
    all
}

fn day_after(date: Date) -> Option<Date> {
    let day: jiff::civil::Date = date.to_string().parse().ok()?;
    Date::parse(&day.tomorrow().ok()?.to_string())
}
