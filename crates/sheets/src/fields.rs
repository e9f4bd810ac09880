//! One record into its fields. Records without quotes are cut at commas; the others go through the
//! CSV state machine. Both give the same fields wherever both apply.

use crate::Dialect;
use csv_core::{Reader, ReaderBuilder, Terminator};
use memchr::memchr_iter;
use std::ops::RangeInclusive;

/// Cuts one record after another, reusing its memory.
pub struct Splitter {
    spans: Vec<(usize, usize)>,
    scratch: Vec<u8>,
    ends: Vec<usize>,
    dialect: Dialect,
    /// Built for the first record with quotes: most files have none.
    machine: Option<Reader>,
}

/// The fields of one record.
#[derive(Clone, Copy)]
pub struct Fields<'a> {
    text: &'a [u8],
    spans: &'a [(usize, usize)],
    /// The text is the record itself, commas included.
    has_commas: bool,
}

impl<'a> Fields<'a> {
    /// Fields at these places of a text, with one byte between two that follow each other.
    #[inline]
    pub const fn new(text: &'a [u8], spans: &'a [(usize, usize)]) -> Self {
        Self { text, spans, has_commas: false }
    }

    /// As [`Self::new`], where the byte between two fields is a comma and no field has one.
    #[inline]
    pub const fn with_commas(text: &'a [u8], spans: &'a [(usize, usize)]) -> Self {
        Self { text, spans, has_commas: true }
    }

    /// The bytes from the first field to the last, with what stands between them.
    pub fn raw(&self) -> &'a [u8] {
        let ends = self.spans.first().zip(self.spans.last());
        ends.and_then(|((from, _), (_, to))| self.text.get(*from..*to)).unwrap_or_default()
    }

    /// How many.
    #[inline]
    pub const fn count(&self) -> usize {
        self.spans.len()
    }

    /// The field in this column, 0 the first; empty where there is none.
    #[inline]
    pub fn get(&self, column: usize) -> &'a [u8] {
        self.spans.get(column).and_then(|(from, to)| self.text.get(*from..*to)).unwrap_or_default()
    }

    /// Neighbouring columns with commas. `None` beside quotes: `1,12` would be the same as `11,2`.
    #[inline]
    pub fn run(&self, columns: &RangeInclusive<usize>) -> Option<&'a [u8]> {
        if !self.has_commas {
            return None;
        }
        let (from, _) = self.spans.get(*columns.start())?;
        let (_, to) = self.spans.get(*columns.end())?;
        self.text.get(*from..*to)
    }

    /// The field in this column, if the journal has the column.
    #[inline]
    pub fn optional(&self, column: Option<usize>) -> &'a [u8] {
        column.map_or(&[], |c| self.get(c))
    }
}

impl Splitter {
    /// For records of this dialect.
    pub const fn new(dialect: Dialect) -> Self {
        Self { spans: Vec::new(), scratch: Vec::new(), ends: Vec::new(), dialect, machine: None }
    }

    /// The fields of a record without its line ending; `quoted` when one of them is quoted, or has an escape.
    pub fn split<'a>(&'a mut self, record: &'a [u8], quoted: bool) -> Fields<'a> {
        self.spans.clear();
        if quoted {
            return self.split_quoted(record);
        }
        let delimiter = self.dialect.delimiter;
        let mut from = 0;
        // Fields are short, often empty: a search for many bytes at a time is no faster than this.
        for (at, byte) in record.iter().enumerate() {
            if *byte == delimiter {
                self.spans.push((from, at));
                from = at + 1;
            }
        }
        self.spans.push((from, record.len()));
        Fields { text: record, spans: &self.spans, has_commas: true }
    }

    fn split_quoted(&mut self, record: &[u8]) -> Fields<'_> {
        if let Some(escape) = self.dialect.escape {
            return self.split_escaped(record, escape);
        }
        // Fields are never longer than the record, nor more than its commas and one.
        self.scratch.resize(record.len() + 1, 0);
        self.ends.resize(memchr_iter(self.dialect.delimiter, record).count() + 2, 0);
        let dialect = self.dialect;
        let machine = self.machine.get_or_insert_with(|| machine(dialect));
        let (mut out, mut count) = (0, 0);
        for input in [record, b"\n"] {
            let text = self.scratch.get_mut(out..).unwrap_or_default();
            let ends = self.ends.get_mut(count..).unwrap_or_default();
            let (_, _, written, ended) = machine.read_record(input, text, ends);
            out += written;
            count += ended;
        }
        let mut from = 0;
        for end in self.ends.iter().take(count) {
            self.spans.push((from, *end));
            from = *end;
        }
        Fields { text: &self.scratch, spans: &self.spans, has_commas: false }
    }

    /// An escape before a byte that divides is left out; before any other (`\N`) it is text.
    fn split_escaped(&mut self, record: &[u8], escape: u8) -> Fields<'_> {
        let Dialect { delimiter, quote, .. } = self.dialect;
        self.scratch.clear();
        let (mut at, mut from, mut is_open) = (0, 0, false);
        while let Some(byte) = record.get(at).copied() {
            let next = record.get(at + 1).copied();
            let is_quote = |byte: Option<u8>| byte.is_some() && byte == quote;
            let divides = |byte: u8| {
                is_quote(Some(byte))
                    || matches!(byte, b'\n' | b'\r')
                    || byte == delimiter
                    || byte == escape
            };
            match next {
                Some(next) if byte == escape && divides(next) => {
                    self.scratch.push(next);
                    at += 1;
                }
                _ if byte == delimiter && !is_open => {
                    self.spans.push((from, self.scratch.len()));
                    from = self.scratch.len();
                }
                _ if is_open && is_quote(Some(byte)) && is_quote(next) => {
                    self.scratch.push(byte);
                    at += 1;
                }
                _ if is_quote(Some(byte))
                    && (is_open || at == 0 || record.get(at - 1) == Some(&delimiter)) =>
                {
                    is_open = !is_open;
                }
                _ => self.scratch.push(byte),
            }
            at += 1;
        }
        self.spans.push((from, self.scratch.len()));
        Fields { text: &self.scratch, spans: &self.spans, has_commas: false }
    }
}

fn machine(dialect: Dialect) -> Reader {
    // Records end at a line feed: a lone carriage return is text, and that of CR LF is cut off.
    let mut machine = ReaderBuilder::new()
        .terminator(Terminator::Any(b'\n'))
        .delimiter(dialect.delimiter)
        .quote(dialect.quote.unwrap_or(b'"'))
        .build();
    // The machine drops a byte order mark from its first input, which is not the start of the file.
    let _ = machine.read_record(b"x\n", &mut [0; 8], &mut [0; 8]);
    machine
}

#[cfg(test)]
mod tests;
