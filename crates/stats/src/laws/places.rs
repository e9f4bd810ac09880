//! Counts of what goes up and down, and of labels that stay in place or in company.

use super::{CountLaw, Moments, falling};

/// A count of permutations that grow label by label from `first` on: at `stay(m, k)` of its `m` places the new one leaves
/// the count at k, at the others it adds one.
fn grown(first: usize, n: usize, stay: impl Fn(usize, usize) -> usize) -> Vec<f64> {
    let mut pmf = vec![1.0];
    for m in first..=n {
        let next = (0..=pmf.len()).map(|k| {
            let stays = pmf.get(k).map_or(0.0, |p| stay(m, k) as f64 * p);
            let rises = k.checked_sub(1).map_or(0.0, |k| (m - stay(m, k)) as f64 * pmf[k]);
            (stays + rises) / m as f64
        });
        pmf = next.collect();
        pmf.pop_if(|most| *most == 0.0);
    }
    pmf
}

/// Descents: places where the next label is smaller. Also the rising sequences less one, which are
/// the descents of the inverse permutation.
///
/// Law: Eulerian numbers over n!; a new largest label. Mean (n-1)/2, variance (n+1)/12.
pub(crate) fn descents(n: usize) -> CountLaw {
    let variance = if n < 2 { 0.0 } else { (n + 1) as f64 / 12.0 };
    CountLaw { mean: (n.max(1) - 1) as f64 / 2.0, variance, pmf: grown(2, n, |_, k| k + 1) }
}

/// Interior valleys: labels smaller than both neighbours. Interior peaks have the same law.
///
/// Law: David and Barton (1962), the peak polynomials; a new smallest label beside a valley or at an end. Mean (n-2)/3,
/// variance 2(n+1)/45 from n = 4.
pub(crate) fn valleys(n: usize) -> CountLaw {
    let variance = match n {
        0..=2 => 0.0,
        3 => 2.0 / 9.0,
        _ => 2.0 * (n + 1) as f64 / 45.0,
    };
    CountLaw { mean: (n.max(2) - 2) as f64 / 3.0, variance, pmf: grown(2, n, |_, k| 2 * k + 2) }
}

/// Cycles.
///
/// Law: Stirling numbers of the first kind over n!. Mean H(n), variance H(n) - H2(n).
pub fn cycles(n: usize) -> CountLaw {
    let mean = (1..=n).rev().map(|j| 1.0 / j as f64).sum();
    // 1/j - 1/j^2 term by term: nothing is subtracted from a sum.
    let variance = (1..=n).rev().map(|j| (j - 1) as f64 / (j * j) as f64).sum();
    CountLaw { mean, variance, pmf: grown(1, n, |m, _| m - 1) }
}

/// Probability that a random permutation of `m` labels has no fixed point, for every `m` up to `n`.
fn derangements(n: usize) -> Vec<f64> {
    let mut d = vec![1.0, 0.0];
    for m in 2..=n {
        d.push(((m - 1) as f64 * d[m - 1] + d[m - 2]) / m as f64);
    }
    d
}

/// Fixed points: labels at their own position.
///
/// Law: derangements of the others. Mean 1, variance 1 (0 for one label).
pub(crate) fn fixed_points(n: usize) -> CountLaw {
    let d = derangements(n);
    let mut ways = 1.0;
    let chance = |k: usize| {
        ways /= k.max(1) as f64;
        ways * d[n - k]
    };
    let pmf = (0..=n).map(chance).collect();
    CountLaw { mean: f64::from(n > 0), variance: f64::from(n > 1), pmf }
}

/// Successions: places where the next label is larger by one; n-1 places. Reverse successions, the
/// next label smaller by one, have the same law.
///
/// Law: k glued pairs leave n-k blocks with no succession. Mean (n-1)/n, variance (n^2-n-1)/n^2.
pub(crate) fn successions(n: usize) -> CountLaw {
    if n < 2 {
        return CountLaw { mean: 0.0, variance: 0.0, pmf: vec![1.0] };
    }
    let (d, size) = (derangements(n), n as f64);
    let mut over_factorial = 1.0;
    let chance = |k: usize| {
        let blocks = n - k;
        over_factorial /= k.max(1) as f64;
        let none = d[blocks] + d[blocks - 1] / blocks as f64;
        over_factorial * none * blocks as f64 / size
    };
    let pmf = (0..n).map(chance).collect();
    let variance = (n * n - n - 1) as f64 / (size * size);
    CountLaw { mean: (size - 1.0) / size, variance, pmf }
}

/// Successions seen in the first `k` positions among the first `known` labels.
pub fn successions_seen(n: usize, k: usize, known: usize) -> Moments {
    if k < 2 || known < 2 {
        return Moments::default();
    }
    let mean = (k - 1) as f64 * (known - 1) as f64 / falling(n, 2);
    // Ordered pairs of successions: side by side, which share a label, or apart.
    let beside = 2.0 * (k - 2) as f64 * (known - 2) as f64;
    let apart = falling(k - 2, 2) * falling(known - 2, 2);
    let second = mean + ratio(beside, falling(n, 3)) + ratio(apart, falling(n, 4));
    Moments { mean, variance: second - mean * mean }
}

/// Fixed points seen: positions and labels below the lesser of `k` and `known`.
pub fn fixed_points_seen(n: usize, k: usize, known: usize) -> Moments {
    let k = k.min(known).min(n);
    Moments::from_factorial(ratio(k as f64, n as f64), ratio(falling(k, 2), falling(n, 2)))
}

/// `of / all`, zero where there is nothing of anything.
fn ratio(of: f64, all: f64) -> f64 {
    if all > 0.0 { of / all } else { 0.0 }
}
