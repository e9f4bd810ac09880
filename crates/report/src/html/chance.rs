//! Results of side bets beside what their PAR sheets expect, and trends.

use super::Input;
use super::markup::{Column, Markup, Table};
use crate::chance::{self, answer, direction, distance, hold, line_of, probability, subject};
use crate::words::{dollars, grouped, signed_dollars};
use feltproof_model::analysis::TrendLine;
use feltproof_model::workpaper::Workpaper;

/// Groups that the page lists, the least likely first: the workbook has all.
const LISTED: usize = 200;

pub(super) fn section(page: &mut Markup, Input { w, .. }: &Input<'_>) {
    holds(page, w);
    page.leaf("h3", &[], "Trend of what is paid beyond what is owed");
    page.paragraph(chance::TRENDS);
    page.paragraph(&chance::trends_said(&w.analysis));
    let tested: Vec<&TrendLine> =
        w.analysis.trends.iter().filter(|line| line.p.is_some()).collect();
    if !tested.is_empty() {
        page.table(&trends(&tested));
    }
}

fn holds(page: &mut Markup, w: &Workpaper) {
    let holds = &w.analysis.holds;
    page.leaf("h3", &[], "Results of side bets beside their exact expectation");
    if !holds.groups.is_empty() {
        page.paragraph(chance::HOLDS);
        page.paragraph(chance::NOT_LOOKED_AT);
    }
    chance::holds_said(holds).iter().for_each(|said| page.paragraph(said));
    if holds.groups.is_empty() {
        return;
    }
    let columns = vec![
        Column::Text("Wager"),
        Column::Text("Of"),
        Column::Number("Rounds"),
        Column::Number("Staked"),
        Column::Number("Hold"),
        Column::Number("Expected hold"),
        Column::Number("Excess for players"),
        Column::Number("Standard error, at most"),
        Column::Number("Errors"),
        Column::Number("Probability at most, adjusted"),
        Column::Text("Says"),
    ];
    let mut table = Table::new("Results and chance", columns).named("chance-results");
    let mut groups: Vec<_> = holds.groups.iter().collect();
    groups.sort_by_key(|group| (group.adjusted.is_none(), group.adjusted, group.p));
    for group in groups.into_iter().take(LISTED) {
        table.row(vec![
            group.wager.title().to_owned(),
            subject(group),
            grouped(group.rounds),
            dollars(group.staked_micros.into()),
            hold(group.staked_micros, group.returned_micros),
            hold(group.staked_micros, group.expected_micros),
            signed_dollars(group.excess_micros()),
            dollars(group.error_micros.into()),
            distance(group),
            group.adjusted.map_or_else(|| "-".to_owned(), probability),
            answer(group).to_owned(),
        ]);
    }
    page.table(&table);
}

fn trends(lines: &[&TrendLine]) -> Table<'static> {
    let columns = vec![
        Column::Text("Of"),
        Column::Number("Gaming days"),
        Column::Number("Score"),
        Column::Number("Most"),
        Column::Number("Probability, adjusted"),
        Column::Text("Says"),
    ];
    let mut table = Table::new("Trends", columns);
    for line in lines {
        table.row(vec![
            line_of(line),
            line.days.len().to_string(),
            line.score.to_string(),
            line.most.to_string(),
            line.adjusted.map_or_else(|| "-".to_owned(), probability),
            direction(line).to_owned(),
        ]);
    }
    table
}
