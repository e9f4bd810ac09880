//! The cover: whose report, over what, and the verdict in one plain sentence.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::ReportInput;
use super::leading::by_severity;
use super::titles::PAID_AGAINST_OWED;
use crate::chance::restitution_said;
use crate::directions::funds_said;
use crate::draw::{
    ACCENT, AMBER, BODY, BODY_WIDTH, Colour, Face, GREY, INK, MARGIN, PAGE_WIDTH, RED, RULE, SMALL,
    TextStyle, ZEBRA, wrap,
};
use crate::pdf::flow::Flow;
use crate::pdf::icons::{self, Icon};
use crate::pdf::structure::Role;
use crate::words::{
    controls_sentence, controls_tested, dollars, gaming_days, grouped, settled_totals,
    verdict_sentence, verdict_title,
};
use feltproof_model::Timestamp;
use feltproof_model::exception::MoneyFound;
use feltproof_model::workpaper::{Dimension, Verdict, Workpaper};

const TITLE: TextStyle = TextStyle { face: Face::Bold, size: 27.0, leading: 32.0, colour: ACCENT };
const NAME: TextStyle = TextStyle { face: Face::Bold, size: 15.0, leading: 19.0, colour: INK };
const BRAND: TextStyle = TextStyle { face: Face::Bold, size: 10.5, leading: 14.0, colour: ACCENT };
const VERDICT: TextStyle = TextStyle { face: Face::Bold, size: 13.5, leading: 17.0, colour: INK };

const FIGURE: TextStyle = TextStyle { face: Face::Bold, size: 15.0, leading: 18.0, colour: ACCENT };

/// Sign and colour of the whole outcome.
pub(super) const fn sign(verdict: Verdict) -> (Icon, Colour) {
    match verdict {
        Verdict::NothingFound => (Icon::Clear, ACCENT),
        Verdict::Incomplete => (Icon::NotRun, AMBER),
        Verdict::Exceptions => (Icon::Found, RED),
    }
}

pub(super) fn cover(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let w = input.w;
    head(flow, "Audit report", "Casino table games: play, payouts and progressive meters");
    flow.block(MARGIN, BODY_WIDTH, NAME, &w.engagement.property);
    flow.block(MARGIN, BODY_WIDTH, BODY, &w.engagement.location);
    flow.y += 22.0;
    facts(flow, input);
    flow.y += 24.0;
    let (icon, colour) = sign(w.verdict);
    verdict_box(flow, icon, colour, verdict_title(w.verdict), &verdict_sentence(w));
    flow.y += 14.0;
    tiles(flow, w);
    flow.block(MARGIN, BODY_WIDTH, BODY, &controls_sentence(w));
    if !w.findings.is_empty() {
        flow.block(MARGIN, BODY_WIDTH, BODY, &by_severity(w));
    }
    if w.money != MoneyFound::default() {
        let seats = restitution_said(&w.analysis.restitution);
        let funds = funds_said(w.money).map_or_else(String::new, |said| format!(" {said}"));
        let money = format!(
            "{seats} Seat by seat: section {PAID_AGAINST_OWED}.{funds} Neither direction makes up for the other. What \
             two checks see of one event is counted twice."
        );
        flow.block(MARGIN, BODY_WIDTH, BODY, &money);
    }
    flow.y += 8.0;
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
        0 if !is_compared => ("not tested".to_owned(), AMBER),
        0 if w.counts.wagers_untested > 0 => (dollars(0), AMBER),
        micros => (dollars(micros), if micros > 0 { RED } else { ACCENT }),
    };
    let seats = &w.analysis.restitution;
    let (over, over_colour) = amount(seats.overpaid_micros);
    let (under, under_colour) = amount(seats.owed_micros);
    let (tested, applying) = controls_tested(w);
    let controls = if applying == 0 { AMBER } else { ACCENT };
    let exceptions = if w.exceptions_total > 0 { RED } else { ACCENT };
    let figures = [
        (over, "found paid to players too much", over_colour),
        (under, "found owed to players", under_colour),
        (format!("{tested} of {applying}"), "controls that apply, tested", controls),
        (grouped(w.exceptions_total), "exceptions", exceptions),
    ];
    flow.need(HEIGHT);
    let top = flow.y;
    let width = (BODY_WIDTH - 3.0 * GAP) / 4.0;
    let mut left = MARGIN;
    for (figure, name, colour) in figures {
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

fn facts(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let w = input.w;
    let e = &w.engagement;
    let issued = input.clock.minute(Timestamp::from_seconds(w.issued_unix));
    let rows = [
        ("Report", w.report_id.clone()),
        ("Licence", e.licence.clone()),
        ("Audited", gaming_days(e)),
        ("Prepared for", e.prepared_for.clone()),
        ("Prepared by", e.prepared_by.clone()),
        ("Issued", issued),
        ("Tool", format!("Feltproof {}", w.tool_version)),
    ];
    for (label, value) in rows {
        fact(flow, label, &value);
    }
    let digest = TextStyle { face: Face::Mono, size: 8.0, leading: 11.0, colour: INK };
    let note = "SHA-256 over the digests of every input, rule pack and game definition";
    let top = flow.y + 3.0;
    flow.item(|flow| {
        flow.tagged(Role::Label, |flow| {
            let baseline = top + BODY.leading * 0.76;
            flow.text_at(MARGIN, baseline, BODY.colour(GREY), "Evidence digest");
        });
        flow.within(Role::Body, |flow| {
            flow.y = top + 2.0;
            flow.block(MARGIN + 92.0, BODY_WIDTH - 92.0, digest, &w.evidence_sha256);
            flow.y += 2.0;
            flow.block(MARGIN + 92.0, BODY_WIDTH - 92.0, SMALL, note);
        });
    });
}

/// A label with its value beside it, over a thin rule.
pub(super) fn fact(flow: &mut Flow<'_>, label: &str, value: &str) {
    let top = flow.y;
    flow.item(|flow| {
        flow.tagged(Role::Label, |flow| {
            let baseline = top + BODY.leading * 0.76 + 3.0;
            flow.text_at(MARGIN, baseline, BODY.colour(GREY), label);
        });
        flow.y = top + 3.0;
        flow.tagged(Role::Body, |flow| {
            flow.block(MARGIN + 92.0, BODY_WIDTH - 92.0, BODY, value);
        });
    });
    flow.y += 3.0;
    let y = flow.y;
    flow.page().line((MARGIN, y), (MARGIN + BODY_WIDTH, y), 0.4, RULE);
}

/// A verdict with its sign and its sentence, in a box.
pub(super) fn verdict_box(
    flow: &mut Flow<'_>,
    icon: Icon,
    colour: Colour,
    title: &str,
    sentence: &str,
) {
    let text_left = MARGIN + 54.0;
    let text_width = BODY_WIDTH - 70.0;
    let lines = wrap(flow.fonts, BODY, sentence, text_width).len();
    let height = 44.0 + lines as f32 * BODY.leading;
    flow.need(height);
    let top = flow.y;
    flow.page().rect(MARGIN, top, BODY_WIDTH, height, ZEBRA);
    flow.page().rect(MARGIN, top, 5.0, height, colour);
    icons::draw(flow.page(), icon, (MARGIN + 30.0, top + height / 2.0), 25.0);
    flow.text_at(text_left, top + 25.0, VERDICT.colour(colour), title);
    flow.y = top + 33.0;
    flow.block(text_left, text_width, BODY, sentence);
    flow.y = top + height;
}
