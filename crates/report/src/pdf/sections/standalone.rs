//! Randomness tests as a report of their own: cover, scope, results, limitations, sign-off.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::cover::{fact, head, verdict_box};
use super::randomness::{INTRODUCTION, battery, sign};
use super::{LaidOut, closing, running, titles};
use crate::clock::Clock;
use crate::draw::{AMBER, BODY, BODY_WIDTH, Face, Fonts, MARGIN, MONO, SMALL};
use crate::pdf::SignatureBox;
use crate::pdf::flow::Flow;
use crate::pdf::icons::Icon;
use crate::pdf::table::{Cell, Column, PrintedTable, Row, row};
use crate::randomness::RandomnessMeta;
use crate::randomness::words::{
    not_applicable, observations, result_title, tests, verdict_sentence,
};
use crate::words::{grouped, plural};
use feltproof_model::Timestamp;
use feltproof_stats::{Randomness, State};

/// Verdicts printed on the cover; the summary has all.
const ON_COVER: usize = 3;
/// Height that a verdict on the cover takes at most, with what stands below it.
const ROOM_FOR_VERDICT: f32 = 190.0;
const NOTHING: &str = "Nothing was tested for randomness. This is not a pass.";

/// Lays out the report of these batteries.
pub(in crate::pdf) fn lay_out_randomness(
    title: &str,
    meta: &RandomnessMeta,
    list: &[Randomness],
    fonts: &Fonts,
) -> LaidOut {
    let mut flow = Flow::new(fonts);
    cover(&mut flow, title, meta, list);
    flow.new_page();
    let contents_at = running::contents_here(&mut flow);
    flow.new_page();
    summary(&mut flow, list);
    scope(&mut flow, meta);
    results(&mut flow, list);
    limitations(&mut flow, list);
    let signature_box = sign_off(&mut flow, title, meta);

    let Flow { mut pages, outline, mut links, mut structure, .. } = flow;
    let document = (pages.as_mut_slice(), &mut structure);
    running::contents(document, contents_at, &outline, fonts, &mut links);
    let heads =
        running::Heads { left: title, right: "Randomness", tool_version: &meta.tool_version };
    running::running_heads(&mut pages, &heads, fonts);
    LaidOut { pages, outline, links, structure, signature_box }
}

fn cover(flow: &mut Flow<'_>, title: &str, meta: &RandomnessMeta, list: &[Randomness]) {
    head(flow, "Report on randomness tests", title);
    let clock = Clock::new("UTC");
    fact(flow, "Issued", &clock.minute(Timestamp::from_seconds(meta.issued_unix)));
    fact(flow, "Tool", &format!("Feltproof {}", meta.tool_version));
    for input in meta.inputs.iter().take(ON_COVER) {
        fact(flow, "Tested file", &format!("{}\nSHA-256 {}", input.file, input.sha256));
    }
    if meta.inputs.len() > ON_COVER {
        let more = format!("{} more, listed under {}", meta.inputs.len() - ON_COVER, titles::SCOPE);
        fact(flow, "", &more);
    }
    flow.y += 22.0;
    let mut printed = 0;
    for r in worst_first(list).into_iter().take(ON_COVER) {
        if flow.remaining() < ROOM_FOR_VERDICT {
            break;
        }
        printed += 1;
        flow.block(MARGIN, BODY_WIDTH, BODY.face(Face::Bold), &source_line(r));
        flow.y += 3.0;
        let (icon, colour) = sign(r);
        verdict_box(flow, icon, colour, result_title(r), &verdict_sentence(r));
        flow.y += 12.0;
    }
    if list.is_empty() {
        verdict_box(flow, Icon::NotRun, AMBER, "No result", NOTHING);
        flow.y += 12.0;
    }
    if list.len() > printed {
        let more = format!(
            "{} shown in the {} only.",
            plural_sources(list.len() - printed),
            titles::SUMMARY
        );
        flow.block(MARGIN, BODY_WIDTH, BODY, &more);
        flow.y += 6.0;
    }
    let scope = "This report states the procedures performed on the files supplied and what they \
                 found. It is not an opinion on fairness and certifies no random number generator; \
                 its limits are set out in the section Limitations.";
    flow.block(MARGIN, BODY_WIDTH, SMALL, scope);
}

/// What does not fit on the cover is never worse than what stands there.
fn worst_first(list: &[Randomness]) -> Vec<&Randomness> {
    let mut sorted: Vec<&Randomness> = list.iter().collect();
    sorted.sort_by_key(|r| match r.verdict.state {
        State::Fault => 0,
        State::Departure => 1,
        State::Insufficient => 2,
        State::NothingFound => 3,
    });
    sorted
}

