//! Amounts: `$1,250.00`, `(5.00)`, `1.250,00 €`, `12500` cents, `25` credits.

use feltproof_model::Money;

/// How negative amounts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Negative {
    /// `-5.00`
    Minus,
    /// `5.00-`
    TrailingMinus,
    /// `(5.00)`
    Parentheses,
    /// `5.00 CR`, while `5.00 DR` is not.
    Credit,
    /// `5.00 DR`, while `5.00 CR` is not.
    Debit,
}

/// How negative amounts are written, by the words of `negative`.
pub(crate) const NEGATIVES: [(&str, Negative); 5] = [
    ("minus", Negative::Minus),
    ("trailing-minus", Negative::TrailingMinus),
    ("parentheses", Negative::Parentheses),
    ("cr", Negative::Credit),
    ("dr", Negative::Debit),
];
/// What spreadsheets print beside a currency sign where the amount is zero: `$ -`.
const DASHES: [&str; 3] = ["-", "–", "—"];

/// An amount without the mark of a credit (`CR`, true) or a debit (`DR`) behind it.
pub(crate) fn marked(text: &str) -> Option<(&str, bool)> {
    let (amount, mark) = text.split_at_checked(text.len().checked_sub(2)?)?;
    let is_credit = mark.eq_ignore_ascii_case("cr");
    (is_credit || mark.eq_ignore_ascii_case("dr")).then(|| (amount.trim_end(), is_credit))
}
/// How amounts are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MoneyForm {
    /// May stand before or behind the digits; empty: none.
    pub(crate) sign: String,
    /// Between groups of three digits.
    pub(crate) thousands: Option<char>,
    pub(crate) decimal: char,
    pub(crate) negative: Negative,
    /// What 1 means, in micro-dollars: a dollar, a cent, a credit.
    pub(crate) unit_micros: i64,
}

impl Default for MoneyForm {
    fn default() -> Self {
        Self {
            sign: String::new(),
            thousands: None,
            decimal: '.',
            negative: Negative::Minus,
            unit_micros: MICROS_PER_DOLLAR,
        }
    }
}

const MICROS_PER_DOLLAR: i64 = 1_000_000;
/// The most decimals that are looked at: finer than any unit in micro-dollars can be exact.
const DECIMALS_MAX: u32 = 12;
/// The largest power of ten behind an `E`: with more no amount is small enough, or whole.
const POWER_MAX: i32 = 18;
const NOT: &str =
    "is no amount as [money] of the profile describes it, which without a line is decimal dollars";
const LARGE: &str = "is too large for an amount";
/// Dollars of so many digits are below the largest amount that a record can hold.
const USUAL_DIGITS_MAX: usize = 9;

