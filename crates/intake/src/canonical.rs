//! Writes what was read as a canonical journal: the other way round from [`crate::journal`].
//!
//! What is read from the result is what it was written from, but for the lines. As CSV: times with their
//! offset from UTC, money in decimal dollars, an amount of nothing as an empty cell, and a text that a spreadsheet would run
//! behind an apostrophe, which is not read. As Parquet the same
//! columns with types: times are instants, money is a decimal of six digits behind the point.

use crate::journal::kinds::{self, Cell, Value};
use crate::journal::{Block, Columns};
use crate::zone::Zone;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{Engagement, Timestamp};
use feltproof_sheets::{ColumnType, TableValue, TableWriter, guarded};
use std::io::{self, Write};

/// What a canonical journal is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CanonicalForm {
    /// Comma-separated text.
    Csv,
    /// Parquet, each column with its type.
    Parquet,
}

/// Writes the records of one journal.
pub struct CanonicalWriter<'e, W: Write + Send> {
    output: Output<W>,
    engagement: &'e Engagement,
    zone: Zone,
    columns: Columns,
    names: Vec<&'static str>,
}

enum Output<W: Write + Send> {
    Csv(Box<csv::Writer<W>>),
    Parquet(Box<TableWriter<W>>),
}

impl<'e, W: Write + Send> CanonicalWriter<'e, W> {
    /// Writes the header of the journal at this place of the engagement, with the columns it has.
    ///
    /// # Errors
    /// When it cannot be written, or the engagement has no such journal or an unknown zone.
    pub fn new(
        output: W,
        form: CanonicalForm,
        engagement: &'e Engagement,
        journal: u16,
        columns: &Columns,
    ) -> io::Result<Self> {
        let unknown = || io::Error::other("the engagement has no such journal or time zone");
        let entry = engagement.journals.get(usize::from(journal)).ok_or_else(unknown)?;
        let zone = Zone::new(&engagement.time_zone).ok_or_else(unknown)?;
        let has = |name: &str| entry.kind != JournalKind::Hands || columns.has(name);
        let written: Vec<_> = kinds::columns(entry.kind).iter().filter(|c| has(c.name)).collect();
        let names: Vec<&'static str> = written.iter().map(|column| column.name).collect();
        let output = match form {
            CanonicalForm::Csv => {
                let mut csv = csv::Writer::from_writer(output);
                csv.write_record(&names)?;
                Output::Csv(Box::new(csv))
            }
            CanonicalForm::Parquet => {
                let types: Vec<_> = written.iter().map(|c| (c.name, type_of(c.value))).collect();
                let table = TableWriter::new(output, &types).map_err(io::Error::other)?;
                Output::Parquet(Box::new(table))
            }
        };
        Ok(Self { output, engagement, zone, columns: columns.clone(), names })
    }

    /// The columns that are written, in order.
    pub fn names(&self) -> &[&'static str] {
        &self.names
    }

    /// Writes the records of a block; what was not understood is not among them.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn push(&mut self, block: &Block) -> io::Result<()> {
        let Self { output, engagement, zone, columns, .. } = self;
        block.records.write(engagement, columns, |row| write_row(output, zone, row))
    }

    /// Writes what is still to be written, and gives the output back.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(self) -> io::Result<W> {
        match self.output {
            Output::Csv(csv) => csv.into_inner().map_err(csv::IntoInnerError::into_error),
            Output::Parquet(table) => table.finish().map_err(io::Error::other),
        }
    }
}

fn write_row<W: Write + Send>(output: &mut Output<W>, zone: &Zone, row: &[Cell]) -> io::Result<()> {
    match output {
        Output::Csv(csv) => {
            for cell in row {
                match cell {
                    Cell::Empty => csv.write_field("")?,
                    Cell::Text(text) => csv.write_field(guarded(text).as_ref())?,
                    Cell::Number(number) => csv.write_field(number.to_string())?,
                    Cell::Time(time) => csv.write_field(local(zone, *time))?,
                    Cell::Amount(amount) => csv.write_field(amount.plain())?,
                }
            }
            csv.write_record(None::<&[u8]>)?;
        }
        Output::Parquet(table) => {
            let values = row.iter().map(table_value).collect::<io::Result<Vec<_>>>()?;
            table.push(&values).map_err(io::Error::other)?;
        }
    }
    Ok(())
}

/// `2026-10-31T18:03:22-07:00`.
fn local(zone: &Zone, time: Timestamp) -> String {
    zone.format_local(time).replacen(' ', "T", 1).replacen(' ', "", 1)
}

const fn type_of(value: Value) -> ColumnType {
    match value {
        Value::Time => ColumnType::Instant,
        Value::Money => ColumnType::Millionths,
        Value::Whole { .. } => ColumnType::Integer,
        Value::Text | Value::Name | Value::Cards => ColumnType::Text,
    }
}

/// As a record of a table with types.
fn table_value(cell: &Cell) -> io::Result<TableValue<'_>> {
    Ok(match cell {
        Cell::Empty => TableValue::Empty,
        Cell::Text(text) if text.is_empty() => TableValue::Empty,
        Cell::Text(text) => TableValue::Text(text),
        Cell::Number(number) => TableValue::Number((*number).try_into().map_err(io::Error::other)?),
        Cell::Time(time) => TableValue::Number(time.0),
        Cell::Amount(amount) => TableValue::Number(amount.micros()),
    })
}
