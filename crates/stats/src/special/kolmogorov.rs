//! Kolmogorov's distance: the largest gap between the steps of `n` uniform values and the diagonal.
//!
//! | where | method | right to |
//! |---|---|---|
//! | d >= 1/2 | twice Smirnov's one-sided sum: no sample is that far on both sides | 1e-12 relative |
//! | n d^2 >= 4 (p below 7e-4) | twice Smirnov's one-sided sum, less the limit law's share of both | 1e-10 relative |
//! | n <= 1000 | Durbin's matrix (Marsaglia, Tsang and Wang 2003), applied to one vector | 1e-13 absolute |
//! | larger n | the limit and three corrections in 1/sqrt(n) (Pelz and Good 1976) | 0.06 / n^2 absolute |

use std::f64::consts::{E, FRAC_PI_2, LN_2, PI};

use super::Prob;
use super::saddle::{ln_binomial_density, stirling_error};

/// From this n d^2 on, a sample that is far on both sides is 4e-11 times rarer than on one.
const TAIL_FROM: f64 = 4.0;
/// Largest n by the matrix: about a millisecond.
const EXACT_TO: u64 = 1000;
/// Most terms of Smirnov's sum that are computed.
const SMIRNOV_TERMS: f64 = 5000.0;

/// P(D > d) for Kolmogorov's distance of `n` independent uniform values.
pub fn kolmogorov_sf(n: u64, d: f64) -> Prob {
    let size = n as f64;
    if d.is_nan() {
        Prob::new(f64::NAN)
    } else if n == 0 || d <= 0.5 / size {
        Prob::new(1.0)
    } else if d >= 1.0 {
        Prob::new(0.0)
    } else if d >= 0.5 || size * d * d >= TAIL_FROM {
        tail(n, d)
    } else if n <= EXACT_TO {
        Prob::new(1.0 - matrix_cdf(n, d))
    } else {
        Prob::new(1.0 - pelz_good_cdf(size, d * size.sqrt()))
    }
}

/// P(D > d) far out: 2 P(D+ > d) - P(both), the second by its limit, 2 e^(-8 t^2).
fn tail(n: u64, d: f64) -> Prob {
    let size = n as f64;
    // Smirnov: d * sum over j of C(n,j) (d + j/n)^(j-1) (1 - d - j/n)^(n-j). The term is a binomial
    // probability with its own chance d + j/n, over d + j/n. Many terms are a smooth curve that
    // vanishes at both ends, and evenly spaced ordinates then give its area to all digits.
    let span = size * (1.0 - d);
    let step = if span > SMIRNOV_TERMS { span / SMIRNOV_TERMS } else { 1.0 };
    let term = |i: u64| {
        let j = i as f64 * step;
        let chance = d + j / size;
        if chance < 1.0 {
            ln_binomial_density(j, size, chance) - chance.ln()
        } else {
            f64::NEG_INFINITY
        }
    };
    let logs: Vec<f64> = (0..=(span / step) as u64).map(term).collect();
    let top = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = logs.iter().map(|ln| (ln - top).exp()).sum::<f64>() * step;
    let one_sided = Prob::from_ln(d.ln() + top + sum.ln());
    let both = if d >= 0.5 { 0.0 } else { 2.0 * (-8.0 * size * d * d).exp() };
    if both > 0.0 && one_sided.p() > 1e-12 {
        Prob::new(2.0 * one_sided.p() - both)
    } else {
        Prob::from_ln(one_sided.ln() + LN_2)
    }
}

/// P(D <= d) by Durbin's matrix: n!/n^n times one element of its n-th power.
fn matrix_cdf(n: u64, d: f64) -> f64 {
    const KERNEL: usize = 26;
    let size = n as f64;
    let k = (size * d).floor() as usize + 1;
    let h = k as f64 - size * d;
    let m = 2 * k - 1;
    let mut over_factorial = [1.0; KERNEL];
    for j in 1..KERNEL {
        over_factorial[j] = over_factorial[j - 1] / j as f64;
    }
    // What the first column and the last row lack: h^j / j!.
    let lacks: Vec<f64> = (0..KERNEL).map(|j| h.powi(j as i32) * over_factorial[j]).collect();
    let corner =
        if m < KERNEL { (2.0 * h - 1.0).max(0.0).powi(m as i32) * over_factorial[m] } else { 0.0 };
    let mut v = vec![0.0; m + 1];
    v[k - 1] = 1.0;
    let mut next = vec![0.0; m + 1];
    for _ in 0..n {
        next.fill(0.0);
        for (j, c) in over_factorial.iter().enumerate().take(m + 1) {
            // Row i takes v[i + 1 - j]; row 0 has no left neighbour, the last row no right one.
            let (skip, from) = if j == 0 { (0, 1) } else { (j - 1, 0) };
            for (to, x) in next[skip..m].iter_mut().zip(&v[from..m]) {
                *to += c * x;
            }
        }
        for j in 1..KERNEL.min(m + 1) {
            next[j - 1] -= v[0] * lacks[j];
            next[m - 1] -= v[m - j] * lacks[j];
        }
        next[m - 1] += v[0] * corner;
        // A factor e per step keeps the numbers near one: n! e^n / n^n is Stirling's square root.
        next.iter_mut().for_each(|x| *x /= E);
        std::mem::swap(&mut v, &mut next);
    }
    (v[k - 1] * (2.0 * PI * size).sqrt() * stirling_error(size).exp()).clamp(0.0, 1.0)
}

