//! The largest of several dependent standard normals, where each depends on those before it through the
//! last of them alone.

use super::{Prob, normal_sf, normal_two_sided};

/// Beyond this the bound is Bonferroni's: the integrals would add nothing that counts.
const FAR: f64 = 8.0;
/// Nodes of the integrals over one variable at most.
const NODES_MAX: usize = 400;

/// Nodes and weights of Gauss and Legendre's rule on -1 to 1.
fn gauss_legendre(n: usize) -> Vec<(f64, f64)> {
    let node = |i: usize| {
        let mut x = (std::f64::consts::PI * (i as f64 + 0.75) / (n as f64 + 0.5)).cos();
        let mut slope = 1.0;
        for _ in 0..100 {
            // Legendre's polynomials of degree n and n - 1 at x.
            let (mut now, mut before) = (1.0, 0.0);
            for j in 0..n {
                let j = j as f64;
                (now, before) = (((2.0 * j + 1.0) * x * now - j * before) / (j + 1.0), now);
            }
            slope = n as f64 * (x * now - before) / (x * x - 1.0);
            let step = now / slope;
            x -= step;
            if step.abs() < 1e-15 {
                break;
            }
        }
        (x, 2.0 / ((1.0 - x * x) * slope * slope))
    };
    (0..n).map(node).collect()
}

/// P(at least one of a Gaussian Markov chain of standard normals lies further than `far` from zero);
/// `correlations` are those of each with the next.
///
/// The mass that is still inside is carried from each variable to the next, and what leaves is added up:
/// positive terms only, so that small probabilities keep their digits.
pub(crate) fn outside_band(correlations: &[f64], far: f64) -> Prob {
    let each = normal_two_sided(far);
    if far > FAR {
        return each.times(correlations.len() as f64 + 1.0);
    }
    let narrowest = correlations.iter().map(|r| 1.0 - r * r).fold(1.0, f64::min).sqrt();
    let nodes = ((4.0 * far / narrowest).ceil() as usize).clamp(24, NODES_MAX);
    let rule: Vec<(f64, f64)> =
        gauss_legendre(nodes).into_iter().map(|(x, w)| (x * far, w * far)).collect();
    let density = |x: f64| (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let mut inside: Vec<f64> = rule.iter().map(|(x, _)| density(*x)).collect();
    let mut left = each.p();
    for r in correlations {
        let spread = (1.0 - r * r).sqrt();
        let leaves = |(x, _): &(f64, f64)| {
            normal_sf((far - r * x) / spread).p() + normal_sf((far + r * x) / spread).p()
        };
        left += rule.iter().zip(&inside).map(|(at, f)| at.1 * f * leaves(at)).sum::<f64>();
        let arrives = |(y, _): &(f64, f64)| -> f64 {
            let from = |((x, w), f): (&(f64, f64), &f64)| w * f * density((y - r * x) / spread);
            rule.iter().zip(&inside).map(from).sum::<f64>() / spread
        };
        inside = rule.iter().map(arrives).collect();
    }
    Prob::new(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_independent_and_equal_variables_are_known_exactly() {
        for far in [0.5, 1.96, 3.3, 5.0] {
            let one = normal_two_sided(far).p();
            let near = |found: f64, expected: f64| {
                assert!((found / expected - 1.0).abs() < 1e-9, "{found} {expected}")
            };
            near(outside_band(&[], far).p(), one);
            near(outside_band(&[0.0, 0.0], far).p(), 1.0 - (1.0 - one).powi(3));
            // Of the same variable twice; the rule is too coarse for exactly one.
            let same = outside_band(&[0.9995], far).p();
            assert!(same > one && same < 1.1 * one, "{far}: {same} {one}");
        }
    }

    /// Of two variables by adaptive quadrature, and of a Brownian bridge at seven places by Genz's
    /// method, both in another program (scipy; the latter to about 1e-6).
    #[test]
    fn as_another_program_computed_it() {
        let bridge: Vec<f64> = (1..7)
            .map(|i| {
                let (a, b) = (f64::from(i) / 8.0, f64::from(i + 1) / 8.0);
                (a * (1.0 - b) / (b * (1.0 - a))).sqrt()
            })
            .collect();
        for (correlations, far, expected, within) in [
            (&[0.5][..], 1.96, 0.090_738_882_967_919, 1e-9),
            (&[-0.5], 2.5, 0.023_499_883_060_960, 1e-9),
            (&[0.97], 3.0, 0.003_548_784_665_569, 1e-8),
            (&bridge, 2.0, 0.199_576_3, 1e-5),
            (&bridge, 3.0, 0.015_147_97, 1e-5),
        ] {
            let found = outside_band(correlations, far).p();
            assert!((found / expected - 1.0).abs() < within, "{far}: {found} {expected}");
        }
    }
}
