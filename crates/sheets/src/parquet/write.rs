//! Rows written as Parquet, each column with its type, so that other programs need not guess.

use parquet::basic::{LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use std::io::Write;
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
    /// 64 bits, signed.
    Integer,
    /// Microseconds since 1970-01-01T00:00:00Z.
    Instant,
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
    texts: Vec<ByteArray>,
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
        let fields = columns.iter().map(|(name, of)| field(name, *of).map(Arc::new));
        let fields = fields.collect::<Result<Vec<_>>>()?;
        let schema = Type::group_type_builder("schema").with_fields(fields).build()?;
        let properties = Arc::new(WriterProperties::builder().build());
        let file = SerializedFileWriter::new(output, Arc::new(schema), properties)?;
        let column = |of: &(&str, ColumnType)| Column {
            of: of.1,
            levels: Vec::new(),
            numbers: Vec::new(),
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
                (TableValue::Text(text), ColumnType::Text) => column.texts.push((*text).into()),
                (TableValue::Number(number), of) if of != ColumnType::Text => {
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

    fn write_group(&mut self) -> Result<()> {
        let mut group = self.file.next_row_group()?;
        for column in &mut self.columns {
            match column.of {
                ColumnType::Text => write::<ByteArrayType, W>(&mut group, &column.texts, column)?,
                _ => write::<Int64Type, W>(&mut group, &column.numbers, column)?,
            }
        }
        group.close()?;
        for column in &mut self.columns {
            column.levels.clear();
            column.numbers.clear();
            column.texts.clear();
        }
        self.rows = 0;
        Ok(())
    }
}

fn write<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
    column: &Column,
) -> Result<()> {
    let Some(mut out) = group.next_column()? else { return Ok(()) };
    out.typed::<T>().write_batch(values, Some(&column.levels), None)?;
    out.close()
}

fn field(name: &str, of: ColumnType) -> Result<Type> {
    let (physical, logical) = match of {
        ColumnType::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        ColumnType::Integer => (Physical::INT64, None),
        ColumnType::Instant => {
            (Physical::INT64, Some(LogicalType::timestamp(true, TimeUnit::MICROS)))
        }
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
