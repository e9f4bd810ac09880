//! Mapping profiles: which column of an export holds what, and how it writes values.
//!
//! A profile is one TOML file without code or expressions. What it says is put together with the
//! header of a file into a [`Plan`], and a plan turns the cells of a row into those of canonical
//! records, which the readers of canonical journals read. The format is in this crate's `README.md`.

mod builtin;
mod file;
mod fill;
mod plan;
mod read;
mod translate;
mod values;

pub(crate) use file::{ENCODINGS, KINDS};
pub(crate) use fill::Carried;
pub(crate) use plan::Plan;
pub(crate) use translate::{Cells, InText, Translation};
pub(crate) use values::{
    CardForm, Meaning, MoneyForm, NEGATIVES, Negative, Nothings, OR, TimeForm, VisibleRow,
    is_invisible, marked, may_mean_nothing, trimmed, visible, without_noughts,
};

use crate::journal::sha256_hex;
use feltproof_model::engagement::JournalKind;
use feltproof_model::workpaper::FileDigest;
use feltproof_sheets::{Format, MARKS};
use feltproof_toml::TomlErrors;

/// Whether a column has the marks of rows, and none of their values.
pub(crate) fn is_mark(name: &str) -> bool {
    MARKS.contains(&name)
}

/// The version of the profile format this crate reads.
const SCHEMA: u32 = 1;

/// How the files of one journal are to be read.
#[derive(Clone, Debug)]
pub struct Profile {
    /// What it is for, in words.
    pub name: String,
    /// The journal that its files become.
    pub kind: JournalKind,
    /// What its file is, as far as the profile says.
    pub file: Format,
    /// Words that stand for nothing, in every column.
    null_values: Vec<String>,
    /// In how many rows the names of its columns stand.
    pub(crate) header_rows: u32,
    /// Its own file as evidence.
    pub digest: FileDigest,
    columns: Vec<Column>,
    ignore: Vec<RowRule>,
    only: Vec<RowRule>,
    fill: Vec<Filled>,
    /// Rows of a sheet that are marked, as by a colour, are read as all others.
    reads_marked: bool,
    /// The first row and the last that are read, where it says.
    first: Option<u32>,
    last: Option<u32>,
    order: RowOrder,
    time: TimeForm,
    /// Offsets behind its times are not meant.
    is_local: bool,
    /// Dates are those of gaming days, beside times of day by the clock.
    has_gaming_dates: bool,
    money: MoneyForm,
    cards: CardForm,
    words: Vec<Words>,
    wide: Option<Wide>,
    merge: Option<Raised>,
}

impl Profile {
    /// Reads a profile; `path` is its name in messages.
    ///
    /// # Errors
    /// Every error of the file, in the order of its lines.
    pub fn parse(text: &str, path: &str) -> Result<Self, TomlErrors> {
        let digest = FileDigest {
            file: path.to_owned(),
            sha256: sha256_hex(text.as_bytes()),
            size_bytes: text.len() as u64,
        };
        let mut profile =
            feltproof_toml::read(text, path, SCHEMA, |top| read::profile(&top, digest))?;
        // A column of marks that a profile names is there, though no row of a file may be marked.
        let named = MARKS.iter().filter(|name| text.contains(**name));
        profile.file.marks = named.map(|name| (*name).to_owned()).collect();
        Ok(profile)
    }

    /// The profile of this name that is built in, if there is one.
    pub fn built_in(name: &str) -> Option<Result<Self, TomlErrors>> {
        builtin::text(name).map(|text| Self::parse(text, name))
    }

    /// The names of those that are built in.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        builtin::names()
    }
}

impl Profile {
    /// Whether it says what marks of rows mean, or reads a column in which a record says why it does not count.
    fn explains_marks(&self) -> bool {
        let reads = |target: &str| {
            let is_read = |of: &Column| of.target == target && matches!(of.from, From::Columns(_));
            self.columns.iter().any(is_read)
        };
        let can_void = || self.words_of("action").iter().any(|(_, meant)| meant == "void");
        self.reads_marked || reads("note") || reads("reason") || reads("action") && can_void()
    }

    /// The words of a canonical column.
    fn words_of(&self, target: &str) -> Vec<(String, String)> {
        let words = self.words.iter().find(|words| words.target == target);
        words.map(|words| words.words.clone()).unwrap_or_default()
    }
}

/// Where a canonical column comes from.
#[derive(Clone, Debug)]
struct Column {
    target: &'static str,
    from: From,
    line: u32,
}

impl Column {
    /// Each seat has a column of its own.
    fn is_of_seats(&self) -> bool {
        match &self.from {
            From::Columns(parts) => {
                parts.iter().filter_map(Part::column).any(|column| column.contains("{seat}"))
            }
            From::Net(name) => name.contains("{seat}"),
            From::Constant(_) => false,
        }
    }
}

#[derive(Clone, Debug)]
enum From {
    /// These, joined with a space.
    Columns(Vec<Part>),
    Constant(String),
    /// What was won beyond the stake of the same wager, or lost of it.
    Net(String),
}

/// One of the values that are joined to that of a canonical column.
#[derive(Clone, Debug)]
enum Part {
    Column {
        column: String,
        /// What its cells mean, before they are joined with those of the others.
        words: Vec<(String, String)>,
    },
    /// Stands beside what the columns say.
    Constant(String),
}

impl Part {
    fn column(&self) -> Option<&str> {
        match self {
            Self::Column { column, .. } => Some(column),
            Self::Constant(_) => None,
        }
    }
}

/// A rule that holds for rows with one of these values in a column.
#[derive(Clone, Debug)]
struct RowRule {
    column: String,
    is: Vec<String>,
    line: u32,
}

/// Columns whose empty cells together repeat what stands above them.
#[derive(Clone, Debug)]
struct Filled {
    columns: Vec<String>,
    line: u32,
}

/// The words of a canonical column: as the export writes it, as a canonical journal does.
#[derive(Clone, Debug)]
struct Words {
    target: &'static str,
    words: Vec<(String, String)>,
}

/// In which order rows stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum RowOrder {
    /// As they were recorded.
    #[default]
    AsRecorded,
    /// The latest first.
    NewestFirst,
    /// The exporter's: their times and numbers tell.
    Unordered,
}

/// One row a round, with columns for each seat.
#[derive(Clone, Debug)]
struct Wide {
    /// Each canonical seat, and what stands for `{seat}` in the names of its columns.
    seats: Vec<(String, String)>,
    /// The column that is empty where a seat took no part.
    present: String,
    line: u32,
}

/// What a later row of the same seat in the same round says of its stakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Raised {
    /// They come to those before.
    Add,
    /// They take the place of those before.
    Last,
}
