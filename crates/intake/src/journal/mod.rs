//! Journals: CSV in blocks of bytes to blocks of `model` values and problems, in file order.
//!
//! What comes out depends on the bytes and the engagement alone: blocks and pieces have constant
//! sizes, pieces are read in parallel and joined in order, and whatever depends on the order of the
//! records is decided at the join.

mod arranged;
mod columns;
mod error;
mod exchanged;
mod export;
pub(crate) mod fault;
mod filled;
mod hands;
mod hands_block;
mod header;
pub(crate) mod heading;
mod key;
pub(crate) mod kinds;
mod meant;
mod piece;
mod raised;
mod readable;
mod reader;
mod records;
mod rows;
mod setup;
mod sorted;
mod source;
pub(crate) mod text;
mod times;
mod usual;
mod values;
mod whole_records;

pub use columns::Columns;
pub use error::ReadError;
pub use export::{Content, Export};
pub use hands_block::{Fragment, HandsBlock};
pub use heading::ColumnNames;
pub use readable::Readable;
pub use reader::JournalReader;
pub use records::{EventHead, Records};
pub(crate) use sorted::{Sortable, Sorted, Standing};
pub use source::Evidence;
pub(crate) use source::sha256_hex;

use fault::Fault;
use feltproof_model::Problem;

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

    /// Calls its lines otherwise.
    pub fn change_lines(&mut self, change: impl Fn(u32) -> u32) {
        self.records.lines_mut().for_each(|line| *line = change(*line));
        self.problems.iter_mut().for_each(|problem| problem.line = change(problem.line));
    }

    /// True when it has neither records nor problems.
    pub fn is_empty(&self) -> bool {
        self.records.len() == 0 && self.problems.is_empty()
    }
}

#[cfg(test)]
mod tests;