impl MoneyForm {
    /// The amount as a canonical journal writes it, where the cell has it so but for the currency sign
    /// before it: dollars, the point, two digits. Nearly all have; `None`: [`Self::read`] must tell.
    pub(crate) fn usual<'t>(&self, cell: &'t [u8]) -> Option<&'t [u8]> {
        if self.decimal != '.' || self.unit_micros != MICROS_PER_DOLLAR {
            return None;
        }
        let digits = cell.strip_prefix(self.sign.as_bytes()).unwrap_or(cell);
        let (dollars, cents) = digits.split_at_checked(digits.len().checked_sub(3)?)?;
        let is_number = |text: &[u8]| text.iter().all(u8::is_ascii_digit);
        let is_usual = match (dollars, cents) {
            ([b'0'] | [b'1'..=b'9', ..], [b'.', cents @ ..]) => {
                dollars.len() <= USUAL_DIGITS_MAX && is_number(dollars) && is_number(cents)
            }
            _ => false,
        };
        is_usual.then_some(digits)
    }

    /// The amount exactly, unless finer than a micro-dollar or beyond what a record can hold.
    pub(crate) fn read(&self, cell: &[u8]) -> Result<Money, &'static str> {
        let text = std::str::from_utf8(cell).map_err(|_| "is not text")?;
        let (is_negative, digits) = self.without_signs(text)?;
        let (units, decimals) = self.number(digits)?;
        let micros = units * i128::from(self.unit_micros);
        let scale = 10_i128.pow(decimals);
        if micros % scale != 0 {
            return Err("is finer than a millionth of a dollar");
        }
        let micros = i64::try_from(micros / scale).map_err(|_| "is too large for an amount")?;
        if micros > Money::RECORDED_MAX.micros() {
            return Err("is too large for an amount");
        }
        Ok(Money::from_micros(if is_negative { -micros } else { micros }))
    }

    /// The digits with their separators, and whether a sign beside or around makes them negative.
    fn without_signs<'t>(&self, text: &'t str) -> Result<(bool, &'t str), &'static str> {
        const TWICE: &str = "has its minus sign twice";
        let (mut rest, mut is_negative) = (text.trim(), false);
        if let (Negative::Credit | Negative::Debit, Some((amount, is_credit))) =
            (self.negative, marked(rest))
        {
            (rest, is_negative) = (amount, is_credit == (self.negative == Negative::Credit));
        }
        // A currency sign and a minus sign, or parentheses, may stand in either order.
        for _ in 0..2 {
            if !self.sign.is_empty() {
                let signed = rest;
                rest = rest.strip_prefix(self.sign.as_str()).unwrap_or(rest).trim_start();
                rest = rest.strip_suffix(self.sign.as_str()).unwrap_or(rest).trim_end();
                if rest != signed && DASHES.contains(&rest) {
                    return Ok((false, "0"));
                }
            }
            let before = rest.strip_prefix(['-', '\u{2212}']);
            let within = || rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
            let other = match self.negative {
                Negative::TrailingMinus => rest.strip_suffix('-'),
                Negative::Parentheses => within(),
                Negative::Minus | Negative::Credit | Negative::Debit => None,
            };
            if let Some(unsigned) = before.or(other) {
                if is_negative {
                    return Err(TWICE);
                }
                (rest, is_negative) = (unsigned.trim(), true);
            }
        }
        Ok((is_negative, rest))
    }

    /// A number as its digits and how many of them are decimals.
    fn number(&self, text: &str) -> Result<(i128, u32), &'static str> {
        let (text, exponent) = match text.split_once(['e', 'E']) {
            Some((text, exponent)) => (text, power_of_ten(exponent)?),
            None => (text, 0),
        };
        let (whole, decimals) = match text.split_once(self.decimal) {
            Some((whole, decimals)) => (whole, decimals.trim_end_matches('0')),
            None => (text, ""),
        };
        let has_digit = text.bytes().any(|b| b.is_ascii_digit());
        if !has_digit || text.ends_with(self.decimal) && whole.is_empty() {
            return Err(NOT);
        }
        let finer = "is finer than a millionth of a dollar";
        let length = i32::try_from(decimals.len()).map_err(|_| finer)?;
        let count = u32::try_from((length - exponent).max(0)).ok();
        let count = count.filter(|count| *count <= DECIMALS_MAX).ok_or(finer)?;
        let mut number = 0_i64;
        let mut take = |byte: u8| -> Result<(), &'static str> {
            let digit = byte.is_ascii_digit().then(|| i64::from(byte - b'0')).ok_or(NOT)?;
            number = number.checked_mul(10).and_then(|n| n.checked_add(digit)).ok_or(LARGE)?;
            Ok(())
        };
        // Every group but the first has three digits; the first one to three where there are more.
        let split = self.thousands.and_then(|separator| whole.split_once(separator));
        let (first, groups) = split.map_or((whole, None), |(first, rest)| (first, Some(rest)));
        let groups = groups.into_iter().flat_map(|rest| rest.split(self.thousands.unwrap_or(',')));
        if split.is_some() && (!(1..=3).contains(&first.len()) || first.starts_with('0'))
            || groups.clone().any(|group| group.len() != 3)
        {
            return Err("has its separators of thousands in other places than every third digit");
        }
        for byte in std::iter::once(first).chain(groups).flat_map(str::bytes) {
            take(byte)?;
        }
        decimals.bytes().try_for_each(take)?;
        let more = u32::try_from((exponent - length).max(0)).map_err(|_| LARGE)?;
        Ok((i128::from(number) * 10_i128.pow(more), count))
    }
}

