//! Raw words of a generator beside the outcomes made of them.

use super::feed::{self, Lot, Text};
use super::integers::ValueRange;
use super::numbers::is_digits;
use super::table::{Column, Kind, Table, TableOptions};
use crate::journal::Export;
use feltproof_printable::shown;
use rayon::prelude::*;

/// A word, and what it became.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scaled {
    /// The row of the file.
    pub line: u64,
    /// The raw word.
    pub word: u64,
    /// The outcome, counted from the first of the range; `None` where the cell is empty: the word was drawn again.
    pub outcome: Option<u32>,
}

/// Reads rows of a raw word and an outcome, and gives them to `take`, in order. Returns what there is to say of how they
/// were read.
///
/// # Errors
/// A column that is not there, what is no whole number or not in the range: one sentence with the row; no row at all.
pub fn read_scaled(
    export: Export<Text>,
    place: &str,
    (range, raw_column): (ValueRange, &str),
    options: &TableOptions,
    mut take: impl FnMut(&[Scaled]),
) -> Result<Vec<String>, String> {
    let (mut feed, mut table) = Table::of(export, place.to_owned(), options, Kind::Integers)?;
    let one = |columns: Vec<Column>, option: &str| match columns[..] {
        [column] => Ok(column),
        _ => Err(format!("{option} names {} columns; name one", columns.len())),
    };
    let raw = one(table.named(raw_column, "--raw-column")?, "--raw-column")?;
    let remedy = || {
        format!("{place}: say --columns with the column of the outcomes; there are {}", table.all())
    };
    let outcomes = options.columns.as_deref().ok_or_else(remedy)?;
    let outcomes = one(table.named(outcomes, "--columns")?, "--columns")?;
    let mut any = false;
    loop {
        let lots = feed.lots()?;
        let read = |lot: &Lot| rows(&table, lot, (raw, outcomes), range);
        let parts: Vec<Result<Vec<Scaled>, String>> = lots.par_iter().map(read).collect();
        if parts.is_empty() {
            break;
        }
        for part in parts {
            let part = part?;
            any |= !part.is_empty();
            take(&part);
        }
    }
    if !any {
        return Err(format!("{place} holds no row of a word and an outcome"));
    }
    Ok(table.notes())
}

fn rows(
    table: &Table,
    lot: &Lot,
    (raw, outcomes): (Column, Column),
    range: ValueRange,
) -> Result<Vec<Scaled>, String> {
    let mut all = Vec::new();
    table.each(lot, |line, row| {
        let [word, outcome] = [raw, outcomes].map(|column| feed::text(row.get(column)));
        let (word, outcome) = (word?.trim(), outcome?.trim());
        let number = |text: &str| {
            let whole = Some(text).filter(|text| !text.is_empty() && is_digits(text));
            whole.and_then(|text| text.parse::<u64>().ok()).ok_or_else(|| {
                let wanted =
                    "is not a whole number of 0 to 18446744073709551615; write it in digits";
                format!("`{}` {wanted}", shown(text))
            })
        };
        let found = Some(outcome).filter(|text| !text.is_empty()).map(number).transpose()?;
        let outcome = found.map(|value| range.symbol(value)).transpose()?;
        all.push(Scaled { line, word: number(word)?, outcome });
        Ok(true)
    })?;
    Ok(all)
}
