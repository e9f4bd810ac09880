//! The command `man`: the manual page of the program or of one command, or every page in a folder.

use crate::Ending;
use crate::args::{Cli, Man};
use crate::files::{Pending, make_folder};
use crate::print::print;
use clap::{Command, CommandFactory};

pub(super) fn run(args: &Man) -> Result<Ending, String> {
    // Without the command `help`, of which the pages would cite one more.
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    if let Some(folder) = &args.out {
        make_folder(folder)?;
        let mut written = 0_u32;
        for command in all(&program) {
            let page = clap_mangen::Man::new(command.clone());
            let path = folder.join(page.get_filename());
            Pending::holding(&path, &text(&page)?)?.keep()?;
            written += 1;
        }
        return print(format!("Written: {written} pages in {}\n", folder.display()).as_bytes());
    }
    let mut command = &program;
    for name in &args.command {
        let known = || command.get_subcommands().map(Command::get_name);
        command = command.find_subcommand(name).ok_or_else(|| {
            let known: Vec<&str> = known().collect();
            let meant = feltproof_toml::did_you_mean(name, known.iter().copied());
            match known.as_slice() {
                [] => format!("`{}` has no commands below it", command.get_name()),
                _ => format!("there is no command `{name}`{meant}; they are {}", known.join(", ")),
            }
        })?;
    }
    print(&text(&clap_mangen::Man::new(command.clone()))?)
}

/// A command and all below it.
fn all(command: &Command) -> Vec<&Command> {
    let below = command.get_subcommands().flat_map(all);
    std::iter::once(command).chain(below).collect()
}

fn text(page: &clap_mangen::Man) -> Result<Vec<u8>, String> {
    let mut text = Vec::new();
    page.render(&mut text).map_err(|e| format!("the manual page cannot be made: {e}"))?;
    Ok(text)
}
