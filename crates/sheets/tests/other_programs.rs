//! Files that other programs wrote (`files/make.py`): the same twelve rows in every format, and what
//! is odd about each.

use crate::common::{Table, rows_of, split};
use calamine::{Data, Reader};
use feltproof_sheets::{Content, Encoding, Format, Kind, Opened, Quote, open, sniff};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(name)
}

fn opened(name: &str, format: &Format) -> Result<Opened, String> {
    let file = Box::new(File::open(path(name)).unwrap());
    open(name, file, format).map_err(|e| e.to_string())
}

/// The rows of each part, and the notes; the digest is checked on the way.
fn read(name: &str, format: &Format) -> (Vec<(Option<String>, Table)>, Vec<String>) {
    let opened = opened(name, format).unwrap();
    let mut parts = Vec::new();
    for part in opened.parts {
        let table = match part.content {
            Content::Rows(mut source) => rows_of(&mut *source).unwrap(),
            Content::Text { mut text, dialect } => {
                let mut bytes = Vec::new();
                text.read_to_end(&mut bytes).unwrap();
                split(&bytes, dialect)
            }
        };
        parts.push((part.sheet, table));
    }
    let digest = opened.reading.digest().unwrap();
    assert_eq!(digest.bytes, fs::metadata(path(name)).unwrap().len(), "{name}");
    (parts, opened.reading.notes())
}

fn expected() -> Vec<Vec<String>> {
    let text = fs::read_to_string(path("expected.tsv")).unwrap();
    text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

fn texts(table: &Table) -> Vec<Vec<String>> {
    table.iter().map(|(_, cells)| cells.clone()).collect()
}

#[test]
fn the_same_rows_come_out_of_every_format() {
    for name in [
        "book.xlsx",
        "book-1904.xlsx",
        "book.xls",
        "book.ods",
        "comma.csv",
        "semicolon-utf16.csv",
        "tab.tsv.gz",
        "bar-bom.txt",
        "comma.csv.zst",
        "snappy.parquet",
        "zstd.parquet",
        "gzip.parquet",
        "lz4.parquet",
        "none.parquet",
        "lines.jsonl",
    ] {
        let (parts, _) = read(name, &Format::default());
        let [(_, table)] = parts.as_slice() else { panic!("{name}: {} parts", parts.len()) };
        let first = u32::from(!name.ends_with("parquet") && !name.ends_with("jsonl"));
        let numbers: Vec<u32> = table.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, (first..first + 13).collect::<Vec<u32>>(), "{name}");
        let mut expected = expected();
        if name.ends_with("parquet") || name.ends_with("jsonl") {
            // There the format says how many digits a number has.
            for (want, found) in expected.iter_mut().zip(texts(table)).skip(1) {
                for at in [6, 7] {
                    let same =
                        want[at].parse::<f64>().unwrap() == found[at].parse::<f64>().unwrap();
                    assert!(same, "{name}: {} {}", want[at], found[at]);
                    want[at].clone_from(&found[at]);
                }
            }
        }
        assert_eq!(texts(table), expected, "{name}");
    }
}

