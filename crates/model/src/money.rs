//! Exact money: whole numbers of micro-dollars, a millionth of a dollar each.
//!
//! A micro-dollar is 1/1,000,000 of a dollar; an `i64` of them holds ±9.2 trillion dollars. There
//! is no conversion to or from floating point, and every division names its rounding
//! ([`crate::rate::Rate::of`]).

use std::fmt::{self, Write as _};

/// An amount of money in micro-dollars. Negative amounts are owed the other way. The least number of 64 bits is the
/// result of no operation here, so an amount has a magnitude and can be turned round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Money(i64);

/// Why a text is not an amount of money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoneyError {
    /// Not digits with at most one point.
    NotANumber,
    /// More than six digits after the point: finer than a micro-dollar.
    TooFine,
    /// Beyond ±[`Money::RECORDED_MAX`].
    TooLarge,
}

impl fmt::Display for MoneyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotANumber => "is not a dollar amount such as 12.50",
            Self::TooFine => "has more than six digits after the point",
            Self::TooLarge => "is larger than 1000000000 dollars, the most that one record may say",
        })
    }
}

impl std::error::Error for MoneyError {}

/// Micro-dollars in a dollar.
pub const MICROS_PER_DOLLAR: i64 = 1_000_000;
/// Micro-dollars in a cent.
pub const MICROS_PER_CENT: i64 = 10_000;

impl Money {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// The largest amount that is read: a thousand million dollars, far above any stake, prize or meter.
    /// Whatever is computed from a few thousand of them stays within the range of money; an amount beyond
    /// it is a slip of the record, and taken in it would make sums overflow far from its line.
    pub const RECORDED_MAX: Self = Self(1_000_000_000 * MICROS_PER_DOLLAR);

    /// From micro-dollars.
    #[inline]
    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    /// From whole dollars; `None` beyond the range.
    #[inline]
    pub const fn from_dollars(dollars: i64) -> Option<Self> {
        match dollars.checked_mul(MICROS_PER_DOLLAR) {
            Some(m) => Some(Self(m)),
            None => None,
        }
    }

    /// The amount in micro-dollars.
    #[inline]
    pub const fn micros(self) -> i64 {
        self.0
    }

