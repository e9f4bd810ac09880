//! `[[journal]]`: the logs and how they are to be read.

use super::{refuse_in_house, scope};
use crate::journal::kinds;
use feltproof_model::CompactString;
use feltproof_model::engagement::{
    JournalEntry, JournalKind, RepeatedHour, Sequence, TextEncoding,
};
use feltproof_toml::{Found, Section};

const DISORDER_SECONDS_DEFAULT: i64 = 120;
/// A day; a wider window would not order anything.
const DISORDER_SECONDS_MAX: u32 = 86_400;

/// The journals, one a file; `zone_of_all` is the default of their zones, `None`: it was not read.
pub(super) fn read(
    top: &Section<'_>,
    zone_of_all: Option<&str>,
    links: &[&str],
) -> Vec<JournalEntry> {
    let mut all: Vec<JournalEntry> = Vec::new();
    let mut lines = Vec::new();
    for s in top.sections("journal") {
        let Some((files, entry)) = journal(s, zone_of_all, links) else { continue };
        if let Some(first) = all.iter().find(|other| other.kind == entry.kind) {
            refuse_other_settings(s, first, &entry);
        }
        for file in files {
            let same = |of: &JournalEntry| of.file == file.value && of.profile == entry.profile;
            if let Some(first) = all.iter().position(same) {
                let (value, line) = (file.value, lines[first]);
                file.wrong(format!(
                    "is `{value}`, which line {line} has too; rename or remove one of them"
                ));
            }
            lines.push(file.line);
            all.push(JournalEntry { file: file.owned(), ..entry.clone() });
        }
    }
    all
}

/// The parts of one kind are read as one journal: they declare alike what holds for the whole.
fn refuse_other_settings(s: Section<'_>, first: &JournalEntry, other: &JournalEntry) {
    for (key, agrees) in [
        ("disorder_seconds", first.disorder_micros == other.disorder_micros),
        ("cards", first.cards_in_dealt_order == other.cards_in_dealt_order),
        ("meter_award", first.meter_award_in_hands == other.meter_award_in_hands),
        ("ante_bonus", first.bonus_with_ante == other.bonus_with_ante),
        ("links", first.links == other.links),
    ] {
        if !agrees {
            let (kind, line) = (first.kind.name(), first.line);
            s.wrong(
                key,
                format!(
                    "is not what it is in the {kind} journal of line {line}; the files of one kind are read as one \
                     journal, so state it alike in both"
                ),
            );
        }
    }
}

/// The files of an entry: one, or several that are read alike.
fn files<'d>(s: Section<'d>) -> Vec<Found<'d, &'d str>> {
    if !s.has("files") {
        return s.text("file").into_iter().collect();
    }
    if s.has("file") {
        s.wrong("files", "is there beside `file`; keep one of the two");
        s.text_if("file");
    }
    s.texts("files")
}

fn journal<'d>(
    s: Section<'d>,
    zone_of_all: Option<&str>,
    links: &[&str],
) -> Option<(Vec<Found<'d, &'d str>>, JournalEntry)> {
    let kind = s.word("kind", JournalKind::NAMES, JournalKind::parse).map(|found| found.value);
    if let Some(kind) = kind {
        s.rename(format!("{} journal", kind.name()));
    }
    let files = files(s);
    files.iter().for_each(refuse_in_house);
    let profile = s.text_if("profile");
    let time_zone = match s.text_if("time_zone") {
        Some(name) => scope::zone(&name).map(|zone| zone.name().to_owned()),
        None => zone_of_all.filter(|_| !s.has("time_zone")).map(str::to_owned),
    };
    let (words, refuse) = (RepeatedHour::NAMES, RepeatedHour::Refuse);
    let repeated_hour = s.word_or("repeated_hour", words, RepeatedHour::parse, refuse);
    let (words, utf8) = (TextEncoding::NAMES, TextEncoding::Utf8);
    let encoding = s.word_or("encoding", words, TextEncoding::parse, utf8);
    if profile.is_some() && s.has("encoding") {
        // The text of an export is decoded once, by its profile.
        s.wrong("encoding", "is there beside `profile`; state it in [file] of the profile instead");
    }
    let disorder = s.integer_if("disorder_seconds", 0..=DISORDER_SECONDS_MAX);
    // A key that is not taken is reported as unknown: these belong to journals of some kinds.
    let has = |column| kind.is_none_or(|kind| kinds::column(kind, column).is_some());
    let has_numbers = has("seq");
    let has_level = kind.is_some() && has("level");
    let words = Sequence::NAMES.iter().copied().filter(|word| has_level || *word != "level");
    let words: Vec<&str> = words.collect();
    let taken = |word: &str| Sequence::parse(word).filter(|_| words.contains(&word));
    let sequence = match has_numbers {
        true => s.word_or("sequence", &words, taken, Sequence::Journal),
        false => Some(Sequence::Journal),
    };
    let choice = |is_of_kind: bool, key, words| match is_of_kind {
        true => choice(s, key, words),
        false => Some(false),
    };
    let cards = choice(has("cards"), "cards", ["any-order", "dealt-order"]);
    let is_hands = kind.is_none_or(|k| k == JournalKind::Hands);
    let meter_award = choice(is_hands, "meter_award", ["manager", "hands"]);
    let ante_bonus = choice(is_hands, "ante_bonus", ["own-column", "with-ante"]);
    let has_links = kind == Some(JournalKind::Bank) && s.has("links");
    let served = if has_links { served(s, links) } else { Vec::new() };
    let seconds = disorder.map_or(DISORDER_SECONDS_DEFAULT, |seconds| seconds.value.into());
    let entry = JournalEntry {
        kind: kind?,
        file: String::new(),
        sheet: None,
        profile: profile.map(|found| found.owned()),
        time_zone: time_zone?,
        repeated_hour: repeated_hour?,
        encoding: encoding?,
        sequence: sequence?,
        is_sequence_stated: has_numbers && s.has("sequence"),
        disorder_micros: seconds.checked_mul(1_000_000)?,
        cards_in_dealt_order: cards?,
        meter_award_in_hands: meter_award?,
        bonus_with_ante: ante_bonus?,
        links: served,
        line: s.line,
        lines: None,
    };
    Some((files, entry))
}

/// The links whose prizes a bank account holds.
fn served(s: Section<'_>, links: &[&str]) -> Vec<CompactString> {
    let named = s.texts("links");
    for name in named.iter().filter(|name| !links.contains(&name.value)) {
        let (name_of, links) = (name.value, links.join(", "));
        let remedy = "correct the name or add the link";
        name.wrong(format!("names link {name_of}, but the links are {links}; {remedy}"));
    }
    named.iter().map(|name| name.value.into()).collect()
}

/// Whether the second of two words is chosen; the first is the default.
fn choice(s: Section<'_>, key: &'static str, words: [&str; 2]) -> Option<bool> {
    let [no, yes] = words;
    let parse = |word: &str| (word == yes || word == no).then_some(word == yes);
    s.word_or(key, &words, parse, false)
}
