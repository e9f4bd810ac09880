//! What can be written only when the number of pages is known: contents, running heads and feet.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use crate::pdf::canvas::{Mark, Page};
use crate::pdf::flow::OutlineEntry;
use crate::pdf::fonts::Fonts;
use crate::pdf::style::{
    ACCENT, BODY, BODY_RIGHT, BODY_TOP, FOOTER_BASELINE, GREY, HEADER_BASELINE, MARGIN, RULE,
    SECTION, TINY, TextStyle,
};
use crate::words::visible;

/// Writes text on a finished page; `right` aligns its end instead of its start.
fn put(
    page: &mut Page,
    fonts: &Fonts,
    style: TextStyle,
    x: f32,
    baseline: f32,
    text: &str,
    right: bool,
) {
    let text = fonts.printable(style.face, text);
    let wide = if right { fonts.width(style.face, style.size, &text) } else { 0.0 };
    let TextStyle { face, size, colour, .. } = style;
    page.marks.push(Mark::Text { x: x - wide, baseline, size, face, colour, text });
}

/// The contents page: every section with its page.
pub(super) fn contents(pages: &mut [Page], at: usize, outline: &[OutlineEntry], fonts: &Fonts) {
    let Some(page) = pages.get_mut(at) else { return };
    put(page, fonts, SECTION, MARGIN, BODY_TOP + SECTION.size, "Contents", false);
    let rule = BODY_TOP + SECTION.size + 7.0;
    page.line((MARGIN, rule), (BODY_RIGHT, rule), 0.9, ACCENT);
    let mut baseline = rule + 28.0;
    for entry in outline.iter().filter(|e| e.level == 1) {
        let number = (entry.page + 1).to_string();
        put(page, fonts, BODY, MARGIN, baseline, &entry.title, false);
        put(page, fonts, BODY, BODY_RIGHT, baseline, &number, true);
        let from = MARGIN + fonts.width(BODY.face, BODY.size, &entry.title) + 6.0;
        let to = BODY_RIGHT - fonts.width(BODY.face, BODY.size, &number) - 6.0;
        let points = vec![(from, baseline - 1.0), (to, baseline - 1.0)];
        page.marks.push(Mark::Path { points, thickness: 0.5, colour: RULE, dash: true });
        baseline += 21.0;
    }
}

/// What stands on every page.
pub(super) struct Heads<'a> {
    /// Top left.
    pub(super) left: &'a str,
    /// Top right.
    pub(super) right: &'a str,
    pub(super) tool_version: &'a str,
}

/// Report and property on top, page x of y and the tool's version below; the cover has only a foot.
pub(super) fn running_heads(pages: &mut [Page], heads: &Heads<'_>, fonts: &Fonts) {
    let all = pages.len();
    let property = shortened(&visible(heads.right), fonts);
    let id = shortened(&visible(heads.left), fonts);
    let tool = shortened(&visible(&format!("Feltproof {}", heads.tool_version)), fonts);
    for (at, page) in pages.iter_mut().enumerate() {
        if at > 0 {
            put(page, fonts, TINY, MARGIN, HEADER_BASELINE, &id, false);
            put(page, fonts, TINY, BODY_RIGHT, HEADER_BASELINE, &property, true);
            let y = HEADER_BASELINE + 6.0;
            page.line((MARGIN, y), (BODY_RIGHT, y), 0.5, RULE);
        }
        let y = FOOTER_BASELINE - 11.0;
        page.line((MARGIN, y), (BODY_RIGHT, y), 0.5, RULE);
        put(page, fonts, TINY.colour(GREY), MARGIN, FOOTER_BASELINE, &tool, false);
        let number = format!("Page {} of {all}", at + 1);
        put(page, fonts, TINY.colour(GREY), BODY_RIGHT, FOOTER_BASELINE, &number, true);
    }
}

/// A name cut to half of the running head; the whole name is on the cover.
fn shortened(name: &str, fonts: &Fonts) -> String {
    const ROOM: f32 = 240.0;
    let mut text: Vec<char> = name.chars().collect();
    if fonts.width(TINY.face, TINY.size, name) <= ROOM {
        return name.to_owned();
    }
    while text.pop().is_some() {
        let short: String = text.iter().chain(&['…']).collect();
        if fonts.width(TINY.face, TINY.size, &short) <= ROOM {
            return short;
        }
    }
    String::new()
}
