//! The heat map of cards by position: where each card came too often or too rarely.
#![allow(clippy::float_arithmetic, reason = "coordinates of a drawing, never money")]

use super::chart::{Chart, WIDTH};
use super::scale::{CAP, MIDDLE, STEPS, colour, step};
use crate::draw::{Anchor, Fonts, GREY, INK, TINY, TextStyle, WHITE};
use crate::randomness::number::figure;
use crate::randomness::plots::HeatMap;

/// Highest and widest a map gets.
const HIGH: f32 = 400.0;
/// Most squares along one side; a larger table is drawn in blocks.
const SIDE: usize = 416;
/// Most squares in all.
const SQUARES: usize = 44_000;
/// Standard deviations within which a count lies nineteen times in twenty by chance alone.
const CHANCE: f64 = 2.0;
/// Share of squares beyond them by chance alone, where counts are large enough for a normal law.
const BEYOND: f64 = 0.0455;
const NAMES: f32 = 84.0;
/// Labels of columns and of the scale.
const LABEL: TextStyle = TextStyle { size: 6.2, leading: 8.0, ..TINY };
/// Smallest they get for fifty-two cards to stand side by side.
const SMALLEST: f32 = 5.2;

/// The squares as drawn: one for each cell, or for a block of cells its most unusual one.
struct Squares {
    rows: usize,
    columns: usize,
    /// Cells along each side of a block.
    block: (usize, usize),
    values: Vec<f64>,
}

impl Squares {
    fn of(map: &HeatMap<'_>) -> Option<Self> {
        let (rows, columns) = (map.heat.rows.len(), map.columns.len());
        if rows == 0 || columns == 0 || rows.checked_mul(columns)? != map.heat.residuals.len() {
            return None;
        }
        let mut block = (rows.div_ceil(SIDE), columns.div_ceil(SIDE));
        while rows.div_ceil(block.0) * columns.div_ceil(block.1) > SQUARES {
            if rows.div_ceil(block.0) >= columns.div_ceil(block.1) {
                block.0 += 1;
            } else {
                block.1 += 1;
            }
        }
        let (down, across) = (rows.div_ceil(block.0), columns.div_ceil(block.1));
        let mut values = vec![f64::NAN; down * across];
        for (at, z) in map.heat.residuals.iter().enumerate() {
            let place = (at / columns / block.0) * across + (at % columns) / block.1;
            if let Some(value) = values.get_mut(place)
                && (value.is_nan() || z.abs() > value.abs())
            {
                *value = *z;
            }
        }
        Some(Self { rows: down, columns: across, block, values })
    }
}

/// The place of the squares on the drawing.
struct Grid {
    left: f32,
    top: f32,
    wide: f32,
    high: f32,
}

pub(super) fn heat<'f>(map: &HeatMap<'_>, fonts: &'f Fonts) -> Chart<'f> {
    let mut d = Chart::new(fonts, &format!("Cards by position: {}", map.title));
    let Some(squares) = Squares::of(map) else {
        return d.nothing("Nothing to draw: the table is empty.", "");
    };
    let names = map.heat.rows.iter().map(|r| d.width(TINY, r)).fold(20.0, f32::max).min(NAMES);
    let left = names + 8.0;
    let room = WIDTH - left - 12.0;
    let wide = (room / squares.columns as f32).min(30.0);
    let rows = squares.rows as f32;
    let high = (HIGH / rows).min(wide.max(130.0 / rows)).min(18.0);
    scale_bar(&mut d, left);
    d.text((0.0, d.y + 8.0), TINY, Anchor::Start, map.row_is);
    d.y += 13.0;
    let grid = Grid { left, top: d.y, wide, high };
    paint(&mut d, &squares, &grid);
    let largest = largest(map);
    if let Some((at, _)) = largest {
        mark(&mut d, map, &squares, &grid, at);
    }
    row_names(&mut d, map, &squares, &grid);
    column_names(&mut d, map, &squares, &grid);
    d.finish(&caption(map, &squares, largest))
}

/// The step of a square: what chance does in nineteen squares of twenty has the middle colour.
fn shade(z: f64) -> Option<i8> {
    if z.abs() < CHANCE { Some(0) } else { step(z) }
}

