//! Mean and variance of the longest increasing subsequence, by the number of labels.
//!
//! The law of one length takes up to two million partitions, and a stream of deals of all sizes needs every
//! length; so they are written down in `longest.txt`, a line for each length from 0 on. `cargo test` computes
//! them again.

use std::sync::LazyLock;

use crate::laws::Moments;

/// Of a uniformly random order of `m` labels, at most 64.
pub(super) fn longest(m: usize) -> Moments {
    static MOMENTS: LazyLock<Vec<Moments>> = LazyLock::new(|| {
        let moments = |line: &str| {
            let (mean, variance) = line.split_once(' ')?;
            Some(Moments { mean: mean.parse().ok()?, variance: variance.parse().ok()? })
        };
        include_str!("longest.txt").lines().filter_map(moments).collect()
    });
    MOMENTS[m.min(64)]
}

#[cfg(test)]
mod tests {
    use super::longest;
    use crate::laws;

    #[test]
    fn moments_are_those_of_the_laws() {
        for m in (0..=40).chain([52, 64]) {
            let (law, ours) = (laws::longest_increasing(m).unwrap().moments(), longest(m));
            assert!((law.mean - ours.mean).abs() <= 1e-12 * law.mean, "mean at {m}");
            assert!((law.variance - ours.variance).abs() <= 1e-10, "variance at {m}");
        }
    }
}
