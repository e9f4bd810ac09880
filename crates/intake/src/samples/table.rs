//! Which rows of a file are samples, and which columns they have: the row of the names, and columns as a user names them.

use super::cards::way_of;
use super::feed::{self, Feed, Lot, Outcome, Row, Text};
use super::header;
use crate::journal::{ColumnNames, Export};
use csv::StringRecord;
use feltproof_sheets::Fields;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

/// A column, counted from zero.
pub(super) type Column = usize;

/// Rows from the top that are looked at.
const SAMPLE: usize = 200;
/// So many rows of a column that rises or falls from each to the next are no chance: of one column in 1,800,000 they are.
const RISING_MIN: usize = 10;

/// Columns named in a sentence: those of a whole deck, and some beside them.
const NAMES_MAX: usize = 60;

/// What a user says of the table in a file.
#[derive(Clone, Debug, Default)]
pub struct TableOptions {
    /// The columns that are read: headings, places from 1, or places as `2-53`, with commas between.
    pub columns: Option<String>,
    /// Of cards, one a row: the column with the number of the deck.
    pub deck_column: Option<String>,
    /// The row of the column names; 0: there is none.
    pub header_row: Option<u32>,
}

/// What the samples of a file are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Cards,
    Integers,
    Draws,
}

/// A file whose first rows were looked at.
pub(super) struct Table {
    /// File and sheet, for messages.
    pub(super) place: String,
    /// It is text, in which `#` begins a remark.
    pub(super) is_text: bool,
    pub(super) headings: Option<StringRecord>,
    /// Where they stand; 0: nowhere, or in no row of the file.
    pub(super) heading_row: u64,
    /// The first rows that hold samples.
    pub(super) rows: Vec<Row>,
    /// The row from which on they do.
    from: u64,
    /// Rows are one cell, and its words are taken for cells.
    is_split: bool,
    repeated: AtomicU64,
    /// Sentences on what was left out.
    pub(super) notes: Vec<String>,
}

impl Table {
    pub(super) fn of(
        export: Export<Text>,
        place: String,
        options: &TableOptions,
        kind: Kind,
    ) -> Result<(Feed, Self), String> {
        let mut feed = Feed::new(export.content, place.clone());
        feed.is_of_words = kind == Kind::Integers;
        let mut rows = feed.peek(SAMPLE)?;
        let names = match (export.names, options.header_row) {
            (ColumnNames::OfFormat(_), _) => rows.first().map(|_| 0),
            (_, Some(0)) => None,
            (_, Some(stated)) => {
                let at = rows.iter().position(|(number, _)| *number == u64::from(stated));
                let what = "is not there, blank or a remark; name another, or 0";
                let missing = || format!("{place}: row {stated} (--header-row) {what}");
                Some(at.ok_or_else(missing)?)
            }
            (_, None) => header::looked_for(&rows, options.columns.as_deref())
                .map_err(|why| format!("{place}:{why}"))?,
        };
        let (mut notes, mut heading_row) = (Vec::new(), 0);
        let headings = names.map(|at| {
            let left = rows.drain(..at).map(|(number, _)| number.to_string());
            let left = left.collect::<Vec<_>>().join(", ");
            let (number, headings) = rows.remove(0);
            if at > 0 {
                let what =
                    format!("Above the column names in row {number} stand rows that were left out");
                notes.push(format!("{what}: {left}."));
            }
            heading_row = number;
            headings
        });
        let from = rows.first().map_or(u64::MAX, |(number, _)| *number);
        if let ColumnNames::OfFormat(last) = export.names {
            rows.retain(|(number, _)| *number > last.into());
        }
        let (is_text, repeated) = (feed.is_text(), AtomicU64::new(0));
        if kind != Kind::Draws && is_text && headings.is_none() && options.columns.is_none() {
            rows.iter_mut().for_each(|(_, row)| *row = without_remark(row));
        }
        let is_split = false;
        let mut table =
            Self { place, is_text, headings, heading_row, rows, from, is_split, repeated, notes };
        table.split(options, kind);
        Ok((feed, table))
    }

    /// Takes the words of rows of one cell for cells, where columns are named, or the names above are as many words.
    fn split(&mut self, options: &TableOptions, kind: Kind) {
        let words = |row: &StringRecord| -> StringRecord {
            row.iter().flat_map(str::split_whitespace).collect()
        };
        let names = self.headings.as_ref().map(words);
        let is_stated = options.columns.is_some() || options.deck_column.is_some();
        let is_whole =
            |(_, row): &Row| kind == Kind::Cards && row.iter().all(|cell| way_of(cell).is_some());
        let fits = match &names {
            Some(names) => {
                names.len() == self.words() && (is_stated || !self.rows.iter().all(is_whole))
            }
            None => is_stated && self.words() > 0,
        };
        if kind != Kind::Draws && fits {
            (self.is_split, self.headings, self.rows) = (true, names, self.split_rows());
        }
    }

