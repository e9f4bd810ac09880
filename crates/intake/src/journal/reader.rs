//! Reads a journal in blocks: cut between records, hashed, read in parallel, joined in order.

use super::arranged::{Gathered, Numbers, Ordered, RECORDS_MAX};
use super::error::Reason;
use super::export::{Content, EvidenceAtEnd, Export, Layout, RowsFeed, named};
use super::filled::Filled;
use super::header;
use super::heading::{ColumnNames, Heading};
use super::piece::{self, Piece, PieceRecords};
use super::setup::Setup;
use super::source::{Evidence, Source};
use super::times::{RecordOrder, Span, Times};
use super::whole_records::WholeRecords;
use super::{Block, Columns, ReadError, Records, text};
use crate::profile::{Carried, Plan, Profile, RowOrder};
use feltproof_model::engagement::{JournalKind, RepeatedHour};
use feltproof_model::workpaper::{ExportSummary, FileDigest, InputSummary};
use feltproof_model::{Engagement, FileLines, Money};
use feltproof_sheets::{Cuts, Dialect, Splitter, Step, cut, step};
use memchr::{memchr, memchr_iter};
use rayon::prelude::*;
use sha2::Digest;
use std::collections::VecDeque;
use std::io::Read;
use std::sync::Arc;

/// Bytes read at a time. Constant, so that blocks are the same on every machine. An event of a round
/// is shorter than its hands: with shorter blocks its journal runs ahead of the hands by few rounds,
/// which all stay open until the hands have come.
const fn block_bytes(kind: JournalKind) -> usize {
    match kind {
        JournalKind::Hands => 1024 * 1024,
        _ => 128 * 1024,
    }
}

/// The same of a journal of an engagement: of several files of a kind each has a block in memory.
fn bytes_of(engagement: &Engagement, journal: u16) -> usize {
    let entry = engagement.journals.get(usize::from(journal));
    let kind = entry.map_or(JournalKind::Hands, |entry| entry.kind);
    let parts = engagement.journals.iter().filter(|other| other.kind == kind).count();
    (block_bytes(kind) / parts.max(1)).max(BLOCK_BYTES_MIN)
}

/// Bytes of a block of one of many files.
const BLOCK_BYTES_MIN: usize = 32 * 1024;
/// Pieces of a block. Constant, so that pieces are the same for any number of threads.
const PIECES: usize = 8;

/// Reads one journal from first to last byte, in blocks of bounded size.
pub struct JournalReader<R: Read> {
    feed: Feed<R>,
    evidence: Option<EvidenceAtEnd>,
    /// What it said.
    found: Option<Evidence>,
    left_out: u64,
    /// Rows with invisible characters: the first, and how many.
    invisible: Option<(u64, u64)>,
    setup: Setup,
    layout: Layout,
    order: Option<RecordOrder>,
    records: u64,
    problems: u64,
    span: Span,
    pieces: usize,
    /// What the next row may repeat of those above it.
    carried: Carried,
    /// The rows of the last round read, which may go on.
    last_round: Option<Records>,
    /// Memory of the pieces of the block before, for those of the next.
    rooms: Vec<Records>,
    /// The blocks of a file whose rows were put in order, and its lines.
    arranged: Option<VecDeque<Block>>,
    lines: Option<Arc<FileLines>>,
    /// Of an export that is read as it stands.
    filled: Filled,
}

