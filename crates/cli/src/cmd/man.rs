//! The command `man`: the manual page of the program or of one command, or every page in a folder.

use crate::args::{Cli, Man};
use crate::print::{print, print_bytes};
use crate::{Ending, Result, files};
use clap::{Command, CommandFactory};

pub(super) fn run(args: &Man) -> Result<Ending> {
    // Without the command `help`, of which the pages would cite one more.
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    if let Some(folder) = &args.out {
        files::make_folder(folder)?;
        let all = all(&program);
        for command in &all {
            let page = clap_mangen::Man::new((*command).clone());
            files::write(&folder.join(page.get_filename()), &text(&page)?)?;
        }
        let (written, folder) = (all.len(), folder.display());
        return print(&format!("Written: {written} pages in {folder}\n"));
    }
    let mut command = &program;
    for name in &args.command {
        command = command.find_subcommand(name).ok_or_else(|| {
            let known: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
            let meant = feltproof_toml::did_you_mean(name, known.iter().copied());
            match known.as_slice() {
                [] => format!("`{}` has no commands below it", command.get_name()),
                _ => format!("there is no command `{name}`{meant}; they are {}", known.join(", ")),
            }
        })?;
    }
    print_bytes(&text(&clap_mangen::Man::new(command.clone()))?)
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
