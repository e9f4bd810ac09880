//! Every check with what it tested and found.

use super::cell::Cell;
use super::error::WorkbookError;
use super::sheet::{Column, Sheet};
use feltproof_model::workpaper::{CheckResult, Outcome, Workpaper};

pub(super) const CHECKS: &str = "Checks";

pub(super) const CHECK_COLUMNS: [Column; 11] = [
    Column::new("Check", 10),
    Column::wrapped("Title", 50),
    Column::new("Unit", 12),
    Column::new("Ran", 6),
    Column::new("Tested", 12),
    Column::new("Exceptions", 11),
    Column::new("Left open", 11),
    Column::new("Waived", 9),
    Column::summed("In favour of players"),
    Column::summed("In favour of the house"),
    Column::summed("In favour of the progressive fund"),
];

pub(super) fn write(sheet: &mut Sheet<'_>, w: &Workpaper) -> Result<(), WorkbookError> {
    w.checks.iter().try_for_each(|check| sheet.push(&check_row(check)))
}

fn check_row(c: &CheckResult) -> [Cell; 11] {
    let (ran, tested, exceptions) = match &c.outcome {
        Outcome::Ran { tested, exceptions } => {
            ("yes", Cell::Count(*tested), Cell::Count(*exceptions))
        }
        Outcome::NotRun { .. } => ("no", Cell::Empty, Cell::Empty),
    };
    [
        Cell::text(c.code),
        Cell::text(c.title),
        Cell::text(c.unit),
        Cell::text(ran),
        tested,
        exceptions,
        Cell::Count(c.undecided),
        Cell::Count(c.waived),
        Cell::Money(c.over_micros),
        Cell::Money(c.under_micros),
        Cell::Money(c.fund_micros),
    ]
}