    /// True for exactly nothing.
    #[inline]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Sum; `None` on overflow.
    #[inline]
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        Self::within(self.0.checked_add(other.0))
    }

    /// Difference; `None` on overflow.
    #[inline]
    pub const fn checked_sub(self, other: Self) -> Option<Self> {
        Self::within(self.0.checked_sub(other.0))
    }

    /// Whole multiple; `None` on overflow.
    #[inline]
    pub const fn checked_mul(self, times: i64) -> Option<Self> {
        Self::within(self.0.checked_mul(times))
    }

    const fn within(micros: Option<i64>) -> Option<Self> {
        match micros {
            None | Some(i64::MIN) => None,
            Some(micros) => Some(Self(micros)),
        }
    }

    /// The amount without its sign.
    #[inline]
    pub const fn abs(self) -> Self {
        Self(self.0.checked_abs().expect("an amount is above the least number of 64 bits"))
    }

    /// The other way round.
    #[inline]
    pub const fn negated(self) -> Self {
        Self(self.0.checked_neg().expect("an amount is above the least number of 64 bits"))
    }

    /// Rounded down (towards minus infinity) to whole cents, as a meter display shows it.
    #[inline]
    pub const fn floor_to_cent(self) -> Self {
        Self(self.0.div_euclid(MICROS_PER_CENT) * MICROS_PER_CENT)
    }

    /// Reads decimal dollars: `12`, `12.5`, `-0.25`, `1234.567891`; a leading `$` and thousands
    /// commas are not accepted, since an export that has them needs a mapping profile.
    ///
    /// # Errors
    /// What is no such amount, finer than a micro-dollar, or beyond [`Self::RECORDED_MAX`].
    #[inline]
    pub fn parse(text: &[u8]) -> Result<Self, MoneyError> {
        match Self::parse_usual(text) {
            Some(money) => Ok(money),
            None => Self::parse_any(text),
        }
    }

    /// The usual form: one to four digits, the point and two digits. `None` for any other form,
    /// which may be right all the same. Most amounts of a journal have it, and nothing in it can
    /// overflow.
    #[inline]
    fn parse_usual(text: &[u8]) -> Option<Self> {
        let digits = match *text {
            [ones, b'.', x, y] => [b'0', b'0', b'0', ones, x, y],
            [tens, ones, b'.', x, y] => [b'0', b'0', tens, ones, x, y],
            [hundreds, tens, ones, b'.', x, y] => [b'0', hundreds, tens, ones, x, y],
            [thousands, hundreds, tens, ones, b'.', x, y] => {
                [thousands, hundreds, tens, ones, x, y]
            }
            _ => return None,
        };
        let mut cents = 0;
        for digit in digits {
            if !digit.is_ascii_digit() {
                return None;
            }
            cents = cents * 10 + i64::from(digit - b'0');
        }
        Some(Self(cents * MICROS_PER_CENT))
    }

    /// Any form. Not inlined, so that the usual form can be.
    #[inline(never)]
    fn parse_any(text: &[u8]) -> Result<Self, MoneyError> {
        let (negative, digits) = match text.split_first() {
            Some((b'-', rest)) => (true, rest),
            _ => (false, text),
        };
        let mut whole: i64 = 0;
        let mut seen = 0_usize;
        let mut fraction: i64 = 0;
        let mut fraction_digits: Option<u32> = None;
        for &b in digits {
            match (b, fraction_digits) {
                (b'0'..=b'9', None) => {
                    seen += 1;
                    whole = whole
                        .checked_mul(10)
                        .and_then(|w| w.checked_add(i64::from(b - b'0')))
                        .ok_or(MoneyError::TooLarge)?;
                }
                (b'0'..=b'9', Some(n)) => {
                    seen += 1;
                    if n == 6 {
                        return Err(MoneyError::TooFine);
                    }
                    fraction = fraction * 10 + i64::from(b - b'0');
                    fraction_digits = Some(n + 1);
                }
                (b'.', None) => fraction_digits = Some(0),
                _ => return Err(MoneyError::NotANumber),
            }
        }
        if seen == 0 {
            return Err(MoneyError::NotANumber);
        }
        let scale = 10_i64.pow(6 - fraction_digits.unwrap_or(0));
        let micros = whole
            .checked_mul(MICROS_PER_DOLLAR)
            .and_then(|m| m.checked_add(fraction * scale))
            .filter(|m| *m <= Self::RECORDED_MAX.0)
            .ok_or(MoneyError::TooLarge)?;
        Ok(Self(if negative { -micros } else { micros }))
    }

    /// Decimal dollars without sign or separators, as journals write them: `12.50`, `-0.0125`.
    pub fn plain(self) -> String {
        let mut text = String::new();
        self.write_plain(&mut text);
        text
    }

    /// As [`Self::plain`], into a text that is there already.
    pub fn write_plain(self, text: &mut String) {
        let magnitude = self.0.unsigned_abs();
        let sign = if self.0 < 0 { "-" } else { "" };
        let (dollars, micros) = (magnitude / 1_000_000, magnitude % 1_000_000);
        // Writing to a string cannot fail.
        let _ = match micros % 10_000 {
            0 => write!(text, "{sign}{dollars}.{:02}", micros / 10_000),
            _ => write!(text, "{sign}{dollars}.{}", fraction_text(micros)),
        };
    }
}

/// At least two digits after the point, no trailing zeros beyond them.
fn fraction_text(micros: impl fmt::Display) -> String {
    let mut text = format!("{micros:0>6}");
    while text.len() > 2 && text.ends_with('0') {
        text.pop();
    }
    text
}

/// A sum of amounts in micro-dollars: as wide as no record can overflow it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sum(i128);

impl Sum {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// From micro-dollars.
    pub const fn from_micros(micros: i128) -> Self {
        Self(micros)
    }

    /// In micro-dollars.
    pub const fn micros(self) -> i128 {
        self.0
    }

    /// As one amount; `None` beyond its range.
    pub fn money(self) -> Option<Money> {
        i64::try_from(self.0).ok().map(Money)
    }

    /// Decimal dollars without separators, as [`Money::plain`] of any size.
    pub fn plain(self) -> String {
        let (magnitude, sign) = (self.0.unsigned_abs(), if self.0 < 0 { "-" } else { "" });
        format!("{sign}{}.{}", magnitude / 1_000_000, fraction_text(magnitude % 1_000_000))
    }
}

