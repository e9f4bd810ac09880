//! What makes, looks at, reads and writes journals, as typed.

use super::{Format, known};
use clap::{Args, ValueEnum};
use feltproof_model::engagement::JournalKind;
use std::path::PathBuf;

#[derive(Args)]
#[command(
    after_help = "Looks at the first 2,000 rows of each file, at its last 300, and at new words in between, and says what the file is, \
    what each column is and why, what is asked and what is missing. The profile has a line for what is \
    certain and a comment for each guess; name it in the engagement as profile = \"FILE\".\n\n\
    Exit codes: 0 all is certain, 2 could not run, 3 something is a guess or missing.\n\n\
    Examples:\n  feltproof inspect export.csv\n  \
    feltproof inspect activity.xlsx --sheet Hands --write-profile --out profiles/hands.toml"
)]
pub(crate) struct Inspect {
    /// Exports of other programs: delimited or fixed-width text, tables of database clients, workbooks, JSON, Parquet
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Sheet of a workbook [default: the first visible one that is a journal, else that has rows]
    #[arg(long, value_name = "NAME")]
    pub sheet: Option<String>,
    /// Row of the column names [default: found by looking; 0: there is none]
    #[arg(long, value_name = "ROW")]
    pub header_row: Option<u32>,
    /// Journal that the file becomes, where looking does not tell: hands, controller, manager, shuffler
    #[arg(long, value_name = "KIND", value_parser = kind)]
    pub kind: Option<JournalKind>,
    /// Write a mapping profile, FILE with .profile.toml for its ending, in the current folder
    #[arg(long)]
    pub write_profile: bool,
    /// Where to write the profile, of one file
    #[arg(long, value_name = "FILE", requires = "write_profile")]
    pub out: Option<PathBuf>,
    /// Replace a profile of that name
    #[arg(long, requires = "write_profile")]
    pub force: bool,
    /// How it is printed
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

fn kind(word: &str) -> Result<JournalKind, String> {
    let kinds = JournalKind::ALL.map(JournalKind::name).join(", ");
    JournalKind::parse(word).ok_or_else(|| format!("the journals are {kinds}"))
}

#[derive(Args)]
#[command(
    after_help = "Looks at every file of the folder as `inspect` does, and writes one engagement and the mapping \
    profiles that its exports need. A profile that is there already (in FOLDER or FOLDER/profiles) and fits a \
    file is used as it is, and never replaced. What is taken from the files says in a comment what it rests on. \
    What only you can know stands there as a blank, a value that begins with FILL IN: approvals, limits, \
    paytables, the law (a rule pack by its id, or a pack file by its path), the time zone. Every command that opens the engagement names all blanks left in it.\n\n\
    Exit codes: 0 written, 2 could not run (no journal in the folder, or an engagement is there already).\n\n\
    Example:\n  feltproof init day\n  feltproof init day --extends house.toml\n  \
    feltproof read day/engagement.toml"
)]
pub(crate) struct Init {
    /// Folder with the files of one gaming day or more
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// Engagement to write; profiles go beside it [default: engagement.toml in the folder]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Replace an engagement of that name; profiles are never replaced
    #[arg(long)]
    pub force: bool,
    /// House file with what never changes from day to day: only what it does not have is written
    #[arg(long, value_name = "FILE")]
    pub extends: Option<PathBuf>,
}

#[derive(Args)]
#[command(
    after_help = "Prints for each journal what was read, why records could not be read (with the first line \
    and the remedy), and which columns are not read; the hours that the record covers, by table; and what \
    an audit would not test, with the column that would change that. Nothing is written.\n\n\
    Exit codes: 0 every record was read, 1 some were not, 2 could not run.\n\n\
    Example:\n  feltproof read fixtures/harbor-card-room/engagement.toml"
)]
pub(crate) struct Read {
    /// Engagement file
    #[arg(value_name = "ENGAGEMENT")]
    pub engagement: PathBuf,
    /// How to print it
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
    /// Threads to use; the results are the same for any number [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
}

