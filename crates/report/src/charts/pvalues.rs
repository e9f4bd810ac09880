//! Sorted p-values against the uniform line: as they are, and by their size in powers of ten.
#![allow(clippy::float_arithmetic, reason = "coordinates of a drawing, never money")]

use super::axis::{Axis, Panel};
use super::chart::{Chart, WIDTH};
use crate::draw::{ACCENT, Anchor, Colour, Fonts, GREY, INK, Page, RED, TINY, WHITE};
use crate::randomness::number::{level, powers_of_ten, probability};
use feltproof_stats::{Prob, Randomness};

const HIGH: f32 = 168.0;
/// Powers of ten beyond which a point stands at the upper edge.
const CAP: f64 = 16.0;
const NAMED: usize = 8;
const RADIUS: f32 = 1.9;

/// One p-value, and where its family of points puts it against the uniform line.
struct Point<'a> {
    name: &'a str,
    p: Prob,
    /// Powers of ten below one.
    tens: f64,
    rejected: bool,
    registered: bool,
    /// Share of the family that chance alone puts below this point.
    expected: f64,
}

pub(super) fn pvalues<'f>(r: &Randomness, fonts: &'f Fonts) -> Chart<'f> {
    let mut d = Chart::new(fonts, "p-values of all tests against the uniform line");
    let mut points = placed(r, true);
    let registered = points.len();
    points.extend(placed(r, false));
    if points.is_empty() {
        return d.nothing("Nothing to draw: no test gave a p-value.", "");
    }
    legend(&mut d, points.len() > registered);
    d.y += 14.0;
    let (top, bottom) = (d.y, d.y + HIGH);
    shares(&mut d, &points, (top, bottom));
    let beyond = tens(&mut d, r, &points, (top, bottom));
    d.y = bottom + 26.0;
    d.finish(&caption(r, points.len(), beyond))
}

/// One family of tests, the most unusual first, each with its expected share.
fn placed(r: &Randomness, registered: bool) -> Vec<Point<'_>> {
    let tests = r.battery.tests.iter().filter(|t| t.registered == registered);
    let points = tests.filter_map(|test| {
        let p = test.figures().map(|f| f.p).filter(|p| !p.p().is_nan())?;
        // No logarithm at all means zero: beyond every power of ten.
        let tens = powers_of_ten(p).map_or(f64::MAX, |tens| -tens);
        let rejected = r.verdict.departs(&test.key);
        Some(Point { name: &test.name, p, tens, rejected, registered, expected: 0.0 })
    });
    let mut points: Vec<Point<'_>> = points.collect();
    points.sort_by(|a, b| b.tens.total_cmp(&a.tens));
    let all = points.len() as f64;
    for (at, point) in points.iter_mut().enumerate() {
        point.expected = (at as f64 + 0.5) / all;
    }
    points
}

fn legend(d: &mut Chart<'_>, hollow: bool) {
    let mut entries = vec!["registered".to_owned()];
    if hollow {
        entries.push("not counted to the verdict".to_owned());
    }
    entries.extend(["departs".to_owned(), "uniform".to_owned(), "Holm's line".to_owned()]);
    d.legend(&entries.clone(), |page, at, (x, y)| match entries.get(at).map(String::as_str) {
        Some("registered") => dot(page, (x + 9.0, y), ACCENT, false),
        Some("departs") => dot(page, (x + 9.0, y), RED, false),
        Some("uniform") => page.line((x, y), (x + 16.0, y), 0.8, GREY),
        Some("Holm's line") => page.dashed(vec![(x, y), (x + 16.0, y)], 0.9, INK),
        _ => dot(page, (x + 9.0, y), ACCENT, true),
    });
}

fn dot(page: &mut Page, at: (f32, f32), colour: Colour, hollow: bool) {
    page.disc(at, RADIUS, colour);
    if hollow {
        page.disc(at, RADIUS * 0.62, WHITE);
    }
}

/// The p-values as they are: uniform ones lie along the diagonal.
fn shares(d: &mut Chart<'_>, points: &[Point<'_>], (top, bottom): (f32, f32)) {
    let panel = Panel {
        x: Axis { low: 0.0, high: 1.0, from: 26.0, to: 26.0 + HIGH },
        y: Axis { low: 0.0, high: 1.0, from: bottom, to: top },
    };
    panel.axes(d, "share expected below", "p-value");
    d.page.line(panel.at(0.0, 0.0), panel.at(1.0, 1.0), 0.8, GREY);
    for point in in_painting_order(points) {
        let at = panel.at(point.expected, point.p.p());
        dot(&mut d.page, at, point_colour(point), !point.registered);
    }
}

/// Hollow points below filled ones, rejected ones on top.
fn in_painting_order<'p, 'a>(points: &'p [Point<'a>]) -> Vec<&'p Point<'a>> {
    let mut order: Vec<&Point<'a>> = points.iter().collect();
    order.sort_by_key(|p| (p.rejected, p.registered));
    order
}

const fn point_colour(point: &Point<'_>) -> Colour {
    if point.rejected { RED } else { ACCENT }
}

