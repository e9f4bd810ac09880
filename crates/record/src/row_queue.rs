//! The rows of the open rounds of one table, in the order of the journal.
//!
//! Rows come and go in nearly the same order, so they lie in one run that grows at its end and is cut
//! off at its beginning: nothing is allocated for a round, and what is read next lies next.

use feltproof_model::{HandRows, Rows};
use std::ops::Range;

/// Places of rows, counted from the first row of the table; empty where there are none.
pub(crate) type Places = Range<usize>;

/// Rows in the order they came.
#[derive(Default)]
pub(crate) struct RowQueue {
    rows: HandRows,
    /// How many rows were cut off at the beginning.
    passed: usize,
}

impl RowQueue {
    /// The rows at these places.
    pub(crate) fn get(&self, places: &Places) -> Rows<'_> {
        let (from, to) = (places.start, places.end);
        self.rows.as_rows().range(from.saturating_sub(self.passed)..to.saturating_sub(self.passed))
    }

    /// Adds rows to those at `places`, which then are the places of all of them.
    pub(crate) fn add(&mut self, places: &mut Places, rows: Rows<'_>) {
        let end = self.passed + self.rows.len();
        if places.start == places.end {
            *places = end..end;
        } else if places.end != end {
            // Rows of another round came between: a rare disorder of the journal.
            self.rows.extend_within(places.start - self.passed..places.end - self.passed);
            *places = end..end + places.len();
        }
        self.rows.extend(rows);
        places.end = self.passed + self.rows.len();
    }

    /// True when so many rows lie before this place that cutting them off is worth it.
    pub(crate) fn has_passed(&self, place: usize) -> bool {
        let before = place.saturating_sub(self.passed);
        before > 1024 && before > self.rows.len() / 2
    }

    /// Cuts off the rows before this place; nobody asks for them again.
    pub(crate) fn cut(&mut self, place: usize) {
        let count = place.saturating_sub(self.passed).min(self.rows.len());
        self.rows.cut_first(count);
        self.passed += count;
    }

    /// The place of the next row.
    pub(crate) fn end(&self) -> usize {
        self.passed + self.rows.len()
    }
}
