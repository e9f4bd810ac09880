//! Randomness: each source with its verdict, rule, every test, faults, notes and plots.

use super::cover::verdict_box;
use super::{ReportInput, titles};
use crate::charts::randomness_charts;
use crate::clock::Clock;
use crate::draw::{ACCENT, AMBER, BODY, Colour, RED};
use crate::pdf::document;
use crate::pdf::flow::Flow;
use crate::pdf::icons::Icon;
use crate::randomness::departures::{departures, is_departing};
use crate::randomness::words::{
    DEMANDS, demands, explore, faults_beyond, is_demand_rejected, result_title, rule, standard,
    verdict_sentence,
};
use feltproof_paper::randomness::battery::table;
use feltproof_stats::{Randomness, State};

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
        battery(flow, r, &input.clock);
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
pub(super) fn battery(flow: &mut Flow<'_>, r: &Randomness, clock: &Clock) {
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
    tests(flow, r, clock);
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

fn tests(flow: &mut Flow<'_>, r: &Randomness, clock: &Clock) {
    flow.part(&format!("Tests: {}", r.source));
    if r.battery.tests.is_empty() {
        flow.nothing("None.");
        return;
    }
    document::table(&table(&[r]), clock).draw(flow);
}
