//! The incomplete gamma function, hence chi-square, and the normal law, whose square is chi-square with
//! one degree of freedom.

use super::Prob;
use super::saddle::ln_poisson_pmf;
use std::f64::consts::LN_2;

/// Larger than any number of degrees of freedom in use.
const HUGE: f64 = 1e11;
/// More terms than that needs: eight times its square root. A longer loop is not going to end.
const TERMS: usize = 5_000_000;

/// P(chi-square with `df` degrees of freedom > x).
pub fn chi2_sf(x: f64, df: f64) -> Prob {
    gamma_q(df / 2.0, x / 2.0)
}

/// P(chi-square with `df` degrees of freedom <= x).
pub fn chi2_cdf(x: f64, df: f64) -> Prob {
    gamma_p(df / 2.0, x / 2.0)
}

/// P(standard normal > z).
pub fn normal_sf(z: f64) -> Prob {
    if z < 0.0 {
        return normal_sf(-z).complement();
    }
    let both = normal_two_sided(z);
    if both.p() > 1e-290 { Prob::new(0.5 * both.p()) } else { Prob::from_ln(both.ln() - LN_2) }
}

/// P(|standard normal| > |z|).
pub fn normal_two_sided(z: f64) -> Prob {
    gamma_q(0.5, 0.5 * z * z)
}

/// The upper regularised incomplete gamma function.
pub fn gamma_q(a: f64, x: f64) -> Prob {
    tails(a, x)[1]
}

/// The lower regularised incomplete gamma function.
pub fn gamma_p(a: f64, x: f64) -> Prob {
    tails(a, x)[0]
}

/// The lower and the upper function, the smaller one computed.
fn tails(a: f64, x: f64) -> [Prob; 2] {
    let from_lower = |lower: Prob| [lower, lower.complement()];
    let from_upper = |upper: Prob| [upper.complement(), upper];
    if a.is_nan() || x.is_nan() {
        [Prob::new(f64::NAN); 2]
    } else if x <= 0.0 {
        [Prob::new(0.0), Prob::new(1.0)]
    } else if a <= 0.0 || x == f64::INFINITY {
        [Prob::new(1.0), Prob::new(0.0)]
    } else if a > HUGE {
        from_upper(cube_root_sf(a, x))
    } else if x < a + 1.0 {
        from_lower(lower_series(a, x))
    } else {
        from_upper(upper_fraction(a, x))
    }
}

/// Wilson and Hilferty: the cube root is as good as normal for so large an `a`.
fn cube_root_sf(a: f64, x: f64) -> Prob {
    let variance = 1.0 / (9.0 * a);
    normal_sf(((x / a).cbrt() - (1.0 - variance)) / variance.sqrt())
}

/// P(a, x) = density * (1 + x/(a+1) + x^2/((a+1)(a+2)) + ...).
fn lower_series(a: f64, x: f64) -> Prob {
    let (mut sum, mut term) = (1.0, 1.0);
    for k in 1..TERMS {
        term *= x / (a + k as f64);
        sum += term;
        if term < sum * 1e-17 {
            break;
        }
    }
    Prob::from_ln(ln_poisson_pmf(a, x) + f64::ln(sum))
}

/// Q(a, x) = a * density / (x+1-a - 1(1-a)/(x+3-a - 2(2-a)/(x+5-a - ...))), by Lentz's method.
fn upper_fraction(a: f64, x: f64) -> Prob {
    let mut b = x + 1.0 - a;
    let mut c = f64::INFINITY;
    let mut d = 1.0 / b;
    let mut fraction = d;
    for k in 1..TERMS {
        let numerator = k as f64 * (a - k as f64);
        b += 2.0;
        d = 1.0 / (b + numerator * d);
        c = b + numerator / c;
        fraction *= c * d;
        if (c * d - 1.0).abs() < 1.2e-16 {
            break;
        }
    }
    Prob::from_ln(ln_poisson_pmf(a, x) + a.ln() + fraction.ln())
}
