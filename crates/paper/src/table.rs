//! Tables: each column once with its head, its kind and its value, whichever outputs show it.

use crate::cell::{Anchor, Cell, Tone, Value};
use crate::clock::Clock;
use crate::outputs::Outputs;
use crate::words::grouped;

/// What the values of a column are, which says how each output sets them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Sentences that go on over several lines.
    Prose,
    /// A short text; in a workbook a number where it is one, so that it sorts as such.
    Name,
    /// A code or a citation.
    Code,
    /// A file or a digest, in letters of one width.
    File,
    /// A number of things.
    Count,
    /// Digits as they are printed.
    Digits,
    /// An amount.
    Money,
    /// An amount with its sign.
    Signed,
    /// A part of a whole.
    Rate,
    /// A day.
    Day,
    /// A point in time.
    Time,
    /// A line of a file.
    Line,
}

impl Kind {
    /// Whether it is set to the right.
    pub const fn is_number(self) -> bool {
        matches!(self, Self::Count | Self::Digits | Self::Money | Self::Signed | Self::Rate)
    }

    /// Whether it is an amount, whose points stand below one another.
    pub const fn is_money(self) -> bool {
        matches!(self, Self::Money | Self::Signed)
    }
}

/// How a column stands on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Print {
    /// As wide as its widest cell, up to so many points.
    Fit(u16),
    /// So many tenths of a share of what the fitted columns leave.
    Share(u16),
    /// Not as a column: below the cells of its row, after these words.
    Note(&'static str),
}

/// A column.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// What formulas call it.
    pub key: &'static str,
    /// Its head.
    pub head: &'static str,
    /// What its values are.
    pub kind: Kind,
    /// How it stands on paper.
    pub print: Print,
    /// Characters that it is wide in a workbook.
    pub wide: u16,
    /// Which outputs show it.
    pub shown: Outputs,
    /// Whether its values are added up.
    pub adds_up: bool,
    /// What its amount comes from, as a workbook follows it: keys with signs between them; empty where from none.
    pub is: &'static str,
    /// The tones of a value that is nothing, and of any other.
    pub tones: [Tone; 2],
    /// Whether an amount is read to the cent: what is expected has more digits than anybody pays.
    pub is_to_cents: bool,
}

impl Column {
    const fn new(head: &'static str, kind: Kind, print: Print, wide: u16) -> Self {
        let (shown, tones) = (Outputs::ALL, [Tone::Plain; 2]);
        Self {
            key: "",
            head,
            kind,
            print,
            wide,
            shown,
            adds_up: false,
            is: "",
            tones,
            is_to_cents: false,
        }
    }

    /// Sentences.
    pub const fn prose(head: &'static str) -> Self {
        Self::new(head, Kind::Prose, Print::Share(10), 40)
    }

    /// A short text.
    pub const fn name(head: &'static str) -> Self {
        Self::new(head, Kind::Name, Print::Fit(90), 14)
    }

    /// A code.
    pub const fn code(head: &'static str) -> Self {
        Self::new(head, Kind::Code, Print::Fit(70), 10)
    }

    /// A file or a digest.
    pub const fn file(head: &'static str) -> Self {
        Self::new(head, Kind::File, Print::Share(10), 34)
    }

    /// A number of things.
    pub const fn count(head: &'static str) -> Self {
        Self::new(head, Kind::Count, Print::Fit(80), 11)
    }

    /// Digits as they are printed.
    pub const fn digits(head: &'static str) -> Self {
        Self::new(head, Kind::Digits, Print::Fit(80), 12)
    }

    /// An amount.
    pub const fn money(head: &'static str) -> Self {
        Self::new(head, Kind::Money, Print::Fit(110), 14)
    }

    /// An amount with its sign.
    pub const fn signed(head: &'static str) -> Self {
        Self { kind: Kind::Signed, ..Self::money(head) }
    }

    /// A part of a whole.
    pub const fn rate(head: &'static str) -> Self {
        Self::new(head, Kind::Rate, Print::Fit(80), 10)
    }

    /// A day.
    pub const fn day(head: &'static str) -> Self {
        Self::new(head, Kind::Day, Print::Fit(60), 11)
    }

    /// A point in time.
    pub const fn time(head: &'static str) -> Self {
        Self::new(head, Kind::Time, Print::Fit(76), 22)
    }

    /// A line of a file.
    pub const fn line(head: &'static str) -> Self {
        Self::new(head, Kind::Line, Print::Fit(110), 18)
    }

    /// Formulas call it so.
    pub const fn key(self, key: &'static str) -> Self {
        Self { key, ..self }
    }

    /// On paper as wide as its widest cell, up to so many points.
    pub const fn fit(self, points: u16) -> Self {
        Self { print: Print::Fit(points), ..self }
    }

    /// On paper so many tenths of a share.
    pub const fn share(self, tenths: u16) -> Self {
        Self { print: Print::Share(tenths), ..self }
    }

    /// On paper below the cells, after these words.
    pub const fn note(self, words: &'static str) -> Self {
        Self { print: Print::Note(words), ..self }
    }

    /// So many characters wide in a workbook.
    pub const fn wide(self, wide: u16) -> Self {
        Self { wide, ..self }
    }

    /// Shown in these outputs alone.
    pub const fn only(self, shown: Outputs) -> Self {
        Self { shown, ..self }
    }

    /// Not shown in these outputs.
    pub const fn not(self, in_these: Outputs) -> Self {
        Self { shown: self.shown.without(in_these), ..self }
    }

    /// Its values are added up.
    pub const fn summed(self) -> Self {
        Self { adds_up: true, ..self }
    }