fn largest(map: &HeatMap<'_>) -> Option<(usize, f64)> {
    let known = map.heat.residuals.iter().copied().enumerate().filter(|(_, z)| !z.is_nan());
    // From the end, so that of equal ones it is the first.
    known.rev().max_by(|(_, a), (_, b)| a.abs().total_cmp(&b.abs()))
}

fn paint(d: &mut Chart<'_>, squares: &Squares, grid: &Grid) {
    let across = squares.columns as f32 * grid.wide;
    let down = squares.rows as f32 * grid.high;
    d.page.rect(grid.left, grid.top, across, down, MIDDLE);
    for (row, values) in squares.values.chunks(squares.columns).enumerate() {
        let y = grid.top + row as f32 * grid.high;
        let mut from = 0;
        while let Some(first) = values.get(from) {
            let shade = shade(*first);
            let same = values.iter().skip(from).take_while(|z| self::shade(**z) == shade).count();
            // The middle colour is there already.
            if shade != Some(0) {
                let x = grid.left + from as f32 * grid.wide;
                d.page.rect(x, y, same as f32 * grid.wide, grid.high, colour(shade));
            }
            from += same.max(1);
        }
    }
}

/// A border around the square of a cell, and arrows at the edges that lead the eye to it.
fn mark(d: &mut Chart<'_>, map: &HeatMap<'_>, squares: &Squares, grid: &Grid, at: usize) {
    let row = at / map.columns.len().max(1) / squares.block.0;
    let column = at % map.columns.len().max(1) / squares.block.1;
    let (wide, high) = (grid.wide.max(4.0), grid.high.max(4.0));
    let x = grid.left + (column as f32 + 0.5) * grid.wide;
    let y = grid.top + (row as f32 + 0.5) * grid.high;
    for (grow, thickness, colour) in [(1.4, 1.0, WHITE), (0.5, 1.0, INK)] {
        let area =
            [x - wide / 2.0 - grow, y - high / 2.0 - grow, wide + 2.0 * grow, high + 2.0 * grow];
        d.page.border(area, thickness, colour);
    }
    let right = grid.left + squares.columns as f32 * grid.wide;
    let arrow = |a: (f32, f32), b: (f32, f32), c: (f32, f32)| vec![a, b, c];
    d.page.shape(arrow((right + 2.0, y), (right + 8.0, y - 3.0), (right + 8.0, y + 3.0)), INK);
    let top = grid.top;
    d.page.shape(arrow((x, top - 1.5), (x - 3.0, top - 7.0), (x + 3.0, top - 7.0)), INK);
}

fn row_names(d: &mut Chart<'_>, map: &HeatMap<'_>, squares: &Squares, grid: &Grid) {
    let stride = stride(squares.rows, |stride| stride as f32 * grid.high >= 7.6);
    for row in (0..squares.rows).step_by(stride) {
        let Some(name) = map.heat.rows.get(row * squares.block.0) else { continue };
        let y = grid.top + (row as f32 + 0.5) * grid.high + 2.5;
        let name = d.cut(TINY, name, NAMES);
        d.text_if_free((grid.left - 4.0, y), TINY, Anchor::End, &name);
    }
}

fn column_names(d: &mut Chart<'_>, map: &HeatMap<'_>, squares: &Squares, grid: &Grid) {
    const MOST: f32 = 44.0;
    let widest = map.columns.iter().map(|c| d.width(LABEL, c)).fold(0.0, f32::max).min(MOST);
    let fitting = LABEL.size * ((grid.wide - 0.4) / widest.max(1.0)).min(1.0);
    let size = if fitting >= SMALLEST { fitting } else { LABEL.size };
    let label = TextStyle { size, ..LABEL };
    let widest = widest * size / LABEL.size;
    let stride = stride(squares.columns, |stride| {
        // Side by side they may nearly touch; with some left out they stand apart.
        let apart = if stride == 1 { 0.4 } else { 4.0 };
        stride as f32 * grid.wide >= widest + apart
    });
    let bottom = grid.top + squares.rows as f32 * grid.high;
    for column in (0..squares.columns).step_by(stride) {
        let Some(name) = map.columns.get(column * squares.block.1) else { continue };
        let x = grid.left + (column as f32 + 0.5) * grid.wide;
        d.page.line((x, bottom), (x, bottom + 2.0), 0.4, GREY);
        let name = d.cut(label, name, MOST);
        let half = d.width(label, &name) / 2.0;
        let x = x.min(WIDTH - half);
        d.text_if_clear((x, bottom + 9.0), label, Anchor::Middle, &name, 0.2);
    }
    d.text((WIDTH, bottom + 19.0), TINY, Anchor::End, map.column_is);
    d.y = bottom + 24.0;
}

