//! Where records end. A record ends at a line feed outside quotes; a quote opens a field only at
//! its start. An accident with quotes costs one line: the record is cut at the end of the line on
//! which the faulty quote opened, and reading resumes on the next.

use crate::Dialect;
use memchr::{memchr, memchr2, memrchr};

/// Longest quoted field, in bytes: else one forgotten quote would swallow the rest of a file.
pub const QUOTED_BYTES_MAX: usize = 64 * 1024;

/// What a quoted field did wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuoteFault {
    /// No closing quote before the end of the file.
    NotClosed,
    /// No closing quote within [`QUOTED_BYTES_MAX`].
    TooLong,
    /// The closing quote is followed by more text.
    TextAfter,
}

/// The record that starts at some place of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It is whole.
    Record {
        /// Where it ends, its line ending not included.
        end: usize,
        /// Where the next one starts.
        next: usize,
        /// One of its fields is quoted, or has an escape.
        quoted: bool,
    },
    /// A quote is faulty; the record is cut at the end of that line.
    Faulty {
        /// Where it ends, its line ending not included.
        end: usize,
        /// Where the next one starts.
        next: usize,
        /// The faulty quote.
        open: usize,
        /// What is wrong with it.
        fault: QuoteFault,
    },
    /// The buffer ends before that is known.
    NeedMore,
}

enum Closing {
    After(usize),
    Faulty(QuoteFault),
    NeedMore,
}

/// The record that starts at `start`. With `at_end` the buffer holds the last byte of the file.
pub fn step(buffer: &[u8], start: usize, at_end: bool, dialect: Dialect) -> Step {
    if let Some(escape) = dialect.escape {
        return escaped(buffer, start, at_end, dialect, escape);
    }
    let mut from = start;
    let mut quoted = false;
    loop {
        let rest = buffer.get(from..).unwrap_or_default();
        let found = match dialect.quote {
            Some(quote) => memchr2(quote, b'\n', rest),
            None => memchr(b'\n', rest),
        };
        let Some(found) = found else {
            return match line_end(buffer, start, from, at_end) {
                Some((end, next)) => Step::Record { end, next, quoted },
                None => Step::NeedMore,
            };
        };
        let at = from + found;
        if buffer.get(at) == Some(&b'\n') {
            return Step::Record { end: without_return(buffer, start, at), next: at + 1, quoted };
        }
        if at != start && buffer.get(at - 1) != Some(&dialect.delimiter) {
            from = at + 1;
            continue;
        }
        quoted = true;
        match closing(buffer, at, at_end, dialect) {
            Closing::After(after) => from = after,
            Closing::NeedMore => return Step::NeedMore,
            Closing::Faulty(fault) => {
                return match line_end(buffer, start, at, at_end) {
                    Some((end, next)) => Step::Faulty { end, next, open: at, fault },
                    None => Step::NeedMore,
                };
            }
        }
    }
}

/// The same where bytes may be escaped, in quotes or not.
fn escaped(buffer: &[u8], start: usize, at_end: bool, dialect: Dialect, escape: u8) -> Step {
    let (mut at, mut open, mut begins, mut quoted) = (start, None, true, false);
    let faulty = |open, fault| match line_end(buffer, start, open, at_end) {
        Some((end, next)) => Step::Faulty { end, next, open, fault },
        None => Step::NeedMore,
    };
    while let Some(byte) = buffer.get(at).copied() {
        let is_quote = Some(byte) == dialect.quote;
        match open {
            Some(opened) if at > opened + QUOTED_BYTES_MAX => {
                return faulty(opened, QuoteFault::TooLong);
            }
            _ if byte == escape => {
                quoted = true;
                at += 1 + usize::from(buffer.get(at + 1..at + 3) == Some(b"\r\n"));
            }
            None if byte == b'\n' => {
                let end = without_return(buffer, start, at);
                return Step::Record { end, next: at + 1, quoted };
            }
            None if is_quote && begins => (open, quoted) = (Some(at), true),
            Some(opened) if is_quote => match behind(buffer, at + 1, at_end, dialect) {
                Behind::Quote => at += 1,
                Behind::Field => open = None,
                Behind::Text => return faulty(opened, QuoteFault::TextAfter),
                Behind::NeedMore => return Step::NeedMore,
            },
            Some(_) | None => {}
        }
        begins = open.is_none() && byte == dialect.delimiter;
        at += 1;
    }
    match open {
        _ if !at_end => Step::NeedMore,
        Some(opened) => faulty(opened, QuoteFault::NotClosed),
        None => {
            let end = without_return(buffer, start, buffer.len());
            Step::Record { end, next: buffer.len(), quoted }
        }
    }
}

