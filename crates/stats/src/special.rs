//! Tail probabilities, with their logarithms where the tail is too small for a number.

use statrs::function::{beta, erf, gamma};

/// A probability that may be far smaller than a floating-point number can be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prob {
    p: f64,
    ln: f64,
}

impl Prob {
    /// From the probability itself.
    pub fn new(p: f64) -> Self {
        let p = p.clamp(0.0, 1.0);
        Self { p, ln: p.ln() }
    }

    /// From its natural logarithm.
    pub fn from_ln(ln: f64) -> Self {
        let ln = ln.min(0.0);
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
}

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
    if x <= 0.0 { Prob::new(1.0) } else { Prob::new(gamma::gamma_ur(a, x)) }
}

/// The lower regularised incomplete gamma function.
pub fn gamma_p(a: f64, x: f64) -> Prob {
    if x <= 0.0 { Prob::new(0.0) } else { Prob::new(gamma::gamma_lr(a, x)) }
}

/// P(standard normal > z).
pub fn normal_sf(z: f64) -> Prob {
    Prob::new(0.5 * erf::erfc(z / std::f64::consts::SQRT_2))
}

/// P(|standard normal| > |z|).
pub fn normal_two_sided(z: f64) -> Prob {
    Prob::new(erf::erfc(z.abs() / std::f64::consts::SQRT_2))
}

/// The x that a chi-square with `df` degrees of freedom exceeds with probability `alpha`.
pub fn chi2_isf(alpha: f64, df: f64) -> f64 {
    bisect(0.0, df + 60.0 * df.sqrt() + 200.0, |x| chi2_sf(x, df).p() > alpha)
}

/// The z that a standard normal exceeds with probability `alpha`.
pub fn normal_isf(alpha: f64) -> f64 {
    bisect(-40.0, 40.0, |z| normal_sf(z).p() > alpha)
}

/// The point where `below` turns from true to false.
fn bisect(mut low: f64, mut high: f64, below: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if below(middle) { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// P(X > k) for X binomial of `n` trials with probability `chance` each.
pub fn binomial_sf(k: u64, n: u64, chance: f64) -> Prob {
    if k >= n {
        Prob::new(0.0)
    } else {
        Prob::new(beta::beta_reg((k + 1) as f64, (n - k) as f64, chance))
    }
}

/// P(X <= k).
pub fn binomial_cdf(k: u64, n: u64, chance: f64) -> Prob {
    if k >= n {
        Prob::new(1.0)
    } else {
        Prob::new(beta::beta_reg((n - k) as f64, (k + 1) as f64, 1.0 - chance))
    }
}

/// P(X > k) for X Poisson.
pub fn poisson_sf(k: u64, mean: f64) -> Prob {
    gamma_p(k as f64 + 1.0, mean)
}

/// P(X <= k) for X Poisson.
pub fn poisson_cdf(k: u64, mean: f64) -> Prob {
    gamma_q(k as f64 + 1.0, mean)
}

/// ln(n choose k).
pub fn ln_choose(n: u64, k: u64) -> f64 {
    let ln_factorial = |m: u64| gamma::ln_gamma(m as f64 + 1.0);
    ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k)
}

/// Probability that at least one of `cells` independent cells is as unusual as `p` (Šidák).
pub fn sidak(p: Prob, cells: u64) -> Prob {
    Prob::new(-(cells as f64 * (-p.p()).ln_1p()).exp_m1())
}

/// P(D > d) for Kolmogorov's distance of `n` independent uniform values, exactly.
pub fn kolmogorov_sf(n: u64, d: f64) -> Prob {
    kolmogorov_limit_sf(d * (n as f64).sqrt())
}

/// The limit law of sqrt(n) D.
pub fn kolmogorov_limit_sf(t: f64) -> Prob {
    let term =
        |k: i32| (-2.0 * f64::from(k * k) * t * t).exp() * if k % 2 == 1 { 2.0 } else { -2.0 };
    Prob::new((1..200).map(term).sum())
}

/// The non-centrality at which a chi-square test of `df` degrees of freedom at level `alpha` rejects
/// with probability `power`.
pub fn needed_noncentrality(df: f64, alpha: f64, power: f64) -> f64 {
    // Normal approximation to the non-central law; to be replaced by the exact one.
    let critical = chi2_isf(alpha, df);
    let z = normal_isf(power);
    bisect(0.0, 10.0 * critical + 100.0, |l| {
        (critical - df - l) / (2.0 * (df + 2.0 * l)).sqrt() > z
    })
}