#[derive(Args)]
#[command(
    after_help = "Writes hands.csv, controller.csv, manager.csv or shuffler.csv, whichever the engagement has, \
    and quarantine.csv with the records that could not be read. Reading the files written gives the same \
    records. As Parquet times are instants and money is a decimal, and beside hands.parquet stands \
    hands.profile.toml, by which an engagement reads it. The audit needs none of this: it reads exports as they \
    are.\n\n\
    Exit codes: 0 every record was read, 1 some were not, 2 could not run.\n\n\
    Examples:\n  feltproof convert fixtures/harbor-card-room/engagement.toml --out canonical\n  \
    feltproof convert fixtures/harbor-card-room/engagement.toml --out tables --format parquet"
)]
pub(crate) struct Convert {
    /// Engagement file
    #[arg(value_name = "ENGAGEMENT")]
    pub engagement: PathBuf,
    /// Folder to write to; made if it is not there
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// Replace files of the same names in the folder
    #[arg(long)]
    pub force: bool,
    /// How the journals are written
    #[arg(long, value_enum, default_value = "csv")]
    pub format: Table,
}

/// How journals are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Table {
    /// Comma-separated text
    Csv,
    /// Parquet, each column with its type
    Parquet,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  feltproof simulate --out day\n  \
    feltproof simulate --rng-seed 7 --rounds 2000 --fault ante-underpaid --out faulty\n  \
    feltproof simulate --game crazy4-ca --rounds 5000 --out banked\n  \
    feltproof simulate --list-faults")]
pub(crate) struct Simulate {
    /// Seed of the generator; the same seed gives the same bytes
    #[arg(long, default_value_t = 1)]
    pub rng_seed: u64,
    /// Game of the day
    #[arg(long, value_name = "ID", default_value = "crazy4-wa", value_parser = known::games())]
    pub game: String,
    /// Progressive system of the link
    #[arg(long, value_name = "NAME", default_value = "nexus-1", value_parser = known::systems())]
    pub system: String,
    /// Rounds over all tables
    #[arg(long, default_value_t = 2000)]
    pub rounds: u32,
    /// Tables; with crazy4-wa the first half of them are on the progressive link
    #[arg(long, default_value_t = 4)]
    pub tables: u16,
    /// Gaming day
    #[arg(long, default_value = "2026-10-31")]
    pub gaming_day: String,
    /// Fault to plant; may be repeated
    #[arg(long, value_name = "NAME", value_parser = known::faults(), hide_possible_values = true)]
    pub fault: Vec<String>,
    /// Record every deck as it leaves its shuffler, and ask for tests of randomness; such a day has no
    /// prepared rounds
    #[arg(long)]
    pub shuffler_journal: bool,
    /// Leave the cards of folded hands out of the hands journal
    #[arg(long)]
    pub conceal_folded: bool,
    /// Keep no hands journal: controller and manager are all that is on record
    #[arg(long)]
    pub no_hands: bool,
    /// Keep a journal of the bank account that holds the prizes
    #[arg(long)]
    pub bank: bool,
    /// Record tray pays in the manager journal too
    #[arg(long)]
    pub tray_pays: bool,
    /// Record the in-meter, the count of all progressive wagers, in the manager journal
    #[arg(long)]
    pub in_meter: bool,
    /// Limit the meter to $5 above its opening, and have a second link take in what that cuts off
    #[arg(long)]
    pub second_link: bool,
    /// Folder to write to
    #[arg(long, value_name = "DIR", required_unless_present = "list_faults")]
    pub out: Option<PathBuf>,
    /// Replace files of the same names in the folder
    #[arg(long)]
    pub force: bool,
    /// List the faults and the codes they must raise
    #[arg(long)]
    pub list_faults: bool,
}
