//! The names of the columns of one file: in one row, or put together from several.

use crate::profile::{is_mark, trimmed, visible};
use feltproof_sheets::Fields;
use std::collections::BTreeMap;

/// Where the names of the columns are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnNames {
    /// In the first row from this one on that is not blank; 1 is the first of the file.
    Row(u32),
    /// Nowhere: the columns are called by their numbers, and the first row is a record.
    None,
    /// In a row of the number 0, of the file's format; rows up to this one are no records.
    OfFormat(u32),
}

/// The rows that hold the names, as far as they were met.
#[derive(Debug)]
pub(crate) struct Heading {
    at: ColumnNames,
    /// In so many rows.
    rows: usize,
    found: Vec<Vec<String>>,
}

/// The names of the columns, and what follows them.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    /// One for each column.
    pub(crate) names: Vec<String>,
    /// The rows that they stand in.
    pub(crate) rows: Vec<Vec<String>>,
    /// The first row that may be a record.
    pub(crate) first_record: u64,
}

impl ColumnNames {
    /// Whether they are in this row; where there are none, whether it is the first.
    pub(crate) fn are_in(self, number: u64, row: Fields<'_>) -> bool {
        let from = match self {
            Self::Row(from) => from,
            Self::None => 1,
            Self::OfFormat(_) => return true,
        };
        let has_content = (0..row.count()).any(|at| !row.get(at).trim_ascii().is_empty());
        has_content && number >= from.into()
    }

    /// The names that this row holds, without blanks around them; numbers where columns have none.
    pub(crate) fn of(self, row: Fields<'_>) -> Vec<String> {
        let name = |at: usize| match self {
            Self::None => (at + 1).to_string(),
            Self::Row(_) | Self::OfFormat(_) => {
                let name = String::from_utf8_lossy(row.get(at));
                visible(&name).trim().to_owned()
            }
        };
        (0..row.count()).map(name).collect()
    }

    /// The first row that may be a record, where the names are in the one of this number.
    pub(crate) fn first_record(self, number: u64) -> u64 {
        match self {
            Self::Row(_) => number + 1,
            Self::None => number,
            Self::OfFormat(last) => u64::from(last) + 1,
        }
    }
}

impl Heading {
    pub(crate) fn new(at: ColumnNames, rows: u32) -> Self {
        let rows = match at {
            ColumnNames::Row(_) => usize::try_from(rows).unwrap_or(1),
            ColumnNames::None | ColumnNames::OfFormat(_) => 1,
        };
        Self { at, rows, found: Vec::new() }
    }

    /// Takes the next row of the file; the names with the last of their rows.
    pub(crate) fn take(&mut self, number: u64, row: Fields<'_>) -> Option<Names> {
        if !self.at.are_in(number, row) {
            return None;
        }
        self.found.push(self.at.of(row));
        if self.found.len() < self.rows {
            return None;
        }
        let rows = std::mem::take(&mut self.found);
        let names = joined(&rows);
        Some(Names { names, rows, first_record: self.at.first_record(number) })
    }
}

/// The names of several rows joined with a blank. What stands in a row above the last holds for the columns to its right
/// too, where a row under it names them: all of them, or where some of these names are repeated (`Bet`, `Pay`), those alone.
pub(crate) fn joined(rows: &[Vec<String>]) -> Vec<String> {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let Some((last, above)) = rows.split_last() else { return Vec::new() };
    let mut names = last.clone();
    names.resize(width, String::new());
    for row in above.iter().rev() {
        let under = names.clone();
        let mut counts = BTreeMap::<&String, usize>::new();
        under.iter().for_each(|name| *counts.entry(name).or_default() += 1);
        let is_repeated = |name: &String| counts.get(name).is_some_and(|count| *count > 1);
        let has_repeated = under.iter().any(|name| !name.is_empty() && is_repeated(name));
        let mut left = "";
        for (at, name) in names.iter_mut().enumerate() {
            let own = row.get(at).map_or("", String::as_str);
            let is_shared = !name.is_empty() && (!has_repeated || is_repeated(name));
            left = if own.is_empty() { left } else { own };
            let over = if own.is_empty() && !is_shared { "" } else { left };
            *name = match (over.is_empty(), name.is_empty()) {
                (true, _) => std::mem::take(name),
                (false, true) => over.to_owned(),
                (false, false) => format!("{over} {name}"),
            };
        }
    }
    // A row of the header may be marked itself.
    for (at, name) in names.iter_mut().enumerate() {
        if let Some(mark) = rows.iter().filter_map(|row| row.get(at)).find(|cell| is_mark(cell)) {
            name.clone_from(mark);
        }
    }
    names
}

/// Whether a row is one of these, blanks around its cells and columns of marks aside.
pub(crate) fn is_one_of(row: Fields<'_>, rows: &[Vec<String>]) -> bool {
    let is = |names: &Vec<String>| {
        let has = |at: usize, name: &String| trimmed(row.get(at)) == name.as_bytes();
        let mut names_at = names.iter().enumerate();
        row.count() == names.len() && names_at.all(|(at, name)| has(at, name) || is_mark(name))
    };
    rows.iter().any(is)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_hold_to_the_right_where_something_is_named_under_them() {
        let rows = |text: &str| -> Vec<Vec<String>> {
            text.split('/').map(|row| row.split(',').map(str::to_owned).collect()).collect()
        };
        for (text, names) in [
            (
                "Round,Seat,Ante,,Play,,Note/,,Bet,Pay,Bet,Pay",
                "Round,Seat,Ante Bet,Ante Pay,Play Bet,Play Pay,Note",
            ),
            (",Ante,,/Round,Bet,Pay,", "Round,Ante Bet,Ante Pay,"),
            ("Ante,Ante,Play/Bet,Pay,Bet", "Ante Bet,Ante Pay,Play Bet"),
            // What is named once beside names that are repeated is of no group.
            (
                "Ante,,Play,,/Bet,Pay,Bet,Pay,Envy Pay",
                "Ante Bet,Ante Pay,Play Bet,Play Pay,Envy Pay",
            ),
            (
                "Wagers,,,/Ante,,Play,/Bet,Pay,Bet,Pay",
                "Wagers Ante Bet,Wagers Ante Pay,Wagers Play Bet,Wagers Play Pay",
            ),
            ("Round,Seat", "Round,Seat"),
        ] {
            assert_eq!(joined(&rows(text)).join(","), names);
        }
    }
}
