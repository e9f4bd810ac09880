//! Text flowing over pages: headings that stay with what follows, paragraphs, lists, free space.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::links::{Link, Links, Target};
use crate::charts::Chart;
use crate::draw::{
    ACCENT, Anchor, BODY, BODY_BOTTOM, BODY_TOP, BODY_WIDTH, Fonts, GREY, MARGIN, PART, Page, RULE,
    SECTION, TextStyle, wrap,
};

/// One line of the outline and of the contents page.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OutlineEntry {
    /// 1 for a section, 2 for a part of one.
    pub(super) level: u8,
    pub(super) title: String,
    /// Page, counted from zero.
    pub(super) page: usize,
    /// Height on the page.
    pub(super) y: f32,
}

/// The pages written so far and the next free height on the last one.
pub(super) struct Flow<'a> {
    pub(super) fonts: &'a Fonts,
    pub(super) pages: Vec<Page>,
    pub(super) y: f32,
    pub(super) outline: Vec<OutlineEntry>,
    pub(super) links: Links,
    sections: usize,
    /// Title of a part, written together with the first thing that follows it.
    pending: Option<String>,
}

impl<'a> Flow<'a> {
    /// No page yet; the first piece starts one.
    pub(super) fn new(fonts: &'a Fonts) -> Self {
        Self {
            fonts,
            pages: vec![Page::default()],
            y: BODY_TOP,
            outline: Vec::new(),
            links: Links::default(),
            sections: 0,
            pending: None,
        }
    }

    /// The page being written.
    pub(super) fn page(&mut self) -> &mut Page {
        if self.pages.is_empty() {
            self.pages.push(Page::default());
        }
        let last = self.pages.len() - 1;
        &mut self.pages[last]
    }

    /// Its number, counted from zero.
    pub(super) fn page_index(&self) -> usize {
        self.pages.len().saturating_sub(1)
    }

    pub(super) fn new_page(&mut self) {
        self.pages.push(Page::default());
        self.y = BODY_TOP;
    }

    pub(super) fn remaining(&self) -> f32 {
        BODY_BOTTOM - self.y
    }

    /// Starts a new page unless this much still fits, or the page is empty anyway. A title that
    /// waits for its text is written first, and on the same page.
    pub(super) fn need(&mut self, height: f32) {
        let title = self.pending.take();
        let lines = title.as_ref().map_or_else(Vec::new, |t| wrap(self.fonts, PART, t, BODY_WIDTH));
        let above = if title.is_some() { 14.0 + lines.len() as f32 * PART.leading } else { 0.0 };
        if height + above > self.remaining() && self.y > BODY_TOP {
            self.new_page();
        }
        let Some(title) = title else { return };
        self.space(10.0);
        self.mark_outline(2, &title);
        for line in lines {
            let baseline = self.y + PART.size;
            self.text_at(MARGIN, baseline, PART, &line);
            self.y += PART.leading;
        }
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

    /// A line of text that was written at a place leads somewhere.
    pub(super) fn link_text(
        &mut self,
        (x, baseline): (f32, f32),
        style: TextStyle,
        text: &str,
        to: Target,
    ) {
        let width = self.width(style, text);
        let area = [x, baseline - style.size, x + width, baseline + style.size * 0.3];
        let page = self.page_index();
        self.links.from.push(Link { page, area, to });
    }

    /// A line of text that ends at a place.
    pub(super) fn text_ending(&mut self, right: f32, baseline: f32, style: TextStyle, text: &str) {
        self.anchored((right, baseline), style, Anchor::End, text);
    }

    fn anchored(&mut self, at: (f32, f32), style: TextStyle, anchor: Anchor, text: &str) {
        let fonts = self.fonts;
        self.page().text(fonts, at, style, anchor, text);
    }

    /// The style, smaller if need be for the text to fit a width.
    pub(super) fn fitted(&self, style: TextStyle, text: &str, width: f32) -> TextStyle {
        let wide = self.width(style, text);
        if wide <= width { style } else { TextStyle { size: style.size * width / wide, ..style } }
    }

    /// Width of a text as printed.
    pub(super) fn width(&self, style: TextStyle, text: &str) -> f32 {
        self.fonts.text_width(style, text)
    }

    /// Title of a section, numbered, with a rule. It starts a page of its own when `own_page` or
    /// when too little room is left.
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
        self.text_at(MARGIN, baseline, SECTION, &numbered);
        self.y = baseline + 7.0;
        let y = self.y;
        self.page().line((MARGIN, y), (MARGIN + BODY_WIDTH, y), 0.9, ACCENT);
        self.y += 11.0;
    }

    /// Title of a part of a section; it stays with what follows.
    pub(super) fn part(&mut self, title: &str) {
        self.pending = Some(title.to_owned());
    }

    fn mark_outline(&mut self, level: u8, title: &str) {
        let (page, y) = (self.page_index(), self.y);
        self.links.mark(Target::Heading(self.outline.len()), page, y);
        self.outline.push(OutlineEntry { level, title: title.to_owned(), page, y });
    }

    /// A paragraph over the whole column.
    pub(super) fn paragraph(&mut self, style: TextStyle, text: &str) {
        self.block(MARGIN, BODY_WIDTH, style, text);
        self.y += style.leading * 0.45;
    }

    /// Wrapped lines in a column; breaks over pages line by line.
    pub(super) fn block(&mut self, x: f32, width: f32, style: TextStyle, text: &str) {
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

    /// One point of a list.
    pub(super) fn bullet(&mut self, style: TextStyle, text: &str) {
        self.need(style.leading * 1.5);
        let centre = self.y + style.leading * 0.52;
        self.page().disc((MARGIN + 4.0, centre), 1.5, ACCENT);
        self.block(MARGIN + 13.0, BODY_WIDTH - 13.0, style, text);
        self.y += 2.5;
    }

    /// A chart with its title and caption, kept on one page.
    pub(super) fn chart(&mut self, chart: &Chart<'_>) {
        self.need(chart.height);
        let dy = self.y;
        let marks = chart.page.marks.iter().map(|mark| mark.moved(MARGIN, dy));
        self.page().marks.extend(marks);
        // A caption is set apart from the text that follows; axes and bars stand apart by themselves.
        self.y += chart.height + if chart.caption.is_empty() { 6.0 } else { 14.0 };
    }

    /// A thin rule over the column.
    pub(super) fn rule(&mut self) {
        let y = self.y;
        self.page().line((MARGIN, y), (MARGIN + BODY_WIDTH, y), 0.5, RULE);
    }

    /// A statement in place of a table that would be empty.
    pub(super) fn nothing(&mut self, text: &str) {
        self.paragraph(BODY.colour(GREY), text);
    }
}