/// What is read.
enum Feed<R: Read> {
    Text(Source<R>, Dialect),
    Rows(RowsFeed),
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
        let bytes = bytes_of(engagement, journal);
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
        let content = Content::Text(input, Dialect::CSV);
        let export = Export { content, names: ColumnNames::Row(1), evidence: None };
        Self::open(export, None, engagement, journal, (block_bytes, pieces))
    }

    /// Reads the header of an export and puts it together with its profile.
    ///
    /// # Errors
    /// When it cannot be read, or the profile does not fit its header.
    pub fn mapped(
        export: Export<R>,
        profile: &Profile,
        engagement: &Engagement,
        journal: u16,
    ) -> Result<Self, ReadError> {
        let sizes = (bytes_of(engagement, journal), PIECES);
        Self::open(export, Some(profile), engagement, journal, sizes)
    }

    fn open(
        export: Export<R>,
        profile: Option<&Profile>,
        engagement: &Engagement,
        journal: u16,
        (block_bytes, pieces): (usize, usize),
    ) -> Result<Self, ReadError> {
        let mut setup = Setup::new(engagement, journal)?;
        setup.nothings = setup.nothings.filter(|_| profile.is_none());
        let order = (setup.repeated_hour == RepeatedHour::RecordOrder)
            .then(|| RecordOrder::new(setup.disorder_micros));
        let (feed, layout) = match (export.content, profile) {
            (Content::Text(input, dialect), _) => {
                let mut source =
                    Source::new(input, setup.place.clone(), block_bytes, export.evidence.is_none());
                let heading = |profile: &Profile| Heading::new(export.names, profile.header_rows);
                let mapped = profile.map(|profile| (profile, heading(profile)));
                let layout = read_header(&mut source, &setup, mapped, dialect)?;
                (Feed::Text(source, dialect), layout)
            }
            (Content::Rows(rows), Some(profile)) => {
                let mut rows = RowsFeed::new(rows);
                let layout = rows.header(profile, export.names, &setup)?;
                (Feed::Rows(rows), layout)
            }
            (Content::Rows(_), None) => {
                return Err(setup.refused("only a mapping profile opens such a file"));
            }
        };
        let mut reader = Self {
            feed,
            evidence: export.evidence,
            found: None,
            left_out: 0,
            invisible: None,
            setup,
            layout,
            order,
            records: 0,
            problems: 0,
            span: Span::default(),
            pieces,
            carried: Carried::default(),
            last_round: None,
            rooms: Vec::new(),
            arranged: None,
            lines: None,
            filled: Filled::default(),
        };
        let how = reader.layout.plan.as_ref().map_or(RowOrder::AsRecorded, Plan::order);
        if how != RowOrder::AsRecorded {
            reader.arrange(how)?;
        }
        Ok(reader)
    }

    /// The lines of the records in the order in which they come, where rows were put in order.
    pub const fn lines(&self) -> Option<&Arc<FileLines>> {
        self.lines.as_ref()
    }

    /// Reads the whole file and puts its records in the order in which they were recorded.
    fn arrange(&mut self, how: RowOrder) -> Result<(), ReadError> {
        let mut all = Gathered::new(self.setup.kind);
        while let Some(read) = self.next_pieces()? {
            for piece in read {
                self.left_out += piece.tally.left_out;
                let room = all.take(piece);
                self.rooms.push(room);
            }
            if all.records.len() > RECORDS_MAX {
                return Err(self.setup.refused(format!(
                    "it has more than {RECORDS_MAX} records, and no more are put in order; export fewer days at a time, or the \
                     rows in the order in which they were recorded"
                )));
            }
        }
        let Setup { kind, sequence, disorder_micros, journal, .. } = self.setup;
        let numbers = Numbers { kind, sequence, disorder_micros };
        let blocks = all
            .blocks(journal, how, numbers)
            .map_err(|(line, what)| self.setup.refused(format!("line {line}: {what}")))?;
        let mut arranged = VecDeque::with_capacity(blocks.len());
        let mut lines = Vec::new();
        for Ordered { mut block, open, lines: more } in blocks {
            lines.extend(more);
            let mut times = Times::of_open(open);
            if let Some(order) = &mut self.order {
                block.records.resolve(order, &mut times);
            }
            block.records.times_mut().for_each(|time| self.span.add(*time));
            self.join_seats(&mut block.records)?;
            self.refuse_half_joined(&block)?;
            let unread = block.problems.len() as u64;
            self.problems += unread;
            self.records += block.records_seen - unread;
            arranged.push_back(block);
        }
        self.lines = Some(Arc::new(FileLines::of(lines.into_iter())));
        self.arranged = Some(arranged);
        Ok(())
    }

    /// Which columns the journal has.
    pub const fn columns(&self) -> &Columns {
        &self.layout.header.columns
    }

    /// The next records, or `None` after the last.
    ///
    /// # Errors
    /// When the input cannot be read on, or is no file of records.
    pub fn next_block(&mut self) -> Result<Option<Block>, ReadError> {
        if let Some(block) = self.arranged.as_mut().and_then(VecDeque::pop_front) {
            return Ok(Some(block));
        }
        loop {
            let Some(read) = self.next_pieces()? else { return self.last_block() };
            let block = self.join(read)?;
            self.setup.refuse_lines(block.last_line().into())?;
            self.refuse_half_joined(&block)?;
            if block.records_seen > 0 {
                return Ok(Some(block));
            }
        }
    }

    /// What is read next; `None` at the end.
    fn next_pieces(&mut self) -> Result<Option<Vec<PieceRecords>>, ReadError> {
        let Self { feed, setup, layout, rooms, pieces, carried, .. } = self;
        let into = Into { setup, layout, carried };
        let read = match feed {
            Feed::Text(source, dialect) => match source.next_cuts(*dialect, *pieces)? {
                Some(cuts) => into.read_text(source, *dialect, &cuts, rooms)?,
                None => return Ok(None),
            },
            Feed::Rows(rows) => match rows.take(*pieces, setup)? {
                lots if lots.is_empty() => return Ok(None),
                lots => into.read_pieces(lots.iter().map(Piece::Rows).collect(), rooms),
            },
        };
        // Rows under another header would be read by the first one.
        let mut headers = read.iter().filter_map(|piece| piece.tally.other_header.as_ref());
        match headers.next() {
            Some((line, names)) => Err(self.setup.refused(two_layouts(*line, names, &self.setup))),
            None => Ok(Some(read)),
        }
    }

    /// What was read. The digest and the size are those of the whole file once
    /// [`Self::next_block`] has returned `None`.
    pub fn finish(self) -> InputSummary {
        let Evidence { sha256, size_bytes, mut notes } = match (self.found, self.feed) {
            (Some(found), _) => found,
            (None, Feed::Text(source, _)) => source.finish(),
            // Whoever opens such a file knows its digest.
            (None, Feed::Rows(_)) => Evidence::default(),
        };
        notes.extend(self.invisible.map(|(line, rows)| {
            let what = "have invisible characters, which are read as a space or as nothing";
            format!("{rows} rows {what}; the first is row {line}")
        }));
        let export = self.layout.plan.map(|plan| ExportSummary {
            profile: plan.profile.digest,
            name: plan.profile.name,
            sheet: self.setup.sheet,
            rows_left_out: self.left_out,
            notes,
        });
        InputSummary {
            digest: FileDigest { file: self.setup.file, sha256, size_bytes },
            kind: self.setup.kind.name(),
            records: self.records,
            problems: self.problems,
            unmapped_columns: self.layout.header.columns.unmapped,
            first: self.span.first,
            last: self.span.last,
            export,
            set_aside: None,
        }
    }

    /// The rows of the last round of all, if they are still to come.
    fn last_block(&mut self) -> Result<Option<Block>, ReadError> {
        let is_all_left_out = self.records + self.problems == 0 && self.last_round.is_none();
        let has_rules = self.layout.plan.as_ref().is_some_and(Plan::has_rules);
        if is_all_left_out && self.left_out > 0 && has_rules {
            return Err(self.setup.refused(format!(
                "the profile leaves out all of its {} rows; correct [rows]",
                self.left_out
            )));
        }
        let plan = self.layout.plan.as_ref();
        if let Some(what) = plan.and_then(|plan| self.filled.two_layouts(plan)) {
            return Err(self.setup.refused(what));
        }
        let Some(mut records) = self.last_round.take() else {
            if let Some(evidence) = self.evidence.take() {
                self.found = Some(evidence().map_err(|what| self.setup.refused(what))?);
            }
            return Ok(None);
        };
        let records_seen = records.len() as u64;
        self.records += records_seen;
        self.join_seats(&mut records)?;
        let (journal, problems, faults) = (self.setup.journal, Vec::new(), Vec::new());
        Ok(Some(Block { journal, records, problems, faults, records_seen }))
    }

    /// A seat that is put together from several rows is not known where one of them could not be read.
    fn refuse_half_joined(&self, block: &Block) -> Result<(), ReadError> {
        let joins = self.layout.plan.as_ref().is_some_and(|plan| plan.raised().is_some());
        match block.problems.first().filter(|_| joins) {
            None => Ok(()),
            Some(problem) => Err(self.setup.refused(format!(
                "line {}: {} (with [merge] a seat is put together from several rows, so every row must \
                 be read)",
                problem.line, problem.reason
            ))),
        }
    }

    /// Where an export records a stake once and what is raised later, a seat's rows become one.
    fn join_seats(&self, records: &mut Records) -> Result<(), ReadError> {
        let how = self.layout.plan.as_ref().and_then(Plan::raised);
        let (Some(how), Records::Hands(hands)) = (how, records) else { return Ok(()) };
        hands.join_seats(how).map_err(|line| {
            self.setup.refused(format!(
                "line {line}: with this row the amounts that [merge] adds come to more than {} dollars; correct \
                 the rows of this seat",
                Money::RECORDED_MAX.plain()
            ))
        })
    }

    /// Joins pieces in order and decides what only the order can tell.
    fn join(&mut self, pieces: Vec<PieceRecords>) -> Result<Block, ReadError> {
        let count = pieces.iter().map(|piece| piece.records.len()).sum();
        let mut records = Records::with_capacity(self.setup.kind, count);
        let (mut problems, mut faults, mut records_seen) = (Vec::new(), Vec::new(), 0);
        let seen = |records: &Records| records.len() as u64;
        if let Some(mut last_round) = self.last_round.take() {
            records_seen += seen(&last_round);
            records.append(&mut last_round);
        }
        for PieceRecords { records: mut more, mut times, tally } in pieces {
            if let Some(order) = &mut self.order {
                more.resolve(order, &mut times);
            }
            self.span.join(times.span);
            records_seen += tally.seen;
            self.filled.join(tally.filled);
            self.left_out += tally.left_out;
            if let Some((line, rows)) = tally.invisible {
                let (first, before) = self.invisible.unwrap_or((line, 0));
                self.invisible = Some((first, before + rows));
            }
            problems.extend(tally.problems);
            faults.extend(tally.faults);
            records.append(&mut more);
            self.rooms.push(more);
        }
        // A block ends with a whole round, so that what a round is does not depend on where blocks end.
        self.last_round = records.take_last_round();
        records_seen -= self.last_round.as_ref().map_or(0, seen);
        self.join_seats(&mut records)?;
        let unread = problems.len() as u64;
        assert!(unread <= records_seen, "every problem is a record seen");
        self.problems += unread;
        self.records += records_seen - unread;
        Ok(Block { journal: self.setup.journal, records, problems, faults, records_seen })
    }
}

