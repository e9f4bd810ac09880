//! Text flowing over pages: headings that stay with what follows, paragraphs, lists, free space.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::icons::{self, Icon};
use super::links::{Link, Links, Target};
use super::structure::{Element, Role, Structure};
use crate::charts::Chart;
use crate::draw::{
    ACCENT, Anchor, BODY, BODY_BOTTOM, BODY_TOP, BODY_WIDTH, Fonts, GREY, MARGIN, Owner, PART,
    Page, RULE, SECTION, TextStyle, wrap,
};

/// One line of the outline and of the contents page.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OutlineEntry {
    /// 1 for a section, 2 for a part of one.
    pub(super) level: u8,
    pub(super) title: String,
    pub(super) page: usize,
    pub(super) y: f32,
}

/// The pages written so far and the next free height on the last one.
pub(super) struct Flow<'a> {
    pub(super) fonts: &'a Fonts,
    pub(super) pages: Vec<Page>,
    pub(super) y: f32,
    pub(super) outline: Vec<OutlineEntry>,
    pub(super) links: Links,
    pub(super) structure: Structure,
    sections: usize,
    /// Title of a part, written together with the first thing that follows it.
    pending: Option<(Element, String)>,
}

impl<'a> Flow<'a> {
    /// An empty page.
    pub(super) fn new(fonts: &'a Fonts) -> Self {
        Self {
            fonts,
            pages: vec![Page::default()],
            y: BODY_TOP,
            outline: Vec::new(),
            links: Links::default(),
            structure: Structure::new(),
            sections: 0,
            pending: None,
        }
    }

    /// The page being written, for decoration.
    pub(super) fn page(&mut self) -> &mut Page {
        self.page_for(Owner::Decoration)
    }

    /// The page being written; the next marks have this owner.
    fn page_for(&mut self, owner: Owner) -> &mut Page {
        let last = self.page_index();
        self.pages[last].owner = owner;
        &mut self.pages[last]
    }

    /// All texts that are written in between are one element.
    pub(super) fn tagged<T>(&mut self, role: Role, write: impl FnOnce(&mut Self) -> T) -> T {
        let element = self.structure.add(role);
        self.owned(Owner::Element(element), write)
    }

    /// All texts that are written in between have this owner.
    pub(super) fn owned<T>(&mut self, owner: Owner, write: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.structure.own(Some(owner));
        let written = write(self);
        self.structure.own(before);
        written
    }

    /// What is written in between stands in one new element.
    pub(super) fn within<T>(&mut self, role: Role, write: impl FnOnce(&mut Self) -> T) -> T {
        self.structure.open(role);
        let written = write(self);
        self.structure.close();
        written
    }