/// The smallest stride, of those a reader can count in, at which names do not touch.
fn stride(of: usize, fits: impl Fn(usize) -> bool) -> usize {
    let steps = [1, 2, 3, 4, 5, 10, 13, 20, 26, 50, 52, 100, 104, 200, 208];
    steps.into_iter().find(|s| fits(*s)).unwrap_or(of.max(1))
}

/// The steps of colour from too rarely to too often.
fn scale_bar(d: &mut Chart<'_>, left: f32) {
    const WIDE: f32 = 10.0;
    let y = d.y;
    let rarely = "fewer than expected";
    let start = left + d.width(TINY, rarely) * 1.14 + 6.0;
    d.text((left, y + 7.5), TINY, Anchor::Start, rarely);
    for at in -STEPS..=STEPS {
        let x = start + f32::from(at + STEPS) * WIDE;
        let z = f64::from(at) / f64::from(STEPS) * CAP;
        d.page.rect(x, y + 1.0, WIDE, 8.0, colour(shade(z)));
        if at % 4 == 0 {
            let text = match at {
                _ if at == -STEPS => "≤ -4".to_owned(),
                _ if at == STEPS => "≥ +4".to_owned(),
                0 => "chance".to_owned(),
                _ => format!("{z:+}"),
            };
            d.text((x + WIDE / 2.0, y + 17.0), LABEL, Anchor::Middle, &text);
        }
    }
    let end = start + f32::from(2 * STEPS + 1) * WIDE;
    d.text((end + 6.0, y + 7.5), TINY, Anchor::Start, "more than expected, in standard deviations");
    d.y += 24.0;
}

/// How many squares lie beyond the middle, and how many do by chance alone.
fn beyond(map: &HeatMap<'_>, squares: &Squares) -> String {
    let known = || map.heat.residuals.iter().filter(|z| !z.is_nan());
    // Of blocks the most unusual cell is drawn, and of few cells a share says nothing.
    if squares.block != (1, 1) || known().count() < 200 {
        return String::new();
    }
    let seen = known().filter(|z| z.abs() >= CHANCE).count();
    let expected = known().count() as f64 * BEYOND;
    format!(" Beyond 2: {seen} squares; chance alone gives about {}.", figure(expected.round(), 4))
}

fn caption(map: &HeatMap<'_>, squares: &Squares, largest: Option<(usize, f64)>) -> String {
    let (row, column) = (map.row_is, map.column_is);
    let each = if squares.block == (1, 1) {
        format!("Each square is one {row} (row) and one {column} (column)")
    } else {
        format!(
            "Each square is the most unusual of {} x {} cells of {row} (row) and {column} (column)",
            squares.block.0, squares.block.1
        )
    };
    let mut text = format!(
        "{each}: how far the count is from what chance alone gives, in standard deviations. Within 2 it has the colour of \
         the middle; beyond 4 the colour does not change.{}",
        beyond(map, squares)
    );
    if map.heat.rows.last().is_some_and(|row| row == "undealt") {
        text.push_str(" The last row counts cards that were not dealt.");
    }
    if let Some((at, z)) = largest {
        let columns = map.columns.len().max(1);
        let name = |names: &[String], at: usize| names.get(at).cloned().unwrap_or_default();
        let sign = if z > 0.0 { "+" } else { "" };
        text.push_str(&format!(
            " The largest, framed: row {}, column {}, {sign}{}.",
            name(&map.heat.rows, at / columns),
            name(&map.columns, at % columns),
            figure(z, 3)
        ));
    }
    let unknown = map.heat.residuals.iter().filter(|z| z.is_nan()).count();
    if unknown > 0 {
        text.push_str(&format!(" Grey: no number ({unknown} cells)."));
    }
    text
}
