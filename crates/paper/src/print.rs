//! Numbers, money and text of the record as they are printed: one function each, for every output.

use feltproof_model::Sum;

/// `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, c) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// `1 exception`, `2 exceptions`.
pub fn plural(number: u64, noun: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{} {noun}{s}", grouped(number))
}

/// Micro-dollars as `$1,234.50`, `-$0.0125`.
pub fn dollars(micros: i128) -> String {
    Sum::from_micros(micros).to_string()
}

/// Micro-dollars as `1234.50`, `-0.0125`: what a machine reads.
pub fn plain_dollars(micros: i128) -> String {
    Sum::from_micros(micros).plain()
}

/// Micro-dollars of a decimal of dollars: `-0.0125`; `None` of any other text.
pub fn micros(text: &str) -> Option<i128> {
    let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(fraction) || fraction.len() > 6 {
        return None;
    }
    let magnitude: i128 = format!("{whole}{fraction:0<6}").parse().ok()?;
    Some(if negative { -magnitude } else { magnitude })
}

/// Micro-dollars with a sign unless zero: `+$12.50`.
pub fn signed_dollars(micros: i128) -> String {
    let plus = if micros > 0 { "+" } else { "" };
    format!("{plus}{}", dollars(micros))
}

/// The letters of a place, counted from 0: `A`, `Z`, `AA`.
pub fn letters(at: usize) -> String {
    let last: String = ('A'..='Z').nth(at % 26).into_iter().collect();
    if at < 26 { last } else { letters(at / 26 - 1) + &last }
}

/// A digest in groups of four, as people compare them.
pub(crate) fn in_groups(hex: &str) -> String {
    let chars: Vec<char> = hex.chars().collect();
    chars.chunks(4).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_beyond_64_bits_is_printed_exactly() {
        assert_eq!(dollars(1_234_567_500_000), "$1,234,567.50");
        assert_eq!(dollars(-12_500), "-$0.0125");
        assert_eq!(dollars(0), "$0.00");
        assert_eq!(plain_dollars(-1), "-0.000001");
        assert_eq!(signed_dollars(12_500_000), "+$12.50");
        assert_eq!(signed_dollars(-1_000_000), "-$1.00");
        assert_eq!(signed_dollars(0), "$0.00");
        // 10^20 dollars: more than an i64 of micro-dollars holds.
        assert_eq!(plain_dollars(100_000_000_000_000_000_000_000_000), "100000000000000000000.00");
    }

    #[test]
    fn numbers_are_grouped_and_nouns_counted() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(plural(1, "round"), "1 round");
        assert_eq!(plural(0, "round"), "0 rounds");
    }

    #[test]
    fn digests_stand_in_groups_of_four() {
        assert_eq!(in_groups("0123456789"), "0123 4567 89");
        assert_eq!(in_groups(""), "");
    }
}
