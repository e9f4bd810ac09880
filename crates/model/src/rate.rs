//! Exact rates: odds, contribution rates and shares as reduced fractions.

use crate::money::Money;
use crate::words::words;
use std::fmt;

/// A non-negative exact fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rate {
    numerator: i64,
    denominator: i64,
}

words! {
    /// What to do with the part of a division that does not fit. Every division names one.
    pub enum Rounding {
        /// There must be no remainder; an inexact division has no answer.
        Exact = "exact",
        /// Towards zero: the player or the meter loses the fraction.
        Down = "down",
        /// Away from zero.
        Up = "up",
        /// To the nearest multiple; a half goes away from zero.
        HalfUp = "half-up",
    }
}

impl Rounding {
    /// `numerator / denominator` under this rounding; `None` when `Exact` leaves a remainder or the
    /// denominator is not positive.
    pub const fn divide(self, numerator: i128, denominator: i128) -> Option<i128> {
        if denominator <= 0 {
            return None;
        }
        let quotient = numerator / denominator;
        let remainder = numerator % denominator;
        if remainder == 0 {
            return Some(quotient);
        }
        let away = if numerator < 0 { -1 } else { 1 };
        match self {
            Self::Exact => None,
            Self::Down => Some(quotient),
            Self::Up => Some(quotient + away),
            Self::HalfUp => {
                let twice = remainder.unsigned_abs() * 2;
                Some(if twice >= denominator.unsigned_abs() { quotient + away } else { quotient })
            }
        }
    }

    /// `amount` brought to a whole multiple of `unit` (the smallest chip, say).
    pub fn to_multiple_of(self, amount: Money, unit: Money) -> Option<Money> {
        let units = self.divide(i128::from(amount.micros()), i128::from(unit.micros()))?;
        i64::try_from(units * i128::from(unit.micros())).ok().map(Money::from_micros)
    }
}

const fn gcd(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Rate {
    /// Nothing.
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };
    /// The whole.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// A fraction in lowest terms; `None` unless `numerator >= 0` and `denominator > 0`.
    pub const fn new(numerator: i64, denominator: i64) -> Option<Self> {
        if numerator < 0 || denominator <= 0 {
            return None;
        }
        let g = gcd(numerator, denominator);
        Some(Self { numerator: numerator / g, denominator: denominator / g })
    }

    /// The numerator in lowest terms.
    pub const fn numerator(self) -> i64 {
        self.numerator
    }

    /// The denominator in lowest terms; always positive.
    pub const fn denominator(self) -> i64 {
        self.denominator
    }

    /// Reads `3`, `3/2`, `0.185` or `18.5%`, exactly.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some((n, d)) = text.split_once('/') {
            return Self::new(n.trim().parse().ok()?, d.trim().parse().ok()?);
        }
        let (digits, percent) = match text.strip_suffix('%') {
            Some(rest) => (rest.trim_end(), 100),
            None => (text, 1),
        };
        let micros = Money::parse(digits.as_bytes()).ok()?.micros();
        Self::new(micros, 1_000_000 * percent)
    }

    /// This share of `amount`, in micro-dollars, under the named rounding; `None` on overflow or
    /// when [`Rounding::Exact`] leaves a remainder.
    pub fn of(self, amount: Money, rounding: Rounding) -> Option<Money> {
        let product = i128::from(amount.micros()) * i128::from(self.numerator);
        let micros = rounding.divide(product, i128::from(self.denominator))?;
        i64::try_from(micros).ok().map(Money::from_micros)
    }

    /// Exact comparison by cross-multiplication.
    pub const fn is_greater_than(self, other: Self) -> bool {
        self.numerator as i128 * other.denominator as i128
            > other.numerator as i128 * self.denominator as i128
    }

    /// True when this share and another are together at most the whole; exact.
    pub const fn leaves_room_for(self, other: Self) -> bool {
        let (a, b) = (self.denominator as i128, other.denominator as i128);
        self.numerator as i128 * b + other.numerator as i128 * a <= a * b
    }

    /// What this share and another leave of the whole; `None` where they are more than it, or the rest has
    /// no short fraction.
    pub fn rest_beside(self, other: Self) -> Option<Self> {
        let (a, b) = (i128::from(self.denominator), i128::from(other.denominator));
        let rest = a * b - i128::from(self.numerator) * b - i128::from(other.numerator) * a;
        let (mut divisor, mut left) = (a * b, rest);
        while left != 0 {
            (divisor, left) = (left, divisor % left);
        }
        let short = |of: i128| i64::try_from(of / divisor).ok();
        if rest < 0 { None } else { Self::new(short(rest)?, short(a * b)?) }
    }

    /// As a percentage when that is a short decimal (`18.5%`), else as the fraction.
    pub fn percent(self) -> String {
        let scaled = i128::from(self.numerator) * 100 * 1_000_000;
        match Rounding::Exact
            .divide(scaled, i128::from(self.denominator))
            .and_then(|m| i64::try_from(m).ok())
        {
            Some(micros) => {
                let text = Money::from_micros(micros).plain();
                let trimmed = text.trim_end_matches('0').trim_end_matches('.');
                format!("{trimmed}%")
            }
            None => format!("{}/{} of the whole", self.numerator, self.denominator),
        }
    }
}

impl fmt::Display for Rate {
    /// `3` or `3/2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == 1 {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_spelling_of_a_rate() {
        let half = Rate::new(1, 2).unwrap();
        for text in ["1/2", "0.5", "50%", "50 %", "2/4", ".5"] {
            assert_eq!(Rate::parse(text), Some(half), "{text}");
        }
        for text in ["", "-1/2", "1/0", "x", "1:2", "-5%"] {
            assert_eq!(Rate::parse(text), None, "{text}");
        }
        assert_eq!(Rate::parse("18.5%").unwrap().percent(), "18.5%");
        assert_eq!(Rate::parse("100%").unwrap().percent(), "100%");
        assert_eq!(Rate::new(1, 3).unwrap().percent(), "1/3 of the whole");
    }

    #[test]
    fn every_rounding_on_both_sides_of_a_half() {
        let cases = [
            (Rounding::Exact, [None, None, None, Some(2)]),
            (Rounding::Down, [Some(1), Some(1), Some(1), Some(2)]),
            (Rounding::Up, [Some(2), Some(2), Some(2), Some(2)]),
            (Rounding::HalfUp, [Some(1), Some(2), Some(2), Some(2)]),
        ];
        for (rounding, expected) in cases {
            for (numerator, want) in [5_i128, 6, 7, 8].into_iter().zip(expected) {
                assert_eq!(rounding.divide(numerator, 4), want, "{rounding:?} {numerator}/4");
                assert_eq!(rounding.divide(-numerator, 4), want.map(|w| -w));
            }
        }
    }

    #[test]
    fn a_share_is_exact() {
        let five_percent = Rate::parse("5%").unwrap();
        let dollar = Money::from_dollars(1).unwrap();
        assert_eq!(five_percent.of(dollar, Rounding::Exact).unwrap().micros(), 50_000);
        assert_eq!(Rate::new(1, 3).unwrap().of(dollar, Rounding::Exact), None);
        assert_eq!(Rate::new(1, 3).unwrap().of(dollar, Rounding::Down).unwrap().micros(), 333_333);
    }
}
