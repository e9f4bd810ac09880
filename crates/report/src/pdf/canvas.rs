//! What stands on a page, as plain data: text, rectangles, lines and filled shapes.
//!
//! Layout writes these; a backend (`backend`) turns them into PDF, and tests read them to
//! see that nothing overlaps and nothing is lost. Lengths are points (1/72 inch) from the top left
//! corner of the page, y growing downwards.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

/// A page is US Letter, since the first jurisdiction served is Washington.
pub(crate) const PAGE_WIDTH: f32 = 612.0;
/// See [`PAGE_WIDTH`].
pub(crate) const PAGE_HEIGHT: f32 = 792.0;

/// One of the embedded faces.
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

/// One thing on a page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Mark {
    /// A line of text; `x` is its left end, `baseline` the line it stands on.
    Text { x: f32, baseline: f32, size: f32, face: Face, colour: Colour, text: String },
    /// A filled rectangle.
    Rect { x: f32, y: f32, width: f32, height: f32, colour: Colour },
    /// An outlined rectangle.
    Frame { x: f32, y: f32, width: f32, height: f32, thickness: f32, colour: Colour },
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
            Self::Rect { x, y, .. } | Self::Frame { x, y, .. } => (*x, *y) = (*x + dx, *y + dy),
            Self::Path { points, .. } | Self::Shape { points, .. } => *points = shift(points),
        }
        moved
    }
}

/// The marks of one page, in painting order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Page {
    pub(crate) marks: Vec<Mark>,
}

impl Page {
    pub(crate) fn rect(&mut self, x: f32, y: f32, width: f32, height: f32, colour: Colour) {
        self.marks.push(Mark::Rect { x, y, width, height, colour });
    }

    pub(crate) fn line(
        &mut self,
        from: (f32, f32),
        to: (f32, f32),
        thickness: f32,
        colour: Colour,
    ) {
        self.marks.push(Mark::Path { points: vec![from, to], thickness, colour, dash: false });
    }

    pub(crate) fn path(&mut self, points: Vec<(f32, f32)>, thickness: f32, colour: Colour) {
        self.marks.push(Mark::Path { points, thickness, colour, dash: false });
    }

    pub(crate) fn shape(&mut self, points: Vec<(f32, f32)>, colour: Colour) {
        self.marks.push(Mark::Shape { points, colour });
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
