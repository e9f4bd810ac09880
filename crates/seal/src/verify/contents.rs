//! `/Contents`: the only bytes that the signature does not cover, and therefore
//! the ones that are compared with their only permitted value.

use core::ops::Range;

use super::Defect;
use crate::cms;
use crate::text::lower_hex_digit;

/// Decodes `<…>`: lower-case digits, an even number, nothing else.
pub(super) fn decode(bytes: &[u8], contents: &Range<usize>) -> Result<Vec<u8>, Defect> {
    let start = contents.start.saturating_add(1);
    let digits = bytes.get(start..contents.end.saturating_sub(1)).unwrap_or_default();
    if let Some(index) = digits.iter().position(|digit| lower_hex_digit(*digit).is_none()) {
        let found = digits.get(index).copied().unwrap_or_default();
        return Err(Defect::NotLowerHex { offset: start + index, found });
    }
    if digits.is_empty() || digits.len() % 2 != 0 {
        return Err(Defect::ContentsLength { offset: start, found: digits.len() });
    }
    let value = |digit: u8| lower_hex_digit(digit).unwrap_or_default();
    Ok(digits
        .chunks_exact(2)
        .map(|pair| match pair {
            [high, low] => (value(*high) << 4) | value(*low),
            _ => 0,
        })
        .collect())
}

/// Builds the container again from its three parts and compares byte for byte.
pub(super) fn check_canonical(
    container: &[u8],
    parts: &cms::Parts,
    contents: &Range<usize>,
) -> Result<(), Defect> {
    let offset = contents.start;
    let rebuilt = cms::container(&parts.certificate, &parts.digest, &parts.signature)
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
