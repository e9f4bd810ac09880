//! Special functions against values computed elsewhere: `fixtures/randomness/reference.json`, and
//! further out `data/special.txt` (mpmath 1.3 with 60 digits, from series and finite sums of its own).
//!
//! statrs meets the same values, so that what the documentation of `special` says of it is checked.
#![allow(clippy::float_arithmetic, reason = "probabilities")]

use feltproof_stats::special::*;
use serde_json::Value;
use statrs::function::{beta, erf, gamma};

fn reference(function: &str) -> Vec<Value> {
    let text = include_str!("../../../fixtures/randomness/reference.json");
    let all: Value = serde_json::from_str(text).unwrap();
    all["special_functions"][function].as_array().unwrap().clone()
}

/// The rows of one table of `data/special.txt`.
fn table<const N: usize>(name: &str) -> Vec<[f64; N]> {
    let rows = include_str!("data/special.txt").lines().filter_map(|line| line.split_once(' '));
    let row = |row: &str| row.split(' ').map(|x| x.parse().unwrap()).collect::<Vec<f64>>();
    rows.filter(|(of, _)| *of == name).map(|(_, text)| row(text).try_into().unwrap()).collect()
}

/// A number, or the text of one, or a fraction in text.
fn number(value: &Value) -> f64 {
    match value.as_str() {
        None => value.as_f64().unwrap(),
        Some(text) => match text.split_once('/') {
            None => text.parse().unwrap(),
            Some((a, b)) => a.parse::<f64>().unwrap() / b.parse::<f64>().unwrap(),
        },
    }
}

fn whole(value: &Value) -> u64 {
    number(value) as u64
}

/// ln of a number in text that may be too small for an f64.
fn ln_text(value: &Value) -> f64 {
    let text = value.as_str().unwrap();
    let (digits, power) = text.split_once('e').unwrap_or((text, "0"));
    let power: f64 = power.parse().unwrap();
    digits.parse::<f64>().unwrap().ln() + power * std::f64::consts::LN_10
}

/// The worst error of one function, which a test holds against what is promised.
struct Worst {
    name: &'static str,
    error: f64,
    at: String,
}

impl Worst {
    fn of(name: &'static str) -> Self {
        Self { name, error: 0.0, at: String::new() }
    }

    fn meet(&mut self, ours: f64, truth: f64, at: impl std::fmt::Debug) {
        let error = if truth == 0.0 { ours.abs() } else { (ours / truth - 1.0).abs() };
        self.keep(error, format!("{at:?}: {ours:e} for {truth:e}"));
    }

    /// A logarithm: relative to itself, or the relative error of the probability, whichever is less.
    fn meet_ln(&mut self, ours: f64, truth: f64, at: impl std::fmt::Debug) {
        let error = (ours - truth).abs();
        let error = if truth.abs() < 1.0 && truth != 0.0 { error / truth.abs() } else { error };
        // From exp(-1000) on only the logarithm is asked for, to nine digits; it has more.
        let error = if truth < -1000.0 { 1e-3 * error / truth.abs() * 1e4 } else { error };
        self.keep(error, format!("{at:?}: ln {ours:e} for {truth:e}"));
    }

    fn keep(&mut self, error: f64, at: String) {
        if error > self.error || error.is_nan() {
            self.error = error;
            self.at = at;
        }
    }

    fn within(self, promised: f64) {
        println!("{}: {:e} at {}", self.name, self.error, self.at);
        assert!(self.error <= promised, "{}: {:e} at {}", self.name, self.error, self.at);
    }
}

