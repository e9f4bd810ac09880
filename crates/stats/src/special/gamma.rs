//! The incomplete gamma function, hence chi-square.

use super::Prob;
use super::saddle::ln_poisson_pmf;

/// More terms than any argument in use needs (the square root of 1e9, several times over); a loop
/// that has not ended by then is not going to.
const TERMS: usize = 20_000_000;

/// P(chi-square with `df` degrees of freedom > x).
pub fn chi2_sf(x: f64, df: f64) -> Prob {
    gamma_q(df / 2.0, x / 2.0)
}

/// P(chi-square with `df` degrees of freedom <= x).
pub fn chi2_cdf(x: f64, df: f64) -> Prob {
    gamma_p(df / 2.0, x / 2.0)
}

/// The upper regularised incomplete gamma function.
pub fn gamma_q(a: f64, x: f64) -> Prob {
    match trivial(a, x) {
        Some(lower) => Prob::new(1.0 - lower),
        None if x < a + 1.0 => lower_series(a, x).complement(),
        None => upper_fraction(a, x),
    }
}

/// The lower regularised incomplete gamma function.
pub fn gamma_p(a: f64, x: f64) -> Prob {
    match trivial(a, x) {
        Some(lower) => Prob::new(lower),
        None if x < a + 1.0 => lower_series(a, x),
        None => upper_fraction(a, x).complement(),
    }
}

/// The lower function at the borders of its domain.
fn trivial(a: f64, x: f64) -> Option<f64> {
    if a.is_nan() || x.is_nan() {
        Some(f64::NAN)
    } else if x <= 0.0 {
        Some(0.0)
    } else if a <= 0.0 || x == f64::INFINITY {
        Some(1.0)
    } else {
        None
    }
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
        if (c * d - 1.0).abs() < 1e-16 {
            break;
        }
    }
    Prob::from_ln(ln_poisson_pmf(a, x) + a.ln() + fraction.ln())
}
