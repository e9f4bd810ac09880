//! A stream of outcomes, in the order drawn: all cells of all rows, or those of some columns.

use super::feed::{Lot, Text};
use super::numbers::{Padding, is_digits, words};
use super::outcomes::Labels;
use super::table::{Column, Kind, Table, TableOptions};
use crate::journal::Export;
use feltproof_printable::shown;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Symbols that the tests can count: more would need tables that no memory holds.
const SYMBOLS_MAX: u64 = 65_536;

/// What a draw may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcomes {
    /// Whole numbers; how a number is written does not matter.
    Numbers(ValueRange),
    /// Labels, each as it is written.
    Labels(Labels),
}

/// The values a draw may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueRange {
    from: u64,
    symbols: u32,
}

impl ValueRange {
    /// Reads `1..52`, which is 1 to 52.
    ///
    /// # Errors
    /// What is no range, or has one value or more than 65,536.
    pub fn parse(text: &str) -> Result<Self, String> {
        let ends = text.split_once("..").map(|(a, b)| (a.trim().parse(), b.trim().parse()));
        let Some((Ok(from), Ok(to))) = ends else {
            return Err(format!("`{text}` is not a range such as 1..52, which is 1 to 52"));
        };
        let (from, to): (u64, u64) = (from, to);
        if to < from {
            return Err(format!("the range {text} ends before it begins; write {to}..{from}"));
        }
        let span = (to - from).checked_add(1).filter(|span| (2..=SYMBOLS_MAX).contains(span));
        let symbols = span.and_then(|span| u32::try_from(span).ok()).ok_or_else(|| {
            let remedy = "test raw words of a wider one as --bits";
            format!("the range {text} must have 2 to {SYMBOLS_MAX} values; {remedy}")
        })?;
        Ok(Self { from, symbols })
    }

    /// How many values.
    pub const fn symbols(self) -> u32 {
        self.symbols
    }

    /// The values, in order.
    pub fn values(self) -> impl Iterator<Item = u64> {
        (0..self.symbols).map(move |symbol| self.from + u64::from(symbol))
    }

    /// The place of a value.
    ///
    /// # Errors
    /// A sentence where it is outside.
    pub fn symbol(self, value: u64) -> Result<u32, String> {
        let symbol = value.checked_sub(self.from).and_then(|at| u32::try_from(at).ok());
        let symbol = symbol.filter(|symbol| *symbol < self.symbols);
        symbol.ok_or_else(|| self.outside(&value.to_string()))
    }

    fn outside(self, value: &str) -> String {
        let (value, from, to) = (shown(value), self.from, self.from + u64::from(self.symbols - 1));
        let remedy = "correct it, or say --range as the generator was set";
        format!("{value} is not in {from}..{to}; {remedy}")
    }
}

/// What the outcomes of a file are.
pub struct IntegerForm {
    /// Those there may be; labels that are not stated are found here once they are read.
    pub outcomes: Outcomes,
    /// Noughts before a number only fill it up.
    pub padded: bool,
    /// So many are read at most.
    pub limit: Option<u64>,
}

/// The outcomes of a lot up to the first wrong one, which is the error.
#[derive(Default)]
struct Part {
    symbols: Vec<u32>,
    /// Of labels, which the symbols are places in: each with its line and its place among the symbols.
    names: Vec<(String, u64, usize)>,
    padding: Padding,
    wrong: Option<String>,
    /// The first row that has another number of outcomes than of columns.
    uneven: Option<u64>,
}

