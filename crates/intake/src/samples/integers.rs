//! A stream of whole numbers, in the order drawn: all cells of all rows, or those of some columns.

use super::feed::{Lot, Text};
use super::numbers::{Padding, excerpt, is_digits, words};
use super::table::{Column, Kind, Table, TableOptions};
use crate::journal::Export;
use rayon::prelude::*;

/// Symbols that the tests can count: more would need tables that no memory holds.
const SYMBOLS_MAX: u64 = 65_536;

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
        let (value, from, to) =
            (excerpt(value), self.from, self.from + u64::from(self.symbols - 1));
        let remedy = "correct it, or say --range as the generator was set";
        format!("{value} is not in {from}..{to}; {remedy}")
    }
}

/// What the numbers of a file are.
pub struct IntegerForm {
    /// The values they may have.
    pub range: ValueRange,
    /// What `00` is, where that is stated.
    pub double_zero: Option<u64>,
    /// So many are read at most.
    pub limit: Option<u64>,
}

/// The numbers of a lot up to the first wrong one, which is the error.
struct Part {
    symbols: Vec<u32>,
    padding: Padding,
    wrong: Option<String>,
}

/// Reads numbers and gives them to `take`, in order. Returns what there is to say of how they were read.
///
/// # Errors
/// What is no whole number, or out of the range, or can be read in two ways: one sentence with the row; none at all.
pub fn read_integers(
    export: Export<Text>,
    place: &str,
    form: &IntegerForm,
    options: &TableOptions,
    mut take: impl FnMut(&[u32]),
) -> Result<Vec<String>, String> {
    let (mut feed, mut table) = Table::of(export, place.to_owned(), options, Kind::Integers)?;
    let zeros = form.double_zero.map(|value| form.range.symbol(value)).transpose();
    let zeros = zeros.map_err(|what| format!("--double-zero {what}"))?;
    let columns = columns(&mut table, options)?;
    let (mut taken, mut padding) = (0_u64, Padding::default());
    loop {
        let lots = feed.lots()?;
        let read = |lot: &Lot| part(&table, lot, columns.as_deref(), form.range, zeros);
        let parts: Vec<Part> = lots.par_iter().map(read).collect();
        if parts.is_empty() {
            break;
        }
        for Part { symbols, padding: more, wrong } in parts {
            // A wrong number beyond the limit is no part of the stream.
            let room =
                form.limit.map(|limit| limit - taken).and_then(|room| usize::try_from(room).ok());
            let some = room.map_or(symbols.len(), |room| room.min(symbols.len()));
            take(&symbols[..some]);
            taken += some as u64;
            padding.join(&more, some);
            padding.checked(
                place,
                "say --double-zero 0 if it is 0, or --double-zero and the number that stands for it, as --double-zero 37 \
                 --range 0..37 for roulette",
            )?;
            if form.limit == Some(taken) {
                return Ok(table.notes());
            }
            if let Some(wrong) = wrong {
                return Err(wrong);
            }
        }
    }
    if taken == 0 {
        return Err(format!("{place} holds no integer"));
    }
    Ok(table.notes())
}

fn part(
    table: &Table,
    lot: &Lot,
    columns: Option<&[Column]>,
    range: ValueRange,
    zeros: Option<u32>,
) -> Part {
    let (mut symbols, mut padding) = (Vec::new(), Padding::default());
    let outcome = table.each(lot, |line, row| {
        table.each_cell(row, columns, |cell| {
            for token in words(cell) {
                if !is_digits(token) {
                    return Err(format!("`{}` is not an integer of 0 or more", excerpt(token)));
                }
                let symbol = match zeros.filter(|_| token == "00") {
                    Some(zeros) => zeros,
                    None => {
                        padding.see(token, line, symbols.len());
                        // A number that no word holds is in no range either.
                        let value = token.parse::<u64>().map_err(|_| range.outside(token))?;
                        range.symbol(value)?
                    }
                };
                symbols.push(symbol);
            }
            Ok(())
        })?;
        Ok(true)
    });
    Part { symbols, padding, wrong: outcome.err() }
}

/// The columns that hold the numbers; none: all cells of all rows do.
fn columns(table: &mut Table, options: &TableOptions) -> Result<Option<Vec<Column>>, String> {
    let is_numbers = |cell: &str| words(cell).all(is_digits);
    let (chosen, how) = match &options.columns {
        Some(text) => (table.named(text, "--columns")?, "as --columns says"),
        None => {
            let mostly = |column: &Column| {
                let cells = table.cells(*column).count();
                table.cells(*column).filter(|cell| !is_numbers(cell)).count() * 2 < cells
            };
            let width = table.width();
            let found: Vec<Column> = (0..width).filter(mostly).collect();
            if table.headings.is_none() && (found.is_empty() || found.len() == width) {
                table.refuse_rising("a number that was drawn")?;
                return Ok(None);
            }
            let one = Some(found).filter(|found| found.len() == 1);
            let found = one.or_else(|| table.counted(None)).ok_or_else(|| {
                let remedy = "say --columns with their headings or places";
                let (place, all) = (&table.place, table.all());
                format!("{place}: which columns hold the numbers is not plain: {remedy}; there are {all}")
            })?;
            (found, "by what stands in them; --columns names others")
        }
    };
    table.notes.push(format!("Numbers are read from {} ({how}).", table.name_all(&chosen)));
    table.notes.extend(table.left_out(&chosen));
    Ok(Some(chosen))
}
