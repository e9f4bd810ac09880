//! Colours that mean something, told apart by all eyes: steps from blue over white to orange for
//! signed values (after ColorBrewer's schemes RdBu and PuOr), and eight for lines (Okabe and Ito).
#![allow(clippy::float_arithmetic, reason = "colours of a drawing, never money")]

use crate::draw::Colour;

/// Standard deviations beyond which a cell has the last colour.
pub(super) const CAP: f64 = 4.0;
/// Steps on either side of the middle; each is half a standard deviation.
pub(super) const STEPS: i8 = 8;
/// The middle: as many as expected.
pub(super) const MIDDLE: Colour = Colour(0xf7, 0xf7, 0xf7);
/// No number.
pub(super) const UNKNOWN: Colour = Colour(0xa0, 0xa0, 0xa0);

const LESS: [Colour; 6] = [
    MIDDLE,
    Colour(0xd1, 0xe5, 0xf0),
    Colour(0x92, 0xc5, 0xde),
    Colour(0x43, 0x93, 0xc3),
    Colour(0x21, 0x66, 0xac),
    Colour(0x05, 0x30, 0x61),
];
const MORE: [Colour; 6] = [
    MIDDLE,
    Colour(0xfe, 0xe0, 0xb6),
    Colour(0xfd, 0xb8, 0x63),
    Colour(0xe0, 0x82, 0x14),
    Colour(0xb3, 0x58, 0x06),
    Colour(0x7f, 0x3b, 0x08),
];

pub(super) const LINES: [Colour; 8] = [
    Colour(0x00, 0x72, 0xb2),
    Colour(0xd5, 0x5e, 0x00),
    Colour(0x00, 0x9e, 0x73),
    Colour(0xcc, 0x79, 0xa7),
    Colour(0x56, 0xb4, 0xe9),
    Colour(0xe6, 0x9f, 0x00),
    Colour(0x1d, 0x24, 0x2c),
    Colour(0x9a, 0x8f, 0x1c),
];

/// The step of a standardised value, -8 to 8; `None` for what is no number.
#[allow(clippy::cast_possible_truncation, reason = "clamped to the steps")]
pub(super) fn step(z: f64) -> Option<i8> {
    if z.is_nan() {
        return None;
    }
    let steps = f64::from(STEPS);
    Some((z / CAP * steps).round().clamp(-steps, steps) as i8)
}

pub(super) fn colour(step: Option<i8>) -> Colour {
    let Some(step) = step else { return UNKNOWN };
    let side = if step < 0 { &LESS } else { &MORE };
    let along = f32::from(step.unsigned_abs().min(8)) / f32::from(STEPS.unsigned_abs()) * 5.0;
    let below = (along.floor() as usize).min(5);
    let above = (below + 1).min(5);
    let (Colour(r, g, b), Colour(r1, g1, b1)) = (side[below], side[above]);
    let part = along - along.floor();
    let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * part).round() as u8;
    Colour(mix(r, r1), mix(g, g1), mix(b, b1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_deviation_is_a_step_and_the_last_one_holds_the_rest() {
        for (z, expected) in [
            (0.0, 0),
            (0.24, 0),
            (0.26, 1),
            (-1.0, -2),
            (4.0, 8),
            (1e300, 8),
            (f64::NEG_INFINITY, -8),
        ] {
            assert_eq!(step(z), Some(expected), "{z}");
        }
        assert_eq!(step(f64::NAN), None);
        assert_eq!(colour(Some(0)), MIDDLE);
        assert_eq!(colour(Some(8)), MORE[5]);
        assert_eq!(colour(Some(-8)), LESS[5]);
        assert_eq!(colour(None), UNKNOWN);
    }

    /// Seventeen colours, none the same, darker with every step away from the middle.
    #[test]
    fn colours_get_darker_outwards() {
        let light = |Colour(r, g, b): Colour| {
            2126 * u32::from(r) + 7152 * u32::from(g) + 722 * u32::from(b)
        };
        for side in [-1, 1] {
            for at in 0..STEPS {
                let (near, far) = (colour(Some(side * at)), colour(Some(side * (at + 1))));
                assert!(light(far) < light(near), "{side} {at}");
            }
        }
    }
}
