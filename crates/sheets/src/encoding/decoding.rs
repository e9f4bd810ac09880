//! Bytes of another encoding as UTF-8. A program that appends to a file may do so in an encoding of its own,
//! so that lines of two encodings stand in one file: each line is read as what it is, where that is certain.

use crate::bounds::LINE_MAX;
use crate::notes::{Noted, Notes};
use encoding_rs::{Decoder, Encoding, UTF_16BE, WINDOWS_1252};
use memchr::{memchr, memchr_iter};
use std::io::{self, Read};

/// Bytes decoded at a time, if lines are no longer.
const CHUNK: usize = 1 << 16;
/// Bytes without a nought, of a line in UTF-8, that cannot be characters of UTF-16 by chance.
const SHORTEST: usize = 8;
/// The same where no line begins: so many of plain ASCII.
const PLAIN: usize = 64;

/// How bytes become characters.
pub(super) enum Way {
    /// In two bytes each, but for lines of UTF-8.
    Utf16(&'static Encoding),
    Windows1252,
    /// UTF-8, and Windows-1252 each line that is not.
    Either,
}

pub(super) struct Decoding<R> {
    bytes: R,
    way: Way,
    decoder: Decoder,
    input: Vec<u8>,
    /// Bytes of `input` that are not decoded yet.
    filled: usize,
    output: Vec<u8>,
    /// Up to where the output is handed over.
    passed: usize,
    at_end: bool,
    /// The decoder had its last bytes.
    is_decoded: bool,
    /// Of UTF-16: a line begins, and the one before was UTF-8.
    line_begins: bool,
    was_utf8: bool,
    /// Lines that ended, and bytes that were decoded.
    lines: u64,
    offset: u64,
    notes: Notes,
}

impl<R: Read> Decoding<R> {
    /// `offset`: what of the file was read before, its byte order mark.
    pub(super) fn new(bytes: R, way: Way, offset: usize, notes: Notes) -> Self {
        let decoder = match &way {
            Way::Utf16(encoding) => encoding.new_decoder_without_bom_handling(),
            Way::Windows1252 | Way::Either => WINDOWS_1252.new_decoder_without_bom_handling(),
        };
        let (input, output) = (vec![0; CHUNK], Vec::new());
        let (filled, passed, lines, offset) = (0, 0, 0, offset as u64);
        let (at_end, is_decoded, line_begins, was_utf8) = (false, false, true, false);
        Self {
            bytes,
            way,
            decoder,
            input,
            filled,
            output,
            passed,
            at_end,
            is_decoded,
            line_begins,
            was_utf8,
            lines,
            offset,
            notes,
        }
    }

    /// Decodes some more.
    fn fill(&mut self) -> io::Result<()> {
        let read = self.bytes.read(self.input.get_mut(self.filled..).unwrap_or_default())?;
        self.at_end = read == 0;
        self.filled += read;
        self.output.clear();
        self.passed = 0;
        let mut input = std::mem::take(&mut self.input);
        let mut used = 0;
        loop {
            let rest = input.get(used..self.filled).unwrap_or_default();
            let taken = match self.way {
                Way::Windows1252 => Some(self.decode(rest, self.at_end)),
                Way::Utf16(encoding) => self.utf_16(rest, encoding == UTF_16BE)?,
                Way::Either => self.either(rest),
            };
            let Some(taken) = taken.filter(|taken| *taken != 0) else { break };
            used += taken;
        }
        self.offset += used as u64;
        input.copy_within(used..self.filled, 0);
        self.filled -= used;
        if self.filled == input.len() {
            if self.filled > LINE_MAX {
                return Err(io::Error::other(format!(
                    "line {} is longer than {LINE_MAX} bytes, as no row is",
                    self.lines + 1
                )));
            }
            input.resize(self.filled * 2, 0);
        }
        self.input = input;
        Ok(())
    }

    /// Decodes by the decoder, all of it but for a character that is cut; returns how much.
    fn decode(&mut self, input: &[u8], is_last: bool) -> usize {
        if std::mem::replace(&mut self.is_decoded, is_last) {
            return 0;
        }
        let from = self.output.len();
        self.output.resize(from + input.len() * 3 + 16, 0);
        let output = self.output.get_mut(from..).unwrap_or_default();
        let (_, used, written, replaced) = self.decoder.decode_to_utf8(input, output, is_last);
        self.output.truncate(from + written);
        self.notes.count(None, Noted::NotDecoded, u64::from(replaced), "");
        used
    }