#[test]
fn incomplete_gamma() {
    let mut worst = Worst::of("gamma_q");
    for e in reference("igamc(a,x)") {
        let (a, x) = (number(&e["a"]), number(&e["x"]));
        worst.meet_ln(gamma_q(a, x).ln(), number(&e["log_q"]), (a, x));
        if number(&e["log_q"]) > -10.0 {
            worst.meet_ln(gamma_p(a, x).complement().ln(), number(&e["log_q"]), (a, x));
        }
        if number(&e["q"]) > 1e-300 {
            worst.meet(gamma_q(a, x).p(), number(&e["q"]), (a, x));
        }
    }
    for [a, x, ln_q, ln_p] in table("gamma") {
        if !ln_q.is_nan() {
            worst.meet_ln(gamma_q(a, x).ln(), ln_q, (a, x));
        }
        if !ln_p.is_nan() {
            worst.meet_ln(gamma_p(a, x).ln(), ln_p, (a, x));
        }
    }
    worst.within(1e-11);
}

#[test]
fn chi_square() {
    let mut worst = Worst::of("chi2_sf");
    for e in reference("chi2_sf(x,df)") {
        let (x, df) = (number(&e["x"]), number(&e["df"]));
        worst.meet_ln(chi2_sf(x, df).ln(), ln_text(&e["p"]), (x, df));
        if ln_text(&e["p"]) > -5.0 {
            worst.meet_ln(chi2_cdf(x, df).complement().ln(), ln_text(&e["p"]), (x, df));
        }
    }
    worst.within(1e-11);
    let mut worst = Worst::of("chi2_isf");
    for e in reference("chi2_isf(alpha,df)") {
        let (alpha, df) = (number(&e["alpha"]), number(&e["df"]));
        worst.meet(chi2_isf(alpha, df), number(&e["x"]), (alpha, df));
    }
    worst.within(1e-13);
}

#[test]
fn quantiles_undo_tails() {
    for df in [0.5, 1.0, 2.0, 7.0, 51.0, 2601.0, 1e7] {
        for alpha in [1e-300, 1e-20, 1e-6, 0.01, 0.3, 0.5, 0.9, 0.999_999] {
            let x = chi2_isf(alpha, df);
            let back = if alpha < 0.6 { chi2_sf(x, df) } else { chi2_cdf(x, df).complement() };
            assert!((back.p() / alpha - 1.0).abs() < 1e-9, "{alpha} {df} {x} {back:?}");
        }
    }
    for alpha in [1e-300, 1e-20, 1e-6, 0.01, 0.3, 0.5, 0.9, 0.999_999] {
        let back = normal_sf(normal_isf(alpha)).p();
        assert!((back / alpha - 1.0).abs() < 1e-12, "{alpha}");
    }
    assert_eq!(chi2_isf(1.0, 5.0), 0.0);
    assert_eq!(chi2_isf(0.0, 5.0), f64::INFINITY);
    assert_eq!(normal_isf(0.0), f64::INFINITY);
    assert_eq!(normal_isf(1.0), f64::NEG_INFINITY);
    assert!(chi2_isf(f64::NAN, 5.0).is_nan() && normal_isf(f64::NAN).is_nan());
}

#[test]
fn normal() {
    let mut worst = Worst::of("normal_sf");
    for e in reference("norm_sf(z)") {
        let z = number(&e["z"]);
        worst.meet(normal_sf(z).p(), number(&e["p"]), z);
        worst.meet(normal_two_sided(-z).p(), 2.0 * number(&e["p"]), z);
    }
    for [z, ln] in table("normal") {
        worst.meet_ln(normal_sf(z).ln(), ln, z);
    }
    worst.within(1e-12);
}

