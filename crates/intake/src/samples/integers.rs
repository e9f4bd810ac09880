//! A stream of whole numbers, in the order drawn: all cells of all rows, or those of some columns.

use super::feed::{self, Lot, Text};
use super::numbers::{Padding, excerpt, is_between};
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
        match span.and_then(|span| u32::try_from(span).ok()) {
            Some(symbols) => Ok(Self { from, symbols }),
            None => Err(format!(
                "the range {text} must have 2 to {SYMBOLS_MAX} values; test raw words of a wider one as --bits"
            )),
        }
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
        symbol
            .filter(|symbol| *symbol < self.symbols)
            .ok_or_else(|| self.outside(&value.to_string()))
    }

    fn outside(self, value: &str) -> String {
        format!(
            "{} is not in {}..{}; correct it, or say --range as the generator was set",
            excerpt(value),
            self.from,
            self.from + u64::from(self.symbols - 1)
        )
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
    let has_remarks = columns.is_none() && table.is_text;
    let outcome = table.each(lot, |line, row| {
        let every = 0..columns.map_or(row.count(), <[Column]>::len);
        for at in every.map(|at| columns.map_or(at, |columns| columns[at])) {
            let text = feed::text(row.get(at))?;
            let remark = text.find('#').filter(|_| has_remarks);
            let cell = text.get(..remark.unwrap_or(text.len())).unwrap_or_default();
            for token in cell.split(is_between).filter(|token| !token.is_empty()) {
                if !token.bytes().all(|b| b.is_ascii_digit()) {
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
            if remark.is_some() {
                break;
            }
        }
        Ok(true)
    });
    Part { symbols, padding, wrong: outcome.err() }
}

/// The columns that hold the numbers; none: all cells of all rows do.
fn columns(table: &mut Table, options: &TableOptions) -> Result<Option<Vec<Column>>, String> {
    let is_numbers = |cell: &str| {
        let mut words = cell.split(is_between).filter(|word| !word.is_empty());
        words.all(|word| word.bytes().all(|b| b.is_ascii_digit()))
    };
    let (chosen, how) = match &options.columns {
        Some(text) => (table.named(text, "--columns")?, "as --columns says"),
        None => {
            let mostly = |column: &Column| {
                let (cells, wrong) = table.cells(*column).fold((0, 0), |(cells, wrong), cell| {
                    (cells + 1, wrong + usize::from(!is_numbers(cell)))
                });
                wrong * 2 < cells
            };
            let width = table.width();
            let found: Vec<Column> = (0..width).filter(mostly).collect();
            if table.headings.is_none() && (found.is_empty() || found.len() == width) {
                table.refuse_rising("a number that was drawn")?;
                return Ok(None);
            }
            let one = Some(found).filter(|found| found.len() == 1);
            let found = one.or_else(|| table.counted(None)).ok_or_else(|| {
                format!(
                    "{}: which columns hold the numbers is not plain: say --columns with their headings or places; there are {}",
                    table.place,
                    table.all()
                )
            })?;
            (found, "by what stands in them; --columns names others")
        }
    };
    table.notes.push(format!("Numbers are read from {} ({how}).", table.name_all(&chosen)));
    table.notes.extend(table.left_out(&chosen));
    Ok(Some(chosen))
}