    /// One line, or a part of one; none: more has to be read.
    fn utf_16(&mut self, input: &[u8], is_big: bool) -> io::Result<Option<usize>> {
        if input.is_empty() && !self.at_end {
            return Ok(None);
        }
        if self.line_begins {
            let end = memchr(b'\n', input).map(|end| end + 1);
            // In UTF-16 a nought follows the line feed.
            let next = end.map(|end| input.get(end).copied());
            let goes_on = end.is_none() || next == Some(None);
            let line = input.get(..end.unwrap_or(input.len())).unwrap_or_default();
            let has_nought = memchr(0, line).is_some() || next == Some(Some(0));
            if goes_on && !has_nought && !self.at_end && input.len() < CHUNK {
                return Ok(None);
            }
            let is_enough = self.was_utf8 && !line.is_empty()
                || line.len() >= SHORTEST && (end.is_some() || line.is_ascii());
            let is_whole = end.is_some() || self.at_end;
            if !has_nought && is_enough && is_whole && std::str::from_utf8(line).is_ok() {
                self.lines += 1;
                let place = format!("line {}", self.lines);
                self.notes.count(None, Noted::Utf8Lines, 1, &place);
                self.output.extend_from_slice(line);
                self.was_utf8 = true;
                return Ok(Some(line.len()));
            }
        }
        let feed = if is_big { [0, b'\n'] } else { [b'\n', 0] };
        let units = input.chunks_exact(2);
        let end = units.clone().position(|unit| unit == feed).map(|at| (at + 1) * 2);
        let line = input.get(..end.unwrap_or(units.len() * 2)).unwrap_or_default();
        self.refuse_plain(line)?;
        if end.is_none() && !self.at_end && line.len() < PLAIN * 2 {
            return Ok(None);
        }
        // Where it goes on, what may begin a stretch of plain bytes is looked at once more.
        let line = match end {
            None if self.at_end => input,
            None => line.get(..line.len() - PLAIN).unwrap_or_default(),
            Some(_) => line,
        };
        self.lines += u64::from(end.is_some());
        (self.line_begins, self.was_utf8) = (end.is_some(), false);
        let used = self.decode(line, self.at_end && line.len() == input.len());
        Ok(Some(used))
    }

    /// Text that was appended in the middle of a line belongs to nothing.
    fn refuse_plain(&self, line: &[u8]) -> io::Result<()> {
        let mut run = 0;
        for (at, unit) in line.chunks_exact(2).enumerate() {
            let is_plain = unit.iter().all(|b| matches!(b, b'\t' | b' '..=b'~'));
            run = if is_plain { run + 2 } else { 0 };
            if run >= PLAIN {
                let from = at * 2 + 2 - run;
                let shown = line.get(from..from + 16).unwrap_or_default();
                let shown = String::from_utf8_lossy(shown);
                return Err(io::Error::other(format!(
                    "line {} is UTF-16 up to byte {} of the file and not from there on: `{shown}..` is \
                     plain text, which a program appended without ending the line; put a line end between \
                     them, or export the file again",
                    self.lines + 1,
                    self.offset + from as u64,
                )));
            }
        }
        Ok(())
    }

    /// Whole lines of UTF-8, or one that is not; none: the line goes on.
    fn either(&mut self, input: &[u8]) -> Option<usize> {
        let end = match memchr::memrchr(b'\n', input) {
            _ if self.at_end => input.len(),
            Some(end) => end + 1,
            None => return None,
        };
        let lines = input.get(..end).unwrap_or_default();
        let valid = std::str::from_utf8(lines).err().map_or(lines.len(), |e| e.valid_up_to());
        let whole = match memchr::memrchr(b'\n', lines.get(..valid).unwrap_or_default()) {
            _ if valid == lines.len() => valid,
            Some(last) => last + 1,
            None => 0,
        };
        let good = lines.get(..whole).unwrap_or_default();
        self.output.extend_from_slice(good);
        self.lines += memchr_iter(b'\n', good).count() as u64;
        let rest = lines.get(whole..).unwrap_or_default();
        if rest.is_empty() {
            return Some(whole);
        }
        let line =
            rest.get(..memchr(b'\n', rest).map_or(rest.len(), |end| end + 1)).unwrap_or_default();
        self.lines += 1;
        self.notes.count(None, Noted::Windows1252Lines, 1, &format!("line {}", self.lines));
        let (text, _) = WINDOWS_1252.decode_without_bom_handling(line);
        self.output.extend_from_slice(text.as_bytes());
        Some(whole + line.len())
    }
}

impl<R: Read> Read for Decoding<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.passed == self.output.len() && !self.at_end {
            self.fill()?;
        }
        let ready = self.output.get(self.passed..).unwrap_or_default();
        let count = ready.len().min(buffer.len());
        buffer.iter_mut().zip(ready).for_each(|(to, from)| *to = *from);
        self.passed += count;
        Ok(count)
    }
}
