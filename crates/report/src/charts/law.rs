//! The most unusual statistic beside the law it follows when chance alone is at work.
#![allow(clippy::float_arithmetic, reason = "coordinates of a drawing, never money")]

use super::axis::{Axis, Panel};
use super::chart::{Chart, WIDTH};
use crate::draw::{ACCENT, Anchor, Colour, Face, Fonts, INK, RED, TINY};
use crate::randomness::number::{figure, in_words};
use crate::randomness::plots::Unusual;
use feltproof_stats::curve;
use feltproof_stats::{Law, Prob, Randomness};

const HIGH: f32 = 140.0;
const BODY: Colour = Colour(0xc8, 0xd6, 0xe8);
const TAIL: Colour = Colour(0xb3, 0x58, 0x06);
/// An observed value at most so many spans of the law away is drawn in its place.
const NEAR: f64 = 1.5;

pub(super) fn law<'f>(r: &Randomness, u: &Unusual<'_>, fonts: &'f Fonts) -> Chart<'f> {
    let mut d = Chart::new(fonts, &format!("Most unusual statistic: {}", u.test.name));
    let (curve, value) = (&u.curve, u.figures.statistic);
    let finite = |(x, y): &&(f64, f64)| x.is_finite() && y.is_finite() && *y >= 0.0;
    let mut points: Vec<(f64, f64)> = curve.points.iter().filter(finite).copied().collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return d.nothing("Nothing to draw: the law has no points.", &caption(r, u, false));
    };
    let span = last.0 - first.0;
    let away = (first.0 - value).max(value - last.0);
    let near = away <= span * NEAR;
    let beyond = !near && !value.is_nan();
    let (low, high) = match near {
        true => (first.0.min(value), last.0.max(value)),
        false => (first.0, last.0),
    };
    let edge = match span {
        _ if !(span > 0.0 && span.is_finite()) => 1.0,
        // Half a bar beyond the first and the last value.
        _ if curve.lattice => (high - low).max(span) * 0.02 + smallest_gap(&points) * 0.5,
        _ => (high - low) * 0.02,
    };
    let most = points.iter().map(|(_, y)| *y).fold(0.0, f64::max);
    d.y += 12.0;
    let (top, bottom) = (d.y, d.y + HIGH);
    let panel = Panel {
        x: Axis { low: low - edge, high: high + edge, from: 46.0, to: WIDTH - 12.0 },
        y: Axis {
            low: 0.0,
            high: if most > 0.0 { most * 1.08 } else { 1.0 },
            from: bottom,
            to: top,
        },
    };
    let kind = if curve.lattice { "probability" } else { "density" };
    panel.axes(&mut d, &format!("statistic ({})", curve::words(&u.figures.law)), kind);
    let tail = Tail::of(u, peak(&points));
    if curve.lattice {
        bars(&mut d, &panel, &points, tail);
    } else {
        area(&mut d, &panel, &points, tail);
    }
    if !value.is_nan() {
        observed(&mut d, &panel, value);
    }
    d.y = bottom + 26.0;
    d.finish(&caption(r, u, beyond))
}

/// The values at least as unusual as the observed one.
#[derive(Clone, Copy)]
struct Tail {
    /// Up to here, and
    below: f64,
    /// from here on.
    above: f64,
}

impl Tail {
    /// Both sides of a standard normal statistic; of any other the side the observed value is on.
    fn of(u: &Unusual<'_>, peak: f64) -> Self {
        let observed = u.figures.statistic;
        if two_sided(u) {
            Self { below: -observed.abs(), above: observed.abs() }
        } else if observed >= peak {
            Self { below: f64::NEG_INFINITY, above: observed }
        } else {
            Self { below: observed, above: f64::INFINITY }
        }
    }

    fn holds(self, value: f64) -> bool {
        value <= self.below || value >= self.above
    }
}

fn two_sided(u: &Unusual<'_>) -> bool {
    u.figures.law == Law::Normal
}

fn peak(points: &[(f64, f64)]) -> f64 {
    let best = points.iter().max_by(|a, b| a.1.total_cmp(&b.1));
    best.map_or(0.0, |(x, _)| *x)
}

/// The smallest distance between two values of a count.
fn smallest_gap(points: &[(f64, f64)]) -> f64 {
    let gaps = points.windows(2).filter_map(|w| match w {
        [(a, _), (b, _)] if b > a => Some(b - a),
        _ => None,
    });
    let gap = gaps.fold(f64::MAX, f64::min);
    if gap < f64::MAX { gap } else { 0.0 }
}

