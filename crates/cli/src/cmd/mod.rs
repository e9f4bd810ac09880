//! The commands of the program, one file each, and which one was typed.

mod approve;
mod audit;
mod checks;
mod completions;
mod convert;
mod diff;
mod explain;
mod identity;
mod init;
mod inspect;
mod man;
mod par;
mod read;
mod regs;
mod rng;
mod schema;
mod show;
mod shuffle;
mod simulate;
mod verify;

pub(crate) use checks::CheckList;
pub(crate) use read::JournalReading;
pub(crate) use verify::VerificationOf;

use crate::args::{Cli, Command};
use crate::{Ending, Result};

pub(crate) fn run(cli: Cli) -> Result<Ending> {
    match cli.command {
        Command::Audit(args) => audit::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Init(args) => init::run(&args),
        Command::Read(args) => read::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Approve(args) => approve::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Checks(args) => checks::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Par(args) => par::run(&args),
        Command::Shuffle(args) => shuffle::run(&args),
        Command::Rng(args) => rng::run(&args),
        Command::Regs(args) => regs::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Identity(args) => identity::run(&args),
        Command::Simulate(args) => simulate::run(&args),
        Command::Completions { shell } => completions::run(shell),
        Command::Man(args) => man::run(&args),
    }
}

/// Runs `work` on so many threads.
fn on_threads(
    threads: Option<u16>,
    work: impl FnOnce() -> Result<Ending> + Send,
) -> Result<Ending> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.map_or(0, usize::from)).build();
    let pool = pool.map_err(|e| format!("threads cannot be started: {e}"))?;
    pool.install(work)
}
