//! Waivers: what an authority let the property depart from, and what they cover.

use super::{ReportInput, titles};
use crate::draw::{AMBER, BODY, Face, SMALL};
use crate::pdf::flow::Flow;
use crate::pdf::table::{Cell, Column, PrintedTable, row};
use crate::words::grouped;

/// Printed where there is a waiver.
pub(super) fn waivers(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let w = input.w;
    if w.waivers.is_empty() {
        return;
    }
    flow.section(titles::WAIVERS, false);
    let text = "What the engagement says an authority let the property depart from. An exception that a waiver covers is \
                listed here and is no part of the verdict, of a control's result or of a finding. That a waiver was \
                granted is seen in its document.";
    flow.paragraph(BODY, text);
    let mut table = PrintedTable::new(vec![
        Column::number("No."),
        Column::share("Waived", 1.0),
        Column::fit("Granted by", 110.0),
        Column::fit("Document", 90.0),
        Column::number("Exceptions"),
    ])
    .notes_from(1);
    for (waiver, number) in w.waivers.iter().zip(1..) {
        let number: u32 = number;
        table.row(
            row![
                number.to_string(),
                &*waiver.of,
                &*waiver.approver,
                &*waiver.document,
                Cell::new(grouped(waiver.waived)).colour(AMBER)
            ]
            .note(SMALL, waiver.justification.clone()),
        );
    }
    table.draw(flow);
    if w.waived.is_empty() {
        return;
    }
    let mut table = PrintedTable::new(vec![
        Column::fit("Code", 50.0),
        Column::fit("File and line", 110.0).face(Face::Mono),
        Column::fit("Link, table", 88.0),
        Column::share("Expected", 1.0),
        Column::share("Recorded", 1.0),
    ])
    .notes_from(1);
    for e in &w.waived {
        let whose: Vec<&str> =
            [e.link.as_deref(), e.table.as_deref()].into_iter().flatten().collect();
        table.row(
            row![
                Cell::new(e.code).face(Face::Bold),
                input.places.place(e.locus),
                whose.join(", "),
                &*e.expected,
                &*e.recorded
            ]
            .note(SMALL, e.explanation.clone()),
        );
    }
    table.draw(flow);
    let listed = w.waived.len() as u64;
    if listed < w.waived_total {
        let (listed, all) = (grouped(listed), grouped(w.waived_total));
        flow.paragraph(BODY, &format!("{listed} of {all}; the JSON report holds all."));
    }
}
