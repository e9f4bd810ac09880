//! The header line of a journal: which of its columns holds what.

use super::Columns;
use super::error::ReadError;
use super::kinds::{Places, columns};
use super::text;
use feltproof_model::engagement::{JournalKind, TextEncoding};

/// A header understood.
#[derive(Clone, Debug)]
pub(super) struct Header {
    /// Number of columns, unmapped ones included.
    pub(super) width: usize,
    pub(super) places: Places,
    pub(super) columns: Columns,
}

/// Where the header stands, for messages.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) file: &'a str,
    pub(super) line: u64,
    pub(super) kind: JournalKind,
    pub(super) encoding: TextEncoding,
    /// Its records have running numbers.
    pub(super) is_numbered: bool,
}

/// The column of running numbers, and what to say of a journal that has none.
const NO_NUMBERS: &str =
    "seq (where records have no running numbers, say sequence = \"none\" in [[journal]])";

/// Names of columns, each looked up once; what nobody asked for is unmapped.
struct Names {
    found: Vec<String>,
    known: Vec<bool>,
}

impl Names {
    fn place(&mut self, name: &str) -> Option<usize> {
        let at = self.found.iter().position(|n| n == name)?;
        if let Some(known) = self.known.get_mut(at) {
            *known = true;
        }
        Some(at)
    }

    /// Leaves a column unread that was looked up.
    fn forget(&mut self, name: &str) {
        for (found, known) in self.found.iter().zip(&mut self.known) {
            *known &= found != name;
        }
    }

    fn unmapped(&self) -> Vec<String> {
        let pairs = self.found.iter().zip(&self.known).enumerate();
        pairs
            .filter(|(_, (_, known))| !**known)
            .map(|(at, (name, _))| {
                if name.is_empty() { format!("column {} (no name)", at + 1) } else { name.clone() }
            })
            .collect()
    }
}

/// Reads the header record (without its line ending).
///
/// # Errors
/// When a column is missing or named twice, or the record is not text.
pub(super) fn read(record: &[u8], source: Source<'_>) -> Result<Header, ReadError> {
    let mut names = names(record, source)?;
    refuse_other_kind(&names, source)?;
    let needed = needed(source.kind);
    let is_needed = |name: &&str| source.is_numbered || *name != "seq";
    let missing = needed.iter().copied().filter(is_needed);
    let missing: Vec<&str> = missing.filter(|n| !names.found.iter().any(|f| f == n)).collect();
    if !missing.is_empty() {
        return Err(ReadError::MissingColumns {
            file: source.file.to_owned(),
            line: source.line,
            kind: source.kind.name(),
            needed: needed.join(", "),
            missing: match missing.as_slice() {
                ["seq"] => NO_NUMBERS.to_owned(),
                _ => missing.join(", "),
            },
            found: text::printable_list(&names.found),
        });
    }
    let places = Places::of(source.kind, names.found.len(), |name| names.place(name));
    if !source.is_numbered {
        names.forget("seq");
    }
    refuse_duplicates(&names, source)?;
    let known = match &places {
        Places::Hands(hands) => hands.known(),
        _ => Columns::default(),
    };
    let columns = Columns { unmapped: names.unmapped(), ..known };
    Ok(Header { width: names.found.len(), places, columns })
}

/// The columns without which a journal of this kind cannot be read.
fn needed(kind: JournalKind) -> Vec<&'static str> {
    let columns = columns(kind).iter().filter(|column| column.is_in_every_header());
    columns.map(|column| column.name).collect()
}

/// A header that is whole, but that of another kind of journal: two files stand under each other's
/// name. Where it has the columns of both, it is the one that needs more of them: a manager journal
/// may have all that a controller journal needs.
fn refuse_other_kind(names: &Names, source: Source<'_>) -> Result<(), ReadError> {
    let fits = |kind: &JournalKind| {
        needed(*kind).iter().all(|column| names.found.iter().any(|found| found == column))
    };
    let own = if fits(&source.kind) { needed(source.kind).len() } else { 0 };
    let other = JournalKind::ALL.into_iter().filter(|kind| *kind != source.kind && fits(kind));
    match other.max_by_key(|kind| needed(*kind).len()) {
        Some(other) if needed(other).len() > own => Err(ReadError::OtherKind {
            file: source.file.to_owned(),
            line: source.line,
            kind: source.kind.name(),
            other: other.name(),
        }),
        _ => Ok(()),
    }
}

fn names(record: &[u8], source: Source<'_>) -> Result<Names, ReadError> {
    let not_text = |what: &str| ReadError::NotText {
        file: source.file.to_owned(),
        line: source.line,
        what: what.to_owned(),
    };
    let mut machine = csv::ReaderBuilder::new()
        .has_headers(false)
        .terminator(csv::Terminator::Any(b'\n'))
        .from_reader(record);
    let mut fields = csv::ByteRecord::new();
    machine
        .read_byte_record(&mut fields)
        .map_err(|_| not_text("the header cannot be read as CSV; save the file as CSV again"))?;
    let found: Vec<String> = fields.iter().map(|f| text::raw(f, source.encoding)).collect();
    let known = vec![false; found.len()];
    Ok(Names { found, known })
}

/// A column that is read must not stand twice: which of the two counts would be luck.
fn refuse_duplicates(names: &Names, source: Source<'_>) -> Result<(), ReadError> {
    for (first, name) in names.found.iter().enumerate() {
        if names.known.get(first) != Some(&true) {
            continue;
        }
        if let Some(more) = names.found.iter().skip(first + 1).position(|n| n == name) {
            return Err(ReadError::DuplicateColumn {
                file: source.file.to_owned(),
                line: source.line,
                column: name.clone(),
                first: first + 1,
                second: first + more + 2,
            });
        }
    }
    Ok(())
}
