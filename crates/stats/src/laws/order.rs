//! Counts of what goes up and what goes down.

use super::CountLaw;

/// Descents: places where the next label is smaller. Also the rising sequences less one, which are
/// the descents of the inverse permutation.
///
/// Law: Eulerian numbers over n!. Mean (n-1)/2, variance (n+1)/12.
pub(crate) fn descents(n: usize) -> CountLaw {
    let mut pmf = vec![1.0];
    // A new largest label keeps the descents at k+1 of the m places, and adds one at the others.
    for m in 2..=n {
        let next = (0..m).map(|k| {
            let stay = pmf.get(k).map_or(0.0, |p| (k + 1) as f64 * p);
            let rise = k.checked_sub(1).map_or(0.0, |k| (m - k - 1) as f64 * pmf[k]);
            (stay + rise) / m as f64
        });
        pmf = next.collect();
    }
    let variance = if n < 2 { 0.0 } else { (n + 1) as f64 / 12.0 };
    CountLaw { mean: (n.max(1) - 1) as f64 / 2.0, variance, pmf }
}

/// Interior valleys: labels smaller than both neighbours. Interior peaks have the same law.
///
/// Law: David and Barton (1962), the peak polynomials. Mean (n-2)/3, variance 2(n+1)/45 from n = 4.
pub(crate) fn valleys(n: usize) -> CountLaw {
    let mut pmf = vec![1.0];
    // A new smallest label keeps k valleys at 2k+2 of the m places: beside a valley or at an end.
    for m in 2..=n {
        let next = (0..=(m - 1) / 2).map(|k| {
            let stay = pmf.get(k).map_or(0.0, |p| (2 * k + 2) as f64 * p);
            let rise = k.checked_sub(1).map_or(0.0, |j| (m - 2 * k) as f64 * pmf[j]);
            (stay + rise) / m as f64
        });
        pmf = next.collect();
    }
    let variance = match n {
        0..=2 => 0.0,
        3 => 2.0 / 9.0,
        _ => 2.0 * (n + 1) as f64 / 45.0,
    };
    CountLaw { mean: (n.max(2) - 2) as f64 / 3.0, variance, pmf }
}
