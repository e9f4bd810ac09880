//! The parts of the page that stand without a script.

use super::markup::Markup;
use super::{Input, document, foot};
use crate::words::{gaming_days, verdict_sentence, verdict_title};
use feltproof_model::workpaper::Verdict;
use feltproof_paper::randomness::battery;
use feltproof_paper::summary::summary;
use feltproof_paper::{Section, basis, checks, findings, law, meters, money, untested};

/// Writes a section, without its title.
type Draw = fn(&mut Markup, &Input<'_>);

/// Every section with its place in the page, in print order.
const CONTENTS: [(&str, &str, Draw); 7] = [
    ("summary", "Summary", in_short),
    ("explore", "Findings and exceptions", explore),
    ("meters", "Meters", meters),
    ("analysis", "Money and chance", |page, i| show(page, i, &money::section(i.w))),
    ("controls", "Compliance matrix", matrix),
    ("inputs", "Inputs", |page, i| show(page, i, &basis::inputs(i.w))),
    ("untested", "What was not tested", |page, i| {
        show(page, i, &untested::untested(i.w, &i.places));
    }),
];

pub(super) fn all(page: &mut Markup, input: &Input<'_>) {
    page.leaf("a", &[("class", "skip"), ("href", "#main")], "Skip to the report");
    head(page, input);
    page.open("nav", &[("aria-label", "Contents")]);
    page.open("ul", &[]);
    for (id, title, _) in CONTENTS {
        page.open("li", &[]);
        page.leaf("a", &[("href", &format!("#{id}"))], title);
        page.close("li");
    }
    page.close("ul");
    page.close("nav");
    page.open("main", &[("id", "main"), ("tabindex", "-1")]);
    for (id, title, draw) in CONTENTS {
        page.section(id, title);
        draw(page, input);
        page.close("section");
    }
    page.close("main");
    let Input { w, clock, .. } = input;
    foot(page, clock, (w.issued_unix, &w.tool_version), (w.signer.as_ref(), "report.pdf"));
}

fn show(page: &mut Markup, input: &Input<'_>, section: &Section) {
    document::blocks(page, section, &input.clock);
}

fn in_short(page: &mut Markup, input: &Input<'_>) {
    let Input { w, randomness, .. } = input;
    show(page, input, &summary(w, randomness));
    show(page, input, &law::short(w));
    show(page, input, &checks::kinds(w));
    show(page, input, &battery::in_short(randomness));
}

/// The plots are the script's.
fn meters(page: &mut Markup, input: &Input<'_>) {
    if !input.w.meters.is_empty() {
        page.hidden("plots");
    }
    show(page, input, &meters::meters(input.w, &input.places));
}

fn matrix(page: &mut Markup, input: &Input<'_>) {
    if !input.w.controls.is_empty() {
        page.hidden("matrix-filter");
    }
    show(page, input, &law::matrix(input.w));
}

fn head(page: &mut Markup, Input { w, clock, .. }: &Input<'_>) {
    let verdict = match w.verdict {
        Verdict::NothingFound => "verdict nothing",
        Verdict::Incomplete => "verdict incomplete",
        Verdict::Exceptions => "verdict exceptions",
    };
    page.open("header", &[]);
    page.leaf("h1", &[], &format!("Audit report {}", w.report_id));
    let e = &w.engagement;
    let zone = clock.name();
    let days = gaming_days(e);
    page.paragraph(&format!("{}, {days}. Times are those of {zone}.", e.property));
    page.open("div", &[("class", verdict)]);
    page.leaf("strong", &[], verdict_title(w.verdict));
    page.paragraph(&verdict_sentence(w));
    page.close("div");
    page.close("header");
}

/// Findings as a plain table, in place of which the script puts what can be filtered.
fn explore(page: &mut Markup, input: &Input<'_>) {
    page.open("noscript", &[]);
    page.leaf(
        "p",
        &[("class", "note")],
        "The script of this page does not run here. What stands on the page is whole; with the script it would add: \
         filters by table, dealer, seat, check, gaming day and money; every exception with its calculation; meters as \
         plots; a filter of the compliance matrix. `feltproof audit --report json` writes all of it as data.",
    );
    page.close("noscript");
    page.hidden("filters");
    page.open("div", &[("id", "findings")]);
    show(page, input, &findings::by_rank(input.w, &input.places));
    page.close("div");
    page.hidden("exceptions");
}
