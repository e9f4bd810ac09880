//! Findings, each with a link to its first exception.

use super::cell::{Cell, Place};
use super::error::WorkbookError;
use super::index::{Index, number};
use super::sheet::{Column, Sheet};
use crate::json::cause_id;
use feltproof_model::workpaper::Workpaper;

pub(super) const FINDINGS: &str = "Findings";

pub(super) const COLUMNS: [Column; 13] = [
    Column::new("No.", 6),
    Column::new("First exception", 12),
    Column::new("Check", 10),
    Column::wrapped("Finding", 34),
    Column::wrapped("Falls under", 26),
    Column::wrapped("Condition", 60),
    Column::wrapped("Criteria", 60),
    Column::wrapped("Effect", 34),
    Column::new("Tested", 11),
    Column::new("Exceptions", 11),
    Column::new("Cause", 7),
    Column::new("Repeated from report", 24),
    Column::wrapped("Response", 40),
];

/// What stands above the table.
pub(super) const NOTES: [&str; 1] = [
    "One finding for each cause; then one for each check with exceptions and each control they fall under.",
];

/// The row of a finding: below title, sentences, link and head.
pub(super) fn place(finding: usize) -> Place {
    let above = NOTES.len() + 3;
    Place { sheet: FINDINGS, row: u32::try_from(above + finding).unwrap_or(u32::MAX) }
}

pub(super) fn write(
    sheet: &mut Sheet<'_>,
    w: &Workpaper,
    index: &Index,
) -> Result<(), WorkbookError> {
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
            Cell::text(f.code),
            Cell::text(&f.title),
            Cell::text(&f.control),
            Cell::text(&f.condition),
            Cell::text(&f.criteria),
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
