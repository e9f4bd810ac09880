//! Opens a file as rows: text that is cut elsewhere, or a source of rows.

use crate::Dialect;
use crate::compression::decompressed;
use crate::encoding::decoded;
use crate::error::OpenError;
use crate::fixed::Fixed;
use crate::format::{Encoding, Format, Kind, Quote, fits};
use crate::json::JsonLines;
use crate::notes::Notes;
use crate::parquet::ParquetRows;
use crate::rows::{RowSource, Rows};
use crate::sniff::{Sniffed, look};
use crate::source::{Digest, Once, Shared, Source};
use crate::workbook::{Marked, Sheet};
use std::io::Read;

/// A file that was opened.
pub struct Opened {
    /// Its rows: one part, or one for each sheet that was wanted.
    pub parts: Vec<Part>,
    /// What is known of the file once it is read.
    pub reading: Reading,
    /// What it is, what was not stated found by looking.
    pub format: Format,
}

/// A sheet, or the whole of a file that has none.
pub struct Part {
    /// Its name, in a workbook.
    pub sheet: Option<String>,
    /// The names of the columns come as a row with the number 0, and the rows up to the header row
    /// are no records: fixed width, JSON lines, Parquet.
    pub named: bool,
    /// Its rows.
    pub content: Content,
}

/// Rows.
pub enum Content {
    /// Delimited text: UTF-8, decompressed, without a byte order mark.
    Text {
        /// The text.
        text: Box<dyn Read + Send>,
        /// How its fields are told apart.
        dialect: Dialect,
    },
    /// Rows of cells.
    Rows(Box<dyn RowSource>),
}

/// What is known of a file once it is read.
pub struct Reading {
    name: String,
    notes: Notes,
    digest: State,
}

enum State {
    Known(Digest),
    Passing(Once),
}

impl Reading {
    /// The digest of the whole file as it is on the disk. What was not read yet is read for it, and
    /// its text cannot be read any further.
    ///
    /// # Errors
    /// When the rest cannot be read.
    pub fn digest(&self) -> Result<Digest, OpenError> {
        match &self.digest {
            State::Known(digest) => Ok(digest.clone()),
            State::Passing(once) => once.digest(&self.name),
        }
    }

    /// What is remarkable about the file, in sentences; complete once all rows were read.
    pub fn notes(&self) -> Vec<String> {
        self.notes.sentences()
    }
}

/// Opens a file; `name` is for the messages.
///
/// # Errors
/// When it cannot be read, is not what it is stated to be, or holds no rows: one sentence with the
/// remedy.
pub fn open(name: &str, file: Box<dyn Source>, format: &Format) -> Result<Opened, OpenError> {
    let file = Shared::new(file).map_err(|e| OpenError::new(name, e))?;
    let notes = Notes::default();
    let (found, sheets) = look(name, &file, format, &notes)?;
    let (parts, digest) = match found.format.kind {
        Some(Kind::Workbook) => {
            let digest = State::Known(file.digest(name)?);
            let parts = wanted(&sheets, &found, &notes).map_err(|why| OpenError::new(name, why))?;
            (parts, digest)
        }
        Some(Kind::Parquet) => {
            let digest = State::Known(file.digest(name)?);
            let parquet = ParquetRows::open(name, &file).map_err(|e| OpenError::new(name, e))?;
            let content = Content::Rows(Box::new(parquet));
            (vec![Part { sheet: None, named: true, content }], digest)
        }
        _ => {
            let once = Once::new(&file);
            (vec![text(name, once.clone(), &found, &notes)?], State::Passing(once))
        }
    };
    let reading = Reading { name: name.to_owned(), notes, digest };
    Ok(Opened { parts, reading, format: found.format })
}