#[test]
fn counts() {
    let mut worst = Worst::of("poisson");
    for e in reference("poisson_sf(k,lam) = P(X>k)") {
        let (k, mean) = (whole(&e["k"]), number(&e["lam"]));
        worst.meet(poisson_sf(k, mean).p(), number(&e["p"]), (k, mean));
        worst.meet(poisson_cdf(k, mean).complement().p(), number(&e["p"]), (k, mean));
    }
    worst.within(1e-12);
    let mut worst = Worst::of("binomial");
    for e in reference("binom_sf(k,n,p) = P(X>k)") {
        let (k, n, chance) = (whole(&e["k"]), whole(&e["n"]), number(&e["p"]));
        worst.meet(binomial_sf(k, n, chance).p(), number(&e["sf"]), (k, n));
        worst.meet(binomial_cdf(k, n, chance).complement().p(), number(&e["sf"]), (k, n));
    }
    for [k, n, chance, ln] in table("binomial_sf") {
        let (k, n) = (k as u64, n as u64);
        worst.meet_ln(binomial_sf(k, n, chance).ln(), ln, (k, n, chance));
    }
    for [k, n, chance, ln] in table("binomial_cdf") {
        let (k, n) = (k as u64, n as u64);
        worst.meet_ln(binomial_cdf(k, n, chance).ln(), ln, (k, n, chance));
    }
    worst.within(1e-11);
}

#[test]
fn small_binomials_are_sums_of_their_terms() {
    for n in 0..=12_u64 {
        for chance in [0.0, 0.1, 0.5, 0.93, 1.0] {
            let mut term: Vec<f64> = vec![1.0];
            for _ in 0..n {
                let at = |i: Option<usize>| i.and_then(|i| term.get(i)).copied().unwrap_or(0.0);
                term = (0..=term.len())
                    .map(|k| at(Some(k)) * (1.0 - chance) + at(k.checked_sub(1)) * chance)
                    .collect();
            }
            for k in 0..=n + 1 {
                let below: f64 = term.iter().take(k as usize + 1).sum();
                let above: f64 = term.iter().skip(k as usize + 1).sum();
                assert!((binomial_cdf(k, n, chance).p() - below).abs() < 1e-14, "{k} {n} {chance}");
                assert!((binomial_sf(k, n, chance).p() - above).abs() < 1e-14, "{k} {n} {chance}");
                let at = term.get(k as usize).copied().unwrap_or(0.0);
                assert!((ln_binomial_pmf(k, n, chance).exp() - at).abs() < 1e-14);
            }
        }
    }
}

#[test]
fn sidak_keeps_both_ends() {
    // 1 - (1-p)^2 = 2p - p^2.
    for p in [0.9, 0.5, 0.01, 1e-20] {
        assert!((sidak(Prob::new(p), 2).p() / (2.0 * p - p * p) - 1.0).abs() < 1e-14);
    }
    let far = sidak(Prob::from_ln(-5000.0), 2704);
    assert!((far.ln() - (2704_f64.ln() - 5000.0)).abs() < 1e-10);
    assert_eq!(sidak(Prob::new(1.0), 2704).p(), 1.0);
    assert_eq!(sidak(Prob::new(0.0), 2704).p(), 0.0);
    // Nearly certain: what is missing, 0.5^100, is still there.
    let sure = sidak(Prob::new(0.5), 100).complement();
    assert!((sure.p() / 0.5_f64.powi(100) - 1.0).abs() < 1e-12);
}

#[test]
fn logarithm_of_gamma() {
    let mut worst = Worst::of("ln_gamma");
    for [x, ln] in table("ln_gamma") {
        worst.keep((ln_gamma(x) - ln).abs() / (1.0 + ln.abs()), format!("{x}"));
    }
    worst.within(4e-15);
    let mut worst = Worst::of("ln_choose");
    for n in 0..=40_u64 {
        let mut choose = 1.0;
        for k in 0..=n {
            worst.meet(ln_choose(n, k).exp(), choose, (n, k));
            choose *= (n - k) as f64 / (k + 1) as f64;
        }
    }
    worst.within(1e-12);
    assert_eq!(ln_choose(3, 4), f64::NEG_INFINITY);
}

