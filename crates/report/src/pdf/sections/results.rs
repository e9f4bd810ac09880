//! Results by area: every check of the registry with its outcome, none left out.

use super::{ReportInput, titles};
use crate::draw::{AMBER, BODY, CELL, Face, GREY, INK, RED, SMALL};
use crate::pdf::flow::Flow;
use crate::pdf::icons::Icon;
use crate::pdf::links::Target;
use crate::pdf::table::{Cell, Column, PrintedTable, Row, row};
use crate::words::{check_counts, code_ranges, dollars, grouped, not_run_by_reason, plural};
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
    with_exceptions(flow, w);
    clean(flow, w);
    not_run(flow, w);
}

/// The checks with exceptions, and those that could not decide everything.
fn with_exceptions(flow: &mut Flow<'_>, w: &Workpaper) {
    let mut checks = w.checks.iter().filter(|check| !is_clean(check) && has_run(check)).peekable();
    if checks.peek().is_none() {
        return;
    }
    flow.part("Checks with exceptions, or with something that could not be decided");
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
    checks.for_each(|check| table.row(row(w, check)));
    table.draw(flow);
}

/// The checks that ran and found nothing, two in a row.
fn clean(flow: &mut Flow<'_>, w: &Workpaper) {
    let checks: Vec<&CheckResult> = w.checks.iter().filter(|check| is_clean(check)).collect();
    if checks.is_empty() {
        return;
    }
    flow.part("Checks that ran and found nothing, each with how many it tested");
    let mut table = PrintedTable::new(vec![
        Column::fit("Code", 60.0),
        Column::share("Check", 1.0),
        Column::number("Tested"),
        Column::fit("Code", 60.0),
        Column::share("Check", 1.0),
        Column::number("Tested"),
    ]);
    let (left, right) = checks.split_at(checks.len().div_ceil(2));
    for (at, one) in left.iter().enumerate() {
        let mut cells = of_clean(one);
        cells.extend(right.get(at).map_or_else(Vec::new, |other| of_clean(other)));
        table.row(Row::new(cells));
    }
    table.draw(flow);
}

fn of_clean(check: &CheckResult) -> Vec<Cell> {
    let Outcome::Ran { tested, .. } = check.outcome else { return Vec::new() };
    vec![Cell::icon(Icon::Clear, check.code), check.title.into(), grouped(tested).into()]
}

const fn is_clean(check: &CheckResult) -> bool {
    matches!(check.outcome, Outcome::Ran { exceptions: 0, .. }) && check.undecided == 0
}

const fn has_run(check: &CheckResult) -> bool {
    matches!(check.outcome, Outcome::Ran { .. })
}

/// The checks that did not run, by their reasons.
fn not_run(flow: &mut Flow<'_>, w: &Workpaper) {
    let reasons = not_run_by_reason(w);
    if reasons.is_empty() {
        return;
    }
    flow.part("Checks that did not run");
    let why = reasons.into_iter().map(|(reason, codes)| {
        let codes: Vec<String> = codes.iter().map(ToString::to_string).collect();
        format!("{} {}", code_ranges(&codes), reason.trim_end_matches('.'))
    });
    let why: Vec<String> = why.collect();
    flow.paragraph(SMALL.colour(INK), &format!("{}.", why.join("; ")));
}

fn row(w: &Workpaper, check: &CheckResult) -> Row {
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
                leading_to(w, Cell::icon(icon, check.code), check.code),
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

/// The code of a check leads to its first finding.
fn leading_to(w: &Workpaper, cell: Cell, code: &str) -> Cell {
    match w.findings.iter().position(|f| f.code == code) {
        Some(at) => cell.to(Target::Finding(at)),
        None => cell,
    }
}

fn amount(micros: i128) -> Cell {
    if micros == 0 { Cell::new("-").colour(GREY) } else { Cell::new(dollars(micros)) }
}
