//! Whole records of a buffer, one after another.

use super::fault::{Fault, Shown, Understood};
use feltproof_sheets::{Dialect, Fields, QuoteFault, Step, step};
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
    pub(super) fault: Option<Box<Fault>>,
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
                (end, next, true, Some(Box::new(self.quote_fault(open, fault))))
            }
            Step::NeedMore => panic!("pieces are cut at records"),
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
        memchr_iter(b'\n', self.bytes(from, to)).count() as u64
    }

    fn quote_fault(&self, open: usize, how: QuoteFault) -> Fault {
        let opened = self.line + self.lines(self.start, open);
        Fault::Quote { opened: Shown::as_is(opened), how, next: Shown::as_is(opened + 1) }
    }
}

impl RecordAt<'_> {
    /// Why the record as a whole is damaged.
    pub(super) fn refuse_nul(&self) -> Understood<()> {
        match memchr(0, self.bytes) {
            None => Ok(()),
            Some(at) => Err(Fault::Nul { byte: Shown::as_is(at + 1) })?,
        }
    }

    /// The fields, if there is one for each column.
    pub(super) fn of_width<'f>(&self, width: usize, found: Fields<'f>) -> Understood<Fields<'f>> {
        if found.count() == width {
            return Ok(found);
        }
        let (fields, columns) = (Shown::as_is(found.count()), Shown::as_is(width));
        Err(match self.cut_off {
            true => Fault::CutOff { fields, columns },
            false => Fault::Width { fields, columns },
        })?
    }
}
