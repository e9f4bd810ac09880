//! The text of the engagement: what the files say, each with the count that it rests on, and blanks.

use super::folder::{Journal, Looked, Mapping};
use super::house::House;
use super::tables;
use super::text::{Out, blank, counted};
use feltproof_engine::{builtin_games, builtin_systems};
use feltproof_intake::{BLANK, Seen};
use feltproof_model::engagement::JournalKind;
use feltproof_regs::builtin_packs;

/// The text of the engagement of what was looked at, and what is to be said of it, a line each; what the house file has
/// is left to it.
pub(crate) fn draft(looked: &Looked, house: Option<&House>) -> (String, Vec<String>) {
    let mut seen = Seen::default();
    for of in looked.journals.iter().filter_map(|journal| journal.seen.as_ref().ok()) {
        seen.join(of.clone());
    }
    let mut out = Out::default();
    head(&mut out, looked);
    scope(&mut out, &seen, house);
    tables::write(&mut out, &seen, house, &builtin_games(), &builtin_systems());
    looked.journals.iter().for_each(|journal| write_journal(&mut out, journal));
    if seen.is_cut {
        let cut = "some names are not here: they have control characters or 200 bytes, or are more than 5,000";
        out.comment(cut);
        out.say(format_args!("Note: {cut}"));
    }
    for (file, why) in &looked.others {
        out.say(format_args!("Not a journal: {file}: {why}"));
    }
    (out.text, out.said)
}

fn head(out: &mut Out, looked: &Looked) {
    let folder = &looked.folder;
    out.comment(format_args!(
        "The engagement of the files in {folder}, as `feltproof init` found it."
    ));
    out.comment("What is taken from the files says above its line what it rests on: compare it.");
    out.comment(format_args!("A value that begins with {BLANK} is a blank: only you can know it. While one is left, nothing is audited."));
    if !looked.others.is_empty() {
        out.comment("No journals:");
        looked.others.iter().for_each(|(file, why)| out.comment(format_args!("  {file}: {why}")));
    }
    out.value("schema", 1);
}

/// `[engagement]`.
fn scope(out: &mut Out, seen: &Seen, house: Option<&House>) {
    let lacks = |key: &str| house.is_none_or(|house| !house.has(key));
    out.section("[engagement]");
    if let Some(house) = house {
        out.text("extends", &house.name);
    }
    out.blank("id", "a name for this audit, such as HCR-2026-10-31; the report is called by it");
    for (key, wanted) in [
        ("property", "name of the property"),
        ("licence", "its licence number"),
        ("location", "where it is"),
        ("prepared_for", "for whom the report is"),
        ("prepared_by", "who makes it"),
    ] {
        if lacks(key) {
            out.blank(key, wanted);
        }
    }
    days(out, seen, house);
    if lacks("time_zone") {
        let offset = |(offset, records): (Option<String>, u64)| match offset {
            Some(offset) => format!("{records} with the offset {offset}"),
            None => format!("{records} local, without an offset"),
        };
        let offsets: Vec<String> = seen.clock.offsets().into_iter().map(offset).collect();
        let offsets = if offsets.is_empty() { "none" } else { &offsets.join(", ") };
        out.comment(format_args!("times of the records: {offsets}"));
        out.blank("time_zone", "IANA time zone of the property, such as America/Los_Angeles; an offset alone does not tell it");
    }
    if lacks("packs") {
        let packs: Vec<String> = builtin_packs().into_iter().map(|pack| pack.id).collect();
        let packs = packs.join(", ");
        out.list("packs", &[blank(format_args!(
            "rule pack of the law it is judged by: one of {packs}, or a pack file by its path (.toml); or make the list \
             empty"
        ))]);
    }
}

