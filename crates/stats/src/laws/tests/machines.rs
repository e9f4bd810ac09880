//! Laws of two shuffling machines that never reach uniform, for power and for self-tests.

use crate::laws::{CountLaw, descents, peaks};

/// Rising sequences less one after `riffles` riffles of `n` cards in order.
///
/// Law: a permutation of r rising sequences has probability C(2^k + n - r, n) / 2^(kn) (Bayer and
/// Diaconis 1992).
pub(super) fn riffle_rising(n: usize, riffles: u32) -> CountLaw {
    let piles = 2_f64.powi(riffles.min(1000) as i32);
    let fair = descents(n);
    let pmf = fair.pmf.iter().enumerate();
    CountLaw::from_pmf(pmf.map(|(k, p)| p * riffle_ratio(n, piles, k)).collect())
}

/// How much likelier than 1/n! a permutation of `k` + 1 rising sequences is.
fn riffle_ratio(n: usize, piles: f64, k: usize) -> f64 {
    (0..n).map(|i| (1.0 + (n as f64 - 1.0 - k as f64 - i as f64) / piles).max(0.0)).product()
}

/// Total variation distance from uniform after `riffles` riffles.
pub(super) fn riffle_tv(n: usize, riffles: u32) -> f64 {
    distance(&descents(n), &riffle_rising(n, riffles))
}

/// Interior valleys after one pass through a machine of `shelves` shelves: each card, the largest
/// label first, goes to a random shelf, above or below what lies there, and the shelves are stacked.
/// A machine that takes the smallest label first leaves interior *peaks* by this law instead.
///
/// Law: Diaconis, Fulman and Holmes (2013), theorem 3.1. A second pass through the same machine is
/// one pass of a machine with 2 s^2 shelves.
pub(super) fn shelf_valleys(n: usize, shelves: u32) -> CountLaw {
    let fair = peaks(n);
    let pmf = fair.pmf.iter().enumerate();
    CountLaw::from_pmf(pmf.map(|(v, p)| p * shelf_ratio(n, shelves, v)).collect())
}

/// How much likelier than 1/n! a permutation of `v` valleys is.
fn shelf_ratio(n: usize, shelves: u32, v: usize) -> f64 {
    if n == 0 {
        return 1.0;
    }
    let free = (n - 1).saturating_sub(2 * v);
    let m = f64::from(shelves);
    let mut choose = 1.0;
    let mut sum = 0.0;
    for j in 0..=free {
        let a = (v + j) as f64;
        if a >= m {
            break;
        }
        let orders: f64 = (0..n).map(|i| (m - a + i as f64) / (2.0 * m)).product();
        sum += choose * orders;
        choose *= (free - j) as f64 / (j + 1) as f64;
    }
    2.0 * 4_f64.powi(v as i32) * sum
}

/// Expected interior valleys after one pass; (n-2)/3 is fair.
pub(super) fn shelf_expected_valleys(n: usize, shelves: u32) -> f64 {
    shelf_valleys(n, shelves).mean
}

/// Total variation distance from uniform after one pass.
pub(super) fn shelf_tv(n: usize, shelves: u32) -> f64 {
    distance(&peaks(n), &shelf_valleys(n, shelves))
}

/// Half the sum of the differences: the statistic is sufficient, so this is the distance between the
/// laws of the whole permutation.
fn distance(fair: &CountLaw, other: &CountLaw) -> f64 {
    0.5 * fair.pmf.iter().zip(&other.pmf).map(|(a, b)| (a - b).abs()).sum::<f64>()
}