#[test]
fn power() {
    let mut worst = Worst::of("chi2_noncentral_sf");
    for [x, df, lambda, ln] in table("noncentral") {
        let ours = chi2_noncentral_sf(x, df, lambda).ln();
        // Nearly certain power is known to the last digit of one, not of what it lacks.
        if ln > -1e-3 {
            assert!((ours - ln).abs() < 1e-13, "{ours:e}");
        } else {
            worst.meet_ln(ours, ln, (x, df, lambda));
        }
    }
    // One degree of freedom is the square of a shifted normal.
    for (z, shift) in [(2.0, 1.0), (2.576, 3.857), (0.5, 6.0)] {
        let p = normal_sf(z - shift).p() + normal_sf(z + shift).p();
        worst.meet(chi2_noncentral_sf(z * z, 1.0, shift * shift).p(), p, (z, shift));
    }
    worst.within(1e-10);
    let mut worst = Worst::of("needed_noncentrality");
    for [df, needed] in table("needed") {
        worst.meet(needed_noncentrality(df, 0.01, 0.9), needed, df);
    }
    worst.within(1e-11);
    for (df, alpha, power) in [(1e7, 0.01, 0.9), (0.5, 0.2, 0.3), (2601.0, 1e-8, 0.999)] {
        let needed = needed_noncentrality(df, alpha, power);
        let back = chi2_noncentral_sf(chi2_isf(alpha, df), df, needed).p();
        assert!((back - power).abs() < 1e-9, "{df} {alpha} {power}");
    }
}

#[test]
fn odd_arguments_neither_panic_nor_become_a_probability_of_one() {
    let odd = [f64::NAN, f64::NEG_INFINITY, -1.0, 0.0, 1e-300, 0.5, 3.0, 1e6, 1e300, f64::INFINITY];
    let fine = |p: Prob, a: f64, b: f64| {
        let defined = !a.is_nan() && !b.is_nan();
        assert!(!defined || p.p().is_nan() || (0.0..=1.0).contains(&p.p()), "{a} {b}: {p:?}");
        assert!(defined || p.p().is_nan(), "{a} {b}: {p:?}");
    };
    for a in odd {
        fine(normal_sf(a), a, 0.0);
        fine(normal_two_sided(a), a, 0.0);
        fine(Prob::new(a), a, 0.0);
        fine(Prob::from_ln(a).complement(), a, 0.0);
        for n in [1, 7] {
            fine(binomial_sf(0, n, a), a, 0.0);
            fine(binomial_cdf(0, n, a), a, 0.0);
        }
        fine(poisson_sf(u64::MAX, a), a, 0.0);
        fine(sidak(Prob::new(a), u64::MAX), a, 0.0);
        for b in odd {
            fine(chi2_sf(a, b), a, b);
            fine(chi2_cdf(a, b), a, b);
            fine(chi2_noncentral_sf(a, 3.0, b), a, b);
            let _ = (chi2_isf(a, b), needed_noncentrality(a, 0.01, b), normal_isf(a));
            let _ = (needed_noncentrality(a, b, 0.9), ln_poisson_pmf(a, b));
        }
    }
}

/// What statrs gives at the same places, as the documentation of `special` quotes it. When this fails
/// because statrs has become better, it may be used again.
#[test]
fn statrs_is_as_far_off_as_documented() {
    let off = |ours: f64, ln: f64| (ours.ln() - ln).abs();
    let far = table("gamma");
    let gamma = |row: usize| {
        let [a, x, ln_q, _] = far[row];
        off(gamma::gamma_ur(a, x), ln_q)
    };
    assert_eq!(far[5][0], 1e9);
    assert!(gamma(5) > 1e-6, "{}", gamma(5));
    assert_eq!(gamma(8), f64::INFINITY);
    let e = &reference("igamc(a,x)")[23];
    let million = off(gamma::gamma_ur(number(&e["a"]), number(&e["x"])), number(&e["log_q"]));
    assert!(million > 1e-10, "{million}");
    let one_sigma =
        off(0.5 * erf::erfc(1.0 / std::f64::consts::SQRT_2), 0.158_655_253_931_457_05_f64.ln());
    assert!(one_sigma > 1e-11, "{one_sigma}");
    let [k, n, chance, _] = table("binomial_sf")[1];
    assert!(beta::beta_reg(k + 1.0, n - k, chance) > 1.0);
}