    /// How many columns the widest row has that was looked at.
    pub(super) fn width(&self) -> usize {
        let rows = self.rows.iter().map(|(_, row)| row.len());
        rows.chain(self.headings.as_ref().map(StringRecord::len)).max().unwrap_or(0)
    }

    /// Hands over each row of a lot that is a sample. An error names its place.
    pub(super) fn each(
        &self,
        lot: &Lot,
        mut take: impl FnMut(u64, Fields<'_>) -> Outcome,
    ) -> Result<(), String> {
        let mut spans = Vec::new();
        let outcome = lot.each(|number, row| {
            if number < self.from {
                return Ok(true);
            }
            let row = if self.is_split { in_words(row.get(0), &mut spans) } else { row };
            let outcome = take(number, row);
            if outcome.is_err() && self.repeats_names(row) { Ok(true) } else { outcome }
        });
        outcome.map_err(|(line, what)| format!("{}:{line}: {what}", self.place))
    }

    /// Whether a row has the names once more, as on another page; such rows are counted.
    pub(super) fn repeats_names(&self, row: Fields<'_>) -> bool {
        let same = |(at, name): (usize, &str)| row.get(at) == name.as_bytes();
        let repeats = self.headings.as_ref().is_some_and(|h| h.iter().enumerate().all(same));
        self.repeated.fetch_add(repeats.into(), Ordering::Relaxed);
        repeats
    }

    /// Hands over cells of some columns, or of all: there a remark may end a line of a plain list.
    pub(super) fn each_cell(
        &self,
        row: Fields<'_>,
        columns: Option<&[Column]>,
        mut take: impl FnMut(&str) -> Result<(), String>,
    ) -> Result<(), String> {
        if let Some(columns) = columns {
            return columns.iter().try_for_each(|column| take(feed::text(row.get(*column))?));
        }
        for at in 0..row.count() {
            let cell = feed::text(row.get(at))?;
            let remark =
                cell.find('#').filter(|_| self.is_text && !feed::is_error(cell.as_bytes()));
            take(&cell[..remark.unwrap_or(cell.len())])?;
            if remark.is_some() {
                break;
            }
        }
        Ok(())
    }

    /// What was left out, once all was read.
    pub(super) fn notes(&mut self) -> Vec<String> {
        let repeated = self.repeated.load(Ordering::Relaxed);
        if repeated > 0 {
            self.notes.push(format!("{repeated} rows repeat the column names and were left out."));
        }
        std::mem::take(&mut self.notes)
    }

    /// A column as a sentence names it.
    pub(super) fn name(&self, column: Column) -> String {
        let heading = self.headings.as_ref().and_then(|h| h.get(column)).map(str::trim);
        match heading.filter(|heading| !heading.is_empty()) {
            Some(heading) => format!("`{heading}`"),
            None => format!("column {}", column + 1),
        }
    }

    pub(super) fn name_all(&self, columns: &[Column]) -> String {
        let some = columns.iter().take(NAMES_MAX).map(|column| self.name(*column));
        let more = columns.len().checked_sub(NAMES_MAX).filter(|more| *more > 0);
        some.chain(more.map(|more| format!("and {more} more"))).collect::<Vec<_>>().join(", ")
    }

    /// All columns, for who must choose.
    pub(super) fn all(&self) -> String {
        self.name_all(&(0..self.width()).collect::<Vec<_>>())
    }

    /// All columns but these, as a note; none where there are no others.
    pub(super) fn left_out(&self, used: &[Column]) -> Option<String> {
        let used = BTreeSet::from_iter(used);
        let left: Vec<Column> = (0..self.width()).filter(|c| !used.contains(c)).collect();
        (!left.is_empty()).then(|| format!("Columns left out: {}.", self.name_all(&left)))
    }

    /// Columns named by their headings, or by their places from one.
    pub(super) fn named(&self, text: &str, option: &str) -> Result<Vec<Column>, String> {
        let (mut columns, width) = (Vec::new(), self.width());
        let place = |of: &str| of.trim().parse::<usize>().ok().filter(|p| (1..=width).contains(p));
        for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let same = |heading: &str| heading.trim().eq_ignore_ascii_case(name);
            let heading = self.headings.as_ref().and_then(|h| h.iter().position(same));
            let (first, last) = name.split_once('-').unwrap_or((name, name));
            let places = place(first).zip(place(last)).map(|(first, last)| first - 1..last);
            let found = heading.map(|at| at..at + 1).or(places).filter(|found| !found.is_empty());
            let found = found.ok_or_else(|| {
                format!("{option}: there is no column `{name}`; there are {}", self.all())
            })?;
            for column in found {
                if columns.contains(&column) {
                    return Err(format!("{option} names {} twice", self.name(column)));
                }
                columns.push(column);
            }
        }
        if columns.is_empty() {
            return Err(format!("{option} names no column; there are {}", self.all()));
        }
        Ok(columns)
    }

