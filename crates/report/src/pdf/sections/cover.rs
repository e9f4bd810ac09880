//! The cover: whose report, over what, and the verdict in one plain sentence.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::ReportInput;
use crate::chance::restitution_said;
use crate::directions::funds_said;
use crate::draw::{
    ACCENT, BODY, BODY_WIDTH, Face, GREY, INK, MARGIN, PAGE_WIDTH, SMALL, TextStyle, ZEBRA, wrap,
};
use crate::pdf::flow::Flow;
use crate::pdf::icons;
use crate::pdf::labels::{colour, fact};
use crate::pdf::structure::Role;
use crate::words::{
    controls_sentence, controls_tested, dollars, grouped, settled_totals, verdict_sentence,
    verdict_title,
};
use feltproof_model::exception::MoneyFound;
use feltproof_model::workpaper::{Dimension, Workpaper};
use feltproof_paper::{Sign, Tone, findings, summary};

const TITLE: TextStyle = TextStyle { face: Face::Bold, size: 27.0, leading: 32.0, colour: ACCENT };
const NAME: TextStyle = TextStyle { face: Face::Bold, size: 15.0, leading: 19.0, colour: INK };
const BRAND: TextStyle = TextStyle { face: Face::Bold, size: 10.5, leading: 14.0, colour: ACCENT };
const VERDICT: TextStyle = TextStyle { face: Face::Bold, size: 13.5, leading: 17.0, colour: INK };
const FIGURE: TextStyle = TextStyle { face: Face::Bold, size: 15.0, leading: 18.0, colour: ACCENT };

pub(super) fn cover(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let w = input.w;
    head(flow, "Audit report", "Casino table games: play, payouts and progressive meters");
    flow.block(MARGIN, BODY_WIDTH, NAME, &w.engagement.property);
    flow.block(MARGIN, BODY_WIDTH, BODY, &w.engagement.location);
    flow.y += 22.0;
    let facts = summary::front(w, &input.clock);
    for (label, cell) in facts.iter().filter(|(label, _)| *label != "Property") {
        fact(flow, label, &cell.value.text(false, &input.clock));
    }
    flow.y += 20.0;
    verdict_box(flow, summary::sign(w.verdict), verdict_title(w.verdict), &verdict_sentence(w));
    flow.y += 14.0;
    tiles(flow, w);
    flow.block(MARGIN, BODY_WIDTH, BODY, &controls_sentence(w));
    if !w.findings.is_empty() {
        flow.block(MARGIN, BODY_WIDTH, BODY, &findings::by_severity(w));
    }
    if w.money != MoneyFound::default() {
        let seats = restitution_said(&w.analysis.restitution);
        let funds = funds_said(w.money).map_or_else(String::new, |said| format!(" {said}"));
        let money = format!(
            "{seats} Seat by seat: section Money and chance.{funds} Neither direction makes up for the other. What \
             two checks see of one event is counted twice."
        );
        flow.block(MARGIN, BODY_WIDTH, BODY, &money);
    }
    flow.y += 8.0;
    let digest = "The evidence digest is the SHA-256 over the digests of every input, rule pack and game definition.";
    flow.block(MARGIN, BODY_WIDTH, SMALL, digest);
    let scope = "This report states the procedures performed on the records supplied and the \
                 exceptions found. It is not an opinion on fairness and certifies no random number \
                 generator; its limits are set out in the section Limitations.";
    flow.block(MARGIN, BODY_WIDTH, SMALL, scope);
}

/// Four figures to be seen first: money by direction, controls, exceptions.
fn tiles(flow: &mut Flow<'_>, w: &Workpaper) {
    const GAP: f32 = 9.0;
    const HEIGHT: f32 = 48.0;
    // Where no wager was compared, nothing found is nothing tested; where some were not, it is nothing of the others.
    let is_compared = settled_totals(w, Dimension::Wager).is_some();
    let amount = |micros: i128| match micros {
        0 if !is_compared => ("not tested".to_owned(), Tone::Open),
        0 if w.counts.wagers_untested > 0 => (dollars(0), Tone::Open),
        micros => (dollars(micros), if micros > 0 { Tone::Bad } else { Tone::Good }),
    };
    let seats = &w.analysis.restitution;
    let (tested, applying) = controls_tested(w);
    let controls = if applying == 0 { Tone::Open } else { Tone::Good };
    let exceptions = if w.exceptions_total > 0 { Tone::Bad } else { Tone::Good };
    let figures = [
        (amount(seats.overpaid_micros), "found paid to players too much"),
        (amount(seats.owed_micros), "found owed to players"),
        ((format!("{tested} of {applying}"), controls), "controls that apply, tested"),
        ((grouped(w.exceptions_total), exceptions), "exceptions"),
    ];
    flow.need(HEIGHT);
    let top = flow.y;
    let width = (BODY_WIDTH - 3.0 * GAP) / 4.0;
    let mut left = MARGIN;
    for ((figure, tone), name) in figures {
        let colour = colour(tone).unwrap_or(ACCENT);
        flow.page().rect(left, top, width, HEIGHT, ZEBRA);
        flow.page().rect(left, top, width, 2.0, colour);
        flow.tagged(Role::Paragraph, |flow| {
            let style = flow.fitted(FIGURE.colour(colour), &figure, width - 16.0);
            flow.text_at(left + 8.0, top + 24.0, style, &format!("{figure} "));
            let style = flow.fitted(SMALL, name, width - 12.0);
            flow.text_at(left + 8.0, top + 38.0, style, name);
        });
        left += width + GAP;
    }
    flow.y = top + HEIGHT + 12.0;
}

/// The band on top, the tool's name, title and subtitle.
pub(super) fn head(flow: &mut Flow<'_>, title: &str, subtitle: &str) {
    flow.page().rect(0.0, 0.0, PAGE_WIDTH, 9.0, ACCENT);
    flow.y = 104.0;
    flow.text_at(MARGIN, flow.y, BRAND, "F E L T P R O O F");
    flow.y += 58.0;
    flow.tagged(Role::Heading(1), |flow| flow.block(MARGIN, BODY_WIDTH, TITLE, title));
    flow.block(MARGIN, BODY_WIDTH, BODY.colour(GREY), subtitle);
    flow.y += 26.0;
}

/// A verdict with its sign and its sentence, in a box.
pub(super) fn verdict_box(
    flow: &mut Flow<'_>,
    (sign, tone): (Sign, Tone),
    title: &str,
    sentence: &str,
) {
    let colour = colour(tone).unwrap_or(INK);
    let text_left = MARGIN + 54.0;
    let text_width = BODY_WIDTH - 70.0;
    let lines = wrap(flow.fonts, BODY, sentence, text_width).len();
    let height = 44.0 + lines as f32 * BODY.leading;
    flow.need(height);
    let top = flow.y;
    flow.page().rect(MARGIN, top, BODY_WIDTH, height, ZEBRA);
    flow.page().rect(MARGIN, top, 5.0, height, colour);
    icons::draw(flow.page(), sign, (MARGIN + 30.0, top + height / 2.0), 25.0);
    flow.text_at(text_left, top + 25.0, VERDICT.colour(colour), title);
    flow.y = top + 33.0;
    flow.block(text_left, text_width, BODY, sentence);
    flow.y = top + height;
}
