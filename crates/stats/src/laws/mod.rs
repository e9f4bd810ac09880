//! Exact laws of counts of a uniformly random permutation of `n` labels, meant for at most 64.
//!
//! Every probability comes from a recurrence whose terms are all positive (Eulerian numbers, Stirling numbers of the first
//! kind, derangements), so no digit is lost to cancellation even far out in a tail.

pub mod graph;

mod places;

pub use places::{cycles, fixed_points_seen, successions_seen};
pub(crate) use places::{descents, fixed_points, successions, valleys};

#[cfg(test)]
pub(crate) mod tests;

/// The law of a count.
#[derive(Clone, Debug, PartialEq)]
pub struct CountLaw {
    /// Mean.
    pub mean: f64,
    /// Variance.
    pub variance: f64,
    /// Probability of each value, from zero on.
    pub pmf: Vec<f64>,
}

/// The first two moments of a count whose whole law is not needed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    /// Mean.
    pub mean: f64,
    /// Variance.
    pub variance: f64,
}

impl CountLaw {
    /// A law whose moments have no closed form worth writing down.
    pub(crate) fn from_pmf(pmf: Vec<f64>) -> Self {
        let mean: f64 = pmf.iter().enumerate().map(|(k, p)| k as f64 * p).sum();
        let variance = pmf.iter().enumerate().map(|(k, p)| (k as f64 - mean).powi(2) * p).sum();
        Self { mean, variance, pmf }
    }

    /// Mean and variance alone.
    pub fn moments(&self) -> Moments {
        Moments { mean: self.mean, variance: self.variance }
    }
}

impl Moments {
    /// From the mean and the second factorial moment, E X(X-1).
    fn from_factorial(mean: f64, second: f64) -> Self {
        Self { mean, variance: second + mean - mean * mean }
    }
}

/// `top` (top-1) ... (top-`count`+1) as a float; zero once a factor is.
pub(crate) fn falling(top: usize, count: usize) -> f64 {
    (0..count).map(|i| (top.max(i) - i) as f64).product()
}
