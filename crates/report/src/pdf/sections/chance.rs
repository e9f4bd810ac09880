//! Results of wagers beside what their PAR sheets expect, and trends, in short: the workbook has every group.

use super::ReportInput;
use crate::chance::{
    self, answer, distance, hold, holds_said, largest, place_of, probability, share, subject,
    to_cents,
};
use crate::draw::{BODY, Face, RED, SMALL};
use crate::pdf::flow::Flow;
use crate::pdf::table::{Cell, Column, PrintedTable, row};
use crate::words::{dollars, grouped, signed_dollars};
use feltproof_model::analysis::{Analysis, HoldGroup};
use feltproof_model::workpaper::Dimension;

/// Rows of each table that are printed: the least likely, or the most money.
const PRINTED: usize = 6;

pub(super) fn chance(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let analysis = &input.w.analysis;
    let holds = &analysis.holds;
    money(flow, &input.w.analysis);
    if !holds.groups.iter().any(|group| group.departs() || group.undecided.is_some()) {
        // Nothing departs: the workbook has every group, and how it was tested.
        let trend = chance::trends_said(analysis);
        flow.paragraph(SMALL, &format!("{} {trend}", chance::within_chance(holds)));
        return;
    }
    flow.part("Results and chance");
    flow.paragraph(SMALL, chance::HOLDS);
    table(flow, &holds.groups);
    let said = chance::kept(holds).into_iter().chain(holds_said(holds));
    let said: Vec<String> = said.chain([chance::trends_said(analysis)]).collect();
    flow.paragraph(BODY, &said.join(" "));
}

/// What seats are owed and what explains most of it.
fn money(flow: &mut Flow<'_>, analysis: &Analysis) {
    if analysis.causes.is_empty() {
        return;
    }
    flow.part("What is owed, and what explains it");
    flow.paragraph(BODY, &chance::restitution_said(&analysis.restitution));
    let owed = analysis.restitution.shown.iter().take(PRINTED);
    let owed: Vec<String> =
        owed.map(|owed| format!("{} {}", place_of(owed), dollars(owed.owed_micros))).collect();
    if !owed.is_empty() {
        flow.paragraph(SMALL, &format!("The most: {}. The workbook has all.", owed.join("; ")));
    }
    let mut table = PrintedTable::new(vec![
        Column::share("Check", 0.8),
        Column::share("What explains it", 2.0),
        Column::number("Exceptions"),
        Column::money("Too much"),
        Column::money("Too little"),
        Column::number("Share"),
        Column::share("Largest parts", 2.0),
    ]);
    let all = chance::money_of_all(&analysis.causes);
    for cause in analysis.causes.iter().take(PRINTED) {
        table.row(row![
            cause.code,
            &*cause.title,
            grouped(cause.exceptions),
            dollars(cause.over_micros),
            dollars(cause.under_micros),
            share(cause.money(), all),
            largest(cause)
        ]);
    }
    table.draw(flow);
}

fn table(flow: &mut Flow<'_>, groups: &[HoldGroup]) {
    let mut table = PrintedTable::new(vec![
        Column::share("Wager", 1.0),
        Column::share("Of", 1.0),
        Column::number("Rounds"),
        Column::money("Staked"),
        Column::number("Hold"),
        Column::number("Expected"),
        Column::money("Excess"),
        Column::number("Errors"),
        Column::number("p, adjusted"),
        Column::share("", 1.4),
    ]);
    let (all, mut others): (Vec<&HoldGroup>, Vec<&HoldGroup>) =
        groups.iter().partition(|group| group.dimension == Dimension::Wager);
    others.retain(|group| group.adjusted.is_some());
    others.sort_by_key(|group| (group.adjusted, group.p));
    let departing = others.iter().filter(|group| group.departs()).count();
    // Where nothing departs the figures of each wager say enough.
    others.truncate(if departing == 0 { 0 } else { PRINTED });
    for group in all.into_iter().chain(others) {
        let says = Cell::new(answer(group));
        table.row(row![
            group.title(),
            subject(group),
            grouped(group.rounds),
            dollars(group.staked_micros.into()),
            hold(group.staked_micros, group.returned_micros),
            hold(group.staked_micros, group.expected_micros),
            signed_dollars(to_cents(group.excess_micros())),
            distance(group),
            group.adjusted.map_or_else(|| "-".to_owned(), probability),
            if group.is_larger() { says.colour(RED).face(Face::Bold) } else { says }
        ]);
    }
    table.draw(flow);
}
