//! Journals: CSV in blocks of bytes to blocks of `model` values and problems, in file order.
//!
//! What comes out depends on the bytes and the engagement alone: blocks and pieces have constant
//! sizes, pieces are read in parallel and joined in order, and whatever depends on the order of the
//! records is decided at the join.

mod columns;
mod error;
mod export;
pub(crate) mod fault;
mod hands;
mod header;
pub(crate) mod kinds;
mod meant;
mod piece;
mod raised;
mod readable;
mod reader;
mod records;
mod rows;
mod setup;
mod source;
pub(crate) mod text;
mod times;
mod usual;
mod values;
mod whole_records;

pub use columns::Columns;
pub use error::ReadError;
pub use export::{ColumnNames, Content, Export};
pub use readable::Readable;
pub use reader::JournalReader;
pub use records::{EventHead, Records};
pub use source::Evidence;
pub(crate) use source::sha256_hex;

use fault::Fault;
use feltproof_model::{CompactString, HandRow, HandRows, Problem, TableId, Timestamp};

/// Some consecutive records of one journal, in file order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The journal, by its place in `Engagement::journals`.
    pub journal: u16,
    /// The records understood.
    pub records: Records,
    /// The records not understood, in file order.
    pub problems: Vec<Problem>,
    /// Why each of them is not, in the same order.
    faults: Vec<Fault>,
    /// Records in this block: those understood and the problems. Rows of a seat that an export keeps
    /// apart and its profile joins count each.
    pub records_seen: u64,
}

impl Block {
    /// The records that stand in one line or row, and no others.
    #[must_use]
    pub fn at_line(&self, line: u32) -> Self {
        let records = self.records.at_line(line);
        let pairs = self.problems.iter().zip(&self.faults).filter(|(p, _)| p.line == line);
        let (problems, faults): (Vec<_>, Vec<_>) =
            pairs.map(|(problem, fault)| (problem.clone(), fault.clone())).unzip();
        let records_seen = (records.len() + problems.len()) as u64;
        Self { journal: self.journal, records, problems, faults, records_seen }
    }

    /// The last line of its records and problems.
    pub(crate) fn last_line(&self) -> u32 {
        let last = self.records.last_line();
        last.max(self.problems.last().map(|problem| problem.line)).unwrap_or(0)
    }

    /// Counts its lines from so many on.
    pub fn move_lines(&mut self, by: u32) {
        self.records.lines_mut().for_each(|line| *line += by);
        self.problems.iter_mut().for_each(|problem| problem.line += by);
    }

    /// True when it has neither records nor problems.
    pub fn is_empty(&self) -> bool {
        self.records.len() == 0 && self.problems.is_empty()
    }
}

impl HandsBlock {
    /// Hands `take` each row with the run that it is of.
    fn each_row<E>(
        &self,
        mut take: impl FnMut(&Fragment, &HandRow) -> Result<(), E>,
    ) -> Result<(), E> {
        for run in &self.fragments {
            let rows = self.rows.as_rows().range(run.rows.start as usize..run.rows.end as usize);
            rows.iter().try_for_each(|row| take(run, &row))?;
        }
        Ok(())
    }

    fn at_line(&self, line: u32) -> Self {
        let mut found = Self::default();
        let heads = self.rows.as_rows().heads();
        for fragment in &self.fragments {
            let start = hands::place_of(found.rows.len());
            for at in fragment.rows.start as usize..fragment.rows.end as usize {
                if heads.get(at).is_some_and(|head| head.line == line) {
                    found.rows.extend(self.rows.as_rows().range(at..at + 1));
                }
            }
            let end = hands::place_of(found.rows.len());
            if end > start {
                found.fragments.push(Fragment { rows: start..end, ..fragment.clone() });
            }
        }
        found
    }
}

/// The rows of a hands block, and which of them belong together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandsBlock {
    /// The rows, in file order.
    pub rows: HandRows,
    /// Runs of rows, in file order; together they cover all rows.
    pub fragments: Vec<Fragment>,
}

/// A longest run of consecutive rows with the same table, round and dealer. A round may go on in the
/// first fragment of the next block. Two runs of one round with different dealers stay apart, since
/// a row does not name its dealer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fragment {
    /// Table.
    pub table: TableId,
    /// Number of the round at its table in its gaming day.
    pub round: u32,
    /// Time of its first row.
    pub time: Timestamp,
    /// Dealer, possibly empty.
    pub dealer: CompactString,
    /// Its rows, as places in [`HandsBlock::rows`].
    pub rows: std::ops::Range<u32>,
}

#[cfg(test)]
mod tests;
