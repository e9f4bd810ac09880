//! What the `csv` crate writes in any dialect, encoding and compression is read back.

use crate::common::split;
use feltproof_sheets::{Content, Encoding, Format, Kind, Quote, open, sniff};
use flate2::write::GzEncoder;
use proptest::prelude::*;
use std::io::{Cursor, Write};

fn written(rows: &[Vec<String>], delimiter: u8, quote: u8, every: bool) -> String {
    let style = if every { csv::QuoteStyle::Always } else { csv::QuoteStyle::Necessary };
    let mut writer = csv::WriterBuilder::new()
        .delimiter(delimiter)
        .quote(quote)
        .quote_style(style)
        .flexible(true)
        .from_writer(Vec::new());
    rows.iter().for_each(|row| writer.write_record(row).unwrap());
    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

fn bytes(text: &str, encoding: Encoding, mark: bool) -> Vec<u8> {
    let units = || mark.then_some(0xFEFF).into_iter().chain(text.encode_utf16());
    match encoding {
        Encoding::Utf8 if mark => ["\u{FEFF}", text].concat().into_bytes(),
        Encoding::Utf8 | Encoding::Utf8OrWindows1252 => text.as_bytes().to_vec(),
        Encoding::Utf16 => units().flat_map(u16::to_le_bytes).collect(),
        Encoding::Utf16BigEndian => units().flat_map(u16::to_be_bytes).collect(),
        // Of what is tested here: the characters up to U+00FF are their own bytes.
        Encoding::Windows1252 => {
            text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect()
        }
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn read(bytes: Vec<u8>, format: &Format) -> Vec<Vec<String>> {
    let mut opened = open("f", Box::new(Cursor::new(bytes)), format).unwrap();
    let part = opened.parts.remove(0);
    let Content::Text { mut text, dialect } = part.content else { panic!("it is delimited") };
    let mut read = Vec::new();
    text.read_to_end(&mut read).unwrap();
    split(&read, dialect).into_iter().map(|(_, cells)| cells).collect()
}

const ENCODINGS: [Encoding; 4] =
    [Encoding::Utf8, Encoding::Utf16, Encoding::Utf16BigEndian, Encoding::Windows1252];

proptest! {
    #[test]
    fn what_is_stated_is_read_back(
        rows in prop::collection::vec(prop::collection::vec("[ab\"',;\t|\n\r é]{0,6}", 2..5), 1..6),
        delimiter in prop::sample::select(b",;\t|".to_vec()),
        quote in prop::sample::select(b"\"'".to_vec()),
        (every, mark, packed) in any::<(bool, bool, bool)>(),
        encoding in prop::sample::select(ENCODINGS.to_vec()),
    ) {
        let text = written(&rows, delimiter, quote, every);
        // A lone return in a quoted field is text; a file without line feeds ends lines with it.
        prop_assume!(text.contains('\n'));
        // What looks like another kind of file is one: `kind` is stated, its first bytes are not.
        let bytes = bytes(&text, encoding, mark && encoding != Encoding::Windows1252);
        let bytes = if packed { gzip(&bytes) } else { bytes };
        let format = Format {
            kind: Some(Kind::Delimited),
            encoding: Some(encoding),
            delimiter: Some(delimiter),
            quote: Some(Quote::Byte(quote)),
            ..Format::default()
        };
        prop_assert_eq!(read(bytes, &format), rows);
    }

    /// Tables as they are exported are understood without a word about them.
    #[test]
    fn tables_are_understood(
        rows in prop::collection::vec(
            ("C4P-[1-9]", 1000_u32..9999, 0_u32..99_999, "[A-K]♥, \"[2-9]\"|x;y|", any::<bool>()), 4..40),
        delimiter in prop::sample::select(b",;\t|".to_vec()),
        every: bool, mark: bool, packed: bool, decimal_comma: bool, titles in 0_usize..3,
        encoding in prop::sample::select(ENCODINGS[..3].to_vec()),
    ) {
        // With commas between fields a decimal comma is quoted: the writer sees to it.
        let point = if decimal_comma { ',' } else { '.' };
        let head = ["Tbl", "Rnd", "Ante", "Hand", "Won"].map(str::to_owned).to_vec();
        let mut table = vec![vec!["Example Casino".to_owned()]; titles];
        table.push(head);
        for (name, round, cents, hand, won) in &rows {
            let ante = format!("{}{point}{:02}", cents / 100, cents % 100);
            table.push(vec![name.clone(), round.to_string(), ante, hand.clone(), won.to_string()]);
        }
        let bytes = bytes(&written(&table, delimiter, b'"', every), encoding, mark);
        let bytes = if packed { gzip(&bytes) } else { bytes };
        let found = sniff("f", Box::new(Cursor::new(bytes.clone())), &Format::default()).unwrap();
        prop_assert_eq!(found.format.delimiter, Some(delimiter), "{:?}", found.reasons);
        prop_assert_eq!(found.format.quote, Some(Quote::Byte(b'"')), "{:?}", found.reasons);
        let first = u32::try_from(titles).unwrap() + 1;
        prop_assert_eq!(found.format.header_row, Some(first), "{:?}", found.reasons);
        prop_assert_eq!(read(bytes, &Format::default()), table);
    }
}
