//! `[file]`: what the files of a profile are, where looking at them does not tell.

use feltproof_toml::{Found, Section};

/// What a file is. What is not said is found out by looking at it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileForm {
    /// Row of the column names, 1 the first of the file or sheet; 0: the columns have no names and are
    /// called by their numbers.
    pub header_row: Option<u32>,
    /// Between two cells of delimited text.
    pub delimiter: Option<u8>,
    /// Around a cell of delimited text; `Some(None)`: quotes are text.
    pub quote: Option<Option<u8>>,
}

pub(super) fn read(section: Section<'_>) -> Option<FileForm> {
    let header_row = section.integer_if("header_row", 0..=1_000_000);
    let delimiter = section.text_if("delimiter");
    let quote = section.text_if("quote");
    let delimiter = delimiter.map(|found| match found.value {
        "tab" => Some(b'\t'),
        _ => one_byte(found, "one character, or \"tab\""),
    });
    let quote = quote.map(|found| match found.value {
        "none" => Some(None),
        _ => one_byte(found, "one character, or \"none\"").map(Some),
    });
    Some(FileForm {
        header_row: header_row.map(|found| found.value),
        delimiter: delimiter.unwrap_or_default(),
        quote: quote.unwrap_or_default(),
    })
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
