//! Reads `[[control]]` of a rule pack: demands of the law.
//!
//! A control has its keys itself; a `[[control.version]]` takes from it each that it lacks.

use super::answers::Answers;
use super::since::{read_begin, read_until};
use super::{evidence, note};
use crate::control::{Control, ControlStatus, Dated, Version};
use feltproof_model::Date;
use feltproof_toml::{Found, Names, Section};

/// A `[[control]]` with its `[[control.version]]`s.
pub(super) struct Opened<'d> {
    pub(super) control: Section<'d>,
    pub(super) versions: Vec<Section<'d>>,
}

pub(super) fn open<'d>(top: &Section<'d>) -> Vec<Opened<'d>> {
    let controls = top.sections_if("control").into_iter();
    controls.map(|control| Opened { versions: control.sections_if("version"), control }).collect()
}

/// The codes that any control or version names, whether or not the rest of it can be read.
pub(super) fn named<'d>(opened: &[Opened<'d>]) -> impl Iterator<Item = Found<'d, &'d str>> {
    let all = opened.iter().flat_map(|of| of.versions.iter().chain([&of.control]));
    all.flat_map(|of| of.texts_if("checks"))
}

pub(super) fn read(opened: Vec<Opened<'_>>, answers: &Answers<'_>) -> Vec<Control> {
    let mut names = Names::default();
    opened.into_iter().filter_map(|of| read_control(of, &mut names, answers)).collect()
}

fn read_control<'d>(
    Opened { control: s, versions: sections }: Opened<'d>,
    names: &mut Names<'d>,
    answers: &Answers<'_>,
) -> Option<Control> {
    let id = s.name("id", names);
    let games: Vec<String> = s.texts_if("games").iter().map(|game| game.owned()).collect();
    let player = |text: &str| (text == "player").then_some(());
    let is_of_player_banks = s.has("banked") && s.word("banked", &["player"], player).is_some();
    let versions = read_versions(s, &sections, |layers| read_version(layers, answers));
    Some(Control { id: id?.owned(), games, is_of_player_banks, versions: versions?, line: s.line })
}

/// Reads all versions of a control or a reason: itself alone, or its sections with what they take.
pub(super) fn read_versions<'d, V: Dated>(
    s: Section<'d>,
    sections: &[Section<'d>],
    read: impl Fn(&Layers<'d>) -> Option<V>,
) -> Option<Vec<V>> {
    if sections.is_empty() {
        return Some(vec![read(&Layers { own: s, shared: None })?]);
    }
    refuse_shared_dates(s);
    let read = |own: &Section<'d>| read(&Layers { own: *own, shared: Some(s) });
    let versions: Vec<V> = sections.iter().filter_map(read).collect();
    // One that could not be read would look like a gap.
    if versions.len() < sections.len() {
        return None;
    }
    refuse_overlap(&versions, sections);
    Some(versions)
}

/// Dates are a version's own.
fn refuse_shared_dates(s: Section<'_>) {
    for key in ["from", "not_before", "certain_from", "until"] {
        if s.get(key).is_some() {
            s.wrong(key, "is there beside versions; move it to the version it is of");
        }
    }
}

/// A version, and the control or reason whose keys it takes where it lacks them.
pub(super) struct Layers<'d> {
    pub(super) own: Section<'d>,
    pub(super) shared: Option<Section<'d>>,
}

impl<'d> Layers<'d> {
    /// Where a key stands; where it is missing, the version.
    pub(super) fn of(&self, key: &'static str) -> Section<'d> {
        // Asked for in both, so that neither is an unknown key.
        let shared = self.shared.filter(|shared| shared.get(key).is_some());
        if self.own.has(key) { self.own } else { shared.unwrap_or(self.own) }
    }

    pub(super) fn text(&self, key: &'static str) -> Option<Found<'d, &'d str>> {
        self.of(key).text(key)
    }
}

fn read_version(s: &Layers<'_>, answers: &Answers<'_>) -> Option<Version> {
    let citation = s.text("citation");
    let title = s.text("title");
    let status = s.of("status").word("status", ControlStatus::NAMES, ControlStatus::parse);
    let status = status.map(|found| found.value);
    let evidence = evidence(s.of("evidence"), "evidence");
    let address = s.text("address");
    let days = ["a day (2026-11-22)", "never"];
    let read = s.of("read").word("read", &days, parse_read);
    let from = read_begin(s.own);
    let until = read_until(s.own);
    let codes = checks(&s.of("checks"), answers);
    let demand = s.text("demand");
    let note = note(s.of("note"));
    match status {
        Some(ControlStatus::Manual) if !codes.is_empty() => s.own.wrong(
            "checks",
            "is there, but a manual control has none; make it partial or remove the checks",
        ),
        Some(ControlStatus::Automated | ControlStatus::Partial) if codes.is_empty() => {
            s.own.wrong("checks", "is empty; name the checks or make the control manual");
        }
        None | Some(ControlStatus::Manual | ControlStatus::Automated | ControlStatus::Partial) => {}
    }
    Some(Version {
        from: from?,
        until: until?,
        citation: citation?.owned(),
        title: title?.owned(),
        status: status?,
        evidence: evidence?,
        address: address?.owned(),
        read: read?.value,
        checks: codes,
        demand: demand?.owned(),
        note,
    })
}

fn checks(s: &Section<'_>, answers: &Answers<'_>) -> Vec<String> {
    let checks = s.texts_if("checks");
    let mut codes = Names::default();
    for code in &checks {
        if !is_check_code(code.value) {
            let text = code.value;
            code.wrong(format!("is `{text}`, but a code is three capitals, -, three digits"));
        } else {
            answers.refuse_unknown(code);
        }
        codes.note(*code);
    }
    checks.iter().map(|code| code.owned()).collect()
}

/// Three capital letters, a hyphen, three digits.
fn is_check_code(text: &str) -> bool {
    match text.as_bytes() {
        [family @ .., b'-', a, b, c] => {
            family.len() == 3
                && family.iter().all(u8::is_ascii_uppercase)
                && [a, b, c].iter().all(|d| d.is_ascii_digit())
        }
        _ => false,
    }
}

/// The day on which a text was read, or that it never was.
fn parse_read(text: &str) -> Option<Option<Date>> {
    if text == "never" { Some(None) } else { Date::parse(text).map(Some) }
}

/// Versions stand earliest first, each with a beginning of its own, and none reaches into the next.
pub(super) fn refuse_overlap(versions: &[impl Dated], sections: &[Section<'_>]) {
    for (i, (version, section)) in versions.iter().zip(sections).enumerate() {
        let begins = version.from().map(|since| since.earliest());
        if let (Some(begins), Some(until)) = (begins, version.until())
            && until < begins
        {
            section.wrong(
                "until",
                format!("is {until}, before it begins ({begins}); correct one of them"),
            );
        }
        let Some(before) = i.checked_sub(1).and_then(|before| versions.get(before)) else {
            continue;
        };
        let Some(begins) = begins else {
            section.wrong(
                "from",
                "is unknown, but a version stands before it; give the earliest day as not_before",
            );
            continue;
        };
        let last = before.from().map(|since| since.earliest());
        if let Some(last) = last.filter(|last| *last >= begins) {
            section.wrong("", format!("begins {begins}, but the version before it begins {last}; put the earliest first"));
        } else if let Some(until) = before.until().filter(|until| *until >= begins) {
            section.wrong("", format!("begins {begins}, but the version before it lasts until {until}; correct one of them"));
        }
    }
}