/// `1 source`, `3 sources`.
fn plural_sources(number: usize) -> String {
    plural(u64::try_from(number).unwrap_or(u64::MAX), "source")
}

/// `hands.csv: 1,000 decks`.
fn source_line(r: &Randomness) -> String {
    format!("{}: {}", r.source, observations(r))
}

fn summary(flow: &mut Flow<'_>, list: &[Randomness]) {
    flow.section(titles::SUMMARY, true);
    if list.is_empty() {
        flow.nothing(NOTHING);
        return;
    }
    let mut table = PrintedTable::new(vec![
        Column::share("Source", 1.0),
        Column::fit("Observations", 100.0),
        Column::share("Verdict", 1.0),
        Column::number("Registered tests"),
        Column::number("depart"),
        Column::number("fit too well"),
        Column::number("too few data"),
        Column::number("do not apply"),
        Column::number("Certain faults"),
    ]);
    for r in list {
        let v = &r.verdict;
        let (icon, colour) = sign(r);
        let state = Cell::icon(icon, result_title(r)).colour(colour);
        table.row(row![
            &*r.source,
            observations(r),
            if v.state == State::NothingFound { state } else { state.face(Face::Bold) },
            v.registered.to_string(),
            v.departures.len().to_string(),
            v.too_good.len().to_string(),
            v.insufficient.to_string(),
            v.not_applicable.to_string(),
            grouped(r.battery.faults_total)
        ]);
    }
    table.draw(flow);
}

fn scope(flow: &mut Flow<'_>, meta: &RandomnessMeta) {
    flow.section(titles::SCOPE, false);
    flow.part("Files");
    if meta.inputs.is_empty() {
        flow.nothing("None declared.");
    } else {
        let mut table = PrintedTable::new(vec![
            Column::share("File", 1.0).face(Face::Mono),
            Column::number("Bytes"),
        ]);
        for input in &meta.inputs {
            let cells = vec![Cell::new(&*input.file), Cell::new(grouped(input.size_bytes))];
            table.row(Row::new(cells).note(MONO, format!("SHA-256 {}", input.sha256)));
        }
        table.draw(flow);
    }
    flow.part("As declared to the command, or assumed by it");
    if meta.parameters.is_empty() {
        flow.nothing("Nothing.");
        return;
    }
    let mut table =
        PrintedTable::new(vec![Column::fit("Parameter", 150.0), Column::share("Value", 1.0)]);
    for (name, value) in &meta.parameters {
        table.row(row![&**name, &**value]);
    }
    table.draw(flow);
}

fn results(flow: &mut Flow<'_>, list: &[Randomness]) {
    flow.section(titles::RESULTS, true);
    if list.is_empty() {
        flow.nothing(NOTHING);
        return;
    }
    flow.paragraph(BODY, INTRODUCTION);
    for r in list {
        battery(flow, r, &Clock::new("UTC"));
    }
}

fn limitations(flow: &mut Flow<'_>, list: &[Randomness]) {
    flow.section(titles::LIMITATIONS, false);
    for text in [
        "This report states procedures performed on the files listed under Scope and what they found. \
         It gives no opinion on fairness and certifies no random number generator.",
        "A statistic sees only what departs from chance by more than the last column of the tables. A \
         generator with a hidden rule, a known starting state or a bias below those figures can look \
         like chance to every test here; that takes a review of its code and of the machine.",
        "The files are taken as complete and in the order of play or dealing. Rounds that were left \
         out by their outcome would make honest cards look unusual, or hide unusual ones.",
        "A verdict holds for this one look at this number of observations. Testing again and again \
         while data come in makes false alarms more likely than the level says.",
    ] {
        flow.bullet(BODY, text);
    }
    for r in list {
        if r.verdict.insufficient > 0 {
            let text = format!(
                "{}: {} had too few data; what they would have seen is not covered.",
                r.source,
                tests(r.verdict.insufficient)
            );
            flow.bullet(BODY, &text);
        }
        if r.verdict.not_applicable > 0 {
            let text = format!(
                "{}: of the registered tests {}; the reasons are in the table.",
                r.source,
                not_applicable(r.verdict.not_applicable)
            );
            flow.bullet(BODY, &text);
        }
    }
}

fn sign_off(flow: &mut Flow<'_>, title: &str, meta: &RandomnessMeta) -> SignatureBox {
    flow.section(titles::SIGN_OFF, true);
    for role in ["Prepared by", "Reviewed by", "Received by"] {
        closing::person(flow, role, "");
    }
    closing::signature(flow, meta.signer.as_ref(), title, "FILE")
}
