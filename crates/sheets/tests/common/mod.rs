//! Reads what was opened into texts, for the tests of this folder; each uses some of it.

#![allow(dead_code, unreachable_pub, reason = "each file of tests uses some of it")]

use feltproof_sheets::{Dialect, RowSource, Splitter, Step, step};
use std::io::{Cursor, Write};
use zip::write::{SimpleFileOptions, ZipWriter};

pub type Table = Vec<(u32, Vec<String>)>;

pub fn rows_of(source: &mut dyn RowSource) -> Result<Table, String> {
    let mut table = Table::new();
    while let Some(rows) = source.next_rows()? {
        for (number, fields) in rows.iter() {
            let text = |at| String::from_utf8_lossy(fields.get(at)).into_owned();
            table.push((number, (0..fields.count()).map(text).collect()));
        }
    }
    Ok(table)
}

pub fn split(text: &[u8], dialect: Dialect) -> Table {
    let (mut splitter, mut at, mut table) = (Splitter::new(dialect), 0, Table::new());
    while at < text.len() {
        let Step::Record { end, next, quoted } = step(text, at, true, dialect) else {
            panic!("a quote is faulty: {:?}", String::from_utf8_lossy(&text[at..]));
        };
        let fields = splitter.split(&text[at..end], quoted);
        let texts = (0..fields.count()).map(|c| String::from_utf8(fields.get(c).to_vec()).unwrap());
        let number = u32::try_from(table.len()).unwrap() + 1;
        table.push((number, texts.collect()));
        at = next;
    }
    table
}

/// A ZIP file of parts.
pub fn package(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}
