//! What programs leave within a text and nobody sees: byte order marks of files that were joined, and lines
//! that end with a carriage return alone.

use crate::notes::{Noted, Notes};
use memchr::memchr2;
use std::io::{self, Read};

/// Bytes read at a time.
const CHUNK: usize = 1 << 16;
/// A byte order mark in UTF-8.
const MARK: [u8; 3] = [0xEF, 0xBB, 0xBF];

/// UTF-8 without byte order marks, its lone carriage returns as line feeds where they end lines.
pub(super) struct Tidy<R> {
    text: R,
    returns_end_lines: bool,
    buffer: Vec<u8>,
    /// What is ready of the buffer, and up to where it is filled.
    ready: (usize, usize),
    filled: usize,
    at_end: bool,
    notes: Notes,
}

impl<R: Read> Tidy<R> {
    pub(super) fn new(text: R, returns_end_lines: bool, notes: Notes) -> Self {
        let buffer = vec![0; CHUNK];
        Self { text, returns_end_lines, buffer, ready: (0, 0), filled: 0, at_end: false, notes }
    }

    /// Reads some more. What may go on behind the end of the buffer stays for the next time.
    fn fill(&mut self) -> io::Result<()> {
        self.buffer.copy_within(self.ready.1..self.filled, 0);
        self.filled -= self.ready.1;
        self.ready = (0, 0);
        let read = self.text.read(self.buffer.get_mut(self.filled..).unwrap_or_default())?;
        self.at_end = read == 0;
        self.filled += read;
        let other = if self.returns_end_lines { b'\r' } else { MARK[0] };
        let (mut from, mut to) = (0, 0);
        loop {
            let rest = self.buffer.get(from..self.filled).unwrap_or_default();
            let found = memchr2(MARK[0], other, rest);
            let plain = found.unwrap_or(rest.len());
            if from != to {
                self.buffer.copy_within(from..from + plain, to);
            }
            (from, to) = (from + plain, to + plain);
            if found.is_none() {
                break;
            }
            let Some((taken, put)) = self.special(from) else { break };
            if let (Some(byte), Some(place)) = (put, self.buffer.get_mut(to)) {
                *place = byte;
                to += 1;
            }
            from += taken;
        }
        // What is left stands behind what is ready, without a gap.
        self.buffer.copy_within(from..self.filled, to);
        self.filled -= from - to;
        self.ready = (0, to);
        Ok(())
    }

    /// How many bytes are taken at a place that may be special, and the one that stands for them, if one
    /// does; `None`: the next bytes decide.
    fn special(&self, at: usize) -> Option<(usize, Option<u8>)> {
        let here = self.buffer.get(at..self.filled).unwrap_or_default();
        let first = *here.first()?;
        if first == b'\r' {
            return match here.get(1) {
                None if !self.at_end => None,
                Some(b'\n') => Some((1, Some(first))),
                None | Some(_) => {
                    self.notes.count(None, Noted::LoneReturns, 1, "");
                    Some((1, Some(b'\n')))
                }
            };
        }
        if here.starts_with(&MARK) {
            self.notes.count(None, Noted::MarksWithin, 1, "");
            return Some((MARK.len(), None));
        }
        let may_be_mark = MARK.starts_with(here) && !self.at_end;
        (!may_be_mark).then_some((1, Some(first)))
    }
}

impl<R: Read> Read for Tidy<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.ready.0 == self.ready.1 && !self.at_end {
            self.fill()?;
        }
        let ready = self.buffer.get(self.ready.0..self.ready.1).unwrap_or_default();
        let count = ready.len().min(buffer.len());
        buffer.iter_mut().zip(ready).for_each(|(to, from)| *to = *from);
        self.ready.0 += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(bytes: &[u8], returns_end_lines: bool, drop: usize) -> (Vec<u8>, Vec<String>) {
        let notes = Notes::default();
        let mut tidy = Tidy::new(bytes, returns_end_lines, notes.clone());
        // Small buffers meet every place where a mark may be cut.
        tidy.buffer.truncate(drop);
        let mut text = Vec::new();
        tidy.read_to_end(&mut text).unwrap();
        (text, notes.sentences())
    }

    #[test]
    fn marks_are_left_out_and_counted() {
        let (text, notes) = read(b"a\n\xEF\xBB\xBFb,\xEF\xBB\xBF\"c\"\n\xEF\xBB", false, 4);
        assert_eq!(text, b"a\nb,\"c\"\n\xEF\xBB");
        assert_eq!(notes, ["2 byte order marks stand within the text; they were left out"]);
    }

    proptest! {
        #[test]
        fn lone_returns_are_line_feeds_where_they_end_lines(text in "[a\r\n\u{feff}\u{ff1a}]{0,40}", drop in 3_usize..9) {
            let without = text.replace('\u{feff}', "");
            prop_assert_eq!(read(text.as_bytes(), false, drop).0, without.as_bytes());
            let text = text.replace('\u{feff}', "x");
            let ended = text.replace("\r\n", "\n").replace('\r', "\n");
            let read = read(text.as_bytes(), true, drop).0;
            prop_assert_eq!(String::from_utf8(read).unwrap().replace("\r\n", "\n"), ended);
        }
    }
}
