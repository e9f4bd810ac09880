//! Hexadecimal digits: written, read back, shortened and in groups for people.

use sha2::{Digest as _, Sha256};

pub(crate) fn hex(bytes: &[u8]) -> String {
    let digits = |byte: &u8| [byte >> 4, byte & 15].map(u32::from);
    let digits = bytes.iter().flat_map(digits).filter_map(|digit| char::from_digit(digit, 16));
    digits.collect()
}

/// The value of a lower-case hexadecimal digit; two spellings of one byte would go unnoticed.
pub(crate) fn lower_hex_digit(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

pub(crate) fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// A fingerprint in groups of four digits, to be read aloud and compared by eye.
///
/// ```
/// assert_eq!(feltproof_seal::fingerprint_in_groups("00112233aabb"), "0011 2233 aabb");
/// ```
#[must_use]
pub fn fingerprint_in_groups(fingerprint: &str) -> String {
    let digits: Vec<char> = fingerprint.chars().collect();
    let groups = digits.chunks(4).map(String::from_iter);
    groups.collect::<Vec<_>>().join(" ")
}

/// The first digits of a long digest; enough to compare by eye in a sentence.
pub(crate) fn shortened(digest: &str) -> String {
    match digest.get(..16) {
        Some(head) if digest.len() > 16 => format!("{head}…"),
        _ => digest.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_digits_are_lower_case_and_read_back() {
        assert_eq!(hex(&[0x00, 0xab, 0xff]), "00abff");
        assert_eq!(lower_hex_digit(b'f'), Some(15));
        assert_eq!(lower_hex_digit(b'F'), None);
        assert_eq!(lower_hex_digit(b'g'), None);
    }

    #[test]
    fn long_digests_are_shortened_and_short_ones_kept() {
        assert_eq!(shortened("0123456789abcdef0"), "0123456789abcdef…");
        assert_eq!(shortened("0123"), "0123");
    }
}
