//! What the columns of a file seem to hold, for a user who has not said what a draw is.

use super::feed::Text;
use super::numbers::words;
use super::table::{Column, Kind, Table, TableOptions};
use crate::journal::Export;
use feltproof_printable::shown;
use std::collections::BTreeSet;

/// Labels that are shown.
const SHOWN: usize = 3;

/// A sentence on each column that may hold outcomes, with the option that reads it; of the first rows alone.
///
/// # Errors
/// What no row can be read of: one sentence.
pub fn options_that_fit(
    export: Export<Text>,
    place: &str,
    options: &TableOptions,
) -> Result<Vec<String>, String> {
    let (_, table) = Table::of(export, place.to_owned(), options, Kind::Integers)?;
    Ok((0..table.width()).filter_map(|column| fitting(&table, column)).collect())
}

fn fitting(table: &Table, column: Column) -> Option<String> {
    let cells: Vec<&str> = table.cells(column).collect();
    let different: BTreeSet<&str> = cells.iter().copied().collect();
    if different.len() < 2 || table.numbers_rows(column) {
        return None;
    }
    let (name, kinds) = (table.name(column), different.len());
    let number = |word: &str| word.parse::<u64>().ok();
    let numbers: Option<Vec<Vec<u64>>> =
        cells.iter().map(|cell| words(cell).map(number).collect()).collect();
    let is_padded = cells.iter().any(|cell| cell.len() > 1 && cell.starts_with('0'));
    if let Some(all) = numbers.filter(|all| !is_padded || all[0].len() > 1) {
        let (low, high) = (all.iter().flatten().min()?, all.iter().flatten().max()?);
        let drawn = all[0].len();
        let is_draw = |one: &Vec<u64>| {
            one.len() == drawn && one.iter().collect::<BTreeSet<_>>().len() == drawn
        };
        if drawn > 1 && all.iter().all(is_draw) {
            return Some(format!(
                "{name} holds {drawn} different numbers in a cell, {low} to {high} (--draws {drawn}/N, of 1 to N)"
            ));
        }
        return Some(format!("{name} holds numbers from {low} to {high} (--range {low}..{high})"));
    }
    if kinds * 4 > cells.len() {
        return None;
    }
    let some: Vec<String> =
        different.iter().take(SHOWN).map(|label| format!("`{}`", shown(label))).collect();
    Some(format!("{name} holds {kinds} labels, such as {} (--outcomes {kinds})", some.join(", ")))
}
