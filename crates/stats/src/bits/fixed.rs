//! Sums of real numbers that come out the same in whatever order they are added.

use crate::sums::Sums;

/// A sum kept in units of 2^-40.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fixed(i128);

const UNIT: f64 = (1u64 << 40) as f64;

impl Sums for Fixed {
    fn add(&mut self, more: &Self) {
        // What is beyond all numbers stays there.
        self.0 = self.0.saturating_add(more.0);
    }
}

impl Fixed {
    /// The nearest multiple of the unit.
    pub fn new(value: f64) -> Self {
        // A value that is not a number counts as nothing; `as` keeps the rest within range.
        Self((value * UNIT).round() as i128)
    }

    pub(crate) fn value(self) -> f64 {
        self.0 as f64 / UNIT
    }
}
