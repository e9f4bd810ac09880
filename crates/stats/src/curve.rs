//! A null law as a curve to draw, and in words.

use std::f64::consts::PI;

use crate::battery::{Law, grouped};
use crate::special::{
    binomial_cdf, binomial_sf, chi2_isf, first, ln_binomial_pmf, ln_poisson_pmf, poisson_cdf,
    poisson_sf,
};

/// What is left out of the bulk on either side.
const TAIL: f64 = 1e-6;
/// The same of a standard normal, in sigma.
const NORMAL_REACH: f64 = 4.753_424;
/// Points over the bulk; a statistic beyond it gets a few more.
const POINTS: u32 = 320;
const BEYOND: u32 = 8;

/// A law between its tails of one in a million, and on to the statistic where that lies beyond.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// (value, density) or, on a lattice, (count, probability); values ascend, 400 points at most.
    pub points: Vec<(f64, f64)>,
    /// Whether these are probabilities of single counts rather than a density.
    pub lattice: bool,
}

/// The curve of `law` that reaches `statistic`; `None` where there is none, or that is no number.
pub fn curve(law: &Law, statistic: f64) -> Option<Curve> {
    if !statistic.is_finite() {
        return None;
    }
    match *law {
        Law::ChiSquare { df } => chi_square(df, statistic),
        Law::Normal => {
            let density = |z: f64| (-0.5 * z * z).exp() / (2.0 * PI).sqrt();
            Some(smooth(-NORMAL_REACH, NORMAL_REACH, statistic, density))
        }
        Law::ExtremeCell { cells, trials, chance } => {
            let (low, high) = binomial_edges(trials, chance, cells);
            counts(low, high, statistic, |k| extreme(k, cells, trials, chance))
        }
        Law::Binomial { trials, chance } => {
            let (low, high) = binomial_edges(trials, chance, 1);
            counts(low, high, statistic, |k| ln_binomial_pmf(k, trials, chance).exp())
        }
        Law::Poisson { mean } if (0.0..1e12).contains(&mean) => {
            let most = (mean + 40.0 * mean.sqrt() + 40.0) as u64;
            let low = first(0, most, |k| poisson_cdf(k, mean).p() >= TAIL);
            let high = first(0, most, |k| poisson_sf(k, mean).p() <= TAIL);
            counts(low, high, statistic, |k| ln_poisson_pmf(k as f64, mean).exp())
        }
        Law::Poisson { .. } | Law::Named(_) => None,
    }
}

fn chi_square(df: f64, statistic: f64) -> Option<Curve> {
    if !(df > 0.0 && df.is_finite()) {
        return None;
    }
    let high = chi2_isf(TAIL, df);
    // At two degrees of freedom or fewer the density begins at its highest point, or without bound.
    let low = if df <= 2.0 { high / f64::from(POINTS) } else { chi2_isf(1.0 - TAIL, df) };
    let density = |x: f64| {
        if x > 0.0 { (ln_poisson_pmf(0.5 * df, 0.5 * x) + (0.5 * df / x).ln()).exp() } else { 0.0 }
    };
    Some(smooth(low, high, statistic.max(0.0), density))
}

/// A density over its bulk, and on to the statistic.
fn smooth(low: f64, high: f64, statistic: f64, density: impl Fn(f64) -> f64) -> Curve {
    let spread = |from: f64, to: f64, steps: u32, skip: u32| {
        let at = move |i: u32| from + (to - from) * f64::from(i) / f64::from(steps);
        (skip..=steps).map(at).collect::<Vec<f64>>()
    };
    let mut values = spread(low, high, POINTS, 0);
    if statistic > high {
        values.extend(spread(high, statistic, BEYOND, 1));
    }
    if statistic < low {
        let mut before = spread(statistic, low, BEYOND, 0);
        before.pop();
        values.splice(0..0, before);
    }
    Curve { points: values.into_iter().map(|x| (x, density(x))).collect(), lattice: false }
}