fn text(name: &str, once: Once, found: &Sniffed, notes: &Notes) -> Result<Part, OpenError> {
    let format = &found.format;
    let encoding = format.encoding.unwrap_or(Encoding::Utf8);
    let text = decompressed(once, found.compression);
    let text = decoded(text, encoding, found.returns_end_lines, notes.clone())
        .map_err(|e| OpenError::new(name, e))?;
    let notes = notes.clone();
    let rows: Box<dyn RowSource> = match format.kind {
        Some(Kind::FixedWidth) => {
            Box::new(Fixed::new(name, text, format, found.ruled.as_ref(), notes))
        }
        Some(Kind::JsonLines) => {
            let place = found.place.as_ref();
            place.into_iter().for_each(|place| notes.say(place.in_words()));
            Box::new(JsonLines::new(name, text, place, format.header_row.unwrap_or(0), notes))
        }
        _ => {
            let quote = match format.quote {
                Some(Quote::None) => None,
                Some(Quote::Byte(quote)) => Some(quote),
                None => Dialect::CSV.quote,
            };
            let delimiter = format.delimiter.unwrap_or(Dialect::CSV.delimiter);
            let dialect = Dialect { delimiter, quote, escape: format.escape };
            let content = Content::Text { text, dialect };
            return Ok(Part { sheet: None, named: false, content });
        }
    };
    Ok(Part { sheet: None, named: true, content: Content::Rows(rows) })
}

/// The sheets that are wanted: those of the names stated, else the first visible one with rows.
fn wanted(sheets: &[Sheet], found: &Sniffed, notes: &Notes) -> Result<Vec<Part>, String> {
    let patterns = &found.format.sheets;
    let all = found.sheets.iter().map(|s| format!("`{}`", s.name)).collect::<Vec<_>>().join(", ");
    let is_none = |p: &&String| !found.sheets.iter().any(|sheet| fits(p, &sheet.name));
    if let Some(pattern) = patterns.iter().find(is_none) {
        let remedy = "name one that it has";
        return Err(format!("no sheet is called `{pattern}`; {remedy}: {all}"));
    }
    let (mut parts, mut left) = (Vec::new(), Vec::new());
    for sheet in sheets {
        let wanted = match patterns.as_slice() {
            [] => parts.is_empty() && !sheet.hidden,
            patterns => patterns.iter().any(|pattern| fits(pattern, &sheet.name)),
        };
        let (title, hidden) = (sheet.name.clone(), sheet.hidden);
        let shown = format!("`{title}`{}", if hidden { " (hidden)" } else { "" });
        if !wanted {
            left.push(shown);
            continue;
        }
        let mut rest = (sheet.open)(notes).map_err(|e| format!("sheet `{title}`: {e}"))?;
        // A sheet that fails at once fails when it is read, in the sentence of its place.
        let first = patterns.is_empty().then(|| rest.next_rows());
        if matches!(first, Some(Ok(None))) {
            left.push(shown);
            continue;
        }
        if hidden {
            notes.say(format!("sheet `{title}` is hidden in the program; it was read"));
        }
        let mut rows: Box<dyn RowSource> = Box::new(Peeked { first, rest });
        if let Some(header_row) = found.format.header_row.filter(|row| *row > 0) {
            let mut marks =
                (sheet.marks)(header_row, notes).map_err(|e| format!("sheet `{title}`: {e}"))?;
            if marks.has_columns(&found.format.marks) {
                rows = Box::new(Marked::new(rows, marks, header_row));
            }
        }
        parts.push(Part { sheet: Some(title), named: false, content: Content::Rows(rows) });
    }
    if parts.is_empty() {
        let remedy = "name the one to be read, it has";
        return Err(format!("none of its visible sheets has rows; {remedy} {all}"));
    }
    if !left.is_empty() {
        notes.say(format!("sheets that were not read: {}", left.join(", ")));
    }
    Ok(parts)
}

/// A source of which the first rows were read.
struct Peeked {
    first: Option<Result<Option<Rows>, String>>,
    rest: Box<dyn RowSource>,
}

impl RowSource for Peeked {
    fn next_rows(&mut self) -> Result<Option<Rows>, String> {
        self.first.take().unwrap_or_else(|| self.rest.next_rows())
    }
}
