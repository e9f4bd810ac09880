//! Bars left and right of zero, one a line, each with its name and its exact amount.
#![allow(clippy::float_arithmetic, reason = "lengths of a drawing, never money")]

use super::axis::Axis;
use super::chart::{Chart, WIDTH};
use crate::draw::{ACCENT, Anchor, Fonts, GREY, INK, TINY, ZEBRA};
use crate::words::signed_dollars;

const ROW: f32 = 12.5;
/// Widest room for the names.
const NAMES: f32 = 140.0;

/// The bars in the order given, each with its micro-dollars; nothing where all are zero.
pub(crate) fn bars<'f>(
    left_means: &str,
    right_means: &str,
    bars: &[(String, i128)],
    fonts: &'f Fonts,
) -> Option<Chart<'f>> {
    let widest =
        bars.iter().map(|(_, micros)| micros.unsigned_abs()).max().filter(|w| *w > 0)? as f64;
    let mut d = Chart::new(fonts, "");
    let names = bars.iter().map(|(name, _)| d.width(TINY, name)).fold(20.0, f32::max).min(NAMES);
    let amounts = bars.iter().map(|(_, micros)| d.width(TINY, &signed_dollars(*micros)));
    let reach = (WIDTH - names) / 2.0 - amounts.fold(20.0, f32::max) - 10.0;
    let zero = names + (WIDTH - names) / 2.0;
    let axis = Axis { low: -widest, high: widest, from: zero - reach, to: zero + reach };
    d.text((zero - 6.0, 8.0), TINY, Anchor::End, left_means);
    d.text((zero + 6.0, 8.0), TINY, Anchor::Start, right_means);
    d.y = 14.0;
    for (at, (name, micros)) in bars.iter().enumerate() {
        let (top, baseline) = (d.y, d.y + ROW * 0.68);
        if at % 2 == 0 {
            d.page.rect(0.0, top, WIDTH, ROW, ZEBRA);
        }
        let name = d.cut(TINY, name, names + 2.0);
        d.text((2.0, baseline), TINY.colour(INK), Anchor::Start, &name);
        let end = axis.at(*micros as f64);
        let (place, anchor, colour) = if *micros < 0 {
            (end - 4.0, Anchor::End, GREY)
        } else {
            (end + 4.0, Anchor::Start, ACCENT)
        };
        d.page.rect(end.min(zero), top + 2.5, (end - zero).abs(), ROW - 5.0, colour);
        d.text((place, baseline), TINY.colour(INK), anchor, &signed_dollars(*micros));
        d.page.line((zero, top), (zero, top + ROW), 0.6, GREY);
        d.y = top + ROW;
    }
    Some(d.finish(""))
}
