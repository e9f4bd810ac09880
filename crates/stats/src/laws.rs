//! Exact laws of counts of a uniformly random permutation of `n` labels.

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
