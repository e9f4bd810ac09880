//! One chart as marks: title above, caption below, and labels that never overlap.
#![allow(clippy::float_arithmetic, reason = "coordinates of a drawing, never money")]

use crate::draw::{
    ACCENT, Anchor, BODY_WIDTH, Face, Fonts, GREY, Page, SMALL, TINY, TextStyle, text_box, wrap,
};

/// Width of every chart: the text column of the report.
pub(crate) const WIDTH: f32 = BODY_WIDTH;
const TITLE: TextStyle = TextStyle { face: Face::Bold, size: 9.4, leading: 12.0, colour: ACCENT };
/// Width of titles and captions: a viewer of the SVG may have a face with wider letters.
const TEXT_WIDTH: f32 = WIDTH * 0.88;
/// The same for what stands beside one another in a legend.
const WIDER: f32 = 1.14;
/// Most lines a title takes; more are left out with an ellipsis.
const TITLE_LINES: usize = 3;
const CAPTION_LINES: usize = 12;

/// A chart being drawn. Lengths are points from its top left corner, y growing downwards.
pub(crate) struct Chart<'f> {
    pub(crate) fonts: &'f Fonts,
    pub(crate) title: String,
    pub(crate) caption: String,
    pub(crate) height: f32,
    pub(crate) y: f32,
    pub(crate) page: Page,
    /// Boxes of the texts written so far: left, top, right, bottom.
    taken: Vec<[f32; 4]>,
}

impl<'f> Chart<'f> {
    /// A chart that starts with its title; an empty one where the heading above it is enough.
    pub(crate) fn new(fonts: &'f Fonts, title: &str) -> Self {
        let mut chart = Self {
            fonts,
            title: title.to_owned(),
            caption: String::new(),
            height: 0.0,
            y: 0.0,
            page: Page::default(),
            taken: Vec::new(),
        };
        if !title.is_empty() {
            chart.lines(TITLE, title, TITLE_LINES);
            chart.y += 4.0;
        }
        chart
    }

    /// Writes the caption, if there is one, below everything and ends the chart.
    pub(crate) fn finish(mut self, caption: &str) -> Self {
        self.caption = caption.to_owned();
        if !caption.is_empty() {
            self.y += 3.0;
            self.lines(SMALL, caption, CAPTION_LINES);
        }
        self.height = self.y + 2.0;
        self
    }

    fn lines(&mut self, style: TextStyle, text: &str, most: usize) {
        let mut lines = wrap(self.fonts, style, text, TEXT_WIDTH);
        if lines.len() > most {
            lines.truncate(most);
            if let Some(last) = lines.last_mut() {
                *last = self.cut(style, &format!("{} …", last.trim_end()), TEXT_WIDTH);
            }
        }
        for line in lines {
            let baseline = self.y + style.leading * 0.76;
            self.text((0.0, baseline), style, Anchor::Start, line.trim_end());
            self.y += style.leading;
        }
    }

    /// A statement in place of a chart that has nothing to show.
    pub(crate) fn nothing(mut self, text: &str, caption: &str) -> Self {
        self.lines(SMALL.colour(GREY), text, CAPTION_LINES);
        self.finish(caption)
    }

    pub(crate) fn width(&self, style: TextStyle, text: &str) -> f32 {
        self.fonts.text_width(style, text)
    }

    /// The text, cut with an ellipsis if need be to fit a width.
    pub(crate) fn cut(&self, style: TextStyle, text: &str, width: f32) -> String {
        let text = self.fonts.printable(style.face, text);
        if self.width(style, &text) <= width {
            return text;
        }
        let mut out = String::new();
        let mut used = self.width(style, "…");
        for c in text.chars() {
            used += self.fonts.char_width(style.face, style.size, c);
            if used > width {
                break;
            }
            out.push(c);
        }
        format!("{}…", out.trim_end())
    }

    /// Writes a text, whatever stands there.
    pub(crate) fn text(&mut self, at: (f32, f32), style: TextStyle, anchor: Anchor, text: &str) {
        if !text.is_empty() {
            self.taken.push(text_box(self.fonts, at, style, anchor, text));
            self.page.text(self.fonts, at, style, anchor, text);
        }
    }

    /// Writes a text only where it lies inside the chart and stands clear of all others.
    pub(crate) fn text_if_free(
        &mut self,
        at: (f32, f32),
        style: TextStyle,
        anchor: Anchor,
        text: &str,
    ) -> bool {
        self.text_if_clear(at, style, anchor, text, 1.5)
    }

    /// As [`Self::text_if_free`], so many points clear of the texts beside it; says whether.
    pub(crate) fn text_if_clear(
        &mut self,
        at: (f32, f32),
        style: TextStyle,
        anchor: Anchor,
        text: &str,
        clear: f32,
    ) -> bool {
        let [left, top, right, bottom] = text_box(self.fonts, at, style, anchor, text);
        let inside = left >= 0.0 && right <= WIDTH && top >= 0.0;
        let apart = |[l, t, r, b]: &[f32; 4]| {
            *l >= right + clear || *r <= left - clear || *t >= bottom || *b <= top
        };
        let free = inside && self.taken.iter().all(apart);
        if free {
            self.text(at, style, anchor, text);
        }
        free
    }

    pub(crate) fn keep_off(&mut self, area: [f32; 4]) {
        self.taken.push(area);
    }

    /// Samples of lines or marks with their meanings, in rows over the width; `sample` draws at the
    /// left end of a place 16 points wide, around a height.
    pub(crate) fn legend(
        &mut self,
        entries: &[String],
        mut sample: impl FnMut(&mut Page, usize, (f32, f32)),
    ) {
        const ROW: f32 = 10.5;
        const ROOM: f32 = 22.0;
        let mut x = 0.0;
        for (at, entry) in entries.iter().enumerate() {
            let entry = self.cut(TINY, entry, (WIDTH - ROOM) / WIDER);
            let wide = self.width(TINY, &entry) * WIDER;
            if x > 0.0 && x + ROOM + wide > WIDTH {
                x = 0.0;
                self.y += ROW;
            }
            sample(&mut self.page, at, (x, self.y + ROW / 2.0));
            self.text((x + ROOM - 3.0, self.y + ROW / 2.0 + 2.5), TINY, Anchor::Start, &entry);
            x += ROOM + wide + 12.0;
        }
        if !entries.is_empty() {
            self.y += ROW + 2.0;
        }
    }
}
