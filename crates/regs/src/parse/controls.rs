//! Reads `[[control]]` and `[[reason]]` of a rule pack: demands of the law, and reasons it permits.

use super::answers::Answers;
use super::{evidence, note};
use crate::pack::{Control, ControlStatus, Effective, Reason};
use feltproof_model::Date;
use feltproof_toml::{Names, Section};

pub(super) fn read_control<'d>(
    s: Section<'d>,
    names: &mut Names<'d>,
    answers: &Answers<'_>,
) -> Option<Control> {
    let id = s.name("id", names);
    let citation = s.text("citation");
    let title = s.text("title");
    let statuses = ControlStatus::ALL.map(ControlStatus::name);
    let status = s.word("status", &statuses, ControlStatus::parse).map(|found| found.value);
    let evidence = evidence(s, "evidence");
    let days = ["a day (2008-01-01)", "a year (2008)", "unknown"];
    let effective = s.word("effective", &days, parse_effective);
    let checks = s.texts_if("checks");
    let demand = s.text("demand");
    let note = note(s);
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
    match status {
        Some(ControlStatus::Manual) if !checks.is_empty() => s.wrong(
            "checks",
            "is there, but a manual control has none; make it partial or remove the checks",
        ),
        Some(ControlStatus::Automated | ControlStatus::Partial) if checks.is_empty() => {
            s.wrong("checks", "is empty; name the checks or make the control manual");
        }
        _ => {}
    }
    Some(Control {
        id: id?.owned(),
        citation: citation?.owned(),
        title: title?.owned(),
        status: status?,
        evidence: evidence?,
        effective: effective?.value,
        checks: checks.iter().map(|code| code.owned()).collect(),
        demand: demand?.owned(),
        note,
    })
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

fn parse_effective(text: &str) -> Option<Effective> {
    if text == "unknown" {
        return Some(Effective::Unknown);
    }
    parse_year(text).map(Effective::Year).or_else(|| Date::parse(text).map(Effective::Day))
}

/// A year of four digits.
pub(super) fn parse_year(text: &str) -> Option<u16> {
    (text.len() == 4).then(|| Date::parse(&format!("{text}-01-01")))?.map(|d| d.year)
}

pub(super) fn read_reason<'d>(s: Section<'d>, names: &mut Names<'d>) -> Option<Reason> {
    let code = s.name("code", names);
    let subsection = s.text("subsection");
    let permits_reduction = s.flag("permits_reduction");
    let evidence = evidence(s, "evidence");
    let note = note(s);
    Some(Reason {
        code: code?.owned(),
        subsection: subsection?.owned(),
        permits_reduction: permits_reduction?.value,
        evidence: evidence?,
        note,
    })
}
