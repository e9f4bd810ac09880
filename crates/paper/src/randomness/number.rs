//! Figures of randomness tests in print: few digits, and probabilities too small for a number by
//! their logarithm.
#![allow(clippy::float_arithmetic, reason = "digits of a probability in print, never money")]

use crate::words::grouped;
use feltproof_stats::{Prob, Randomness};
use std::f64::consts::LN_10;

/// What is printed for a value that is no number.
const NOT_A_NUMBER: &str = "not a number";

/// Below this a probability is printed as smaller than it.
const LEAST: f64 = 1e-300;

/// A value with so many significant digits, with an exponent where small or large: `2492.1`, `1.2e-7`.
pub fn figure(value: f64, digits: usize) -> String {
    if value.is_nan() {
        return NOT_A_NUMBER.to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "infinite" } else { "-infinite" }.to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    let digits = digits.max(1);
    let scientific = format!("{value:.*e}", digits - 1);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if !(-3..7).contains(&exponent) {
        return format!("{}e{exponent}", trimmed(mantissa));
    }
    if value.fract() == 0.0 {
        let sign = if value < 0.0 { "-" } else { "" };
        return format!("{sign}{}", nearest(value.abs()));
    }
    let behind = i32::try_from(digits).unwrap_or(6) - 1 - exponent;
    format!("{value:.*}", usize::try_from(behind).unwrap_or(0))
}

/// As [`figure`], without zeros at its end: for the ticks of an axis.
pub fn tick(value: f64) -> String {
    if (1000.0..1e10).contains(&value) && value.fract() == 0.0 {
        return grouped(value as u64);
    }
    let text = figure(value, 4);
    if text.contains('e') { text } else { trimmed(&text).to_owned() }
}

