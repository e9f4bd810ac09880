//! Bytes to text: free text by its encoding, raw records for the quarantine, values for messages.

use feltproof_model::CompactString;
use feltproof_model::engagement::TextEncoding;
use feltproof_printable::{is_misleading, shown};

/// Windows-1252 from 0x80 to 0x9F; the rest is as in Latin-1.
const WINDOWS_1252: [char; 32] = [
    '€', NONE, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', NONE, 'Ž', NONE, NONE, '‘',
    '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', NONE, 'ž', 'Ÿ',
];
/// The byte is not a character.
const NONE: char = char::REPLACEMENT_CHARACTER;

fn windows_1252(byte: u8) -> Option<char> {
    match byte {
        0x80..=0x9F => Some(WINDOWS_1252[usize::from(byte - 0x80)]).filter(|c| *c != NONE),
        _ => Some(char::from(byte)),
    }
}

/// A text, or the byte that is no character.
type Decoded = Result<CompactString, NotText>;

/// Free text in the declared encoding; `column` is for the message. The apostrophe by which a CSV
/// keeps a text from becoming a formula is no part of it.
#[inline]
pub(super) fn decode(column: &'static str, bytes: &[u8], encoding: TextEncoding) -> Decoded {
    // Most texts of most events are empty.
    if bytes.is_empty() {
        Ok(CompactString::default())
    } else {
        decode_some(column, bytes, encoding)
    }
}

/// A byte of a column that is no character of the declared encoding, and its place, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NotText {
    pub(super) column: &'static str,
    pub(super) byte: u8,
    pub(super) place: usize,
    pub(super) encoding: TextEncoding,
}

#[inline(never)]
fn decode_some(column: &'static str, bytes: &[u8], encoding: TextEncoding) -> Decoded {
    let bytes = feltproof_sheets::unguarded(bytes);
    let not_text = |at: usize| {
        let byte = bytes.get(at).copied().expect("the place is that of a byte");
        NotText { column, byte, place: at + 1, encoding }
    };
    match encoding {
        TextEncoding::Utf8 => std::str::from_utf8(bytes)
            .map(CompactString::from)
            .map_err(|e| not_text(e.valid_up_to())),
        TextEncoding::Windows1252 => {
            let mut text = CompactString::with_capacity(bytes.len());
            for (at, byte) in bytes.iter().enumerate() {
                text.push(windows_1252(*byte).ok_or_else(|| not_text(at))?);
            }
            Ok(text)
        }
    }
}

/// The bytes of a name in the declared encoding; `None` when it has no such character.
pub(super) fn encode(name: &str, encoding: TextEncoding) -> Option<Vec<u8>> {
    match encoding {
        TextEncoding::Utf8 => Some(name.as_bytes().to_vec()),
        TextEncoding::Windows1252 => name
            .chars()
            .map(|c| (0..=u8::MAX).find(|byte| windows_1252(*byte) == Some(c)))
            .collect(),
    }
}

/// A record as it stands in the file; what is not text is shown as `\xNN`.
pub(super) fn raw(bytes: &[u8], encoding: TextEncoding) -> String {
    let mut out = String::with_capacity(bytes.len());
    match encoding {
        TextEncoding::Utf8 => {
            for chunk in bytes.utf8_chunks() {
                chunk.valid().chars().for_each(|c| push_character(&mut out, c));
                chunk.invalid().iter().for_each(|byte| push_byte(&mut out, *byte));
            }
        }
        TextEncoding::Windows1252 => {
            for byte in bytes {
                match windows_1252(*byte) {
                    Some(c) => push_character(&mut out, c),
                    None => push_byte(&mut out, *byte),
                }
            }
        }
    }
    out
}

fn push_character(out: &mut String, c: char) {
    match u8::try_from(c) {
        Ok(byte) if byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\r') => {
            push_byte(out, byte);
        }
        _ if !c.is_ascii() && is_misleading(c) => {
            out.push_str(&feltproof_printable::visible(c.encode_utf8(&mut [0; 4])))
        }
        _ => out.push(c),
    }
}

fn push_byte(out: &mut String, byte: u8) {
    out.push_str(&format!("\\x{byte:02X}"));
}

/// A value for a message: what is not UTF-8 as `\xNN`, the rest as all text from outside is shown.
pub(crate) fn printable(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => shown(text),
        Err(_) => shown(&raw(bytes, TextEncoding::Utf8)),
    }
}

/// Names for a message: the first few, and how many more there are.
pub(crate) fn printable_list(names: &[String]) -> String {
    const NAMES_MAX: usize = 40;
    let mut text: Vec<_> = names.iter().take(NAMES_MAX).map(|n| printable(n.as_bytes())).collect();
    if names.len() > NAMES_MAX {
        text.push(format!("and {} more", names.len() - NAMES_MAX));
    }
    if text.is_empty() { "none".to_owned() } else { text.join(", ") }
}

/// The columns that were not looked up, those without a name by their numbers.
pub(crate) fn unread(names: &[String], known: &[bool]) -> Vec<String> {
    let unread = names.iter().zip(known).enumerate().filter(|(_, (_, known))| !**known);
    let shown = |(at, (name, _)): (usize, (&String, &bool))| match name.is_empty() {
        true => format!("column {} (no name)", at + 1),
        false => name.clone(),
    };
    unread.map(shown).collect()
}

#[cfg(test)]
mod tests;