/// Probabilities of counts over their bulk, and on to the statistic. Too many counts for a lattice
/// are drawn as a density, which they then are to the eye.
fn counts(low: u64, high: u64, statistic: f64, p: impl Fn(u64) -> f64) -> Option<Curve> {
    if statistic < 0.0 {
        return None;
    }
    let (from, to) = (low.min(statistic as u64), high.max(statistic.ceil() as u64));
    if to - from <= u64::from(POINTS) {
        let points = (from..=to).map(|k| (k as f64, p(k))).collect();
        return Some(Curve { points, lattice: true });
    }
    let mut curve = smooth(low as f64, high as f64, statistic, |_| 0.0);
    curve.points.iter_mut().for_each(|(x, _)| *x = x.round());
    curve.points.dedup();
    curve.points.iter_mut().for_each(|(x, y)| *y = p(*x as u64));
    Some(curve)
}

/// Where the lower and the upper tail of a binomial hold one in a million, for the most extreme of `cells` cells.
fn binomial_edges(trials: u64, chance: f64, cells: u64) -> (u64, u64) {
    let tail = TAIL / cells.max(1) as f64;
    let low = first(0, trials, |k| binomial_cdf(k, trials, chance).p() >= tail);
    (low, first(0, trials, |k| binomial_sf(k, trials, chance).p() <= tail))
}

/// Probability that the largest cell has this count, and that the smallest has, averaged: the law of
/// an extreme cell, of which nobody has said on which side. Cells are taken as independent.
fn extreme(k: u64, cells: u64, trials: u64, chance: f64) -> f64 {
    let all = |ln: f64| (cells as f64 * ln).exp();
    let below = k.checked_sub(1);
    let at_most = |k: Option<u64>| k.map_or(0.0, |k| all(binomial_cdf(k, trials, chance).ln()));
    let above = |k: Option<u64>| k.map_or(1.0, |k| all(binomial_sf(k, trials, chance).ln()));
    let largest = at_most(Some(k)) - at_most(below);
    let smallest = above(below) - above(Some(k));
    0.5 * (largest + smallest).max(0.0)
}

/// The law as a report names it.
pub fn words(law: &Law) -> String {
    match law {
        Law::ChiSquare { df } => {
            let unit = if *df == 1.0 { "degree" } else { "degrees" };
            let df = if df.fract() == 0.0 { grouped(*df as u64) } else { short(*df) };
            format!("chi-square, {df} {unit} of freedom")
        }
        Law::Normal => "standard normal".to_owned(),
        Law::ExtremeCell { cells, trials, chance } => {
            let chance = fraction(*chance);
            let [cells, trials] = [cells, trials].map(|n| grouped(*n));
            format!("the most unusual of {cells} cells, each binomial ({trials}, {chance})")
        }
        Law::Binomial { trials, chance } => {
            format!("binomial ({}, {})", grouped(*trials), fraction(*chance))
        }
        Law::Poisson { mean } => format!("Poisson, mean {}", short(*mean)),
        Law::Named(name) => (*name).to_owned(),
    }
}

/// The degrees of freedom of a law that has them.
pub fn df(law: &Law) -> Option<f64> {
    match law {
        Law::ChiSquare { df } => Some(*df),
        _ => None,
    }
}

/// A probability as the fraction it was made from, if that has a denominator below 10,000.
fn fraction(chance: f64) -> String {
    let exact = |q: &u32| {
        let p = (chance * f64::from(*q)).round();
        p >= 1.0 && (p / f64::from(*q) - chance).abs() <= 4.0 * f64::EPSILON * chance
    };
    match (2..10_000_u32).find(exact) {
        Some(q) if chance < 1.0 => format!("{}/{q}", (chance * f64::from(q)).round()),
        _ => short(chance),
    }
}

