//! Lines of text, one after another, none longer than memory is meant for.

use crate::bounds::LINE_MAX;
use std::io::{self, BufRead, BufReader, Read};

/// The lines of a text.
pub(crate) struct Lines {
    text: BufReader<Box<dyn Read + Send>>,
    line: Vec<u8>,
    number: u32,
}

impl Lines {
    pub(crate) fn new(text: Box<dyn Read + Send>) -> Self {
        Self { text: BufReader::with_capacity(1 << 16, text), line: Vec::new(), number: 0 }
    }

    /// Number, from 1, and text of the next line, without its ending.
    pub(crate) fn next_line(&mut self) -> io::Result<Option<(u32, &[u8])>> {
        self.line.clear();
        let most = LINE_MAX as u64 + 1;
        if Read::by_ref(&mut self.text).take(most).read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        self.number = self.number.saturating_add(1);
        if self.line.len() > LINE_MAX {
            return Err(io::Error::other(format!(
                "line {} is longer than {LINE_MAX} bytes, as no row is; check that the file is text \
                 with one row a line",
                self.number
            )));
        }
        let line = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
        Ok(Some((self.number, line.strip_suffix(b"\r").unwrap_or(line))))
    }
}
