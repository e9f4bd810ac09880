//! Which columns of an export are filled from which row to which: where one column of money ends as another begins that
//! nothing is taken from, exports with other names were joined, and every amount of the second part would be read as none.

use crate::profile::{Plan, trimmed};
use feltproof_sheets::Fields;

/// So many amounts of either column show it.
const AMOUNTS_MIN: u64 = 30;
/// One row in so many must have an amount, before and behind.
const FILLED_ONE_IN: u64 = 5;
/// The one ends and the other begins within so many rows, and one row in so many.
const APART: u64 = 20;
const APART_ONE_IN: u64 = 20;

/// The rows in which a column has something.
#[derive(Clone, Debug, Default)]
struct Column {
    first: u64,
    last: u64,
    count: u64,
    /// It may be amounts: nothing in it is a word.
    has_words: bool,
}

/// The columns of a file, in order.
#[derive(Debug, Default)]
pub(super) struct Filled(Vec<Column>);

impl Filled {
    #[inline]
    pub(super) fn row(&mut self, line: u64, row: Fields<'_>) {
        if self.0.len() < row.count() {
            self.0.resize_with(row.count(), Column::default);
        }
        for (at, column) in self.0.iter_mut().enumerate() {
            let cell = row.get(at);
            if !cell.is_empty() {
                column.last = line;
                column.count += 1;
                if column.count <= AMOUNTS_MIN {
                    column.note(line, cell);
                }
            }
        }
    }

    /// Takes in what follows in the file.
    pub(super) fn join(&mut self, later: Self) {
        if self.0.len() < later.0.len() {
            self.0.resize_with(later.0.len(), Column::default);
        }
        for (column, later) in self.0.iter_mut().zip(later.0) {
            if later.count > 0 {
                let first = if column.count > 0 { column.first } else { later.first };
                let (count, has_words) =
                    (column.count + later.count, column.has_words || later.has_words);
                *column = Column { first, last: later.last, count, has_words };
            }
        }
    }

    /// Why the file holds two layouts: a column of money goes on in one that is not read.
    pub(super) fn two_layouts(&self, plan: &Plan) -> Option<String> {
        let filled = || self.0.iter().filter(|column| column.count > 0);
        let first = filled().map(|column| column.first).min()?;
        let last = filled().map(|column| column.last).max()?;
        let is_dense = |column: &Column, rows: u64| {
            column.count >= AMOUNTS_MIN && column.count * FILLED_ONE_IN >= rows
        };
        let goes_on = |one: &Column, other: &Column| {
            one.last < other.first
                && other.first - one.last <= APART + (last - first) / APART_ONE_IN
                && is_dense(one, one.last + 1 - first)
                && is_dense(other, last + 1 - other.first)
                && !other.has_words
        };
        let money = plan.money_places();
        for (target, place) in money {
            let Some(one) = self.0.get(place) else { continue };
            for other_place in plan.unread_places() {
                let Some(other) = self.0.get(other_place).filter(|other| goes_on(one, other))
                else {
                    continue;
                };
                let [own, next] = [place, other_place].map(|at| plan.named(at));
                let (row, above) = (other.first, other.first - 1);
                return Some(format!(
                    "from row {row} on the column {next} is filled, from which nothing is taken, and {own} is no more, as where \
                     exports with other names were joined: amounts there would be read as none. If the two are one column, write \
                     `{target} = [{own}, {next}]` in [columns]; if not, name the file in two [[journal]], each with a profile of its \
                     own, the first with `last = {above}` in [rows], the second with `first = {row}`"
                ));
            }
        }
        None
    }
}

impl Column {
    #[cold]
    fn note(&mut self, line: u64, cell: &[u8]) {
        if self.count == 1 {
            self.first = line;
        }
        let cell = trimmed(cell);
        self.has_words |= !cell.iter().any(u8::is_ascii_digit)
            || cell.iter().filter(|byte| byte.is_ascii_alphabetic()).count() > 1;
    }
}
