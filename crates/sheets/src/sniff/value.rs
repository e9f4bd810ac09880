//! Which cells are values: numbers, amounts, dates and times as a whole. What only begins with a digit may
//! be a name: `4 Card Bonus`, `21+3`.

/// Letters that belong to values: months, days and halves of the day, zones of time, and what stands beside
/// an amount.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov",
    "dec", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue", "wed",
    "thu", "fri", "sat", "sun", "am", "pm", "utc", "gmt", "est", "edt", "cst", "cdt", "mst", "mdt", "pst",
    "pdt", "cr", "dr", "usd", "cad", "eur", "gbp", "chf", "aud", "nzd", "hkd", "mop", "sgd", "php", "mxn",
    "jpy", "krw", "cny",
];

/// True of a number, an amount, a date or a time, and of what a spreadsheet calculates.
pub(super) fn is_value(cell: &str) -> bool {
    let cell = cell.trim();
    if matches!(cell, "TRUE" | "FALSE" | "#N/A") {
        return true;
    }
    if !cell.contains(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let text = cell.to_lowercase().replace("a.m.", "am").replace("p.m.", "pm");
    let characters: Vec<char> = text.chars().collect();
    let is_clock = text.contains(':');
    let mut at = 0;
    while let Some(c) = characters.get(at) {
        let before = at.checked_sub(1).and_then(|before| characters.get(before));
        if c.is_alphabetic() {
            let rest = characters.get(at..).unwrap_or_default();
            let word: String = rest.iter().take_while(|c| c.is_alphabetic()).collect();
            at += word.chars().count();
            if !is_of_value(&word, before, characters.get(at)) {
                return false;
            }
            continue;
        }
        let fits = match c {
            // Within a value: only a zone, `18:03:22+02:00`, or an exponent, `1e+5`.
            '+' => before.is_none_or(|b| !b.is_ascii_digit()) || is_clock,
            '.' | ',' | '/' | ':' | '-' | '(' | ')' | '\'' | '\u{2019}' | '\u{2212}' | '%' => true,
            '$' | '\u{a2}'..='\u{a5}' | '\u{20a0}'..='\u{20cf}' => true,
            c => c.is_ascii_digit() || c.is_whitespace(),
        };
        if !fits {
            return false;
        }
        at += 1;
    }
    true
}

/// True of a word of the list, the `T` and `Z` of a time, and the `E` of an exponent.
fn is_of_value(word: &str, before: Option<&char>, after: Option<&char>) -> bool {
    let is_digit = |c: Option<&char>| c.is_some_and(char::is_ascii_digit);
    match word {
        "t" => is_digit(before) && is_digit(after),
        "z" => is_digit(before) && after.is_none(),
        "e" => is_digit(before) && (is_digit(after) || matches!(after, Some('+' | '-'))),
        word => WORDS.contains(&word),
    }
}

#[cfg(test)]
mod tests {
    use super::is_value;

    #[test]
    fn a_value_is_one_as_a_whole() {
        for value in [
            "1",
            "-5",
            "+5.00",
            "$1,250.00",
            "($5.00)",
            "5,00 \u{20ac}",
            "\u{a3}5",
            "5.00-",
            "USD 5.00",
            "5.00 CR",
            "12.5%",
            "1'250.00",
            "1\u{a0}250,00",
            "\u{2212}5",
            ".5",
            "1.25E3",
            "1e+5",
            "1e-5",
            "10/31/2026",
            "31.10.2026",
            "2026-10-31",
            "2026-10-31T18:03:22Z",
            "2026-10-31T18:03:22.5+02:00",
            "18:03",
            "6:03:22 PM",
            "6:03 p.m.",
            "31 Oct 2026",
            "31-OCT-26",
            "October 31, 2026",
            "Sat 10/31/2026",
            "TRUE",
            "FALSE",
            "#N/A",
        ] {
            assert!(is_value(value), "{value}");
        }
        for name in [
            "",
            "Ante",
            "4 Card Bonus",
            "1 Cards",
            "2nd Card",
            "21+3",
            "3 Card Poker",
            "6-Card Bonus",
            "T1",
            "Seat 1",
            "1E",
            "5T",
            "1st",
            "Rnd #",
            "March",
            "May Bet 1",
            "-",
            "$",
            "2c Kd",
            "5x",
        ] {
            assert!(!is_value(name), "{name}");
        }
    }
}
