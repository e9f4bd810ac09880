//! Draws without order: plain lines of numbers, or the table of a public archive.

mod columns;
mod form;
mod reader;

pub use form::{Draw, DrawForm, DrawOptions, DrawOrder};

use super::feed::{self, Text};
use super::table::{Kind, Table, TableOptions};
use crate::journal::Export;
use columns::{Chooser, holds_numbers};
use reader::Reader;

/// Reads all draws of a file in the order in which they were made, and says how they were read.
///
/// # Errors
/// What is no draw, or can be read in two ways: one sentence with the row; none at all.
pub fn read_draws(
    export: Export<Text>,
    place: &str,
    form: &DrawForm,
    options: (&TableOptions, &DrawOptions),
) -> Result<(Vec<Draw>, Vec<String>), String> {
    let (mut feed, mut table) = Table::of(export, place.to_owned(), options.0, Kind::Draws)?;
    let mut rows = Vec::new();
    loop {
        let lots = feed.lots()?;
        if lots.is_empty() {
            break;
        }
        for lot in &lots {
            table.each(lot, |line, row| {
                rows.push((line, feed::record(row)?));
                Ok(true)
            })?;
        }
    }
    let first = rows.iter().find(holds_numbers).ok_or_else(|| {
        format!("{place} holds no draw; a line is a draw, its numbers with blanks between, or a row of a table")
    })?;
    let numbers = options.0.columns.as_deref();
    let bonus = options.1.bonus_columns.as_deref();
    let chooser = Chooser { table: &table, first: &first.1, form, numbers, bonus };
    let columns = chooser.find().map_err(|e| format!("{place}: {e}"))?;
    let reader = Reader { form, options: options.1, table: &table, columns: &columns };
    let (found, more) = reader.draws(&rows)?;
    if found.is_empty() {
        return Err(format!("{place} holds no draw between --from and --to"));
    }
    let notes = table.notes().into_iter().chain(columns.said).chain(more).collect();
    Ok((found.into_iter().map(|found| found.draw).collect(), notes))
}
