//! Sizes, margins and colours of the report: one accent; red for exceptions alone, amber for what
//! did not run or cannot be decided.
#![allow(clippy::float_arithmetic, reason = "page measures are drawing, never money")]

/// A page is US Letter, since the first jurisdiction served is Washington.
pub(crate) const PAGE_WIDTH: f32 = 612.0;
pub(crate) const PAGE_HEIGHT: f32 = 792.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Face {
    /// Running text.
    Regular,
    /// Headings and table heads.
    Bold,
    /// Digests, file names, raw records.
    Mono,
}

impl Face {
    #[cfg(test)]
    pub(crate) const ALL: [Self; 3] = [Self::Regular, Self::Bold, Self::Mono];
}

/// A colour, each part 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Colour(pub(crate) u8, pub(crate) u8, pub(crate) u8);

pub(crate) const MARGIN: f32 = 54.0;
pub(crate) const BODY_WIDTH: f32 = PAGE_WIDTH - 2.0 * MARGIN;
pub(crate) const BODY_RIGHT: f32 = PAGE_WIDTH - MARGIN;
pub(crate) const BODY_TOP: f32 = 60.0;
pub(crate) const BODY_BOTTOM: f32 = PAGE_HEIGHT - 50.0;
pub(crate) const HEADER_BASELINE: f32 = 44.0;
pub(crate) const FOOTER_BASELINE: f32 = PAGE_HEIGHT - 30.0;

/// Running text.
pub(crate) const INK: Colour = Colour(0x1d, 0x24, 0x2c);
/// Secondary text.
pub(crate) const GREY: Colour = Colour(0x5c, 0x67, 0x73);
/// Rules and frames.
pub(crate) const RULE: Colour = Colour(0xc9, 0xd0, 0xd8);
/// Every second row.
pub(crate) const ZEBRA: Colour = Colour(0xf5, 0xf7, 0xf9);
/// Behind table heads and notes.
pub(crate) const TINT: Colour = Colour(0xe8, 0xed, 0xf3);
/// Headings, heads of tables, the record's line in plots.
pub(crate) const ACCENT: Colour = Colour(0x1f, 0x3f, 0x66);
/// Exceptions, and nothing else.
pub(crate) const RED: Colour = Colour(0xb3, 0x26, 0x1e);
/// Not run, not decidable.
pub(crate) const AMBER: Colour = Colour(0xa8, 0x62, 0x00);
/// On filled shapes.
pub(crate) const WHITE: Colour = Colour(0xff, 0xff, 0xff);

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TextStyle {
    pub(crate) face: Face,
    pub(crate) size: f32,
    /// From one baseline to the next.
    pub(crate) leading: f32,
    pub(crate) colour: Colour,
}

impl TextStyle {
    const fn new(face: Face, size: f32, leading: f32, colour: Colour) -> Self {
        Self { face, size, leading, colour }
    }

    pub(crate) const fn colour(self, colour: Colour) -> Self {
        Self { colour, ..self }
    }

    pub(crate) const fn face(self, face: Face) -> Self {
        Self { face, ..self }
    }
}

/// Running text.
pub(crate) const BODY: TextStyle = TextStyle::new(Face::Regular, 9.2, 12.6, INK);
/// Notes under tables and figures.
pub(crate) const SMALL: TextStyle = TextStyle::new(Face::Regular, 8.0, 11.0, GREY);
pub(crate) const CELL: TextStyle = TextStyle::new(Face::Regular, 7.6, 9.5, INK);
pub(crate) const HEAD: TextStyle = TextStyle::new(Face::Bold, 7.4, 9.4, ACCENT);
pub(crate) const SECTION: TextStyle = TextStyle::new(Face::Bold, 16.0, 20.0, ACCENT);
pub(crate) const PART: TextStyle = TextStyle::new(Face::Bold, 10.8, 14.0, ACCENT);
/// Digests and raw records.
pub(crate) const MONO: TextStyle = TextStyle::new(Face::Mono, 7.4, 10.0, INK);
/// Axis labels and running heads.
pub(crate) const TINY: TextStyle = TextStyle::new(Face::Regular, 7.2, 9.0, GREY);