impl<R: Read> Source<R> {
    /// The pieces of the next block; `None` after the last.
    fn next_cuts(&mut self, dialect: Dialect, pieces: usize) -> Result<Option<Cuts>, ReadError> {
        self.fill_block()?;
        loop {
            let cuts = cut(self.pending(), self.at_end, pieces, dialect);
            if cuts.end() > 0 {
                return Ok(Some(cuts));
            }
            if self.at_end {
                return Ok(None);
            }
            self.fill_more()?;
        }
    }

    /// Where each piece is, and the line after the last.
    fn extents(&self, cuts: &Cuts, setup: &Setup) -> Result<(Vec<Extent>, u64), ReadError> {
        let buffer = self.pending();
        let spans: Vec<(usize, usize)> = cuts.at.windows(2).map(|of| (of[0], of[1])).collect();
        let feeds = |(from, to): &(usize, usize)| memchr_iter(b'\n', &buffer[*from..*to]).count();
        let counts: Vec<usize> = spans.par_iter().map(feeds).collect();
        let mut line = self.line;
        let mut pieces = Vec::with_capacity(spans.len());
        for ((start, end), count) in spans.into_iter().zip(counts) {
            pieces.push(Extent { start, end, line });
            line += count as u64;
        }
        setup.refuse_lines(line)?;
        Ok((pieces, line))
    }
}

