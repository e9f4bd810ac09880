//! Labels with what each says beside it: the facts of a cover, the parts of a finding; and the colours of tones.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::flow::Flow;
use super::links::Target;
use super::structure::Role;
use crate::clock::Clock;
use crate::draw::{
    ACCENT, AMBER, BODY, BODY_BOTTOM, BODY_TOP, BODY_WIDTH, Colour, Face, GREY, MARGIN, Owner, RED,
    RULE, TextStyle, wrap,
};
use feltproof_paper::{Anchor, Cell, Tone};

/// Parts of a finding are a little smaller than running text.
const SMALLER: TextStyle = TextStyle { size: 8.6, leading: 11.2, ..BODY };
/// Width of the labels of a finding, and of those of a cover.
const NARROW: f32 = 56.0;
const WIDE: f32 = 92.0;
/// Space below each part.
const GAP: f32 = 1.0;

pub(super) fn toned(style: TextStyle, tone: Tone) -> TextStyle {
    colour(tone).map_or(style, |colour| style.colour(colour))
}

/// The colour of a tone, where it has one.
pub(super) const fn colour(tone: Tone) -> Option<Colour> {
    match tone {
        Tone::Plain => None,
        Tone::Quiet => Some(GREY),
        Tone::Good => Some(ACCENT),
        Tone::Open => Some(AMBER),
        Tone::Bad => Some(RED),
    }
}

/// What is said of something, on one page where it can be, so that its parts are read together.
pub(super) fn details(
    flow: &mut Flow<'_>,
    at: Anchor,
    lines: &[(&'static str, Cell)],
    clock: &Clock,
) {
    let printed = |(label, cell): &(&'static str, Cell)| {
        let style = toned(SMALLER, cell.tone);
        let style = if cell.is_strong { style.face(Face::Bold) } else { style };
        let style = if cell.to.is_some() { style.colour(ACCENT) } else { style };
        (*label, cell.value.text(false, clock), style, cell.to.map(Target::from))
    };
    let lines: Vec<_> = lines.iter().map(printed).collect();
    let height = |(_, text, style, _): &(&str, String, TextStyle, Option<Target>)| {
        wrap(flow.fonts, *style, text, BODY_WIDTH - NARROW).len() as f32 * SMALLER.leading + GAP
    };
    let height: f32 = lines.iter().map(height).sum();
    flow.need(height.min(BODY_BOTTOM - BODY_TOP));
    flow.target(at.into());
    for (label, text, style, to) in lines {
        labelled(flow, NARROW, label, (&text, style), to);
        flow.y += GAP;
    }
    flow.space(2.0);
    flow.rule();
}

/// A fact of a cover, over a thin rule.
pub(super) fn fact(flow: &mut Flow<'_>, label: &str, value: &str) {
    flow.y += 3.0;
    labelled(flow, WIDE, label, (value, BODY), None);
    flow.y += 3.0;
    let y = flow.y;
    flow.page().line((MARGIN, y), (MARGIN + BODY_WIDTH, y), 0.4, RULE);
}

/// A label and its text beside it.
fn labelled(
    flow: &mut Flow<'_>,
    wide: f32,
    label: &str,
    (text, style): (&str, TextStyle),
    to: Option<Target>,
) {
    let (left, width) = (MARGIN + wide, BODY_WIDTH - wide);
    // The first lines of the text move to the next page together with the label.
    let lines = wrap(flow.fonts, style, text, width);
    flow.need(style.leading * lines.len().clamp(1, 3) as f32);
    let baseline = flow.y + style.leading * 0.76;
    flow.item(|flow| {
        flow.tagged(Role::Label, |flow| {
            flow.text_at(MARGIN, baseline, style.face(Face::Regular).colour(GREY), label);
        });
        match (to, lines.split_first()) {
            (Some(to), Some((first, rest))) => flow.within(Role::Body, |flow| {
                let link = flow.structure.add(Role::Link);
                flow.owned(Owner::Element(link), |flow| {
                    flow.link_text(link, (left, baseline), style, first, to);
                    flow.text_at(left, baseline, style, first);
                    flow.y += style.leading;
                    if !rest.is_empty() {
                        flow.block(left, width, SMALLER, &rest.join(" "));
                    }
                });
            }),
            _ => flow.tagged(Role::Body, |flow| flow.block(left, width, style, text)),
        }
    });
}
