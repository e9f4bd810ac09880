//! The command `completions`: the script by which a shell offers commands, options, codes and names.

use crate::args::Cli;
use crate::print::print_bytes;
use crate::{Ending, Result};
use clap::CommandFactory;
use clap_complete::Shell;
use feltproof_checks::{ADVICE, CHECKS};

pub(super) fn run(shell: Shell) -> Result<Ending> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "feltproof", &mut script);
    if shell == Shell::Fish {
        script.extend(codes_for_fish().into_bytes());
    }
    print_bytes(&script)
}

/// For fish `clap_complete` offers values of options alone; `explain` takes its code without one.
fn codes_for_fish() -> String {
    let line = |check: &&feltproof_checks::Check| {
        let title = check.title.replace('\\', "\\\\").replace('\'', "\\'");
        format!(
            "complete -c feltproof -n \"__fish_seen_subcommand_from explain\" -f -a {} -d '{title}'\n",
            check.code
        )
    };
    CHECKS.iter().chain(ADVICE).map(line).collect()
}
