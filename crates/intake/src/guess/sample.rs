//! The rows that are looked at: the first and the last of a file or sheet, all cells as text.
//!
//! Looked at are the first [`FIRST_ROWS`] rows and, where the file ends within [`BYTES_MAX`] bytes of
//! text, its last [`LAST_ROWS`]: totals stand there. Of those in between within these bytes, a row is looked
//! at that has a word not seen before in a column of at most [`WORDS`] words: rare events are among them.
//! [`Sample::is_whole`] says whether there are others.

use super::header;
use crate::journal::heading;
use crate::journal::{ColumnNames, Export};
use crate::profile::visible;
use feltproof_sheets::{Fields, check_names};
use std::collections::{BTreeSet, VecDeque};
use std::io::Read;
use std::ops::ControlFlow;

/// Rows looked at from the top, none left out.
pub(super) const FIRST_ROWS: usize = 2_000;
const LAST_ROWS: usize = 300;
/// Rows that the names may stand in.
const HEADER_ROWS: usize = 3;
/// Different values of a column up to which each new one is looked at.
const WORDS: usize = 40;
/// Bytes of cells that are gone through for the end.
const BYTES_MAX: usize = 16 << 20;

/// One row: its number in its file or sheet, and its cells without the blanks around them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) number: u64,
    pub(super) cells: Vec<String>,
}

impl Row {
    /// The cell in this column; empty where there is none.
    pub(super) fn cell(&self, at: usize) -> &str {
        self.cells.get(at).map_or("", String::as_str)
    }
}

/// The column names and some rows of one file or sheet.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// Names of the columns; their numbers where no row has names.
    pub(super) names: Vec<String>,
    pub(super) rows: Vec<Row>,
    last: VecDeque<Row>,
    /// Values of each column so far, up to one more than [`WORDS`].
    seen: Vec<BTreeSet<String>>,
    bytes: usize,
    /// Every row of the file is in the sample.
    is_whole: bool,
    /// The last rows are.
    has_end: bool,
    pub(super) header_row: Option<u64>,
    /// The rows that the names stand in, where they are several.
    pub(super) heading: Vec<Row>,
    /// The rows right above that of the names.
    above: VecDeque<Row>,
    /// All rows of the names were met.
    is_named: bool,
    /// Why a row that was taken for the names is a record.
    pub(super) record: Option<String>,
    /// The row of other names among the records: what stands from it on is laid out otherwise, and is not looked at.
    pub(super) next_header: Option<u64>,
}

impl Sample {
    /// Looks at an export that was opened.
    ///
    /// # Errors
    /// When it cannot be read, or has no row: one sentence without the file's name.
    pub fn of<R: Read>(export: Export<R>) -> Result<Self, String> {
        let mut sample = Self { is_whole: true, has_end: true, ..Self::default() };
        let names = export.names;
        let end = export.content.each_row(|number, row| {
            let is_heading = sample.names.is_empty();
            sample.row(number, row, names);
            if is_heading {
                check_names(&sample.names)?;
            }
            sample.bytes += row.raw().len();
            Ok(match sample.bytes > BYTES_MAX || sample.next_header.is_some() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            })
        });
        if end?.is_break() && sample.next_header.is_none() {
            // The end was not reached: the rows seen last are not the last.
            sample.last.clear();
            (sample.is_whole, sample.has_end) = (false, false);
        }
        if sample.names.is_empty() {
            return Err("it has no row with column names; state header_row".to_owned());
        }
        sample.rows.extend(std::mem::take(&mut sample.last));
        sample.rows.sort_by_key(|row| row.number);
        if matches!(names, ColumnNames::Row(_)) {
            sample.put_names_together();
        }
        let row = match names {
            ColumnNames::Row(_) => sample.header_row,
            ColumnNames::OfFormat(row) => Some(row.into()).filter(|row| *row > 0),
            ColumnNames::None => None,
        };
        let cells: Vec<&[String]> = sample.rows.iter().map(|row| &row.cells[..]).collect();
        // No record may be lost as the row of the names.
        if let Some((number, why)) = row.zip(header::is_record(&sample.names, &cells)) {
            sample.record =
                Some(format!("row {number} is a record and holds no column names: {why}"));
            sample.header_row = None;
            let cells = std::mem::take(&mut sample.names);
            sample.names = numbers(cells.len());
            sample.rows.insert(0, Row { number, cells });
        }
        Ok(sample)
    }

    /// Whether a row has the names of the columns; else they are called by their numbers.
    pub fn has_names(&self) -> bool {
        (1..).zip(&self.names).any(|(number, name)| *name != number.to_string())
    }

    /// How many rows are looked at.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Whether these are all rows of the file.
    pub const fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Whether its last rows are among them.
    pub const fn has_end(&self) -> bool {
        self.has_end
    }

    /// The latest row is a record, or stands further down than names do.
    fn is_under_names(&self) -> bool {
        let has_digit = |cell: &String| cell.contains(|c: char| c.is_ascii_digit());
        self.rows.len() >= HEADER_ROWS - 1
            || self.rows.last().is_some_and(|row| row.cells.iter().any(has_digit))
    }

    /// The names out of several rows, where only together they say what the columns are.
    fn put_names_together(&mut self) {
        let Some(number) = self.header_row.filter(|_| !self.is_named) else { return };
        self.is_named = true;
        let is_next = |(at, row): &(usize, &Row)| row.number == number + 1 + *at as u64;
        let under = self.rows.iter().enumerate().take_while(is_next).take(HEADER_ROWS - 1);
        let under: Vec<Vec<String>> = under.map(|(_, row)| row.cells.clone()).collect();
        let mut rows: Vec<Vec<String>> = self.above.iter().map(|row| row.cells.clone()).collect();
        let own = rows.len();
        rows.push(self.names.clone());
        rows.extend(under);
        let Some((from, count)) = header::rows(&rows, own) else { return };
        self.names = heading::joined(&rows[from..from + count]);
        self.header_row = Some(number - (own - from) as u64);
        let row =
            |(at, cells): (usize, &Vec<String>)| Row { number: at as u64, cells: cells.clone() };
        self.heading = rows[from..from + count].iter().enumerate().map(row).collect();
        self.rows.drain(..from + count - own - 1);
        for row in &mut self.rows {
            if row.cells.iter().skip(self.names.len()).all(String::is_empty) {
                row.cells.truncate(self.names.len());
            }
        }
    }

    fn has_new_word(&mut self, row: &Row) -> bool {
        let mut is_new = false;
        self.seen.resize(self.names.len(), BTreeSet::new());
        for (seen, cell) in self.seen.iter_mut().zip(&row.cells) {
            if seen.len() <= WORDS && !cell.is_empty() && !seen.contains(cell) {
                seen.insert(cell.clone());
                is_new |= seen.len() <= WORDS;
            }
        }
        is_new
    }

    fn row(&mut self, number: u64, row: Fields<'_>, names: ColumnNames) {
        let text = |at: usize| {
            let cell = String::from_utf8_lossy(row.get(at));
            visible(&cell).trim().to_owned()
        };
        let mut cells: Vec<String> = (0..row.count()).map(text).collect();
        if self.names.is_empty() {
            if !names.are_in(number, row) {
                self.above.push_back(Row { number, cells });
                if self.above.len() == HEADER_ROWS {
                    self.above.pop_front();
                }
                return;
            }
            if names != ColumnNames::None {
                self.names = cells;
                self.header_row = (number > 0).then_some(number);
                return;
            }
            self.names = numbers(cells.len());
        }
        // Rows above the names are none where the names are those of the file's format.
        if let ColumnNames::OfFormat(last) = names
            && number <= last.into()
        {
            return;
        }
        if matches!(names, ColumnNames::Row(_)) && self.is_under_names() {
            self.put_names_together();
        }
        let is_heading = self.heading.iter().any(|row| row.cells == cells);
        if !self.rows.is_empty() && !is_heading && header::are_other_names(&cells, &self.names) {
            self.next_header = Some(number);
            return;
        }
        // What follows the last name is no cell of a column.
        if cells.iter().skip(self.names.len()).all(String::is_empty) {
            cells.truncate(self.names.len());
        }
        let row = Row { number, cells };
        let has_new_word = self.has_new_word(&row);
        if self.rows.len() < FIRST_ROWS || has_new_word {
            self.rows.push(row);
            return;
        }
        self.last.push_back(row);
        if self.last.len() > LAST_ROWS {
            self.last.pop_front();
            self.is_whole = false;
        }
    }
}

