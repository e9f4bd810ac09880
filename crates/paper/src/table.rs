//! Tables: each column once with its head, its kind and its value, whichever outputs show it.

use crate::cell::{Anchor, Cell, Tone, Value};
use crate::column::Column;
use crate::outputs::Outputs;
use crate::print::grouped;

/// A row.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// A cell for each column.
    pub cells: Vec<Cell>,
    /// What stands below the cells on paper.
    pub notes: Vec<(Tone, String)>,
    /// It is a sum of others.
    pub is_total: bool,
    /// What leads here.
    pub at: Option<Anchor>,
    /// What a page filters by; empty where it does not.
    pub result: &'static str,
}

/// A sheet of a workbook.
#[derive(Clone, Copy, Debug)]
pub struct Sheet {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub about: &'static str,
}

/// A table.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Its name within a page; empty for none.
    pub id: &'static str,
    /// Its title.
    pub caption: &'static str,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Row>,
    /// The sheet that it is in a workbook.
    pub sheet: Option<Sheet>,
    /// Below which column the notes of a row begin on paper.
    pub notes_from: usize,
    /// Whether two rows stand side by side on paper.
    pub is_twofold: bool,
    /// The column whose values stand on paper as titles over the rows that share them.
    pub band_by: Option<usize>,
    /// Rows that an output has at most.
    most: Vec<(Outputs, usize)>,
    /// The words before the sums, and where they are shown.
    total: Option<(&'static str, Outputs)>,
}

impl Table {
    /// A table with a row for each item.
    pub fn of<T>(
        id: &'static str,
        caption: &'static str,
        items: impl IntoIterator<Item = T>,
    ) -> Over<T> {
        let items: Vec<T> = items.into_iter().collect();
        let rows = vec![Row::default(); items.len()];
        Over { items, table: Self { id, caption, rows, ..Self::default() } }
    }

    /// In a workbook it is a sheet of this name, which holds that.
    pub fn sheet(mut self, name: &'static str, about: &'static str) -> Self {
        self.sheet = Some(Sheet { name, about });
        self
    }

    /// The notes of its rows begin below this column.
    pub(crate) fn notes_from(mut self, column: usize) -> Self {
        self.notes_from = column;
        self
    }

    /// On paper the values of the column of this key are titles over the rows that share them.
    pub(crate) fn banded(mut self, key: &str) -> Self {
        self.band_by = Some(self.place(key));
        self
    }

    /// On paper two rows stand side by side.
    pub(crate) fn twofold(mut self) -> Self {
        self.is_twofold = true;
        self
    }

    /// These outputs have so many of its rows at most.
    pub fn most(mut self, outputs: Outputs, rows: usize) -> Self {
        self.most.push((outputs, rows));
        self
    }

    /// The sums of its columns stand below it in these outputs, after these words.
    pub fn total(mut self, words: &'static str, outputs: Outputs) -> Self {
        self.total = Some((words, outputs));
        self
    }

    /// The columns that an output shows, each with its place.
    pub fn columns_in(&self, output: Outputs) -> impl Iterator<Item = (usize, &Column)> {
        self.columns.iter().enumerate().filter(move |(_, column)| column.shown.has(output))
    }

    /// The rows that an output has.
    pub fn rows_in(&self, output: Outputs) -> &[Row] {
        let most = self.most.iter().filter(|(of, _)| of.has(output)).map(|(_, rows)| *rows).min();
        let most = most.unwrap_or(self.rows.len()).min(self.rows.len());
        self.rows.get(..most).unwrap_or_default()
    }

    /// What an output leaves out, as a sentence.
    pub fn left_out(&self, output: Outputs) -> Option<String> {
        let [some, all] = [self.rows_in(output), &self.rows].map(|rows| rows.len() as u64);
        let whole = if self.sheet.is_some() { "the workbook" } else { "report.json" };
        let said = || format!("The first {} of {}; {whole} has all.", grouped(some), grouped(all));
        (some < all).then(said)
    }

    /// The row of sums that an output shows: of all rows, whether it shows them or not.
    pub fn sums_in(&self, output: Outputs) -> Option<Row> {
        let (words, _) = self.total.filter(|(_, outputs)| outputs.has(output))?;
        let sum = |at: usize| -> i128 {
            let values = self.rows.iter().filter_map(|row| row.cells.get(at));
            let amounts = values.map(|cell| match cell.value {
                Value::Money(micros) => micros,
                Value::Count(number) => number.into(),
                _ => 0,
            });
            amounts.sum()
        };
        let first = self.columns_in(output).next().map(|(at, _)| at);
        let cells = self.columns.iter().enumerate().map(|(at, column)| match column.adds_up {
            true if column.kind.is_money() => Cell::money(sum(at)),
            true => u64::try_from(sum(at)).map_or_else(|_| sum(at).to_string().into(), Cell::from),
            false if Some(at) == first => words.into(),
            false => Cell::default(),
        });
        Some(Row { cells: cells.collect(), is_total: true, ..Row::default() })
    }

    /// The place of the column that formulas call so.
    pub fn place(&self, key: &str) -> usize {
        let place = self.columns.iter().position(|column| column.key == key);
        place.unwrap_or_else(|| panic!("{} has no column {key}", self.caption))
    }
}

/// A table in the making, each column with the value that it has of an item.
pub struct Over<T> {
    items: Vec<T>,
    table: Table,
}

impl<T> Over<T> {
    /// A column, with what stands in it.
    pub fn column<C: Into<Cell>>(mut self, column: Column, of: impl Fn(&T) -> C) -> Self {
        for (row, item) in self.table.rows.iter_mut().zip(&self.items) {
            row.cells.push(of(item).into());
        }
        self.table.columns.push(column);
        self
    }

    /// A column of amounts that come from others: keys with signs between them.
    pub fn sum(mut self, column: Column, is: &'static str) -> Self {
        let column = column.follows(is);
        let terms =
            column.terms().into_iter().map(|(is_taken, key)| (is_taken, self.table.place(key)));
        let terms: Vec<(bool, usize)> = terms.collect();
        for row in &mut self.table.rows {
            let amounts = terms.iter().map(|(is_taken, at)| match row.cells.get(*at)?.value {
                Value::Money(micros) => Some(if *is_taken { -micros } else { micros }),
                _ => None,
            });
            let sum: Option<i128> = amounts.sum();
            row.cells.push(sum.map_or_else(Cell::default, Cell::money));
        }
        self.table.columns.push(column);
        self
    }

    /// What else a row has.
    pub fn each(mut self, of: impl Fn(&T, &mut Row)) -> Self {
        self.table.rows.iter_mut().zip(&self.items).for_each(|(row, item)| of(item, row));
        self
    }

    /// The table.
    pub fn done(self) -> Table {
        self.table
    }
}
