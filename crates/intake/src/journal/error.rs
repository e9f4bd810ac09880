//! Why a journal cannot be read at all. What is wrong with one record is a problem, not this.

use std::io;

/// A journal that cannot be read: the input fails, or its header is not that of its kind.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The engagement has no such journal.
    #[error(
        "journal {journal} was asked for, but the engagement has {journals}; this is an error of the caller"
    )]
    NoSuchJournal {
        /// Place asked for.
        journal: u16,
        /// How many journals there are.
        journals: usize,
    },
    /// The journal's time zone is not known.
    #[error(
        "{file}: time zone `{zone}` is not known; use an IANA name such as America/Los_Angeles"
    )]
    UnknownZone {
        /// Journal.
        file: String,
        /// Zone named.
        zone: String,
    },
    /// The input could not be read.
    #[error(
        "{file}: reading failed at or after line {line}: {source}; check the file and run again"
    )]
    Io {
        /// Journal.
        file: String,
        /// First line not read.
        line: u64,
        /// What the system says.
        source: io::Error,
    },
    /// There is not even a header.
    #[error("{file}: the file is empty; a {kind} journal starts with a header of column names")]
    Empty {
        /// Journal.
        file: String,
        /// Kind of journal.
        kind: &'static str,
    },
    /// The file is not UTF-8 or Windows-1252 text with lines.
    #[error("{file}:{line}: {what}")]
    NotText {
        /// Journal.
        file: String,
        /// Line.
        line: u64,
        /// What it is instead, and the remedy.
        what: String,
    },
    /// The header lacks columns that its kind needs.
    #[error(
        "{file}:{line}: a {kind} journal needs the columns {needed}, and the header lacks {missing}; \
         found: {found}; rename or add the columns"
    )]
    MissingColumns {
        /// Journal.
        file: String,
        /// Line of the header.
        line: u64,
        /// Kind of journal.
        kind: &'static str,
        /// Columns the kind needs.
        needed: String,
        /// Columns it lacks.
        missing: String,
        /// Columns found.
        found: String,
    },
    /// The header is that of another kind of journal.
    #[error(
        "{file}:{line}: the engagement names this file as the {kind} journal, but its header is that of \
         a {other} journal; exchange the files, or correct `kind` or `file` of the engagement's \
         [[journal]]"
    )]
    OtherKind {
        /// Journal.
        file: String,
        /// Line of the header.
        line: u64,
        /// Kind the engagement says.
        kind: &'static str,
        /// Kind that the header has.
        other: &'static str,
    },
    /// A file of an export cannot be read on.
    #[error("{file}: {what}")]
    NotRead {
        /// Export.
        file: String,
        /// Place, reason and remedy.
        what: String,
    },
    /// The header and the profile of an export do not fit each other.
    #[error("{file}:{line}: {faults}")]
    NotAsMapped {
        /// Export.
        file: String,
        /// Line of its header.
        line: u64,
        /// What does not fit, each with the line of the profile and the remedy.
        faults: String,
    },
    /// The header names a column twice.
    #[error(
        "{file}:{line}: the header names the column `{column}` as number {first} and as number \
         {second}; a column may stand once, rename or remove one of them"
    )]
    DuplicateColumn {
        /// Journal.
        file: String,
        /// Line of the header.
        line: u64,
        /// Name of the column.
        column: String,
        /// First place, from 1.
        first: usize,
        /// Second place, from 1.
        second: usize,
    },
    /// A record is too long to be one.
    #[error(
        "{file}:{line}: the record that starts here has no end within {limit} bytes; this is not a \
         CSV journal with one record a line"
    )]
    RecordTooLong {
        /// Journal.
        file: String,
        /// Line where it starts.
        line: u64,
        /// Longest record accepted, in bytes.
        limit: usize,
    },
    /// More lines than a line number can hold.
    #[error("{file}: the file has more than {limit} lines; split it and audit the parts")]
    TooManyLines {
        /// Journal.
        file: String,
        /// Most lines accepted.
        limit: u32,
    },
}
