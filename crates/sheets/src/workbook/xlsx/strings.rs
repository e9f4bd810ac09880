//! Texts of XLSX: those that all cells share, and the one that stands in a cell.

use crate::workbook::xml::{Xml, attribute, push_reference};
use quick_xml::events::Event;
use std::io;

/// Bytes of all shared strings: they stay in memory while the workbook is read.
const STRINGS_MAX: usize = 512 << 20;

/// The shared strings.
#[derive(Default)]
pub(crate) struct Strings {
    text: String,
    ends: Vec<u32>,
}

impl Strings {
    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<&str> {
        let end = *self.ends.get(index)? as usize;
        let from = index.checked_sub(1).and_then(|i| self.ends.get(i)).map_or(0, |e| *e as usize);
        self.text.get(from..end)
    }
}

pub(crate) fn read_strings(mut xml: Xml) -> io::Result<Strings> {
    let mut strings = Strings::default();
    while let Some(event) = xml.next_if_any()? {
        if !matches!(event, Event::Start(e) if e.local_name().as_ref() == "si") {
            continue;
        }
        push_rich(&mut xml, "si", &mut strings.text)?;
        // An offset and its share of the text: empty strings are not free either.
        if strings.text.len() + strings.ends.len() * 4 > STRINGS_MAX {
            return Err(io::Error::other(format!(
                "its shared strings are more than {} MiB; save it as delimited text",
                STRINGS_MAX >> 20
            )));
        }
        let end = u32::try_from(strings.text.len());
        strings.ends.push(end.expect("STRINGS_MAX is less than 2^32"));
    }
    Ok(strings)
}

/// The runs of a text up to the end of its element, without how they are to be pronounced.
pub(crate) fn push_rich(xml: &mut Xml, closing: &str, text: &mut String) -> io::Result<()> {
    let mut in_phonetic = false;
    loop {
        match xml.next_within()? {
            Event::Start(e) => match e.local_name().as_ref() {
                "rPh" => in_phonetic = true,
                "t" if !in_phonetic => {
                    let keep = attribute(&e, "space")?.is_some_and(|v| v == "preserve");
                    let from = text.len();
                    push_characters(xml, "t", text)?;
                    if !keep {
                        trim(text, from);
                    }
                    unescape(text, from);
                }
                // What else stands here is no text.
                _ => {}
            },
            Event::End(e) if e.local_name().as_ref() == "rPh" => in_phonetic = false,
            Event::End(e) if e.local_name().as_ref() == closing => return Ok(()),
            // What else stands here is no text.
            _ => {}
        }
    }
}

/// The characters up to the end of an element, what is within others included; `_x000D_` and its
/// like are the characters that XML has none for.
pub(crate) fn push_text(xml: &mut Xml, closing: &str, text: &mut String) -> io::Result<()> {
    let from = text.len();
    push_characters(xml, closing, text)?;
    unescape(text, from);
    Ok(())
}

fn push_characters(xml: &mut Xml, closing: &str, text: &mut String) -> io::Result<()> {
    loop {
        match xml.next_within()? {
            Event::Text(t) => text.push_str(&t.xml10_content()),
            Event::CData(t) => text.push_str(&t.xml10_content()),
            Event::GeneralRef(r) => push_reference(text, &r)?,
            Event::End(e) if e.local_name().as_ref() == closing => return Ok(()),
            // What else stands here is no text.
            _ => {}
        }
    }
}

fn unescape(text: &mut String, from: usize) {
    let added = text.get(from..).unwrap_or_default();
    if added.contains("_x") {
        let unescaped = unescaped(added);
        text.truncate(from);
        text.push_str(&unescaped);
    }
}

fn trim(text: &mut String, from: usize) {
    let added = text.get(from..).unwrap_or_default();
    let trimmed = added.trim_matches([' ', '\t', '\r', '\n']);
    if trimmed.len() != added.len() {
        let trimmed = trimmed.to_owned();
        text.truncate(from);
        text.push_str(&trimmed);
    }
}

/// `_xHHHH_` is a unit of UTF-16 (ECMA-376 part 1, 22.4.2.4).
fn unescaped(text: &str) -> String {
    let mut units: Vec<u16> = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let escape = rest.strip_prefix("_x").filter(|r| r.as_bytes().get(4) == Some(&b'_'));
        let unit = escape.and_then(|r| r.get(..4)).and_then(|hex| {
            let is_hex = hex.bytes().all(|b| b.is_ascii_hexdigit());
            is_hex.then(|| u16::from_str_radix(hex, 16).ok())?
        });
        match unit {
            Some(unit) => {
                units.push(unit);
                rest = rest.get(7..).unwrap_or_default();
            }
            None => {
                units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
                rest = rest.get(c.len_utf8()..).unwrap_or_default();
            }
        }
    }
    String::from_utf16_lossy(&units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_characters_are_characters() {
        assert_eq!(unescaped("a_x000D__x2665_b"), "a\r\u{2665}b");
        assert_eq!(unescaped("_xD83C__xDCA1_"), "\u{1F0A1}");
        assert_eq!(unescaped("_x005F_x000D_"), "_x000D_");
        for plain in ["_x12_", "_xZZZZ_", "a_x", "_x000D", "♥_x♥♥♥♥_"] {
            assert_eq!(unescaped(plain), plain);
        }
    }

    #[test]
    fn only_added_text_is_trimmed() {
        let mut text = String::from(" a ");
        let from = text.len();
        text.push_str("\n b \t");
        trim(&mut text, from);
        assert_eq!(text, " a b");
    }
}