    /// Columns whose heading has all words of one of these lists; of the first list that has any.
    pub(super) fn headed(&self, lists: &[&[&str]]) -> Vec<Column> {
        let Some(headings) = &self.headings else { return Vec::new() };
        let has = |words: &[&str]| -> Vec<Column> {
            let all = |heading: &str| words.iter().all(|w| heading.to_lowercase().contains(w));
            (0..headings.len()).filter(|c| headings.get(*c).is_some_and(all)).collect()
        };
        lists.iter().map(|words| has(words)).find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// The one run of columns side by side whose headings are alike but for the number; of so many, where that is known.
    pub(super) fn counted(&self, wanted: Option<usize>) -> Option<Vec<Column>> {
        let headings = self.headings.as_ref()?;
        let stem = |c: Column| {
            let heading = headings.get(c)?.trim();
            let stem = heading.trim_end_matches(|c: char| c.is_ascii_digit());
            (stem.len() < heading.len()).then(|| stem.trim())
        };
        let columns: Vec<Column> = (0..headings.len()).collect();
        let alike = |a: &Column, b: &Column| stem(*a).is_some() && stem(*a) == stem(*b);
        let fits = |run: &&[Column]| wanted.map_or(run.len() > 1, |wanted| run.len() == wanted);
        let mut runs = columns.chunk_by(alike).filter(|run| stem(run[0]).is_some()).filter(fits);
        runs.next().filter(|_| runs.next().is_none()).map(<[Column]>::to_vec)
    }

    /// The cells of a column in the rows that were looked at, those without anything left out.
    pub(super) fn cells(&self, column: Column) -> impl Iterator<Item = &str> {
        let cells = self.rows.iter().filter_map(move |(_, row)| row.get(column));
        cells.map(str::trim).filter(|cell| !cell.is_empty())
    }

    /// Whether a column goes up or down from each row to the next: it numbers them.
    pub(super) fn numbers_rows(&self, column: Column) -> bool {
        rises(&self.rows, column)
    }

    /// Refuses a column, or a word of the one column, that may number the rows, where all seem to be samples.
    pub(super) fn refuse_rising(&self, what: &str) -> Result<(), String> {
        let split = self.split_rows();
        let (width, rows) = match self.words() {
            0 => (self.width(), &self.rows),
            words => (words, &split),
        };
        if width < 2 {
            return Ok(());
        }
        let Some(at) = (0..width).find(|at| rises(rows, *at)) else { return Ok(()) };
        let places = |from: usize, to: usize| match to.checked_sub(from) {
            None => None,
            Some(0) => Some(from.to_string()),
            Some(_) => Some(format!("{from}-{to}")),
        };
        let others = [places(1, at), places(at + 2, width)].into_iter().flatten();
        let (place, column, others) = (&self.place, at + 1, others.collect::<Vec<_>>().join(","));
        Err(format!(
            "{place}: column {column} goes up or down from row to row: it may number the rows or be {what}; say \
             --columns {others} if it numbers them, or --columns 1-{width} if it does not"
        ))
    }

    /// How many words the one cell of every row has; 0 where rows have more cells, one word, or other numbers of words.
    fn words(&self) -> usize {
        let words = |(_, row): &Row| match row.len() {
            1 => row.iter().flat_map(str::split_whitespace).count(),
            _ => 0,
        };
        let mut all = self.rows.iter().map(words);
        let first = all.next().unwrap_or(0);
        if first > 1 && all.all(|words| words == first) { first } else { 0 }
    }

    fn split_rows(&self) -> Vec<Row> {
        let words = |row: &StringRecord| row.iter().flat_map(str::split_whitespace).collect();
        self.rows.iter().map(|(number, row)| (*number, words(row))).collect()
    }
}

fn rises(rows: &[Row], column: Column) -> bool {
    let number = |(_, row): &Row| row.get(column)?.trim().parse::<u64>().ok();
    let cells: Option<Vec<u64>> = rows.iter().map(number).collect();
    cells.is_some_and(|cells| {
        let goes_on = cells.is_sorted_by(|a, b| a < b) || cells.is_sorted_by(|a, b| a > b);
        cells.len() >= RISING_MIN && goes_on
    })
}

/// A row up to the remark that may end it.
fn without_remark(row: &StringRecord) -> StringRecord {
    let mut cells = StringRecord::new();
    for cell in row {
        let remark = cell.find('#').filter(|_| !feed::is_error(cell.as_bytes()));
        let (before, remark) = cell.split_at(remark.unwrap_or(cell.len()));
        cells.push_field(before);
        if !remark.is_empty() {
            break;
        }
    }
    cells
}

/// The words of a cell as the cells of a row.
fn in_words<'t>(cell: &'t [u8], spans: &'t mut Vec<(usize, usize)>) -> Fields<'t> {
    spans.clear();
    let mut from = 0;
    for word in cell.split(u8::is_ascii_whitespace) {
        if !word.is_empty() {
            spans.push((from, from + word.len()));
        }
        from += word.len() + 1;
    }
    Fields::new(cell, spans)
}
