//! Densities by the saddle point, without cancellation (Loader 2000, "Fast and accurate computation
//! of binomial probabilities").
//!
//! A density is written as a small correction, minus the distance of the point from the mean
//! measured in nats, so that large terms never have to cancel.

use std::f64::consts::PI;

/// ln Gamma(a+1) less Stirling's formula (a + 1/2) ln a - a + ln(2 pi)/2, for a > 0.
fn stirling_error(a: f64) -> f64 {
    const SERIES_FROM: f64 = 16.0;
    let (mut a, mut error) = (a, 0.0);
    while a < SERIES_FROM {
        // The same for a+1, and the difference between the two.
        error += (a + 0.5) * (1.0 / a).ln_1p() - 1.0;
        a += 1.0;
    }
    let s = 1.0 / (a * a);
    let tail = 1.0 / 1188.0 - s * (691.0 / 360_360.0 - s * (1.0 / 156.0 - s * 3617.0 / 122_400.0));
    let series = 1.0 / 360.0 - s * (1.0 / 1260.0 - s * (1.0 / 1680.0 - s * tail));
    error + (1.0 / 12.0 - s * series) / a
}

/// x ln(x/m) + m - x: how far `x` lies from the mean `m`, in nats.
pub(super) fn deviance(x: f64, m: f64) -> f64 {
    if x == 0.0 {
        return m;
    }
    if (x - m).abs() >= 0.1 * (x + m) {
        return x * (x / m).ln() + m - x;
    }
    let v = (x - m) / (x + m);
    let mut sum = (x - m) * v;
    let mut power = 2.0 * x * v;
    let mut odd = 1.0;
    loop {
        power *= v * v;
        odd += 2.0;
        let next = sum + power / odd;
        if next == sum || !next.is_finite() {
            return next;
        }
        sum = next;
    }
}

/// ln of the Poisson probability of `x`, any real x >= 0: x ln m - m - ln Gamma(x+1).
pub fn ln_poisson_pmf(x: f64, mean: f64) -> f64 {
    if x < 0.0 {
        return f64::NEG_INFINITY;
    }
    if x == 0.0 {
        return -mean;
    }
    if mean == 0.0 {
        return f64::NEG_INFINITY;
    }
    -stirling_error(x) - deviance(x, mean) - 0.5 * (2.0 * PI * x).ln()
}

/// ln of the binomial probability of `k` among `n` trials of probability `chance`.
pub fn ln_binomial_pmf(k: u64, n: u64, chance: f64) -> f64 {
    if k > n { f64::NEG_INFINITY } else { ln_binomial_density(k as f64, n as f64, chance) }
}

/// The same for any real 0 <= x <= n.
fn ln_binomial_density(x: f64, n: f64, chance: f64) -> f64 {
    let rest = n - x;
    if n == 0.0 {
        return 0.0;
    }
    if x == 0.0 {
        return n * (-chance).ln_1p();
    }
    if rest <= 0.0 {
        return n * chance.ln();
    }
    if chance <= 0.0 || chance >= 1.0 {
        return f64::NEG_INFINITY;
    }
    stirling_error(n)
        - stirling_error(x)
        - stirling_error(rest)
        - deviance(x, n * chance)
        - deviance(rest, n * (1.0 - chance))
        - 0.5 * (2.0 * PI * x * (rest / n)).ln()
}
