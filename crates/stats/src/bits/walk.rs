//! Cumulative sums (SP 800-22, 2.13), and the walk that the excursions are read from.
//!
//! Each one is a step up, each zero a step down. The largest distance from the start, over sqrt(n),
//! has the law of the largest distance of a Brownian motion: P(>= x) = 4 * sum over k of (-1)^k
//! P(normal > (2k+1) x). Backwards the walk is measured from its end. Several sequences are
//! combined by Fisher's method: -2 ln p summed is chi-square with two degrees of freedom for each.

use std::f64::consts::PI;

use super::common::{Fixed, Score};
use super::words::Sequence;
use crate::special::{Prob, normal_isf, normal_sf};
use crate::sums::sums;

/// Highest, lowest and last point of the walk of one sequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    /// The start included.
    highest: i64,
    lowest: i64,
    last: i64,
}

impl Walk {
    /// Follows one sequence.
    pub fn of(sequence: &Sequence) -> Self {
        let mut walk = Self::default();
        for (word, bits) in sequence.chunks() {
            for bit in 0..bits {
                walk.last += if word >> (63 - bit) & 1 == 1 { 1 } else { -1 };
                walk.highest = walk.highest.max(walk.last);
                walk.lowest = walk.lowest.min(walk.last);
            }
        }
        walk
    }

    /// Largest distance from the start.
    pub fn forward(&self) -> u64 {
        self.highest.max(-self.lowest).unsigned_abs()
    }

    /// Largest distance from the end.
    pub fn backward(&self) -> u64 {
        (self.last - self.lowest).max(self.highest - self.last).unsigned_abs()
    }
}

/// P(largest distance of a Brownian motion from its start within one unit of time >= x).
pub fn largest_sf(x: f64) -> Prob {
    if x <= 0.0 {
        return Prob::new(1.0);
    }
    if x < 1.0 {
        // The other form of the same series converges here.
        let term = |k: i32| {
            let odd = f64::from(2 * k + 1);
            let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
            sign / odd * (-(odd * PI / x).powi(2) / 8.0).exp()
        };
        return Prob::new(1.0 - 4.0 / PI * (0..8).map(term).sum::<f64>());
    }
    let first = normal_sf(x);
    if first.ln() < -600.0 {
        return Prob::from_ln(4f64.ln() + first.ln());
    }
    let further: f64 = (1..8)
        .map(|k: i32| {
            let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
            sign * (normal_sf(f64::from(2 * k + 1) * x).ln() - first.ln()).exp()
        })
        .sum();
    Prob::from_ln(4f64.ln() + first.ln() + further.ln_1p())
}

/// Largest distances of one or more sequences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Largest {
    sequences: u64,
    /// Bits of a sequence.
    bits: u64,
    largest: u64,
    /// Sum of -2 ln p over the sequences.
    fisher: Fixed,
}

sums!(Largest: sequences, fisher; largest bits, largest);

impl Largest {
    /// One sequence of `bits` bits whose walk goes as far as `largest`.
    pub fn of(bits: u64, largest: u64) -> Self {
        // Half a step further: half of the chance of exactly this distance counts, so that the mean
        // of -2 ln p is two to within 1/n though the distances are whole numbers.
        let p = largest_sf((largest as f64 + 0.5) / (bits.max(1) as f64).sqrt());
        Self { sequences: 1, bits, largest, fisher: Fixed::new(-2.0 * p.ln()) }
    }

    /// The test; none of no bits.
    pub fn score(&self) -> Option<Score> {
        let (n, several) = (self.bits as f64, self.sequences as f64);
        // A steady drift must carry the walk this far: the critical distance of one sequence (2.807
        // at one in a hundred) and 1.28 for nine times in ten. Several sequences see less.
        let seen = || (2.807_033_768 + normal_isf(0.1)) / n.sqrt();
        let score = match self.sequences {
            1 => {
                let scaled = self.largest as f64 / n.sqrt();
                Score::chi_square(scaled, 1.0, 1.0)
                    .with_law("largest distance of a Brownian motion", largest_sf(scaled))
            }
            _ => Score::chi_square(self.fisher.value(), 2.0 * several, 1.0),
        };
        let observed = self.largest as f64 / n;
        (self.bits > 0).then(|| score.with_effect(observed, (self.sequences == 1).then(seen)))
    }
}