    /// Its amounts are read to the cent; a workbook keeps all digits.
    pub const fn to_cents(self) -> Self {
        Self { is_to_cents: true, ..self }
    }

    /// The tone of a value that is nothing, and that of any other.
    pub const fn tones(self, nothing: Tone, other: Tone) -> Self {
        Self { tones: [nothing, other], ..self }
    }

    /// The keys that its amount comes from, each with whether it is taken away.
    pub fn terms(&self) -> Vec<(bool, &'static str)> {
        let mut is_taken = false;
        let term = |word| match word {
            "+" | "-" => {
                is_taken = word == "-";
                None
            }
            key => Some((is_taken, key)),
        };
        self.is.split_whitespace().filter_map(term).collect()
    }

    /// A value of this column as it is read.
    pub fn text(&self, cell: &Cell, clock: &Clock) -> String {
        let is_signed = self.kind == Kind::Signed;
        match &cell.value {
            Value::Empty if self.says_none() => "-".to_owned(),
            Value::Money(micros) if self.is_to_cents => {
                Value::Money(to_cents(*micros)).text(is_signed, clock)
            }
            value => value.text(is_signed, clock),
        }
    }

    /// Whether a dash stands where there is no value.
    const fn says_none(&self) -> bool {
        matches!(self.kind, Kind::Digits | Kind::Money | Kind::Signed | Kind::Rate)
    }

    /// How much a value of this column matters.
    pub const fn tone(&self, cell: &Cell) -> Tone {
        match (cell.tone, &cell.value) {
            (Tone::Plain, Value::Empty) => Tone::Quiet,
            (Tone::Plain, value) if value.is_zero() => self.tones[0],
            (Tone::Plain, _) => self.tones[1],
            (own, _) => own,
        }
    }
}

/// Rounded to the cent, half away from zero.
pub(crate) const fn to_cents(micros: i128) -> i128 {
    const CENT: i128 = 10_000;
    let up = if micros < 0 { -CENT / 2 } else { CENT / 2 };
    (micros + up) / CENT * CENT
}

/// A row.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// A cell for each column.
    pub cells: Vec<Cell>,
    /// A title over the rows that follow, in place of cells.
    pub band: Option<String>,
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
#[derive(Clone, Debug)]
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
    /// A table without columns or rows.
    pub const fn new(id: &'static str, caption: &'static str) -> Self {
        Self {
            id,
            caption,
            columns: Vec::new(),
            rows: Vec::new(),
            sheet: None,
            notes_from: 0,
            is_twofold: false,
            band_by: None,
            most: Vec::new(),
            total: None,
        }
    }

    /// A table with a row for each item.
    pub fn of<T>(
        id: &'static str,
        caption: &'static str,
        items: impl IntoIterator<Item = T>,
    ) -> Over<T> {
        let items: Vec<T> = items.into_iter().collect();
        let rows = items.iter().map(|_| Row::default()).collect();
        Over { items, table: Self { rows, ..Self::new(id, caption) } }
    }

    /// In a workbook it is a sheet of this name, which holds that.
    pub fn sheet(mut self, name: &'static str, about: &'static str) -> Self {
        self.sheet = Some(Sheet { name, about });
        self
    }

    /// The notes of its rows begin below this column.
    pub fn notes_from(mut self, column: usize) -> Self {
        self.notes_from = column;
        self
    }

    /// On paper the values of the column of this key are titles over the rows that share them.
    pub fn banded(mut self, key: &str) -> Self {
        self.band_by = Some(self.place(key));
        self
    }

    /// On paper two rows stand side by side.
    pub fn twofold(mut self) -> Self {
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

    /// A row of its own.
    pub fn push(&mut self, row: Row) {
        assert!(
            row.band.is_some() || row.cells.len() == self.columns.len(),
            "a row of {} has {} cells for {} columns",
            self.caption,
            row.cells.len(),
            self.columns.len()
        );
        self.rows.push(row);
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
        let (some, all) = (self.rows_in(output).len(), self.rows.len());
        let whole = if self.sheet.is_some() { "the workbook" } else { "report.json" };
        (some < all)
            .then(|| format!("The first {} of {}; {whole} has all.", number(some), number(all)))
    }

    /// The row of sums that an output shows: of all rows, whether it shows them or not.
    pub fn sums_in(&self, output: Outputs) -> Option<Row> {
        let (words, _) = self.total.filter(|(_, outputs)| outputs.has(output))?;
        let sum = |at: usize| {
            let cells = || self.rows.iter().filter_map(move |row| row.cells.get(at));
            let is_money = self.columns.get(at).is_some_and(|column| column.kind.is_money());
            let micros = cells().map(|cell| match cell.value {
                Value::Money(micros) => micros,
                _ => 0,
            });
            let counts = cells().map(|cell| match cell.value {
                Value::Count(number) => u128::from(number),
                _ => 0,
            });
            if is_money {
                return Cell::money(micros.sum::<i128>());
            }
            let count: u128 = counts.sum();
            u64::try_from(count).map_or_else(|_| count.to_string().into(), Cell::from)
        };
        let first = self.columns_in(output).next().map(|(at, _)| at);
        let cells = self.columns.iter().enumerate().map(|(at, column)| match column.adds_up {
            true => sum(at),
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

fn number(of: usize) -> String {
    grouped(of as u64)
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
        let column = Column { is, ..column };
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

/// A row of values, and of cells with a look of their own.
#[macro_export]
macro_rules! row {
    ($($cell:expr),* $(,)?) => {
        $crate::Row { cells: vec![$($crate::Cell::from($cell)),*], ..$crate::Row::default() }
    };
}
