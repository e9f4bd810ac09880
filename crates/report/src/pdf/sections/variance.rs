//! Paid against owed by table, dealer, seat, gaming day and wager; and the hand categories dealt.

use super::{ReportInput, titles};
use crate::charts::{Bar, bars};
use crate::coverage;
use crate::draw::{AMBER, BODY, GREY, SMALL};
use crate::pdf::flow::Flow;
use crate::pdf::table::{Cell, Column, PrintedTable, Row, row};
use crate::words::{dollars, grouped, settled_totals, signed_dollars};
use feltproof_model::workpaper::{Dimension, VarianceGroup, Workpaper};

/// Bars drawn along one dimension; the table above them has every group.
const BARS_MAX: usize = 20;

pub(super) fn variance(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let w = input.w;
    flow.section(titles::PAID_AGAINST_OWED, false);
    let left_out = coverage::wagers_left_out(w);
    if settled_totals(w, Dimension::Wager).is_none() {
        flow.nothing(coverage::NOT_COMPARED);
        left_out.iter().for_each(|text| flow.paragraph(BODY.colour(AMBER), text));
        return;
    }
    let text = "Of every wager that a check compared. Owed is what the reference says the wager returns, \
                paid what the record says was returned; net is paid minus owed, positive in favour \
                of players. A wager paid too much and one paid too little do not cancel: both are \
                counted. A hand of a void round is compared as a whole.";
    flow.paragraph(BODY, text);
    left_out.iter().for_each(|text| flow.paragraph(BODY.colour(AMBER), text));
    along(flow, w, Dimension::Table);
    along(flow, w, Dimension::Wager);
    // Where nothing differs, and of one day alone, these say nothing more.
    let differs = w.variance.iter().any(|g| g.over_micros != 0 || g.under_micros != 0);
    let further = [Dimension::Dealer, Dimension::Seat, Dimension::GamingDay];
    let (said, left): (Vec<_>, Vec<_>) = further
        .into_iter()
        .partition(|of| differs && w.variance.iter().filter(|g| g.dimension == *of).count() > 1);
    said.into_iter().for_each(|dimension| along(flow, w, dimension));
    if !left.is_empty() {
        let names: Vec<&str> = left.into_iter().map(Dimension::name).collect();
        let text = format!(
            "By {}: nothing more than the totals; the workbook has the figures.",
            names.join(", ")
        );
        flow.paragraph(SMALL, &text);
    }
}

fn along(flow: &mut Flow<'_>, w: &Workpaper, dimension: Dimension) {
    let groups: Vec<&VarianceGroup> =
        w.variance.iter().filter(|g| g.dimension == dimension).collect();
    let Some(total) = settled_totals(w, dimension) else { return };
    flow.part(&format!("By {}", dimension.name()));
    let mut table = PrintedTable::new(vec![
        Column::share("", 1.0),
        Column::number("Wagers"),
        Column::number("Not tested"),
        Column::money("Staked"),
        Column::money("Owed"),
        Column::money("Paid"),
        Column::number("Over"),
        Column::money("by"),
        Column::number("Under"),
        Column::money("by"),
        Column::money("Net"),
    ]);
    for g in &groups {
        if g.wagers == 0 {
            table.row(nothing_compared(g));
            continue;
        }
        table.row(row![
            &*g.key,
            grouped(g.wagers),
            untested(g.untested),
            dollars(i128::from(g.staked_micros)),
            dollars(i128::from(g.owed_micros)),
            dollars(i128::from(g.paid_micros)),
            count(g.overpaid),
            amount(i128::from(g.over_micros)),
            count(g.underpaid),
            amount(i128::from(g.under_micros)),
            signed_dollars(net(g))
        ]);
    }
    table.row(
        row![
            "All",
            grouped(total.wagers),
            untested(total.untested),
            dollars(total.staked_micros),
            dollars(total.owed_micros),
            dollars(total.paid_micros),
            count(total.overpaid),
            amount(total.over_micros),
            count(total.underpaid),
            amount(total.under_micros),
            signed_dollars(total.paid_micros - total.owed_micros)
        ]
        .strong(),
    );
    table.draw(flow);
    chart(flow, &groups);
}

/// A group of which no wager was compared has no amounts, not amounts of nothing.
fn nothing_compared(g: &VarianceGroup) -> Row {
    let none = || Cell::new("-").colour(GREY);
    row![
        &*g.key,
        grouped(0),
        untested(g.untested),
        none(),
        none(),
        none(),
        none(),
        none(),
        none(),
        none(),
        none()
    ]
}