/// End of the text of the line that goes on at `from`, and the start of the next.
fn line_end(buffer: &[u8], start: usize, from: usize, at_end: bool) -> Option<(usize, usize)> {
    match memchr(b'\n', buffer.get(from..).unwrap_or_default()) {
        Some(found) => Some((without_return(buffer, start, from + found), from + found + 1)),
        None if at_end => Some((without_return(buffer, start, buffer.len()), buffer.len())),
        None => None,
    }
}

fn without_return(buffer: &[u8], start: usize, end: usize) -> usize {
    if end > start && buffer.get(end - 1) == Some(&b'\r') { end - 1 } else { end }
}

/// The place after the quote that closes the one at `open`.
fn closing(buffer: &[u8], open: usize, at_end: bool, dialect: Dialect) -> Closing {
    let quote = dialect.quote.unwrap_or_default();
    let limit = open + 1 + QUOTED_BYTES_MAX;
    let mut from = open + 1;
    loop {
        let window = buffer.get(from..limit.min(buffer.len())).unwrap_or_default();
        let Some(found) = memchr(quote, window) else {
            return if buffer.len() >= limit {
                Closing::Faulty(QuoteFault::TooLong)
            } else if at_end {
                Closing::Faulty(QuoteFault::NotClosed)
            } else {
                Closing::NeedMore
            };
        };
        let after = from + found + 1;
        match behind(buffer, after, at_end, dialect) {
            Behind::Quote => from = after + 1,
            Behind::Field => return Closing::After(after),
            Behind::Text => return Closing::Faulty(QuoteFault::TextAfter),
            Behind::NeedMore => return Closing::NeedMore,
        }
    }
}

/// What stands behind a quote within a quoted field.
enum Behind {
    /// Another: the two are one that is text.
    Quote,
    /// The end of the field.
    Field,
    Text,
    NeedMore,
}

fn behind(buffer: &[u8], after: usize, at_end: bool, dialect: Dialect) -> Behind {
    match (buffer.get(after), buffer.get(after + 1)) {
        (Some(next), _) if Some(*next) == dialect.quote => Behind::Quote,
        (Some(next), _) if *next == dialect.delimiter || *next == b'\n' => Behind::Field,
        (Some(b'\r'), Some(b'\n')) => Behind::Field,
        (None, _) | (Some(b'\r'), None) if at_end => Behind::Field,
        (None, _) | (Some(b'\r'), None) => Behind::NeedMore,
        _ => Behind::Text,
    }
}

/// A buffer cut at record boundaries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cuts {
    /// Starts of the pieces and, last, the end of the last whole record; ascending.
    pub at: Vec<usize>,
    /// True when some byte of the buffer is a quote, or an escape.
    pub has_quotes: bool,
}

impl Cuts {
    /// End of the last whole record.
    pub fn end(&self) -> usize {
        self.at.last().copied().unwrap_or(0)
    }
}

/// Cuts a buffer that starts with a record into about `pieces` pieces of whole records.
pub fn cut(buffer: &[u8], at_end: bool, pieces: usize, dialect: Dialect) -> Cuts {
    let pieces = pieces.max(1);
    let target = |k: usize| buffer.len() / pieces * k;
    let mut at = vec![0];
    if dialect.needs_care(buffer) {
        let mut here = 0;
        while here < buffer.len() {
            here = match step(buffer, here, at_end, dialect) {
                Step::Record { next, .. } | Step::Faulty { next, .. } => next,
                Step::NeedMore => break,
            };
            if at.len() < pieces && here >= target(at.len()) {
                at.push(here);
            }
        }
        push_end(&mut at, here);
        return Cuts { at, has_quotes: true };
    }
    let end = if at_end { buffer.len() } else { memrchr(b'\n', buffer).map_or(0, |i| i + 1) };
    for k in 1..pieces {
        let from = target(k).max(at.last().copied().unwrap_or(0));
        match memchr(b'\n', buffer.get(from..end).unwrap_or_default()) {
            Some(found) => at.push(from + found + 1),
            None => break,
        }
    }
    push_end(&mut at, end);
    Cuts { at, has_quotes: false }
}

fn push_end(at: &mut Vec<usize>, end: usize) {
    if at.last() != Some(&end) || at.len() == 1 {
        at.push(end);
    }
}

#[cfg(test)]
mod tests;
