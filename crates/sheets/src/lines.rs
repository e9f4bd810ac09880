//! Lines of text, one after another, none longer than memory is meant for.

use crate::bounds::LINE_MAX;
use crate::encoding::Text;
use std::io::{self, BufRead, BufReader, Read};

pub(crate) struct Lines {
    text: BufReader<Text>,
    line: Vec<u8>,
    number: u32,
}

impl Lines {
    pub(crate) fn new(text: Text) -> Self {
        Self { text: BufReader::with_capacity(1 << 16, text), line: Vec::new(), number: 0 }
    }

    /// Number, from 1, and text of the next line, without its ending.
    pub(crate) fn next_line(&mut self) -> io::Result<Option<(u32, &[u8])>> {
        self.line.clear();
        let most = LINE_MAX as u64 + 1;
        if Read::by_ref(&mut self.text).take(most).read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        self.number = self.number.checked_add(1).ok_or_else(too_many)?;
        let number = self.number;
        if self.line.len() > LINE_MAX {
            let what = "as no row is; check that the file is text with one row a line";
            return Err(io::Error::other(format!(
                "line {number} is longer than {LINE_MAX} bytes, {what}"
            )));
        }
        let line = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
        Ok(Some((number, line.strip_suffix(b"\r").unwrap_or(line))))
    }
}

fn too_many() -> io::Error {
    io::Error::other(format!("it has more than {} lines; cut it into several files", u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_no_number_is_left_for_are_refused() {
        let mut lines = Lines::new(Box::new("a\nb\n".as_bytes()));
        lines.number = u32::MAX - 1;
        assert_eq!(lines.next_line().unwrap(), Some((u32::MAX, "a".as_bytes())));
        let why = lines.next_line().unwrap_err().to_string();
        assert_eq!(why, "it has more than 4294967295 lines; cut it into several files");
    }
}
