//! Advice of the sources that is not followed: no exceptions, and no part of the verdict.

use super::{ReportInput, titles};
use crate::draw::{BODY, Face, SMALL};
use crate::pdf::flow::Flow;
use crate::pdf::table::{Cell, Column, PrintedTable, row};
use crate::words::ADVICE;
use feltproof_model::Exception;

/// Printed where some advice is not followed.
pub(super) fn advice(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    if input.w.advisories.is_empty() {
        return;
    }
    flow.section(titles::ADVISORIES, false);
    flow.paragraph(BODY, ADVICE);
    let found = input.w.advisories.iter().map(|e| (e.code.to_owned(), e));
    listed(flow, input, found, ["Advised", "Set to"]);
}

/// What was found at lines of the engagement or of journals, each with its name, and what it is called on either side.
pub(super) fn listed<'e>(
    flow: &mut Flow<'_>,
    input: &ReportInput<'_>,
    found: impl Iterator<Item = (String, &'e Exception)>,
    [expected, recorded]: [&'static str; 2],
) {
    let mut table = PrintedTable::new(vec![
        Column::fit("Code", 50.0),
        Column::fit("File and line", 110.0).face(Face::Mono),
        Column::fit("Link, table", 88.0),
        Column::share(expected, 1.0),
        Column::share(recorded, 1.0),
    ])
    .notes_from(1);
    for (name, e) in found {
        let whose = [e.link.as_deref(), e.table.as_deref()];
        let whose: Vec<&str> = whose.into_iter().flatten().collect();
        table.row(
            row![
                Cell::new(name).face(Face::Bold),
                input.places.place(e.locus),
                whose.join(", "),
                &*e.expected,
                &*e.recorded
            ]
            .note(SMALL, e.explanation.clone()),
        );
    }
    table.draw(flow);
}
