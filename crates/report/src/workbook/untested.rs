//! What was not tested, and why: not run is never passed.

use super::cell::Cell;
use super::error::WorkbookError;
use super::sheet::{Column, Sheet};
use crate::coverage::{paid_for, wagers_left_out};
use crate::words::{Places, control_verdict};
use feltproof_model::UntestedPayment;
use feltproof_model::workpaper::{ControlVerdict, Outcome, Workpaper};

pub(super) const UNTESTED: &str = "Not tested";

pub(super) const COLUMNS: [Column; 11] = [
    Column::new("What", 24),
    Column::wrapped("Which", 26),
    Column::wrapped("In words", 44),
    Column::new("How many", 10),
    Column::wrapped("Why", 70),
    Column::new("File", 18),
    Column::new("Line", 8),
    Column::new("Table", 10),
    Column::new("Round", 8),
    Column::new("Seat", 6),
    Column::summed("Paid"),
];

pub(super) fn write(
    sheet: &mut Sheet<'_>,
    w: &Workpaper,
    places: &Places,
) -> Result<(), WorkbookError> {
    for check in &w.checks {
        match &check.outcome {
            Outcome::NotRun { reason } => {
                sheet.push(&row("Check not run", check.code, check.title, None, reason))?;
            }
            Outcome::Ran { .. } if check.undecided > 0 => {
                let (many, why) = (Some(check.undecided), &check.undecided_reason);
                sheet.push(&row("Check left open", check.code, check.title, many, why))?;
            }
            Outcome::Ran { .. } => {}
        }
    }
    for gap in &w.gaps {
        sheet.push(&row("Gap in the record", "", "", None, gap))?;
    }
    if let Some(said) = wagers_left_out(w) {
        let many = Some(w.counts.wagers_untested);
        sheet.push(&row("Wagers not tested", "", "", many, &said))?;
    }
    if w.problems_total > 0 {
        let why = "They could not be understood: quarantine.csv has each with its reason.";
        sheet.push(&row("Records not read", "", "", Some(w.problems_total), why))?;
    }
    for control in &w.controls {
        let is_tested =
            matches!(control.verdict, ControlVerdict::NothingFound | ControlVerdict::Exceptions);
        if !is_tested && control.verdict != ControlVerdict::MetByInspection {
            let what = format!("Control: {}", control_verdict(control.verdict));
            sheet.push(&row(&what, &control.citation, &control.title, None, &control.note))?;
        }
    }
    payments(sheet, w, places)
}

fn row(what: &str, which: &str, words: &str, many: Option<u64>, why: &str) -> [Cell; 5] {
    let many = many.map_or(Cell::Empty, Cell::Count);
    [Cell::text(what), Cell::text(which), Cell::text(words), many, Cell::text(why)]
}

fn payments(sheet: &mut Sheet<'_>, w: &Workpaper, places: &Places) -> Result<(), WorkbookError> {
    let all = &w.untested_payments;
    for payment in &all.listed {
        sheet.push(&listed(payment, places))?;
    }
    let count = u64::try_from(all.listed.len()).unwrap_or(u64::MAX);
    let sum: i128 = all.listed.iter().map(|payment| i128::from(payment.amount.micros())).sum();
    let more = all.total.saturating_sub(count);
    if more > 0 {
        let why = "These further payments are counted, not listed.";
        let mut cells = row("Payment not tested", "", "", Some(more), why).to_vec();
        cells.extend([Cell::Empty, Cell::Empty, Cell::Empty, Cell::Empty, Cell::Empty]);
        cells.push(Cell::Money(all.micros - sum));
        sheet.push(&cells)?;
    }
    Ok(())
}

fn listed(p: &UntestedPayment, places: &Places) -> Vec<Cell> {
    let (file, line) = places.file_and_line(p.locus);
    let head = row("Payment not tested", paid_for(p), "", Some(1), &p.reason).into_iter();
    let tail = [
        Cell::text(file),
        Cell::Count(line.into()),
        Cell::text(&p.table),
        Cell::Count(p.round.into()),
        Cell::number(Some(&p.seat.to_string())),
        Cell::Money(p.amount.micros().into()),
    ];
    head.chain(tail).collect()
}