    /// What is written in between is an item of the list that is being written, or of a new one.
    pub(super) fn item<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        self.structure.open_item();
        let written = write(self);
        self.structure.close();
        written
    }

    /// A box to tick or a line to write on.
    pub(super) fn on_paper(&mut self, role: Role, draw: impl FnOnce(&mut Page)) {
        let field = self.structure.add(role);
        draw(self.page_for(Owner::Element(field)));
    }

    pub(super) fn sign(&mut self, figure: Element, icon: Icon, (x, y): (f32, f32), diameter: f32) {
        let r = diameter / 2.0;
        self.structure.place(figure, [x - r, y - r, x + r, y + r]);
        icons::draw(self.page_for(Owner::Element(figure)), icon, (x, y), diameter);
    }

    pub(super) fn page_index(&self) -> usize {
        self.pages.len() - 1
    }

    pub(super) fn new_page(&mut self) {
        self.pages.push(Page::default());
        self.y = BODY_TOP;
    }

    pub(super) fn remaining(&self) -> f32 {
        BODY_BOTTOM - self.y
    }

    /// Starts a new page unless this much fits. A title that waits is written first, on the same page.
    pub(super) fn need(&mut self, height: f32) {
        let title = self.pending.take();
        let of = |(_, title): &(_, String)| wrap(self.fonts, PART, title, BODY_WIDTH);
        let lines = title.as_ref().map_or_else(Vec::new, of);
        let above = if title.is_some() { 14.0 + lines.len() as f32 * PART.leading } else { 0.0 };
        if height + above > self.remaining() && self.y > BODY_TOP {
            self.new_page();
        }
        let Some((heading, title)) = title else { return };
        self.space(10.0);
        self.mark_outline(2, &title);
        self.owned(Owner::Element(heading), |flow| {
            for line in lines {
                let baseline = flow.y + PART.size;
                flow.text_at(MARGIN, baseline, PART, &line);
                flow.y += PART.leading;
            }
        });
        self.y += 4.0;
    }

    /// Free space; none at the top of a page.
    pub(super) fn space(&mut self, height: f32) {
        if self.y > BODY_TOP {
            self.y += height;
        }
    }

    /// A line of text at a place; the text is not wrapped.
    pub(super) fn text_at(&mut self, x: f32, baseline: f32, style: TextStyle, text: &str) {
        self.anchored((x, baseline), style, Anchor::Start, text);
    }

    /// What links to this lead to stands at the height being written.
    pub(super) fn target(&mut self, target: Target) {
        let (page, y) = (self.page_index(), self.y);
        self.links.mark(target, page, y);
    }

    /// A line of text that is written at a place, as part of this element, leads somewhere.
    pub(super) fn link_text(
        &mut self,
        element: Element,
        (x, baseline): (f32, f32),
        style: TextStyle,
        text: &str,
        to: Target,
    ) {
        let text = text.trim_end();
        let width = self.width(style, text);
        let area = [x, baseline - style.size, x + width, baseline + style.size * 0.3];
        let page = self.page_index();
        self.links.from.push(Link { page, area, to, element, text: text.to_owned() });
    }

    pub(super) fn text_ending(&mut self, right: f32, baseline: f32, style: TextStyle, text: &str) {
        self.anchored((right, baseline), style, Anchor::End, text);
    }

    fn anchored(&mut self, at: (f32, f32), style: TextStyle, anchor: Anchor, text: &str) {
        if text.is_empty() {
            return;
        }
        let fonts = self.fonts;
        let owner = self.structure.owner_of_text();
        self.page_for(owner).text(fonts, at, style, anchor, text);
    }

    /// The style, smaller if need be for the text to fit a width.
    pub(super) fn fitted(&self, style: TextStyle, text: &str, width: f32) -> TextStyle {
        let wide = self.width(style, text);
        if wide <= width { style } else { TextStyle { size: style.size * width / wide, ..style } }
    }

    pub(super) fn width(&self, style: TextStyle, text: &str) -> f32 {
        self.fonts.text_width(style, text)
    }

    /// Title of a section, numbered, with a rule; on a new page if `own_page` or where room is short.
    pub(super) fn section(&mut self, title: &str, own_page: bool) {
        if own_page && self.y > BODY_TOP {
            self.new_page();
        }
        self.need(110.0);
        self.space(18.0);
        self.sections += 1;
        let numbered = format!("{}  {title}", self.sections);
        self.mark_outline(1, &numbered);
        let baseline = self.y + SECTION.size;
        self.tagged(Role::Heading(2), |flow| flow.text_at(MARGIN, baseline, SECTION, &numbered));
        self.y = baseline + 7.0;
        let y = self.y;
        self.page().line((MARGIN, y), (MARGIN + BODY_WIDTH, y), 0.9, ACCENT);
        self.y += 11.0;
    }

    /// Title of a part of a section; it stays with what follows.
    pub(super) fn part(&mut self, title: &str) {
        self.pending = Some((self.structure.add(Role::Heading(3)), title.to_owned()));
    }

    fn mark_outline(&mut self, level: u8, title: &str) {
        let (page, y) = (self.page_index(), self.y);
        self.links.mark(Target::Heading(self.outline.len()), page, y);
        self.outline.push(OutlineEntry { level, title: title.to_owned(), page, y });
    }

    pub(super) fn paragraph(&mut self, style: TextStyle, text: &str) {
        self.block(MARGIN, BODY_WIDTH, style, text);
        self.y += style.leading * 0.45;
    }

    /// Wrapped lines in a column, one paragraph; breaks over pages line by line.
    pub(super) fn block(&mut self, x: f32, width: f32, style: TextStyle, text: &str) {
        if !self.structure.is_owned() {
            return self.tagged(Role::Paragraph, |flow| flow.block(x, width, style, text));
        }
        let lines = wrap(self.fonts, style, text, width);
        // Two lines at least stay together, so that no page starts with a lonely last line.
        if lines.len() <= 3 {
            self.need(style.leading * lines.len() as f32);
        }
        for line in lines {
            self.need(style.leading);
            let baseline = self.y + style.leading * 0.76;
            self.text_at(x, baseline, style, &line);
            self.y += style.leading;
        }
    }

    pub(super) fn bullet(&mut self, style: TextStyle, text: &str) {
        // The sign stands on the page of its first line.
        let lines = wrap(self.fonts, style, text, BODY_WIDTH - 13.0).len().clamp(1, 3);
        self.need(style.leading * lines as f32);
        let centre = self.y + style.leading * 0.52;
        self.page().disc((MARGIN + 4.0, centre), 1.5, ACCENT);
        self.item(|flow| {
            flow.tagged(Role::Body, |flow| {
                flow.block(MARGIN + 13.0, BODY_WIDTH - 13.0, style, text);
            });
        });
        self.y += 2.5;
    }

    /// A chart with its title and caption, kept on one page; `shows` says in words what it shows.
    pub(super) fn chart(&mut self, chart: &Chart<'_>, shows: &str) {
        self.need(chart.height);
        let dy = self.y;
        let said = [chart.title.as_str(), shows, chart.caption.as_str()];
        let said: Vec<&str> = said.into_iter().filter(|part| !part.is_empty()).collect();
        let area = [MARGIN, dy, MARGIN + BODY_WIDTH, dy + chart.height];
        let figure = self.structure.add(Role::Figure(said.join(" "), area));
        let page = self.page_for(Owner::Element(figure));
        for mark in &chart.page.marks {
            page.push(mark.moved(MARGIN, dy));
        }
        // A caption is set apart from the text that follows; axes and bars stand apart by themselves.
        self.y += chart.height + if chart.caption.is_empty() { 6.0 } else { 14.0 };
    }

    pub(super) fn rule(&mut self) {
        let y = self.y;
        self.page().line((MARGIN, y), (MARGIN + BODY_WIDTH, y), 0.5, RULE);
    }

    /// A statement in place of a table that would be empty.
    pub(super) fn nothing(&mut self, text: &str) {
        self.paragraph(BODY.colour(GREY), text);
    }
}
