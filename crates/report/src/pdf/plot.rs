//! The meter plot and the bar chart, drawn with vectors: crisp at any size, text searchable.
//!
//! Amounts are turned into heights here and nowhere else; what is printed beside them is exact.
#![allow(clippy::float_arithmetic, reason = "heights of a drawing, never money")]

use super::canvas::Colour;
use super::flow::Flow;
use super::style::{ACCENT, BODY_RIGHT, BODY_WIDTH, GREY, INK, MARGIN, RED, RULE, TINY, ZEBRA};
use crate::clock::Clock;
use crate::words::{dollars, signed_dollars};
use feltproof_model::Timestamp;
use feltproof_model::workpaper::MeterPoint;

/// Height of the upper panel with the two lines.
const PANEL: f32 = 168.0;
/// The re-kept line.
const REKEPT: Colour = Colour(0x9c, 0xba, 0xdc);
const REKEPT_WIDTH: f32 = 3.6;
const RECORDED_WIDTH: f32 = 1.0;
/// Height of the lower panel with the difference.
const BAND: f32 = 40.0;
/// Room for legend, times and the gap between the panels.
const EXTRA: f32 = 64.0;

/// A rectangle in which values are drawn, with the values at its edges.
#[derive(Clone, Copy)]
struct Panel {
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
    low: i64,
    high: i64,
    start: i64,
    end: i64,
}

impl Panel {
    fn y(&self, micros: i64) -> f32 {
        let share = ratio(micros, self.low, self.high);
        self.bottom - share * (self.bottom - self.top)
    }

    fn x(&self, time: Timestamp) -> f32 {
        self.left + ratio(time.0, self.start, self.end) * (self.right - self.left)
    }
}

/// Where a value stands between two others, 0 to 1; the middle when they are the same.
#[allow(clippy::cast_precision_loss, reason = "a height on paper needs no more than f32 holds")]
fn ratio(value: i64, low: i64, high: i64) -> f32 {
    let span = i128::from(high) - i128::from(low);
    if span <= 0 {
        return 0.5;
    }
    let part = i128::from(value) - i128::from(low);
    ((part as f64) / (span as f64)).clamp(0.0, 1.0) as f32
}

/// The meter as recorded and as re-kept, and below it their difference.
pub(super) fn meter(flow: &mut Flow<'_>, clock: &Clock, points: &[MeterPoint]) {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return };
    flow.need(PANEL + BAND + EXTRA);
    let amounts = || points.iter().flat_map(|p| [p.recorded.micros(), p.rekept.micros()]);
    let (low, high) = (amounts().min().unwrap_or(0), amounts().max().unwrap_or(0));
    let (low, high, step) = nice_range(low, high);
    let left = MARGIN + label_room(flow, low, high, points);
    legend(flow, left);
    let top = flow.y;
    let upper = Panel {
        left,
        right: BODY_RIGHT,
        top,
        bottom: top + PANEL,
        low,
        high,
        start: first.time.0,
        end: last.time.0,
    };
    frame(flow, &upper);
    let mut tick = low;
    while tick <= high {
        amount_tick(flow, &upper, tick, &dollars(i128::from(tick)));
        let Some(next) = tick.checked_add(step) else { break };
        tick = next;
    }
    let lower = difference_panel(flow, &upper, points);
    time_axis(flow, clock, &upper, &lower);
    // The re-kept line is wide and light, the recorded one thin and dark upon it: where they agree
    // both are seen.
    let rekept = meter_line(&upper, points, |p| p.rekept.micros());
    flow.page().path(rekept, REKEPT_WIDTH, REKEPT);
    let recorded = meter_line(&upper, points, |p| p.recorded.micros());
    flow.page().path(recorded, RECORDED_WIDTH, ACCENT);
    flow.y = lower.bottom + 26.0;
}

/// Room for the widest amount left of the axes.
fn label_room(flow: &Flow<'_>, low: i64, high: i64, points: &[MeterPoint]) -> f32 {
    let differences = points.iter().map(difference);
    let amounts = [low, high].into_iter().chain(differences);
    let width = |micros: i64| flow.width(TINY, &signed_dollars(i128::from(micros)));
    amounts.map(width).fold(40.0, f32::max) + 6.0
}

/// Recorded minus re-kept.
const fn difference(p: &MeterPoint) -> i64 {
    p.recorded.micros().saturating_sub(p.rekept.micros())
}

