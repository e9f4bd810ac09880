//! Reads a journal block by block: bytes are cut at record boundaries, hashed, read in parallel
//! pieces and joined in file order.

use super::header::{self, Columns, Header};
use super::piece::{self, Piece, PieceRecords};
use super::setup::Setup;
use super::source::Source;
use super::times::{RecordOrder, Span};
use super::{Block, ReadError, Records};
use feltproof_model::Engagement;
use feltproof_model::engagement::{JournalKind, RepeatedHour};
use feltproof_model::workpaper::{FileDigest, InputSummary};
use feltproof_sheets::{Cuts, Dialect, Step, cut, step};
use memchr::{memchr, memchr_iter};
use rayon::prelude::*;
use sha2::Digest;
use std::io::Read;

/// Bytes read at a time. Constant, so that blocks are the same on every machine. An event of a round
/// is shorter than its hands: with shorter blocks its journal runs ahead of the hands by few rounds,
/// which all stay open until the hands have come.
const fn block_bytes(kind: JournalKind) -> usize {
    match kind {
        JournalKind::Hands => 1024 * 1024,
        _ => 128 * 1024,
    }
}
/// Pieces of a block. Constant, so that pieces are the same for any number of threads.
const PIECES: usize = 8;

/// Reads one journal from first to last byte, in blocks of bounded size.
pub struct JournalReader<R: Read> {
    source: Source<R>,
    setup: Setup,
    header: Header,
    order: Option<RecordOrder>,
    records: u64,
    problems: u64,
    span: Span,
    pieces: usize,
    /// The rows of the last round read, which may go on.
    last_round: Option<Records>,
    /// Memory of the pieces of the block before, for those of the next.
    rooms: Vec<Records>,
}

/// Where a piece starts and ends in the pending bytes, and its first line.
struct Extent {
    start: usize,
    end: usize,
    line: u64,
}

impl<R: Read> JournalReader<R> {
    /// Reads and checks the header of the journal at this place of the engagement.
    ///
    /// # Errors
    /// When the input cannot be read, is empty or not text, or its header lacks a column or names
    /// one twice.
    pub fn new(input: R, engagement: &Engagement, journal: u16) -> Result<Self, ReadError> {
        let kind = engagement.journals.get(usize::from(journal)).map(|entry| entry.kind);
        let bytes = block_bytes(kind.unwrap_or(JournalKind::Hands));
        Self::with_sizes(input, engagement, journal, bytes, PIECES)
    }

    /// As [`Self::new`] with other sizes of blocks and pieces: tests show that they do not matter.
    pub(super) fn with_sizes(
        input: R,
        engagement: &Engagement,
        journal: u16,
        block_bytes: usize,
        pieces: usize,
    ) -> Result<Self, ReadError> {
        let setup = Setup::new(engagement, journal)?;
        let order = (setup.repeated_hour == RepeatedHour::RecordOrder)
            .then(|| RecordOrder::new(setup.disorder_micros));
        let mut source = Source::new(input, setup.file.clone(), block_bytes);
        let header = read_header(&mut source, &setup)?;
        let span = Span::default();
        let rooms = Vec::new();
        let (records, problems, last_round) = (0, 0, None);
        Ok(Self {
            source,
            setup,
            header,
            order,
            records,
            problems,
            span,
            pieces,
            last_round,
            rooms,
        })
    }

    /// Which columns the journal has.
    pub const fn columns(&self) -> &Columns {
        &self.header.columns
    }

    /// The next records, or `None` after the last.
    ///
    /// # Errors
    /// When the input cannot be read on, or is no file of records.
    pub fn next_block(&mut self) -> Result<Option<Block>, ReadError> {
        loop {
            self.source.fill_block()?;
            let at_end = self.source.at_end;
            let cuts = cut(self.source.pending(), at_end, self.pieces, Dialect::CSV);
            if cuts.end() == 0 {
                if at_end {
                    return Ok(self.last_block());
                }
                self.source.fill_more()?;
                continue;
            }
            let block = self.read_block(&cuts)?;
            if block.records_seen > 0 {
                return Ok(Some(block));
            }
        }
    }

    /// What was read. The digest and the size are those of the whole file once
    /// [`Self::next_block`] has returned `None`.
    pub fn finish(self) -> InputSummary {
        let (sha256, size_bytes) = self.source.finish();
        InputSummary {
            digest: FileDigest { file: self.setup.file, sha256, size_bytes },
            kind: self.setup.kind.name(),
            records: self.records,
            problems: self.problems,
            unmapped_columns: self.header.columns.unmapped,
            first: self.span.first,
            last: self.span.last,
        }
    }

    /// Reads the whole records of the buffer. Hashing goes on beside it: it needs every byte in
    /// order, and nothing else does.
    fn read_block(&mut self, cuts: &Cuts) -> Result<Block, ReadError> {
        let (pieces, next_line) = self.extents(cuts)?;
        let (setup, header) = (&self.setup, &self.header);
        let mut rooms = std::mem::take(&mut self.rooms);
        rooms.resize_with(pieces.len(), || Records::with_capacity(setup.kind, 0));
        let source = &mut self.source;
        let unhashed = source.buffer.get(source.hashed..).unwrap_or_default();
        let digest = &mut source.digest;
        let buffer = source.buffer.get(source.start..).unwrap_or_default();
        let at_end = source.at_end;
        let (read, ()) = rayon::join(
            || -> Vec<PieceRecords> {
                let whole = pieces.par_iter().map(|extent| Piece {
                    buffer,
                    start: extent.start,
                    end: extent.end,
                    line: extent.line,
                    at_end,
                    has_quotes: cuts.has_quotes,
                });
                whole
                    .zip(rooms)
                    .map(|(piece, room)| piece::read(piece, setup, header, room))
                    .collect()
            },
            || digest.update(unhashed),
        );
        source.hashed = source.buffer.len();
        source.start += cuts.end();
        source.line = next_line;
        Ok(self.join(read))
    }

