//! Quantiles, by Newton's method on the logarithm of the tail, kept inside a bracket.

use std::f64::consts::{PI, SQRT_2};

use statrs::function::erf::erfc_inv;

use super::saddle::ln_poisson_pmf;
use super::{chi2_cdf, chi2_sf, normal_sf};

/// The root of a falling function within `low..high`; `f` gives value and slope.
pub(super) fn falling_root(
    mut low: f64,
    mut high: f64,
    start: f64,
    f: impl Fn(f64) -> (f64, f64),
) -> f64 {
    let mut x = start.max(low).min(high);
    for _ in 0..200 {
        let (value, slope) = f(x);
        if value == 0.0 || value.is_nan() {
            return x;
        }
        (low, high) = if value > 0.0 { (x, high) } else { (low, x) };
        let newton = x - value / slope;
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        if (next - x).abs() <= 2e-16 * x.abs() || high - low <= 4e-16 * high.abs() {
            return next;
        }
        x = next;
    }
    x
}

/// The x that a chi-square with `df` degrees of freedom exceeds with probability `alpha`.
pub fn chi2_isf(alpha: f64, df: f64) -> f64 {
    if alpha.is_nan() || df.is_nan() {
        return f64::NAN;
    }
    if alpha >= 1.0 || df <= 0.0 {
        return 0.0;
    }
    if alpha <= 0.0 {
        return f64::INFINITY;
    }
    // Wilson and Hilferty's cube.
    let ninth = 2.0 / (9.0 * df);
    let start = df * (1.0 - ninth + normal_isf(alpha) * ninth.sqrt()).max(0.05).powi(3);
    let ln_density = |x: f64| ln_poisson_pmf(0.5 * df, 0.5 * x) + (0.5 * df / x).ln();
    // A tail bound: x = df + 2 sqrt(df t) + 2 t has probability below e^-t.
    let t = -alpha.ln();
    let high = df + 2.0 * (df * t).sqrt() + 2.0 * t + 1.0;
    // From the smaller tail.
    let upper = alpha <= 0.5;
    let wanted = if upper { alpha.ln() } else { (-alpha).ln_1p() };
    falling_root(0.0, high, start, |x| {
        let ln = if upper { chi2_sf(x, df) } else { chi2_cdf(x, df) }.ln();
        let beyond = if upper { ln - wanted } else { wanted - ln };
        (beyond, -(ln_density(x) - ln).exp())
    })
}

/// The z that a standard normal exceeds with probability `alpha`.
pub fn normal_isf(alpha: f64) -> f64 {
    if alpha.is_nan() {
        return f64::NAN;
    }
    if alpha > 0.5 {
        return -normal_isf(1.0 - alpha);
    }
    if alpha <= 0.0 {
        return f64::INFINITY;
    }
    let start = SQRT_2 * erfc_inv(2.0 * alpha);
    falling_root(-0.1, 40.0, start, |z| {
        let ln = normal_sf(z).ln();
        (ln - alpha.ln(), -(-0.5 * z * z - 0.5 * (2.0 * PI).ln() - ln).exp())
    })
}