fn bars(d: &mut Chart<'_>, panel: &Panel, points: &[(f64, f64)], tail: Tail) {
    let gap = panel.x.at(panel.x.low + smallest_gap(points)) - panel.x.from;
    let wide = (gap * 0.8).clamp(0.4, 22.0);
    for (x, y) in points {
        let (x_at, y_at) = panel.at(*x, *y);
        let colour = if tail.holds(*x) { TAIL } else { BODY };
        let high = (panel.y.from - y_at).max(if *y > 0.0 { 0.4 } else { 0.0 });
        let left = (x_at - wide / 2.0).max(panel.x.from);
        let right = (x_at + wide / 2.0).min(panel.x.to);
        d.page.rect(left, panel.y.from - high, right - left, high, colour);
    }
}

fn area(d: &mut Chart<'_>, panel: &Panel, points: &[(f64, f64)], tail: Tail) {
    let fill = |d: &mut Chart<'_>, part: &[(f64, f64)], colour: Colour| {
        let (Some(first), Some(last)) = (part.first(), part.last()) else { return };
        if part.len() < 2 {
            return;
        }
        let mut shape: Vec<(f32, f32)> = part.iter().map(|(x, y)| panel.at(*x, *y)).collect();
        shape.push((panel.x.at(last.0), panel.y.from));
        shape.push((panel.x.at(first.0), panel.y.from));
        d.page.shape(shape, colour);
    };
    fill(d, points, BODY);
    let mut left: Vec<(f64, f64)> =
        points.iter().filter(|(x, _)| *x <= tail.below).copied().collect();
    // A shade ends at the observed value, not at the next point of the curve.
    left.extend(height_at(points, tail.below).map(|y| (tail.below, y)));
    fill(d, &left, TAIL);
    let start = height_at(points, tail.above).map(|y| (tail.above, y));
    let rest = points.iter().filter(|(x, _)| *x >= tail.above).copied();
    let right: Vec<(f64, f64)> = start.into_iter().chain(rest).collect();
    fill(d, &right, TAIL);
    d.page.path(points.iter().map(|(x, y)| panel.at(*x, *y)).collect(), 1.0, ACCENT);
}

fn height_at(points: &[(f64, f64)], x: f64) -> Option<f64> {
    points.windows(2).find_map(|w| match w {
        [(a, low), (b, high)] if *a <= x && x <= *b && b > a => {
            Some(low + (high - low) * ((x - a) / (b - a)))
        }
        _ => None,
    })
}

/// A line at the observed value with its figure; an arrow at the edge where it lies beyond.
fn observed(d: &mut Chart<'_>, panel: &Panel, value: f64) {
    let x = panel.x.at(value);
    let (top, bottom) = (panel.y.to, panel.y.from);
    d.page.line((x, top), (x, bottom), 1.2, RED);
    let text = format!("observed {}", figure(value, 4));
    let style = TINY.face(Face::Bold).colour(INK);
    let (anchor, place) = if x > (panel.x.from + panel.x.to) / 2.0 {
        (Anchor::End, x - 4.0)
    } else {
        (Anchor::Start, x + 4.0)
    };
    d.text((place, top + 7.0), style, anchor, &text);
    let tip = if value > panel.x.high { 6.0 } else { -6.0 };
    if value > panel.x.high || value < panel.x.low {
        let y = bottom - 12.0;
        d.page.shape(vec![(x + tip, y), (x, y - 4.0), (x, y + 4.0)], RED);
    }
}

fn caption(r: &Randomness, u: &Unusual<'_>, beyond: bool) -> String {
    let observed = u.figures.statistic;
    let mut text = format!(
        "Law when chance alone is at work: {}. Observed: {}.",
        curve::words(&u.figures.law),
        figure(observed, 4)
    );
    if beyond {
        text.push_str(" It lies beyond the edge of the picture.");
    } else if !observed.is_nan() {
        text.push_str(if two_sided(u) {
            " Shaded: values at least as far out on either side."
        } else {
            " Shaded: values at least as far out on its side."
        });
    }
    text.push_str(&format!(
        " Of the {}tests whose law can be drawn, this one has the smallest probability. Probability of \
         a statistic at least as unusual: {}.",
        if u.test.registered { "registered " } else { "" },
        in_words(u.figures.p)
    ));
    if let Some(ln) = r.verdict.ln_adjusted(&u.test.key) {
        let adjusted = in_words(Prob::from_ln(ln));
        text.push_str(&format!(" Adjusted for the whole registered list: {adjusted}."));
    }
    text
}