/// Reads outcomes and gives their places to `take`, in order, with the names of the columns as long as every row has one
/// outcome in each of them; without names afterwards, and where there are none. Returns what there is to say of how they
/// were read.
///
/// # Errors
/// What is no whole number, or none of the outcomes, or can be read in two ways: one sentence with the row; none at all.
pub fn read_integers(
    export: Export<Text>,
    place: &str,
    form: &mut IntegerForm,
    options: &TableOptions,
    mut take: impl FnMut(&[u32], &[String]),
) -> Result<Vec<String>, String> {
    let (mut feed, mut table) = Table::of(export, place.to_owned(), options, Kind::Integers)?;
    let cells = Cells::of(&mut table, options, &form.outcomes)?;
    let mut names = cells.names(&table);
    let (mut taken, mut padding) = (0_u64, Padding::default());
    loop {
        let lots = feed.lots()?;
        let read = |lot: &Lot| part(&table, lot, &cells, &form.outcomes);
        let parts: Vec<Part> = lots.par_iter().map(read).collect();
        if parts.is_empty() {
            break;
        }
        for Part { mut symbols, names: labels_read, padding: more, wrong, uneven } in parts {
            if let Some(line) = uneven.filter(|_| names.len() > 1) {
                table.notes.push(format!(
                    "Row {line} has not one outcome in each of {} places; these are not tested one by one, nor against \
                     each other.",
                    names.len()
                ));
            }
            if uneven.is_some() {
                names.clear();
            }
            // A wrong number beyond the limit is no part of the stream.
            let room =
                form.limit.map(|limit| limit - taken).and_then(|room| usize::try_from(room).ok());
            symbols.truncate(room.unwrap_or(symbols.len()));
            if let Outcomes::Labels(labels) = &mut form.outcomes {
                in_their_places(&mut symbols, &labels_read, labels)
                    .map_err(|(line, what)| format!("{place}:{line}: {what}"))?;
            }
            take(&symbols, &names);
            taken += symbols.len() as u64;
            padding.join(&more, symbols.len());
            if !form.padded {
                padding.checked(
                    place,
                    "say --padded if noughts before a number only fill it up, or name the outcomes as they are \
                     written, as --outcomes 0,00,1..36",
                )?;
            }
            if form.limit == Some(taken) {
                return Ok(table.notes());
            }
            if let Some(wrong) = wrong {
                return Err(wrong);
            }
        }
    }
    if taken == 0 {
        return Err(format!("{place} holds no outcome"));
    }
    Ok(table.notes())
}

/// Symbols that are places among the names of a part, as places among all labels.
fn in_their_places(
    symbols: &mut [u32],
    names: &[(String, u64, usize)],
    labels: &mut Labels,
) -> Result<(), (u64, String)> {
    let within = names.iter().take_while(|(_, _, at)| *at < symbols.len());
    let place =
        |(name, line, _): &(String, u64, usize)| labels.place(name).map_err(|what| (*line, what));
    let places: Vec<u32> = within.map(place).collect::<Result<_, _>>()?;
    symbols.iter_mut().for_each(|symbol| *symbol = places[*symbol as usize]);
    Ok(())
}

fn part(table: &Table, lot: &Lot, cells: &Cells, outcomes: &Outcomes) -> Part {
    let mut part = Part::default();
    let mut known = BTreeMap::new();
    let outcome = table.each(lot, |line, row| {
        let before = part.symbols.len();
        table.each_cell(row, cells.columns.as_deref(), |cell| match outcomes {
            Outcomes::Numbers(range) => cells.each_number(cell, |token| {
                if !is_digits(token) {
                    return Err(format!("`{}` is not an integer of 0 or more", shown(token)));
                }
                part.padding.see(token, line, part.symbols.len());
                // A number that no word holds is in no range either.
                let value = token.parse::<u64>().map_err(|_| range.outside(token))?;
                part.symbols.push(range.symbol(value)?);
                Ok(())
            }),
            Outcomes::Labels(labels) => {
                for name in labels.of_cell(cell, cells.columns.is_some()) {
                    let at = known.get(name).copied().unwrap_or(part.names.len());
                    if at == part.names.len() {
                        known.insert(name.to_owned(), at);
                        part.names.push((name.to_owned(), line, part.symbols.len()));
                    }
                    part.symbols.push(u32::try_from(at).map_err(|e| e.to_string())?);
                }
                Ok(())
            }
        })?;
        let found = part.symbols.len() - before;
        if cells.outcomes().is_some_and(|outcomes| outcomes != found) {
            part.uneven.get_or_insert(line);
        }
        Ok(true)
    });
    part.wrong = outcome.err();
    part
}

/// The cells that hold the outcomes.
struct Cells {
    /// None: all cells of all rows.
    columns: Option<Vec<Column>>,
    joined: Option<Joined>,
}

/// Cells that hold so many numbers, with this between two of them.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Joined {
    by: char,
    numbers: usize,
}

impl Joined {
    fn of(cell: &str) -> Option<Self> {
        let by = cell.chars().find(|c| matches!(c, '-' | '/' | '+'))?;
        let is_number = |number: &str| !number.is_empty() && is_digits(number);
        let numbers = cell.split(by).count();
        cell.split(by).map(str::trim).all(is_number).then_some(Self { by, numbers })
    }
}

