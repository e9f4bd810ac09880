//! Axes of every chart: where a value stands on paper, round ticks, labels and grid.
#![allow(clippy::float_arithmetic, reason = "coordinates of a drawing, never money")]

use super::chart::Chart;
use crate::draw::{Anchor, GREY, RULE, TINY};
use crate::randomness::number::tick;

/// A stretch of values laid along a stretch of paper.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) from: f32,
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

/// A place on an axis and what is written there.
pub(super) struct Tick {
    pub(super) at: f64,
    pub(super) label: String,
}

/// A panel: its two axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Panel {
    pub(super) x: Axis,
    pub(super) y: Axis,
}

impl Panel {
    pub(super) fn at(&self, x: f64, y: f64) -> (f32, f32) {
        (self.x.at(x), self.y.at(y))
    }

    /// Grid, ticks with their values, edges, and the names of the axes.
    pub(super) fn axes(&self, d: &mut Chart<'_>, name_x: &str, name_y: &str) {
        self.axes_with(d, name_x, name_y, tick);
    }

    /// As [`Self::axes`], with other words for the values; an empty one has neither tick nor line.
    pub(super) fn axes_with(
        &self,
        d: &mut Chart<'_>,
        name_x: &str,
        name_y: &str,
        words: impl Fn(f64) -> String,
    ) {
        let (left, right, top, bottom) = (self.x.from, self.x.to, self.y.to, self.y.from);
        let ticks = |axis: &Axis, about| {
            let label = |at| Tick { at, label: words(at) };
            axis.ticks(about).into_iter().map(label).filter(|t| !t.label.is_empty()).collect()
        };
        let across: Vec<Tick> = ticks(&self.y, if bottom - top > 120.0 { 5 } else { 3 });
        self.across(d, &across);
        let below: Vec<Tick> = ticks(&self.x, if right - left > 300.0 { 8 } else { 4 });
        let labelled = self.below(d, &below, 1.5);
        self.upright(d, &labelled);
        self.edges(d);
        d.text_if_free(((left - 22.0).max(0.0), top - 5.0), TINY, Anchor::Start, name_y);
        d.text_if_free((right, bottom + 21.0), TINY, Anchor::End, name_x);
    }

    /// A line across for each tick, with its label on the left.
    pub(super) fn across(&self, d: &mut Chart<'_>, ticks: &[Tick]) {
        for Tick { at, label } in ticks {
            let y = self.y.at(*at);
            d.page.line((self.x.from, y), (self.x.to, y), 0.3, RULE);
            d.text_if_free((self.x.from - 4.0, y + 2.5), TINY, Anchor::End, label);
        }
    }

    /// A tick with its label below where it stands so many points clear; the places of those that do.
    pub(super) fn below(&self, d: &mut Chart<'_>, ticks: &[Tick], clear: f32) -> Vec<f32> {
        let bottom = self.y.from;
        let mut labelled = Vec::new();
        for Tick { at, label } in ticks {
            let x = self.x.at(*at);
            if d.text_if_clear((x, bottom + 11.0), TINY, Anchor::Middle, label, clear) {
                d.page.line((x, bottom), (x, bottom + 3.0), 0.6, GREY);
                labelled.push(x);
            }
        }
        labelled
    }

    /// A line of the grid from top to bottom at each place.
    pub(super) fn upright(&self, d: &mut Chart<'_>, places: &[f32]) {
        for x in places {
            d.page.line((*x, self.y.to), (*x, self.y.from), 0.3, RULE);
        }
    }

    pub(super) fn edges(&self, d: &mut Chart<'_>) {
        let (left, bottom) = (self.x.from, self.y.from);
        d.page.path(vec![(left, self.y.to), (left, bottom), (self.x.to, bottom)], 0.6, GREY);
    }
}
