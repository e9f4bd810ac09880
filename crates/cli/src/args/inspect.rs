//! `inspect` as typed: which files are looked at, what they are if the user knows, and where a profile goes.

use super::Format;
use clap::Args;
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
    /// Exports of other programs: delimited or fixed-width text, workbooks, JSON lines, Parquet
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Sheet of a workbook [default: the first visible one that has rows]
    #[arg(long, value_name = "NAME")]
    pub sheet: Option<String>,
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
