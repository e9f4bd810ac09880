//! Findings, each with a link to its first exception.

use super::cell::{Cell, Place};
use super::error::WorkbookError;
use super::index::{Index, number};
use super::sheet::{Column, Sheet};
use crate::clock::Clock;
use crate::words::Places;
use feltproof_model::workpaper::Workpaper;
use feltproof_model::{Extent, Timestamp};
use feltproof_paper::findings::cause_id;

pub(super) const FINDINGS: &str = "Findings";

pub(super) const COLUMNS: [Column; 21] = [
    Column::new("No.", 6),
    Column::new("First exception", 12),
    Column::new("Severity", 19),
    Column::new("Check", 10),
    Column::wrapped("Finding", 34),
    Column::wrapped("Falls under", 26),
    Column::wrapped("Condition", 60),
    Column::wrapped("Criteria", 60),
    Column::money("In favour of players"),
    Column::money("In favour of the house"),
    Column::money("In favour of the fund"),
    Column::new("First at", 26),
    Column::new("Since", 20),
    Column::new("Until", 20),
    Column::wrapped("Tables or links, dealers", 30),
    Column::wrapped("Effect", 34),
    Column::new("Tested", 11),
    Column::new("Exceptions", 11),
    Column::new("Cause", 7),
    Column::new("Repeated from report", 24),
    Column::wrapped("Response", 40),
];

/// What stands above the table.
pub(super) const NOTES: [&str; 1] = [
    "One finding for each cause, and one for each check with exceptions and each control they fall under: the law first, then money.",
];

/// The row of a finding: below title, sentences, link and head.
pub(super) fn place(finding: usize) -> Place {
    let above = NOTES.len() + 3;
    Place { sheet: FINDINGS, row: u32::try_from(above + finding).unwrap_or(u32::MAX) }
}

pub(super) fn write(
    sheet: &mut Sheet<'_>,
    w: &Workpaper,
    (clock, places): (&Clock, &Places),
    index: &Index,
) -> Result<(), WorkbookError> {
    let local = |time: Option<Timestamp>| {
        let [local, _] = Cell::local(time.map(|time| clock.rfc3339(time)).as_deref());
        local
    };
    for (at, (f, first)) in w.findings.iter().zip(&index.first).enumerate() {
        let first = match first {
            Some(to) => {
                Cell::Link { to: *to, text: format!("{} row {}", to.sheet, u64::from(to.row) + 1) }
            }
            None => Cell::Empty,
        };
        sheet.push(&[
            Cell::text(number(at)),
            first,
            Cell::text(f.severity.name()),
            Cell::text(f.code),
            Cell::text(&f.title),
            Cell::text(&f.control),
            Cell::text(&f.condition),
            Cell::text(&f.criteria),
            Cell::Money(f.over_micros),
            Cell::Money(f.under_micros),
            Cell::Money(f.fund_micros),
            Cell::maybe(f.first.as_ref().map(|e| places.place(e.locus))),
            local(f.extent.since),
            local(f.extent.until),
            Cell::text(reach(&f.extent)),
            Cell::text(&f.effect),
            Cell::Count(f.tested),
            Cell::Count(f.exceptions),
            Cell::maybe(f.cause.map(cause_id)),
            Cell::maybe(f.repeated.as_deref()),
            Cell::text(f.responses.join(" ")),
        ])?;
    }
    Ok(())
}

/// Where and with whom, by name.
fn reach(extent: &Extent) -> String {
    let all = [&extent.tables, &extent.links, &extent.dealers];
    let named = all.into_iter().filter(|names| !names.is_empty());
    let lists =
        named.map(|names| names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(", "));
    lists.collect::<Vec<_>>().join("; ")
}
