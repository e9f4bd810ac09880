//! The verdict signs, drawn as shapes so that they need no face: tick, exclamation mark, dash, dot.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use crate::draw::{ACCENT, AMBER, GREY, Page, RED, WHITE};

pub(super) use feltproof_paper::Sign as Icon;

/// Draws the sign centred at a point; `diameter` in points.
pub(super) fn draw(page: &mut Page, icon: Icon, (x, y): (f32, f32), diameter: f32) {
    let r = diameter / 2.0;
    let at = |dx: f32, dy: f32| (x + dx * r, y + dy * r);
    match icon {
        Icon::Clear => {
            page.disc((x, y), r, ACCENT);
            page.path(vec![at(-0.48, 0.02), at(-0.12, 0.4), at(0.5, -0.38)], r * 0.26, WHITE);
        }
        Icon::Found => {
            page.disc((x, y), r, RED);
            page.path(vec![at(0.0, -0.58), at(0.0, 0.16)], r * 0.28, WHITE);
            page.disc(at(0.0, 0.48), r * 0.16, WHITE);
        }
        Icon::NotRun => {
            page.disc((x, y), r, AMBER);
            page.path(vec![at(-0.5, 0.0), at(0.5, 0.0)], r * 0.28, WHITE);
        }
        Icon::Open => {
            page.disc((x, y), r, AMBER);
            for dx in [-0.5, 0.0, 0.5] {
                page.disc(at(dx, 0.0), r * 0.15, WHITE);
            }
        }
        Icon::Nothing => ring(page, (x, y), r),
        Icon::Met => {
            ring(page, (x, y), r);
            page.path(vec![at(-0.48, 0.02), at(-0.12, 0.4), at(0.5, -0.38)], r * 0.26, ACCENT);
        }
        Icon::Seen => {
            ring(page, (x, y), r);
            page.disc((x, y), r * 0.36, GREY);
        }
        Icon::Off => {
            ring(page, (x, y), r);
            page.path(vec![at(-0.55, 0.55), at(0.55, -0.55)], r * 0.26, GREY);
        }
        Icon::Partly => {
            page.disc((x, y), r, AMBER);
            page.disc((x, y), r * 0.72, WHITE);
            page.shape(
                vec![at(0.0, -0.6), at(0.42, -0.42), at(0.6, 0.0), at(0.42, 0.42), at(0.0, 0.6)],
                AMBER,
            );
        }
    }
}

fn ring(page: &mut Page, centre: (f32, f32), r: f32) {
    page.disc(centre, r, GREY);
    page.disc(centre, r * 0.76, WHITE);
}
