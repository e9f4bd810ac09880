//! The `feltproof` binary: files, clock, terminal and exit code live here and nowhere else.
//!
//! Exit codes: 0 nothing found and nothing left untested, 1 exceptions found (or a report that is not
//! intact), 2 could not run, 3 nothing found but incomplete: something could not be tested.
//!
//! Every error is one sentence (or one a line) for the person at the terminal: the file or the option,
//! what is wrong with it, and what to do.

mod args;
mod authority;
mod beside;
mod clock;
mod cmd;
mod diff;
mod export;
mod files;
mod init;
mod input;
mod inspect;
mod markdown;
mod opened;
mod outputs;
mod packs;
mod parts;
mod previous;
mod print;
mod progress;
mod random;
mod raw;
mod regs;
mod reports;
mod schemas;
mod settled;
mod signing;
mod tellings;

use clap::Parser;
use std::error::Error;
use std::io::Write;
use std::process::ExitCode;

/// Whatever went wrong: it says so in a sentence of its own.
pub(crate) type Trouble = Box<dyn Error + Send + Sync>;
/// What a command gives, or why it could not.
pub(crate) type Result<T, E = Trouble> = std::result::Result<T, E>;

fn main() -> ExitCode {
    let cli = args::Cli::parse();
    match cmd::run(cli) {
        Ok(ending) => ending.into(),
        Err(message) => {
            // Whoever closed standard error cannot be told.
            let _ = writeln!(std::io::stderr(), "feltproof: {message}");
            ExitCode::from(2)
        }
    }
}

/// How a command ended that could run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Nothing found, and nothing left untested.
    Nothing,
    /// Exceptions, or a report that is not what it should be.
    Found,
    /// Nothing found, but something could not be tested: never to be taken for the first.
    Untested,
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> Self {
        // 2 is left to commands that could not run.
        Self::from(match ending {
            Ending::Nothing => 0,
            Ending::Found => 1,
            Ending::Untested => 3,
        })
    }
}
