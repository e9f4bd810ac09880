//! `init` as typed: which folder is looked at, and where the engagement goes.

use clap::Args;
use std::path::PathBuf;

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
