//! What is written as Parquet reads back: every type, nothing, and more rows than a row group holds.

use crate::common::rows_of;
use feltproof_sheets::{ColumnType, Content, Format, TableValue, TableWriter, open};
use std::io::Cursor;

const COLUMNS: [(&str, ColumnType); 7] = [
    ("text", ColumnType::Text),
    ("prose", ColumnType::Prose),
    ("integer", ColumnType::Integer),
    ("instant", ColumnType::Instant),
    ("local", ColumnType::LocalTime),
    ("day", ColumnType::Day),
    ("money", ColumnType::Millionths),
];

#[test]
fn every_type_reads_back_in_every_row() {
    const ROWS: i64 = 250_001;
    let mut bytes = Vec::new();
    for packed in [true, false] {
        bytes.clear();
        let table = match packed {
            true => TableWriter::packed(&mut bytes, &COLUMNS),
            false => TableWriter::new(&mut bytes, &COLUMNS),
        };
        let mut table = table.unwrap();
        for n in 0..ROWS {
            let (text, prose) = (format!("{}", n / 7), format!("row {n}, and nothing else"));
            let row = match n % 5 {
                4 => [TableValue::Empty; 7],
                _ => [
                    TableValue::Text(&text),
                    TableValue::Text(&prose),
                    TableValue::Number(-n),
                    TableValue::Number(n * 1_000_000),
                    TableValue::Number(n * 1_000_000),
                    TableValue::Number(n % 20_000),
                    TableValue::Number(-n * 10_000),
                ],
            };
            table.push(&row).unwrap();
        }
        table.finish().unwrap();
        let mut opened =
            open("f", Box::new(Cursor::new(bytes.clone())), &Format::default()).unwrap();
        let Content::Rows(source) = &mut opened.parts[0].content else { panic!("it has rows") };
        let rows = rows_of(&mut **source).unwrap();
        assert_eq!(rows.len(), 1 + usize::try_from(ROWS).unwrap());
        for (n, (_, row)) in (0..).zip(&rows[1..]) {
            if n % 5 == 4 {
                assert!(row.iter().all(String::is_empty), "{row:?}");
                continue;
            }
            assert_eq!(row[0], (n / 7).to_string());
            assert_eq!(row[1], format!("row {n}, and nothing else"));
            assert_eq!(row[2], (-n).to_string());
        }
        // 100,000 seconds are a day, 3 hours, 46 minutes and 40 seconds; 100,000 cents are $1,000.
        let row = &rows[100_001].1;
        assert_eq!(row[3..5], ["1970-01-02T03:46:40Z", "1970-01-02 03:46:40"]);
        assert_eq!((row[5].as_str(), row[6].as_str()), ("1970-01-01", "-1000.000000"));
        assert_eq!(rows[100_061].1[5], "1970-03-02");
    }
}

#[test]
fn a_value_of_another_type_is_refused() {
    let mut table = TableWriter::packed(Vec::new(), &COLUMNS).unwrap();
    let mut row = [TableValue::Empty; 7];
    row[5] = TableValue::Text("today");
    assert!(table.push(&row).is_err());
    assert!(table.push(&row[..6]).is_err());
}