/// The number behind the `E` of `2E+1`. With a nought before it (`2E+01`) a program may have left digits out.
fn power_of_ten(text: &str) -> Result<i32, &'static str> {
    let (digits, sign) = match text.split_at_checked(1) {
        Some(("-", digits)) => (digits, -1),
        Some(("+", digits)) => (digits, 1),
        Some(_) | None => (text, 1),
    };
    if digits.len() > 1 && digits.starts_with('0') {
        return Err(
            "is written with a power of ten as where digits are left out; export it with all of them",
        );
    }
    let is_small = (1..=2).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    let power = digits.parse::<i32>().ok().filter(|power| is_small && *power <= POWER_MAX);
    power.map(|power| sign * power).ok_or(NOT)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(sign: &str, separators: (Option<char>, char), negative: Negative) -> MoneyForm {
        let (thousands, decimal) = separators;
        MoneyForm { sign: sign.into(), thousands, decimal, negative, ..MoneyForm::default() }
    }

    fn read(form: &MoneyForm, text: &str) -> Result<String, &'static str> {
        form.read(text.as_bytes()).map(Money::plain)
    }

    #[test]
    fn amounts_as_exports_write_them() {
        let dollars = form("$", (Some(','), '.'), Negative::Parentheses);
        for (text, amount) in [
            ("$1,250.00", "1250.00"),
            ("$ 5", "5.00"),
            ("5", "5.00"),
            (".5", "0.50"),
            ("1250.00", "1250.00"),
            ("1,234,567.1", "1234567.10"),
            ("($5.00)", "-5.00"),
            ("$(5.00)", "-5.00"),
            ("$ (15.00)", "-15.00"),
            ("( $15.00 )", "-15.00"),
            ("($(5.00))", "has its minus sign twice"),
            ("-$(5.00)", "has its minus sign twice"),
            ("$ -", "0.00"),
            ("-", NOT),
            ("2E+1", "20.00"),
            ("$1.5E+2", "150.00"),
            ("1.25e1", "12.50"),
            ("15E-1", "1.50"),
            ("0E-10", "0.00"),
            ("1e-7", "is finer than a millionth of a dollar"),
            ("1E-18", "is finer than a millionth of a dollar"),
            ("1E18", "is too large for an amount"),
            ("1E19", NOT),
            ("2E", NOT),
            ("E2", NOT),
            ("2E1.5", NOT),
            (
                "1.23E+03",
                "is written with a power of ten as where digits are left out; export it with all of them",
            ),
            ("-$5.00", "-5.00"),
            ("$-5.00", "-5.00"),
            ("0.0000010", "0.000001"),
            ("0.0000001", "is finer than a millionth of a dollar"),
            ("1,25.00", "has its separators of thousands in other places than every third digit"),
            ("1234,567", "has its separators of thousands in other places than every third digit"),
            ("0,500", "has its separators of thousands in other places than every third digit"),
            (",123", "has its separators of thousands in other places than every third digit"),
            ("(-5)", "has its minus sign twice"),
            ("1.2.3", NOT),
            (".", NOT),
            ("", NOT),
            ("five", NOT),
            ("1e3", "1000.00"),
            ("99999999999999999999", "is too large for an amount"),
        ] {
            assert_eq!(read(&dollars, text).unwrap_or_else(str::to_owned), amount, "{text}");
        }
        let euros = form("€", (Some('.'), ','), Negative::TrailingMinus);
        assert_eq!(read(&euros, "1.250,50 €"), Ok("1250.50".into()));
        assert_eq!(read(&euros, "1.250,50-€"), Ok("-1250.50".into()));
        assert_eq!(read(&euros, "1.250,50€-"), Ok("-1250.50".into()));
        for (negative, credit, debit) in
            [(Negative::Credit, "-15.00", "15.00"), (Negative::Debit, "15.00", "-15.00")]
        {
            let marked = form("$", (None, '.'), negative);
            assert_eq!(read(&marked, "$15.00 CR"), Ok(credit.into()));
            assert_eq!(read(&marked, "15.00dr"), Ok(debit.into()));
            assert_eq!(read(&marked, "15.00"), Ok("15.00".into()));
        }
        assert!(read(&dollars, "15.00 CR").is_err());
        // An export with points where commas are declared is refused, not read a thousand times off.
        assert!(read(&euros, "1.25").is_err());
        assert_eq!(read(&MoneyForm::default(), "1250.00"), Ok("1250.00".into()));
        assert!(read(&MoneyForm::default(), "1,250.00").is_err());
    }

    /// All texts of up to six of these characters: the short way says what the long one does.
    #[test]
    fn usual_amounts_are_those_read() {
        const CHARACTERS: &[u8; 6] = b"$05.,-";
        let dollars = form("$", (Some(','), '.'), Negative::TrailingMinus);
        let mut usual = 0;
        for length in 0..=6_u32 {
            for number in 0..CHARACTERS.len().pow(length) {
                let text: Vec<u8> =
                    (0..length).map(|at| CHARACTERS[number / 6_usize.pow(at) % 6]).collect();
                if let Some(written) = dollars.usual(&text) {
                    let read = dollars.read(&text).map(Money::plain);
                    assert_eq!(read.as_deref().map(str::as_bytes), Ok(written));
                    usual += 1;
                }
            }
        }
        // One digit of dollars (2) or two (2), each with 4 ways of cents, alone or behind the sign; of
        // three digits (4), alone.
        assert_eq!(usual, 2 * (2 * 4) + 2 * (2 * 4) + 4 * 4);
        assert_eq!(dollars.usual(b"$999999999.99"), Some(&b"999999999.99"[..]));
        assert!(dollars.read(b"$999999999.99").is_ok());
        assert_eq!(dollars.usual(b"$9999999999.99"), None);
    }

    #[test]
    fn cents_and_credits_are_exact() {
        let unit = |unit_micros| MoneyForm { unit_micros, ..MoneyForm::default() };
        assert_eq!(read(&unit(10_000), "125005"), Ok("1250.05".into()));
        assert_eq!(read(&unit(10_000), "0.5"), Ok("0.005".into()));
        assert_eq!(read(&unit(50_000), "25"), Ok("1.25".into()));
        assert_eq!(read(&unit(10_000), "0.00005"), Err("is finer than a millionth of a dollar"));
    }
}