fn legend(flow: &mut Flow<'_>, left: f32) {
    let y = flow.y + 6.0;
    let mut x = left;
    let entries = [
        "recorded display",
        "re-kept from the opening reading",
        "difference, recorded minus re-kept",
    ];
    for (at, name) in entries.into_iter().enumerate() {
        match at {
            0 => flow.page().path(vec![(x, y), (x + 14.0, y)], RECORDED_WIDTH, ACCENT),
            1 => flow.page().path(vec![(x, y), (x + 14.0, y)], REKEPT_WIDTH, REKEPT),
            _ => flow.page().rect(x, y - 3.0, 14.0, 6.0, RED),
        }
        flow.text_at(x + 18.0, y + 2.5, TINY, name);
        x += 18.0 + flow.width(TINY, name) + 22.0;
    }
    flow.y += 16.0;
}

fn frame(flow: &mut Flow<'_>, p: &Panel) {
    flow.page().rect(p.left, p.top, p.right - p.left, p.bottom - p.top, ZEBRA);
    flow.page().path(vec![(p.left, p.top), (p.left, p.bottom), (p.right, p.bottom)], 0.7, GREY);
}

fn amount_tick(flow: &mut Flow<'_>, p: &Panel, micros: i64, label: &str) {
    let y = p.y(micros);
    flow.page().line((p.left, y), (p.right, y), 0.4, RULE);
    flow.text_ending(p.left - 4.0, y + 2.5, TINY, label);
}

/// A line through the readings; a drop is drawn upright, since it is one event.
fn meter_line(
    panel: &Panel,
    points: &[MeterPoint],
    value: impl Fn(&MeterPoint) -> i64,
) -> Vec<(f32, f32)> {
    let mut line: Vec<(f32, f32)> = Vec::with_capacity(points.len() + 8);
    let mut before: Option<i64> = None;
    for p in points {
        let (x, now) = (panel.x(p.time), value(p));
        if let Some(b) = before.filter(|b| now < *b) {
            line.push((x, panel.y(b)));
        }
        line.push((x, panel.y(now)));
        before = Some(now);
    }
    line
}

/// The lower panel: recorded minus re-kept as a filled step from zero.
fn difference_panel(flow: &mut Flow<'_>, upper: &Panel, points: &[MeterPoint]) -> Panel {
    let low = points.iter().map(difference).min().unwrap_or(0).min(0);
    let high = points.iter().map(difference).max().unwrap_or(0).max(0);
    let flat = low == 0 && high == 0;
    let (low, high) = if flat { (-1_000_000, 1_000_000) } else { (low, high) };
    let top = upper.bottom + 12.0;
    let panel = Panel { top, bottom: top + BAND, low, high, ..*upper };
    frame(flow, &panel);
    let zero = panel.y(0);
    for pair in points.windows(2) {
        let [from, to] = pair else { continue };
        let (x, y) = (panel.x(from.time), panel.y(difference(from)));
        let width = panel.x(to.time) - x;
        if difference(from) != 0 && width > 0.0 {
            let (top, height) = if y < zero { (y, zero - y) } else { (zero, y - zero) };
            flow.page().rect(x, top, width, height.max(0.5), RED);
        }
    }
    flow.page().line((panel.left, zero), (panel.right, zero), 0.6, GREY);
    flow.text_ending(panel.left - 4.0, zero + 2.5, TINY, "$0.00");
    // A label only where it does not touch the one at zero.
    for extreme in [low, high] {
        let y = panel.y(extreme);
        if extreme != 0 && !flat && (y - zero).abs() > 9.5 {
            flow.text_ending(panel.left - 4.0, y + 2.5, TINY, &signed_dollars(i128::from(extreme)));
        }
    }
    panel
}