impl From<Money> for Sum {
    fn from(amount: Money) -> Self {
        Self(amount.0.into())
    }
}

impl<T: Into<Self>> std::iter::Sum<T> for Sum {
    fn sum<I: Iterator<Item = T>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, |sum, amount| sum + amount)
    }
}

impl<T: Into<Self>> std::ops::Add<T> for Sum {
    type Output = Self;

    fn add(self, more: T) -> Self {
        Self(self.0 + more.into().0)
    }
}

impl<T: Into<Self>> std::ops::Sub<T> for Sum {
    type Output = Self;

    fn sub(self, less: T) -> Self {
        Self(self.0 - less.into().0)
    }
}

impl std::ops::Neg for Sum {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Sum {
    /// `$1,234.50`, `-$0.0125`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(amount) = self.money() {
            return amount.fmt(f);
        }
        let magnitude = self.0.unsigned_abs();
        let dollars = (magnitude / 1_000_000).to_string();
        let mut grouped = String::with_capacity(dollars.len() + dollars.len() / 3);
        for (i, c) in dollars.chars().enumerate() {
            if i > 0 && (dollars.len() - i).is_multiple_of(3) {
                grouped.push(',');
            }
            grouped.push(c);
        }
        let sign = if self.0 < 0 { "-" } else { "" };
        f.pad(&format!("{sign}${grouped}.{}", fraction_text(magnitude % 1_000_000)))
    }
}

/// The longest text of an amount.
const TEXT_MAX: usize = "-$9,223,372,036,854.775808".len();

impl fmt::Display for Money {
    /// `$1,234.50`, `-$0.0125`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text(&mut [0; TEXT_MAX]))
    }
}

impl Money {
    /// Writes `$1,234.50`, `-$0.0125` behind a text that is there already.
    pub fn write_to(self, text: &mut String) {
        text.push_str(self.text(&mut [0; TEXT_MAX]));
    }

    /// `$1,234.50`, `-$0.0125`. Every settled wager is said with several amounts, so nothing is allocated: the
    /// characters are written from the last to the first.
    fn text(self, text: &mut [u8; TEXT_MAX]) -> &str {
        let magnitude = self.0.unsigned_abs();
        let (mut dollars, mut micros) = (magnitude / 1_000_000, magnitude % 1_000_000);
        let mut start = text.len();
        let mut put = |character: u8| {
            start -= 1;
            text[start] = character;
        };
        let mut places = 6;
        if micros.is_multiple_of(10_000) {
            // Whole cents, as nearly all are.
            (micros, places) = (micros / 10_000, 2);
        }
        while places > 2 && micros.is_multiple_of(10) {
            (micros, places) = (micros / 10, places - 1);
        }
        for _ in 0..places {
            put(digit(micros));
            micros /= 10;
        }
        put(b'.');
        for place in 0.. {
            if place > 0 && place % 3 == 0 {
                put(b',');
            }
            put(digit(dollars));
            dollars /= 10;
            if dollars == 0 {
                break;
            }
        }
        put(b'$');
        if self.0 < 0 {
            put(b'-');
        }
        std::str::from_utf8(&text[start..]).expect("digits and signs are ASCII")
    }
}

