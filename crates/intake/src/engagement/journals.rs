//! `[[journal]]`: the logs and how they are to be read.

use super::faults::Faults;
use super::scope;
use super::section::{Lined, Section};
use feltproof_model::engagement::{JournalEntry, JournalKind, RepeatedHour, TextEncoding};

const DISORDER_SECONDS_DEFAULT: u64 = 120;
/// A day; a wider window would not order anything.
const DISORDER_SECONDS_MAX: u64 = 86_400;

/// The journals; `property_zone` is the default of their zones, `None` when it could not be read.
pub(super) fn read(
    sections: Vec<Section<'_>>,
    property_zone: Option<&str>,
    faults: &mut Faults,
) -> Vec<JournalEntry> {
    let mut journals = Vec::new();
    let mut kinds: Vec<Lined<JournalKind>> = Vec::new();
    let mut files: Vec<Lined<String>> = Vec::new();
    if sections.is_empty() {
        faults.push(1, "the file has no [[journal]]; add the journals to audit".to_owned());
    }
    for mut section in sections {
        let kind = kind(&mut section, &mut kinds, faults);
        let file = file(&mut section, &mut files, faults);
        journals.extend(journal(section, kind, file, property_zone, faults));
    }
    journals
}

fn kind(
    s: &mut Section<'_>,
    kinds: &mut Vec<Lined<JournalKind>>,
    faults: &mut Faults,
) -> Option<JournalKind> {
    let words = "hands, controller, manager or shuffler";
    let (kind, line) = s.word("kind", JournalKind::parse, words, faults)?;
    s.name = format!("the {} journal", kind.name());
    if let Some((_, first)) = kinds.iter().find(|(k, _)| *k == kind) {
        let message = format!(
            "a second {} journal is declared; the first is on line {first}; join the two files or \
             audit them in two engagements",
            kind.name()
        );
        faults.push(line, message);
    }
    kinds.push((kind, line));
    Some(kind)
}

fn file(
    s: &mut Section<'_>,
    files: &mut Vec<Lined<String>>,
    faults: &mut Faults,
) -> Option<String> {
    let (file, line) = s.text("file", faults)?;
    if let Some((_, first)) = files.iter().find(|(f, _)| f == file) {
        let message = format!(
            "`file` of {} is `{file}`, which is the journal of line {first} too; correct one of \
             them",
            s.name
        );
        faults.push(line, message);
    }
    files.push((file.to_owned(), line));
    Some(file.to_owned())
}

fn journal(
    mut s: Section<'_>,
    kind: Option<JournalKind>,
    file: Option<String>,
    property_zone: Option<&str>,
    faults: &mut Faults,
) -> Option<JournalEntry> {
    let time_zone = if s.has("time_zone") {
        scope::zone(&mut s, faults).map(|zone| zone.name().to_owned())
    } else {
        property_zone.map(str::to_owned)
    };
    let words = "refuse, first, second or record-order";
    let policy = RepeatedHour::Refuse;
    let repeated_hour = s.word_or("repeated_hour", RepeatedHour::parse, words, policy, faults);
    let words = "utf-8 or windows-1252";
    let encoding = s.word_or("encoding", TextEncoding::parse, words, TextEncoding::Utf8, faults);
    let range = 0..=DISORDER_SECONDS_MAX;
    let disorder = s.optional_integer("disorder_seconds", range, faults);
    let cards = cards_in_order(&mut s, kind, faults);
    let meter_award = meter_award(&mut s, kind, faults);
    let line = s.line;
    s.finish(faults);
    let seconds = disorder.map_or(DISORDER_SECONDS_DEFAULT, |(seconds, _)| seconds);
    Some(JournalEntry {
        kind: kind?,
        file: file?,
        time_zone: time_zone?,
        repeated_hour: repeated_hour?,
        encoding: encoding?,
        disorder_micros: i64::try_from(seconds).ok()?.checked_mul(1_000_000)?,
        cards_in_dealt_order: cards?,
        meter_award_in_hands: meter_award?,
        line,
    })
}

/// Whether the cards stand in dealt order: of a hand, or of a packet of a shuffler.
fn cards_in_order(
    s: &mut Section<'_>,
    kind: Option<JournalKind>,
    faults: &mut Faults,
) -> Option<bool> {
    // Not taken, the key is reported as unknown.
    if kind.is_some_and(|k| !matches!(k, JournalKind::Hands | JournalKind::Shuffler)) {
        return Some(false);
    }
    let order = |text: &str| match text {
        "dealt-order" => Some(true),
        "any-order" => Some(false),
        _ => None,
    };
    s.word_or("cards", order, "dealt-order or any-order", false, faults)
}

/// Whether a meter award is in the hands journal.
fn meter_award(
    s: &mut Section<'_>,
    kind: Option<JournalKind>,
    faults: &mut Faults,
) -> Option<bool> {
    if kind.is_some_and(|k| k != JournalKind::Hands) {
        return Some(false);
    }
    let award = |text: &str| match text {
        "hands" => Some(true),
        "manager" => Some(false),
        _ => None,
    };
    s.word_or("meter_award", award, "manager or hands", false, faults)
}