    /// Where each piece is, and the line after the last.
    fn extents(&self, cuts: &Cuts) -> Result<(Vec<Extent>, u64), ReadError> {
        let buffer = self.source.pending();
        let spans: Vec<(usize, usize)> =
            cuts.at.iter().copied().zip(cuts.at.iter().copied().skip(1)).collect();
        let counts: Vec<usize> = spans
            .par_iter()
            .map(|(start, end)| {
                memchr_iter(b'\n', buffer.get(*start..*end).unwrap_or_default()).count()
            })
            .collect();
        let mut line = self.source.line;
        let mut pieces = Vec::with_capacity(spans.len());
        for ((start, end), count) in spans.into_iter().zip(counts) {
            pieces.push(Extent { start, end, line });
            line += u64::try_from(count).unwrap_or(u64::MAX);
        }
        if line > u64::from(u32::MAX) {
            return Err(ReadError::TooManyLines { file: self.setup.file.clone(), limit: u32::MAX });
        }
        Ok((pieces, line))
    }

    /// The rows of the last round of all, if they are still to come.
    fn last_block(&mut self) -> Option<Block> {
        let records = self.last_round.take()?;
        let records_seen = u64::try_from(records.len()).unwrap_or(u64::MAX);
        self.records += records_seen;
        let (journal, problems) = (self.setup.journal, Vec::new());
        Some(Block { journal, records, problems, records_seen })
    }

    /// Joins pieces in order and decides what only the order can tell.
    fn join(&mut self, pieces: Vec<PieceRecords>) -> Block {
        let count = pieces.iter().map(|piece| piece.records.len()).sum();
        let mut block = Block {
            journal: self.setup.journal,
            records: Records::with_capacity(self.setup.kind, count),
            problems: Vec::new(),
            records_seen: 0,
        };
        let seen = |records: &Records| u64::try_from(records.len()).unwrap_or(u64::MAX);
        if let Some(mut last_round) = self.last_round.take() {
            block.records_seen += seen(&last_round);
            block.records.append(&mut last_round);
        }
        for mut piece in pieces {
            if let Some(order) = &mut self.order {
                piece.records.resolve(order, &mut piece.times);
            }
            self.span.join(piece.times.span);
            block.records_seen += piece.seen;
            block.problems.append(&mut piece.problems);
            block.records.append(&mut piece.records);
            self.rooms.push(piece.records);
        }
        // A block ends with a whole round, so that what a round is does not depend on where blocks end.
        self.last_round = block.records.take_last_round();
        block.records_seen -= self.last_round.as_ref().map_or(0, seen);
        let problems = u64::try_from(block.problems.len()).unwrap_or(u64::MAX);
        self.problems += problems;
        self.records += block.records_seen.saturating_sub(problems);
        block
    }
}

/// Reads up to and with the first record that is not blank: the header.
fn read_header<R: Read>(source: &mut Source<R>, setup: &Setup) -> Result<Header, ReadError> {
    source.fill_block()?;
    while source.pending().len() < 3 && !source.at_end {
        source.fill_more()?;
    }
    if source.pending().starts_with(b"\xEF\xBB\xBF") {
        source.start += 3;
    }
    loop {
        let at_end = source.at_end;
        let (end, next, fault) = match step(source.pending(), 0, at_end, Dialect::CSV) {
            Step::Record { end, next, .. } => (end, next, false),
            Step::Faulty { end, next, .. } => (end, next, true),
            Step::NeedMore => {
                source.fill_more()?;
                continue;
            }
        };
        if next == 0 {
            let (file, kind) = (setup.file.clone(), setup.kind.name());
            return Err(ReadError::Empty { file, kind });
        }
        let record = source.pending().get(..end).unwrap_or_default();
        let whole = source.pending().get(..next).unwrap_or_default();
        let lines = u64::try_from(memchr_iter(b'\n', whole).count()).unwrap_or(u64::MAX);
        let header = if record.is_empty() {
            None
        } else {
            let place = header::Source {
                file: &setup.file,
                line: source.line,
                kind: setup.kind,
                encoding: setup.encoding,
            };
            refuse_no_text(record, fault, place)?;
            Some(header::read(record, place)?)
        };
        source.start += next;
        source.line += lines;
        if let Some(header) = header {
            return Ok(header);
        }
    }
}

/// A header that shows the file to be something else than lines of text.
fn refuse_no_text(record: &[u8], fault: bool, place: header::Source<'_>) -> Result<(), ReadError> {
    let what = if record.starts_with(b"\xFF\xFE") || record.starts_with(b"\xFE\xFF") {
        "the file is UTF-16 text; save it as CSV in UTF-8"
    } else if memchr(0, record).is_some() {
        "the header has a NUL byte, so the file is not UTF-8 or Windows-1252 text; save it as CSV \
         in UTF-8"
    } else if fault {
        "a quote in the header is not closed at the end of its field; save the file as CSV again"
    } else if memchr(b'\r', record).is_some() {
        "the header has a carriage return that does not end a line; save the file with lines that \
         end in LF or CR LF"
    } else {
        return Ok(());
    };
    Err(ReadError::NotText { file: place.file.to_owned(), line: place.line, what: what.to_owned() })
}
