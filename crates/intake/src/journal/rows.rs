//! All rows of an opened file, one after the other, for those who look at it before an audit reads it.

use super::Content;
use super::source::RECORD_BYTES_MAX;
use feltproof_sheets::{Dialect, Fields, Splitter, Step, step};
use std::io::Read;
use std::ops::ControlFlow;

/// Bytes of text read at a time.
const CHUNK: u64 = 1 << 20;

/// What is done with the row of a number: whether to go on, or why not.
type Outcome = Result<ControlFlow<()>, String>;

impl<R: Read> Content<R> {
    /// Hands every row to `take`, blank ones too, until that breaks off or the file cannot be read.
    pub(crate) fn each_row(self, mut take: impl FnMut(u64, Fields<'_>) -> Outcome) -> Outcome {
        let mut rows = match self {
            Self::Text(text, dialect) => return each_of_text(text, dialect, take),
            Self::Rows(rows) => rows,
        };
        while let Some(some) = rows.next_rows()? {
            for (number, row) in some.iter() {
                if take(number.into(), row)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

fn each_of_text<R: Read>(
    mut text: R,
    dialect: Dialect,
    mut take: impl FnMut(u64, Fields<'_>) -> Outcome,
) -> Outcome {
    let mut buffer = Vec::new();
    let mut splitter = Splitter::new(dialect);
    let (mut line, mut at_end) = (1, false);
    while !at_end {
        let before = buffer.len();
        let some = text.by_ref().take(CHUNK).read_to_end(&mut buffer);
        at_end = some.map_err(|e| e.to_string())? == 0;
        if before > RECORD_BYTES_MAX {
            return Err(format!(
                "the record at line {line} has more than {RECORD_BYTES_MAX} bytes"
            ));
        }
        let mut at = 0;
        while at < buffer.len() {
            let (end, next, quoted) = match step(&buffer, at, at_end, dialect) {
                Step::Record { end, next, quoted } => (end, next, quoted),
                Step::Faulty { end, next, .. } => (end, next, false),
                Step::NeedMore => break,
            };
            let record = buffer.get(at..end).unwrap_or_default();
            if take(line, splitter.split(record, quoted))?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            let passed = buffer.get(at..next).unwrap_or_default();
            line += memchr::memchr_iter(b'\n', passed).count() as u64;
            at = next;
        }
        buffer.drain(..at);
    }
    Ok(ControlFlow::Continue(()))
}
