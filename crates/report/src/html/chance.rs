//! Results of wagers beside what their PAR sheets expect, and trends.

use super::Input;
use super::markup::{Column, Markup, Table};
use crate::chance::{
    self, answer, direction, distance, hold, largest, line_of, place_of, probability, share,
    subject, to_cents,
};
use crate::words::{dollars, grouped, signed_dollars};
use feltproof_model::analysis::TrendLine;
use feltproof_model::workpaper::Workpaper;

/// Groups that the page lists, the least likely first: the workbook has all.
const LISTED: usize = 200;

pub(super) fn section(page: &mut Markup, Input { w, .. }: &Input<'_>) {
    money(page, w);
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

fn money(page: &mut Markup, w: &Workpaper) {
    let analysis = &w.analysis;
    page.leaf("h3", &[], "What is owed to whom");
    page.paragraph(&chance::restitution_said(&analysis.restitution));
    if !analysis.restitution.shown.is_empty() {
        let columns = vec![
            Column::Text("Seat"),
            Column::Text("Dealer"),
            Column::Number("Owed to the player"),
            Column::Number("Paid too much"),
            Column::Number("Exceptions"),
        ];
        let mut table =
            Table::new("Seats that are owed money, the most first", columns).named("owed");
        for owed in analysis.restitution.shown.iter().take(LISTED) {
            table.row(vec![
                place_of(owed),
                owed.dealer.clone().unwrap_or_default(),
                dollars(owed.owed_micros),
                dollars(owed.overpaid_micros),
                grouped(owed.exceptions),
            ]);
        }
        page.table(&table);
    }
    if analysis.causes.is_empty() {
        return;
    }
    let columns = vec![
        Column::Code("Check"),
        Column::Text("What explains it"),
        Column::Number("Exceptions"),
        Column::Number("Paid too much"),
        Column::Number("Paid too little"),
        Column::Number("Share"),
        Column::Text("Largest parts"),
    ];
    let mut table = Table::new("What explains the money between players and house", columns)
        .named("top-causes");
    let all = chance::money_of_all(&analysis.causes);
    for cause in analysis.causes.iter().take(LISTED) {
        table.row(vec![
            cause.code.to_owned(),
            cause.title.clone(),
            grouped(cause.exceptions),
            dollars(cause.over_micros),
            dollars(cause.under_micros),
            share(cause.money(), all),
            largest(cause),
        ]);
    }
    page.table(&table);
}

fn holds(page: &mut Markup, w: &Workpaper) {
    let holds = &w.analysis.holds;
    page.leaf("h3", &[], "Results beside their exact expectation");
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
        Column::Number("Standard error"),
        Column::Number("Errors"),
        Column::Number("Probability at most, adjusted"),
        Column::Text("Says"),
    ];
    let mut table = Table::new("Results and chance", columns).named("chance-results");
    let mut groups: Vec<_> = holds.groups.iter().collect();
    groups.sort_by_key(|group| (group.adjusted.is_none(), group.adjusted, group.p));
    for group in groups.into_iter().take(LISTED) {
        table.row(vec![
            group.title().to_owned(),
            subject(group),
            grouped(group.rounds),
            dollars(group.staked_micros.into()),
            hold(group.staked_micros, group.returned_micros),
            hold(group.staked_micros, group.expected_micros),
            signed_dollars(to_cents(group.excess_micros())),
            dollars(to_cents(group.error_micros.into())),
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
