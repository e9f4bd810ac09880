//! The text of the engagement: what the files say, each with the count that it rests on, and blanks.

use super::folder::{Journal, Looked, Mapping};
use super::house::House;
use super::tables;
use super::text::{Out, blank};
use feltproof_engine::{builtin_games, builtin_systems};
use feltproof_intake::{BLANK, Seen};
use feltproof_model::engagement::JournalKind;
use feltproof_regs::builtin_packs;

/// An engagement to be written.
pub(crate) struct Draft {
    pub(crate) text: String,
    /// What is to be said of it, a line each.
    pub(crate) said: Vec<String>,
}

impl Draft {
    /// The engagement of what was looked at; what the house file has is left to it.
    pub(crate) fn of(looked: &Looked, house: Option<&House>) -> Self {
        let mut seen = Seen::default();
        for journal in &looked.journals {
            if let Ok(of) = &journal.seen {
                seen.join(of.clone());
            }
        }
        let (mut out, mut said) = (Out::default(), Vec::new());
        head(&mut out, looked);
        scope(&mut out, &seen, house);
        tables::write(&mut out, &seen, house, &builtin_games(), &builtin_systems(), &mut said);
        looked.journals.iter().for_each(|journal| write_journal(&mut out, journal, &mut said));
        if seen.is_cut {
            let cut = "some names are not here: they have control characters or 200 bytes, or are more than 5,000";
            out.comment(cut);
            said.push(format!("Note: {cut}"));
        }
        for (file, why) in &looked.others {
            said.push(clean(&format!("Not a journal: {file}: {why}")));
        }
        Self { text: out.0, said }
    }
}

/// One line for the terminal.
fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn head(out: &mut Out, looked: &Looked) {
    out.comment(&format!(
        "The engagement of the files in {}, as `feltproof init` found it.",
        looked.folder
    ));
    out.comment("What is taken from the files says above its line what it rests on: compare it.");
    out.comment(&format!("A value that begins with {BLANK} is a blank: only you can know it. While one is left, nothing is audited."));
    if !looked.others.is_empty() {
        out.comment("No journals:");
        looked.others.iter().for_each(|(file, why)| out.comment(&format!("  {file}: {why}")));
    }
    out.0.push_str("schema = 1\n");
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
    let offsets: Vec<String> = seen.clock.offsets().into_iter().map(offset_in_words).collect();
    if lacks("time_zone") {
        out.comment(&format!(
            "times of the records: {}",
            if offsets.is_empty() { "none".to_owned() } else { offsets.join(", ") }
        ));
        out.blank("time_zone", "IANA time zone of the property, such as America/Los_Angeles; an offset alone does not tell it");
    }
    if lacks("packs") {
        let packs: Vec<String> = builtin_packs().into_iter().map(|pack| pack.id).collect();
        let wanted = format!(
            "rule pack of the law it is judged by: one of {}, or a pack file by its path (.toml); or make the \
             list empty",
            packs.join(", ")
        );
        out.list("packs", &[blank(&wanted)]);
    }
}

fn offset_in_words((offset, records): (Option<String>, u64)) -> String {
    match offset {
        Some(offset) => format!("{records} with the offset {offset}"),
        None => format!("{records} local, without an offset"),
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
            let list: Vec<String> = days.iter().map(|(day, n)| format!("{day} ({n})")).collect();
            out.comment(&format!("records by calendar day: {}", list.join(", ")));
        }
        out.list("gaming_days", &[blank("each gaming day, as in 2026-10-31")]);
    } else {
        let list: Vec<String> = found.iter().map(|(day, n)| format!("{n} of {day}")).collect();
        out.comment(&format!(
            "guess, by the start of the gaming day: records: {}",
            list.join(", ")
        ));
        out.list("gaming_days", &found.into_iter().map(|(day, _)| day).collect::<Vec<_>>());
    }
    if house.is_some_and(|house| house.has("gaming_day_start")) {
        return;
    }
    match quiet {
        Some(quiet) => {
            let (from, to) = quiet.between;
            let why = "the longest quiet time is from";
            out.comment(&format!(
                "guess: {why} {} to {} by the clock of the records",
                clock(from),
                clock(to)
            ));
            out.text("gaming_day_start", &clock(quiet.start));
        }
        None => {
            out.comment("no time of the day is quiet for an hour, or no record has a local time");
            out.blank("gaming_day_start", "when a gaming day starts, as in 06:00");
        }
    }
}

fn write_journal(out: &mut Out, journal: &Journal, said: &mut Vec<String>) {
    out.section("[[journal]]");
    let sheet = journal.sheet.as_ref().map_or_else(String::new, |sheet| format!(", sheet {sheet}"));
    match &journal.seen {
        Ok(seen) => {
            let unread = match (&seen.first_unread, seen.unread) {
                (Some(first), n) => format!(", {n} that are not read, the first: {first}"),
                (None, _) => String::new(),
            };
            out.comment(&format!("{} records{sheet}{unread}", seen.records));
        }
        Err(why) => {
            out.comment(&format!("it is not read yet{sheet}: {why}"));
            said.push(clean(&format!("Not read yet: {}: {why}", journal.file)));
        }
    }
    if let [_, others @ ..] = &journal.may_be[..]
        && !others.is_empty()
    {
        let kinds: Vec<&str> = journal.may_be.iter().map(|kind| kind.name()).collect();
        out.comment(&format!(
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
            journal
                .requested
                .iter()
                .for_each(|requested| out.comment(&format!("  asked: {requested}")));
            out.text("profile", name);
            if !journal.requested.is_empty() && journal.seen.is_ok() {
                said.push(clean(&format!("Asked by {name}: {}", journal.requested.join("; "))));
            }
        }
    }
    out.comment(
        "repeated_hour = \"record-order\"  # if the clock is set back during these records",
    );
    if matches!(journal.kind, JournalKind::Hands | JournalKind::Shuffler) {
        out.comment(
            "cards = \"dealt-order\"  # if the cards stand in the order in which they were dealt",
        );
    }
    if journal.kind == JournalKind::Hands {
        out.comment(
            "meter_award = \"hands\"  # if an award of the meter stands in these records too",
        );
    } else {
        out.comment(
            "sequence = \"journal\"  # with several files: each is numbered for itself; \"table\", \"link\" or \
             \"none\" otherwise",
        );
    }
}
