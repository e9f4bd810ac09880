//! `[[control]]` and `[[reason]]`.

use super::{evidence, note, refuse_repeated, word};
use crate::pack::{Control, ControlStatus, Effective, Reason};
use crate::reader::{Errors, Located, Section};
use feltproof_model::Date;

pub(super) fn read(sections: Vec<Section<'_, '_>>, errors: &mut Errors<'_>) -> Vec<Control> {
    let mut ids = Vec::new();
    let controls = sections.into_iter().filter_map(|s| read_one(s, &mut ids, errors)).collect();
    refuse_repeated(&ids, errors);
    controls
}

fn read_one(
    mut section: Section<'_, '_>,
    ids: &mut Vec<Located<String>>,
    errors: &mut Errors<'_>,
) -> Option<Control> {
    let s = &mut section;
    let line = s.line;
    let id = s.text("id", errors);
    ids.extend(id.clone());
    let citation = s.text("citation", errors);
    let title = s.text("title", errors);
    let status = word(s, "status", ControlStatus::parse, "automated, partial, manual", errors);
    let evidence = evidence(s, errors);
    let effective =
        word(s, "effective", parse_effective, "a day (2008-01-01), a year (2008), unknown", errors);
    let checks = s.texts("checks", errors);
    let demand = s.text("demand", errors);
    let note = note(s, errors);
    for code in checks.iter().filter(|code| !is_check_code(&code.value)) {
        let message =
            format!("\"{}\" is not a check code: three capitals, -, three digits", code.value);
        errors.push(code.line, code.key.clone(), message);
    }
    refuse_repeated(&checks, errors);
    match status {
        Some(ControlStatus::Manual) if !checks.is_empty() => errors.push(
            line,
            s.key("checks"),
            "a manual control has no checks; make it partial or remove the checks",
        ),
        Some(ControlStatus::Automated | ControlStatus::Partial) if checks.is_empty() => errors
            .push(line, s.key("checks"), "is empty; name the checks or make the control manual"),
        _ => {}
    }
    section.finish(errors);
    Some(Control {
        id: id?.value,
        citation: citation?.value,
        title: title?.value,
        status: status?,
        evidence: evidence?,
        effective: effective?,
        checks: checks.into_iter().map(|l| l.value).collect(),
        demand: demand?.value,
        note,
        line,
    })
}

/// Three capital letters, a hyphen, three digits.
pub(super) fn is_check_code(text: &str) -> bool {
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

pub(super) fn read_reasons(sections: Vec<Section<'_, '_>>, errors: &mut Errors<'_>) -> Vec<Reason> {
    let mut codes = Vec::new();
    let reasons = sections.into_iter().filter_map(|s| read_reason(s, &mut codes, errors)).collect();
    refuse_repeated(&codes, errors);
    reasons
}

fn read_reason(
    mut section: Section<'_, '_>,
    codes: &mut Vec<Located<String>>,
    errors: &mut Errors<'_>,
) -> Option<Reason> {
    let s = &mut section;
    let code = s.text("code", errors);
    codes.extend(code.clone());
    let subsection = s.text("subsection", errors);
    let permits_reduction = s.flag("permits_reduction", errors);
    let evidence = evidence(s, errors);
    let note = note(s, errors);
    section.finish(errors);
    Some(Reason {
        code: code?.value,
        subsection: subsection?.value,
        permits_reduction: permits_reduction?,
        evidence: evidence?,
        note,
    })
}
