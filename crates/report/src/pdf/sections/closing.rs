//! The end of a report: lines for names and dates, and the room of the signature; how much of the register is printed.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::{ReportInput, register, titles};
use crate::draw::{
    ACCENT, BODY, BODY_WIDTH, Face, INK, MARGIN, MONO, PAGE_HEIGHT, RULE, SMALL, TextStyle, ZEBRA,
    wrap,
};
use crate::json::LISTED_OF_CAUSE_MAX;
use crate::listed::chosen;
use crate::pdf::SignatureBox;
use crate::pdf::document;
use crate::pdf::flow::Flow;
use crate::pdf::structure::Role;
use crate::words::{in_groups, signer_sentences};
use feltproof_model::workpaper::{Signer, Workpaper};
use feltproof_paper::limits;

/// What this report does not say.
pub(super) fn limitations(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let w = input.w;
    let printed = chosen(&w.exceptions, register::PRINTED).len() as u64;
    let is_random_tested = !input.randomness.is_empty();
    let section = limits::limitations(w, is_random_tested, printed, &all_in_json(w));
    document::section(flow, &section, &input.clock);
}

/// Where all exceptions are, and what is left out there too.
fn all_in_json(w: &Workpaper) -> String {
    let of_causes = match w.causes.is_empty() {
        true => String::new(),
        false => {
            format!(", but of those that a cause explains the first {LISTED_OF_CAUSE_MAX} of each")
        }
    };
    format!("the JSON report holds all{of_causes}")
}

/// Lines for names and dates, and room for the visible signature.
pub(super) fn sign_off(flow: &mut Flow<'_>, input: &ReportInput<'_>) -> SignatureBox {
    let w = input.w;
    // Names, dates and the visible signature stand on one page.
    flow.section(titles::SIGN_OFF, flow.remaining() < 350.0);
    for (role, whom) in [
        ("Prepared by", w.engagement.prepared_by.as_str()),
        ("Reviewed by", ""),
        ("Received for the property", w.engagement.prepared_for.as_str()),
    ] {
        person(flow, role, whom);
    }
    signature(flow, w.signer.as_ref(), &format!("Report {}", w.report_id), "report.pdf")
}

/// Who signs, how to check it, and the room for the visible signature. `name` is that of the report,
/// `file` that of its PDF.
pub(super) fn signature(
    flow: &mut Flow<'_>,
    signer: Option<&Signer>,
    name: &str,
    file: &str,
) -> SignatureBox {
    flow.space(2.0);
    flow.part("Digital signature");
    for sentence in signer_sentences(signer) {
        flow.paragraph(BODY, &sentence);
    }
    if let Some(signer) = signer {
        flow.paragraph(BODY, "SHA-256 fingerprint of the certificate, to be compared with one received by another way:");
        let mono = TextStyle { size: 8.6, leading: 12.0, ..MONO };
        flow.paragraph(mono, &in_groups(&signer.fingerprint));
    }
    flow.paragraph(
        BODY,
        "Anyone can check this file offline. The command says whether one byte was changed and by \
         which certificate the file was signed:",
    );
    let command = format!("feltproof verify {file}");
    flow.paragraph(TextStyle { size: 9.0, leading: 12.0, ..MONO }, &command);
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
