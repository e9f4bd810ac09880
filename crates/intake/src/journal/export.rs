//! One file or sheet of an export, opened: rows of cells, and the header among them.

use super::error::ReadError;
use super::header::{self, Header};
use super::setup::Setup;
use crate::profile::Profile;
use feltproof_sheets::{Dialect, Fields, RowSource, Rows};

/// A file as it lies on disk.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// SHA-256, lower hex.
    pub sha256: String,
    /// Size in bytes.
    pub size_bytes: u64,
    /// What is remarkable about it, each a sentence.
    pub notes: Vec<String>,
}

/// One file or sheet of an export, opened by the caller.
pub struct Export<R> {
    /// Its rows.
    pub content: Content<R>,
    /// What it is as evidence, once it was read to its end; `None`: the bytes of the text are those of
    /// the file.
    pub evidence: Option<Box<dyn FnOnce() -> Evidence + Send>>,
}

/// The rows of a file or sheet.
pub enum Content<R> {
    /// Delimited text.
    Text(R, Dialect),
    /// Any other file.
    Rows(Box<dyn RowSource>),
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
    pub(super) fn header(&mut self, profile: &Profile, setup: &Setup) -> Result<Header, ReadError> {
        while let Some(rows) = self.next(setup)? {
            let found =
                rows.iter().find(|(number, row)| is_header(profile, (*number).into(), *row));
            let found = found.map(|(number, row)| named(profile, number.into(), row, setup));
            self.pending.push(rows);
            if let Some(header) = found {
                return header;
            }
        }
        Err(ReadError::Empty { file: setup.file.clone(), kind: setup.kind.name() })
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
        let rows = self
            .source
            .next_rows()
            .map_err(|what| ReadError::NotRead { file: setup.file.clone(), what })?;
        self.at_end |= rows.is_none();
        Ok(rows)
    }
}

/// Whether a row is the one that the column names stand in, or, where columns have no names, the first.
pub(super) fn is_header(profile: &Profile, number: u64, row: Fields<'_>) -> bool {
    let has_content = (0..row.count()).any(|at| !row.get(at).trim_ascii().is_empty());
    has_content && number >= profile.file.header_row.unwrap_or(1).into()
}

/// The header that this row is.
pub(super) fn named(
    profile: &Profile,
    number: u64,
    row: Fields<'_>,
    setup: &Setup,
) -> Result<Header, ReadError> {
    let place = header::Source {
        file: &setup.file,
        line: number,
        kind: setup.kind,
        encoding: setup.encoding,
    };
    let numbers: Vec<String> = (1..=row.count()).map(|n| n.to_string()).collect();
    let names: Vec<&[u8]> = match profile.file.header_row {
        Some(0) => numbers.iter().map(|n| n.as_bytes()).collect(),
        _ => (0..row.count()).map(|at| row.get(at)).collect(),
    };
    header::mapped(profile, &names, place)
}
