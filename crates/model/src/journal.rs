//! The journals of an engagement: which log each is, and how its files are read.

use compact_str::CompactString;

/// Which log a journal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JournalKind {
    /// One seat in one round a record.
    Hands,
    /// Table controller events.
    Controller,
    /// Game Manager events.
    Manager,
    /// Decks and packets as they left the shufflers.
    Shuffler,
    /// The bank account of the progressive prizes.
    Bank,
}

impl JournalKind {
    /// The name in engagement files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hands => "hands",
            Self::Controller => "controller",
            Self::Manager => "manager",
            Self::Shuffler => "shuffler",
            Self::Bank => "bank",
        }
    }

    /// All kinds.
    pub const ALL: [Self; 5] =
        [Self::Hands, Self::Controller, Self::Manager, Self::Shuffler, Self::Bank];

    /// From the name in engagement files.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|k| k.name() == text)
    }
}

/// What a local time means when the clock is set back and the hour is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepeatedHour {
    /// Refuse: the record is a problem, since its time cannot be told.
    Refuse,
    /// It is always the first pass (summer time).
    First,
    /// It is always the second pass (standard time).
    Second,
    /// The order of the records tells: the second pass starts when the clock runs backwards.
    RecordOrder,
}

impl RepeatedHour {
    /// The name in engagement files and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Refuse => "refuse",
            Self::First => "first",
            Self::Second => "second",
            Self::RecordOrder => "record-order",
        }
    }

    /// From the name in engagement files.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Refuse, Self::First, Self::Second, Self::RecordOrder]
            .into_iter()
            .find(|k| k.name() == text)
    }
}

/// How the bytes of free text are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextEncoding {
    /// UTF-8.
    Utf8,
    /// Windows-1252.
    Windows1252,
}

impl TextEncoding {
    /// The name in engagement files and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Windows1252 => "windows-1252",
        }
    }

    /// From the name in engagement files.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Utf8, Self::Windows1252].into_iter().find(|k| k.name() == text)
    }
}

/// Which records of a journal share one line of running numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequence {
    /// All records of the file.
    Journal,
    /// Those of each table.
    Table,
    /// Those of each link, of all its levels together; a table's records count to its link.
    Link,
    /// Those of each meter: a level of a link, or a link with one.
    Level,
    /// None: the journal has no running numbers.
    None,
}

impl Sequence {
    /// The name in engagement files and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Journal => "journal",
            Self::Table => "table",
            Self::Link => "link",
            Self::Level => "level",
            Self::None => "none",
        }
    }

    /// From the name in engagement files.
    pub fn parse(text: &str) -> Option<Self> {
        let all = [Self::Journal, Self::Table, Self::Link, Self::Level, Self::None];
        all.into_iter().find(|sequence| sequence.name() == text)
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
}

impl JournalEntry {
    /// Its file, and of a workbook the sheet: `day.xlsx[Hands]`.
    pub fn file_and_sheet(&self) -> String {
        match &self.sheet {
            None => self.file.clone(),
            Some(sheet) => format!("{}[{sheet}]", self.file),
        }
    }
}
