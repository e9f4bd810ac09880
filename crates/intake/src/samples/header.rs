//! Which of the first rows holds the names of the columns. None is taken for them that may be a record.

use super::feed::Row;
use crate::profile::CardForm;
use csv::StringRecord;

/// A row of so many cells that count up from 0 or 1 may be one of names.
const COUNTING_MIN: usize = 5;

/// The row of the names among the first rows, by the columns that a user names, else by looking; or why that must be
/// said, with the row.
pub(super) fn looked_for(rows: &[Row], columns: Option<&str>) -> Result<Option<usize>, String> {
    let headings = rows.iter().take_while(|(_, row)| is_heading(row)).count();
    let names = columns.into_iter().flat_map(|columns| columns.split(',')).map(str::trim);
    let names: Vec<&str> = names.filter(|name| name.contains(char::is_alphabetic)).collect();
    let has = |row: &StringRecord, name: &str| {
        row.iter().any(|cell| cell.trim().eq_ignore_ascii_case(name))
    };
    let has_all = |(_, row): &Row| names.iter().all(|name| has(row, name));
    if let Some(named) = rows[..headings].iter().position(has_all).filter(|_| !names.is_empty()) {
        return Ok(Some(named));
    }
    if headings > 0 && headings < rows.len() {
        return Ok(Some(headings - 1));
    }
    let [(line, first), (_, next), ..] = rows else { return Ok(None) };
    if first.len() < COUNTING_MIN || !counts(first.iter().map(str::trim)) {
        return Ok(None);
    }
    // Numbers of places above cards that are named.
    if next.iter().any(|cell| cell.contains(char::is_alphabetic)) {
        return Ok(Some(0));
    }
    let [from, to] = [0, first.len() - 1].map(|at| first.get(at).unwrap_or_default());
    Err(format!(
        "{line}: the row counts from {from} to {to}: it may number the columns or be a record like those under it; say \
         --header-row {line} if it numbers them, or --header-row 0 if it does not"
    ))
}

/// Whether these are 0, 1, 2, .. or 1, 2, 3, ..; also where there are none.
fn counts<'w>(words: impl Iterator<Item = &'w str>) -> bool {
    let numbers: Option<Vec<u64>> = words.map(|word| word.parse().ok()).collect();
    numbers.is_some_and(|numbers| {
        numbers.first().is_none_or(|first| *first < 2)
            && numbers.windows(2).all(|two| two[0].checked_add(1) == Some(two[1]))
    })
}

/// Whether a row can only hold names: words that begin with no digit and are neither card nor suit, and at most the numbers
/// of columns beside them.
fn is_heading(row: &StringRecord) -> bool {
    const NONE: [&str; 5] = ["spade", "heart", "diamond", "club", "??"];
    let is_card = |word: &str| {
        let lower = word.to_lowercase();
        CardForm::Ranks.read(word, |_| {}).is_ok() || NONE.iter().any(|none| lower.contains(none))
    };
    let is_name = |cell: &&str| {
        cell.contains(char::is_alphabetic)
            && !cell.starts_with(|c: char| c.is_ascii_digit())
            && !cell.split_whitespace().any(is_card)
            && !super::dates::is_date(cell)
    };
    let cells = || row.iter().map(str::trim).filter(|cell| !cell.is_empty());
    // C2 may be the name of a column, or a card whose suit stands first: where it is a name there are C1 or C11, too.
    let is_place = |cell: &str| {
        let number = cell.trim_start_matches(char::is_alphabetic);
        number.len() < cell.len() && number.parse().is_ok_and(|n: u32| n == 1 || n > 10)
    };
    let suited = cells().filter(|cell| CardForm::Suits.read(cell, |_| {}).is_ok()).count();
    if suited * 2 >= cells().count() && (!cells().any(is_place) || has_four_suits(cells())) {
        return false;
    }
    cells().any(|cell| is_name(&cell)) && counts(cells().filter(|cell| !is_name(cell)))
}

/// Whether these begin with the four letters of suits, and no other: no row of names does.
fn has_four_suits<'c>(cells: impl Iterator<Item = &'c str>) -> bool {
    let mut letters: Vec<char> =
        cells.filter_map(|cell| cell.chars().next()).map(|c| c.to_ascii_lowercase()).collect();
    letters.sort_unstable();
    letters.dedup();
    letters == ['c', 'd', 'h', 's']
}
