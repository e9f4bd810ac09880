//! The summary: counts, money over- and underpaid, outcome of the checks, key findings.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::{ReportInput, titles};
use crate::coverage::{self, Amount, Closing};
use crate::draw::{
    ACCENT, AMBER, BODY, BODY_WIDTH, Face, GREY, MARGIN, RED, SMALL, TextStyle, ZEBRA,
};
use crate::pdf::flow::Flow;
use crate::pdf::icons::Icon;
use crate::pdf::table::{Cell, Column, PrintedTable, Row, row};
use crate::randomness::words::result_title;
use crate::words::{
    check_counts, dollars, grouped, not_run_by_reason, plural, settled_totals, signed_dollars,
    verdict_sentence, verdict_title,
};
use feltproof_model::workpaper::{Dimension, Outcome, Workpaper};

/// Findings printed in the summary before the reader is sent to their section.
const KEY_FINDINGS: usize = 6;

const FIGURE: TextStyle = TextStyle { face: Face::Bold, size: 15.0, leading: 18.0, colour: ACCENT };

pub(super) fn summary(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let w = input.w;
    flow.section(titles::SUMMARY, true);
    let (_, colour) = super::cover::sign(w.verdict);
    flow.paragraph(BODY.face(Face::Bold).colour(colour), verdict_title(w.verdict));
    flow.paragraph(BODY, &verdict_sentence(w));
    flow.space(4.0);
    tiles(flow, w);
    counts(flow, w);
    key_findings(flow, w);
    money(flow, w);
    outcome(flow, input);
}

/// Four figures to be seen first.
fn tiles(flow: &mut Flow<'_>, w: &Workpaper) {
    const GAP: f32 = 9.0;
    const HEIGHT: f32 = 48.0;
    let exceptions = if w.exceptions_total > 0 { RED } else { ACCENT };
    let not_run = check_counts(w).not_run;
    let figures = [
        (grouped(w.counts.rounds), "rounds", ACCENT),
        (grouped(w.counts.hands), "player hands", ACCENT),
        (grouped(w.exceptions_total), "exceptions", exceptions),
        (grouped(not_run), "checks not run", if not_run > 0 { AMBER } else { ACCENT }),
    ];
    flow.need(HEIGHT);
    let top = flow.y;
    let width = (BODY_WIDTH - 3.0 * GAP) / 4.0;
    let mut left = MARGIN;
    for (figure, name, colour) in figures {
        flow.page().rect(left, top, width, HEIGHT, ZEBRA);
        flow.page().rect(left, top, width, 2.0, colour);
        let style = flow.fitted(FIGURE.colour(colour), &figure, width - 16.0);
        flow.text_at(left + 10.0, top + 24.0, style, &figure);
        flow.text_at(left + 10.0, top + 38.0, SMALL, name);
        left += width + GAP;
    }
    flow.y = top + HEIGHT + 12.0;
}

fn counts(flow: &mut Flow<'_>, w: &Workpaper) {
    let c = &w.counts;
    let mut table = PrintedTable::new(vec![
        Column::share("Counted", 1.0),
        Column::number(""),
        Column::share("", 1.25),
        Column::number(""),
    ]);
    let rows = [
        ("Rounds", grouped(c.rounds), "Player hands", grouped(c.hands)),
        (
            "of these void",
            coverage::rounds_void(w),
            "of these folded",
            coverage::by_action(w, c.hands_folded),
        ),
        (
            "Records not understood",
            grouped(w.problems_total),
            "of these without recorded cards: untestable",
            coverage::by_action(w, c.hands_untestable),
        ),
        (
            "Staked, as recorded",
            Amount::Staked.in_words(w),
            "Returned, as recorded",
            Amount::Returned.in_words(w),
        ),
        (
            "Wagers with a stake or a payment",
            grouped(c.wagers),
            "of these tested by no check",
            grouped(c.wagers_untested),
        ),
    ];
    for (left, left_value, right, right_value) in rows {
        table.row(row![left, left_value, right, right_value]);
    }
    table.draw(flow);
}

fn money(flow: &mut Flow<'_>, w: &Workpaper) {
    flow.part("Money over- and underpaid on the wagers that a check compared");
    let Some(total) = settled_totals(w, Dimension::Wager) else {
        flow.nothing(coverage::NOT_COMPARED);
        left_out(flow, w);
        return;
    };
    let mut table = PrintedTable::new(vec![
        Column::share("", 1.0),
        Column::number("Wagers compared"),
        Column::number("Not tested"),
        Column::number("Overpaid"),
        Column::money("In favour of players"),
        Column::number("Underpaid"),
        Column::money("In favour of the house"),
    ]);
    for dimension in [Dimension::Wager, Dimension::Table] {
        table.row(Row::band(format!("By {}", dimension.name())));
        for g in w.variance.iter().filter(|g| g.dimension == dimension) {
            // Of what was not compared there is no amount.
            let compared =
                |cell: Cell| if g.wagers == 0 { Cell::new("-").colour(GREY) } else { cell };
            table.row(row![
                &*g.key,
                grouped(g.wagers),
                coverage_of(g.untested),
                compared(Cell::new(grouped(g.overpaid))),
                compared(amount(i128::from(g.over_micros))),
                compared(Cell::new(grouped(g.underpaid))),
                compared(amount(i128::from(g.under_micros)))
            ]);
        }
    }
    table.row(
        row![
            "All wagers compared",
            grouped(total.wagers),
            coverage_of(total.untested),
            grouped(total.overpaid),
            amount(total.over_micros),
            grouped(total.underpaid),
            amount(total.under_micros)
        ]
        .strong(),
    );
    table.draw(flow);
    left_out(flow, w);
}

