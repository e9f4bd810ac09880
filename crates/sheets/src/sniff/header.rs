//! The row of the column names: the first of the usual width whose cells are all text while those
//! under it are not.

use super::delimiter::usual_width;

/// Rows from the top among which the names are looked for.
const FROM_TOP: usize = 50;
/// Rows under it that tell names from values.
const UNDER: usize = 50;

/// The row of the names, 0 where there is none, and why.
pub(super) struct Header {
    pub(super) row: u32,
    pub(super) why: String,
}

pub(super) fn of(rows: &[(u32, Vec<String>)]) -> Header {
    let (usual, _) = usual_width(rows);
    let is_usual = |cells: &Vec<String>| cells.len() >= usual;
    for (at, (number, cells)) in rows.iter().enumerate().take(FROM_TOP) {
        let under = || rows.iter().skip(at + 1).take(UNDER).map(|(_, cells)| cells);
        let has_values =
            || under().any(|cells| is_usual(cells) && cells.iter().any(|c| is_value(c)));
        if is_usual(cells) && are_names(cells) && has_values() {
            let why = format!("row {number} holds the column names: text above rows that are not");
            return Header { row: *number, why };
        }
    }
    let first = rows.iter().find(|(_, cells)| is_usual(cells));
    match first {
        Some((number, cells)) if are_names(cells) => Header {
            row: *number,
            why: format!("row {number} is taken for the column names, though all rows are text"),
        },
        Some(_) => Header { row: 0, why: "no row holds column names".to_owned() },
        None => {
            Header { row: 1, why: "it has no rows; row 1 is taken for the column names".to_owned() }
        }
    }
}

/// True of texts, more than half of which are not empty and at least three quarters of which differ: a
/// program may call two columns the same, but a record repeats more.
fn are_names(cells: &[String]) -> bool {
    let mut names: Vec<&String> = cells.iter().filter(|c| !c.trim().is_empty()).collect();
    let enough = names.len() * 2 > cells.len() && !names.iter().any(|c| is_value(c));
    let count = names.len();
    names.sort();
    names.dedup();
    enough && names.len() * 4 >= count * 3
}

/// True of numbers, amounts, dates and the like: what begins with a digit, after a sign or two.
fn is_value(cell: &str) -> bool {
    let cell = cell.trim().trim_start_matches(['$', '€', '£', '(', '+', '-', '.', ' ', '\'']);
    cell.starts_with(|c: char| c.is_ascii_digit()) || matches!(cell, "TRUE" | "FALSE" | "#N/A")
}
