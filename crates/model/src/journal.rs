//! The journals of an engagement: which log each is, and how its files are read.

use crate::file_lines::FileLines;
use crate::words::words;
use compact_str::CompactString;
use std::sync::Arc;

words! {
    /// Which log a journal is.
    pub enum JournalKind {
        /// One seat in one round a record.
        Hands = "hands",
        /// Table controller events.
        Controller = "controller",
        /// Game Manager events.
        Manager = "manager",
        /// Decks and packets as they left the shufflers.
        Shuffler = "shuffler",
        /// The bank account of the progressive prizes.
        Bank = "bank",
    }
}

words! {
    /// What a local time means when the clock is set back and the hour is repeated.
    pub enum RepeatedHour {
        /// Refuse: the record is a problem, since its time cannot be told.
        Refuse = "refuse",
        /// It is always the first pass (summer time).
        First = "first",
        /// It is always the second pass (standard time).
        Second = "second",
        /// The order of the records tells: the second pass starts when the clock runs backwards.
        RecordOrder = "record-order",
    }
}

words! {
    /// How the bytes of free text are to be read.
    pub enum TextEncoding {
        /// UTF-8.
        Utf8 = "utf-8",
        /// Windows-1252.
        Windows1252 = "windows-1252",
    }
}

words! {
    /// Which records of a journal share one line of running numbers.
    pub enum Sequence {
        /// All records of the file.
        Journal = "journal",
        /// Those of each table.
        Table = "table",
        /// Those of each link, of all its levels together; a table's records count to its link.
        Link = "link",
        /// None: the journal has no running numbers.
        None = "none",
        /// Those of each meter: a level of a link, or a link with one.
        Level = "level",
    }
}

/// One file of a journal. A kind may have several: its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalEntry {
    /// Which log it is.
    pub kind: JournalKind,
    /// File, relative to the engagement file; before the files are looked up a pattern may stand for them.
    pub file: String,
    /// Sheet of a workbook, once it is open.
    pub sheet: Option<String>,
    /// The mapping profile that says how the file is to be read; none: it is canonical.
    pub profile: Option<String>,
    /// Zone of its local times (IANA name).
    pub time_zone: String,
    /// What a local time in the repeated hour of autumn means.
    pub repeated_hour: RepeatedHour,
    /// How free text is to be read.
    pub encoding: TextEncoding,
    /// Which of its records share running numbers; nothing to a hands journal.
    pub sequence: Sequence,
    /// The engagement says so; else it is what is usual.
    pub is_sequence_stated: bool,
    /// Records may be out of time order by at most this many microseconds.
    pub disorder_micros: i64,
    /// Hands: the cards stand in dealt order. Shuffler: those of a packet do.
    pub cards_in_dealt_order: bool,
    /// Hands: a meter award is in `progressive_returned` (else in the manager journal alone).
    pub meter_award_in_hands: bool,
    /// Hands: without a column of its own the automatic bonus is in that of the Ante (else it is not known
    /// where it is).
    pub bonus_with_ante: bool,
    /// Bank: ids of the links whose prizes the account holds; none: all of them.
    pub links: Vec<CompactString>,
    /// Line of the engagement file where it is declared.
    pub line: u32,
    /// The lines of its records, once they were put in order; none: they are read as they stand.
    pub lines: Option<Arc<FileLines>>,
}

impl JournalEntry {
    /// What a line of the file is called where records are compared: a record that was recorded later stands later.
    pub fn place_of(&self, line: u32) -> u32 {
        self.lines.as_ref().map_or(line, |lines| lines.place(line))
    }

    /// The line of the file that is called so.
    pub fn line_at(&self, place: u32) -> u32 {
        self.lines.as_ref().map_or(place, |lines| lines.line(place))
    }

    /// Its file, and of a workbook the sheet: `day.xlsx[Hands]`.
    pub fn file_and_sheet(&self) -> String {
        match &self.sheet {
            None => self.file.clone(),
            Some(sheet) => format!("{}[{sheet}]", self.file),
        }
    }
}
