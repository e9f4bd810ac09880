//! Times of day as texts: the one form of PDF date that the signer writes, and its digits.

use der::DateTime;

/// Unix seconds of `D:YYYYMMDDHHMMSSZ`; `None` for any other form, which is not worth a guess.
pub(super) fn unix_seconds(text: &str) -> Option<i64> {
    of_digits(text.strip_prefix("D:")?.strip_suffix('Z')?)
}

/// Unix seconds of `YYYYMMDDhhmmss` in universal time.
pub(crate) fn of_digits(digits: &str) -> Option<i64> {
    if digits.len() != 14 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let two = |from: usize| digits.get(from..from + 2)?.parse::<u8>().ok();
    let year = digits.get(..4)?.parse().ok()?;
    let time = DateTime::new(year, two(4)?, two(6)?, two(8)?, two(10)?, two(12)?).ok()?;
    i64::try_from(time.unix_duration().as_secs()).ok()
}

#[cfg(test)]
mod tests {
    use super::unix_seconds;

    #[test]
    fn reads_its_own_form_only() {
        assert_eq!(unix_seconds("D:19700101000000Z"), Some(0));
        assert_eq!(unix_seconds("D:20240229235959Z"), Some(1_709_251_199));
        let others = [
            "",
            "D:Z",
            "D:20230229000000Z",
            "D:20240229000000+01'00'",
            "20240229000000Z",
            "D:2024022900000+Z",
            "D:20241301000000Z",
            "D:2024é229000000Z",
        ];
        for other in others {
            assert_eq!(unix_seconds(other), None, "{other}");
        }
    }
}
