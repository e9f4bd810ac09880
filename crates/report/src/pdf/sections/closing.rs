//! The end of a report: lines for names and dates, and the room of the signature.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use crate::clock::Clock;
use crate::draw::{
    ACCENT, BODY, BODY_WIDTH, Face, INK, MARGIN, PAGE_HEIGHT, RULE, SMALL, ZEBRA, wrap,
};
use crate::pdf::document;
use crate::pdf::flow::Flow;
use crate::pdf::structure::Role;
use feltproof_model::workpaper::Signer;
use feltproof_paper::summary;

/// A rectangle on a page, as PDF counts it. The default has no room: a form to be filled in by hand.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SignatureBox {
    /// Page, counted from zero.
    pub page_index: usize,
    /// Left, bottom, right, top in points from the lower left corner.
    pub rectangle: [f32; 4],
}

/// Lines for the names and dates of these people by their roles, who signs, how to check it, and the room for the visible
/// signature. `name` is that of the report, `file` that of its PDF.
pub(super) fn sign_off(
    flow: &mut Flow<'_>,
    people: &[(&str, &str)],
    signer: Option<&Signer>,
    (name, file): (&str, &str),
) -> SignatureBox {
    // Names, dates and the visible signature stand on one page.
    flow.section("Sign-off", flow.remaining() < 350.0);
    people.iter().for_each(|(role, whom)| person(flow, role, whom));
    flow.space(2.0);
    document::blocks(flow, &summary::signature(signer, file), &Clock::new("UTC"));
    signature_room(flow, signer, name)
}

/// Lines for the name, signature and date of one role.
pub(super) fn person(flow: &mut Flow<'_>, role: &str, whom: &str) {
    const ROW: f32 = 40.0;
    flow.need(ROW);
    let top = flow.y;
    flow.text_at(MARGIN, top + 12.0, BODY.face(Face::Bold).colour(ACCENT), role);
    flow.y = top + 1.0;
    flow.block(MARGIN + 150.0, BODY_WIDTH - 150.0, BODY, whom);
    let line = flow.y.max(top + 14.0) + 20.0;
    let mut x = MARGIN;
    for (name, width) in [("Name and role", 200.0), ("Signature", 190.0), ("Date", 90.0)] {
        flow.on_paper(Role::ToWrite(format!("{name}: {role}")), |page| {
            page.line((x, line), (x + width, line), 0.6, RULE);
        });
        flow.text_at(x, line + 10.0, SMALL, name);
        x += width + 12.0;
    }
    flow.y = line + 16.0;
}

/// The box of the visible signature; its place goes to the signer.
fn signature_room(flow: &mut Flow<'_>, signer: Option<&Signer>, name: &str) -> SignatureBox {
    const WIDTH: f32 = 270.0;
    let signer = signer.map_or_else(
        || "Not signed".to_owned(),
        |signer| format!("Digitally signed: {}", signer.subject),
    );
    let text = [(SMALL.colour(INK), signer), (SMALL, name.to_owned())];
    let mut lines = Vec::new();
    for (style, text) in text {
        let wrapped = wrap(flow.fonts, style, &text, WIDTH - 20.0);
        lines.extend(wrapped.into_iter().map(|line| (style, line)));
    }
    let height = (lines.len() as f32 * SMALL.leading + 20.0).max(52.0);
    flow.space(4.0);
    flow.need(height + 4.0);
    let (left, top) = (MARGIN, flow.y);
    flow.page().rect(left, top, WIDTH, height, ZEBRA);
    flow.page().border([left, top, WIDTH, height], 0.7, ACCENT);
    for (at, (style, line)) in lines.iter().enumerate() {
        let baseline = top + 9.0 + (at as f32 + 0.76) * SMALL.leading;
        flow.text_at(left + 10.0, baseline, *style, line);
    }
    flow.y = top + height + 10.0;
    SignatureBox {
        page_index: flow.page_index(),
        rectangle: [left, PAGE_HEIGHT - top - height, left + WIDTH, PAGE_HEIGHT - top],
    }
}
