//! The compliance matrix: every control of every rule pack with its verdict and the standing of
//! its text.

use super::{ReportInput, titles};
use crate::draw::{AMBER, BODY, CELL, Colour, Face, GREY, INK, RED, SMALL};
use crate::pdf::flow::Flow;
use crate::pdf::icons::Icon;
use crate::pdf::links::Target;
use crate::pdf::table::{Cell, Column, PrintedTable, Row, row};
use crate::words::{
    code_ranges, control_verdict, controls_sentence, exceptions_under_controls, grouped,
    inspection_sentence,
};
use feltproof_model::Inspected;
use feltproof_model::workpaper::{ControlDay, ControlResult, ControlVerdict};

/// What an evidence tag says about the text of a control.
const EVIDENCE: [(&str, &str); 8] = [
    ("V", "text read on a copy of the official page"),
    ("E", "stated by the engagement as confirmed, with its source"),
    ("V-part", "only the opening, a title or a table of contents was readable"),
    ("S", "secondary source, such as news or a third-party summary"),
    ("R", "recalled; not verified"),
    ("C", "computed"),
    ("SEED", "from the source documents of the games"),
    ("I", "inference or design advice"),
];

/// Results in the order in which they matter.
const FIRST_TO_LAST: [ControlVerdict; 9] = [
    ControlVerdict::Exceptions,
    ControlVerdict::NotDecidable,
    ControlVerdict::InputMissing,
    ControlVerdict::PartlyTested,
    ControlVerdict::NothingFound,
    ControlVerdict::NothingToTest,
    ControlVerdict::MetByInspection,
    ControlVerdict::ByInspection,
    ControlVerdict::NotApplicable,
];

/// Rows of the short matrix named one by one.
const NAMED: usize = 9;

/// The matrix in short: how many controls came to which result, and those with exceptions or open points by name.
pub(super) fn short(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let w = input.w;
    flow.section(titles::IN_SHORT, false);
    flow.paragraph(BODY, &controls_sentence(w));
    if w.controls.is_empty() {
        return;
    }
    let mut table = PrintedTable::new(vec![
        Column::fit("Result", 110.0),
        Column::number("Controls"),
        Column::share("Meaning", 1.0),
    ]);
    for verdict in FIRST_TO_LAST {
        let count = w.controls.iter().filter(|c| c.verdict == verdict).count();
        if count > 0 {
            let (icon, _) = sign(verdict);
            table.row(row![
                Cell::icon(icon, control_verdict(verdict)),
                count.to_string(),
                Cell::new(meaning(verdict)).colour(CELL.colour)
            ]);
        }
    }
    table.draw(flow);
    let matters =
        [ControlVerdict::Exceptions, ControlVerdict::NotDecidable, ControlVerdict::InputMissing];
    let all = || w.controls.iter().enumerate();
    let named: Vec<(usize, &ControlResult)> =
        matters.iter().flat_map(|of| all().filter(move |(_, c)| c.verdict == *of)).collect();
    if named.is_empty() {
        return;
    }
    let mut table = PrintedTable::new(vec![
        Column::fit("Citation", 130.0),
        Column::share("Control", 1.0),
        Column::number("Exceptions"),
        Column::fit("Result", 70.0),
    ]);
    for (at, control) in named.iter().copied().take(NAMED) {
        let (icon, colour) = sign(control.verdict);
        table.row(row![
            Cell::icon(icon, &*control.citation).to(Target::Control(at)),
            &*control.title,
            grouped(control.found),
            Cell::new(control_verdict(control.verdict)).colour(colour)
        ]);
    }
    table.draw(flow);
    if let Some(more) = named.len().checked_sub(NAMED).filter(|more| *more > 0) {
        flow.paragraph(BODY, &format!("{more} more in the compliance matrix."));
    }
    flow.paragraph(BODY, &exceptions_under_controls(w));
}

pub(super) fn compliance(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let w = input.w;
    flow.section(titles::COMPLIANCE, false);
    if w.controls.is_empty() {
        flow.nothing("No rule pack was applied.");
        return;
    }
    let text = "Every control of the rule packs used, in each version that applied on an audited day, whether or not it \
                could be tested. A law is applied from the first moment of its calendar day at the property: what was \
                played after midnight is judged by the law of the new day, though it belongs to the gaming day before. \
                What stands for days on end, such as a posting, is judged on each of them, counted as tested on each, and \
                is one exception at most by one law. Days are calendar days.";
    flow.paragraph(BODY, text);
    flow.paragraph(BODY, &format!("{} {}", controls_sentence(w), inspection_sentence(w)));
    let mut packs: Vec<&str> = Vec::new();
    for control in &w.controls {
        if !packs.contains(&control.pack.as_str()) {
            packs.push(&control.pack);
        }
    }
    let mut table = PrintedTable::new(vec![
        Column::fit("Citation", 118.0),
        Column::share("Control", 1.0),
        Column::fit("Answered", 52.0),
        Column::fit("Text", 38.0),
        Column::number("Days"),
        Column::number("Tested"),
        Column::number("Exceptions"),
        Column::fit("Result", 70.0),
    ])
    .notes_from(1);
    for pack in packs {
        let title = w.packs.iter().find(|p| p.id == pack).map_or(pack, |p| &p.title);
        table.row(Row::band(format!("{title} ({pack})")));
        for (at, control) in w.controls.iter().enumerate().filter(|(_, c)| c.pack == pack) {
            let versions = w.controls.iter().filter(|c| c.pack == pack && c.id == control.id);
            table.row(row(control, versions.count() > 1).target(Target::Control(at)));
        }
    }
    table.draw(flow);
    legend(flow);
}

