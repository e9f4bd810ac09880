//! Numbers as text, in plain decimal notation: never with an exponent.

/// Longest number written out; a longer one keeps its exponent.
const PLAIN_MAX: i64 = 400;

/// A decimal number without an exponent: the same digits, the point moved.
pub(crate) fn plain(text: &str) -> String {
    let Some((digits, exponent)) = text.split_once(['e', 'E']) else { return text.to_owned() };
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", digits),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all = [whole, fraction].concat();
    let is_number = !all.is_empty() && all.bytes().all(|b| b.is_ascii_digit());
    let exponent = exponent.parse::<i64>().ok().filter(|e| is_number && e.abs() <= PLAIN_MAX);
    let Some(exponent) = exponent else { return text.to_owned() };
    // Digits before the point, once it has moved.
    let before = i64::try_from(whole.len()).unwrap_or(0) + exponent;
    let zeros = |count: u64| "0".repeat(usize::try_from(count).unwrap_or(0));
    let (whole, fraction) = match usize::try_from(before) {
        Ok(before) if before >= all.len() => {
            (all.clone() + &zeros((before - all.len()) as u64), String::new())
        }
        Ok(before) => (all[..before].to_owned(), all[before..].to_owned()),
        Err(_) => (String::new(), zeros(before.unsigned_abs()) + &all),
    };
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        whole => whole,
    };
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{whole}{point}{fraction}")
}

/// The largest magnitude up to which every whole number is a `f64`: 2^53.
const WHOLE_MAX: f64 = 9_007_199_254_740_992.0;

/// A number of a workbook as the program shows it: 15 significant digits, in which
/// `0.30000000000000004` is `0.3`; whole numbers up to 2^53 with all their digits.
pub(crate) fn shown(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if !value.is_finite() {
        return "#NUM!".to_owned();
    }
    if value.fract() == 0.0 && value.abs() <= WHOLE_MAX {
        return format!("{value:.0}");
    }
    plain(&format!("{value:.14e}"))
}

/// A number as a workbook stores it, as the program shows it; `None` when it is no number.
pub(crate) fn shown_text(stored: &str) -> Option<String> {
    let digits = stored.strip_prefix('-').unwrap_or(stored);
    // What is short is shown as it stands; most cells are. A whole number keeps the digits that are
    // stored, however many: two long identifiers never read alike.
    let mut points = 0;
    let is_short = (digits.len() <= 15 || !digits.contains('.') && digits.len() <= 40)
        && digits.bytes().all(|b| {
            b.is_ascii_digit()
                || (b == b'.' && {
                    points += 1;
                    points == 1
                })
        })
        && !digits.starts_with('.')
        && (!digits.starts_with('0') || digits.starts_with("0.") || stored == "0")
        && (points == 0 || !digits.ends_with(['0', '.']));
    if is_short && !digits.is_empty() {
        return Some(stored.to_owned());
    }
    stored.trim().parse::<f64>().ok().map(shown)
}

#[cfg(test)]
#[allow(clippy::float_arithmetic, reason = "workbooks hold floating-point numbers")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_are_shown_as_a_spreadsheet_does() {
        for (value, text) in [
            (0.1 + 0.2, "0.3"),
            (12.5, "12.5"),
            (1250.0, "1250"),
            (1.25e3, "1250"),
            (-0.0, "0"),
            (1e21, "1000000000000000000000"),
            (-1e-7, "-0.0000001"),
            (9_007_199_254_740_991.0, "9007199254740991"),
            (1.0 / 3.0, "0.333333333333333"),
            (f64::NAN, "#NUM!"),
        ] {
            assert_eq!(shown(value), text);
        }
        for (stored, text) in [
            ("1250", "1250"),
            ("12.50", "12.5"),
            ("007", "7"),
            ("0.30000000000000004", "0.3"),
            ("1.25E3", "1250"),
            (" 5 ", "5"),
            ("-0", "0"),
            ("-0.5", "-0.5"),
            ("12345678901234567", "12345678901234567"),
            ("1.2345678901234567", "1.23456789012346"),
            (".5", "0.5"),
            ("5.", "5"),
        ] {
            assert_eq!(shown_text(stored).as_deref(), Some(text), "{stored}");
        }
        for stored in ["", "-", "1.2.3", "x", "."] {
            assert_eq!(shown_text(stored), None, "{stored}");
        }
    }

    proptest! {
        /// What is written out reads as the same number.
        #[test]
        fn moving_the_point_changes_no_number(digits in "-?[0-9]{1,12}(\\.[0-9]{1,6})?", exponent in -30_i32..30) {
            let text = format!("{digits}e{exponent}");
            let moved = plain(&text);
            prop_assert!(!moved.contains('e'));
            prop_assert_eq!(moved.parse::<f64>().unwrap(), text.parse::<f64>().unwrap(), "{}", moved);
        }

        /// Amounts of money come back to the cent.
        #[test]
        fn cents_are_exact(cents in -99_999_999_999_i64..99_999_999_999) {
            #[allow(clippy::cast_precision_loss, reason = "below 2^53")]
            let value = cents as f64 / 100.0;
            let shown = shown(value);
            let (whole, fraction) = shown.split_once('.').unwrap_or((&shown, ""));
            let read: i64 = format!("{whole}{fraction:0<2}").parse().unwrap();
            prop_assert_eq!(read, cents);
            prop_assert_eq!(shown_text(&value.to_string()), Some(shown));
        }
    }
}
