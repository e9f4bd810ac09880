//! The monitor's evidence as an average over many bets against chance.
//!
//! Each product of the mix is what one unit staked at the start has become; under chance alone its
//! expectation never moves from one, and so neither does that of the average.

/// Above this, and below its inverse, the common scale is changed.
const FAR: f64 = 1e150;
/// A product this far below the whole has no say in it, and would only slow the arithmetic down.
const GONE: f64 = 1e-280;

/// The average of products that start at one, on a common scale so that none overflows.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mix {
    products: Vec<f64>,
    ln_scale: f64,
    ln: f64,
}

impl Mix {
    /// This many products.
    pub(super) fn new(products: usize) -> Self {
        Self { products: vec![1.0; products.max(1)], ln_scale: 0.0, ln: 0.0 }
    }

    /// The products, to be multiplied in place. [`Mix::settle`] follows.
    pub(super) fn products(&mut self) -> &mut [f64] {
        &mut self.products
    }

    /// Brings the average up to date after the products have been multiplied.
    pub(super) fn settle(&mut self) {
        let mut sum = 0.0;
        for product in &mut self.products {
            if *product < GONE {
                *product = 0.0;
            }
            sum += *product;
        }
        if !sum.is_finite() || sum <= 0.0 {
            // Out of reach of the arithmetic: a lost stake stays lost, which never raises an alarm.
            self.products.fill(0.0);
            self.ln = f64::NEG_INFINITY;
            return;
        }
        if !(1.0 / FAR..FAR).contains(&sum) {
            self.products.iter_mut().for_each(|p| *p /= sum);
            self.ln_scale += sum.ln();
            sum = 1.0;
        }
        self.ln = self.ln_scale + (sum / self.products.len() as f64).ln();
    }

    /// Natural logarithm of the average.
    pub(super) fn ln(&self) -> f64 {
        self.ln
    }
}

/// ln of the average of numbers given by their logarithms.
pub(super) fn ln_average(lns: &[f64]) -> f64 {
    let top = lns.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if top == f64::NEG_INFINITY {
        return top;
    }
    let sum: f64 = lns.iter().map(|ln| (ln - top).exp()).sum();
    top + (sum / lns.len() as f64).ln()
}
