//! A probability beside its logarithm, for tails too small for a number.

/// A probability that may be far smaller than a floating-point number can be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prob {
    p: f64,
    ln: f64,
}

impl Prob {
    /// From the probability itself; NaN stays NaN, and is never read as a probability of one.
    pub fn new(p: f64) -> Self {
        let p = p.clamp(0.0, 1.0);
        Self { p, ln: p.ln() }
    }

    /// From its natural logarithm.
    pub fn from_ln(ln: f64) -> Self {
        let ln = if ln > 0.0 { 0.0 } else { ln };
        Self { p: ln.exp(), ln }
    }

    /// The probability; zero where it is below the smallest number.
    pub fn p(self) -> f64 {
        self.p
    }

    /// Its natural logarithm, finite where `p` is not zero in truth.
    pub fn ln(self) -> f64 {
        self.ln
    }

    /// The probability of the contrary; logarithm and digits survive where either is small.
    #[must_use]
    pub fn complement(self) -> Self {
        let p = -self.ln.exp_m1();
        let ln = if self.p < 0.5 { (-self.p).ln_1p() } else { p.ln() };
        Self { p: p.clamp(0.0, 1.0), ln: if ln > 0.0 { 0.0 } else { ln } }
    }

    /// `factor` times this probability, at most one: Bonferroni's bound.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        if self.p > 1e-290 {
            Self::new(self.p * factor)
        } else {
            Self::from_ln(self.ln + factor.ln())
        }
    }

    /// Twice the smaller of two tails, at most one.
    #[must_use]
    pub(crate) fn either(self, other: Self) -> Self {
        self.least(other).times(2.0)
    }

    /// The smaller of two, told apart by their logarithms.
    #[must_use]
    pub(crate) fn least(self, other: Self) -> Self {
        if other.ln < self.ln { other } else { self }
    }
}

/// The first of those with the smallest probability.
pub(crate) fn least_likely<T>(all: &[T], p: impl Fn(&T) -> Prob) -> Option<(&T, Prob)> {
    all.iter().map(|of| (of, p(of))).min_by(|a, b| a.1.ln().total_cmp(&b.1.ln()))
}