/// Sum of `weight(q)` e^(-q / 2 z^2), q = (pi x)^2, over x = ±first, ±(first + 1), ...
fn theta(z: f64, first: f64, weight: impl Fn(f64) -> f64) -> f64 {
    let term = |k: u32| {
        let q = (PI * (f64::from(k) + first)).powi(2);
        weight(q) * (-q / (2.0 * z * z)).exp()
    };
    2.0 * (0..40).map(term).sum::<f64>()
}

/// P(sqrt(n) D <= z), the limit and three corrections.
fn pelz_good_cdf(n: f64, z: f64) -> f64 {
    let (z2, root) = (z * z, FRAC_PI_2.sqrt());
    let (z4, z6, z8) = (z2 * z2, z2 * z2 * z2, z2 * z2 * z2 * z2);
    let k0 = root / z * theta(z, 0.5, |_| 1.0);
    let k1 = root / (6.0 * z4) * theta(z, 0.5, |q| q - z2);
    let k2 = root / (72.0 * z6 * z)
        * theta(z, 0.5, |q| {
            6.0 * z6 + 2.0 * z4 + q * (2.0 * z4 - 5.0 * z2) + q * q * (1.0 - 2.0 * z2)
        })
        - root / (36.0 * z2 * z) * theta(z, 1.0, |q| q);
    let k3 = root / (6480.0 * z8 * z2)
        * theta(z, 0.5, |q| {
            q * q * q * (5.0 - 30.0 * z2)
                + q * q * (212.0 * z4 - 60.0 * z2)
                + q * (135.0 * z4 - 96.0 * z6)
                - (30.0 * z6 + 90.0 * z8)
        })
        + root / (216.0 * z6) * theta(z, 1.0, |q| 3.0 * z2 * q - q * q);
    let s = 1.0 / n.sqrt();
    (k0 + s * (k1 + s * (k2 + s * k3))).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, relative: f64) {
        assert!((a - b).abs() <= relative * b.abs(), "{a:e} is not {b:e}");
    }

    #[test]
    fn one_and_two_values_by_hand() {
        // One value: D = max(u, 1-u). Two values: P(D <= d) = 2 (2d - 1/2)^2 up to d = 1/2, then
        // 1 - 2 (1-d)^2.
        for d in [0.5, 0.6, 0.9, 0.999] {
            close(kolmogorov_sf(1, d).p(), 2.0 * (1.0 - d), 1e-12);
            close(kolmogorov_sf(2, d).p(), 2.0 * (1.0 - d).powi(2), 1e-12);
        }
        for d in [0.26, 0.3, 0.45] {
            close(kolmogorov_sf(2, d).p(), 1.0 - 2.0 * (2.0 * d - 0.5).powi(2), 1e-12);
        }
        assert_eq!(kolmogorov_sf(2, 0.25).p(), 1.0);
        assert_eq!(kolmogorov_sf(0, 0.3).p(), 1.0);
        assert_eq!(kolmogorov_sf(7, 1.0).p(), 0.0);
        assert!(kolmogorov_sf(7, f64::NAN).p().is_nan());
    }

    #[test]
    fn far_tail_is_what_one_value_beyond_leaves() {
        // Beyond 1 - 1/n the only way is that all values crowd at one end.
        close(kolmogorov_sf(10, 0.95).ln(), LN_2 + 10.0 * f64::ln(0.05), 1e-12);
        close(kolmogorov_sf(1000, 0.9995).ln(), LN_2 + 1000.0 * f64::ln(0.0005), 1e-12);
    }

    #[test]
    fn the_three_methods_agree_where_they_meet() {
        for n in [50, 300, 1000] {
            let d = (TAIL_FROM / n as f64).sqrt();
            close(tail(n, d).p(), 1.0 - matrix_cdf(n, d), 1e-9);
        }
        // The error of the expansion is a constant over n^2, so four times n leaves a sixteenth.
        for t in [0.5, 0.7, 1.0, 1.3, 1.7] {
            let error = |n: u64| {
                let d = t / (n as f64).sqrt();
                (pelz_good_cdf(n as f64, t) - matrix_cdf(n, d)) * (n * n) as f64
            };
            assert!(error(1000).abs() < 0.06, "{t} {}", error(1000));
            assert!((error(1000) - error(2000)).abs() < 0.003, "{t} {}", error(2000));
        }
        let (n, d) = (40_000, 0.0101);
        close(tail(n, d).p(), 1.0 - pelz_good_cdf(n as f64, d * 200.0), 1e-7);
    }

    #[test]
    fn a_smooth_sum_needs_no_more_ordinates() {
        // Smirnov's sum in full, beside the ordinates of `tail`.
        let (n, d) = (60_000_u64, 0.02);
        let size = n as f64;
        let full: f64 = (0..=(size * (1.0 - d)) as u64)
            .map(|j| {
                let chance = d + j as f64 / size;
                ln_binomial_density(j as f64, size, chance).exp() * d / chance
            })
            .sum();
        close(tail(n, d).p(), 2.0 * full, 1e-11);
    }
}
