//! Laws of counts: binomial, Poisson, and the most unusual of many cells.

use super::saddle::ln_binomial_pmf;
use super::{Prob, gamma_p, gamma_q};

/// P(X > k) for X binomial of `n` trials with probability `chance` each.
pub fn binomial_sf(k: u64, n: u64, chance: f64) -> Prob {
    binomial_tails(k, n, chance)[1]
}

pub(crate) fn binomial_at_least(k: u64, n: u64, chance: f64) -> Prob {
    k.checked_sub(1).map_or(Prob::new(1.0), |below| binomial_sf(below, n, chance))
}

/// P(X <= k).
pub fn binomial_cdf(k: u64, n: u64, chance: f64) -> Prob {
    binomial_tails(k, n, chance)[0]
}

/// P(X <= k) and P(X > k): the one whose terms fall from the first on is summed.
fn binomial_tails(k: u64, n: u64, chance: f64) -> [Prob; 2] {
    if k >= n {
        return [Prob::new(1.0), Prob::new(0.0)];
    }
    let (above, odds) = (k + 1, chance / (1.0 - chance));
    if above as f64 > n as f64 * chance {
        let ratios = (above..n).map(|j| (n - j) as f64 / (j + 1) as f64 * odds);
        let ln = ln_binomial_pmf(above, n, chance) + sum_of_products(ratios).ln();
        let upper = Prob::from_ln(ln);
        [upper.complement(), upper]
    } else {
        let odds = (1.0 - chance) / chance;
        let ratios = (1..=k).rev().map(|j| j as f64 / (n - j + 1) as f64 * odds);
        let lower = Prob::from_ln(ln_binomial_pmf(k, n, chance) + sum_of_products(ratios).ln());
        [lower, lower.complement()]
    }
}

/// 1 + r1 + r1 r2 + ..., to the last digit.
pub(crate) fn sum_of_products(ratios: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut term) = (1.0, 1.0);
    for ratio in ratios {
        term *= ratio;
        sum += term;
        if term < sum * 1e-17 {
            break;
        }
    }
    sum
}

/// Twice the smaller tail of a binomial count.
pub(crate) fn binomial_both(k: u64, n: u64, chance: f64) -> Prob {
    binomial_cdf(k, n, chance).either(binomial_at_least(k, n, chance))
}

/// P(X > k) for X Poisson.
pub fn poisson_sf(k: u64, mean: f64) -> Prob {
    gamma_p(k as f64 + 1.0, mean)
}

/// P(X >= k) for X Poisson.
pub(crate) fn poisson_at_least(k: u64, mean: f64) -> Prob {
    k.checked_sub(1).map_or(Prob::new(1.0), |below| poisson_sf(below, mean))
}

/// P(X <= k) for X Poisson.
pub fn poisson_cdf(k: u64, mean: f64) -> Prob {
    gamma_q(k as f64 + 1.0, mean)
}

/// ln(n choose k); minus infinity where k > n.
pub fn ln_choose(n: u64, k: u64) -> f64 {
    let Some(rest) = n.checked_sub(k) else { return f64::NEG_INFINITY };
    if k == 0 || rest == 0 {
        return 0.0;
    }
    // From the largest binomial probability there is: no large logarithms of factorials cancel.
    let (whole, part, rest) = (n as f64, k as f64, rest as f64);
    let share = part / whole;
    ln_binomial_pmf(k, n, share) - part * share.ln() - rest * (rest / whole).ln()
}

/// Probability that at least one of `cells` independent cells is as unusual as `p` (Šidák).
pub fn sidak(p: Prob, cells: u64) -> Prob {
    let cells = cells as f64;
    // The logarithm of the chance that no cell is.
    let none = cells * p.complement().ln();
    if none > -1e-290 {
        return Prob::from_ln(p.ln() + cells.ln());
    }
    Prob::from_ln(none).complement()
}
