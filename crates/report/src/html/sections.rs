//! The parts of the page that stand without a script.

use super::Input;
use super::document;
use super::markup::{Column, Markup, Table};
use super::randomness;
use crate::chance::restitution_said;
use crate::coverage::{self, Amount};
use crate::directions::{DIRECTIONS, in_order};
use crate::words::{Places, dollars, grouped, signer_sentences, verdict_sentence, verdict_title};
use feltproof_model::Timestamp;
use feltproof_model::workpaper::{Verdict, Workpaper};
use feltproof_paper::{basis, checks, law, money, untested};

/// Every section with its place in the page, in print order.
const CONTENTS: [(&str, &str); 7] = [
    ("summary", "Summary"),
    ("explore", "Findings and exceptions"),
    ("meters", "Meters"),
    ("analysis", "Money and chance"),
    ("controls", "Compliance matrix"),
    ("inputs", "Inputs"),
    ("untested", "What was not tested"),
];

pub(super) fn all(page: &mut Markup, input: &Input<'_>) {
    page.leaf("a", &[("class", "skip"), ("href", "#main")], "Skip to the report");
    head(page, input);
    page.open("nav", &[("aria-label", "Contents")]);
    page.open("ul", &[]);
    for (id, title) in CONTENTS {
        page.open("li", &[]);
        page.leaf("a", &[("href", &format!("#{id}"))], title);
        page.close("li");
    }
    page.close("ul");
    page.close("nav");
    page.open("main", &[("id", "main"), ("tabindex", "-1")]);
    let sections: [fn(&mut Markup, &Input<'_>); 7] =
        [summary, explore, meters, money_and_chance, matrix, inputs, untested];
    for ((id, title), section) in CONTENTS.into_iter().zip(sections) {
        page.section(id, title);
        section(page, input);
        page.close("section");
    }
    page.close("main");
    foot(page, input);
}

fn head(page: &mut Markup, Input { w, clock, .. }: &Input<'_>) {
    let e = &w.engagement;
    let verdict = match w.verdict {
        Verdict::NothingFound => "verdict nothing",
        Verdict::Incomplete => "verdict incomplete",
        Verdict::Exceptions => "verdict exceptions",
    };
    page.open("header", &[]);
    page.leaf("h1", &[], &format!("Audit report {}", w.report_id));
    let days: Vec<String> = e.days.iter().map(|day| day.date.to_string()).collect();
    let days = match days.as_slice() {
        [] => "no gaming day".to_owned(),
        [one] => format!("gaming day {one}"),
        [first, .., last] => format!("{} gaming days, {first} to {last}", days.len()),
    };
    page.paragraph(&format!("{}, {days}. Times are those of {}.", e.property, clock.name()));
    page.open("div", &[("class", verdict)]);
    page.leaf("strong", &[], verdict_title(w.verdict));
    page.paragraph(&verdict_sentence(w));
    page.close("div");
    page.close("header");
}

fn summary(page: &mut Markup, input: &Input<'_>) {
    let w = input.w;
    money(page, w);
    counts(page, w);
    document::blocks(page, &law::short(w), &input.clock);
    document::blocks(page, &checks::kinds(w), &input.clock);
    randomness::part(page, input);
}

fn money_and_chance(page: &mut Markup, input: &Input<'_>) {
    document::blocks(page, &money::section(input.w), &input.clock);
}

/// What the checks with exceptions add up to, by the party that a difference favours.
fn money(page: &mut Markup, w: &Workpaper) {
    let columns =
        vec![Column::Text("By the exceptions"), Column::Number("Amount"), Column::Text("Means")];
    let mut table = Table::new("Money of the exceptions by direction", columns).named("money");
    for ((name, means), micros) in DIRECTIONS.into_iter().zip(in_order(w.money)) {
        table.row(vec![name.to_owned(), dollars(micros), means.to_owned()]);
    }
    page.table(&table);
    page.paragraph(&restitution_said(&w.analysis.restitution));
}

fn counts(page: &mut Markup, w: &Workpaper) {
    let c = &w.counts;
    page.pairs(&[
        ("Rounds", format!("{}, of these void: {}", grouped(c.rounds), coverage::rounds_void(w))),
        ("Player hands", grouped(c.hands)),
        ("Wagers", grouped(c.wagers)),
        ("Compared with what is owed", coverage::wagers_compared(w)),
        ("Staked, as recorded", Amount::Staked.in_words(w)),
        ("Returned, as recorded", Amount::Returned.in_words(w)),
        ("Records not understood", grouped(w.problems_total)),
    ]);
    if let Some(text) = coverage::compared_without_money(w) {
        page.paragraph(&text);
    }
}

/// Findings as a plain table, in place of which the script puts what can be filtered.
fn explore(page: &mut Markup, Input { w, .. }: &Input<'_>) {
    page.open("noscript", &[]);
    page.leaf(
        "p",
        &[("class", "note")],
        "The script of this page does not run here. What stands on the page is whole; with the script it would add: \
         filters by table, dealer, seat, check, gaming day and money; every exception with its calculation; meters as \
         plots; a filter of the compliance matrix. report.json, written beside this page, holds all of it as data.",
    );
    page.close("noscript");
    page.open("div", &[("id", "filters"), ("hidden", "hidden")]);
    page.close("div");
    page.open("div", &[("id", "findings")]);
    if w.findings.is_empty() {
        page.paragraph("There is no finding.");
    } else {
        page.table(&findings(w));
    }
    page.close("div");
    page.open("div", &[("id", "exceptions"), ("hidden", "hidden")]);
    page.close("div");
}

fn findings(w: &Workpaper) -> Table<'static> {
    let columns = vec![
        Column::Code("Check"),
        Column::Text("Finding"),
        Column::Text("Falls under"),
        Column::Number("Exceptions"),
        Column::Text("Effect"),
    ];
    let mut table = Table::new("Findings", columns);
    for f in &w.findings {
        table.row(vec![
            f.code.to_owned(),
            f.title.clone(),
            f.control.clone(),
            grouped(f.exceptions),
            f.effect.clone(),
        ]);
    }
    table
}

/// The plots are the script's.
fn meters(page: &mut Markup, input: &Input<'_>) {
    let w = input.w;
    if !w.meters.is_empty() {
        page.open("div", &[("id", "plots"), ("hidden", "hidden")]);
        page.close("div");
    }
    document::blocks(page, &feltproof_paper::meters::meters(w, &Places::of(w)), &input.clock);
}

fn matrix(page: &mut Markup, input: &Input<'_>) {
    if !input.w.controls.is_empty() {
        page.open("div", &[("id", "matrix-filter"), ("hidden", "hidden")]);
        page.close("div");
    }
    document::blocks(page, &law::matrix(input.w), &input.clock);
}

fn inputs(page: &mut Markup, input: &Input<'_>) {
    document::blocks(page, &basis::inputs(input.w), &input.clock);
}

fn untested(page: &mut Markup, input: &Input<'_>) {
    document::blocks(page, &untested::untested(input.w, &Places::of(input.w)), &input.clock);
}

fn foot(page: &mut Markup, Input { w, clock, .. }: &Input<'_>) {
    page.open("footer", &[]);
    let issued = clock.minute(Timestamp::from_seconds(w.issued_unix));
    page.paragraph(&format!(
        "Issued {issued} by feltproof {}. This page itself carries no signature: report.pdf does, and names this file by its \
         SHA-256; `feltproof verify report.pdf` tells whether it was altered.",
        w.tool_version
    ));
    signer_sentences(w.signer.as_ref()).iter().for_each(|sentence| page.paragraph(sentence));
    page.close("footer");
}
