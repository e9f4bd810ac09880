//! Results of wagers beside what their PAR sheets expect, and what is paid beyond what is owed day by day.

use super::cell::Cell;
use super::error::WorkbookError;
use super::sheet::{Column, Sheet};
use crate::chance;
use feltproof_model::analysis::{DayFigures, HoldGroup, TrendLine};
use feltproof_model::workpaper::Workpaper;

pub(super) const RESULTS: &str = "Results and chance";
pub(super) const TRENDS: &str = "Trends";
pub(super) const CAUSES: &str = "What explains the money";

pub(super) const CAUSE_NOTES: [&str; 1] = [
    "Money between players and house: each cause, and each check as far as no cause explains its exceptions, the most first.",
];

pub(super) const CAUSE_COLUMNS: [Column; 10] = [
    Column::new("Check", 10),
    Column::wrapped("What explains it", 50),
    Column::new("Exceptions", 11),
    Column::summed("Paid too much"),
    Column::summed("Paid too little"),
    Column::summed("Both"),
    Column::new("Table with most", 14),
    Column::money("Of it"),
    Column::new("Dealer with most", 14),
    Column::money("Of it"),
];

pub(super) const RESULT_COLUMNS: [Column; 17] = [
    Column::new("Wager", 16),
    Column::new("By", 10),
    Column::new("Which", 16),
    Column::new("Rounds", 10),
    Column::money("Staked"),
    Column::money("Returned"),
    Column::money("Of this overpaid"),
    Column::money("Expected"),
    Column::money("Excess for players"),
    Column::money("Standard error"),
    Column::new("Errors", 9),
    Column::new("Hold", 10),
    Column::new("Expected hold", 14),
    Column::wrapped("Probability at most, adjusted", 24),
    Column::wrapped("Says", 26),
    Column::new("Seats set aside", 14),
    Column::money("Staked by them"),
];

pub(super) const TREND_COLUMNS: [Column; 11] = [
    Column::new("By", 10),
    Column::new("Which", 16),
    Column::new("Gaming day", 12),
    Column::money("Staked"),
    Column::money("Owed"),
    Column::money("Paid"),
    Column::money("Paid minus owed"),
    Column::new("Score", 8),
    Column::new("Most", 8),
    Column::wrapped("Probability, adjusted", 20),
    Column::new("Says", 14),
];

pub(super) fn results(sheet: &mut Sheet<'_>, w: &Workpaper) -> Result<(), WorkbookError> {
    for group in &w.analysis.holds.groups {
        let [returned, overpaid, expected] = [5, 6, 7].map(|at| sheet.cell(at));
        let excess = format!("ROUND({returned}-{overpaid}-{expected},6)");
        sheet.push(&result(group, excess))?;
    }
    Ok(())
}

pub(super) fn causes(sheet: &mut Sheet<'_>, w: &Workpaper) -> Result<(), WorkbookError> {
    for cause in &w.analysis.causes {
        let both = format!("ROUND({}+{},6)", sheet.cell(3), sheet.cell(4));
        let (table, dealer) = (cause.table.as_ref(), cause.dealer.as_ref());
        sheet.push(&[
            Cell::text(cause.code),
            Cell::text(&cause.title),
            Cell::Count(cause.exceptions),
            Cell::Money(cause.over_micros),
            Cell::Money(cause.under_micros),
            Cell::Sum { formula: both, micros: cause.money() },
            Cell::maybe(table.map(|(key, _)| key)),
            Cell::money(table.map(|(_, micros)| *micros)),
            Cell::maybe(dealer.map(|(key, _)| key)),
            Cell::money(dealer.map(|(_, micros)| *micros)),
        ])?;
    }
    Ok(())
}

fn result(group: &HoldGroup, excess: String) -> [Cell; 17] {
    let money = |micros: i64| Cell::Money(micros.into());
    [
        Cell::text(group.title()),
        Cell::text(group.dimension.name()),
        Cell::number(Some(&group.key)),
        Cell::Count(group.rounds),
        money(group.staked_micros),
        money(group.returned_micros),
        money(group.overpaid_micros),
        money(group.expected_micros),
        Cell::Sum { formula: excess, micros: group.excess_micros() },
        money(group.error_micros),
        Cell::text(chance::distance(group)),
        Cell::text(chance::hold(group.staked_micros, group.returned_micros)),
        Cell::text(chance::hold(group.staked_micros, group.expected_micros)),
        Cell::maybe(group.adjusted.map(chance::probability)),
        Cell::text(chance::answer(group)),
        Cell::Count(group.seats_set_aside),
        money(group.set_aside_micros),
    ]
}

pub(super) fn trends(sheet: &mut Sheet<'_>, w: &Workpaper) -> Result<(), WorkbookError> {
    for line in &w.analysis.trends {
        for (at, day) in line.days.iter().enumerate() {
            let net = format!("ROUND({}-{},6)", sheet.cell(5), sheet.cell(4));
            // The test stands once, beside the last day.
            let is_last = at + 1 == line.days.len();
            sheet.push(&of_day(line, day, is_last, net))?;
        }
    }
    Ok(())
}

fn of_day(line: &TrendLine, day: &DayFigures, is_last: bool, net: String) -> [Cell; 11] {
    let money = |micros: i64| Cell::Money(micros.into());
    let (by, which) = match &line.of {
        Some((dimension, key)) => (dimension.name(), key.as_str()),
        None => ("house", ""),
    };
    let said = |cell: Cell| if is_last { cell } else { Cell::Empty };
    [
        Cell::text(by),
        Cell::number(Some(which)),
        Cell::text(&day.day),
        money(day.staked_micros),
        money(day.owed_micros),
        money(day.paid_micros),
        Cell::Sum {
            formula: net,
            micros: i128::from(day.paid_micros) - i128::from(day.owed_micros),
        },
        said(Cell::text(line.score.to_string())),
        said(Cell::text(line.most.to_string())),
        said(Cell::maybe(line.adjusted.map(chance::probability))),
        said(Cell::text(chance::direction(line))),
    ]
}
