//! Every check with what it tested and found, and paid against owed along each dimension.

use super::cell::Cell;
use super::error::WorkbookError;
use super::sheet::{Column, Sheet};
use feltproof_model::workpaper::{CheckResult, Outcome, VarianceGroup, Workpaper};

pub(super) const CHECKS: &str = "Checks";
pub(super) const PAID: &str = "Paid against owed";

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

pub(super) const PAID_COLUMNS: [Column; 12] = [
    Column::new("By", 12),
    Column::new("Which", 16),
    Column::new("Wagers", 11),
    Column::new("Not tested", 11),
    Column::money("Staked"),
    Column::money("Owed"),
    Column::money("Paid"),
    Column::money("Paid minus owed"),
    Column::new("Overpaid", 10),
    Column::money("By"),
    Column::new("Underpaid", 10),
    Column::money("By"),
];

pub(super) const PAID_NOTES: [&str; 1] = [
    "Each dimension has every wager that a check compared: a filter on the first column gives one of them.",
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

pub(super) fn paid(sheet: &mut Sheet<'_>, w: &Workpaper) -> Result<(), WorkbookError> {
    for group in &w.variance {
        let cells = paid_row(group, format!("ROUND({}-{},6)", sheet.cell(6), sheet.cell(5)));
        sheet.push(&cells)?;
    }
    Ok(())
}

fn paid_row(g: &VarianceGroup, difference: String) -> [Cell; 12] {
    let money = |micros: i64| Cell::Money(micros.into());
    [
        Cell::text(g.dimension.name()),
        Cell::number(Some(&g.key)),
        Cell::Count(g.wagers),
        Cell::Count(g.untested),
        money(g.staked_micros),
        money(g.owed_micros),
        money(g.paid_micros),
        Cell::Sum {
            formula: difference,
            micros: i128::from(g.paid_micros) - i128::from(g.owed_micros),
        },
        Cell::Count(g.overpaid),
        money(g.over_micros),
        Cell::Count(g.underpaid),
        money(g.under_micros),
    ]
}
