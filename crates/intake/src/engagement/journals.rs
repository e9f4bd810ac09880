//! `[[journal]]`: the logs and how they are to be read.

use super::{refuse_in_house, scope};
use feltproof_model::engagement::{JournalEntry, JournalKind, RepeatedHour, TextEncoding};
use feltproof_toml::{Found, Names, Section};

const DISORDER_SECONDS_DEFAULT: i64 = 120;
/// A day; a wider window would not order anything.
const DISORDER_SECONDS_MAX: u32 = 86_400;

/// The journals; `property_zone` is the default of their zones, `None` when it could not be read.
pub(super) fn read(top: &Section<'_>, property_zone: Option<&str>) -> Vec<JournalEntry> {
    let mut kinds = Vec::new();
    let mut files = Names::default();
    let read = |s| journal(s, &mut kinds, &mut files, property_zone);
    top.sections("journal").into_iter().filter_map(read).collect()
}

fn kind<'d>(s: Section<'d>, before: &mut Vec<Found<'d, JournalKind>>) -> Option<JournalKind> {
    let words = ["hands", "controller", "manager", "shuffler"];
    let kind = s.word("kind", &words, JournalKind::parse)?;
    let name = kind.value.name();
    s.rename(format!("{name} journal"));
    if let Some(first) = before.iter().find(|k| k.value == kind.value) {
        let first = first.line;
        kind.wrong(format!(
            "is `{name}` again; the first is on line {first}; join the two files or audit them in \
             two engagements"
        ));
    }
    before.push(kind);
    Some(kind.value)
}

fn journal<'d>(
    s: Section<'d>,
    kinds: &mut Vec<Found<'d, JournalKind>>,
    files: &mut Names<'d>,
    property_zone: Option<&str>,
) -> Option<JournalEntry> {
    let kind = kind(s, kinds);
    let file = s.text("file");
    file.iter().for_each(refuse_in_house);
    let profile = s.text_if("profile");
    file.iter().for_each(|file| files.note(*file));
    let time_zone = match s.text_if("time_zone") {
        Some(name) => scope::zone(&name).map(|zone| zone.name().to_owned()),
        None => property_zone.filter(|_| !s.has("time_zone")).map(str::to_owned),
    };
    let words = ["refuse", "first", "second", "record-order"];
    let refuse = RepeatedHour::Refuse;
    let repeated_hour = s.word_or("repeated_hour", &words, RepeatedHour::parse, refuse);
    let words = ["utf-8", "windows-1252"];
    let encoding = s.word_or("encoding", &words, TextEncoding::parse, TextEncoding::Utf8);
    if profile.is_some() && s.has("encoding") {
        // The text of an export is decoded once, by its profile.
        s.wrong("encoding", "is there beside `profile`; state it in [file] of the profile instead");
    }
    let disorder = s.integer_if("disorder_seconds", 0..=DISORDER_SECONDS_MAX);
    // A key that is not taken is reported as unknown: these belong to journals of some kinds.
    let has_cards = kind.is_none_or(|k| matches!(k, JournalKind::Hands | JournalKind::Shuffler));
    let cards =
        if has_cards { choice(s, "cards", ["any-order", "dealt-order"]) } else { Some(false) };
    let has_awards = kind.is_none_or(|k| k == JournalKind::Hands);
    let meter_award =
        if has_awards { choice(s, "meter_award", ["manager", "hands"]) } else { Some(false) };
    let ante_bonus =
        if has_awards { choice(s, "ante_bonus", ["own-column", "with-ante"]) } else { Some(false) };
    let seconds = disorder.map_or(DISORDER_SECONDS_DEFAULT, |seconds| seconds.value.into());
    Some(JournalEntry {
        kind: kind?,
        file: file?.owned(),
        sheet: None,
        profile: profile.map(|found| found.owned()),
        time_zone: time_zone?,
        repeated_hour: repeated_hour?,
        encoding: encoding?,
        disorder_micros: seconds.checked_mul(1_000_000)?,
        cards_in_dealt_order: cards?,
        meter_award_in_hands: meter_award?,
        bonus_with_ante: ante_bonus?,
        line: s.line,
    })
}

/// Whether the second of two words is chosen; the first is the default.
fn choice(s: Section<'_>, key: &'static str, words: [&str; 2]) -> Option<bool> {
    let [no, yes] = words;
    let parse = |word: &str| (word == yes || word == no).then_some(word == yes);
    s.word_or(key, &words, parse, false)
}
