//! Why a journal cannot be read at all. What is wrong with one record is a problem, not this.

use std::fmt::{self, Display, Formatter};
use std::io;

/// A journal whose input or header cannot be read: one sentence with the file and the remedy.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct ReadError(#[from] Reason);

/// A line of a file.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) file: String,
    pub(super) line: u64,
}

impl Display for Line {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

#[derive(Debug, thiserror::Error)]
pub(super) enum Reason {
    #[error(
        "journal {journal} was asked for, but the engagement has {journals}; this is an error of the caller"
    )]
    NoSuchJournal { journal: u16, journals: usize },
    #[error(
        "{file}: time zone `{zone}` is not known; use an IANA name such as America/Los_Angeles"
    )]
    UnknownZone { file: String, zone: String },
    #[error(
        "{file}: reading failed at or after line {line}: {source}; check the file and run again"
    )]
    Io { file: String, line: u64, source: io::Error },
    #[error("{file}: the file is empty; a {kind} journal starts with a header of column names")]
    Empty { file: String, kind: &'static str },
    /// The file is not UTF-8 or Windows-1252 text with lines: what it is instead, and the remedy.
    #[error("{at}: {what}")]
    NotText { at: Line, what: &'static str },
    #[error(
        "{at}: a {kind} journal needs the columns {needed}, and the header lacks {missing}; \
         found: {found}; rename or add the columns"
    )]
    MissingColumns { at: Line, kind: &'static str, needed: String, missing: String, found: String },
    #[error(
        "{at}: the engagement names this file as the {kind} journal, but its header is that of \
         a {other} journal; exchange the files, or correct `kind` or `file` of the engagement's \
         [[journal]]"
    )]
    OtherKind { at: Line, kind: &'static str, other: &'static str },
    /// A file of an export cannot be read on: place, reason and remedy.
    #[error("{file}: {what}")]
    NotRead { file: String, what: String },
    /// What of a header and a profile does not fit, each with the line of the profile and the remedy.
    #[error("{at}: {faults}")]
    NotAsMapped { at: Line, faults: String },
    #[error(
        "{at}: the header names the column `{column}` as number {first} and as number \
         {second}; a column may stand once, rename or remove one of them"
    )]
    DuplicateColumn { at: Line, column: String, first: usize, second: usize },
    #[error(
        "{at}: the record that starts here has no end within {limit} bytes; this is not a \
         CSV journal with one record a line"
    )]
    RecordTooLong { at: Line, limit: usize },
    #[error("{file}: the file has more than {limit} lines; split it and audit the parts")]
    TooManyLines { file: String, limit: u32 },
}
