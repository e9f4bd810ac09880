//! The rows of an opened file in lots, read in parallel and joined in the order of the file: lots have constant sizes, so that
//! the answer does not depend on the number of threads.

use crate::journal::Content;
use csv::StringRecord;
use feltproof_sheets::{
    Dialect, Fields, QUOTED_BYTES_MAX, Rows, Splitter, Step, cut, no_value, step,
};
use memchr::{memchr, memchr_iter};
use std::io::Read;

/// The bytes of a text.
pub(super) type Text = Box<dyn Read + Send>;

/// Lots that are read in parallel, and bytes of one of text.
const LOTS: usize = 16;
const LOT_BYTES: usize = 1 << 19;
/// The longest line of a text, in bytes.
const LINE_MAX: usize = 16 << 20;

/// Some consecutive rows.
pub(super) enum Lot {
    /// Whole records, the first in this line.
    Text(Vec<u8>, u64, Dialect),
    /// Rows of any other file.
    Rows(Rows),
}

/// One row: its number in its file or sheet, and its cells.
pub(super) type Row = (u64, StringRecord);

/// What is done with a row: whether to go on, or why not, a sentence without the place.
pub(super) type Outcome = Result<bool, String>;

pub(super) struct Feed {
    /// File and sheet, for messages.
    place: String,
    content: Content<Text>,
    /// Text of a line that goes on, and the line.
    rest: (Vec<u8>, u64),
    pending: Vec<Lot>,
    at_end: bool,
    /// A line may be as long as it likes: its words are taken one by one.
    pub(super) is_of_words: bool,
}

impl Feed {
    pub(super) fn new(content: Content<Text>, place: String) -> Self {
        let (rest, pending) = ((Vec::new(), 1), Vec::new());
        Self { place, content, rest, pending, at_end: false, is_of_words: false }
    }

    pub(super) const fn is_text(&self) -> bool {
        matches!(self.content, Content::Text(..))
    }

    /// The first rows, which stay to be read.
    pub(super) fn peek(&mut self, rows: usize) -> Result<Vec<Row>, String> {
        self.pending = self.next_lots()?;
        let mut first = Vec::new();
        for lot in &self.pending {
            let take = |number, row: Fields<'_>| {
                first.push((number, record(row)?));
                Ok(first.len() < rows)
            };
            lot.each(take).map_err(|(line, what)| format!("{}:{line}: {what}", self.place))?;
            if first.len() >= rows {
                break;
            }
        }
        Ok(first)
    }

    /// The next lots; none after the last.
    pub(super) fn lots(&mut self) -> Result<Vec<Lot>, String> {
        match std::mem::take(&mut self.pending) {
            none if none.is_empty() => self.next_lots(),
            pending => Ok(pending),
        }
    }

    fn next_lots(&mut self) -> Result<Vec<Lot>, String> {
        let trouble =
            |what: &dyn std::fmt::Display| format!("{} cannot be read: {what}", self.place);
        let (text, dialect) = match &mut self.content {
            Content::Rows(source) => {
                let mut lots = Vec::new();
                while lots.len() < LOTS
                    && let Some(rows) = source.next_rows().map_err(|e| trouble(&e))?
                {
                    lots.push(Lot::Rows(rows));
                }
                return Ok(lots);
            }
            Content::Text(text, dialect) => (text, *dialect),
        };
        let (mut buffer, mut line) = std::mem::take(&mut self.rest);
        while !self.at_end {
            let want = LOTS * LOT_BYTES;
            let some = text.by_ref().take(want as u64).read_to_end(&mut buffer);
            self.at_end = some.map_err(|e| trouble(&e))? < want;
            let mut cuts = cut(&buffer, self.at_end, LOTS, dialect).at;
            if cuts.last() == Some(&0) && self.is_of_words && !self.at_end {
                let blank = |b: &u8| b.is_ascii_whitespace() || matches!(b, b',' | b';');
                cuts.extend(buffer.iter().rposition(blank).map(|at| at + 1));
            }
            let end = cuts.last().copied().unwrap_or(0);
            if end == 0 && !self.at_end {
                if buffer.len() > LINE_MAX {
                    let (place, what) = (&self.place, "every deck or draw ends with a line");
                    return Err(format!(
                        "{place}:{line}: a line of more than {LINE_MAX} bytes; {what}"
                    ));
                }
                continue;
            }
            let mut lots = Vec::with_capacity(LOTS);
            for ends in cuts.windows(2) {
                let part = &buffer[ends[0]..ends[1]];
                lots.push(Lot::Text(part.to_vec(), line, dialect));
                line += memchr_iter(b'\n', part).count() as u64;
            }
            self.rest = (buffer.split_off(end), line);
            return Ok(lots);
        }
        Ok(Vec::new())
    }
}

impl Lot {
    /// Hands over each row that holds something and is no remark, with its number, as long as that goes on. An error has the
    /// row and the sentence.
    pub(super) fn each(
        &self,
        mut take: impl FnMut(u64, Fields<'_>) -> Outcome,
    ) -> Result<(), (u64, String)> {
        let holds = |of: Fields<'_>| (0..of.count()).any(|at| !of.get(at).trim_ascii().is_empty());
        let (text, first, dialect) = match self {
            Self::Text(text, line, dialect) => (text, *line, *dialect),
            Self::Rows(rows) => {
                for (number, row) in rows.iter().filter(|(_, row)| holds(*row)) {
                    if !take(number.into(), row).map_err(|what| (number.into(), what))? {
                        break;
                    }
                }
                return Ok(());
            }
        };
        let (mut at, mut line, mut splitter) = (0, first, Splitter::new(dialect));
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let is_indent = |b: &&u8| matches!(**b, b' ' | b'\t') && **b != dialect.delimiter;
            let indent = rest.iter().take_while(is_indent).count();
            if rest.get(indent) == Some(&b'#') && !begins_with_error(rest, dialect) {
                at += memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
                line += 1;
                continue;
            }
            let Step::Record { end, next, quoted } = step(text, at, true, dialect) else {
                return Err((
                    line,
                    format!(
                        "a quoted cell does not close before a delimiter, within {QUOTED_BYTES_MAX} bytes; close it, \
                         and write a quote within it twice"
                    ),
                ));
            };
            let row = splitter.split(&text[at..end], quoted);
            if holds(row) && !take(line, row).map_err(|what| (line, what))? {
                break;
            }
            line += memchr_iter(b'\n', &text[at..next]).count() as u64;
            at = next;
        }
        Ok(())
    }
}

/// Whether a line begins with an error of a spreadsheet (`#N/A`), which is no remark.
fn begins_with_error(line: &[u8], dialect: Dialect) -> bool {
    let is_end = |b: &u8| matches!(b, b'\r' | b'\n') || *b == dialect.delimiter;
    let cell = line.split(is_end).next().unwrap_or_default();
    is_error(cell)
}

/// Whether a cell is an error of a spreadsheet: a row of `#` alone is a line that is drawn.
pub(super) fn is_error(cell: &[u8]) -> bool {
    no_value(cell.trim_ascii()).is_some() && cell.iter().any(u8::is_ascii_alphabetic)
}

pub(super) fn text(cell: &[u8]) -> Result<&str, String> {
    std::str::from_utf8(cell).map_err(|_| {
        "not text; for one byte a card say --raw, for binary integers --word".to_owned()
    })
}

pub(super) fn record(row: Fields<'_>) -> Result<StringRecord, String> {
    (0..row.count()).map(|at| text(row.get(at))).collect()
}
