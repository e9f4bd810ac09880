//! Exact ratios and their decimal text. Decimals are for reading: nothing is computed from them.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

/// An exact fraction of whole numbers without limit.
pub type Ratio = BigRational;

/// `numerator / denominator`; zero when the denominator is, which no caller lets happen.
pub(crate) fn ratio(numerator: impl Into<BigInt>, denominator: impl Into<BigInt>) -> Ratio {
    let denominator = denominator.into();
    if denominator.is_zero() {
        return Ratio::zero();
    }
    Ratio::new(numerator.into(), denominator)
}

/// A whole number of any size as a ratio.
pub(crate) fn whole(number: &BigUint) -> Ratio {
    Ratio::from_integer(BigInt::from(number.clone()))
}

/// How the last digit of a decimal is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// The nearest; of two equally near the even one.
    HalfEven,
    /// The nearest; of two equally near the one away from zero.
    HalfUp,
    /// What follows is dropped.
    Truncated,
}

/// A ratio as a decimal with exactly so many places.
pub fn decimal_by(value: &Ratio, places: u32, digits: Digits) -> String {
    let scaled = value.numer().abs() * BigInt::from(10).pow(places);
    let (quotient, rest) = scaled.div_rem(value.denom());
    let twice = rest * 2;
    let up = match digits {
        Digits::HalfEven => {
            twice > *value.denom() || (twice == *value.denom() && quotient.is_odd())
        }
        Digits::HalfUp => twice >= *value.denom(),
        Digits::Truncated => false,
    };
    let number = if up { quotient + 1 } else { quotient };
    let negative = value.is_negative() && !number.is_zero();
    placed(&number.to_string(), places, negative)
}

/// A ratio as a decimal with exactly so many places, rounded half to even.
pub fn decimal(value: &Ratio, places: u32) -> String {
    decimal_by(value, places, Digits::HalfEven)
}

/// A ratio as a percentage with exactly so many places, rounded half to even: `3.4189%`.
pub fn percent(value: &Ratio, places: u32) -> String {
    format!("{}%", decimal(&(value * BigInt::from(100)), places))
}

/// A ratio in lowest terms: `-4543/132888`; the denominator is always written.
pub(crate) fn fraction(value: &Ratio) -> String {
    format!("{}/{}", value.numer(), value.denom())
}

/// The square root of a ratio that is not negative, truncated after so many places.
pub(crate) fn square_root(value: &Ratio, places: u32) -> String {
    let scaled = value.numer().abs() * BigInt::from(10).pow(2 * places) / value.denom();
    placed(&scaled.sqrt().to_string(), places, false)
}

/// Thousands apart: `3,986,646,103,440`.
pub(crate) fn grouped(number: &BigUint) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Puts the point `places` from the right.
fn placed(digits: &str, places: u32, negative: bool) -> String {
    let places = places as usize;
    let digits = format!("{digits:0>width$}", width = places + 1);
    let (before, after) = digits.split_at(digits.len() - places);
    let sign = if negative { "-" } else { "" };
    if places == 0 { format!("{sign}{before}") } else { format!("{sign}{before}.{after}") }
}

/// Reads what documents print: `19.87%`, `-0.347795`, `1,415,369,375,148`, `1.5`; else `None`.
pub(crate) fn parse_printed(text: &str) -> Option<Printed> {
    let (number, percent) = match text.strip_suffix('%') {
        Some(number) => (number, true),
        None => (text, false),
    };
    let (negative, number) = match number.strip_prefix('-') {
        Some(number) => (true, number),
        None => (false, number),
    };
    let (before, after) = number.split_once('.').unwrap_or((number, ""));
    let digits: String = before.chars().filter(|c| *c != ',').chain(after.chars()).collect();
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let places = u32::try_from(after.len()).ok()?;
    let magnitude: BigInt = digits.parse().ok()?;
    let value = ratio(if negative { -magnitude } else { magnitude }, BigInt::from(10).pow(places));
    Some(Printed { value, places, percent })
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Printed {
    /// The number in front of the sign of percentage, if there is one.
    pub value: Ratio,
    /// Digits after the point.
    pub places: u32,
    /// Whether it is a percentage.
    pub percent: bool,
}

impl Printed {
    /// What it says, as a plain number.
    pub(crate) fn number(&self) -> Ratio {
        if self.percent { &self.value / BigInt::from(100) } else { self.value.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_on_both_sides_of_a_half() {
        let eighth = |n: i64| ratio(n, 8);
        for (value, even, up, cut) in [
            (1, "0.12", "0.13", "0.12"), // 0.125: the even digit is 2
            (3, "0.38", "0.38", "0.37"), // 0.375: the even digit is 8
            (-1, "-0.12", "-0.13", "-0.12"),
            (16, "2.00", "2.00", "2.00"),
        ] {
            let texts = [Digits::HalfEven, Digits::HalfUp, Digits::Truncated]
                .map(|d| decimal_by(&eighth(value), 2, d));
            assert_eq!(texts, [even, up, cut], "{value}/8");
        }
        assert_eq!(decimal(&ratio(-1, 1000), 2), "0.00", "nothing below zero is left to show");
        assert_eq!(decimal(&ratio(7, 2), 0), "4");
        assert_eq!(percent(&ratio(1, 3), 4), "33.3333%");
        assert_eq!(fraction(&ratio(6, -4)), "-3/2");
        assert_eq!(square_root(&ratio(2, 1), 6), "1.414213");
        assert_eq!(square_root(&ratio(1, 400), 2), "0.05");
        assert_eq!(grouped(&BigUint::from(3_986_646_103_440_u64)), "3,986,646,103,440");
        assert_eq!(grouped(&BigUint::from(999_u64)), "999");
    }

    #[test]
    fn printed_numbers_are_read_exactly() {
        let printed = |text: &str| parse_printed(text).unwrap();
        assert_eq!(printed("19.87%").number(), ratio(1987, 10_000));
        assert_eq!(printed("-0.347795").value, ratio(-347_795, 1_000_000));
        assert_eq!(printed("1,415,369,375,148").value, ratio(1_415_369_375_148_i64, 1));
        assert_eq!(printed("2.4%").places, 1);
        for text in ["", "%", "-", "1.2.3", "3 to 2", "x"] {
            assert_eq!(parse_printed(text), None, "{text}");
        }
    }
}
