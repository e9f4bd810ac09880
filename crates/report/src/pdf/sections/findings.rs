//! Findings: all exceptions of one cause, or of one check under one control: where, with whom, since when, the rule broken.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::leading::{by_severity, money, names, places};
use super::{ReportInput, titles};
use crate::draw::{
    ACCENT, BODY, BODY_BOTTOM, BODY_TOP, BODY_WIDTH, Face, GREY, MARGIN, Owner, RED, TextStyle,
    wrap,
};
use crate::pdf::flow::Flow;
use crate::pdf::links::Target;
use crate::pdf::structure::Role;
use crate::words::{grouped, plural};
use feltproof_model::workpaper::Finding;
use feltproof_model::{Cause, Exception};

/// Texts of a finding, a little smaller than running text.
const SMALLER: TextStyle = TextStyle { size: 8.6, leading: 11.2, ..BODY };
/// Width of the labels at the left.
const LABEL: f32 = 56.0;
/// Width of the texts beside them.
const TEXT: f32 = BODY_WIDTH - LABEL;
/// Space below each.
const GAP: f32 = 1.0;

/// Label, text, how it looks, and where it leads.
type Line<'a> = (&'a str, String, TextStyle, Option<Target>);

pub(super) fn findings(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let w = input.w;
    // That there are none stands on the second page.
    if w.findings.is_empty() && w.responses_unmatched.is_empty() {
        return;
    }
    flow.section(titles::FINDINGS, false);
    if !w.findings.is_empty() {
        flow.paragraph(BODY, &by_severity(w));
    }
    for (at, f) in w.findings.iter().enumerate() {
        flow.part(&format!("{}. {} ({})", at + 1, f.title, f.code));
        finding(flow, input, (at, f));
        flow.space(2.0);
        flow.rule();
    }
    if !w.responses_unmatched.is_empty() {
        let codes = w.responses_unmatched.join(", ");
        flow.paragraph(BODY, &format!("The licensee responds to what is no finding: {codes}."));
    }
}

fn finding(flow: &mut Flow<'_>, input: &ReportInput<'_>, (at, f): (usize, &Finding)) {
    let w = input.w;
    let control = w
        .controls
        .iter()
        .position(|c| Some(&c.id) == f.control_id.as_ref() && c.citation == f.control);
    let link = SMALLER.colour(ACCENT);
    let register = f
        .first
        .as_ref()
        .and_then(|first| w.exceptions.iter().position(|e| e.number == first.number));
    let mut rows: Vec<Line<'_>> = vec![
        ("Extent", extent(input, f), SMALLER.face(Face::Bold).colour(RED), None),
        ("Control", f.control.clone(), link, control.map(Target::Control)),
        ("Where", place(input, f), link, register.map(Target::Exception)),
        ("Condition", f.condition.clone(), SMALLER, None),
        ("Criteria", f.criteria.clone(), SMALLER, None),
    ];
    if let Some(report) = &f.repeated {
        let said = format!("Also a finding of report {report}.");
        rows.push(("Repeated", said, SMALLER.colour(RED), None));
    }
    rows.extend(f.responses.iter().map(|said| ("Response", said.clone(), SMALLER, None)));
    rows.retain(|(_, text, ..)| !text.is_empty());
    // A finding stays on one page where it can, so that its parts are read together.
    let lines: usize =
        rows.iter().map(|(_, text, style, _)| wrap(flow.fonts, *style, text, TEXT).len()).sum();
    let height = SMALLER.leading * lines as f32 + GAP * rows.len() as f32;
    flow.need(height.min(BODY_BOTTOM - BODY_TOP));
    flow.target(Target::Finding(at));
    for row in rows {
        labelled(flow, row);
    }
}

/// How much it matters, how many exceptions, what they are worth.
fn extent(input: &ReportInput<'_>, f: &Finding) -> String {
    let count = match f.cause.and_then(|at| input.w.causes.get(at)) {
        Some(cause) => explained(input, cause),
        None => format!("{} in {} tested", plural(f.exceptions, "exception"), grouped(f.tested)),
    };
    let money = money(f);
    let money = if money.is_empty() {
        "no amount is attached to it".to_owned()
    } else {
        format!("in favour of: {}", money.join(", "))
    };
    format!("{}. {count}; {money}.", titled(f.severity.name()))
}

fn titled(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Of one exception where it stands; of several the first, and how far they reach.
fn place(input: &ReportInput<'_>, f: &Finding) -> String {
    let Some(first) = &f.first else { return String::new() };
    let of_first = of_exception(input, first);
    if f.exceptions < 2 {
        return of_first;
    }
    let reach = &f.extent;
    let mut parts = vec![format!("First {of_first}.")];
    let (where_else, dealers) = (places(reach), names(&reach.dealers));
    if !where_else.is_empty() {
        parts.push(format!("At {where_else}."));
    }
    if !dealers.is_empty() {
        parts.push(format!("Dealers {dealers}."));
    }
    if let (Some(since), Some(until)) = (reach.since, reach.until)
        && since != until
    {
        parts.push(format!("{} to {}.", input.clock.full(since), input.clock.full(until)));
    }
    parts.join(" ")
}

fn of_exception(input: &ReportInput<'_>, e: &Exception) -> String {
    let mut parts = vec![input.places.place(e.locus)];
    parts.extend(e.time.map(|time| input.clock.full(time)));
    parts.extend(e.table.as_ref().map(|of| format!("table {of}")));
    parts.extend(e.link.as_ref().map(|of| format!("link {of}")));
    parts.extend(e.round.map(|of| format!("round {of}")));
    parts.extend(e.seat.map(|of| format!("seat {of}")));
    parts.extend(e.dealer.as_ref().map(|of| format!("dealer {of}")));
    parts.join(", ")
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
fn labelled(flow: &mut Flow<'_>, (label, text, style, to): Line<'_>) {
    // The first lines of the text move to the next page together with the label.
    let lines = wrap(flow.fonts, style, &text, TEXT);
    flow.need(style.leading * lines.len().clamp(1, 3) as f32);
    let baseline = flow.y + SMALLER.leading * 0.76;
    flow.item(|flow| {
        flow.tagged(Role::Label, |flow| {
            flow.text_at(MARGIN, baseline, SMALLER.colour(GREY), label);
        });
        match (to, lines.first()) {
            (Some(to), Some(first)) => flow.within(Role::Body, |flow| {
                let link = flow.structure.add(Role::Link);
                flow.owned(Owner::Element(link), |flow| {
                    flow.link_text(link, (MARGIN + LABEL, baseline), style, first, to);
                    flow.text_at(MARGIN + LABEL, baseline, style, first);
                    flow.y += style.leading;
                    let rest = lines.get(1..).unwrap_or_default().join(" ");
                    if !rest.is_empty() {
                        flow.block(MARGIN + LABEL, TEXT, SMALLER, &rest);
                    }
                });
            }),
            _ => flow.tagged(Role::Body, |flow| {
                flow.block(MARGIN + LABEL, TEXT, style, &text);
            }),
        }
    });
    flow.y += GAP;
}
