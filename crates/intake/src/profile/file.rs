//! `[file]`: what the file of a profile is, where looking at it does not tell.

use feltproof_sheets::{Encoding, FixedColumn, Format, Kind, Quote};
use feltproof_toml::{Found, Section};

/// Characters of a line of fixed-width text.
const WIDTH_MAX: u32 = 65_536;

/// What a file is, by the words of `format`.
pub(crate) const KINDS: [(&str, Kind); 5] = [
    ("delimited", Kind::Delimited),
    ("fixed-width", Kind::FixedWidth),
    ("workbook", Kind::Workbook),
    ("json-lines", Kind::JsonLines),
    ("parquet", Kind::Parquet),
];
/// How its characters are written, by the words of `encoding`.
pub(crate) const ENCODINGS: [(&str, Encoding); 5] = [
    ("utf-8", Encoding::Utf8),
    ("utf-16", Encoding::Utf16),
    ("utf-16-be", Encoding::Utf16BigEndian),
    ("windows-1252", Encoding::Windows1252),
    ("utf-8-or-windows-1252", Encoding::Utf8OrWindows1252),
];

/// What a word of a list stands for.
pub(super) fn meant<T: Copy>(found: Found<'_, &str>, words: &[(&str, T)]) -> Option<T> {
    let parse = |word: &str| words.iter().find(|(known, _)| *known == word).map(|(_, of)| *of);
    let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
    found.word(&known, parse).map(|found| found.value)
}

/// The same of what may be left out, but not be wrong.
pub(super) fn one_of<T: Copy>(
    section: Section<'_>,
    key: &'static str,
    words: &[(&str, T)],
) -> Option<Option<T>> {
    let Some(found) = section.text_if(key) else { return Some(None) };
    meant(found, words).map(Some)
}

/// The same of one byte, or what one word stands for.
fn byte_or<T: Copy>(
    section: Section<'_>,
    key: &'static str,
    (word, meant): (&str, T),
    of_byte: fn(u8) -> T,
) -> Option<Option<T>> {
    let Some(found) = section.text_if(key) else { return Some(None) };
    match found.value.as_bytes() {
        text if text == word.as_bytes() => Some(Some(meant)),
        [byte] if byte.is_ascii() => Some(Some(of_byte(*byte))),
        _ => {
            let wanted = format!("it must be one character, or \"{word}\"");
            found.wrong(format!("is `{}`, but {wanted}; correct it", found.value));
            None
        }
    }
}

pub(super) fn read(section: Section<'_>) -> Option<Format> {
    let kind = one_of(section, "format", &KINDS);
    let encoding = one_of(section, "encoding", &ENCODINGS);
    let delimiter = byte_or(section, "delimiter", ("tab", b'\t'), |byte| byte);
    let quote = byte_or(section, "quote", ("none", Quote::None), Quote::Byte);
    let escape = section.text_if("escape").and_then(|found| {
        let one = |text: &&str| text.len() == 1 && text.is_ascii();
        let wrong = |text: &&str| format!("is `{text}`, but it must be one character; correct it");
        found.only_if(one(&found.value), wrong)?.value.bytes().next()
    });
    let trailing = section.flag_if("trailing_delimiter");
    let header_row = section.integer_if("header_row", 0..=u32::MAX - 1);
    let sheets = section.texts_if("sheets").iter().map(Found::owned).collect();
    let columns = section.sections_if("columns").into_iter().map(fixed);
    let columns = columns.collect::<Option<Vec<FixedColumn>>>();
    let both = delimiter.flatten().zip(quote.flatten());
    if both.is_some_and(|(delimiter, quote)| quote == Quote::Byte(delimiter)) {
        section.wrong("quote", "is the delimiter too; correct one of them");
    }
    let both = escape.filter(|byte| {
        delimiter.flatten() == Some(*byte) || quote.flatten() == Some(Quote::Byte(*byte))
    });
    if both.is_some() {
        section.wrong(
            "escape",
            "is the delimiter or the quote too; a quote that is doubled needs none",
        );
    }
    Some(Format {
        kind: kind?,
        encoding: encoding?,
        delimiter: delimiter?,
        quote: quote?,
        escape,
        trailing_delimiter: trailing.is_some_and(|found| found.value),
        header_row: header_row.map(|found| found.value),
        sheets,
        marks: Vec::new(),
        is_ruled: false,
        columns: columns?,
    })
}

fn fixed(section: Section<'_>) -> Option<FixedColumn> {
    let name = section.text("name");
    let from = section.integer("from", 1..=WIDTH_MAX);
    let width = section.integer("width", 1..=WIDTH_MAX);
    Some(FixedColumn { name: name?.owned(), from: from?.value, width: width?.value })
}