/// The same in powers of ten, so that small ones are told apart; returns how many are beyond.
fn tens(
    d: &mut Chart<'_>,
    r: &Randomness,
    points: &[Point<'_>],
    (top, bottom): (f32, f32),
) -> usize {
    let listed = r.verdict.registered.max(1) as f64;
    let holm = -(r.verdict.rule.level / listed).log10();
    let holm = if holm.is_finite() { holm.clamp(0.0, CAP - 1.0) } else { 0.0 };
    let most = points.iter().map(|p| p.tens).fold(holm + 1.0, f64::max).min(CAP);
    let widest = points.iter().map(|p| -p.expected.log10()).fold(0.5, f64::max);
    let left = 26.0 + HIGH + 50.0;
    let panel = Panel {
        x: Axis { low: 0.0, high: widest * 1.04, from: left, to: WIDTH - 12.0 },
        y: Axis { low: 0.0, high: most * 1.06, from: bottom, to: top },
    };
    panel.axes_with(d, "share expected below", "p-value, by powers of ten", power);
    let reach = panel.x.high.min(panel.y.high);
    d.page.line(panel.at(0.0, 0.0), panel.at(reach, reach), 0.8, GREY);
    holm_line(d, r, &panel, points);
    let mut beyond = 0;
    for point in in_painting_order(points) {
        let (x, y) = panel.at(-point.expected.log10(), point.tens);
        if point.tens > most {
            beyond += 1;
            let shape = vec![(x, y - 3.0), (x - 2.8, y + 2.4), (x + 2.8, y + 2.4)];
            d.page.shape(shape, point_colour(point));
        } else {
            dot(&mut d.page, (x, y), point_colour(point), !point.registered);
        }
        d.keep_off([x - 2.5, y - 2.5, x + 2.5, y + 2.5]);
    }
    names(d, &panel, points);
    beyond
}

/// `1`, `0.1`, `0.01`, `1e-5`: a probability so many powers of ten below one; empty between powers.
fn power(tens: f64) -> String {
    if tens.fract() != 0.0 {
        return String::new();
    }
    match tens {
        0.0 => "1".to_owned(),
        1.0 => "0.1".to_owned(),
        2.0 => "0.01".to_owned(),
        3.0 => "0.001".to_owned(),
        _ => format!("1e-{tens:.0}"),
    }
}

/// Below Holm's line a registered test is not rejected.
fn holm_line(d: &mut Chart<'_>, r: &Randomness, panel: &Panel, points: &[Point<'_>]) {
    let registered = points.iter().filter(|p| p.registered).enumerate();
    let line = registered.filter_map(|(at, p)| {
        let left = r.verdict.registered.saturating_sub(at).max(1) as f64;
        let height = -(r.verdict.rule.level / left).log10();
        height.is_finite().then(|| panel.at(-p.expected.log10(), height))
    });
    let mut line: Vec<(f32, f32)> = line.collect();
    if let (Some(first), Some(last)) = (line.first().copied(), line.last().copied()) {
        line.insert(0, (panel.x.to, first.1));
        line.push((panel.x.from, last.1));
        d.page.dashed(line, 0.9, INK);
    }
}

/// The names of the rejected, beside their points where there is room.
fn names(d: &mut Chart<'_>, panel: &Panel, points: &[Point<'_>]) {
    for point in points.iter().filter(|p| p.rejected).take(NAMED) {
        let (x, y) = panel.at(-point.expected.log10(), point.tens);
        let text = format!("{}: p = {}", point.name, probability(point.p));
        let text = d.cut(TINY, &text, x - panel.x.from - 10.0);
        for drop in 0..14_u8 {
            let baseline = y + 2.5 + f32::from(drop) * 8.6;
            if baseline > panel.y.from - 4.0 {
                break;
            }
            let end = x - 6.0 - if drop > 0 { 8.0 } else { 0.0 };
            if d.text_if_free((end, baseline), TINY.colour(INK), Anchor::End, &text) {
                if drop > 0 {
                    d.page.line((x - 2.0, y + 1.0), (end + 1.5, baseline - 2.5), 0.4, GREY);
                }
                break;
            }
        }
    }
}

fn caption(r: &Randomness, drawn: usize, beyond: usize) -> String {
    let v = &r.verdict;
    let mut text = format!(
        "{drawn} p-values, those registered and the others each ranked among themselves, the smallest at the lower left of the first picture and the upper right of \
         the second. Chance alone puts them along the grey line, though tests that share data stray \
         together. A registered test departs when it and all smaller ones lie above Holm's line \
         (level {} over {} registered tests).",
        level(v.rule.level),
        v.registered
    );
    if beyond > 0 {
        text.push_str(&format!(" Triangles at the upper edge ({beyond}) are smaller than 1e-16."));
    }
    if v.departures.len() > NAMED {
        text.push_str(&format!(
            " The {NAMED} most unusual of {} that depart are named where there is room.",
            v.departures.len()
        ));
    }
    if !v.too_good.is_empty() {
        text.push_str(
            " Fits that are too good are judged by their lower tail, which is not drawn.",
        );
    }
    text
}
