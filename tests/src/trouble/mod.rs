//! A generator of trouble: a clean record with one thing wrong at a time, as exports, clocks and
//! hands make it, and what the audit may say of it.
//!
//! Whatever is wrong, the audit does not panic; it accuses nobody outside what was touched; it names
//! at most three findings for the one cause; and it never says that nothing was found where a check
//! has lost what it tested before.

mod seeded;
mod settings;
mod shape;
mod sheet;
mod values;
mod weigh;

use crate::Day;
use sheet::Sheet;
use std::collections::BTreeSet;

pub use seeded::{Struck, struck, wrong};
pub use weigh::{Weighed, table, weigh};

/// The journals a day may have.
const JOURNALS: [&str; 4] = ["hands.csv", "controller.csv", "manager.csv", "shuffler.csv"];

/// How many variants of a day are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// One place in each journal for each cause.
    Quick,
    /// The start, the middle and the end of each journal.
    Full,
}

/// Where an exception may stand: what was changed, and the records directly beside it.
///
/// A row is touched when it was changed, doubled or moved. Where rows were taken out, their
/// neighbours are touched: the nearest row on each side, in the journal and of each table; what was
/// taken out is not, since a record that is not there accuses nobody. Beside a touched row are the
/// next rows of its journal and of its table on either side. An exception is inside when it stands on
/// such a line, or in the round of such a row, whichever journal it stands in; an exception of the
/// cards of a table as a whole, when the table has such a row.
#[derive(Clone, Debug, Default)]
pub struct Touched {
    /// File and line.
    lines: BTreeSet<(String, u32)>,
    /// Table and round.
    rounds: BTreeSet<(String, String)>,
    /// Tables that a touched or neighbouring row names.
    tables: BTreeSet<String>,
    /// The whole record: the engagement contradicts it everywhere.
    everything: bool,
}

/// A clean record with one thing wrong.
pub struct Variant {
    /// What is wrong, in general: `column removed`.
    pub cause: &'static str,
    /// What is wrong here: `hands.csv ante`.
    pub what: String,
    day: Day,
    touched: Touched,
    /// There is no record to judge: the audit must refuse.
    refused: bool,
}

/// Every variant of a clean record.
#[must_use]
pub fn variants(day: &Day, depth: Depth) -> Vec<Variant> {
    let mut all = Vec::new();
    for file in JOURNALS.into_iter().filter(|f| day.0.contains_key(*f)) {
        let made = Maker { day, file, sheet: Sheet::of(&day.0[file]), depth };
        shape::variants(&made, &mut all);
        values::variants(&made, &mut all);
    }
    shape::exchanged(day, &mut all);
    settings::variants(day, &mut all);
    all
}

/// Makes the variants of one journal.
struct Maker<'a> {
    day: &'a Day,
    file: &'static str,
    sheet: Sheet,
    depth: Depth,
}

impl Maker<'_> {
    /// The day with the journal changed. Rounds that a row was in before the change are touched too.
    fn variant(
        &self,
        cause: &'static str,
        what: impl Into<String>,
        change: impl FnOnce(&mut Sheet),
    ) -> Variant {
        let mut sheet = self.sheet.clone();
        change(&mut sheet);
        let (mut day, mut touched) = (self.day.clone(), Touched::default());
        sheet.touched(self.file, &mut touched);
        if sheet.rows.len() == self.sheet.rows.len() {
            let rows = (0..sheet.rows.len()).filter(|row| sheet.rows[*row].touched);
            touched.rounds.extend(rows.filter_map(|row| self.sheet.round(row)));
        }
        day.0.insert(self.file.to_owned(), sheet.bytes());
        let what = format!("{} {}", self.file.trim_end_matches(".csv"), what.into());
        Variant { cause, what, day, touched, refused: false }
    }

    /// Places in the journal where a single thing goes wrong.
    fn places(&self) -> Vec<(&'static str, usize)> {
        let last = self.sheet.rows.len().saturating_sub(1);
        match self.depth {
            Depth::Quick => vec![("middle", last / 2)],
            Depth::Full => vec![("start", 0), ("middle", last / 2), ("end", last)],
        }
    }
}