/// Six significant digits at most.
fn short(value: f64) -> String {
    let plain = format!("{value}");
    if plain.len() <= 8 || !value.is_finite() || value == 0.0 {
        return plain;
    }
    if !(1e-4..1e9).contains(&value.abs()) {
        return format!("{value:.5e}");
    }
    let digits = (5 - value.abs().log10().floor() as i32).max(0) as usize;
    format!("{value:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The area or the sum under a curve.
    fn total(curve: &Curve) -> f64 {
        if curve.lattice {
            return curve.points.iter().map(|(_, p)| p).sum();
        }
        curve.points.windows(2).map(|w| (w[1].0 - w[0].0) * 0.5 * (w[0].1 + w[1].1)).sum()
    }

    #[test]
    fn every_curve_holds_all_probability_and_shows_the_statistic() {
        let cell = Law::ExtremeCell { cells: 2704, trials: 1000, chance: 1.0 / 52.0 };
        let many = Law::ExtremeCell { cells: 2704, trials: 10_000_000, chance: 1.0 / 52.0 };
        let laws = [
            (Law::ChiSquare { df: 2601.0 }, 2492.0),
            (Law::ChiSquare { df: 2601.0 }, 90_000.0),
            (Law::ChiSquare { df: 2601.0 }, 0.0),
            (Law::ChiSquare { df: 3.0 }, 1.0),
            (Law::Normal, -28.4),
            (Law::Normal, 0.3),
            (cell, 36.0),
            (many, 194_000.0),
            (Law::Binomial { trials: 1000, chance: 0.5 }, 700.0),
            (Law::Binomial { trials: 1_000_000, chance: 0.5 }, 500_100.0),
            (Law::Binomial { trials: 10, chance: 0.0 }, 0.0),
            (Law::Poisson { mean: 0.116 }, 3.0),
            (Law::Poisson { mean: 1e8 }, 99_990_000.0),
        ];
        for (law, statistic) in laws {
            let curve = curve(&law, statistic).unwrap();
            assert!((total(&curve) - 1.0).abs() < 4e-3, "{law:?} {}", total(&curve));
            assert!(curve.points.len() <= 400, "{law:?} {}", curve.points.len());
            assert!(curve.points.windows(2).all(|w| w[0].0 < w[1].0), "{law:?}");
            let (first, last) = (curve.points[0].0, curve.points[curve.points.len() - 1].0);
            assert!(first <= statistic && statistic <= last, "{law:?} {first} {last}");
            assert!(curve.points.iter().all(|(_, y)| y.is_finite() && *y >= 0.0));
        }
        assert_eq!(curve(&Law::Named("a law"), 1.0), None);
        assert_eq!(curve(&Law::Normal, f64::NAN), None);
        assert_eq!(curve(&Law::Poisson { mean: f64::NAN }, 1.0), None);
        assert_eq!(curve(&Law::ChiSquare { df: 0.0 }, 1.0), None);
    }

    #[test]
    fn densities_are_those_written_by_hand() {
        let at = |law: &Law, x: f64| {
            let points = curve(law, x).unwrap().points;
            *points.iter().min_by(|a, b| (a.0 - x).abs().total_cmp(&(b.0 - x).abs())).unwrap()
        };
        // Two degrees of freedom are exponential: e^(-x/2) / 2.
        let (x, y) = at(&Law::ChiSquare { df: 2.0 }, 3.0);
        assert!((y - 0.5 * (-0.5 * x).exp()).abs() < 1e-12);
        let (_, y) = at(&Law::Binomial { trials: 4, chance: 0.5 }, 2.0);
        assert!((y - 0.375).abs() < 1e-14);
        // The largest of two fair coins is 1 three times in four, so is the smallest 0.
        let coins = Law::ExtremeCell { cells: 2, trials: 1, chance: 0.5 };
        assert!((at(&coins, 1.0).1 - 0.5).abs() < 1e-14);
    }

    #[test]
    fn words_are_the_law() {
        assert_eq!(words(&Law::ChiSquare { df: 2601.0 }), "chi-square, 2,601 degrees of freedom");
        let between = Law::ChiSquare { df: 95.109_453_607_598_85 };
        assert_eq!(words(&between), "chi-square, 95.1095 degrees of freedom");
        assert_eq!(words(&Law::ChiSquare { df: 1.0 }), "chi-square, 1 degree of freedom");
        let cell = Law::ExtremeCell { cells: 2704, trials: 1000, chance: 1.0 / 52.0 };
        assert_eq!(words(&cell), "the most unusual of 2,704 cells, each binomial (1,000, 1/52)");
        let pair = Law::Binomial { trials: 1000, chance: 70.0 / 1326.0 };
        assert_eq!(words(&pair), "binomial (1,000, 35/663)");
        let odd = Law::Binomial { trials: 9, chance: 0.123_456_789 };
        assert_eq!(words(&odd), "binomial (9, 0.123457)");
        assert_eq!(words(&Law::Poisson { mean: 0.116 }), "Poisson, mean 0.116");
        assert_eq!(words(&Law::Poisson { mean: 1.0 / 3e7 }), "Poisson, mean 3.33333e-8");
        assert_eq!(words(&Law::Named("Pareto")), "Pareto");
        assert_eq!(df(&Law::ChiSquare { df: 51.0 }), Some(51.0));
        assert_eq!(df(&Law::Normal), None);
    }
}
