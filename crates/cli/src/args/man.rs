//! The command `man` as typed: the page of the program or of a command, or all of them.

use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
#[command(
    after_help = "Examples:\n  feltproof man | man -l -\n  feltproof man identity new > feltproof-identity-new.1\n  \
    feltproof man --out ~/.local/share/man/man1"
)]
pub(crate) struct Man {
    /// The command whose page is printed, such as `identity new` [default: the program's]
    pub command: Vec<String>,
    /// Write the page of every command into this folder, as the pages cite each other
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub out: Option<PathBuf>,
}
