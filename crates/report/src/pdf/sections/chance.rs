//! Results of side bets beside what their PAR sheets expect, and trends, in short: the workbook has every group.

use super::ReportInput;
use crate::chance::{self, answer, distance, hold, holds_said, probability, subject};
use crate::draw::{BODY, Face, RED, SMALL};
use crate::pdf::flow::Flow;
use crate::pdf::table::{Cell, Column, PrintedTable, row};
use crate::words::{dollars, grouped, signed_dollars};
use feltproof_model::analysis::HoldGroup;
use feltproof_model::workpaper::Dimension;

/// Tables and dealers that are printed: the least likely of them.
const PRINTED: usize = 6;

pub(super) fn chance(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let analysis = &input.w.analysis;
    let holds = &analysis.holds;
    flow.part("Results and chance");
    if !holds.groups.is_empty() {
        flow.paragraph(SMALL, chance::HOLDS);
        table(flow, &holds.groups);
    }
    let said = holds_said(holds).join(" ");
    flow.paragraph(BODY, &format!("{said} Trend: {}", chance::trends_said(analysis)));
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
    let larger = others.iter().filter(|group| group.is_larger()).count();
    // Where nothing departs the figures of each wager say enough.
    others.truncate(if larger == 0 { 0 } else { PRINTED });
    for group in all.into_iter().chain(others) {
        let says = Cell::new(answer(group));
        table.row(row![
            group.wager.title(),
            subject(group),
            grouped(group.rounds),
            dollars(group.staked_micros.into()),
            hold(group.staked_micros, group.returned_micros),
            hold(group.staked_micros, group.expected_micros),
            signed_dollars(group.excess_micros()),
            distance(group),
            group.adjusted.map_or_else(|| "-".to_owned(), probability),
            if group.is_larger() { says.colour(RED).face(Face::Bold) } else { says }
        ]);
    }
    table.draw(flow);
}
