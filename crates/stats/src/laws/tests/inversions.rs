//! The law of the inversions of a random permutation, which only the tests of the others need.

use crate::laws::CountLaw;

/// Inversions: pairs of labels in the wrong order.
///
/// Law: the sum of independent uniforms on 0..=i for i < n. Mean n(n-1)/4, variance
/// n(n-1)(2n+5)/72.
pub(super) fn inversions(n: usize) -> CountLaw {
    let mut pmf = vec![1.0];
    for m in 2..=n {
        pmf = spread(&pmf, m);
    }
    let pairs = (n * n.saturating_sub(1)) as f64;
    let variance = if n < 2 { 0.0 } else { pairs * (2 * n + 5) as f64 / 72.0 };
    CountLaw { mean: pairs / 4.0, variance, pmf }
}

/// The law of a count plus an independent uniform on `0..width`.
///
/// A sliding window of `width` values is the end of one block and the beginning of the next, so two
/// running sums that start afresh at each block give it without a subtraction. The law is
/// symmetric: its second half is the first, mirrored.
fn spread(pmf: &[f64], width: usize) -> Vec<f64> {
    let (long, at) = (pmf.len() + width - 1, |i: usize| pmf.get(i).copied().unwrap_or(0.0));
    let half = long.div_ceil(2);
    let mut from_start = Vec::with_capacity(half);
    for i in 0..half {
        let before = if i % width == 0 { 0.0 } else { from_start[i - 1] };
        from_start.push(before + at(i));
    }
    let mut to_end = vec![0.0; half + width];
    for i in (0..half + width - 1).rev() {
        let after = if (i + 1) % width == 0 { 0.0 } else { to_end[i + 1] };
        to_end[i] = after + at(i);
    }
    // The window that ends at `i` begins at `i + 1 - width`, unless that is a block by itself.
    let window = |i: usize| match (i + 1).checked_sub(width) {
        Some(begin) if begin % width != 0 => to_end[begin] + from_start[i],
        _ => from_start[i],
    };
    let mut out: Vec<f64> = (0..half).map(|i| window(i) / width as f64).collect();
    out.extend((0..long / 2).rev().map(|i| out[i]).collect::<Vec<f64>>());
    out
}
