//! A progressive meter over time: as recorded, as expected from the log, and below it the difference.
//!
//! Amounts are turned into heights here and nowhere else; what is printed beside them is exact.
#![allow(clippy::float_arithmetic, reason = "heights of a drawing, never money")]

use super::axis::{Axis, Panel, Tick};
use super::chart::{Chart, WIDTH};
use crate::clock::Clock;
use crate::draw::{ACCENT, AMBER, Anchor, Colour, Fonts, GREY, INK, Page, RED, TINY, WHITE, ZEBRA};
use crate::words::{dollars, signed_dollars};
use feltproof_model::Timestamp;
use feltproof_model::workpaper::{MeterPoint, Movement};

const PANEL: f32 = 62.0;
const BAND: f32 = 20.0;
/// Wide and light, the recorded line thin and dark upon it: where they agree both are seen.
const EXPECTED: (f32, Colour) = (3.6, Colour(0x9c, 0xba, 0xdc));
const RECORDED: (f32, Colour) = (1.0, ACCENT);

/// The meter as recorded and as expected, and below it their difference; nothing without a reading.
pub(crate) fn meter<'f>(
    points: &[MeterPoint],
    clock: &Clock,
    fonts: &'f Fonts,
) -> Option<Chart<'f>> {
    let (first, last) = (points.first()?, points.last()?);
    let mut d = Chart::new(fonts, "");
    let all = [Movement::Award, Movement::Reseed, Movement::Adjustment];
    let is_there = |movement: &Movement| points.iter().any(|p| p.moved_by == Some(*movement));
    legend(&mut d, &all.into_iter().filter(is_there).collect::<Vec<_>>());
    d.y += 4.0;
    let amounts = || points.iter().flat_map(|p| [p.recorded.micros(), p.kept.micros()]);
    let (low, high, step) = nice_range(amounts().min()?, amounts().max()?);
    let least = points.iter().map(difference).min()?.min(0);
    let most = points.iter().map(difference).max()?.max(0);
    // Room for the widest amount left of the axes.
    let wide = |micros: i64| d.width(TINY, &signed_dollars(i128::from(micros)));
    let left = [low, high, least, most].into_iter().map(wide).fold(40.0, f32::max) + 6.0;
    let x =
        Axis { low: first.time.0 as f64, high: last.time.0 as f64, from: left, to: WIDTH - 12.0 };
    let y = Axis { low: low as f64, high: high as f64, from: d.y + PANEL, to: d.y };
    let upper = Panel { x, y };
    background(&mut d, &upper);
    upper.across(&mut d, &amount_ticks(low, high, step));
    let top = upper.y.from + 12.0;
    let lower = difference_panel(&mut d, x, top, points, (least, most));
    let times = lower.below(&mut d, &local_times(clock, first.time.0, last.time.0), 6.0);
    upper.upright(&mut d, &times);
    upper.edges(&mut d);
    let note = format!("local time, {}", clock.name());
    d.text_if_free((x.to, lower.y.from + 21.0), TINY, Anchor::End, &note);
    for ((thickness, colour), line) in [
        (EXPECTED, line(&upper, points, |p| p.kept.micros())),
        (RECORDED, line(&upper, points, |p| p.recorded.micros())),
    ] {
        d.page.path(line, thickness, colour);
    }
    for (point, movement) in moved(&upper, points) {
        mark(&mut d.page, movement, point);
    }
    d.y = lower.y.from + 24.0;
    Some(d.finish(""))
}

const fn difference(p: &MeterPoint) -> i64 {
    p.recorded.micros().saturating_sub(p.kept.micros())
}

/// Where a movement stands: an award at the top of its drop, anything else at what it leaves.
fn moved(panel: &Panel, points: &[MeterPoint]) -> impl Iterator<Item = ((f32, f32), Movement)> {
    let before = std::iter::once(None).chain(points.iter().map(Some));
    points.iter().zip(before).filter_map(|(point, before)| {
        let movement = point.moved_by?;
        let at = match movement {
            Movement::Award => before.unwrap_or(point),
            Movement::Reseed | Movement::Adjustment => point,
        };
        let place = panel.at(point.time.0 as f64, at.recorded.micros() as f64);
        Some((place, movement))
    })
}

/// An award is a disc, a reseed a triangle, an adjustment a diamond, each with a white edge.
fn mark(page: &mut Page, movement: Movement, (x, y): (f32, f32)) {
    for (r, colour) in [(4.2, WHITE), (3.1, movement_colour(movement))] {
        match movement {
            Movement::Award => page.disc((x, y), r, colour),
            Movement::Reseed => {
                page.shape(vec![(x, y - r), (x + r, y + r * 0.8), (x - r, y + r * 0.8)], colour);
            }
            Movement::Adjustment => {
                page.shape(vec![(x, y - r), (x + r, y), (x, y + r), (x - r, y)], colour);
            }
        }
    }
}

const fn movement_colour(movement: Movement) -> Colour {
    match movement {
        Movement::Award => INK,
        Movement::Reseed => ACCENT,
        Movement::Adjustment => AMBER,
    }
}

fn legend(d: &mut Chart<'_>, movements: &[Movement]) {
    let lines = [
        "recorded display",
        "re-kept from the opening reading",
        "difference, recorded minus re-kept",
    ];
    let names = movements.iter().map(|movement| movement.name());
    let entries: Vec<String> = lines.into_iter().chain(names).map(str::to_owned).collect();
    d.legend(&entries, |page, at, (x, y)| match (at, at.checked_sub(3)) {
        (0, _) => page.path(vec![(x, y), (x + 16.0, y)], RECORDED.0, RECORDED.1),
        (1, _) => page.path(vec![(x, y), (x + 16.0, y)], EXPECTED.0, EXPECTED.1),
        (_, None) => page.rect(x, y - 3.0, 16.0, 6.0, RED),
        (_, Some(of)) => {
            if let Some(movement) = movements.get(of) {
                mark(page, *movement, (x + 11.0, y));
            }
        }
    });
}

