//! Waivers: what an authority let the property depart from, and what they cover.

use super::advice::listed;
use super::{ReportInput, titles};
use crate::draw::{AMBER, BODY, SMALL};
use crate::pdf::flow::Flow;
use crate::pdf::table::{Cell, Column, PrintedTable, row};
use crate::words::grouped;
use feltproof_model::ListedException;

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
    let named = |e: &ListedException| format!("{}\nNo. {}", e.code, grouped(e.number));
    let found = w.waived.iter().map(|e| (named(e), &e.exception));
    listed(flow, input, found, ["Expected", "Recorded"]);
    let printed = w.waived.len() as u64;
    if printed < w.waived_total {
        let (printed, all) = (grouped(printed), grouped(w.waived_total));
        flow.paragraph(BODY, &format!("{printed} of {all}; the JSON report holds all."));
    }
}