fn trimmed(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// A probability: four decimals, below a thousandth two digits and an exponent, at last `< 1e-300`.
pub fn probability(p: Prob) -> String {
    match p.p() {
        p if p.is_nan() => NOT_A_NUMBER.to_owned(),
        1.0 => "1".to_owned(),
        p if p > 0.999_95 => ">0.9999".to_owned(),
        p if p >= 0.001 => format!("{p:.4}"),
        p if p >= LEAST => format!("{p:.1e}"),
        _ => "< 1e-300".to_owned(),
    }
}

/// Logarithm to base ten of a probability; `None` for one that is zero or no number.
pub fn powers_of_ten(p: Prob) -> Option<f64> {
    p.ln().is_finite().then(|| (p.ln() / LN_10).min(0.0))
}

/// A probability in words: `0.4200`, `0.0312 (about 1 in 32)`, `3.1e-86 (about 1 in 10^86)`, `< 1e-300`.
pub fn in_words(p: Prob) -> String {
    let figure = probability(p);
    let Some(tens) = powers_of_ten(p) else { return figure };
    if tens > -1.0 || p.p() < LEAST {
        return figure;
    }
    if tens > -15.0 {
        // Two digits, as many as a probability in words can bear.
        let odds = 10_f64.powf(-tens);
        let unit = 10_f64.powf((-tens).floor() - 1.0).max(1.0);
        return format!("{figure} (about 1 in {})", grouped(((odds / unit).round() * unit) as u64));
    }
    format!("{figure} (about 1 in 10^{:.0})", -tens)
}

/// A count that is kept as a floating-point number: `1,242`.
pub fn nearest(count: f64) -> String {
    grouped(if count >= 0.0 { count.round() as u64 } else { 0 })
}

/// How many of so many trials chance alone brings, to the whole: `38`.
pub(crate) fn expected(trials: u64, chance: f64) -> String {
    nearest(trials as f64 * chance)
}

/// A share in percent: `5.50 %`.
pub(crate) fn percent(share: f64) -> String {
    format!("{} %", figure(share * 100.0, 3))
}

/// Biases of which the number of observations that they need is said.
const BIASES: [f64; 3] = [0.05, 0.01, 0.001];

/// How small a bias of one outcome the verdict would have shown, and how many observations a smaller one needs; `None`
/// where no test looks at the outcomes one by one, or where it departs.
pub(super) fn bias_seen(r: &Randomness) -> Option<String> {
    let labels = r.battery.labels.as_ref()?;
    let test = r.battery.test(labels.key).filter(|test| test.registered)?;
    if test.figures().is_none() || r.verdict.departs(labels.key) {
        return None;
    }
    // The first step of Holm's method: the others are no stricter.
    let level = r.verdict.rule.level / r.verdict.registered.max(1) as f64;
    let [rarest, likeliest] =
        [labels.rarest, labels.likeliest].map(|chance| labels.excess_seen(chance, level));
    let (rarest, likeliest) = (rarest?, likeliest?);
    let smaller = BIASES.into_iter().find(|bias| *bias < 0.7 * rarest)?;
    let needed = labels.trials_needed(labels.rarest, smaller, level)?;
    // Two digits, rounded up.
    let digit = 10_f64.powf(needed.log10().floor() - 1.0).max(1.0);
    let needed = nearest((needed / digit).ceil() * digit);
    let (all, unit) = (grouped(r.battery.n), r.battery.unit);
    let [rare, likely, small] = [rarest, likeliest, smaller].map(percent_of_two);
    let (seen, one) = if labels.rarest < labels.likeliest {
        let likely = format!("and the likeliest if it comes {likely} more often");
        (
            format!("the rarest outcome if it comes {rare} more often than it should, {likely}"),
            "the rarest come",
        )
    } else {
        (format!("an outcome that comes {rare} more often than it should"), "one that comes")
    };
    Some(format!(
        "At {all} {unit} this verdict sees, nine times in ten, {seen}. To see {one} {small} more often takes about {needed} \
         {unit}."
    ))
}

/// A share in percent, two digits: `12 %`.
fn percent_of_two(share: f64) -> String {
    let text = figure(share * 100.0, 2);
    format!("{} %", if text.contains('e') { &*text } else { trimmed(&text) })
}

/// A level as a percentage: `1 %`, `0.1 %`, `5 %`.
pub fn level(level: f64) -> String {
    let percent = figure(level * 100.0, 3);
    format!("{} %", if percent.contains('e') { &*percent } else { trimmed(&percent) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_keep_their_digits() {
        for (value, text) in [
            (0.0, "0"),
            (2492.064, "2492.1"),
            (-39.528_47, "-39.528"),
            (0.012_345_6, "0.012346"),
            (1.0, "1"),
            (3711.0, "3,711"),
            (-20_000.0, "-20,000"),
            (99_999.6, "100000"),
            (1e-9, "1e-9"),
            (-1.5e300, "-1.5e300"),
            (f64::NAN, "not a number"),
            (f64::NEG_INFINITY, "-infinite"),
        ] {
            assert_eq!(figure(value, 5), text);
        }
        assert_eq!(tick(0.5), "0.5");
        assert_eq!(tick(-4.0), "-4");
        assert_eq!(tick(1_000_000.0), "1,000,000");
        assert_eq!(tick(2e19), "2e19");
    }

    #[test]
    fn a_probability_below_1e_300_is_printed_as_that() {
        let of = |p: f64| probability(Prob::new(p));
        assert_eq!(of(0.031_26), "0.0313");
        assert_eq!(of(0.000_312), "3.1e-4");
        assert_eq!(of(1e-300), "1.0e-300");
        for p in [Prob::new(9.9e-301), Prob::from_ln(-2000.0), Prob::new(0.0)] {
            assert_eq!(probability(p), "< 1e-300");
        }
        assert_eq!(of(f64::NAN), "not a number");
        assert_eq!(of(0.999_99), ">0.9999");
        assert_eq!(of(1.0), "1");
    }

    #[test]
    fn words_say_one_in_how_many() {
        let of = |p: f64| in_words(Prob::new(p));
        assert_eq!(of(0.42), "0.4200");
        assert_eq!(of(1.0 / 32.0), "0.0312 (about 1 in 32)");
        assert_eq!(of(1e-6), "1.0e-6 (about 1 in 1,000,000)");
        assert_eq!(of(1.0 / 7_351.0), "1.4e-4 (about 1 in 7,400)");
        assert_eq!(of(1e-86), "1.0e-86 (about 1 in 10^86)");
        assert_eq!(in_words(Prob::from_ln(-2000.0)), "< 1e-300");
        assert_eq!(of(0.0), "< 1e-300");
        assert_eq!(
            (level(0.01), level(0.001), level(0.05)),
            ("1 %".into(), "0.1 %".into(), "5 %".into())
        );
    }
}
