//! Limits and law: every control of every rule pack, each version a row.

use super::cell::Cell;
use super::error::WorkbookError;
use super::sheet::{Column, Sheet};
use crate::words::{code_ranges, control_verdict};
use feltproof_model::workpaper::{ControlResult, Workpaper};

pub(super) const LAW: &str = "Limits and law";

pub(super) const COLUMNS: [Column; 18] = [
    Column::new("Pack", 9),
    Column::wrapped("Citation", 26),
    Column::wrapped("Title", 30),
    Column::new("Verdict", 18),
    Column::wrapped("Applies", 28),
    Column::new("Days", 7),
    Column::new("Tested", 11),
    Column::new("Exceptions", 11),
    Column::wrapped("Limits applied, each with the tag of its evidence", 46),
    Column::wrapped("Demand", 60),
    Column::new("Answered", 11),
    Column::wrapped("Checks", 30),
    Column::wrapped("Answered by inspection", 36),
    Column::wrapped("Note", 50),
    Column::new("Evidence of its text", 9),
    Column::wrapped("Where it stands", 40),
    Column::new("Read on", 11),
    Column::new("Control", 26),
];

pub(super) fn write(sheet: &mut Sheet<'_>, w: &Workpaper) -> Result<(), WorkbookError> {
    w.controls.iter().try_for_each(|control| sheet.push(&row(control)))
}

fn row(c: &ControlResult) -> [Cell; 18] {
    [
        Cell::text(&c.pack),
        Cell::text(&c.citation),
        Cell::text(&c.title),
        Cell::text(control_verdict(c.verdict)),
        Cell::text(&c.period),
        Cell::Count(c.days),
        Cell::Count(c.tested),
        Cell::Count(c.found),
        Cell::text(c.values.join("; ")),
        Cell::text(&c.demand),
        Cell::text(&c.status),
        Cell::text(code_ranges(&c.checks)),
        Cell::maybe(inspected(c)),
        Cell::text(&c.note),
        Cell::text(&c.evidence),
        Cell::text(&c.address),
        c.read.map_or(Cell::Empty, Cell::Day),
        Cell::text(&c.id),
    ]
}

fn inspected(c: &ControlResult) -> Option<String> {
    let of = c.inspected.as_ref()?;
    let reason = of.reason.as_ref().map(|reason| format!(", {reason}")).unwrap_or_default();
    let document = of.document.as_ref().map(|kept| format!(", kept in {kept}")).unwrap_or_default();
    Some(format!(
        "{} by {}, {} on {}{reason}{document}",
        of.answer.name(),
        of.by.name(),
        of.initials,
        of.date
    ))
}