/// The last decimal digit of a number.
const fn digit(number: u64) -> u8 {
    b'0' + (number % 10) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_decimal_dollars_exactly() {
        for (text, micros) in [
            ("0", 0),
            ("12", 12_000_000),
            ("12.5", 12_500_000),
            ("12.50", 12_500_000),
            ("-0.25", -250_000),
            ("1234.567891", 1_234_567_891),
            (".5", 500_000),
            ("5.", 5_000_000),
            ("1000000000", 1_000_000_000_000_000),
            ("-1000000000.00", -1_000_000_000_000_000),
        ] {
            assert_eq!(Money::parse(text.as_bytes()), Ok(Money::from_micros(micros)), "{text}");
        }
    }

    /// An amount and a sum beyond the range of amounts are written by different code: the digits of one are those of
    /// the other, which has more before them.
    #[test]
    fn an_amount_reads_as_the_end_of_a_sum_does() {
        let beyond = 1_000_000_000_000_000_i128 * i128::from(MICROS_PER_DOLLAR);
        let steps =
            (0..19).flat_map(|n| [10_i64.pow(n), 10_i64.pow(n) - 1, 3 * 10_i64.pow(n.min(18)) / 7]);
        for micros in steps.chain([0, 12_345_678_901_234, 999_999_500_000, 1_000_000_050_000]) {
            let amount = Money::from_micros(micros);
            let text = amount.to_string();
            let sum = (Sum::from(amount) + Sum::from_micros(beyond)).to_string();
            let (long, short) = (sum.replace(['$', ','], ""), text.replace(['$', ','], ""));
            assert_eq!(long, format!("1{short:0>width$}", width = long.len() - 1), "{micros}");
            assert_eq!(amount.plain(), Sum::from(amount).plain());
            assert_eq!(
                (-Sum::from(amount)).to_string(),
                if micros == 0 { text } else { format!("-{text}") }
            );
        }
        assert_eq!(Money::from_micros(i64::MIN).to_string(), "-$9,223,372,036,854.775808");
        assert_eq!(
            format!("{:>8}|{:<8}|", Money::from_micros(500_000), Money::ZERO),
            "   $0.50|$0.00   |"
        );
    }

    /// All texts of up to eight of these characters: where the short way has an answer, it is that
    /// of the long way, and it has one for every text of its form.
    #[test]
    fn the_usual_form_reads_as_any_form_does() {
        const CHARACTERS: &[u8; 6] = b"059.-:";
        for len in 0..=8_u32 {
            for number in 0..CHARACTERS.len().pow(len) {
                let text: Vec<u8> =
                    (0..len).map(|place| CHARACTERS[number / 6_usize.pow(place) % 6]).collect();
                let usual = Money::parse_usual(&text);
                let is_usual = text.iter().filter(|b| !b.is_ascii_digit()).eq([&b'.'])
                    && (4..=7).contains(&len)
                    && text.iter().rev().nth(2) == Some(&b'.');
                assert_eq!(usual.is_some(), is_usual, "{text:?}");
                let any = Money::parse_any(&text);
                assert!(usual.is_none() || usual == any.ok(), "{text:?}");
                assert_eq!(Money::parse(&text), any, "{text:?}");
            }
        }
    }

    #[test]
    fn refuses_what_is_not_an_amount() {
        for (text, error) in [
            ("", MoneyError::NotANumber),
            (".", MoneyError::NotANumber),
            ("-", MoneyError::NotANumber),
            ("1.2.3", MoneyError::NotANumber),
            ("$5", MoneyError::NotANumber),
            ("1,000", MoneyError::NotANumber),
            ("1e3", MoneyError::NotANumber),
            ("0.0000001", MoneyError::TooFine),
            ("1000000000.000001", MoneyError::TooLarge),
            ("-1000000000.01", MoneyError::TooLarge),
            ("9223372036855", MoneyError::TooLarge),
            ("99999999999999999999", MoneyError::TooLarge),
        ] {
            assert_eq!(Money::parse(text.as_bytes()), Err(error), "{text}");
        }
    }

    #[test]
    fn writes_what_a_supervisor_reads() {
        assert_eq!(Money::from_micros(1_234_567_500_000).to_string(), "$1,234,567.50");
        assert_eq!(Money::from_micros(-12_500).to_string(), "-$0.0125");
        assert_eq!(Money::ZERO.to_string(), "$0.00");
        assert_eq!(Money::from_micros(-12_500).plain(), "-0.0125");
    }

    #[test]
    fn every_amount_has_its_opposite() {
        let (most, one) = (Money::from_micros(i64::MAX), Money::from_micros(1));
        assert_eq!(most.negated().checked_sub(one), None, "the least number of 64 bits");
        assert_eq!(most.negated().checked_add(one.negated()), None);
        assert_eq!(Money::from_micros(i64::MIN / 2).checked_mul(2), None);
        assert_eq!(most.checked_add(one), None);
        assert_eq!((most.negated().negated(), most.negated().abs()), (most, most));
    }

    #[test]
    fn floors_towards_minus_infinity() {
        assert_eq!(Money::from_micros(19_999).floor_to_cent().micros(), 10_000);
        assert_eq!(Money::from_micros(-1).floor_to_cent().micros(), -10_000);
        assert_eq!(Money::from_micros(20_000).floor_to_cent().micros(), 20_000);
    }
}
