//! One file or sheet of an export, opened: rows of cells, and the header among them.

use super::error::{ReadError, Reason};
use super::header::{self, Header};
use super::heading::{ColumnNames, Heading, Names};
use super::setup::Setup;
use super::source::Evidence;
use crate::profile::{Plan, Profile};
use feltproof_sheets::{Dialect, RowSource, Rows};

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
        let mut heading = Heading::new(names, profile.header_rows);
        while let Some(rows) = self.next(setup)? {
            let names =
                |(number, row)| Some((u64::from(number), heading.take(u64::from(number), row)?));
            let found = rows.iter().find_map(names);
            self.pending.push(rows);
            if let Some((number, names)) = found {
                return named(profile, names, number, setup);
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

/// The layout of the rows under these names, the last of which stand in the row of this number, unless the profile does
/// not fit them.
pub(super) fn named(
    profile: &Profile,
    names: Names,
    number: u64,
    setup: &Setup,
) -> Result<Layout, ReadError> {
    let refused = |faults| Reason::NotAsMapped { at: setup.line(number), faults };
    feltproof_sheets::check_names(&names.names).map_err(refused)?;
    let plan = Plan::new(profile, names, &setup.day_start);
    let plan = plan.map_err(|faults| refused(faults.join("; ")))?;
    let mut header = header::read(plan.canonical().join(",").as_bytes(), setup, number)?;
    header.columns.unmapped.clone_from(&plan.unmapped);
    Ok(Layout { header, plan: Some(plan) })
}
