//! The compliance matrix: every control of every rule pack with its verdict and the standing of
//! its text.

use super::{ReportInput, titles};
use crate::draw::{AMBER, BODY, CELL, Colour, Face, GREY, INK, RED, SMALL};
use crate::pdf::flow::Flow;
use crate::pdf::icons::Icon;
use crate::pdf::table::{Cell, Column, PrintedTable, Row, row};
use crate::words::{control_verdict, controls_sentence};
use feltproof_model::workpaper::{ControlResult, ControlVerdict};

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

pub(super) fn compliance(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let w = input.w;
    flow.section(titles::COMPLIANCE, !w.controls.is_empty());
    if w.controls.is_empty() {
        flow.nothing("No rule pack was applied.");
        return;
    }
    let text = "Every control of the rule packs used, whether or not it could be tested. A control \
                is answered by the checks named beside it; one marked manual is answered by \
                inspection, which is outside this report.";
    flow.paragraph(BODY, text);
    flow.paragraph(BODY, &controls_sentence(w));
    let mut packs: Vec<&str> = Vec::new();
    for control in &w.controls {
        if !packs.contains(&control.pack.as_str()) {
            packs.push(&control.pack);
        }
    }
    let mut table = PrintedTable::new(vec![
        Column::fit("Citation", 112.0),
        Column::share("Control", 1.0),
        Column::fit("Answered", 52.0),
        Column::fit("Text", 38.0),
        Column::fit("Effective", 66.0),
        Column::fit("Checks", 92.0),
        Column::fit("Verdict", 64.0),
    ])
    .notes_from(1);
    for pack in packs {
        let title = w.packs.iter().find(|p| p.id == pack).map_or(pack, |p| &p.title);
        table.row(Row::band(format!("{title} ({pack})")));
        for control in w.controls.iter().filter(|c| c.pack == pack) {
            table.row(row(control));
        }
    }
    table.draw(flow);
    legend(flow);
}

fn row(c: &ControlResult) -> Row {
    let (icon, colour) = sign(c.verdict);
    let row = row![
        Cell::icon(icon, &*c.citation),
        &*c.title,
        &*c.status,
        &*c.evidence,
        &*c.effective,
        c.checks.join(", "),
        Cell::new(control_verdict(c.verdict)).colour(colour).face(Face::Bold)
    ];
    if c.note.is_empty() { row } else { row.note(SMALL, c.note.clone()) }
}

const fn sign(verdict: ControlVerdict) -> (Icon, Colour) {
    match verdict {
        ControlVerdict::NothingFound => (Icon::Clear, INK),
        ControlVerdict::Exceptions => (Icon::Found, RED),
        ControlVerdict::PartlyTested | ControlVerdict::NotDecidable => (Icon::Partly, AMBER),
        ControlVerdict::InputMissing
        | ControlVerdict::NothingToTest
        | ControlVerdict::ByInspection => (Icon::NotRun, AMBER),
        ControlVerdict::NotApplicable => (Icon::NotRun, GREY),
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
        ControlVerdict::ByInspection => {
            "it is answered by inspection only, which is outside this report"
        }
        ControlVerdict::NotApplicable => {
            "it was not in force on any audited day, or is about what the property does not have"
        }
    }
}

fn legend(flow: &mut Flow<'_>) {
    flow.part("How the text of a control is known");
    let mut table =
        PrintedTable::new(vec![Column::fit("Tag", 50.0), Column::share("Meaning", 1.0)]);
    for (tag, meaning) in EVIDENCE {
        table.row(row![Cell::new(tag).face(Face::Bold), meaning]);
    }
    table.draw(flow);
    let mut table =
        PrintedTable::new(vec![Column::fit("Verdict", 110.0), Column::share("Meaning", 1.0)]);
    for verdict in ControlVerdict::ALL {
        let (icon, _) = sign(verdict);
        let cell = Cell::icon(icon, control_verdict(verdict));
        table.row(row![cell, Cell::new(meaning(verdict)).colour(CELL.colour)]);
    }
    table.draw(flow);
}