#[test]
fn fixed_width_is_found_by_its_blanks() {
    let (parts, _) = read("fixed.txt", &Format::default());
    let [(None, table)] = parts.as_slice() else { panic!("one part") };
    // The header stands in line 1 too; a time of its own column holds the blank of `When`.
    assert_eq!((table[0].0, table[1].0, table.len()), (0, 1, 14));
    let whole: Vec<String> = table[2..].iter().map(|(_, cells)| cells.join(" ")).collect();
    let expected: Vec<String> = expected()[1..].iter().map(|cells| cells.join(" ")).collect();
    let blanks = |lines: Vec<String>| -> Vec<String> {
        lines.iter().map(|l| l.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    };
    assert_eq!(blanks(whole), blanks(expected));
}

#[test]
fn what_is_odd_about_a_workbook_is_said() {
    let format =
        Format { sheets: vec!["Odd*".to_owned(), "Look*".to_owned()], ..Format::default() };
    let (parts, notes) = read("book.xlsx", &format);
    let [(Some(lookup), secret), (Some(odd), table)] = parts.as_slice() else { panic!() };
    assert_eq!((lookup.as_str(), odd.as_str()), ("Lookup", "Odd & ends"));
    assert_eq!(texts(secret), [["secret"]]);
    assert_eq!(table[0], (2, vec![String::new(), "merged".to_owned()]));
    // openpyxl stores no value beside a formula: there is none to be read; and 16 digits of a number.
    let none = "=formula without a stored value";
    let fifth = [none, "#N/A", "0.3", "12345678901234600", none];
    let fifth = (5, fifth.map(str::to_owned).to_vec());
    assert_eq!(table[1], fifth);
    assert_eq!((table[2].0, table[2].1.len(), table[2].1[16_383].as_str()), (7, 16_384, "far"));
    let said = notes.join("\n");
    for words in [
        "sheet `Lookup` is hidden",
        "sheets that were not read: `Hands 31`, `Empty`",
        "2 cells are formulas without a stored value; open the workbook in its program and save it \
         (the first: A5)",
        "1 blocks of merged cells",
        "1 cells hold an error of the program, such as #N/A, read as that text (the first: B5)",
        "1 rows are hidden in the program; they were read (the first: row 7)",
    ] {
        assert!(said.contains(words), "{words}\n{said}");
    }
    assert!(!said.contains("stored values were read"), "{said}");
    let (parts, notes) = read("book.xls", &format);
    let table = &parts[1].1;
    assert_eq!(table[0], (2, vec![String::new(), "merged".to_owned()]));
    assert_eq!(table[1].1.last().unwrap(), "0.3");
    let said = notes.join("\n");
    assert!(said.contains("1 cells are formulas") && said.contains("1 blocks of merged"), "{said}");
}

#[test]
fn what_is_written_once_and_repeated_is_repeated() {
    let format = Format { sheets: vec!["Odd*".to_owned()], ..Format::default() };
    let (parts, notes) = read("book.ods", &format);
    let two = "two  blanks\nand lines";
    let row = vec!["", "", two, two, two].into_iter().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(parts[0].1, [(1, row.clone()), (2, row), (3, vec!["2".to_owned()])]);
    assert!(notes.join("\n").contains("1 cells are formulas"), "{notes:?}");
}

#[test]
fn what_parquet_means_is_written_out() {
    let (parts, _) = read("odd.parquet", &Format::default());
    let expected = [
        "cards.list.element who.name who.seat utc nanos big single raw late",
        "AS 10h|a|1|2026-10-31T18:03:22.000500Z|1970-01-01 00:00:00.000000001|18446744073709551615|0.1|0xff00|23:59:59",
        "|||2026-10-31T18:03:22.000500Z|1970-01-01 00:00:00.000000002|0|100000000000000000000|text|23:59:59",
        "||3|2026-10-31T18:03:22.000500Z|1970-01-01 00:00:00.000000003|1|-2.5||23:59:59",
        "2c|d|4|2026-10-31T18:03:22.000500Z||2|||23:59:59",
    ];
    let found = texts(&parts[0].1);
    assert_eq!(found[0].join(" "), expected[0]);
    for (found, expected) in found[1..].iter().zip(&expected[1..]) {
        assert_eq!(found.join("|"), *expected);
    }
    let mut brotli = opened("brotli.parquet", &Format::default()).unwrap();
    let Content::Rows(source) = &mut brotli.parts[0].content else { panic!() };
    let why = rows_of(&mut **source).unwrap_err();
    assert!(why.contains("write it with snappy or zstd"), "{why}");
}

#[test]
fn what_a_file_is_is_said_with_reasons() {
    let found = |name: &str| {
        sniff(name, Box::new(File::open(path(name)).unwrap()), &Format::default()).unwrap()
    };
    for (name, delimiter, encoding) in [
        ("comma.csv", b',', Encoding::Utf8),
        ("semicolon-utf16.csv", b';', Encoding::Utf16),
        ("tab.tsv.gz", b'\t', Encoding::Utf8),
        ("bar-bom.txt", b'|', Encoding::Utf8),
    ] {
        let found = found(name);
        let expected = Format {
            kind: Some(Kind::Delimited),
            encoding: Some(encoding),
            delimiter: Some(delimiter),
            quote: Some(Quote::Byte(b'"')),
            header_row: Some(1),
            ..Format::default()
        };
        assert_eq!(found.format, expected, "{name}: {:?}", found.reasons);
        assert!(found.reasons.len() >= 3, "{:?}", found.reasons);
    }
    assert_eq!(found("title.xlsx").format.header_row, Some(3));
    let sheets: Vec<(String, bool)> =
        found("book.xlsx").sheets.into_iter().map(|s| (s.name, s.hidden)).collect();
    let expected = [("Lookup", true), ("Hands 31", false), ("Odd & ends", false), ("Empty", false)];
    assert_eq!(sheets, expected.map(|(name, hidden)| (name.to_owned(), hidden)));
    assert_eq!(found("lines.jsonl").format.kind, Some(Kind::JsonLines));
    assert_eq!(found("zstd.parquet").format.kind, Some(Kind::Parquet));
}

#[test]
fn what_is_stated_wrongly_is_refused_with_a_remedy() {
    for (name, format, words) in [
        (
            "book.xlsx",
            Format { kind: Some(Kind::Delimited), ..Format::default() },
            "it is a workbook",
        ),
        ("comma.csv", Format { kind: Some(Kind::Workbook), ..Format::default() }, "mend `format`"),
        (
            "book.xlsx",
            Format { sheets: vec!["Days*".to_owned()], ..Format::default() },
            "name one that it has: `Lookup`, `Hands 31`, `Odd & ends`, `Empty`",
        ),
        ("book.xlsx", Format { sheets: vec!["Empty".to_owned()], ..Format::default() }, ""),
    ] {
        match opened(name, &format) {
            Err(why) => assert!(!words.is_empty() && why.contains(words), "{why}"),
            Ok(opened) => assert!(words.is_empty() && opened.parts.len() == 1),
        }
    }
}

/// A second opinion: every cell of every sheet as `calamine` reads it, which reads XLSX and ODS in
/// its own way.
#[test]
fn calamine_reads_the_same_cells() {
    let every = Format { sheets: vec!["*".to_owned()], ..Format::default() };
    let (mut compared, mut not_calculated) = (0, 0);
    for name in ["book.xlsx", "book-1904.xlsx", "title.xlsx", "book.ods"] {
        let mut theirs = calamine::open_workbook_auto(path(name)).unwrap();
        for (sheet, table) in read(name, &every).0 {
            let range = theirs.worksheet_range(&sheet.unwrap()).unwrap();
            let ours = table.iter().flat_map(|(row, cells)| {
                let full = (0_u32..).zip(cells).filter(|(_, text)| !text.is_empty());
                full.map(move |(column, text)| ((row - 1, column), text.as_str()))
            });
            let mut ours: BTreeMap<(u32, u32), &str> = ours.collect();
            let (top, left) = range.start().unwrap_or((0, 0));
            for (row, column, value) in range.used_cells() {
                let place =
                    (top + u32::try_from(row).unwrap(), left + u32::try_from(column).unwrap());
                let text = ours.remove(&place).unwrap_or_default();
                let same = match value {
                    Data::String(theirs) => text == theirs,
                    Data::Bool(theirs) => text.eq_ignore_ascii_case(&theirs.to_string()),
                    Data::Int(theirs) => text == theirs.to_string(),
                    Data::Float(theirs) => {
                        text.parse::<f64>().unwrap()
                            == format!("{theirs:.14e}").parse::<f64>().unwrap()
                    }
                    Data::DateTime(theirs) => {
                        let (y, m, d, h, min, s, _) = theirs.to_ymd_hms_milli();
                        let (date, time) =
                            (format!("{y:04}-{m:02}-{d:02}"), format!("{h:02}:{min:02}:{s:02}"));
                        text == date || text == time || text == format!("{date} {time}")
                    }
                    Data::DateTimeIso(theirs) => text == theirs.replace('T', " "),
                    Data::DurationIso(theirs) => {
                        *theirs
                            == format!("PT{}S", text.replacen(':', "H", 1).replacen(':', "M", 1))
                    }
                    Data::Error(theirs) => text == theirs.to_string(),
                    Data::Empty => false,
                };
                assert!(same, "{name} {place:?}: {text} {value:?}");
                compared += 1;
            }
            // What openpyxl stored nothing beside is no cell for calamine.
            let none = |text: &&str| *text == "=formula without a stored value";
            assert!(ours.values().all(none), "{name}: {ours:?}");
            not_calculated += ours.len();
        }
    }
    assert!(compared > 400, "{compared}");
    assert_eq!(not_calculated, 5);
}

/// Those of `marked`, in the programs that wrote them.
#[test]
fn rows_that_are_marked_say_so_in_columns_of_their_own() {
    for (name, is_seen) in [("marked.xlsx", true), ("marked.ods", true), ("marked.xls", false)] {
        let (parts, notes) = read(name, &Format { header_row: Some(2), ..Format::default() });
        let rows = &parts[0].1;
        let notes = notes.join("\n");
        if !is_seen {
            assert!(rows.iter().all(|(_, cells)| cells.len() <= 3), "{name}");
            assert!(notes.contains("is not seen in this format"), "{name}: {notes}");
            continue;
        }
        for (number, cells) in rows {
            let marks = match number {
                1 => continue,
                2 => ["(fill)", "(struck out)", "(hidden)", "(comment)"],
                6 => ["FFFF00", "", "", ""],
                9 => ["", "yes", "", ""],
                12 => ["", "", "yes", ""],
                15 => ["", "", "", "void, see the log"],
                _ => [""; 4],
            };
            assert_eq!(cells[3..], marks, "{name}, row {number}");
        }
        assert_eq!(rows.len(), 22, "{name}");
        let bands = "9 of 20 rows would have `none` in a column (fill)";
        assert!(notes.contains(bands), "{name}: {notes}");
        let said = "1 rows are marked in the program, column (fill) says `FFFF00`: row 6";
        assert!(notes.contains(said), "{name}: {notes}");
    }
    // A column that is wanted is there, whatever the sheet has.
    let format = Format { marks: vec!["(fill)".to_owned()], ..Format::default() };
    for name in ["title.xlsx", "book.ods", "book.xls"] {
        let rows = read(name, &format).0.remove(0).1;
        let header = rows.iter().find(|(_, cells)| cells.contains(&"Rnd #".to_owned())).unwrap();
        assert_eq!(header.1.last().map(String::as_str), Some("(fill)"), "{name}");
    }
}
