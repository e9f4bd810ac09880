//! One piece of a block: its records one after another, each understood or a problem.

use super::export::Layout;
use super::fault::{Fault, Understood};
use super::filled::Filled;
use super::hands::HandsReader;
use super::heading::ColumnNames;
use super::kinds::{EventReader, Places, RecordReader, event_kinds};
use super::setup::Setup;
use super::times::Times;
use super::whole_records::{RecordAt, WholeRecords};
use super::{Records, text};
use crate::guess::header;
use crate::profile::{Carried, Cells, InText, Plan, RowOrder, Translation, VisibleRow};
use crate::zone::{Reading, TimeFault, ZoneClock};
use feltproof_model::{Problem, Timestamp};
use feltproof_sheets::{Fields, Rows, Splitter};
use memchr::memchr;

/// Records that are read one after another.
#[derive(Clone, Copy)]
pub(super) enum Piece<'a> {
    /// Of delimited text.
    Text(WholeRecords<'a>),
    /// Of another file, whose rows are cut already.
    Rows(&'a Rows),
}

/// What a piece held.
pub(super) struct PieceRecords {
    pub(super) records: Records,
    pub(super) times: Times,
    pub(super) tally: Tally,
}

/// What else was met among the records of a piece.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) problems: Vec<Problem>,
    /// Why each of the problems is one.
    pub(super) faults: Vec<Fault>,
    /// When each of them was, where rows are put in order by their times and it can be read all the same.
    pub(super) problem_times: Vec<Option<Timestamp>>,
    /// Which columns of an export its rows fill.
    pub(super) filled: Filled,
    /// Records understood and problems.
    pub(super) seen: u64,
    /// Rows that are no records by the profile.
    pub(super) left_out: u64,
    /// Rows with invisible characters: the first, and how many.
    pub(super) invisible: Option<(u64, u64)>,
    /// A row that has names of columns, others than the header or in other places, and what stands there.
    pub(super) other_header: Option<(u64, Vec<String>)>,
}

/// Reads a piece; `records` are none, in memory used before.
pub(super) fn read(
    piece: Piece<'_>,
    setup: &Setup,
    layout: &Layout,
    carried: Carried,
    mut records: Records,
) -> PieceRecords {
    let mut times = Times::default();
    let mut walk = Walk { setup, layout, carried, tally: Tally::default() };
    macro_rules! read_kind {
        ($($kind:ident $module:ident $event:ident,)*) => {
            match (&layout.header.places, &mut records) {
                (Places::Hands(columns), Records::Hands(out)) => {
                    if let Piece::Text(text) = piece {
                        // A row is rarely shorter than this; a guess that is off costs one more allocation.
                        out.rows.reserve(text.rest().len() / 64, 4);
                    }
                    walk.each(piece, HandsReader::new(setup, columns, &mut times, out));
                }
                $((Places::$kind(at), Records::$kind(out)) => {
                    walk.each(piece, EventReader::new(setup, at, &mut times, out));
                })*
                _ => panic!("the header is that of the journal's kind, and so are the records"),
            }
        };
    }
    event_kinds!(read_kind);
    PieceRecords { records, times, tally: walk.tally }
}

struct Walk<'a> {
    setup: &'a Setup,
    layout: &'a Layout,
    /// What stands above the first row.
    carried: Carried,
    tally: Tally,
}

/// Where the records of a row go, and the memory of their cells.
struct Mapped<'a, R: RecordReader> {
    plan: &'a Plan,
    /// No row of the piece has another character.
    is_ascii: bool,
    visible: VisibleRow,
    cells: Cells,
    carried: Carried,
    reader: R,
}

