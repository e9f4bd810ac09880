//! The symbols as values between 0 and 1: Kolmogorov-Smirnov.
//!
//! A symbol x stands for the stretch from x/d to (x+1)/d. On the lattice of the symbols the
//! classical laws do not hold, so each draw is put at a place of its stretch that the draws before
//! decide by scrambling, which makes the values uniform. They are counted in fine cells, so the
//! memory is bounded; the distance is taken at the ends of the cells, and so is never larger than
//! that of the values themselves.

use super::given::Given;
use super::report::Report;
use super::window::Window;
use crate::battery::{Effect, Figures, Law};
use crate::special;

/// Cells of the whole range, about.
const CELLS: u32 = 1 << 16;

#[derive(Clone, Debug)]
pub(super) struct Scaled {
    /// Cells of each symbol.
    each: u64,
    counts: Vec<u64>,
}

impl Scaled {
    pub(super) fn new(d: u32) -> Self {
        let each = CELLS / d;
        Self { each: u64::from(each), counts: vec![0; (each * d) as usize] }
    }

    pub(super) fn feed(&mut self, window: &Window) {
        for value in window.fine {
            // The symbol is the upper half, the random place within it the lower.
            let cell = (value >> 32) * self.each + (((value & 0xFFFF_FFFF) * self.each) >> 32);
            self.counts[cell as usize] += 1;
        }
    }

    pub(super) fn report(&self, say: &mut Report, _given: &Given) {
        let n: u64 = self.counts.iter().sum();
        let scale = 1.0 / (n.max(1) as f64).sqrt();
        say.test("stream.kolmogorov_smirnov", n, 100, || {
            let distance = self.distance(n);
            // 1.628 is the critical value at one in a hundred; a distance there is missed at most as
            // often as one normal value of deviation 1/2 falls short of it.
            let seen = (1.628 + 0.5 * special::normal_isf(0.1)) * scale;
            let effect = Effect::new("largest distance from the uniform law", distance, seen);
            let p = special::kolmogorov_sf(n, distance);
            Some(Figures::new(distance, Law::Kolmogorov { n }, p, effect))
        });
    }

    /// Differences between the share below each end of a cell and the uniform law.
    fn differences(&self, n: u64) -> impl Iterator<Item = f64> {
        let cells = self.counts.len() as f64;
        let mut below = 0;
        self.counts.iter().zip(1_u64..).map(move |(count, i)| {
            below += count;
            below as f64 / n as f64 - i as f64 / cells
        })
    }

    fn distance(&self, n: u64) -> f64 {
        self.differences(n).fold(0.0, |most, e| most.max(e.abs()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbols::window::Buffer;

    /// The distance of 500 values against the formula over the sorted values themselves.
    #[test]
    fn distances_from_cells_are_those_of_the_sorted_values() {
        for d in [2_u32, 10, 52, 700] {
            let mut buffer = Buffer::new(d);
            for i in 0..500_u32 {
                buffer.push((i * i / 3 % d) as u16);
            }
            let window = buffer.window();
            let mut scaled = Scaled::new(d);
            scaled.feed(&window);
            let whole = f64::from(d) * 2_f64.powi(32);
            let mut values: Vec<f64> = window.fine.iter().map(|v| *v as f64 / whole).collect();
            values.sort_by(f64::total_cmp);
            let mut distance = 0.0_f64;
            for (i, u) in values.iter().enumerate() {
                let i = i as f64;
                distance = distance.max((i + 1.0) / 500.0 - u).max(u - i / 500.0);
            }
            assert!((scaled.distance(500) - distance).abs() < 1e-4, "{d}");
        }
    }
}
