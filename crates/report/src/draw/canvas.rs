//! What stands on a page, as plain data: text, rectangles, lines and filled shapes.
//!
//! Sections and charts write these marks; the PDF and the SVG are made of them and of nothing else,
//! and tests read them to see that nothing overlaps and nothing is lost. Lengths are points (1/72
//! inch) from the top left corner, y growing downwards.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::fonts::Fonts;
use super::style::{Colour, Face, TextStyle};

/// Which part of a text stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// One thing on a page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Mark {
    /// `x` is its left end; `anchor` says what stays in place where a viewer has a face of other widths.
    Text {
        x: f32,
        baseline: f32,
        size: f32,
        face: Face,
        colour: Colour,
        text: String,
        anchor: Anchor,
    },
    /// A filled rectangle.
    Rect { x: f32, y: f32, width: f32, height: f32, colour: Colour },
    /// An outlined rectangle.
    Border { x: f32, y: f32, width: f32, height: f32, thickness: f32, colour: Colour },
    /// Straight lines through the points.
    Path { points: Vec<(f32, f32)>, thickness: f32, colour: Colour, dash: bool },
    /// A filled shape through the points.
    Shape { points: Vec<(f32, f32)>, colour: Colour },
}

impl Mark {
    /// The same mark further right and down.
    pub(crate) fn moved(&self, dx: f32, dy: f32) -> Self {
        let shift = |points: &[(f32, f32)]| points.iter().map(|(x, y)| (x + dx, y + dy)).collect();
        let mut moved = self.clone();
        match &mut moved {
            Self::Text { x, baseline, .. } => (*x, *baseline) = (*x + dx, *baseline + dy),
            Self::Rect { x, y, .. } | Self::Border { x, y, .. } => (*x, *y) = (*x + dx, *y + dy),
            Self::Path { points, .. } | Self::Shape { points, .. } => *points = shift(points),
        }
        moved
    }
}

/// What marks are to a reader who does not see the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Owner {
    /// Rules, frames, shades: nothing to read.
    #[default]
    Decoration,
    Header,
    Footer,
    /// Content of this element of the document's structure.
    Element(usize),
}

/// The marks of one page, in painting order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Page {
    pub(crate) marks: Vec<Mark>,
    pub(crate) owner: Owner,
    /// Each owner with the first of its marks; those before the first are decoration.
    runs: Vec<(usize, Owner)>,
}

/// Left, top, right and bottom of a text as printed at a place.
pub(crate) fn text_box(
    fonts: &Fonts,
    (x, baseline): (f32, f32),
    style: TextStyle,
    anchor: Anchor,
    text: &str,
) -> [f32; 4] {
    // The space at the end of a line takes no room (see `wrap`).
    let wide = fonts.text_width(style, text.trim_end_matches(' '));
    let left = match anchor {
        Anchor::Start => x,
        Anchor::Middle => x - wide / 2.0,
        Anchor::End => x - wide,
    };
    [left, baseline - 0.72 * style.size, left + wide, baseline + 0.2 * style.size]
}

impl Page {
    pub(crate) fn push(&mut self, mark: Mark) {
        if self.runs.last().map_or(Owner::Decoration, |(_, owner)| *owner) != self.owner {
            self.runs.push((self.marks.len(), self.owner));
        }
        self.marks.push(mark);
    }

    /// The marks in painting order, cut where their owner changes.
    pub(crate) fn owned(&self) -> impl Iterator<Item = (Owner, &[Mark])> {
        let first = (0, Owner::Decoration);
        let starts = std::iter::once(first).chain(self.runs.iter().copied());
        let ends = self.runs.iter().map(|(start, _)| *start).chain([self.marks.len()]);
        let of = |((start, owner), end)| (owner, self.marks.get(start..end).unwrap_or_default());
        starts.zip(ends).map(of).filter(|(_, marks)| !marks.is_empty())
    }

    /// A line of text at a place, not wrapped; nothing for an empty one.
    pub(crate) fn text(
        &mut self,
        fonts: &Fonts,
        at: (f32, f32),
        style: TextStyle,
        anchor: Anchor,
        text: &str,
    ) {
        if text.is_empty() {
            return;
        }
        let TextStyle { face, size, colour, .. } = style;
        let text = fonts.printable(face, text);
        let [x, ..] = text_box(fonts, at, style, anchor, &text);
        self.push(Mark::Text { x, baseline: at.1, size, face, colour, text, anchor });
    }

    pub(crate) fn rect(&mut self, x: f32, y: f32, width: f32, height: f32, colour: Colour) {
        self.push(Mark::Rect { x, y, width, height, colour });
    }

    pub(crate) fn line(
        &mut self,
        from: (f32, f32),
        to: (f32, f32),
        thickness: f32,
        colour: Colour,
    ) {
        self.path(vec![from, to], thickness, colour);
    }

    pub(crate) fn path(&mut self, points: Vec<(f32, f32)>, thickness: f32, colour: Colour) {
        self.push(Mark::Path { points, thickness, colour, dash: false });
    }

    pub(crate) fn dashed(&mut self, points: Vec<(f32, f32)>, thickness: f32, colour: Colour) {
        self.push(Mark::Path { points, thickness, colour, dash: true });
    }

    /// An outlined rectangle: left, top, width and height.
    pub(crate) fn border(&mut self, area: [f32; 4], thickness: f32, colour: Colour) {
        let [x, y, width, height] = area;
        self.push(Mark::Border { x, y, width, height, thickness, colour });
    }

    pub(crate) fn shape(&mut self, points: Vec<(f32, f32)>, colour: Colour) {
        self.push(Mark::Shape { points, colour });
    }

    /// A filled disc, as a polygon fine enough for print.
    pub(crate) fn disc(&mut self, centre: (f32, f32), radius: f32, colour: Colour) {
        self.shape(circle(centre, radius), colour);
    }
}

/// Corners of a regular polygon that the eye takes for a circle. The sines are written out so that
/// the same bytes come out on every platform's mathematics library.
fn circle((x, y): (f32, f32), radius: f32) -> Vec<(f32, f32)> {
    const DIAGONAL: f32 = std::f32::consts::FRAC_1_SQRT_2;
    const QUARTER: [(f32, f32); 6] = [
        (1.0, 0.0),
        (0.965_926, 0.258_819),
        (0.866_025, 0.5),
        (DIAGONAL, DIAGONAL),
        (0.5, 0.866_025),
        (0.258_819, 0.965_926),
    ];
    let mut points = Vec::with_capacity(24);
    for turn in 0..4_u8 {
        for (c, s) in QUARTER {
            let (dx, dy) = match turn {
                0 => (c, s),
                1 => (-s, c),
                2 => (-c, -s),
                _ => (s, -c),
            };
            points.push((x + dx * radius, y + dy * radius));
        }
    }
    points
}
