//! What can be written only when the number of pages is known: contents, running heads and feet.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::LaidOut;
use super::closing::SignatureBox;
use crate::draw::{
    ACCENT, Anchor, BODY, BODY_RIGHT, FOOTER_BASELINE, Fonts, GREY, HEADER_BASELINE, MARGIN, Owner,
    Page, RULE, SECTION, TINY,
};
use crate::pdf::flow::{Flow, OutlineEntry};
use crate::pdf::links::{Link, Links, Target};
use crate::pdf::structure::{Element, Role, Structure};
use feltproof_printable::visible;

/// Height of a line of the contents.
const LINE: f32 = 12.4;

/// Height of the contents of so many sections.
pub(super) fn contents_height(sections: usize) -> f32 {
    #[allow(clippy::cast_precision_loss, reason = "a few dozen sections")]
    let lines = sections as f32;
    SECTION.size + 46.0 + lines * LINE
}

/// Where the contents are to stand: page and height, and their heading and list among what is read.
#[derive(Clone, Copy)]
pub(super) struct ContentsPlace {
    page: usize,
    top: f32,
    heading: Element,
    list: Element,
}

/// Leaves room for the contents.
pub(super) fn after_contents(flow: &mut Flow<'_>, sections: usize) {
    flow.y += contents_height(sections);
}

/// The contents are to stand here.
pub(super) fn contents_here(flow: &mut Flow<'_>) -> ContentsPlace {
    let heading = flow.structure.add(Role::Heading(2));
    let list = flow.structure.add(Role::Contents);
    ContentsPlace { page: flow.page_index(), top: flow.y, heading, list }
}

/// What can be written only at the end: the contents where they were left room, and the running heads.
pub(super) fn finished(
    flow: Flow<'_>,
    contents_at: Option<ContentsPlace>,
    heads: &Heads<'_>,
    signature_box: SignatureBox,
) -> LaidOut {
    let Flow { fonts, mut pages, outline, mut links, mut structure, .. } = flow;
    if let Some(place) = contents_at {
        contents((&mut pages, &mut structure), place, &outline, fonts, &mut links);
    }
    running_heads(&mut pages, heads, fonts);
    LaidOut { pages, outline, links, structure, signature_box }
}

/// The contents: every section with its page, from `top` on.
fn contents(
    (pages, structure): (&mut [Page], &mut Structure),
    place: ContentsPlace,
    outline: &[OutlineEntry],
    fonts: &Fonts,
    links: &mut Links,
) {
    let Some(page) = pages.get_mut(place.page) else { return };
    let top = place.top + 18.0;
    page.owner = Owner::Element(place.heading);
    page.text(fonts, (MARGIN, top + SECTION.size), SECTION, Anchor::Start, "Contents");
    let rule = top + SECTION.size + 7.0;
    page.owner = Owner::Decoration;
    page.line((MARGIN, rule), (BODY_RIGHT, rule), 0.9, ACCENT);
    let mut baseline = rule + 21.0;
    for (at, entry) in outline.iter().enumerate().filter(|(_, e)| e.level == 1) {
        let area = [MARGIN, baseline - LINE * 0.75, BODY_RIGHT, baseline + LINE * 0.25];
        let item = structure.add_to(place.list, Role::ContentsItem);
        let element = structure.add_to(item, Role::Link);
        let (to, text) = (Target::Heading(at), entry.title.clone());
        links.from.push(Link { page: place.page, area, to, element, text });
        page.owner = Owner::Element(element);
        let number = (entry.page + 1).to_string();
        // Title and page are one text, read one after the other.
        let title = format!("{} ", entry.title);
        page.text(fonts, (MARGIN, baseline), BODY, Anchor::Start, &title);
        page.text(fonts, (BODY_RIGHT, baseline), BODY, Anchor::End, &number);
        let from = MARGIN + fonts.width(BODY.face, BODY.size, &entry.title) + 6.0;
        let to = BODY_RIGHT - fonts.width(BODY.face, BODY.size, &number) - 6.0;
        let points = vec![(from, baseline - 1.0), (to, baseline - 1.0)];
        page.owner = Owner::Decoration;
        page.dashed(points, 0.5, RULE);
        baseline += LINE;
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
fn running_heads(pages: &mut [Page], heads: &Heads<'_>, fonts: &Fonts) {
    let all = pages.len();
    let property = shortened(&visible(heads.right), fonts);
    let id = shortened(&visible(heads.left), fonts);
    let tool = shortened(&visible(&format!("Feltproof {}", heads.tool_version)), fonts);
    for (at, page) in pages.iter_mut().enumerate() {
        page.owner = Owner::Header;
        if at > 0 {
            page.text(fonts, (MARGIN, HEADER_BASELINE), TINY, Anchor::Start, &id);
            page.text(fonts, (BODY_RIGHT, HEADER_BASELINE), TINY, Anchor::End, &property);
            let y = HEADER_BASELINE + 6.0;
            page.line((MARGIN, y), (BODY_RIGHT, y), 0.5, RULE);
        }
        page.owner = Owner::Footer;
        let y = FOOTER_BASELINE - 11.0;
        page.line((MARGIN, y), (BODY_RIGHT, y), 0.5, RULE);
        page.text(fonts, (MARGIN, FOOTER_BASELINE), TINY.colour(GREY), Anchor::Start, &tool);
        let number = format!("Page {} of {all}", at + 1);
        page.text(fonts, (BODY_RIGHT, FOOTER_BASELINE), TINY.colour(GREY), Anchor::End, &number);
    }
}

/// A name cut to half of the running head; the whole name is on the cover.
fn shortened(name: &str, fonts: &Fonts) -> String {
    const ROOM: f32 = 240.0;
    let width = |text: &str| fonts.width(TINY.face, TINY.size, text);
    if width(name) <= ROOM {
        return name.to_owned();
    }
    let mut used = width("…");
    let fits = |c: &char| {
        used += fonts.char_width(TINY.face, TINY.size, *c);
        used <= ROOM
    };
    name.chars().take_while(fits).chain(['…']).collect()
}