fn net(g: &VarianceGroup) -> i128 {
    i128::from(g.paid_micros) - i128::from(g.owed_micros)
}

/// What was paid too much and too little, each for itself: they do not cancel.
fn chart(flow: &mut Flow<'_>, groups: &[&VarianceGroup]) {
    let differs = |g: &&VarianceGroup| g.over_micros != 0 || g.under_micros != 0;
    let mut largest: Vec<(usize, &VarianceGroup)> =
        groups.iter().copied().filter(differs).enumerate().collect();
    if largest.is_empty() {
        return;
    }
    let all = largest.len();
    largest.sort_by_key(|(at, g)| (std::cmp::Reverse(g.over_micros.max(g.under_micros)), *at));
    largest.truncate(BARS_MAX);
    largest.sort_by_key(|(at, _)| *at);
    let mut drawn: Vec<Bar> = Vec::new();
    for (_, g) in &largest {
        let sides = [i128::from(g.over_micros), -i128::from(g.under_micros)];
        for micros in sides.into_iter().filter(|micros| *micros != 0) {
            let is_second = drawn.last().is_some_and(|bar| bar.name == g.key);
            let name = if is_second { String::new() } else { g.key.clone() };
            drawn.push(Bar { name, micros });
        }
    }
    let (house, players) = ("paid too little", "paid too much");
    if let Some(chart) = bars(house, players, &drawn, flow.fonts) {
        let bar = |bar: &Bar| format!("{} {}", bar.name, signed_dollars(bar.micros));
        let said: Vec<String> = drawn.iter().map(bar).collect();
        flow.chart(
            &chart,
            &format!("Bars of what was paid too much and too little: {}.", said.join(", ")),
        );
    }
    if all > largest.len() {
        let text = format!("The {} largest of {all} are drawn.", largest.len());
        flow.paragraph(SMALL, &text);
    }
}

fn untested(number: u64) -> Cell {
    Cell::new(grouped(number)).colour(if number == 0 { GREY } else { AMBER })
}

fn count(number: u64) -> Cell {
    let cell = Cell::new(grouped(number));
    if number == 0 { cell.colour(GREY) } else { cell }
}

fn amount(micros: i128) -> Cell {
    let cell = Cell::new(dollars(micros));
    if micros == 0 { cell.colour(GREY) } else { cell }
}

/// How often each hand category was dealt; printed when cards were recorded.
pub(super) fn categories(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let rows = &input.w.categories;
    if rows.is_empty() {
        return;
    }
    flow.section(titles::CATEGORIES, false);
    let text = "Counts of complete hands on record, with as many cards as the game deals, ranked by \
                its four-card order. A count, not a test of randomness: hands without recorded cards \
                are missing from it.";
    flow.paragraph(BODY, text);
    let [players, dealers] = coverage::hands_ranked(input.w);
    let all = input.w.counts.hands;
    if players < all {
        let text = format!("Ranked: {} of {} player hands.", grouped(players), grouped(all));
        flow.paragraph(BODY.colour(AMBER), &text);
    }
    let mut table = PrintedTable::new(vec![
        Column::share("Category", 1.0),
        Column::number("Player hands"),
        Column::number("Share"),
        Column::number("Dealer hands"),
        Column::number("Share"),
    ]);
    for c in rows {
        table.row(row![
            c.category,
            grouped(c.players),
            share(c.players, players),
            grouped(c.dealers),
            share(c.dealers, dealers)
        ]);
    }
    table.row(
        row![
            "All",
            grouped(players),
            share(players, players),
            grouped(dealers),
            share(dealers, dealers)
        ]
        .strong(),
    );
    table.draw(flow);
}

/// A share in hundredths of a percent, rounded half up in integers.
fn share(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "-".to_owned();
    }
    let (part, whole) = (u128::from(part), u128::from(whole));
    let hundredths = (part * 20_000 + whole) / (2 * whole);
    format!("{}.{:02} %", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn shares_are_rounded_half_up() {
        assert_eq!(share(1, 3), "33.33 %");
        assert_eq!(share(2, 3), "66.67 %");
        assert_eq!(share(1, 8), "12.50 %");
        assert_eq!(share(1, 20_000), "0.01 %");
        assert_eq!(share(1, 20_001), "0.00 %");
        assert_eq!(share(5, 5), "100.00 %");
        assert_eq!(share(0, 0), "-");
    }
}
