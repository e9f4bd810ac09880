//! Payments that no check could test: each with its place, its amount and the reason.

use super::{ReportInput, titles};
use crate::coverage;
use crate::draw::{AMBER, BODY, Face, SMALL};
use crate::pdf::flow::Flow;
use crate::pdf::table::{Column, PrintedTable, row};
use crate::words::grouped;

/// Payments printed; the JSON report lists more.
const PRINTED: usize = 200;

/// Printed where there are such payments.
pub(super) fn payments(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let Some(text) = coverage::untested_payments(input.w) else { return };
    let all = &input.w.untested_payments;
    flow.section(titles::UNTESTED_PAYMENTS, false);
    flow.paragraph(BODY.colour(AMBER), &text);
    let printed: Vec<_> = all.listed.iter().take(PRINTED).collect();
    let rest = all.total.saturating_sub(u64::try_from(printed.len()).unwrap_or(u64::MAX));
    if rest > 0 {
        let listed = u64::try_from(all.listed.len()).unwrap_or(u64::MAX);
        let text = format!(
            "The first {} are printed; {} more are in the sum alone. The JSON report lists the first {}.",
            grouped(all.total - rest),
            grouped(rest),
            grouped(listed)
        );
        flow.paragraph(BODY, &text);
    }
    let mut table = PrintedTable::new(vec![
        Column::fit("File and line", 110.0).face(Face::Mono),
        Column::fit("Table", 70.0),
        Column::number("Round"),
        Column::number("Seat"),
        Column::share("Paid for", 1.0),
        Column::money("Amount"),
    ])
    .notes_from(1);
    for p in printed {
        table.row(
            row![
                input.places.place(p.locus),
                p.table.as_str(),
                p.round.to_string(),
                p.seat.to_string(),
                coverage::paid_for(p),
                p.amount.to_string()
            ]
            .note(SMALL, p.reason.clone()),
        );
    }
    table.draw(flow);
}