/// What the amounts do not cover, beside them.
fn left_out(flow: &mut Flow<'_>, w: &Workpaper) {
    let said = [coverage::wagers_left_out(w), coverage::untested_payments(w)];
    for text in said.into_iter().flatten() {
        flow.paragraph(BODY.colour(AMBER), &text);
    }
}

fn coverage_of(untested: u64) -> Cell {
    let cell = Cell::new(grouped(untested));
    cell.colour(if untested == 0 { GREY } else { AMBER })
}

fn amount(micros: i128) -> Cell {
    let cell = Cell::new(dollars(micros));
    if micros == 0 { cell.colour(GREY) } else { cell.colour(RED) }
}

fn outcome(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let w = input.w;
    let counts = check_counts(w);
    flow.part("Outcome of the checks and meters");
    let mut table =
        PrintedTable::new(vec![Column::share("Outcome", 1.0), Column::number("Number")]);
    let rows = [
        (Icon::Clear, "Checks that ran and found nothing", counts.clean),
        (Icon::Found, "Checks that found exceptions", counts.found),
        (Icon::Partly, "Checks with something that could not be decided", counts.undecided),
        (Icon::NotRun, "Checks that did not run", counts.not_run),
    ];
    for (icon, name, number) in rows {
        let icon = if number == 0 { Icon::Clear } else { icon };
        table.row(row![Cell::icon(icon, name), grouped(number)]);
    }
    for m in &w.meters {
        let name =
            format!("{}, {}: closing difference, recorded minus expected", m.name(), m.account);
        let reserved = !coverage::meter_reservations(w, m).is_empty();
        let closing = coverage::closing(w, m);
        let (icon, cell) = match closing {
            Closing::NotTested => (Icon::NotRun, Cell::new("not tested")),
            Closing::JoinsUp if reserved => (Icon::Partly, Cell::new(signed_dollars(0))),
            Closing::JoinsUp => (Icon::Clear, Cell::new(signed_dollars(0))),
            Closing::Untold(_) => (Icon::Partly, Cell::new("not tellable").colour(AMBER)),
            Closing::Differs(difference) => (Icon::Found, Cell::new(signed_dollars(difference))),
        };
        let row = row![Cell::icon(icon, name), cell];
        table.row(match closing {
            Closing::Untold(why) => row.note(SMALL, format!("cannot be told: {why}")),
            _ => row,
        });
    }
    for r in input.randomness {
        let (icon, _) = super::randomness::sign(r);
        let name = format!(
            "Randomness of {}: {}; registered tests that depart",
            r.source,
            result_title(r)
        );
        let departing = r.verdict.departures.len() + r.verdict.too_good.len();
        table.row(row![Cell::icon(icon, name), departing.to_string()]);
    }
    table.draw(flow);
    for (reason, codes) in not_run_by_reason(w) {
        flow.bullet(BODY, &format!("Not run: {}: {reason}", codes.join(", ")));
    }
    for gap in &w.gaps {
        flow.bullet(BODY, &format!("Not covered: {gap}"));
    }
}

fn key_findings(flow: &mut Flow<'_>, w: &Workpaper) {
    flow.part("Key findings");
    if w.findings.is_empty() {
        flow.nothing("No check that ran found an exception.");
        return;
    }
    for f in w.findings.iter().take(KEY_FINDINGS) {
        let text = format!(
            "{} {} ({}): {} in {} tested. {}",
            f.code,
            f.title,
            f.control,
            plural(f.exceptions, "exception"),
            grouped(f.tested),
            f.condition
        );
        flow.bullet(BODY, &text);
    }
    if let Some(more) = w.findings.len().checked_sub(KEY_FINDINGS).filter(|n| *n > 0) {
        let text = format!("{more} more in the section Findings.");
        flow.bullet(BODY, &text);
    }
    let listed = w
        .checks
        .iter()
        .filter(|c| matches!(c.outcome, Outcome::Ran { exceptions, .. } if exceptions > 0));
    let unexplained: Vec<&str> =
        listed.filter(|c| !w.findings.iter().any(|f| f.code == c.code)).map(|c| c.code).collect();
    if !unexplained.is_empty() {
        let text =
            format!("Exceptions without a finding of their own: {}.", unexplained.join(", "));
        flow.bullet(BODY, &text);
    }
}
