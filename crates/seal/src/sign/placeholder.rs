//! The two values, of fixed width, known only once the file is written: signed bytes, signature.

use core::ops::Range;

use lopdf::{Object, StringFormat};
use memchr::memmem;

use crate::text::hex;
use crate::{Algorithm, SignError};

/// Stands for a number of the byte range until it is known: ten digits, the most an offset has.
const UNKNOWN: i64 = 9_999_999_999;
const DIGITS: usize = 10;

/// The key that the verifier searches for; it must occur once.
const BYTE_RANGE: &[u8] = b"/ByteRange";

/// `/ByteRange` before the file is written.
pub(crate) fn byte_range() -> Object {
    vec![Object::Integer(0), UNKNOWN.into(), UNKNOWN.into(), UNKNOWN.into()].into()
}

/// `/Contents` before the file is written.
pub(crate) fn contents(container_len: usize) -> Object {
    Object::String(vec![0; container_len], StringFormat::Hexadecimal)
}

/// Where the two values stand in the written file.
pub(crate) struct Gap {
    /// From `[` to `]`.
    byte_range: Range<usize>,
    /// From `<` to `>`: the only bytes that are not signed.
    contents: Range<usize>,
}

/// Finds the placeholders from `from` on, and makes sure that the verifier will find them too.
pub(crate) fn find(bytes: &[u8], from: usize, container_len: usize) -> Result<Gap, SignError> {
    let lost = || SignError::Encoding("the placeholder was not written".to_owned());
    let range = format!("[0 {UNKNOWN} {UNKNOWN} {UNKNOWN}]");
    let zeros = "0".repeat(container_len * 2);
    let written = format!("/ByteRange{range}/Contents<{zeros}>");
    let rest = bytes.get(from..).unwrap_or_default();
    let key = from + memmem::find(rest, written.as_bytes()).ok_or_else(lost)?;
    let mut others = memmem::find_iter(rest, BYTE_RANGE).map(|offset| from + offset);
    if let Some(offset) = others.find(|offset| *offset != key) {
        return Err(SignError::Ambiguous(offset));
    }
    let from = key + BYTE_RANGE.len();
    let byte_range = from..from + range.len();
    let contents = byte_range.end + b"/Contents".len()..key + written.len();
    Ok(Gap { byte_range, contents })
}

impl Gap {
    /// Writes which bytes are signed: all but `/Contents`.
    pub(crate) fn fill_byte_range(&self, bytes: &mut [u8]) -> Result<(), SignError> {
        let rest = bytes.len() - self.contents.end;
        let text = format!(
            "[0 {:<DIGITS$} {:<DIGITS$} {rest:<DIGITS$}]",
            self.contents.start, self.contents.end
        );
        fill(bytes, &self.byte_range, text.as_bytes())
    }

    pub(crate) fn digest(&self, algorithm: Algorithm, bytes: &[u8]) -> Vec<u8> {
        algorithm.digest_of(&[
            bytes.get(..self.contents.start).unwrap_or_default(),
            bytes.get(self.contents.end..).unwrap_or_default(),
        ])
    }

    pub(crate) fn fill_contents(&self, bytes: &mut [u8], value: &[u8]) -> Result<(), SignError> {
        fill(bytes, &self.contents, format!("<{}>", hex(value)).as_bytes())
    }
}

/// Overwrites a place with a text of exactly its length.
fn fill(bytes: &mut [u8], place: &Range<usize>, text: &[u8]) -> Result<(), SignError> {
    match bytes.get_mut(place.clone()) {
        Some(target) if target.len() == text.len() => {
            target.copy_from_slice(text);
            Ok(())
        }
        _ => {
            let reason = format!("{} bytes do not fit into {}", text.len(), place.len());
            Err(SignError::Encoding(reason))
        }
    }
}
