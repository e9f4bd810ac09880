//! The header line of a journal: which of its columns holds what.

use super::error::Reason;
use super::kinds::{Places, columns};
use super::setup::Setup;
use super::{Columns, ReadError, text};
use feltproof_model::engagement::JournalKind;

/// A header understood.
pub(super) struct Header {
    /// Names of the columns, unmapped ones included.
    pub(super) names: Vec<String>,
    pub(super) places: Places,
    pub(super) columns: Columns,
}

/// The column of running numbers, and what to say of a journal that has none.
const NO_NUMBERS: &str =
    "seq (where records have no running numbers, say sequence = \"none\" in [[journal]])";

/// The names that were found. Of a line that has none of the words of this kind nothing is shown: it is no header, the
/// file may be anybody's, and a message may be read by others than the file.
fn shown(found: &[String], kind: JournalKind) -> String {
    let words = found.iter().flat_map(|name| name.split(|c: char| !c.is_alphanumeric()));
    let is_ours = |word: &str| needed(kind).any(|name| name.eq_ignore_ascii_case(word));
    match words.into_iter().any(is_ours) {
        true => text::printable_list(found),
        false => "none of these words (name the journal's own file, or a profile)".to_owned(),
    }
}

/// Reads the header record (without its line ending) of this line: columns once, none missing.
pub(super) fn read(record: &[u8], setup: &Setup, line: u64) -> Result<Header, ReadError> {
    let (at, kind) = (|| setup.line(line), setup.kind);
    let found = names(record, setup).map_err(|_| {
        let what = "the header cannot be read as CSV; save the file as CSV again";
        Reason::NotText { at: at(), what }
    })?;
    let refused = |faults| Reason::NotAsMapped { at: at(), faults };
    feltproof_sheets::check_names(&found).map_err(refused)?;
    let has = |name: &&str| found.iter().any(|found| found == name);
    if let Some(other) = other_kind(kind, has) {
        Err(Reason::OtherKind { at: at(), kind: kind.name(), other: other.name() })?;
    }
    let is_needed = |name: &&str| setup.is_numbered || *name != "seq";
    let missing: Vec<&str> = needed(kind).filter(is_needed).filter(|name| !has(name)).collect();
    if !missing.is_empty() {
        let missing = match missing[..] {
            ["seq"] => NO_NUMBERS.to_owned(),
            _ => missing.join(", "),
        };
        let needed = needed(kind).collect::<Vec<_>>().join(", ");
        let (found, kind) = (shown(&found, kind), kind.name());
        Err(Reason::MissingColumns { at: at(), kind, needed, missing, found })?;
    }
    let mut known = vec![false; found.len()];
    let places = Places::of(kind, found.len(), |name| {
        let place = found.iter().position(|found| found == name)?;
        known[place] = true;
        Some(place)
    });
    // What was looked up and is not read.
    for (known, name) in known.iter_mut().zip(&found) {
        *known &= setup.is_numbered || name != "seq";
    }
    // A column that is read must not stand twice: which of the two counts would be luck.
    for (at_first, name) in found.iter().enumerate().filter(|(at, _)| known[*at]) {
        if let Some(more) = found.iter().skip(at_first + 1).position(|n| n == name) {
            let (column, first, second) = (name.clone(), at_first + 1, at_first + more + 2);
            Err(Reason::DuplicateColumn { at: at(), column, first, second })?;
        }
    }
    let columns = match &places {
        Places::Hands(hands) => hands.known(),
        _ => Columns::default(),
    };
    let columns = Columns { unmapped: text::unread(&found, &known), ..columns };
    Ok(Header { names: found, places, columns })
}

fn names(record: &[u8], setup: &Setup) -> csv::Result<Vec<String>> {
    let mut machine = csv::ReaderBuilder::new()
        .has_headers(false)
        .terminator(csv::Terminator::Any(b'\n'))
        .from_reader(record);
    let mut fields = csv::ByteRecord::new();
    machine.read_byte_record(&mut fields)?;
    Ok(fields.iter().map(|field| text::raw(field, setup.encoding)).collect())
}

/// The columns without which a journal of this kind cannot be read.
fn needed(kind: JournalKind) -> impl Iterator<Item = &'static str> {
    columns(kind).iter().filter(|column| column.is_in_every_header()).map(|column| column.name)
}

/// The kind of a header that is whole, but that of another kind of journal: two files stand under each
/// other's name. Where it has the columns of both, it is the one that needs more of them: a manager
/// journal may have all that a controller journal needs.
fn other_kind(kind: JournalKind, has: impl Fn(&&str) -> bool) -> Option<JournalKind> {
    let fits = |kind: JournalKind| needed(kind).all(|name| has(&name));
    let own = if fits(kind) { needed(kind).count() } else { 0 };
    let others = JournalKind::ALL.into_iter().filter(|other| *other != kind && fits(*other));
    let most = others.max_by_key(|other| needed(*other).count());
    most.filter(|other| needed(*other).count() > own)
}
