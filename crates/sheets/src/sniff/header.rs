//! The row of the column names: the first of the usual width whose cells are all text while those
//! under it are not. Under a record there is none: what stands above the names is no record to those who
//! read the rows, and must not get lost.

use super::delimiter::{usual_width, widths};
use super::value::is_value;

/// Rows from the top among which the names are looked for.
const FROM_TOP: usize = 50;
/// Rows under it that tell names from values.
const UNDER: usize = 50;

/// The row of the names, 0 where there is none, and why.
pub(super) struct Header {
    pub(super) row: u32,
    pub(super) why: String,
}

/// Looks for names that are not known.
pub(super) fn of(rows: &[(u32, Vec<String>)]) -> Header {
    let (usual, _) = usual_width(widths(rows));
    let is_usual = |cells: &[String]| cells.len() >= usual;
    let first_record = first_record(rows);
    for (at, (number, cells)) in rows.iter().enumerate().take(first_record.min(FROM_TOP)) {
        let under = || rows.iter().skip(at + 1).take(UNDER).map(|(_, cells)| cells);
        let has_values = || under().any(|row| is_usual(row) && row.iter().any(|c| is_value(c)));
        if is_usual(cells) && are_names(cells, HALF) && has_values() {
            let why = format!("row {number} holds the column names: text above rows that are not");
            return Header { row: *number, why };
        }
    }
    let first = rows.iter().find(|(_, cells)| is_usual(cells));
    match first {
        Some((number, cells)) if are_names(cells, THREE_QUARTERS) => Header {
            row: *number,
            why: format!("row {number} is taken for the column names, though all rows are text"),
        },
        Some(_) => none(rows, first_record),
        None => {
            Header { row: 1, why: "it has no rows; row 1 is taken for the column names".to_owned() }
        }
    }
}

/// Looks for names that are stated: nothing else is a row of names.
pub(super) fn stated(rows: &[(u32, Vec<String>)], names: &[&str]) -> Header {
    let first_record = first_record(rows);
    let are_names = |cells: &[String]| cells.iter().map(String::as_str).eq(names.iter().copied());
    match rows.iter().take(first_record).find(|(_, cells)| are_names(cells)) {
        Some((number, _)) => {
            Header { row: *number, why: format!("row {number} holds the stated column names") }
        }
        None => none(rows, first_record),
    }
}

fn none(rows: &[(u32, Vec<String>)], first_record: usize) -> Header {
    let above = rows.get(first_record).map(|(number, _)| format!(" above row {number}, a record"));
    Header { row: 0, why: format!("no row holds column names{}", above.unwrap_or_default()) }
}

/// Where the first record is: a row of the usual width with a value and at least half as many cells that are
/// not empty as most have. A title of one date has fewer, though a program may make it as wide.
fn first_record(rows: &[(u32, Vec<String>)]) -> usize {
    let (usual, _) = usual_width(widths(rows));
    let filled = |cells: &[String]| cells.iter().filter(|c| !c.trim().is_empty()).count();
    let wide = rows.iter().filter(|(_, cells)| cells.len() >= usual);
    let mut counts: Vec<usize> = wide.map(|(_, cells)| filled(cells)).collect();
    counts.sort_unstable();
    let most = counts.get(counts.len() / 2).copied().unwrap_or(0);
    let is_record = |(_, cells): &(u32, Vec<String>)| {
        cells.len() >= usual && filled(cells) * 2 >= most && cells.iter().any(|c| is_value(c))
    };
    rows.iter().position(is_record).unwrap_or(rows.len())
}

/// Of so many quarters of them.
const HALF: usize = 2;
const THREE_QUARTERS: usize = 3;

/// True of texts, more than half of which are not empty and at least so many quarters of which differ: a
/// program may call stake and payment the same, but a record of texts alone repeats more. Where the rows
/// under them have values, it is enough that half differ.
fn are_names(cells: &[String], quarters: usize) -> bool {
    let mut names: Vec<&String> = cells.iter().filter(|c| !c.trim().is_empty()).collect();
    let enough = names.len() * 2 > cells.len() && !names.iter().any(|c| is_value(c));
    let count = names.len();
    names.sort();
    names.dedup();
    enough && names.len() * 4 >= count * quarters
}
