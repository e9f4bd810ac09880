//! Axes: where a value stands, round ticks, frame and grid.
#![allow(clippy::float_arithmetic, reason = "coordinates of a drawing, never money")]

use super::drawing::{Anchor, Drawing};
use crate::pdf::style::{GREY, RULE, TINY};
use crate::randomness::number::tick;

/// A stretch of values laid along a stretch of paper.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    pub(super) low: f64,
    pub(super) high: f64,
    /// Where `low` stands.
    pub(super) from: f32,
    /// Where `high` stands.
    pub(super) to: f32,
}

impl Axis {
    /// Where a value stands; beyond an end, and for what is no number, at that end.
    #[allow(clippy::cast_possible_truncation, reason = "a place on paper needs no more than f32")]
    pub(super) fn at(&self, value: f64) -> f32 {
        let span = self.high - self.low;
        let share = if span > 0.0 && span.is_finite() { (value - self.low) / span } else { 0.5 };
        let share = if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) };
        self.from + (self.to - self.from) * share as f32
    }

    /// Round values along the axis.
    pub(super) fn ticks(&self, about: u8) -> Vec<f64> {
        ticks(self.low, self.high, about)
    }
}

/// Round values between two others, in steps of 1, 2 or 5 times a power of ten, about so many.
pub(super) fn ticks(low: f64, high: f64, about: u8) -> Vec<f64> {
    let span = high - low;
    if !(span.is_finite() && span > f64::MIN_POSITIVE) {
        return if low.is_finite() { vec![low] } else { Vec::new() };
    }
    let rough = span / f64::from(about.max(1));
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0].into_iter().map(|k| k * power).find(|s| *s >= rough);
    let step = step.unwrap_or(10.0 * power);
    let first = (low / step).ceil();
    let mut out = Vec::new();
    for i in 0..=u8::MAX {
        let value = (first + f64::from(i)) * step;
        // A step too small to be seen beside the value would never end.
        if value > high + step * 1e-9 || out.last() == Some(&value) {
            break;
        }
        out.push(if value.abs() < step * 1e-9 { 0.0 } else { value });
    }
    out
}

/// A panel: its two axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Panel {
    pub(super) x: Axis,
    pub(super) y: Axis,
}

impl Panel {
    /// Where a point stands.
    pub(super) fn at(&self, x: f64, y: f64) -> (f32, f32) {
        (self.x.at(x), self.y.at(y))
    }

    /// Grid, ticks with their values, frame, and the names of the axes: that of x below, that of y
    /// above the left edge.
    pub(super) fn frame(&self, d: &mut Drawing<'_>, name_x: &str, name_y: &str) {
        self.frame_with(d, name_x, name_y, tick);
    }

    /// As [`Self::frame`], with other words for the values; an empty one has neither tick nor line.
    pub(super) fn frame_with(
        &self,
        d: &mut Drawing<'_>,
        name_x: &str,
        name_y: &str,
        words: impl Fn(f64) -> String,
    ) {
        let (left, right, top, bottom) = (self.x.from, self.x.to, self.y.to, self.y.from);
        let about = if bottom - top > 120.0 { 5 } else { 3 };
        for value in self.y.ticks(about) {
            let (y, label) = (self.y.at(value), words(value));
            if !label.is_empty() {
                d.page.line((left, y), (right, y), 0.3, RULE);
                d.text_if_free(left - 4.0, y + 2.5, TINY, Anchor::End, &label);
            }
        }
        for value in self.x.ticks(if right - left > 300.0 { 8 } else { 4 }) {
            let (x, label) = (self.x.at(value), words(value));
            if !label.is_empty() {
                d.page.line((x, top), (x, bottom), 0.3, RULE);
                d.page.line((x, bottom), (x, bottom + 3.0), 0.6, GREY);
                d.text_if_free(x, bottom + 11.0, TINY, Anchor::Middle, &label);
            }
        }
        for (from, to) in [((left, top), (left, bottom)), ((left, bottom), (right, bottom))] {
            d.page.line(from, to, 0.6, GREY);
        }
        d.text_if_free((left - 22.0).max(0.0), top - 5.0, TINY, Anchor::Start, name_y);
        d.text_if_free(right, bottom + 21.0, TINY, Anchor::End, name_x);
    }
}
