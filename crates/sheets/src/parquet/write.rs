//! Rows written as Parquet, each column with its type, so that other programs need not guess.

use bytes::Bytes;
use parquet::basic::{Compression, Encoding, LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::column::writer::{ColumnCloseResult, get_column_writer, get_typed_column_writer};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::{SerializedFileWriter, SerializedPageWriter, TrackedWrite};
use parquet::schema::types::{ColumnDescPtr, ColumnPath, Type};
use rayon::prelude::*;
use std::io::Write;
use std::ops::Range;
use std::sync::Arc;

/// Rows of a row group: memory is bounded by them.
const GROUP_ROWS: usize = 100_000;
/// Digits of a decimal: all that 64 bits can hold.
const DECIMAL_DIGITS: i32 = 18;
const DECIMAL_SCALE: i32 = 6;

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// UTF-8.
    Text,
    /// UTF-8 that hardly ever repeats: kept without a dictionary.
    Prose,
    /// 64 bits, signed.
    Integer,
    /// Microseconds since 1970-01-01T00:00:00Z.
    Instant,
    /// Microseconds since 1970-01-01 00:00 of a clock on the wall, whose zone is not said.
    LocalTime,
    /// Days since 1970-01-01.
    Day,
    /// Decimal of 18 digits, six of them behind the point; kept in millionths.
    Millionths,
}

/// One value of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableValue<'a> {
    /// Nothing.
    Empty,
    /// In a column of text.
    Text(&'a str),
    /// In any other, in its unit.
    Number(i64),
}

/// The values of one column of a row group.
struct Column {
    of: ColumnType,
    /// 1 where there is a value.
    levels: Vec<i16>,
    numbers: Vec<i64>,
    /// All texts, one after another, and where each ends: an allocation for each would cost more than writing them.
    text: Vec<u8>,
    texts: Vec<Range<usize>>,
}

impl Column {
    fn push_text(&mut self, text: &str) {
        // A table, a dealer and a file stand in many rows one after another. A text that hardly ever repeats is not
        // looked for.
        let last = self.texts.last().filter(|_| self.of != ColumnType::Prose).cloned();
        let last = last.filter(|last| self.text.get(last.clone()) == Some(text.as_bytes()));
        let range = last.unwrap_or_else(|| {
            let start = self.text.len();
            self.text.extend_from_slice(text.as_bytes());
            start..self.text.len()
        });
        self.texts.push(range);
    }

    /// The texts, which are taken out.
    fn take_texts(&mut self) -> Vec<ByteArray> {
        let room = self.text.len();
        let text = Bytes::from(std::mem::replace(&mut self.text, Vec::with_capacity(room)));
        self.texts.drain(..).map(|range| ByteArray::from(text.slice(range))).collect()
    }

    /// Its bytes in a file, and what the file's directory says of them. It is empty then.
    fn encoded(&mut self, place: &ColumnPlace) -> Result<(Bytes, ColumnCloseResult)> {
        let encoded = match self.of {
            ColumnType::Text | ColumnType::Prose => {
                let texts = self.take_texts();
                encode::<ByteArrayType>(place, &texts, &self.levels)
            }
            ColumnType::Day => {
                let days = self.numbers.iter().map(|day| i32::try_from(*day));
                let days = days.collect::<std::result::Result<Vec<i32>, _>>();
                let days = days.map_err(|e| ParquetError::General(format!("a day: {e}")))?;
                encode::<Int32Type>(place, &days, &self.levels)
            }
            _ => encode::<Int64Type>(place, &self.numbers, &self.levels),
        };
        self.levels.clear();
        self.numbers.clear();
        encoded
    }
}

/// What a column is in the file, and how files of this kind are written.
struct ColumnPlace {
    column: ColumnDescPtr,
    properties: WriterPropertiesPtr,
}

/// The values of a column as they stand in a file. `levels`: 1 where there is a value.
fn encode<T: DataType>(
    place: &ColumnPlace,
    values: &[T::T],
    levels: &[i16],
) -> Result<(Bytes, ColumnCloseResult)> {
    let mut bytes = TrackedWrite::new(Vec::new());
    let pages = Box::new(SerializedPageWriter::new(&mut bytes));
    let writer = get_column_writer(place.column.clone(), place.properties.clone(), pages);
    let mut writer = get_typed_column_writer::<T>(writer);
    writer.write_batch(values, Some(levels), None)?;
    let closed = writer.close()?;
    Ok((bytes.into_inner()?.into(), closed))
}

impl ColumnType {
    const fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::Prose)
    }
}

/// Writes rows as Parquet.
pub struct TableWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
    columns: Vec<Column>,
    rows: usize,
}

