//! One file or sheet of an export, opened: rows of cells, and the header among them.

use super::error::{ReadError, Reason};
use super::header::{self, Header};
use super::setup::Setup;
use super::source::Evidence;
use crate::profile::{Plan, Profile, visible};
use feltproof_sheets::{Dialect, Fields, RowSource, Rows};

/// One file or sheet of an export, opened by the caller.
pub struct Export<R> {
    /// Its rows.
    pub content: Content<R>,
    /// Where its column names are.
    pub names: ColumnNames,
    /// `None`: the bytes of the text are those of the file.
    pub evidence: Option<EvidenceAtEnd>,
}

/// What a file is as evidence, once it was read to its end, or why that cannot be told.
pub(super) type EvidenceAtEnd = Box<dyn FnOnce() -> Result<Evidence, String> + Send>;

/// Where the names of the columns are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnNames {
    /// In the first row from this one on that is not blank; 1 is the first of the file.
    Row(u32),
    /// Nowhere: the columns are called by their numbers, and the first row is a record.
    None,
    /// In a row of the number 0, of the file's format; rows up to this one are no records.
    OfFormat(u32),
}

/// The rows of a file or sheet.
pub enum Content<R> {
    /// Delimited text.
    Text(R, Dialect),
    /// Any other file.
    Rows(Box<dyn RowSource>),
}

/// How the records of a file are laid out.
pub(super) struct Layout {
    /// Of the canonical records.
    pub(super) header: Header,
    /// What becomes of the rows of an export; `None`: they are canonical records.
    pub(super) plan: Option<Plan>,
}

/// Rows of a file that is no delimited text.
pub(super) struct RowsFeed {
    source: Box<dyn RowSource>,
    /// Read ahead to find the header.
    pending: Vec<Rows>,
    pub(super) at_end: bool,
}

impl RowsFeed {
    pub(super) fn new(source: Box<dyn RowSource>) -> Self {
        Self { source, pending: Vec::new(), at_end: false }
    }

    /// Finds the header by its row, and leaves everything pending.
    pub(super) fn header(
        &mut self,
        profile: &Profile,
        names: ColumnNames,
        setup: &Setup,
    ) -> Result<Layout, ReadError> {
        while let Some(rows) = self.next(setup)? {
            let found = rows.iter().find(|(number, row)| names.are_in((*number).into(), *row));
            let found = found.map(|(number, row)| named(profile, names, number.into(), row, setup));
            self.pending.push(rows);
            if let Some(header) = found {
                return header;
            }
        }
        Err(Reason::Empty { file: setup.place.clone(), kind: setup.kind.name() })?
    }

    /// The next of what is read, up to so many lots.
    pub(super) fn take(&mut self, lots: usize, setup: &Setup) -> Result<Vec<Rows>, ReadError> {
        let mut taken = std::mem::take(&mut self.pending);
        while taken.len() < lots && !self.at_end {
            taken.extend(self.next(setup)?);
        }
        Ok(taken)
    }

    fn next(&mut self, setup: &Setup) -> Result<Option<Rows>, ReadError> {
        let rows = self.source.next_rows().map_err(|what| setup.refused(what))?;
        self.at_end |= rows.is_none();
        Ok(rows)
    }
}

impl ColumnNames {
    /// Whether they are in this row; where there are none, whether it is the first.
    pub(crate) fn are_in(self, number: u64, row: Fields<'_>) -> bool {
        let from = match self {
            Self::Row(from) => from,
            Self::None => 1,
            Self::OfFormat(_) => return true,
        };
        let has_content = (0..row.count()).any(|at| !row.get(at).trim_ascii().is_empty());
        has_content && number >= from.into()
    }

    /// The names that this row holds, without blanks around them; numbers where columns have none.
    pub(crate) fn of(self, row: Fields<'_>) -> Vec<String> {
        let name = |at: usize| match self {
            Self::None => (at + 1).to_string(),
            Self::Row(_) | Self::OfFormat(_) => {
                let name = String::from_utf8_lossy(row.get(at));
                visible(&name).trim().to_owned()
            }
        };
        (0..row.count()).map(name).collect()
    }

    /// The first row that may be a record, where the names are in the one of this number.
    pub(crate) fn first_record(self, number: u64) -> u64 {
        match self {
            Self::Row(_) => number + 1,
            Self::None => number,
            Self::OfFormat(last) => u64::from(last) + 1,
        }
    }
}

/// The layout of the rows under the header that this row is, unless the profile does not fit it.
pub(super) fn named(
    profile: &Profile,
    at: ColumnNames,
    number: u64,
    row: Fields<'_>,
    setup: &Setup,
) -> Result<Layout, ReadError> {
    let plan = Plan::new(profile, at.of(row), at.first_record(number)).map_err(|faults| {
        Reason::NotAsMapped { at: setup.line(number), faults: faults.join("; ") }
    })?;
    let mut header = header::read(plan.canonical().join(",").as_bytes(), setup, number)?;
    header.columns.unmapped.clone_from(&plan.unmapped);
    Ok(Layout { header, plan: Some(plan) })
}
