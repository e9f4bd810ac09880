//! Whole records of a buffer, one after another.

use feltproof_sheets::{Dialect, Fields, QUOTED_BYTES_MAX, QuoteFault, Step, step};
use memchr::{memchr, memchr_iter};

/// Whole records of a buffer.
#[derive(Clone, Copy)]
pub(super) struct WholeRecords<'a> {
    /// The buffer up to its end: a faulty quote is known by what follows it, beyond these records too.
    pub(super) buffer: &'a [u8],
    /// Start of the first record.
    pub(super) start: usize,
    /// End of the last record.
    pub(super) end: usize,
    /// Line of the first record.
    pub(super) line: u64,
    /// The buffer holds the last byte of the file.
    pub(super) at_end: bool,
    /// The buffer has quotes.
    pub(super) has_quotes: bool,
    pub(super) dialect: Dialect,
}

/// One record where it stands.
pub(super) struct RecordAt<'a> {
    /// Without its line ending.
    pub(super) bytes: &'a [u8],
    pub(super) line: u64,
    pub(super) quoted: bool,
    /// Why it cannot be cut into fields.
    pub(super) fault: Option<String>,
    /// It ends with the file, without a line end.
    pub(super) cut_off: bool,
}

impl<'a> WholeRecords<'a> {
    /// What is left of them.
    #[inline]
    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes(self.start, self.end)
    }

    /// Leaves out a record of one line that was read by other means.
    #[inline]
    pub(super) const fn skip(&mut self, bytes: usize) {
        self.start += bytes;
        self.line += 1;
    }

    /// The next record, which may be empty.
    pub(super) fn next(&mut self) -> Option<RecordAt<'a>> {
        if self.start >= self.end {
            return None;
        }
        let (start, line) = (self.start, self.line);
        let (end, next, quoted, fault) = match self.step() {
            Step::Record { end, next, quoted } => (end, next, quoted, None),
            Step::Faulty { end, next, open, fault } => {
                (end, next, true, Some(self.quote_sentence(open, fault)))
            }
            // Pieces are cut at records, so this does not happen.
            Step::NeedMore => return None,
        };
        self.line += if quoted { self.lines(start, next) } else { 1 };
        self.start = next;
        let cut_off = self.at_end && end == self.buffer.len();
        Some(RecordAt { bytes: self.bytes(start, end), line, quoted, fault, cut_off })
    }

    /// Without quotes a record is a line.
    fn step(&self) -> Step {
        if self.has_quotes {
            return step(self.buffer, self.start, self.at_end, self.dialect);
        }
        let rest = self.rest();
        let (text, next) = match memchr(b'\n', rest) {
            Some(at) => (rest.get(..at).unwrap_or_default(), self.start + at + 1),
            None => (rest, self.end),
        };
        let returns = usize::from(text.last() == Some(&b'\r'));
        Step::Record { end: self.start + text.len() - returns, next, quoted: false }
    }

    #[inline]
    fn bytes(&self, from: usize, to: usize) -> &'a [u8] {
        self.buffer.get(from..to).unwrap_or_default()
    }

    fn lines(&self, from: usize, to: usize) -> u64 {
        u64::try_from(memchr_iter(b'\n', self.bytes(from, to)).count()).unwrap_or(u64::MAX)
    }

    fn quote_sentence(&self, open: usize, fault: QuoteFault) -> String {
        let opened = self.line + self.lines(self.start, open);
        let what = match fault {
            QuoteFault::NotClosed => "is not closed before the end of the file".to_owned(),
            QuoteFault::TooLong => format!("is not closed within {QUOTED_BYTES_MAX} bytes"),
            QuoteFault::TextAfter => {
                "is closed in the middle of its field, with more text after it".to_owned()
            }
        };
        format!(
            "the quote opened on line {opened} {what}; close it at the end of its field and double \
             quotes within (reading goes on at line {})",
            opened + 1
        )
    }
}

impl RecordAt<'_> {
    /// Why the record as a whole is damaged.
    pub(super) fn refuse_nul(&self) -> Result<(), String> {
        match memchr(0, self.bytes) {
            None => Ok(()),
            Some(at) => Err(format!(
                "byte {} of the record is NUL, so the file was damaged or is not UTF-8 or \
                 Windows-1252; export it again",
                at + 1
            )),
        }
    }

    /// The fields, if there is one for each column.
    pub(super) fn of_width<'f>(
        &self,
        width: usize,
        fields: Fields<'f>,
    ) -> Result<Fields<'f>, String> {
        if fields.count() == width {
            return Ok(fields);
        }
        Err(format!(
            "the record has {} fields, but the header has {width} columns; {}",
            fields.count(),
            if self.cut_off {
                "the file ends here without a line end and may be cut off, export it again"
            } else {
                "quote fields that hold commas, and give every column its field"
            }
        ))
    }
}