/// Goes through the rows of a piece for what the rows of the next may repeat.
pub(super) fn carry(piece: Piece<'_>, plan: &Plan, carried: &mut Carried) {
    let mut visible = VisibleRow::default();
    // What a row cannot repeat its own piece says.
    match piece {
        Piece::Rows(rows) => {
            for (_, row) in rows.iter().filter(|(n, _)| plan.reads((*n).into())) {
                drop(carried.filled(plan, visible.of(row).unwrap_or(row), None));
            }
        }
        Piece::Text(mut text) => {
            let has_nul = memchr(0, text.rest()).is_some();
            let mut splitter = Splitter::new(text.dialect);
            while let Some(mut record) = text.next() {
                match sound(&mut record, has_nul) {
                    _ if !plan.reads(record.line) => {}
                    Ok(()) => {
                        let row = splitter.split(record.bytes, record.quoted);
                        let text = InText { is_cut_off: record.cut_off };
                        drop(carried.filled(plan, visible.of(row).unwrap_or(row), Some(text)));
                    }
                    Err(_) => carried.end(),
                }
            }
        }
    }
}

impl<'a, R: RecordReader> Mapped<'a, R> {
    fn new(plan: &'a Plan, carried: Carried, reader: R) -> Self {
        let (visible, cells) = (VisibleRow::default(), Cells::default());
        Self { plan, is_ascii: false, visible, cells, carried, reader }
    }
}