impl Cells {
    fn of(table: &mut Table, options: &TableOptions, outcomes: &Outcomes) -> Result<Self, String> {
        let columns = columns(table, options, outcomes)?;
        let is_joined = options.columns.is_some() && matches!(outcomes, Outcomes::Numbers(_));
        let cells = columns.iter().flatten().flat_map(|column| table.cells(*column));
        let all: Vec<Option<Joined>> = cells.map(Joined::of).collect();
        let joined = all.first().copied().flatten();
        // A wrong cell in a few rows is said with its row.
        let are_most = || all.iter().filter(|one| **one == joined).count() * 2 > all.len();
        let joined = joined.filter(|_| is_joined && are_most());
        if let Some(Joined { by, numbers }) = joined {
            table.notes.push(format!("A cell holds {numbers} numbers, with `{by}` between them."));
        }
        Ok(Self { columns, joined })
    }

    /// Numbers of a cell.
    fn in_a_cell(&self) -> usize {
        self.joined.map_or(1, |joined| joined.numbers)
    }

    /// Outcomes of a row, where only some columns hold any.
    fn outcomes(&self) -> Option<usize> {
        Some(self.columns.as_ref()?.len() * self.in_a_cell())
    }

    /// The names of the places of a row that hold an outcome.
    fn names(&self, table: &Table) -> Vec<String> {
        let of_column = |column: &Column| {
            let name = table.name(*column);
            let name = if name.starts_with('`') { format!("column {name}") } else { name };
            match self.joined {
                None => vec![name],
                Some(joined) => {
                    (1..=joined.numbers).map(|at| format!("number {at} of {name}")).collect()
                }
            }
        };
        self.columns.iter().flatten().flat_map(of_column).collect()
    }

    /// Hands over the numbers of a cell, as they are written.
    fn each_number(
        &self,
        cell: &str,
        take: impl FnMut(&str) -> Result<(), String>,
    ) -> Result<(), String> {
        let Some(joined) = self.joined else { return words(cell).try_for_each(take) };
        if Joined::of(cell) != Some(joined) {
            let (Joined { by, numbers }, cell) = (joined, shown(cell));
            return Err(format!(
                "`{cell}` is not {numbers} numbers with `{by}` between them, as the others are"
            ));
        }
        cell.split(joined.by).map(str::trim).try_for_each(take)
    }
}

/// The columns that hold the outcomes; none: all cells of all rows do.
fn columns(
    table: &mut Table,
    options: &TableOptions,
    outcomes: &Outcomes,
) -> Result<Option<Vec<Column>>, String> {
    let is_one = |cell: &str| match outcomes {
        Outcomes::Numbers(_) => words(cell).all(is_digits),
        Outcomes::Labels(labels) => labels.of_cell(cell, true).all(|name| labels.may_be(name)),
    };
    refuse_heading(table, options, outcomes)?;
    let (chosen, how) = match &options.columns {
        Some(text) => (table.named(text, "--columns")?, "as --columns says"),
        None => {
            let mostly = |column: &Column| {
                let cells = table.cells(*column).count();
                table.cells(*column).filter(|cell| !is_one(cell)).count() * 2 < cells
            };
            let width = table.width();
            let found: Vec<Column> = (0..width).filter(mostly).collect();
            if table.headings.is_none() && (found.is_empty() || found.len() == width) {
                table.refuse_rising("a number that was drawn")?;
                return Ok(None);
            }
            let is_one = |found: &Vec<Column>| matches!(found[..], [column] if width == 1 || !table.numbers_rows(column));
            let one = Some(found).filter(is_one);
            let found = one.or_else(|| table.counted(None)).ok_or_else(|| {
                let remedy = "say --columns with their headings or places";
                let (place, all) = (&table.place, table.all());
                format!("{place}: which columns hold the numbers is not plain: {remedy}; there are {all}")
            })?;
            (found, "by what stands in them; --columns names others")
        }
    };
    table.notes.push(format!("Outcomes are read from {} ({how}).", table.name_all(&chosen)));
    table.notes.extend(table.left_out(&chosen));
    Ok(Some(chosen))
}

/// A first row of labels is a record.
fn refuse_heading(
    table: &Table,
    options: &TableOptions,
    outcomes: &Outcomes,
) -> Result<(), String> {
    let (Outcomes::Labels(labels), Some(headings), None) =
        (outcomes, &table.headings, options.header_row)
    else {
        return Ok(());
    };
    let comes_again = |at: usize, name: &str| table.cells(at).any(|cell| cell == name);
    let is_label = |(at, name): &(usize, &str)| {
        labels.is_stated() && labels.may_be(name) || comes_again(*at, name)
    };
    let Some((_, name)) = headings.iter().map(str::trim).enumerate().find(is_label) else {
        return Ok(());
    };
    let (place, row) = (&table.place, table.heading_row);
    Err(format!(
        "{place}:{row}: `{}` may be an outcome or name a column; say --header-row with the row that names the columns, or \
         --header-row 0 if none does",
        shown(name)
    ))
}