/// Gaming days, and when they start.
fn days(out: &mut Out, seen: &Seen, house: Option<&House>) {
    let clock = |minute: i64| format!("{:02}:{:02}", minute / 60, minute % 60);
    let of_house = house.and_then(House::day_start);
    let quiet = seen.clock.quiet();
    let start = of_house.or(quiet.map(|quiet| quiet.start));
    let found = start.map(|start| seen.clock.days(start)).unwrap_or_default();
    if found.is_empty() {
        let days = seen.clock.days(0);
        if !days.is_empty() {
            out.comment(format_args!("records by calendar day: {}", counted(days)));
        }
        out.list("gaming_days", &[blank("each gaming day, as in 2026-10-31")]);
    } else {
        let list: Vec<String> = found.iter().map(|(day, n)| format!("{n} of {day}")).collect();
        let list = list.join(", ");
        out.comment(format_args!("guess, by the start of the gaming day: records: {list}"));
        out.list("gaming_days", &found.into_iter().map(|(day, _)| day).collect::<Vec<_>>());
    }
    if house.is_some_and(|house| house.has("gaming_day_start")) {
        return;
    }
    match quiet {
        Some(quiet) => {
            let (from, to) = (clock(quiet.between.0), clock(quiet.between.1));
            out.comment(format_args!(
                "guess: the longest quiet time is from {from} to {to} by the clock of the records"
            ));
            out.text("gaming_day_start", &clock(quiet.start));
        }
        None => {
            out.comment("no time of the day is quiet for an hour, or no record has a local time");
            out.blank("gaming_day_start", "when a gaming day starts, as in 06:00");
        }
    }
}

fn write_journal(out: &mut Out, journal: &Journal) {
    out.section("[[journal]]");
    let sheet = journal.sheet.as_ref().map_or_else(String::new, |sheet| format!(", sheet {sheet}"));
    match &journal.seen {
        Ok(seen) => {
            let unread = match (&seen.first_unread, seen.unread) {
                (Some(first), n) => format!(", {n} that are not read, the first: {first}"),
                (None, _) => String::new(),
            };
            out.comment(format_args!("{} records{sheet}{unread}", seen.records));
        }
        Err(why) => {
            out.comment(format_args!("it is not read yet{sheet}: {why}"));
            out.say(format_args!("Not read yet: {}: {why}", journal.file));
        }
    }
    if journal.may_be.len() > 1 {
        let kinds: Vec<&str> = journal.may_be.iter().map(|kind| kind.name()).collect();
        out.comment(format_args!(
            "it may hold several journals: {}; give each an entry, and [rows] only in its profile",
            kinds.join(", ")
        ));
    }
    out.text("kind", journal.kind.name());
    out.text("file", &journal.file);
    match &journal.profile {
        Mapping::Canonical => {}
        Mapping::There(name) => {
            journal.also.iter().for_each(|also| out.comment(also));
            out.comment("the profile was there");
            out.text("profile", name);
        }
        Mapping::New(name, _) => {
            out.comment("the profile was written by looking at the file");
            let requested = &journal.requested;
            requested
                .iter()
                .for_each(|requested| out.comment(format_args!("  asked: {requested}")));
            out.text("profile", name);
            if !requested.is_empty() && journal.seen.is_ok() {
                out.say(format_args!("Asked by {name}: {}", requested.join("; ")));
            }
        }
    }
    let (is_hands, is_shuffler) =
        (journal.kind == JournalKind::Hands, journal.kind == JournalKind::Shuffler);
    for (is_for_it, line) in [
        (true, "repeated_hour = \"record-order\"  # if the clock is set back during these records"),
        (
            is_hands || is_shuffler,
            "cards = \"dealt-order\"  # if the cards stand in the order in which they were dealt",
        ),
        (
            is_hands,
            "meter_award = \"hands\"  # if an award of the meter stands in these records too",
        ),
        (
            !is_hands,
            "sequence = \"journal\"  # with several files: each is numbered for itself; \"table\", \"link\" or \
             \"none\" otherwise",
        ),
    ] {
        if is_for_it {
            out.comment(line);
        }
    }
}
