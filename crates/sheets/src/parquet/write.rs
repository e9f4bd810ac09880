//! Rows written as Parquet, each column with its type, so that other programs need not guess.
//!
//! The schema and the directory are the `parquet` crate's. Pages are made here: its column writers take a text as a
//! counted reference, look every value up by a hash and keep a level for each, which costs several times what a column of a
//! few values that come again and again needs.

mod bits;
mod chunk;
mod distinct;
mod values;

pub use values::ColumnValues;

use chunk::chunk;
use parquet::basic::{Compression, LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::errors::{ParquetError, Result};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use rayon::prelude::*;
use std::io::Write;
use std::sync::Arc;

/// Rows of a row group: memory is bounded by them.
const GROUP_ROWS: usize = 50_000;
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

impl ColumnType {
    const fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::Prose)
    }

    /// True where values come again, so that each is written once. Lines, rounds and times go up by little from row to
    /// row, and differences are written of them.
    const fn repeats(self) -> bool {
        matches!(self, Self::Text | Self::Day | Self::Millionths)
    }
}

/// Writes rows as Parquet.
pub struct TableWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
    columns: Vec<ColumnValues>,
    types: Vec<ColumnType>,
    packing: Compression,
    /// Rows of the row group so far.
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
        let file = SerializedFileWriter::new(output, Arc::new(schema), Arc::default())?;
        let types: Vec<ColumnType> = columns.iter().map(|(_, of)| *of).collect();
        let packed = packing == Compression::SNAPPY;
        let columns = types.iter().map(|of| ColumnValues::new(*of, packed)).collect();
        Ok(Self { file, columns, types, packing, rows: 0 })
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
            column.push(*value);
            column.checked().map_err(ParquetError::General)?;
        }
        self.count(1)
    }

    /// Rows that [`Self::fill`] takes at most: those up to the end of the row group.
    pub const fn room(&self) -> usize {
        GROUP_ROWS - self.rows
    }

    /// Writes so many rows column by column, the columns side by side: `fill` gets the place of a column and gives it a
    /// value for each row.
    ///
    /// # Errors
    /// When it cannot be written, a value is not of its column's type, or a column has not as many values.
    pub fn fill<F>(&mut self, rows: usize, fill: F) -> Result<()>
    where
        F: Fn(usize, &mut ColumnValues) + Sync,
    {
        let columns = self.columns.par_iter_mut().enumerate().with_max_len(1);
        columns.for_each(|(at, column)| fill(at, column));
        for column in &self.columns {
            column.checked().map_err(ParquetError::General)?;
            if column.rows != self.rows + rows || rows > self.room() {
                let values = column.rows - self.rows;
                return Err(ParquetError::General(format!("{values} values for {rows} rows")));
            }
        }
        self.count(rows)
    }

    fn count(&mut self, rows: usize) -> Result<()> {
        self.rows += rows;
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

    /// Writes the rows so far as a row group.
    fn write_group(&mut self) -> Result<()> {
        let columns = self.file.schema_descr().columns().to_vec();
        let places = columns.into_iter().zip(&self.types);
        let places: Vec<_> = places.map(|(column, of)| (*of, column, self.packing)).collect();
        let chunks = self.columns.par_iter_mut().zip(places);
        let chunks = chunks.map(|(values, place)| chunk(values, place));
        let chunks = chunks.collect::<Result<Vec<_>>>()?;
        let mut group = self.file.next_row_group()?;
        for (bytes, closed) in chunks {
            group.append_column(&bytes, closed)?;
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }
}

fn field(name: &str, of: ColumnType) -> Result<Type> {
    let micros = |is_utc| Some(LogicalType::timestamp(is_utc, TimeUnit::MICROS));
    let (physical, logical) = match of {
        ColumnType::Text | ColumnType::Prose => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        ColumnType::Integer => (Physical::INT64, None),
        ColumnType::Instant => (Physical::INT64, micros(true)),
        ColumnType::LocalTime => (Physical::INT64, micros(false)),
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
