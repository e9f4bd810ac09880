//! Whatever the values of a column are, the `parquet` crate reads the pages that are made here as these values.

use bytes::Bytes;
use feltproof_sheets::{ColumnType, TableValue, TableWriter};
use parquet::basic::Encoding;
use parquet::column::reader::ColumnReader;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::statistics::Statistics;
use proptest::prelude::*;

const COLUMNS: [(&str, ColumnType); 7] = [
    ("text", ColumnType::Text),
    ("prose", ColumnType::Prose),
    ("integer", ColumnType::Integer),
    ("instant", ColumnType::Instant),
    ("local", ColumnType::LocalTime),
    ("day", ColumnType::Day),
    ("money", ColumnType::Millionths),
];

/// A value of any column.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Cell {
    Empty,
    Text(String),
    Number(i64),
}

impl Cell {
    fn of(column: ColumnType, number: Option<i64>) -> Self {
        match (column, number) {
            (_, None) => Self::Empty,
            (ColumnType::Text | ColumnType::Prose, Some(number)) => Self::Text(word(number)),
            (ColumnType::Day, Some(number)) => Self::Number(i64::from(number as i32)),
            (_, Some(number)) => Self::Number(number),
        }
    }

    fn value(&self) -> TableValue<'_> {
        match self {
            Self::Empty => TableValue::Empty,
            Self::Text(text) => TableValue::Text(text),
            Self::Number(number) => TableValue::Number(*number),
        }
    }
}

/// Short texts, empty ones, and some longer than a page has room for thousands of.
fn word(number: i64) -> String {
    match number.rem_euclid(7) {
        0 => String::new(),
        1 => format!("♠{number}").repeat(60),
        _ => number.to_string(),
    }
}

/// Column by column, as the second reading has them.
fn read(file: &SerializedFileReader<Bytes>) -> Vec<Vec<Cell>> {
    let mut all = vec![Vec::new(); COLUMNS.len()];
    for at in 0..file.num_row_groups() {
        let group = file.get_row_group(at).unwrap();
        let rows = usize::try_from(group.metadata().num_rows()).unwrap();
        for (column, cells) in all.iter_mut().enumerate() {
            let mut levels = Vec::new();
            let values: Vec<Cell> = match group.get_column_reader(column).unwrap() {
                ColumnReader::Int32ColumnReader(mut reader) => {
                    let mut values = Vec::new();
                    reader.read_records(rows, Some(&mut levels), None, &mut values).unwrap();
                    values.into_iter().map(|value| Cell::Number(value.into())).collect()
                }
                ColumnReader::Int64ColumnReader(mut reader) => {
                    let mut values = Vec::new();
                    reader.read_records(rows, Some(&mut levels), None, &mut values).unwrap();
                    values.into_iter().map(Cell::Number).collect()
                }
                ColumnReader::ByteArrayColumnReader(mut reader) => {
                    let mut values = Vec::new();
                    reader.read_records(rows, Some(&mut levels), None, &mut values).unwrap();
                    let texts = values.iter().map(|value| value.as_utf8().unwrap().to_owned());
                    texts.map(Cell::Text).collect()
                }
                _ => panic!("a type that is not written"),
            };
            assert_eq!(levels.len(), rows);
            let mut values = values.into_iter();
            let next = |level| if level == 1 { values.next().unwrap() } else { Cell::Empty };
            cells.extend(levels.into_iter().map(next));
            assert_eq!(values.next(), None);
        }
    }
    all
}

/// The same table row by row and column by column, packed or not; all that is read of it.
fn written(columns: &[Vec<Cell>], packed: bool) -> SerializedFileReader<Bytes> {
    let new = if packed { TableWriter::packed } else { TableWriter::new };
    let rows = columns[0].len();
    let mut by_rows = new(Vec::new(), &COLUMNS).unwrap();
    for row in 0..rows {
        let row: Vec<TableValue<'_>> = columns.iter().map(|cells| cells[row].value()).collect();
        by_rows.push(&row).unwrap();
    }
    let mut by_columns = new(Vec::new(), &COLUMNS).unwrap();
    let mut from = 0;
    while from < rows {
        let until = rows.min(from + by_columns.room().min(777));
        let fill = |at: usize, out: &mut feltproof_sheets::ColumnValues| {
            columns[at][from..until].iter().for_each(|cell| out.push(cell.value()));
        };
        by_columns.fill(until - from, fill).unwrap();
        from = until;
    }
    let bytes = by_columns.finish().unwrap();
    assert!(bytes == by_rows.finish().unwrap(), "the bytes depend on how rows are given");
    SerializedFileReader::new(Bytes::from(bytes)).unwrap()
}

/// A column of values that stand in runs, some of them empty.
fn column(number: impl Strategy<Value = i64> + 'static) -> BoxedStrategy<Vec<Option<i64>>> {
    let runs = prop::collection::vec((prop::option::weighted(0.8, number), 1..40_usize), 40..200);
    let spread = |runs: Vec<(Option<i64>, usize)>| {
        let spread = runs.into_iter().flat_map(|(number, times)| vec![number; times]);
        spread.chain(std::iter::repeat(None)).take(1_000).collect()
    };
    runs.prop_map(spread).boxed()
}

