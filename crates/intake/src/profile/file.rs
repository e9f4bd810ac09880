//! `[file]`: what the file of a profile is, where looking at it does not tell.

use feltproof_sheets::{Encoding, FixedColumn, Format, Kind, Quote};
use feltproof_toml::{Found, Section};

/// Rows above the column names: more is no export.
const HEADER_ROW_MAX: u32 = 10_000;
/// Characters of a line of fixed-width text.
const WIDTH_MAX: u32 = 65_536;

pub(super) fn read(section: Section<'_>) -> Option<Format> {
    let kinds = ["delimited", "fixed-width", "workbook", "json-lines", "parquet"];
    let kind = section.text_if("format").map(|found| found.word(&kinds, kind));
    let encodings = ["utf-8", "utf-16", "utf-16-be", "windows-1252"];
    let encoding = section.text_if("encoding").map(|found| found.word(&encodings, encoding));
    let delimiter = section.text_if("delimiter").map(|found| match found.value {
        "tab" => Some(b'\t'),
        _ => one_byte(found, "one character, or \"tab\""),
    });
    let quote = section.text_if("quote").map(|found| match found.value {
        "none" => Some(Quote::None),
        _ => one_byte(found, "one character, or \"none\"").map(Quote::Byte),
    });
    let header_row = section.integer_if("header_row", 0..=HEADER_ROW_MAX);
    let sheets = section.texts_if("sheets").iter().map(Found::owned).collect();
    let columns = section.sections_if("columns").into_iter().map(fixed);
    let columns = columns.collect::<Option<Vec<FixedColumn>>>();
    if let (Some(Some(delimiter)), Some(Some(Quote::Byte(quote)))) = (delimiter, quote)
        && delimiter == quote
    {
        section.wrong("quote", "is the delimiter too; correct one of them");
    }
    Some(Format {
        kind: said(kind)?.map(|found| found.value),
        encoding: said(encoding)?.map(|found| found.value),
        delimiter: said(delimiter)?,
        quote: said(quote)?,
        header_row: header_row.map(|found| found.value),
        sheets,
        columns: columns?,
    })
}

/// What may be left out, but not be wrong.
fn said<T>(value: Option<Option<T>>) -> Option<Option<T>> {
    match value {
        None => Some(None),
        Some(value) => value.map(Some),
    }
}

fn kind(word: &str) -> Option<Kind> {
    Some(match word {
        "delimited" => Kind::Delimited,
        "fixed-width" => Kind::FixedWidth,
        "workbook" => Kind::Workbook,
        "json-lines" => Kind::JsonLines,
        "parquet" => Kind::Parquet,
        _ => return None,
    })
}

fn encoding(word: &str) -> Option<Encoding> {
    Some(match word {
        "utf-8" => Encoding::Utf8,
        "utf-16" => Encoding::Utf16,
        "utf-16-be" => Encoding::Utf16BigEndian,
        "windows-1252" => Encoding::Windows1252,
        _ => return None,
    })
}

fn fixed(section: Section<'_>) -> Option<FixedColumn> {
    let name = section.text("name");
    let from = section.integer("from", 1..=WIDTH_MAX);
    let width = section.integer("width", 1..=WIDTH_MAX);
    Some(FixedColumn { name: name?.owned(), from: from?.value, width: width?.value })
}

fn one_byte(found: Found<'_, &str>, wanted: &str) -> Option<u8> {
    let byte = match found.value.as_bytes() {
        [byte] if byte.is_ascii() => Some(*byte),
        _ => None,
    };
    if byte.is_none() {
        found.wrong(format!("is `{}`, but it must be {wanted}; correct it", found.value));
    }
    byte
}