impl<W: Write + Send> TableWriter<W> {
    /// With columns of these names and types.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn new(output: W, columns: &[(&str, ColumnType)]) -> Result<Self> {
        Self::with(output, columns, Compression::UNCOMPRESSED)
    }

    /// The same with pages compressed by Snappy.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn packed(output: W, columns: &[(&str, ColumnType)]) -> Result<Self> {
        Self::with(output, columns, Compression::SNAPPY)
    }

    fn with(output: W, columns: &[(&str, ColumnType)], packing: Compression) -> Result<Self> {
        let fields = columns.iter().map(|(name, of)| field(name, *of).map(Arc::new));
        let fields = fields.collect::<Result<Vec<_>>>()?;
        let schema = Type::group_type_builder("schema").with_fields(fields).build()?;
        let mut properties = WriterProperties::builder()
            .set_compression(packing)
            .set_statistics_enabled(EnabledStatistics::Chunk);
        for (name, of) in columns {
            let column = ColumnPath::from(*name);
            properties = match of {
                // The least and the greatest text of a row group leave hardly any out, and cost more than the texts.
                ColumnType::Text => {
                    properties.set_column_statistics_enabled(column, EnabledStatistics::None)
                }
                ColumnType::Prose => properties
                    .set_column_statistics_enabled(column.clone(), EnabledStatistics::None)
                    .set_column_dictionary_enabled(column, false),
                // Lines, rounds and times go up by little from row to row.
                ColumnType::Integer | ColumnType::Instant | ColumnType::LocalTime => properties
                    .set_column_dictionary_enabled(column.clone(), false)
                    .set_column_encoding(column, Encoding::DELTA_BINARY_PACKED),
                ColumnType::Day | ColumnType::Millionths => properties,
            };
        }
        let properties = Arc::new(properties.build());
        let file = SerializedFileWriter::new(output, Arc::new(schema), properties)?;
        let column = |of: &(&str, ColumnType)| Column {
            of: of.1,
            levels: Vec::new(),
            numbers: Vec::new(),
            text: Vec::new(),
            texts: Vec::new(),
        };
        Ok(Self { file, columns: columns.iter().map(column).collect(), rows: 0 })
    }

    /// Writes a row, a value for each column.
    ///
    /// # Errors
    /// When it cannot be written, or a value is not of its column's type.
    pub fn push(&mut self, row: &[TableValue<'_>]) -> Result<()> {
        if row.len() != self.columns.len() {
            let (values, columns) = (row.len(), self.columns.len());
            return Err(ParquetError::General(format!("{values} values for {columns} columns")));
        }
        for (column, value) in self.columns.iter_mut().zip(row) {
            match (value, column.of) {
                (TableValue::Empty, _) => {}
                (TableValue::Text(text), of) if of.is_text() => column.push_text(text),
                (TableValue::Number(number), of) if !of.is_text() => {
                    column.numbers.push(*number);
                }
                _ => return Err(ParquetError::General(format!("{value:?} in {:?}", column.of))),
            }
            column.levels.push(i16::from(*value != TableValue::Empty));
        }
        self.rows += 1;
        if self.rows == GROUP_ROWS { self.write_group() } else { Ok(()) }
    }

    /// Writes what is still to be written, and gives the output back.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> Result<W> {
        if self.rows > 0 {
            self.write_group()?;
        }
        self.file.into_inner()
    }

    /// Writes the rows so far as a row group. Its columns are encoded side by side.
    fn write_group(&mut self) -> Result<()> {
        let (schema, properties) = (self.file.schema_descr(), self.file.properties());
        let places = schema
            .columns()
            .iter()
            .map(|column| ColumnPlace { column: column.clone(), properties: properties.clone() });
        let places: Vec<ColumnPlace> = places.collect();
        let encoded = self.columns.par_iter_mut().zip(&places);
        let encoded = encoded.map(|(column, place)| column.encoded(place));
        let encoded = encoded.collect::<Result<Vec<_>>>()?;
        let mut group = self.file.next_row_group()?;
        for (bytes, closed) in encoded {
            group.append_column(&bytes, closed)?;
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }
}

fn field(name: &str, of: ColumnType) -> Result<Type> {
    let (physical, logical) = match of {
        ColumnType::Text | ColumnType::Prose => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        ColumnType::Integer => (Physical::INT64, None),
        ColumnType::Instant => {
            (Physical::INT64, Some(LogicalType::timestamp(true, TimeUnit::MICROS)))
        }
        ColumnType::LocalTime => {
            (Physical::INT64, Some(LogicalType::timestamp(false, TimeUnit::MICROS)))
        }
        ColumnType::Day => (Physical::INT32, Some(LogicalType::Date)),
        ColumnType::Millionths => {
            (Physical::INT64, Some(LogicalType::decimal(DECIMAL_SCALE, DECIMAL_DIGITS)))
        }
    };
    let builder = Type::primitive_type_builder(name, physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(logical);
    match of {
        ColumnType::Millionths => {
            builder.with_precision(DECIMAL_DIGITS).with_scale(DECIMAL_SCALE).build()
        }
        _ => builder.build(),
    }
}
