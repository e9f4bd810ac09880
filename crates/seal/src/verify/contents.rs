//! `/Contents`: the only bytes not signed, and so compared with their only permitted value.

use core::ops::Range;

use super::Defect;
use crate::text::lower_hex_digit;
use crate::{asn1, cms};

/// Decodes `<…>`: lower-case digits, an even number, nothing else.
pub(super) fn decode(bytes: &[u8], contents: &Range<usize>) -> Result<Vec<u8>, Defect> {
    let start = contents.start + 1;
    let digits = &bytes[start..contents.end - 1];
    if let Some(index) = digits.iter().position(|digit| lower_hex_digit(*digit).is_none()) {
        return Err(Defect::NotLowerHex { offset: start + index, found: digits[index] });
    }
    if digits.is_empty() || !digits.len().is_multiple_of(2) {
        return Err(Defect::ContentsLength { offset: start, found: digits.len() });
    }
    let value = |digit: u8| lower_hex_digit(digit).unwrap_or_default();
    let byte = |pair: &[u8]| pair.iter().fold(0, |byte, digit| (byte << 4) | value(*digit));
    Ok(digits.chunks_exact(2).map(byte).collect())
}

/// The container, and what follows it up to the end of `/Contents`.
pub(super) fn split(decoded: &[u8]) -> (&[u8], &[u8]) {
    // What is no container at all is told as such by whoever reads it.
    asn1::first(decoded).map_or((decoded, &[][..]), |(container, rest)| (container.whole, rest))
}

/// Only a timestamp had room, and what it left of that is zeros.
pub(super) fn check_padding(
    container: &[u8],
    padding: &[u8],
    parts: &cms::Parts,
    contents: &Range<usize>,
) -> Result<(), Defect> {
    let offset = contents.start;
    if parts.timestamp.is_none() && !padding.is_empty() {
        let reason = format!(
            "{} bytes follow it that only a timestamp has room for: its timestamp was removed, or something added",
            padding.len()
        );
        return Err(Defect::BrokenContainer { offset, reason });
    }
    if let Some(at) = padding.iter().position(|byte| *byte != 0) {
        return Err(Defect::ContainerDiffers {
            offset: offset + 1 + 2 * (container.len() + at),
            expected: Some(0),
            found: padding.get(at).copied(),
            expected_len: container.len() + padding.len(),
            found_len: container.len() + padding.len(),
        });
    }
    Ok(())
}

/// Builds the container again from its parts and compares byte for byte.
pub(super) fn check_canonical(
    container: &[u8],
    parts: &cms::Parts,
    contents: &Range<usize>,
) -> Result<(), Defect> {
    let offset = contents.start;
    let timestamp = parts.timestamp.as_deref();
    let rebuilt = cms::container(&parts.signer, &parts.digest, &parts.signature, timestamp)
        .map_err(|error| Defect::BrokenContainer { offset, reason: error.to_string() })?;
    if rebuilt == container {
        return Ok(());
    }
    let same = rebuilt.iter().zip(container).take_while(|(a, b)| a == b).count();
    Err(Defect::ContainerDiffers {
        offset: offset + 1 + 2 * same,
        expected: rebuilt.get(same).copied(),
        found: container.get(same).copied(),
        expected_len: rebuilt.len(),
        found_len: container.len(),
    })
}
