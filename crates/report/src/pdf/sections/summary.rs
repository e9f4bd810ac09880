//! The summary: counts, money over- and underpaid, outcome of the checks.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::{ReportInput, titles};
use crate::coverage::{self, Amount, Closing};
use crate::draw::{AMBER, BODY, Face, GREY, RED, SMALL};
use crate::pdf::flow::Flow;
use crate::pdf::icons::Icon;
use crate::pdf::table::{Cell, Column, PrintedTable, row};
use crate::randomness::words::result_title;
use crate::words::{
    check_counts, dollars, grouped, settled_totals, signed_dollars, verdict_sentence, verdict_title,
};
use feltproof_model::workpaper::{Dimension, Workpaper};

pub(super) fn summary(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let w = input.w;
    flow.section(titles::SUMMARY, false);
    let (_, colour) = super::cover::sign(w.verdict);
    flow.paragraph(BODY.face(Face::Bold).colour(colour), verdict_title(w.verdict));
    flow.paragraph(BODY, &verdict_sentence(w));
    flow.space(4.0);
    counts(flow, w);
    money(flow, w);
    outcome(flow, input);
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
    if let Some(text) = coverage::compared_without_money(w) {
        flow.paragraph(SMALL, &text);
    }
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
            Closing::Undetermined(_) => (Icon::Partly, Cell::new("not tellable").colour(AMBER)),
            Closing::Differs(difference) => (Icon::Found, Cell::new(signed_dollars(difference))),
        };
        let row = row![Cell::icon(icon, name), cell];
        table.row(match closing {
            Closing::Undetermined(why) => row.note(SMALL, format!("cannot be told: {why}")),
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
    for gap in &w.gaps {
        flow.bullet(BODY, &format!("Not covered: {gap}"));
    }
}