/// What columns without names are called.
fn numbers(count: usize) -> Vec<String> {
    (1..=count).map(|number| number.to_string()).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::journal::Content;
    use feltproof_sheets::Dialect;

    /// The sample of a text with commas, whose first row has the names.
    pub(in crate::guess) fn of_text(text: &str) -> Sample {
        let content = Content::Text(text.as_bytes(), Dialect::CSV);
        Sample::of(Export { content, names: ColumnNames::Row(1), evidence: None }).unwrap()
    }

    #[test]
    fn the_first_and_the_last_rows_are_looked_at() {
        let mut text = "Round,Note\n".to_owned();
        (1..=5_000).for_each(|n| text.push_str(&format!("{n},\"a\nb\"\n")));
        let sample = of_text(&text);
        assert_eq!((sample.rows(), sample.is_whole()), (FIRST_ROWS + LAST_ROWS, false));
        let last = sample.rows.last().unwrap();
        assert_eq!((last.cell(0), last.number), ("5000", 10_000));
        assert_eq!(sample.names, ["Round", "Note"]);
        assert!(of_text("a,b\n1,2\n").is_whole());
    }

    #[test]
    fn a_rare_word_is_looked_at_wherever_it_stands() {
        let mut text = "Round,Event\n".to_owned();
        let event = |n: u32| if n == 3_000 { "J-POT" } else { "COIN IN" };
        (1..=5_000).for_each(|n| text.push_str(&format!("{n},{}\n", event(n))));
        let sample = of_text(&text);
        assert_eq!(sample.rows(), FIRST_ROWS + LAST_ROWS + 1);
        let rare = sample.rows.get(FIRST_ROWS).unwrap();
        assert_eq!((rare.number, rare.cell(1)), (3_001, "J-POT"));
    }

    #[test]
    fn names_may_stand_further_down_or_nowhere() {
        let text = "Title,\n\n Round , Note\n1,x,\n";
        let content = || Content::Text(text.as_bytes(), Dialect::CSV);
        let of = |names| Sample::of(Export { content: content(), names, evidence: None }).unwrap();
        let sample = of(ColumnNames::Row(2));
        assert_eq!(
            (sample.names.clone(), sample.header_row),
            (vec!["Round".into(), "Note".into()], Some(3))
        );
        assert_eq!(sample.rows, [Row { number: 4, cells: vec!["1".into(), "x".into()] }]);
        assert_eq!(of(ColumnNames::None).names, ["1", "2"]);
        let none = Content::Text(b"".as_slice(), Dialect::CSV);
        assert!(
            Sample::of(Export { content: none, names: ColumnNames::Row(1), evidence: None })
                .is_err()
        );
    }
}