fn background(d: &mut Chart<'_>, p: &Panel) {
    d.page.rect(p.x.from, p.y.to, p.x.to - p.x.from, p.y.from - p.y.to, ZEBRA);
}

fn amount_ticks(low: i64, high: i64, step: i64) -> Vec<Tick> {
    let next = |at: &i64| at.checked_add(step).filter(|at| *at <= high);
    let tick = |at| Tick { at: at as f64, label: dollars(i128::from(at)) };
    std::iter::successors(Some(low), next).map(tick).collect()
}

/// A line through the readings; a drop is drawn upright, since it is one event.
fn line(
    panel: &Panel,
    points: &[MeterPoint],
    value: impl Fn(&MeterPoint) -> i64,
) -> Vec<(f32, f32)> {
    let before = std::iter::once(None).chain(points.iter().map(|p| Some(value(p))));
    let line = points.iter().zip(before).flat_map(|(p, before)| {
        let (time, now) = (p.time.0 as f64, value(p));
        let drop = before.filter(|before| now < *before);
        drop.into_iter().chain([now]).map(move |micros| panel.at(time, micros as f64))
    });
    line.collect()
}

/// The lower panel: recorded minus expected as a filled step from zero.
fn difference_panel(
    d: &mut Chart<'_>,
    x: Axis,
    top: f32,
    points: &[MeterPoint],
    (least, most): (i64, i64),
) -> Panel {
    let (low, high) = if least == 0 && most == 0 { (-1, 1) } else { (least, most) };
    let y = Axis { low: low as f64, high: high as f64, from: top + BAND, to: top };
    let panel = Panel { x, y };
    background(d, &panel);
    let zero = panel.y.at(0.0);
    for pair in points.windows(2) {
        let [from, to] = pair else { continue };
        let (left, y) = panel.at(from.time.0 as f64, difference(from) as f64);
        let width = panel.x.at(to.time.0 as f64) - left;
        if difference(from) != 0 && width > 0.0 {
            d.page.rect(left, y.min(zero), width, (y - zero).abs().max(0.5), RED);
        }
    }
    panel.edges(d);
    d.page.line((x.from, zero), (x.to, zero), 0.6, GREY);
    let mut label = |micros: i64, text: &str| {
        let y = panel.y.at(micros as f64) + 2.5;
        d.text_if_free((x.from - 4.0, y), TINY, Anchor::End, text);
    };
    label(0, "$0.00");
    for extreme in [least, most].into_iter().filter(|extreme| *extreme != 0) {
        label(extreme, &signed_dollars(i128::from(extreme)));
    }
    panel
}

/// Round local times between two instants, in microseconds since 1970.
fn local_times(clock: &Clock, start: i64, end: i64) -> Vec<Tick> {
    const MINUTE: i64 = 60_000_000;
    const STEPS: [i64; 10] = [5, 10, 15, 30, 60, 120, 180, 360, 720, 1440];
    let span = end.saturating_sub(start);
    let step = STEPS.into_iter().find(|s| span / (s * MINUTE) <= 10).unwrap_or(1440);
    // Quarters of an hour are enough to meet every round hour of every zone on Earth.
    let stride = step.min(15) * MINUTE;
    let first = start.div_euclid(stride).saturating_add(1).saturating_mul(stride);
    let next = |time: &i64| time.checked_add(stride);
    // Eleven years of quarter hours; a chart of more has its later ticks left out.
    let times = std::iter::successors(Some(first), next).take(400_000);
    let tick = |time: i64| {
        let minute = clock.minute_of_day(Timestamp(time)).filter(|minute| minute % step == 0)?;
        let at = Timestamp(time);
        let label = if minute == 0 { clock.day(at) } else { clock.hour(at) };
        Some(Tick { at: time as f64, label })
    };
    times.take_while(|time| *time <= end).filter_map(tick).collect()
}

/// Edges and step of an axis in 1, 2 or 5 times a power of ten, about five steps.
fn nice_range(low: i64, high: i64) -> (i64, i64, i64) {
    let span = i128::from(high) - i128::from(low);
    let wanted = (span / 5).max(10_000);
    let mut unit: i128 = 1;
    let step = loop {
        if let Some(step) = [1, 2, 5].into_iter().map(|k| k * unit).find(|s| *s >= wanted) {
            break step;
        }
        unit *= 10;
    };
    let floor = i128::from(low).div_euclid(step) * step;
    let ceiling = -((-i128::from(high)).div_euclid(step)) * step;
    let ceiling = if ceiling == floor { floor + step } else { ceiling };
    let clamp = |v: i128| i64::try_from(v).unwrap_or(if v < 0 { i64::MIN } else { i64::MAX });
    (clamp(floor), clamp(ceiling), clamp(step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_steps_and_hold_the_values() {
        let cases = [
            (0, 0),
            (2_500_000_000, 4_213_750_000),
            (-5, 5),
            (999_990_000, 1_000_010_000),
            (i64::MIN, i64::MAX),
        ];
        for (low, high) in cases {
            let (floor, ceiling, step) = nice_range(low, high);
            assert!(floor <= low && ceiling >= high && floor < ceiling, "{low} {high}");
            let mut digits = step;
            while digits % 10 == 0 {
                digits /= 10;
            }
            assert!([1, 2, 5].contains(&digits) || step == i64::MAX, "{step}");
        }
        assert_eq!(nice_range(2_500_000_000, 4_213_750_000).2, 500_000_000);
    }
}
