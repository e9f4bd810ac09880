//! Findings: all exceptions of one check under one control, as condition, criteria and effect.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::{ReportInput, titles};
use crate::draw::{
    BODY, BODY_BOTTOM, BODY_TOP, BODY_WIDTH, Face, GREY, MARGIN, RED, TextStyle, wrap,
};
use crate::pdf::flow::Flow;
use crate::words::{grouped, plural};
use feltproof_model::Cause;
use feltproof_model::workpaper::Finding;

/// Width of the labels at the left.
const LABEL: f32 = 78.0;
/// Width of the texts beside them.
const TEXT: f32 = BODY_WIDTH - LABEL;
/// Space below each.
const GAP: f32 = 2.0;

pub(super) fn findings(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let w = input.w;
    flow.section(titles::FINDINGS, false);
    if w.findings.is_empty() {
        flow.nothing("No check that ran found an exception.");
        return;
    }
    for (at, f) in w.findings.iter().enumerate() {
        flow.part(&format!("{}. {}: {}", at + 1, f.code, f.title));
        finding(flow, input, f);
        flow.space(4.0);
        flow.rule();
    }
    if !w.responses_unmatched.is_empty() {
        let codes = w.responses_unmatched.join(", ");
        flow.paragraph(BODY, &format!("The licensee responds to what is no finding: {codes}."));
    }
}

fn finding(flow: &mut Flow<'_>, input: &ReportInput<'_>, f: &Finding) {
    let extent = match f.cause.and_then(|at| input.w.causes.get(at)) {
        Some(cause) => explained(input, cause),
        None => format!("{} in {} tested", plural(f.exceptions, "exception"), grouped(f.tested)),
    };
    let repeated = f.repeated.as_ref().map(|report| format!("Also a finding of report {report}."));
    let mut rows = vec![
        ("Control", f.control.as_str(), BODY),
        ("Condition", &f.condition, BODY),
        ("Criteria", &f.criteria, BODY),
        ("Effect", &f.effect, BODY),
        ("Extent", &extent, BODY.face(Face::Bold).colour(RED)),
    ];
    rows.extend(repeated.as_deref().map(|said| ("Repeated", said, BODY.colour(RED))));
    rows.extend(f.responses.iter().map(|said| ("Response", said.as_str(), BODY)));
    // A finding stays on one page where it can, so that its parts are read together.
    let lines: usize =
        rows.iter().map(|(_, text, style)| wrap(flow.fonts, *style, text, TEXT).len()).sum();
    let height = BODY.leading * lines as f32 + GAP * rows.len() as f32;
    flow.need(height.min(BODY_BOTTOM - BODY_TOP));
    for (label, text, style) in rows {
        labelled(flow, label, text, style);
    }
}

/// What a cause explains: how many exceptions of which checks, and where they begin and end.
fn explained(input: &ReportInput<'_>, cause: &Cause) -> String {
    let codes = cause.explains.iter().map(|of| format!("{} {}", grouped(of.exceptions), of.code));
    format!(
        "One cause of {} ({}), from {} to {}",
        plural(cause.exceptions(), "exception"),
        codes.collect::<Vec<_>>().join(", "),
        input.places.place(cause.first),
        input.places.place(cause.last)
    )
}

/// A label and its text beside it.
fn labelled(flow: &mut Flow<'_>, label: &str, text: &str, style: TextStyle) {
    // The first lines of the text move to the next page together with the label.
    let lines = wrap(flow.fonts, style, text, TEXT).len().clamp(1, 3);
    flow.need(style.leading * lines as f32);
    let baseline = flow.y + BODY.leading * 0.76;
    flow.text_at(MARGIN, baseline, BODY.colour(GREY), label);
    flow.block(MARGIN + LABEL, TEXT, style, text);
    flow.y += GAP;
}
