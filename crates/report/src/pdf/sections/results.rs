//! Results by area: every check of the registry with its outcome, none left out.

use super::{ReportInput, titles};
use crate::draw::{AMBER, BODY, CELL, Face, GREY, RED};
use crate::pdf::flow::Flow;
use crate::pdf::icons::Icon;
use crate::pdf::table::{Cell, Column, PrintedTable, Row, row};
use crate::words::{check_counts, code_ranges, dollars, grouped, not_run_by_reason, plural};
use feltproof_model::CheckFamily;
use feltproof_model::workpaper::{CheckResult, Outcome, Workpaper};

pub(super) fn results(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let w = input.w;
    flow.section(titles::RESULTS_BY_AREA, false);
    let counts = check_counts(w);
    let text = format!(
        "{} ran and found nothing, {} found exceptions, {} did not run. A check that tested nothing \
         did not run, and one that did not run is never counted as passed. Amounts are what the \
         exceptions of a check favour; one wager may appear under more than one check, so they are \
         not added up here.",
        plural(counts.clean, "check"),
        grouped(counts.found),
        grouped(counts.not_run)
    );
    flow.paragraph(BODY, &text);
    if w.checks.is_empty() {
        flow.nothing("No check is registered.");
        return;
    }
    let mut table = PrintedTable::new(vec![
        Column::fit("Code", 70.0),
        Column::share("Check", 1.0),
        Column::number("Tested"),
        Column::fit("Unit", 70.0),
        Column::number("Exceptions"),
        Column::money("Favours players"),
        Column::money("Favours house"),
    ])
    .notes_from(1);
    let mut family = "";
    for check in w.checks.iter().filter(|check| matches!(check.outcome, Outcome::Ran { .. })) {
        let title = CheckFamily::of(check.code).map_or(check.code, |family| family.title);
        if title != family {
            family = title;
            table.row(Row::band(title));
        }
        table.row(row(check));
    }
    table.draw(flow);
    not_run(flow, w);
}

/// The checks that did not run, by their reasons.
fn not_run(flow: &mut Flow<'_>, w: &Workpaper) {
    let reasons = not_run_by_reason(w);
    if reasons.is_empty() {
        return;
    }
    flow.part("Checks that did not run");
    let mut table =
        PrintedTable::new(vec![Column::share("Why", 2.2), Column::share("Checks", 1.0)]);
    for (reason, codes) in reasons {
        let codes: Vec<String> = codes.iter().map(ToString::to_string).collect();
        table.row(row![Cell::icon(Icon::NotRun, reason), code_ranges(&codes)]);
    }
    table.draw(flow);
}

fn row(check: &CheckResult) -> Row {
    match &check.outcome {
        Outcome::Ran { tested, exceptions } => {
            let found = *exceptions > 0;
            let icon = match (found, check.undecided) {
                (true, _) => Icon::Found,
                (false, 0) => Icon::Clear,
                (false, _) => Icon::Partly,
            };
            let number = Cell::new(grouped(*exceptions));
            let row = row![
                Cell::icon(icon, check.code),
                check.title,
                grouped(*tested),
                check.unit,
                if found { number.colour(RED).face(Face::Bold) } else { number },
                amount(check.over_micros),
                amount(check.under_micros)
            ];
            if check.undecided == 0 {
                return row;
            }
            let what = plural(check.undecided, check.unit);
            row.note(
                CELL.colour(AMBER),
                format!("Not decidable: {what}. {}", check.undecided_reason),
            )
        }
        // Those that did not run stand together by their reasons.
        Outcome::NotRun { .. } => Row::default(),
    }
}

fn amount(micros: i128) -> Cell {
    if micros == 0 { Cell::new("-").colour(GREY) } else { Cell::new(dollars(micros)) }
}