fn any_column() -> BoxedStrategy<Vec<Option<i64>>> {
    let few = column(0..9_i64);
    let many = column(-1_000..1_000_000_i64);
    let all = column(any::<i64>());
    let none = Just(vec![None; 1_000]).boxed();
    prop_oneof![4 => few, 4 => many, 4 => all, 1 => none].boxed()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(40) })]

    #[test]
    fn pages_are_read_as_what_was_written(
        columns in prop::collection::vec(any_column(), COLUMNS.len()),
        rows in 0..1_000_usize,
        packed in any::<bool>(),
    ) {
        let cells = columns.iter().zip(COLUMNS).map(|(numbers, (_, of))| {
            numbers[..rows].iter().map(|number| Cell::of(of, *number)).collect::<Vec<_>>()
        });
        let cells: Vec<Vec<Cell>> = cells.collect();
        let file = written(&cells, packed);
        prop_assert_eq!(read(&file), cells.clone());
        for group in file.metadata().row_groups() {
            for (chunk, cells) in group.columns().iter().zip(&cells) {
                let numbers = cells.iter().filter_map(|cell| match cell {
                    Cell::Number(number) => Some(*number),
                    _ => None,
                });
                let (least, greatest) = (numbers.clone().min(), numbers.max());
                let said = match chunk.statistics() {
                    Some(Statistics::Int32(of)) => {
                        (of.min_opt().map(|n| i64::from(*n)), of.max_opt().map(|n| i64::from(*n)))
                    }
                    Some(Statistics::Int64(of)) => (of.min_opt().copied(), of.max_opt().copied()),
                    _ => (None, None),
                };
                prop_assert_eq!(said, (least, greatest));
                let empty = cells.iter().filter(|cell| **cell == Cell::Empty).count() as u64;
                let said = chunk.statistics().and_then(Statistics::null_count_opt);
                prop_assert!(said.is_none_or(|said| said == empty));
            }
        }
    }
}

/// Values beyond what a dictionary is for, more of them than a page and a row group have.
#[test]
fn a_dictionary_that_grows_too_large_is_left() {
    let rows = 110_000;
    let cell = |(_, of): (&str, ColumnType)| {
        let number = move |row: i64| (row % 11 != 3).then_some(row * 1_000_003);
        (0..rows).map(|row| Cell::of(of, number(row))).collect::<Vec<_>>()
    };
    let cells: Vec<Vec<Cell>> = COLUMNS.into_iter().map(cell).collect();
    let file = written(&cells, true);
    assert!(read(&file) == cells, "it reads back as something else");
    let group = file.metadata().row_group(0);
    assert_eq!((file.num_row_groups(), group.num_rows()), (3, 50_000));
    let encodings = |at: usize| group.column(at).encodings().collect::<Vec<_>>();
    let has = |at: usize, encoding| encodings(at).contains(&encoding);
    assert!(has(0, Encoding::RLE_DICTIONARY) && has(0, Encoding::PLAIN));
    assert!(has(1, Encoding::PLAIN) && !has(1, Encoding::RLE_DICTIONARY));
    assert!(has(2, Encoding::DELTA_BINARY_PACKED));
}

/// A column with more or fewer values than rows, or with a value of another type.
#[test]
fn a_column_that_is_filled_wrongly_is_refused() {
    for (rows, values, value) in [
        (3, 2, TableValue::Number(1)),
        (3, 4, TableValue::Number(1)),
        (3, 3, TableValue::Text("one")),
        (100_001, 100_001, TableValue::Number(1)),
    ] {
        let mut table = TableWriter::new(Vec::new(), &COLUMNS[2..3]).unwrap();
        let filled = table.fill(rows, |_, out| (0..values).for_each(|_| out.push(value)));
        assert!(filled.is_err(), "{rows} rows, {values} values {value:?}");
    }
    let mut table = TableWriter::new(Vec::new(), &COLUMNS[5..6]).unwrap();
    assert!(table.push(&[TableValue::Number(i64::from(i32::MAX) + 1)]).is_err());
}

/// A text that is known by a number or by where it stands in the program makes the bytes that it makes by itself.
#[test]
fn what_is_known_is_written_as_what_is_compared() {
    const WORDS: [&str; 4] = ["won", "lost", "returned", "returned in part"];
    let columns = [("numbered", ColumnType::Text), ("static", ColumnType::Text)];
    // A text each of more numbers than are kept in mind, none for some; and in the second row group texts that grow
    // beyond what a dictionary is for.
    let number = |row: usize| if row.is_multiple_of(5) { row % 3 } else { row * 7 % 1_009 };
    let text = |row: usize| match number(row) {
        n if n % 17 == 3 => None,
        n if row > 110_000 => Some(format!("{n}").repeat(800)),
        n => Some(format!("{n}")),
    };
    let word = |row: usize| (row % 6 != 5).then(|| WORDS[row / 3 % WORDS.len()]);
    let texts: Vec<Option<String>> = (0..130_000).map(text).collect();
    // The long ones have numbers of their own.
    let key = |row: usize| number(row) + if row > 110_000 { 5_000 } else { 0 };
    let written = |is_known: bool| {
        let mut table = TableWriter::packed(Vec::new(), &columns).unwrap();
        for from in (0..texts.len()).step_by(10_000) {
            let rows = from..from + 10_000;
            let fill = |at: usize, out: &mut feltproof_sheets::ColumnValues| {
                for row in rows.clone() {
                    let text = if at == 0 { texts[row].as_deref() } else { word(row) };
                    match (is_known, at, word(row)) {
                        (true, 0, _) => out.push_numbered(key(row), || text),
                        (true, _, Some(word)) => out.push_static(word),
                        _ => out.push(text.map_or(TableValue::Empty, TableValue::Text)),
                    }
                }
            };
            table.fill(10_000, fill).unwrap();
        }
        table.finish().unwrap()
    };
    assert!(written(true) == written(false), "the bytes differ");
}