/// Ticks at round local times, labels where they do not touch.
fn time_axis(flow: &mut Flow<'_>, clock: &Clock, upper: &Panel, lower: &Panel) {
    const MINUTE: i64 = 60_000_000;
    const STEPS: [i64; 10] = [5, 10, 15, 30, 60, 120, 180, 360, 720, 1440];
    let span = upper.end.saturating_sub(upper.start);
    let step = STEPS.into_iter().find(|s| span / (s * MINUTE) <= 10).unwrap_or(1440);
    // Quarters of an hour are enough to meet every round hour of every zone on Earth.
    let stride = step.min(15) * MINUTE;
    let mut time = upper.start.div_euclid(stride).saturating_add(1).saturating_mul(stride);
    let mut free_from = lower.left - 20.0;
    // Eleven years of quarter hours; a plot of more has its later ticks left out.
    let mut left_to_try = 400_000;
    while time <= upper.end && left_to_try > 0 {
        left_to_try -= 1;
        let at = Timestamp(time);
        if clock.minute_of_day(at).is_some_and(|minute| minute % step == 0) {
            let midnight = clock.minute_of_day(at) == Some(0);
            let label = if midnight { clock.day(at) } else { clock.hour(at) };
            let x = lower.x(at);
            let half = flow.width(TINY, &label) / 2.0;
            let room = x - half >= free_from && x + half <= BODY_RIGHT + 8.0;
            if room {
                free_from = x + half + 6.0;
                flow.text_centred(x, lower.bottom + 11.0, TINY, &label);
                flow.page().line((x, lower.bottom), (x, lower.bottom + 3.0), 0.6, GREY);
                flow.page().line((x, upper.top), (x, upper.bottom), 0.3, RULE);
            }
        }
        let Some(next) = time.checked_add(stride) else { break };
        time = next;
    }
    let note = format!("local time, {}", clock.name());
    flow.text_ending(BODY_RIGHT, lower.bottom + 21.0, TINY, &note);
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

/// One bar: its name and its signed amount in micro-dollars.
pub(super) struct Bar {
    pub(super) name: String,
    pub(super) micros: i128,
}

/// Bars left and right of zero, each with its amount.
pub(super) fn bars(flow: &mut Flow<'_>, left_means: &str, right_means: &str, bars: &[Bar]) {
    const ROW: f32 = 12.5;
    let widest = bars.iter().map(|b| b.micros.unsigned_abs()).max().unwrap_or(0);
    if widest == 0 {
        return;
    }
    let names = bars.iter().map(|b| flow.width(TINY, &b.name)).fold(20.0, f32::max).min(140.0);
    let amounts =
        bars.iter().map(|b| flow.width(TINY, &signed_dollars(b.micros))).fold(20.0, f32::max);
    let zero = MARGIN + names + (BODY_WIDTH - names) / 2.0;
    let reach = (BODY_WIDTH - names) / 2.0 - amounts - 10.0;
    flow.need(ROW * (bars.len().min(20) as f32) + 24.0);
    let y = flow.y + 8.0;
    flow.text_ending(zero - 6.0, y, TINY, left_means);
    flow.text_at(zero + 6.0, y, TINY, right_means);
    flow.y += 14.0;
    for (at, bar) in bars.iter().enumerate() {
        flow.need(ROW);
        let (top, baseline) = (flow.y, flow.y + ROW * 0.68);
        if at % 2 == 0 {
            flow.page().rect(MARGIN, top, BODY_WIDTH, ROW, ZEBRA);
        }
        let lines = super::wrap::wrap(flow.fonts, TINY, &bar.name, names + 2.0);
        let name = match lines.as_slice() {
            [one] => one.clone(),
            [first, ..] => format!("{first}…"),
            [] => String::new(),
        };
        flow.text_at(MARGIN + 2.0, baseline, TINY.colour(INK), &name);
        let long = share_of(bar.micros.unsigned_abs(), widest) * reach;
        let label = signed_dollars(bar.micros);
        let colour: Colour = if bar.micros < 0 { GREY } else { ACCENT };
        if bar.micros < 0 {
            flow.page().rect(zero - long, top + 2.5, long, ROW - 5.0, colour);
            flow.text_ending(zero - long - 4.0, baseline, TINY.colour(INK), &label);
        } else {
            flow.page().rect(zero, top + 2.5, long, ROW - 5.0, colour);
            flow.text_at(zero + long + 4.0, baseline, TINY.colour(INK), &label);
        }
        flow.page().line((zero, top), (zero, top + ROW), 0.6, GREY);
        flow.y = top + ROW;
    }
    flow.y += 8.0;
}

#[allow(clippy::cast_precision_loss, reason = "a length on paper needs no more than f32 holds")]
fn share_of(part: u128, whole: u128) -> f32 {
    if whole == 0 { 0.0 } else { (part as f64 / whole as f64) as f32 }
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
