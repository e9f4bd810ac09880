//! The exact law of the most unusual state of the excursions' variant, given the number of cycles.
//!
//! The walk passes from x to x + 1 as a branching process: of the cycles a fair half goes up, and each passage from x - 1 to
//! x is followed by a geometric number of passages from x to x + 1, of mean one. Visits to x are the passages from below and
//! from above, so all states on one side follow from one chain, and the two sides share only how many cycles go up. The normal
//! law of one state (SP 800-22) and Šidák's correction err both ways: with 500 cycles a p-value of .05 is .029 in truth, and
//! one of .0001 is .0005. Nothing is approximated here but that the walk stops at n bits.

use crate::special::{Prob, ln_binomial_pmf, ln_gamma};

/// States on either side.
const FAR: usize = 9;
/// With more cycles than this visits are hardly skew, and the sums take seconds.
pub(super) const CYCLES_MAX: u64 = 10_000;
/// Beyond so many standard deviations what is returned is that of these.
const Z_MAX: f64 = 20.0;
/// Terms of a law below this share of its largest do not count.
const SMALL: f64 = 1e-100;

/// Whether so many visits to state `x` are at least `z` standard deviations from one a cycle.
fn unusual(visits: usize, cycles: f64, x: usize, z: f64) -> bool {
    let off = visits as f64 - cycles;
    // The observed count itself is unusual, whatever the rounding of its own z.
    off * off >= z * z * cycles * (4.0 * x as f64 - 2.0) * (1.0 - 1e-12)
}

/// Sum over k of P(k passages upwards after m from below) times `value(k)`: k is negative binomial.
fn passages(m: usize, value: impl Fn(usize) -> f64) -> f64 {
    if m == 0 {
        return value(0);
    }
    let mode = m - 1;
    let (passed, from) = (mode as f64, m as f64);
    let ln = ln_gamma(from + passed)
        - ln_gamma(from)
        - ln_gamma(passed + 1.0)
        - (from + passed) * std::f64::consts::LN_2;
    let largest = ln.exp();
    let (mut sum, mut term, mut k) = (0.0, largest, mode);
    while term > largest * SMALL {
        sum += term * value(k);
        term *= 0.5 * (from + k as f64) / (k as f64 + 1.0);
        k += 1;
    }
    (term, k) = (largest, mode);
    while k > 0 && term > largest * SMALL {
        term *= 2.0 * k as f64 / (from + k as f64 - 1.0);
        k -= 1;
        sum += term * value(k);
    }
    sum
}

/// P(at least one state of -9..-1, 1..9 is `z` standard deviations or more from its mean), given the
/// cycles; beyond 20 deviations that of 20, which is no less.
pub(super) fn most_unusual(cycles: u64, z: f64) -> Prob {
    let z = z.min(Z_MAX);
    let mean = cycles as f64;
    // More passages than this make more visits than any state may have.
    let top = (mean + z * (mean * (4.0 * FAR as f64 - 2.0)).sqrt()).ceil() as usize + 1;
    // P(a state further out is unusual), by the passages to it.
    let mut outer = vec![0.0; top + 1];
    for x in (1..=FAR).rev() {
        let of = |m: usize| {
            let value = |k: usize| match outer.get(k) {
                Some(outer) if !unusual(m + k, mean, x, z) => *outer,
                _ => 1.0,
            };
            passages(m, value)
        };
        outer = (0..=top).map(of).collect();
    }
    let side = |passages: u64| usize::try_from(passages).ok().and_then(|p| outer.get(p)).copied();
    let both = |up: u64| {
        let (a, b) = (side(up).unwrap_or(1.0), side(cycles - up).unwrap_or(1.0));
        ln_binomial_pmf(up, cycles, 0.5).exp() * (a + b - a * b)
    };
    Prob::new((0..=cycles).map(both).sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha20Rng;
    use rand_core::{Rng, SeedableRng};

    /// Values of another program: full matrices of scipy's negative binomial law.
    #[test]
    fn as_another_program_computed_it() {
        for (cycles, z, expected) in [
            (500, 2.0, 2.606744197560e-01),
            (500, 3.5, 7.979228004951e-03),
            (1000, 3.0, 2.506905676762e-02),
            (1000, 4.5, 3.049896445038e-04),
            (100, 4.0, 7.338643189683e-03),
        ] {
            let found = most_unusual(cycles, z).p();
            assert!((found / expected - 1.0).abs() < 1e-6, "{cycles} {z}: {found} {expected}");
        }
    }

    /// Walks themselves: from state 9 outwards the walk comes back to 9 for certain.
    #[test]
    fn as_walks_have_it() {
        let (cycles, walks) = (20, 20_000);
        let mut chance = ChaCha20Rng::seed_from_u64(9);
        let mut heads = || chance.next_u32() >> 31 == 1;
        let mut seen = [0; 2];
        for _ in 0..walks {
            let mut visits = [0_usize; 2 * FAR + 1];
            for _ in 0..cycles {
                let mut at = FAR;
                loop {
                    at = if heads() { (at + 1).min(2 * FAR) } else { at.saturating_sub(1) };
                    visits[at] += 1;
                    if at == FAR {
                        break;
                    }
                }
            }
            let off = |z: f64| {
                let state = |x: usize| [visits[FAR - x], visits[FAR + x]];
                let any = |x| state(x).into_iter().any(|v| unusual(v, f64::from(cycles), x, z));
                (1..=FAR).any(any)
            };
            seen[0] += u64::from(off(2.0));
            seen[1] += u64::from(off(3.0));
        }
        for (found, z) in seen.into_iter().zip([2.0, 3.0]) {
            let p = most_unusual(20, z).p();
            let spread = (f64::from(walks) * p * (1.0 - p)).sqrt();
            assert!((found as f64 - f64::from(walks) * p).abs() < 4.0 * spread, "{z}: {found} {p}");
        }
    }
}