/// What records are read by.
struct Into<'a> {
    setup: &'a Setup,
    layout: &'a Layout,
    carried: &'a mut Carried,
}

impl Into<'_> {
    /// Reads the whole records of the buffer, and hashes beside it: that needs all bytes in order.
    fn read_text<R: Read>(
        self,
        source: &mut Source<R>,
        dialect: Dialect,
        cuts: &Cuts,
        rooms: &mut Vec<Records>,
    ) -> Result<Vec<PieceRecords>, ReadError> {
        let (extents, next_line) = source.extents(cuts, self.setup)?;
        let unhashed = source.buffer.get(source.hashed..).unwrap_or_default();
        let digest = source.digest.as_mut();
        let hash = || digest.into_iter().for_each(|digest| digest.update(unhashed));
        let buffer = source.buffer.get(source.start..).unwrap_or_default();
        let (at_end, has_quotes) = (source.at_end, cuts.has_quotes);
        let records = |Extent { start, end, line }| {
            Piece::Text(WholeRecords { buffer, start, end, line, at_end, has_quotes, dialect })
        };
        let pieces = extents.into_iter().map(records).collect();
        let (read, ()) = rayon::join(|| self.read_pieces(pieces, rooms), hash);
        source.hashed = source.buffer.len();
        source.start += cuts.end();
        source.line = next_line;
        Ok(read)
    }

    /// Reads pieces in parallel, in memory used before.
    fn read_pieces(self, pieces: Vec<Piece<'_>>, rooms: &mut Vec<Records>) -> Vec<PieceRecords> {
        let Self { setup, layout, carried } = self;
        let mut rooms = std::mem::take(rooms);
        rooms.resize_with(pieces.len(), || Records::with_capacity(setup.kind, 0));
        // What a row repeats may stand in the piece before.
        let fill = layout.plan.as_ref().filter(|plan| plan.has_fill());
        let above = |piece: &Piece<'_>| {
            fill.map_or_else(Carried::default, |plan| {
                let above = carried.clone();
                piece::carry(*piece, plan, carried);
                above
            })
        };
        let above: Vec<Carried> = pieces.iter().map(above).collect();
        pieces
            .into_par_iter()
            .zip(above)
            .zip(rooms)
            .map(|((piece, above), room)| piece::read(piece, setup, layout, above, room))
            .collect()
    }
}

