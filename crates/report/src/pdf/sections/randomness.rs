//! Randomness: each source with its verdict, rule, every test, faults, notes and plots.

use super::cover::verdict_box;
use super::{ReportInput, titles};
use crate::charts::randomness_charts;
use crate::draw::{ACCENT, AMBER, BODY, Colour, Face, GREY, RED, SMALL};
use crate::pdf::flow::Flow;
use crate::pdf::icons::Icon;
use crate::pdf::table::{Cell, Column, PrintedTable, Row, row};
use crate::randomness::departures::{departures, is_departing};
use crate::randomness::number::count;
use crate::randomness::printed::Printed;
use crate::randomness::words::{
    DEMANDS, Standing, demands, explore, faults_beyond, is_demand_rejected, is_rejected_alone,
    ordered, result_title, rule, standard, standing, verdict_sentence, without_figures,
};
use feltproof_stats::{Outcome, Randomness, State, Test, curve};

/// Sign and colour of a verdict on randomness.
pub(super) fn sign(r: &Randomness) -> (Icon, Colour) {
    match r.verdict.state {
        State::NothingFound if is_demand_rejected(r) => (Icon::Partly, AMBER),
        State::Fault | State::Departure => (Icon::Found, RED),
        State::Insufficient => (Icon::NotRun, AMBER),
        State::NothingFound => (Icon::Clear, ACCENT),
    }
}

/// The section of the audit's report.
pub(super) fn randomness(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let list = input.randomness;
    // That nothing was tested stands among the limitations.
    if list.is_empty() {
        return;
    }
    flow.section(titles::RANDOMNESS, false);
    flow.paragraph(BODY, INTRODUCTION);
    for r in list {
        battery(flow, r);
    }
}

/// How to read the tables, before the first of them.
pub(super) const INTRODUCTION: &str = "A test counts, and says with what probability chance alone \
    gives counts at least as unusual. One small probability among many tests is no departure: the \
    verdict is over the whole registered list. The column \
    Alone says what a rule would say that judges each test by itself. The last column is the smallest \
    effect that the test would have seen nine times in ten with this number of observations, at level \
    1 % for itself alone; a smaller effect may be there unseen.";

/// Why a map is not there.
const MAP_LEFT_OUT: &str = "A map of cards by position is drawn where a test of what it shows departs. Where none does it \
    would show what chance looks like, in which an eye finds patterns; its figures are in the JSON.";

/// One source: verdict, rule, faults, tests, notes, plots.
pub(super) fn battery(flow: &mut Flow<'_>, r: &Randomness) {
    let (icon, colour) = sign(r);
    flow.part(&r.source);
    flow.need(150.0);
    verdict_box(flow, icon, colour, result_title(r), &verdict_sentence(r));
    flow.space(8.0);
    let departures = departures(r);
    for departure in &departures {
        flow.bullet(BODY, &departure.sentence());
    }
    if !departures.is_empty() {
        flow.space(6.0);
    }
    for sentence in rule(r) {
        flow.paragraph(BODY, &sentence);
    }
    flow.paragraph(BODY, &standard(r.profile.as_ref()));
    let demands = demands(r);
    if !demands.is_empty() {
        flow.part("Demands of the standard");
        flow.paragraph(BODY, DEMANDS);
    }
    for (sentence, _) in &demands {
        flow.bullet(BODY, sentence);
    }
    faults(flow, r);
    tests(flow, r);
    if let Some(text) = explore(r) {
        flow.paragraph(BODY, &text);
    }
    if !r.battery.notes.is_empty() {
        flow.part(&format!("Notes: {}", r.source));
        for note in &r.battery.notes {
            flow.bullet(BODY, note);
        }
    }
    if r.battery.heats.iter().any(|heat| !is_departing(r, heat)) {
        flow.paragraph(BODY, MAP_LEFT_OUT);
    }
    let charts = randomness_charts(r, flow.fonts);
    if let Some((_, first)) = charts.first() {
        flow.part(&format!("Plots: {}", r.source));
        if r.verdict.state == State::Insufficient {
            let text = "Too few observations for a verdict: these plots show what was counted and say \
                        nothing for or against chance.";
            flow.paragraph(BODY.colour(AMBER), text);
        }
        flow.need(first.height);
    }
    for (_, chart) in &charts {
        flow.chart(chart, "Plot; its figures stand in the table of tests.");
    }
}

fn faults(flow: &mut Flow<'_>, r: &Randomness) {
    if r.battery.faults_total == 0 {
        return;
    }
    flow.part("Certain faults");
    for fault in &r.faults {
        flow.bullet(BODY, fault);
    }
    if let Some(more) = faults_beyond(r) {
        flow.bullet(BODY, &more);
    }
}

fn tests(flow: &mut Flow<'_>, r: &Randomness) {
    flow.part(&format!("Tests: {}", r.source));
    if r.battery.tests.is_empty() {
        flow.nothing("None.");
        return;
    }
    let mut table = PrintedTable::new(vec![
        Column::share("Test", 1.0),
        Column::number("n"),
        Column::number("Statistic"),
        Column::fit("Law", 92.0),
        Column::number("p"),
        Column::number("p, adjusted"),
        Column::fit("Alone", 40.0),
        Column::number("Effect"),
        Column::number("Could have seen"),
    ]);
    let all = ordered(r);
    let alone = |t: &&&Test| without_figures(t).is_some();
    let without: Vec<&&Test> = all.registered.iter().filter(alone).collect();
    let bands = [
        ("Registered, rejected", all.rejected.iter().collect::<Vec<_>>()),
        ("Registered", all.registered.iter().filter(|t| !alone(t)).collect()),
        ("Registered, without figures: neither passed nor failed", without),
        ("Not counted to the verdict", all.others.iter().collect()),
    ];
    for (title, tests) in bands {
        if !tests.is_empty() {
            table.row(Row::band(title));
        }
        for test in tests {
            table.row(row(r, test));
        }
    }
    table.draw(flow);
}

fn row(r: &Randomness, test: &Test) -> Row {
    let (icon, colour) = match standing(r, test) {
        Standing::Departs | Standing::TooGood => (Icon::Found, Some(RED)),
        Standing::Stands => (Icon::Clear, None),
        Standing::Insufficient => (Icon::NotRun, Some(AMBER)),
        Standing::NotRun => (Icon::Partly, Some(GREY)),
    };
    let name = Cell::icon(icon, &*test.name);
    let Outcome::Ran(f) = &test.outcome else {
        let why = without_figures(test).unwrap_or_default();
        return row![name, count(test.n)]
            .note(SMALL.colour(colour.unwrap_or(GREY)), format!("{}: {why}", test.key));
    };
    let printed = Printed::new(r, test, f);
    let good =
        printed.too_good.map_or_else(String::new, |p| format!(" A fit at least as good: p = {p}."));
    let note =
        format!("{}. Sees best: {}. Effect: {}.{good}", test.key, test.catches, f.effect.measure);
    let p = Cell::new(printed.p);
    let p = match colour {
        Some(colour) => p.colour(colour).face(Face::Bold),
        None => p,
    };
    row![
        name,
        printed.n,
        printed.statistic,
        curve::words(&f.law),
        p,
        printed.adjusted,
        if is_rejected_alone(r, f) { "rejected" } else { "no" },
        printed.effect,
        printed.seen
    ]
    .note(SMALL, note)
}