/// `is_of_several`: another version of it is in the matrix too.
fn row(c: &ControlResult, is_of_several: bool) -> Row {
    let (icon, colour) = sign(c.verdict);
    let row = row![
        Cell::icon(icon, &*c.citation),
        &*c.title,
        &*c.status,
        &*c.evidence,
        grouped(c.days),
        grouped(c.tested),
        grouped(c.found),
        Cell::new(control_verdict(c.verdict)).colour(colour).face(Face::Bold)
    ];
    row.note(CELL.colour(GREY), particulars(c, is_of_several))
}

/// What the columns have no room for: the demand, when it applies, how it was tested, by which values, on which days what.
fn particulars(c: &ControlResult, is_of_several: bool) -> String {
    let mut parts = vec![c.demand.clone()];
    if is_of_several || c.verdict == ControlVerdict::NotDecidable {
        parts.push(format!("Applies {}.", c.period));
    }
    if !c.checks.is_empty() {
        parts.push(format!("Tested by {}.", code_ranges(&c.checks)));
    }
    parts.extend(c.values.iter().map(|value| format!("Applied: {value}.")));
    parts.extend(days_in_words(&c.by_day));
    parts.extend(c.inspected.as_ref().map(inspected));
    // What is known of a text that nothing was found under stands in the workbook and in the JSON.
    if matches!(
        c.verdict,
        ControlVerdict::Exceptions
            | ControlVerdict::NotDecidable
            | ControlVerdict::InputMissing
            | ControlVerdict::PartlyTested
    ) {
        parts.push(c.note.clone());
    }
    parts.retain(|part| !part.is_empty());
    parts.join(" ")
}

/// What inspection answered.
fn inspected(of: &Inspected) -> String {
    let reason = of.reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
    let document = of.document.as_ref().map_or_else(String::new, |of| format!(", {of}"));
    format!(
        "Inspection: {}{reason} (by {}, {}, {}{document}).",
        of.answer.name(),
        of.by.name(),
        of.initials,
        of.date
    )
}

/// Which days came to what, where they differ.
fn days_in_words(days: &[ControlDay]) -> Option<String> {
    let mut runs: Vec<(&ControlDay, &ControlDay)> = Vec::new();
    for day in days {
        match runs.last_mut() {
            Some((_, last)) if last.verdict == day.verdict => *last = day,
            _ => runs.push((day, day)),
        }
    }
    let run = |(first, last): &(&ControlDay, &ControlDay)| {
        let word = control_verdict(first.verdict);
        if first.date == last.date {
            format!("{} {word}", first.date)
        } else {
            format!("{} to {} {word}", first.date, last.date)
        }
    };
    let said: Vec<String> = runs.iter().map(run).collect();
    (runs.len() > 1).then(|| format!("By day: {}.", said.join(", ")))
}

const fn sign(verdict: ControlVerdict) -> (Icon, Colour) {
    match verdict {
        ControlVerdict::NothingFound => (Icon::Clear, INK),
        ControlVerdict::Exceptions => (Icon::Found, RED),
        ControlVerdict::PartlyTested => (Icon::Partly, AMBER),
        ControlVerdict::NotDecidable => (Icon::Open, AMBER),
        ControlVerdict::InputMissing => (Icon::NotRun, AMBER),
        ControlVerdict::NothingToTest => (Icon::Nothing, GREY),
        ControlVerdict::MetByInspection => (Icon::Met, INK),
        ControlVerdict::ByInspection => (Icon::Seen, INK),
        ControlVerdict::NotApplicable => (Icon::Off, GREY),
    }
}

const fn meaning(verdict: ControlVerdict) -> &'static str {
    match verdict {
        ControlVerdict::NothingFound => "its checks ran and found nothing",
        ControlVerdict::Exceptions => "at least one of its checks found an exception",
        ControlVerdict::PartlyTested => "some of its checks did not run",
        ControlVerdict::NotDecidable => {
            "the law's own value on the day is not known for some of what was tested"
        }
        ControlVerdict::InputMissing => {
            "none of its checks ran: the audit lacks an input of theirs"
        }
        ControlVerdict::NothingToTest => {
            "the record, or the law on these days, holds nothing for its checks to test"
        }
        ControlVerdict::MetByInspection => {
            "inspection alone answers it, and found it met: the engagement's word"
        }
        ControlVerdict::ByInspection => {
            "inspection alone answers it, and has not: open work, outside this report"
        }
        ControlVerdict::NotApplicable => {
            "it was not in force on any audited day, or is about what the property does not have"
        }
    }
}

/// What the tags say, in one paragraph: the results are explained beside the matrix in short.
fn legend(flow: &mut Flow<'_>) {
    let tags: Vec<String> =
        EVIDENCE.iter().map(|(tag, meaning)| format!("{tag}: {meaning}")).collect();
    let text = format!("How the text of a control is known. {}.", tags.join("; "));
    flow.paragraph(SMALL, &text);
}