impl Walk<'_> {
    /// Hands every record to the reader; what it refuses becomes a problem.
    fn each<R: RecordReader>(&mut self, piece: Piece<'_>, reader: R) {
        let carried = std::mem::take(&mut self.carried);
        match (self.layout.plan.as_ref(), piece) {
            (None, Piece::Text(text)) => self.canonical(text, reader),
            (None, Piece::Rows(_)) => panic!("only a profile opens anything else than text"),
            (Some(plan), Piece::Text(text)) => {
                self.mapped_text(text, &mut Mapped::new(plan, carried, reader));
            }
            (Some(plan), Piece::Rows(rows)) => {
                let mut to = Mapped::new(plan, carried, reader);
                for (number, row) in rows.iter() {
                    self.row(&mut to, number.into(), row, (row.raw(), None));
                }
            }
        }
    }

    fn canonical<R: RecordReader>(&mut self, mut text: WholeRecords<'_>, mut reader: R) {
        let has_nul = memchr(0, text.rest()).is_some();
        let mut splitter = Splitter::new(text.dialect);
        loop {
            let line = number(text.line);
            if let Some(length) = reader.read_usual(line, text.rest()) {
                self.tally.seen += 1;
                text.skip(length);
                continue;
            }
            let Some(mut record) = text.next() else { return };
            if record.bytes.is_empty() {
                continue;
            }
            self.tally.seen += 1;
            if let Err(fault) = sound(&mut record, has_nul) {
                self.problem(line, record.bytes, *fault, None);
                continue;
            }
            let (row, layout) = (splitter.split(record.bytes, record.quoted), self.layout);
            let names = &layout.header.names;
            let fields = record.of_width(names.len(), row);
            let outcome = fields.and_then(|fields| match reader.read(line, fields) {
                // What nobody sees in it may be all that is wrong with it.
                Err(fault) => match VisibleRow::default().of(fields) {
                    Some(visible) => reader.read(line, visible).map_err(|_| fault),
                    None => Err(fault),
                },
                Ok(()) => Ok(()),
            });
            if let Err(fault) = outcome
                && !self.is_other_header(record.line, row, names)
            {
                self.problem(line, record.bytes, *fault, None);
            }
        }
    }

    /// Whether a row that is no record has the names of columns; then all that follows it is laid out otherwise.
    fn is_other_header(&mut self, line: u64, row: Fields<'_>, names: &[String]) -> bool {
        let cells = ColumnNames::Row(0).of(row);
        let is_header = header::are_other_names(&cells, names);
        if is_header {
            self.tally.other_header.get_or_insert((line, cells));
        }
        is_header
    }

    fn mapped_text<R: RecordReader>(&mut self, mut text: WholeRecords<'_>, to: &mut Mapped<'_, R>) {
        let has_nul = memchr(0, text.rest()).is_some();
        to.is_ascii = text.rest().is_ascii();
        let mut splitter = Splitter::new(text.dialect);
        while let Some(mut record) = text.next() {
            match sound(&mut record, has_nul) {
                Ok(()) => {
                    let row = splitter.split(record.bytes, record.quoted);
                    let text = InText { is_cut_off: record.cut_off };
                    self.row(to, record.line, row, (record.bytes, Some(text)));
                }
                Err(fault) if to.plan.reads(record.line) => {
                    to.carried.end();
                    self.tally.seen += 1;
                    self.problem(number(record.line), record.bytes, *fault, None);
                }
                Err(_) => self.tally.left_out += 1,
            }
        }
    }

    /// One row of an export, and the records it is.
    fn row<R: RecordReader>(
        &mut self,
        to: &mut Mapped<'_, R>,
        line: u64,
        row: Fields<'_>,
        (raw, text): (&[u8], Option<InText>),
    ) {
        let Mapped { plan, is_ascii, visible, cells, carried, reader } = to;
        if !plan.reads(line) {
            self.tally.left_out += u64::from(plan.is_behind(line));
            return;
        }
        let row = match (!*is_ascii).then(|| visible.of(row)).flatten() {
            Some(visible) => {
                let (_, rows) = self.tally.invisible.get_or_insert((line, 0));
                *rows += 1;
                visible
            }
            None => row,
        };
        let row = match carried.filled(plan, row, text) {
            Ok(row) => row,
            Err(fault) => {
                if !self.is_other_header(line, row, plan.names()) {
                    self.tally.seen += 1;
                    self.problem(number(line), raw, *fault, Some(row));
                }
                return;
            }
        };
        if plan.leaves_out(row) {
            // Rows of another journal are left out by their words, and another header has none of them.
            if !(plan.is_filtered(row) && self.is_other_header(line, row, plan.names())) {
                self.tally.left_out += 1;
            }
            return;
        }
        let (number, seen_before) = (number(line), self.tally.seen);
        if let Err(fault) = plan.refuse(row, text) {
            if !self.is_other_header(line, row, plan.names()) {
                self.tally.seen += 1;
                self.problem(number, raw, *fault, Some(row));
            }
            return;
        }
        self.tally.filled.row(line, row);
        for slot in 0..plan.slots() {
            let outcome = match plan.translate(row, slot, cells) {
                Ok(Translation::Absent) => continue,
                Ok(Translation::Ready) => {
                    let line = cells.line();
                    match line.and_then(|l| reader.read_usual(number, l)) {
                        Some(_) => Ok(()),
                        None => reader
                            .read(number, cells.fields())
                            .map_err(|fault| plan.explained(slot, fault)),
                    }
                }
                Err(fault) => Err(fault),
            };
            if outcome.is_err() && self.is_other_header(line, row, plan.names()) {
                return;
            }
            self.tally.seen += 1;
            if let Err(fault) = outcome {
                self.problem(number, raw, *fault, Some(row));
            }
        }
        // A round in which nobody took part.
        if self.tally.seen == seen_before {
            self.tally.left_out += 1;
        }
    }

    fn problem(&mut self, line: u32, raw: &[u8], fault: Fault, row: Option<Fields<'_>>) {
        let raw = text::raw(raw, self.setup.encoding);
        let (journal, reason) = (self.setup.journal, fault.to_string());
        let is_skipped = matches!(fault, Fault::Time { fault: TimeFault::Skipped, .. });
        let plan = self.layout.plan.as_ref().filter(|plan| plan.order() != RowOrder::AsRecorded);
        self.tally.problem_times.extend(plan.map(|plan| {
            let time = row.and_then(|row| plan.time_of(row))?;
            match ZoneClock::new(&self.setup.zone).read(&time).ok()? {
                Reading::Once(time) | Reading::Twice { first: time, .. } => Some(time),
            }
        }));
        self.tally.problems.push(Problem { journal, line, raw, reason, is_skipped });
        self.tally.faults.push(fault);
    }
}

#[inline]
fn number(line: u64) -> u32 {
    u32::try_from(line).expect("the reader of the block has checked that every line has a number")
}

/// Why a record as a whole is damaged.
fn sound(record: &mut RecordAt<'_>, has_nul: bool) -> Understood<()> {
    match record.fault.take() {
        Some(fault) => Err(fault),
        None if has_nul => record.refuse_nul(),
        None => Ok(()),
    }
}
