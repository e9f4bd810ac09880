//! Findings: all exceptions of one check under one control, as condition, criteria and effect.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::Source;
use crate::pdf::canvas::Face;
use crate::pdf::flow::Flow;
use crate::pdf::style::{BODY, BODY_WIDTH, GREY, MARGIN, RED};
use crate::words::{grouped, plural};
use feltproof_model::workpaper::Finding;

/// Width of the labels at the left.
const LABEL: f32 = 78.0;

pub(super) fn findings(flow: &mut Flow<'_>, source: &Source<'_>) {
    let w = source.w;
    flow.section("Findings", false);
    if w.findings.is_empty() {
        flow.nothing("No check that ran found an exception.");
        return;
    }
    for (at, f) in w.findings.iter().enumerate() {
        let title = w.checks.iter().find(|c| c.code == f.code).map_or("", |c| c.title);
        flow.part(&format!("{}. {}: {title}", at + 1, f.code));
        finding(flow, f);
        flow.space(4.0);
        flow.rule();
    }
}

fn finding(flow: &mut Flow<'_>, f: &Finding) {
    labelled(flow, "Control", &f.control);
    labelled(flow, "Condition", &f.condition);
    labelled(flow, "Criteria", &f.criteria);
    labelled(flow, "Effect", &f.effect);
    let extent = format!("{} in {} tested", plural(f.exceptions, "exception"), grouped(f.tested));
    let top = flow.y;
    labelled(flow, "Extent", "");
    flow.y = top;
    flow.block(MARGIN + LABEL, BODY_WIDTH - LABEL, BODY.face(Face::Bold).colour(RED), &extent);
}

/// A label and its text beside it.
fn labelled(flow: &mut Flow<'_>, label: &str, text: &str) {
    flow.need(BODY.leading * 2.0);
    let baseline = flow.y + BODY.leading * 0.76;
    flow.text_at(MARGIN, baseline, BODY.colour(GREY), label);
    flow.block(MARGIN + LABEL, BODY_WIDTH - LABEL, BODY, text);
    flow.y += 2.0;
}
