//! Chi-square when something is wrong: how likely a test is to see it.

use super::inverse::falling_root;
use super::saddle::ln_poisson_pmf;
use super::{Prob, chi2_isf, gamma_q, normal_isf, normal_sf};

/// Larger statistics, degrees of freedom or non-centralities than anything here has.
const HUGE: f64 = 1e11;

/// P(non-central chi-square with `df` degrees of freedom and non-centrality `lambda` > x).
///
/// Law: chi-square with df + 2J degrees of freedom, J Poisson of mean lambda/2.
pub fn chi2_noncentral_sf(x: f64, df: f64, lambda: f64) -> Prob {
    mixture(x, df, lambda).0
}

fn mixture(x: f64, df: f64, lambda: f64) -> (Prob, f64) {
    let (a, half, mean) = (0.5 * df, 0.5 * x, 0.5 * lambda);
    if x.is_nan() || df.is_nan() || lambda.is_nan() {
        return (Prob::new(f64::NAN), f64::NAN);
    }
    if half > HUGE || mean > HUGE || a > HUGE {
        // The square root is as good as normal.
        let centre = df + lambda;
        let scale = (2.0 * (centre / (df + 2.0 * lambda))).sqrt();
        return (normal_sf((x.max(0.0).sqrt() - centre.sqrt()) * scale), 0.0);
    }
    if mean <= 0.0 || half <= 0.0 {
        let slope = if half > 0.0 { 0.5 * ln_poisson_pmf(a, half).exp() } else { 0.0 };
        return (gamma_q(a, half), slope);
    }
    // The largest term: at the mean of J, or where both densities fall together, far out.
    let far = 0.5 * ((a * a + 4.0 * mean * half).sqrt() - a);
    let peak = if half > a + mean { far } else { mean }.floor();
    let reach = 12.0 * peak.sqrt() + 40.0;
    let scale = ln_poisson_pmf(peak, mean) + gamma_q(a + peak, half).ln();
    // Upwards with positive terms only: Q(a+1) = Q(a) + density(a).
    let mut j = (peak - reach).max(0.0).floor();
    let weight = ln_poisson_pmf(j, mean) - scale;
    let mut term = (weight + gamma_q(a + j, half).ln()).exp();
    let mut step = (weight + ln_poisson_pmf(a + j, half)).exp();
    let (mut sum, mut slope) = (0.0, 0.0);
    while j <= peak + reach {
        sum += term;
        slope += 0.5 * step;
        j += 1.0;
        term = (term + step) * (mean / j);
        step *= mean / j * (half / (a + j));
    }
    (Prob::from_ln(scale + f64::ln(sum)), slope * scale.exp())
}

/// The non-centrality at which a chi-square test of `df` degrees of freedom at level `alpha` rejects
/// with probability `power`: exact, by the non-central law. Zero where `power` is not above `alpha`.
///
/// With one degree of freedom it is the square of a standardised shift under a two-sided normal test.
pub fn needed_noncentrality(df: f64, alpha: f64, power: f64) -> f64 {
    if !(alpha > 0.0 && power > alpha && power < 1.0 && df > 0.0 && df.is_finite()) {
        return if power >= 1.0 { f64::INFINITY } else { 0.0 };
    }
    let critical = chi2_isf(alpha, df);
    let z = -normal_isf(power);
    // Normal approximation: critical = df + l - z sqrt(2 (df + 2 l)).
    let shift = critical - df;
    let start = (shift + z * (2.0 * (df + 2.0 * shift)).sqrt().max(z)).max(1.0);
    if df > HUGE {
        return start;
    }
    let mut high = 2.0 * start + 50.0;
    while chi2_noncentral_sf(critical, df, high).p() < power && high < 1e12 {
        high *= 2.0;
    }
    falling_root(0.0, high, start, |lambda| {
        let (sf, slope) = mixture(critical, df, lambda);
        (power - sf.p(), -slope)
    })
}
