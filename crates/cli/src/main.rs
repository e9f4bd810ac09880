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
mod ending;
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
mod stamp;
mod tellings;

use std::process::ExitCode;

pub(crate) use ending::{Ending, Result, Trouble};

fn main() -> ExitCode {
    let typed = args::Cli::typed().unwrap_or_else(|error| {
        if error.use_stderr() {
            // It quotes what was typed.
            print::complain(error.render().to_string().trim_end());
            std::process::exit(error.exit_code());
        }
        error.exit()
    });
    match cmd::run(typed) {
        Ok(ending) => ending.into(),
        Err(message) => {
            print::complain(&format!("feltproof: {message}"));
            ExitCode::from(2)
        }
    }
}
