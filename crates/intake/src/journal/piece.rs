//! One piece of a block: its records one after another, each understood or a problem.

use super::hands::HandsReader;
use super::header::{Header, Places};
use super::record_reader::{EventReader, RecordReader};
use super::setup::Setup;
use super::times::Times;
use super::{Records, text};
use feltproof_model::Problem;
use feltproof_sheets::{Dialect, Fields, QUOTED_BYTES_MAX, QuoteFault, Splitter, Step, step};
use memchr::{memchr, memchr_iter};

/// Whole records of a buffer.
#[derive(Clone, Copy)]
pub(super) struct Piece<'a> {
    /// The buffer up to its end: a faulty quote is known by what follows it, beyond the piece too.
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
}

/// What a piece held.
pub(super) struct PieceRecords {
    pub(super) records: Records,
    pub(super) problems: Vec<Problem>,
    pub(super) times: Times,
    /// Records understood and problems.
    pub(super) seen: u64,
}

/// Reads a piece; `records` are none, in memory used before.
pub(super) fn read(
    piece: Piece<'_>,
    setup: &Setup,
    header: &Header,
    mut records: Records,
) -> PieceRecords {
    let mut times = Times::default();
    let mut walk = Walk::new(piece, setup, header.width);
    match (&header.places, &mut records) {
        (Places::Hands(columns), Records::Hands(out)) => {
            // A row is rarely shorter than this; a guess that is off costs one more allocation.
            out.rows.reserve(piece.end.saturating_sub(piece.start) / 64, 4);
            walk.each(HandsReader::new(setup, columns), &mut times, out);
        }
        (Places::Controller(columns), Records::Controller(out)) => {
            walk.each(EventReader::new(setup, columns), &mut times, out);
        }
        (Places::Manager(columns), Records::Manager(out)) => {
            walk.each(EventReader::new(setup, columns), &mut times, out);
        }
        (Places::Shuffler(columns), Records::Shuffler(out)) => {
            walk.each(EventReader::new(setup, columns), &mut times, out);
        }
        // The header is that of the journal's kind, and so are the records.
        _ => {}
    }
    PieceRecords { records, problems: walk.problems, times, seen: walk.seen }
}

struct Walk<'a> {
    piece: Piece<'a>,
    setup: &'a Setup,
    width: usize,
    has_nul: bool,
    problems: Vec<Problem>,
    seen: u64,
}

impl<'a> Walk<'a> {
    fn new(piece: Piece<'a>, setup: &'a Setup, width: usize) -> Self {
        let bytes = piece.buffer.get(piece.start..piece.end).unwrap_or_default();
        let has_nul = memchr(0, bytes).is_some();
        Self { piece, setup, width, has_nul, problems: Vec::new(), seen: 0 }
    }

    /// Hands every record to the reader; what it refuses becomes a problem.
    fn each<R: RecordReader>(&mut self, mut reader: R, times: &mut Times, out: &mut R::Out) {
        let mut splitter = Splitter::new(Dialect::CSV);
        let mut here = self.piece.start;
        let mut line = self.piece.line;
        while here < self.piece.end {
            // The reader of the block has checked that every line of the piece has a number.
            let number = u32::try_from(line).unwrap_or(u32::MAX);
            let rest = self.bytes(here, self.piece.end);
            if let Some(length) = reader.read_usual(number, rest, times, out) {
                self.seen += 1;
                here += length;
                line += 1;
                continue;
            }
            let (end, next, quoted, fault) = match self.next_record(here) {
                Step::Record { end, next, quoted } => (end, next, quoted, None),
                Step::Faulty { end, next, open, fault } => (end, next, true, Some((open, fault))),
                // Pieces are cut at records, so this does not happen.
                Step::NeedMore => return,
            };
            let record = self.bytes(here, end);
            if !record.is_empty() {
                self.seen += 1;
                let outcome = match fault {
                    Some((open, fault)) => Err(self.quote_sentence(line, here, open, fault)),
                    None => self
                        .checked(record, end, splitter.split(record, quoted))
                        .and_then(|fields| reader.read(number, fields, times, out)),
                };
                if let Err(reason) = outcome {
                    self.problems.push(Problem {
                        journal: self.setup.journal,
                        line: number,
                        raw: text::raw(record, self.setup.encoding),
                        reason,
                    });
                }
            }
            line += if quoted { self.lines(here, next) } else { 1 };
            here = next;
        }
    }

    /// The record at `here`. Without quotes a record is a line.
    fn next_record(&self, here: usize) -> Step {
        let piece = &self.piece;
        if piece.has_quotes {
            return step(piece.buffer, here, piece.at_end, Dialect::CSV);
        }
        let rest = self.bytes(here, piece.end);
        let (text, next) = match memchr(b'\n', rest) {
            Some(at) => (self.bytes(here, here + at), here + at + 1),
            None => (rest, piece.end),
        };
        let returns = usize::from(text.last() == Some(&b'\r'));
        Step::Record { end: here + text.len() - returns, next, quoted: false }
    }

    fn bytes(&self, from: usize, to: usize) -> &'a [u8] {
        self.piece.buffer.get(from..to).unwrap_or_default()
    }

    fn lines(&self, from: usize, to: usize) -> u64 {
        u64::try_from(memchr_iter(b'\n', self.bytes(from, to)).count()).unwrap_or(u64::MAX)
    }

    /// The fields, if the record as a whole is sound.
    fn checked<'f>(
        &self,
        record: &[u8],
        end: usize,
        fields: Fields<'f>,
    ) -> Result<Fields<'f>, String> {
        if self.has_nul
            && let Some(at) = memchr(0, record)
        {
            return Err(format!(
                "byte {} of the record is NUL, so the file was damaged or is not UTF-8 or \
                 Windows-1252; export it again",
                at + 1
            ));
        }
        if fields.count() == self.width {
            return Ok(fields);
        }
        let cut_off = self.piece.at_end && end == self.piece.buffer.len();
        Err(format!(
            "the record has {} fields, but the header has {} columns; {}",
            fields.count(),
            self.width,
            if cut_off {
                "the file ends here without a line end and may be cut off, export it again"
            } else {
                "quote fields that hold commas, and give every column its field"
            }
        ))
    }

    fn quote_sentence(&self, line: u64, start: usize, open: usize, fault: QuoteFault) -> String {
        let opened = line + self.lines(start, open);
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
