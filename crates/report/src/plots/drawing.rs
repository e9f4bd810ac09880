//! One plot as marks, with its title above and its caption below.
#![allow(clippy::float_arithmetic, reason = "coordinates of a drawing, never money")]

use crate::pdf::Fonts;
use crate::pdf::canvas::{Face, Mark, Page};
use crate::pdf::style::{ACCENT, BODY_WIDTH, GREY, SMALL, TINY, TextStyle};
use crate::pdf::wrap::wrap;

/// Width of every plot: the text column of the report.
pub(crate) const WIDTH: f32 = BODY_WIDTH;
/// Title of a plot.
const TITLE: TextStyle = TextStyle { face: Face::Bold, size: 9.4, leading: 12.0, colour: ACCENT };
/// Width of titles and captions: a viewer of the SVG may have a face with wider letters.
const TEXT_WIDTH: f32 = WIDTH * 0.88;
/// The same for what stands beside one another in a legend.
const WIDER: f32 = 1.14;
/// Most lines a title takes; more are left out with an ellipsis.
const TITLE_LINES: usize = 3;
/// Most lines a caption takes.
const CAPTION_LINES: usize = 12;

/// Where the text of a label stands against its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A plot being drawn. Lengths are points from its top left corner, y growing downwards.
pub(crate) struct Drawing<'f> {
    fonts: &'f Fonts,
    pub(crate) title: String,
    pub(crate) caption: String,
    pub(crate) height: f32,
    /// The next free height.
    pub(crate) y: f32,
    pub(crate) page: Page,
    /// Boxes of the texts written so far: left, top, right, bottom.
    taken: Vec<[f32; 4]>,
    /// Anchor of each text, in the order of the marks.
    pub(super) anchors: Vec<Anchor>,
}

impl<'f> Drawing<'f> {
    /// A drawing that starts with its title.
    pub(crate) fn new(fonts: &'f Fonts, title: &str) -> Self {
        let mut drawing = Self {
            fonts,
            title: title.to_owned(),
            caption: String::new(),
            height: 0.0,
            y: 0.0,
            page: Page::default(),
            taken: Vec::new(),
            anchors: Vec::new(),
        };
        drawing.lines(TITLE, title, TITLE_LINES);
        drawing.y += 4.0;
        drawing
    }

    /// Writes the caption below everything and ends the drawing.
    pub(crate) fn finish(mut self, caption: &str) -> Self {
        self.caption = caption.to_owned();
        self.y += 3.0;
        self.lines(SMALL, caption, CAPTION_LINES);
        self.height = self.y + 2.0;
        self
    }

    fn lines(&mut self, style: TextStyle, text: &str, most: usize) {
        let mut lines = wrap(self.fonts, style, text, TEXT_WIDTH);
        if lines.len() > most {
            lines.truncate(most);
            if let Some(last) = lines.last_mut() {
                *last = self.cut(style, &format!("{last} …"), TEXT_WIDTH);
            }
        }
        for line in lines {
            let baseline = self.y + style.leading * 0.76;
            self.text(0.0, baseline, style, Anchor::Start, &line);
            self.y += style.leading;
        }
    }

    /// A statement in place of a plot that has nothing to show.
    pub(crate) fn nothing(&mut self, text: &str) {
        self.lines(SMALL.colour(GREY), text, CAPTION_LINES);
    }

    /// Width of a text as printed.
    pub(crate) fn width(&self, style: TextStyle, text: &str) -> f32 {
        self.fonts.width(style.face, style.size, &self.fonts.printable(style.face, text))
    }

    /// Width of a text that is already as printed.
    pub(crate) fn measured(&self, face: Face, size: f32, text: &str) -> f32 {
        self.fonts.width(face, size, text)
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

    fn place(
        &self,
        x: f32,
        baseline: f32,
        style: TextStyle,
        anchor: Anchor,
        text: &str,
    ) -> [f32; 4] {
        let wide = self.width(style, text);
        let left = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - wide / 2.0,
            Anchor::End => x - wide,
        };
        [left, baseline - 0.72 * style.size, left + wide, baseline + 0.2 * style.size]
    }

    /// Writes a text, whatever stands there.
    pub(crate) fn text(
        &mut self,
        x: f32,
        baseline: f32,
        style: TextStyle,
        anchor: Anchor,
        text: &str,
    ) {
        if text.is_empty() {
            return;
        }
        let text = self.fonts.printable(style.face, text);
        let area = self.place(x, baseline, style, anchor, &text);
        self.taken.push(area);
        self.anchors.push(anchor);
        let TextStyle { face, size, colour, .. } = style;
        self.page.marks.push(Mark::Text { x: area[0], baseline, size, face, colour, text });
    }

    /// Writes a text only where it lies inside the drawing and stands clear of all others; says
    /// whether.
    pub(crate) fn text_if_free(
        &mut self,
        x: f32,
        baseline: f32,
        style: TextStyle,
        anchor: Anchor,
        text: &str,
    ) -> bool {
        self.text_if_clear((x, baseline), style, anchor, text, 1.5)
    }

    /// As [`Self::text_if_free`], so many points clear of the texts beside it.
    pub(crate) fn text_if_clear(
        &mut self,
        (x, baseline): (f32, f32),
        style: TextStyle,
        anchor: Anchor,
        text: &str,
        clear: f32,
    ) -> bool {
        let [left, top, right, bottom] = self.place(x, baseline, style, anchor, text);
        let inside = left >= 0.0 && right <= WIDTH && top >= 0.0;
        let apart = |[l, t, r, b]: &[f32; 4]| {
            *l >= right + clear || *r <= left - clear || *t >= bottom || *b <= top
        };
        let free = inside && self.taken.iter().all(apart);
        if free {
            self.text(x, baseline, style, anchor, text);
        }
        free
    }

    /// Keeps texts off a rectangle.
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
            self.text(x + ROOM - 3.0, self.y + ROW / 2.0 + 2.5, TINY, Anchor::Start, &entry);
            x += ROOM + wide + 12.0;
        }
        if !entries.is_empty() {
            self.y += ROW + 2.0;
        }
    }
}
