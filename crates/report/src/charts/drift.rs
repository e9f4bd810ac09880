//! Statistics over time: each as a path that chance alone keeps near zero.
#![allow(clippy::float_arithmetic, reason = "coordinates of a drawing, never money")]

use super::axis::{Axis, Panel};
use super::chart::{Chart, WIDTH};
use super::scale::LINES;
use crate::draw::{Anchor, Colour, Fonts, GREY, TINY};
use crate::randomness::number::figure;
use feltproof_stats::{Drift, Randomness};

const HIGH: f32 = 190.0;
/// Inside two standard deviations, inside three.
const BANDS: [(f64, Colour); 2] =
    [(3.0, Colour(0xf1, 0xf4, 0xf8)), (2.0, Colour(0xe2, 0xe8, 0xf0))];

/// A path: (observations so far, cumulative standardised sum over the root of all observations).
struct Path<'a> {
    name: &'a str,
    points: Vec<(f64, f64)>,
    farthest: f64,
    lost: usize,
}

impl<'a> Path<'a> {
    /// A block of `n` observations with standardised sum `z` moves the path by `z sqrt(n)`; divided
    /// by the root of all observations it ends at the standardised sum of the whole. Chance alone
    /// keeps it within so many roots of the share of time gone by.
    fn of(line: &'a Drift) -> Self {
        let all = line.blocks.iter().map(|(n, _)| *n).max().unwrap_or(0).max(1) as f64;
        let mut path = Self { name: &line.name, points: vec![(0.0, 0.0)], farthest: 0.0, lost: 0 };
        let (mut before, mut sum) = (0_u64, 0.0_f64);
        for (n, z) in &line.blocks {
            let long = n.saturating_sub(before) as f64;
            before = before.max(*n);
            let moved = sum + z * long.sqrt();
            if !moved.is_finite() {
                path.lost += 1;
                continue;
            }
            sum = moved;
            let height = sum / all.sqrt();
            path.farthest = path.farthest.max(height.abs());
            path.points.push((*n as f64, height));
        }
        path
    }

    fn end(&self) -> f64 {
        self.points.last().map_or(0.0, |(_, z)| *z)
    }
}

pub(super) fn drift<'f>(r: &Randomness, fonts: &'f Fonts) -> Chart<'f> {
    let mut d = Chart::new(fonts, "Drift over time: cumulative standardised sums");
    let mut paths: Vec<Path<'_>> = r.battery.drifts.iter().map(Path::of).collect();
    let all = paths.len();
    let lost: usize = paths.iter().map(|p| p.lost).sum();
    paths.retain(|p| p.points.len() > 1);
    if paths.is_empty() {
        return d.nothing("Nothing to draw: no block of observations is complete.", "");
    }
    keep_farthest(&mut paths);
    let entries: Vec<String> =
        paths.iter().map(|p| format!("{}: {} at the end", p.name, signed(p.end()))).collect();
    d.legend(&entries, |page, at, (x, y)| {
        page.line((x, y), (x + 16.0, y), 1.4, line_colour(at));
    });
    d.y += 14.0;
    let (top, bottom) = (d.y, d.y + HIGH);
    let last = paths.iter().flat_map(|p| &p.points).map(|(n, _)| *n).fold(1.0, f64::max);
    let reach = paths.iter().map(|p| p.farthest).fold(3.4, f64::max) * 1.06;
    let panel = Panel {
        x: Axis { low: 0.0, high: last, from: 40.0, to: WIDTH - 12.0 },
        y: Axis { low: -reach, high: reach, from: bottom, to: top },
    };
    bands(&mut d, &panel);
    panel.axes(&mut d, &format!("{} so far", r.battery.unit), "standard deviations of the whole");
    let zero = panel.y.at(0.0);
    d.page.line((panel.x.from, zero), (panel.x.to, zero), 0.6, GREY);
    for (at, path) in paths.iter().enumerate().rev() {
        let points = path.points.iter().map(|(n, z)| panel.at(*n, *z)).collect();
        d.page.path(points, 1.1, line_colour(at));
    }
    d.y = bottom + 26.0;
    d.finish(&caption(all, paths.len(), lost))
}

/// As many paths as there are colours: those that stray farthest, in their own order.
fn keep_farthest(paths: &mut Vec<Path<'_>>) {
    let mut kept: Vec<usize> = (0..paths.len()).collect();
    kept.sort_by(|a, b| paths[*b].farthest.total_cmp(&paths[*a].farthest));
    kept.truncate(LINES.len());
    let mut at = 0..;
    paths.retain(|_| at.next().is_some_and(|at| kept.contains(&at)));
}

fn line_colour(at: usize) -> Colour {
    LINES[at % LINES.len()]
}

fn signed(z: f64) -> String {
    let text = figure(z, 3);
    if z > 0.0 { format!("+{text}") } else { text }
}

/// Where chance alone keeps a path at each time: two and three roots of the time gone by.
fn bands(d: &mut Chart<'_>, panel: &Panel) {
    const CORNERS: u8 = 48;
    for (sigma, colour) in BANDS {
        let edge = |i: u8, sign: f64| {
            // Squares of even steps: the root is smooth where it is steep.
            let share = (f64::from(i) / f64::from(CORNERS)).powi(2);
            panel.at(panel.x.high * share, sign * sigma * share.sqrt())
        };
        let upper = (0..=CORNERS).map(|i| edge(i, 1.0));
        let lower = (0..=CORNERS).rev().map(|i| edge(i, -1.0));
        d.page.shape(upper.chain(lower).collect(), colour);
        let (_, y) = panel.at(panel.x.high, sigma);
        d.text_if_free((panel.x.to + 2.0, y + 2.5), TINY, Anchor::Start, &format!("{sigma:.0}"));
        for sign in [1.0, -1.0] {
            let points = (0..=CORNERS).map(|i| edge(i, sign)).collect();
            d.page.dashed(points, 0.4, GREY);
        }
    }
}

fn caption(all: usize, drawn: usize, lost: usize) -> String {
    let mut text = "Each line adds up one statistic over time and ends at its standardised sum over \
                    all observations. A constant bias is a straight line, a change of the source a \
                    bend. The bands are two and three standard deviations of chance alone at each \
                    time; over many times and lines some leave them by chance, and the verdict comes \
                    from the tests."
        .to_owned();
    if drawn < all {
        text.push_str(&format!(" Drawn are the {drawn} of {all} that stray farthest."));
    }
    if lost > 0 {
        text.push_str(&format!(" Left out: {lost} blocks whose sum is no number."));
    }
    text
}
