//! Files that are known by their first bytes.

use crate::format::Kind;
use crate::parquet;

/// A kind of file that is not text.
pub(super) fn of(start: &[u8]) -> Option<(Kind, &'static str)> {
    if start.starts_with(b"PK\x03\x04") || start.starts_with(b"PK\x05\x06") {
        return Some((Kind::Workbook, "it is a ZIP file, as workbooks are, by its first bytes"));
    }
    if start.starts_with(&[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
        return Some((Kind::Workbook, "it is a compound file, as XLS is, by its first bytes"));
    }
    if start.starts_with(&parquet::MAGIC) || start.starts_with(b"PARE") {
        return Some((Kind::Parquet, "it is Parquet, by its first bytes"));
    }
    None
}

/// What to do about a file that holds no rows that are read.
pub(super) fn refused(start: &[u8]) -> Option<&'static str> {
    let known: [(&[u8], &str); 9] = [
        (b"%PDF", "it is a PDF, in which rows are only drawn; export the rows themselves"),
        (b"BZh", "it is compressed with bzip2; decompress it, or use gzip or zstd"),
        (b"\xFD7zXZ", "it is compressed with xz; decompress it, or use gzip or zstd"),
        (b"7z\xBC\xAF", "it is a 7z archive; unpack it and name the files that are in it"),
        (b"Rar!", "it is a RAR archive; unpack it and name the files that are in it"),
        (b"SQLite format 3", "it is a database; export each table as delimited text"),
        (b"\x89PNG", "it is a picture; export the rows themselves"),
        (b"<?xml", "it is XML; save it as XLSX or as delimited text"),
        (b"ARROW1", "it is an Arrow file; write it as Parquet"),
    ];
    let found = known.iter().find(|(magic, _)| start.starts_with(magic)).map(|(_, remedy)| *remedy);
    let text = start.trim_ascii_start().get(..9).unwrap_or_default().to_ascii_lowercase();
    let is_html =
        text.starts_with(b"<html") || text.starts_with(b"<!doctype") || text.starts_with(b"<table");
    found.or(is_html.then_some("it is HTML; open it in a spreadsheet and save it as XLSX"))
}