/// Reads up to and with the first record that is not blank: the header.
fn read_header<R: Read>(
    source: &mut Source<R>,
    setup: &Setup,
    mut mapped: Option<(&Profile, Heading)>,
    dialect: Dialect,
) -> Result<Layout, ReadError> {
    source.fill_block()?;
    while source.pending().len() < 3 && !source.at_end {
        source.fill_more()?;
    }
    if source.pending().starts_with(b"\xEF\xBB\xBF") {
        source.start += 3;
    }
    loop {
        let at_end = source.at_end;
        let (end, next, fault) = match step(source.pending(), 0, at_end, dialect) {
            Step::Record { end, next, .. } => (end, next, false),
            Step::Faulty { end, next, .. } => (end, next, true),
            Step::NeedMore => {
                source.fill_more()?;
                continue;
            }
        };
        if next == 0 {
            Err(Reason::Empty { file: setup.place.clone(), kind: setup.kind.name() })?;
        }
        let record = source.pending().get(..end).unwrap_or_default();
        let whole = source.pending().get(..next).unwrap_or_default();
        let (line, lines) = (source.line, memchr_iter(b'\n', whole).count() as u64);
        let layout = match &mut mapped {
            _ if record.is_empty() => None,
            None => {
                if let Some(what) = no_text(record, fault) {
                    Err(Reason::NotText { at: setup.line(line), what })?;
                }
                Some(Layout { header: header::read(record, setup, line)?, plan: None })
            }
            Some((profile, heading)) => {
                let mut splitter = Splitter::new(dialect);
                let row = splitter.split(record, dialect.needs_care(record));
                let names = heading.take(line, row);
                names.map(|names| named(profile, names, line, setup)).transpose()?
            }
        };
        // Where columns have no names, this row is a record already.
        let first_row = layout.as_ref().and_then(|l| Some(l.plan.as_ref()?.first_row));
        if first_row != Some(line) {
            source.start += next;
            source.line += lines;
        }
        if let Some(layout) = layout {
            return Ok(layout);
        }
    }
}

/// Why a file with another header among its records is not read on, and how it is read.
fn two_layouts(line: u64, names: &[String], setup: &Setup) -> String {
    let (file, kind, last) = (&setup.file, setup.kind.name(), line - 1);
    let sheet = setup.sheet.as_ref().map_or(String::new(), |sheet| format!(" --sheet \"{sheet}\""));
    let inspect = format!("feltproof inspect {file}{sheet} --kind {kind}");
    format!(
        "row {line} looks like a second header ({}); the rows above and below it are two layouts. Name the file in two \
         [[journal]], each with a profile of its own: the first with `last = {last}` in [rows] (`{inspect} --write-profile \
         --out {kind}-1.toml` writes it), the second with `header_row = {line}` in [file] (`{inspect} --header-row {line} \
         --write-profile --out {kind}-2.toml`). If the row is no header, leave it out by `ignore` in [rows]",
        text::printable_list(names)
    )
}

/// What a header shows the file to be that is not lines of text.
fn no_text(record: &[u8], fault: bool) -> Option<&'static str> {
    if record.starts_with(b"\xFF\xFE") || record.starts_with(b"\xFE\xFF") {
        Some("the file is UTF-16 text; save it as CSV in UTF-8")
    } else if memchr(0, record).is_some() {
        Some(
            "the header has a NUL byte, so the file is not UTF-8 or Windows-1252 text; save it as CSV \
             in UTF-8",
        )
    } else if fault {
        Some(
            "a quote in the header is not closed at the end of its field; save the file as CSV again",
        )
    } else {
        memchr(b'\r', record).map(|_| {
            "the header has a carriage return that does not end a line; save the file with lines that \
             end in LF or CR LF"
        })
    }
}
