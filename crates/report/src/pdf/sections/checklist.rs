//! The blank form of a rule pack: every control that no log answers alone, with boxes to tick and lines to write on.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::cover::head;
use super::{LaidOut, closing, running};
use crate::checklist::{Checklist, ChecklistItem, ChecklistText};
use crate::draw::{
    AMBER, BODY, BODY_RIGHT, BODY_WIDTH, Fonts, GREY, INK, MARGIN, RULE, SMALL, TextStyle, wrap,
};
use crate::pdf::flow::Flow;
use crate::pdf::labels::fact;
use crate::pdf::structure::Role;
use crate::words::plural;

/// Side of a box to tick.
const BOX: f32 = 8.5;
/// From one line to write on to the next.
const WRITTEN: f32 = 20.0;
/// Height of boxes and lines under a control.
const ANSWER: f32 = 6.0 + 18.0 + 3.0 * WRITTEN + 12.0;
const HOW: &str = "One answer each. Yes: what the control demands is met. No: it is not; say what was found. Not \
                   applicable: say why. By examination of records, inquiry of persons, or observation on the floor. The \
                   answers go into the engagement as [[inspected]] blocks, which the program prints for this form; a \
                   control without an answer is reported as open work.";

/// Lays out the form.
pub(in crate::pdf) fn lay_out_checklist(form: &Checklist, fonts: &Fonts) -> LaidOut {
    let mut flow = Flow::new(fonts);
    first_page(&mut flow, form);
    flow.section("Controls", true);
    if form.items.is_empty() {
        let on = form.on.as_ref().map_or_else(String::new, |on| format!(" on {on}"));
        flow.nothing(&format!("No control of {} is left to inspection{on}.", form.pack));
    }
    for (at, item) in form.items.iter().enumerate() {
        control(&mut flow, form, at + 1, item);
    }
    flow.section("Sign-off", false);
    for role in ["Filled in by", "Reviewed by"] {
        closing::person(&mut flow, role, "");
    }
    let heads = running::Heads {
        left: &format!("Checklist of {}", form.pack),
        right: &form
            .on
            .as_ref()
            .map_or_else(|| "On any day".to_owned(), |on| format!("Law of {on}")),
        tool_version: &form.tool_version,
    };
    running::finished(flow, None, &heads, closing::SignatureBox::default())
}

fn first_page(flow: &mut Flow<'_>, form: &Checklist) {
    head(flow, "Inspection checklist", &form.title);
    let requested = plural(form.items.len() as u64, "control");
    fact(flow, "Rule pack", &format!("{}\n{}\nSHA-256 {}", form.pack, form.file, form.sha256));
    fact(flow, "Authority", &form.authority);
    let day = match &form.on {
        Some(on) => format!("{on}: what applies on that day, or may"),
        None => "any: each control is listed with its period".to_owned(),
    };
    fact(flow, "Day", &day);
    fact(flow, "To be answered", &format!("{requested}. {}", form.by_checks()));
    flow.y += 10.0;
    for label in ["Property", "Licence", "Gaming days"] {
        flow.need(WRITTEN + 2.0);
        let baseline = flow.y + 14.0;
        flow.text_at(MARGIN, baseline, BODY.colour(GREY), label);
        line_to_write_on(flow, label, (MARGIN + 92.0, BODY_RIGHT), baseline);
        flow.y += WRITTEN + 2.0;
    }
    flow.y += 14.0;
    flow.paragraph(BODY, HOW);
}

/// One control with its texts, kept on one page with the room for its answer.
fn control(flow: &mut Flow<'_>, form: &Checklist, number: usize, item: &ChecklistItem) {
    flow.part(&format!("{number}. {}", item.heading()));
    let texts: Vec<(TextStyle, String)> =
        item.texts.iter().flat_map(|text| paragraphs(form, item, text)).collect();
    let height = |(style, text): &(TextStyle, String)| {
        wrap(flow.fonts, *style, text, BODY_WIDTH).len() as f32 * style.leading + 1.5
    };
    let all = texts.iter().map(height).sum::<f32>();
    flow.need(all + ANSWER);
    for (style, text) in &texts {
        flow.block(MARGIN, BODY_WIDTH, *style, text);
        flow.y += 1.5;
    }
    flow.need(ANSWER);
    answer(flow);
}

fn paragraphs(
    form: &Checklist,
    item: &ChecklistItem,
    text: &ChecklistText,
) -> impl Iterator<Item = (TextStyle, String)> {
    let title = format!("{}: {}", text.citation, text.title);
    let all = [
        (BODY.colour(GREY), if item.texts.len() > 1 { title } else { String::new() }),
        (BODY, text.demand.clone()),
        (SMALL.colour(AMBER), text.doubt(form.on.as_deref())),
        (SMALL.colour(INK), text.by_checks()),
        (SMALL, text.note.clone()),
        (SMALL, format!("{}; {}", item.control, text.basis())),
    ];
    all.into_iter().filter(|(_, text)| !text.is_empty())
}

/// Boxes to tick and lines to write on.
fn answer(flow: &mut Flow<'_>) {
    flow.y += 6.0;
    let baseline = flow.y + 11.0;
    let mut x = MARGIN;
    for word in ["yes", "no", "not applicable"] {
        x = tick(flow, word, x, baseline);
    }
    x = (x + 18.0).max(MARGIN + 228.0);
    flow.text_at(x, baseline, BODY.colour(GREY), "by");
    x += flow.width(BODY, "by") + 8.0;
    for word in ["examination", "inquiry", "observation"] {
        x = tick(flow, word, x, baseline);
    }
    flow.y += 18.0;
    let (whole, after) = ((MARGIN, BODY_RIGHT), MARGIN + 104.0);
    let lines: [&[(&str, (f32, f32))]; 3] = [
        &[("Found, or why it does not apply", whole)],
        &[("", whole)],
        &[
            ("Initials", (MARGIN, MARGIN + 92.0)),
            ("Date", (after, after + 112.0)),
            ("Document", (after + 124.0, BODY_RIGHT)),
        ],
    ];
    for line in lines {
        let baseline = flow.y + WRITTEN - 4.0;
        for (label, (left, right)) in line {
            flow.text_at(*left, baseline, SMALL, label);
            let (label, from) = match *label {
                "" => ("as above, continued", 0.0),
                label => (label, flow.width(SMALL, label) + 8.0),
            };
            line_to_write_on(flow, label, (left + from, *right), baseline);
        }
        flow.y += WRITTEN;
    }
    flow.y += 12.0;
}

/// A box with its word; where the next one stands.
fn tick(flow: &mut Flow<'_>, word: &str, x: f32, baseline: f32) -> f32 {
    flow.on_paper(Role::ToTick(word.to_owned()), |page| {
        page.border([x, baseline - BOX + 1.0, BOX, BOX], 0.8, INK);
    });
    let text = x + BOX + 5.0;
    flow.text_at(text, baseline, BODY, word);
    text + flow.width(BODY, word) + 14.0
}

fn line_to_write_on(flow: &mut Flow<'_>, what: &str, (left, right): (f32, f32), baseline: f32) {
    let y = baseline + 1.5;
    flow.on_paper(Role::ToWrite(what.to_owned()), |page| {
        page.line((left, y), (right, y), 0.6, RULE);
    });
}
