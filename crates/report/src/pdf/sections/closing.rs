//! The last sections of a report: records set aside, limitations, and the sign-off.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::{ReportInput, register, titles};
use crate::draw::{
    ACCENT, BODY, BODY_WIDTH, Face, GREY, INK, MARGIN, MONO, PAGE_HEIGHT, RULE, SMALL, TextStyle,
    ZEBRA, wrap,
};
use crate::json::LISTED_OF_CAUSE_MAX;
use crate::pdf::SignatureBox;
use crate::pdf::flow::Flow;
use crate::pdf::structure::Role;
use crate::pdf::table::{Column, PrintedTable, row};
use crate::words::{check_counts, grouped, in_groups, plural, signer_sentences};
use feltproof_model::workpaper::{ControlVerdict, Signer, Workpaper};
use feltproof_model::{TEXT_CHARS_MAX, excerpt};
use feltproof_paper::checks::RESULTS_BY_AREA;
use feltproof_paper::law::COMPLIANCE;

/// The records that could not be understood.
pub(super) fn quarantine(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let w = input.w;
    if w.problems_total == 0 {
        return;
    }
    flow.section(titles::QUARANTINE, false);
    let listed = u64::try_from(w.problems.len()).unwrap_or(u64::MAX);
    let rest = if listed == w.problems_total {
        String::new()
    } else {
        format!(" The first {} are listed.", grouped(listed))
    };
    let text = format!(
        "{} could not be understood and took no part in any check. Each is an exception; the \
         quarantine file made with this report holds all of them.{rest}",
        plural(w.problems_total, "record")
    );
    flow.paragraph(BODY, &text);
    let mut table = PrintedTable::new(vec![
        Column::fit("File and line", 150.0).face(Face::Mono),
        Column::share("Why", 1.0),
    ]);
    for p in &w.problems {
        let place = format!("{}:{}", input.places.journal(p.journal), p.line);
        table.row(
            row![place, &*p.reason].note(MONO.colour(GREY), excerpt(p.raw.clone(), TEXT_CHARS_MAX)),
        );
    }
    table.draw(flow);
}

/// What this report does not say.
pub(super) fn limitations(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let w = input.w;
    flow.section(titles::LIMITATIONS, false);
    for text in [
        "This report states procedures performed on the files listed under Scope and the exceptions \
         they found. It gives no opinion on fairness and certifies no random number generator.",
        "Whether the procedures suffice is for the reader to decide. Events that left no record, and \
         records that were not supplied, are outside it.",
        "The engagement file is the property's own statement of its tables, links, settings, limits \
         and people; what it states was compared with the journals, not with the floor.",
        "Times are those of the journals, read by the policies listed under Scope.",
    ] {
        flow.bullet(BODY, text);
    }
    if w.problems_total == 0 {
        flow.bullet(BODY, "Every record of the files was understood; none was set aside.");
    }
    if input.randomness.is_empty() {
        let text = format!(
            "Randomness was not tested: the records supplied hold no source of cards that these tests could judge. {} \
             says why.",
            RESULTS_BY_AREA
        );
        flow.bullet(BODY, &text);
    }
    for text in particular(w) {
        flow.bullet(BODY, &text);
    }
}

/// The limits that come from this audit's own figures.
fn particular(w: &Workpaper) -> Vec<String> {
    let mut out = Vec::new();
    let not_run = check_counts(w).not_run;
    if not_run > 0 {
        out.push(format!(
            "{} did not run: {}, at its end, says why.",
            plural(not_run, "check"),
            RESULTS_BY_AREA
        ));
    }
    out.extend(w.gaps.iter().map(|gap| format!("Not covered: {gap}")));
    if w.counts.hands_untestable > 0 {
        out.push(format!(
            "{} folded without recorded cards: what was owed on them could not be tested.",
            plural(w.counts.hands_untestable, "hand")
        ));
    }
    if w.problems_total > 0 {
        out.push(format!(
            "{} could not be understood; the rounds and meters they belong to may be incomplete.",
            plural(w.problems_total, "record")
        ));
    }
    let of = |verdict: ControlVerdict| -> Vec<&str> {
        w.controls.iter().filter(|c| c.verdict == verdict).map(|c| c.citation.as_str()).collect()
    };
    for (verdict, words) in [
        (ControlVerdict::ByInspection, "Open work: controls that inspection alone answers"),
        (ControlVerdict::InputMissing, "Controls not tested for lack of an input"),
        (ControlVerdict::NothingToTest, "Controls with nothing to test in the record"),
        (ControlVerdict::NotApplicable, "Controls that do not apply"),
        (ControlVerdict::PartlyTested, "Controls tested in part"),
        (ControlVerdict::NotDecidable, "Controls not decidable on the text known"),
    ] {
        let citations = of(verdict);
        match citations.len() {
            0 => {}
            few @ ..=12 => out.push(format!("{words} ({few}): {}.", citations.join("; "))),
            many => out.push(format!("{words}: {many}, each in {}.", COMPLIANCE)),
        }
    }
    for input in w.inputs.iter().filter(|i| !i.unmapped_columns.is_empty()) {
        out.push(format!(
            "Columns of {} not read: {}.",
            input.digest.file,
            input.unmapped_columns.join(", ")
        ));
    }
    let listed = register::printed(&w.exceptions, register::PRINTED).len();
    let listed = u64::try_from(listed).unwrap_or(u64::MAX);
    if listed < w.exceptions_total {
        out.push(format!(
            "The register prints {} of {} exceptions; the JSON report holds all{}.",
            grouped(listed),
            grouped(w.exceptions_total),
            of_causes(w)
        ));
    }
    out
}

/// What the JSON report leaves out, where a cause explains many exceptions.
fn of_causes(w: &Workpaper) -> String {
    if w.causes.is_empty() {
        return String::new();
    }
    format!(", but of those that a cause explains the first {LISTED_OF_CAUSE_MAX} of each")
}

/// Lines for names and dates, and room for the visible signature.
pub(super) fn sign_off(flow: &mut Flow<'_>, input: &ReportInput<'_>) -> SignatureBox {
    let w = input.w;
    // Names, dates and the visible signature stand on one page.
    flow.section(titles::SIGN_OFF, flow.remaining() < 410.0);
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
    const ROW: f32 = 46.0;
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
