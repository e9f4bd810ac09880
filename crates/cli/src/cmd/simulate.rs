//! `simulate`: a whole engagement written from a seed, with faults if asked.

use crate::args::Simulate;
use crate::print::print;
use crate::{Ending, Result, files};
use feltproof_model::Date;
use feltproof_simulate::referee::GameKind;
use feltproof_simulate::{FAULTS, Fault, FaultKind, Output, Plan, System, simulate};
use feltproof_toml::did_you_mean;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

pub(super) fn run(args: &Simulate) -> Result<Ending> {
    let Some(out) = args.out.as_deref().filter(|_| !args.list_faults) else { return list() };
    let gaming_day = Date::parse(&args.gaming_day).ok_or_else(|| {
        format!("--gaming-day is `{}`, which is not a day such as 2026-10-31", args.gaming_day)
    })?;
    let fault = |name: &String| {
        Fault::parse(name).ok_or_else(|| {
            let meant = did_you_mean(name, FAULTS.iter().map(|fault| fault.name));
            format!(
                "there is no fault `{name}`{meant}; `feltproof simulate --list-faults` lists all"
            )
        })
    };
    let faults = args.fault.iter().map(fault).collect::<Result<_, _>>()?;
    let game = GameKind::from_id(&args.game)
        .ok_or_else(|| unlisted("game", &args.game, &GameKind::ALL.map(GameKind::id)))?;
    let system = System::parse(&args.system)
        .ok_or_else(|| unlisted("system", &args.system, &System::ALL.map(System::name)))?;
    files::make_folder(out)?;
    let plan = Plan {
        tables: args.tables,
        gaming_day,
        faults,
        shuffler_journal: args.shuffler_journal,
        conceals_folded: args.conceal_folded,
        without_hands: args.no_hands,
        bank: args.bank,
        tray_pays: args.tray_pays,
        in_meter: args.in_meter,
        second_link: args.second_link,
        ..Plan::of(game, args.rng_seed, args.rounds).on(system)
    };
    let mut folder = Folder { out, replaces: args.force, files: BTreeMap::new() };
    let summary = simulate(&plan, &mut folder);
    if summary.is_err() {
        folder.remove();
    }
    let summary = summary?;
    folder.finish()?;
    let text = format!(
        "{summary}\nWritten to {}. Audit it with:\n  feltproof audit {} --out REPORT_FOLDER\n",
        out.display(),
        out.join("engagement.toml").display()
    );
    print(&text)
}

/// What is said of a word that an option does not know.
fn unlisted(option: &str, word: &str, known: &[&str]) -> String {
    let meant = did_you_mean(word, known.iter().copied());
    format!("--{option} is `{word}`{meant}, but the {option}s are {}", known.join(", "))
}

fn list() -> Result<Ending> {
    let line = |fault: &FaultKind| {
        let (game, codes) = (fault.fault.game().id(), fault.codes.join(" "));
        let system = fault.fault.system().name();
        format!("{:<46} {game:<17} {system:<8} {codes:<16} {}\n", fault.name, fault.describe)
    };
    print(&FAULTS.iter().map(line).collect::<String>())
}

/// The files of a day, each opened when it is first written to.
struct Folder<'a> {
    out: &'a Path,
    /// Files of the same name are replaced.
    replaces: bool,
    files: BTreeMap<String, (PathBuf, BufWriter<File>)>,
}

impl Output for Folder<'_> {
    fn write(&mut self, file: &str, bytes: &[u8]) -> io::Result<()> {
        let (_, writer) = match self.files.entry(file.to_owned()) {
            Entry::Occupied(open) => open.into_mut(),
            Entry::Vacant(new) => {
                let path = self.out.join(file);
                let opened =
                    if self.replaces { File::create(&path) } else { File::create_new(&path) };
                let file = opened.map_err(|e| match e.kind() {
                    io::ErrorKind::AlreadyExists => io::Error::new(
                        e.kind(),
                        format!(
                            "{} exists and would be replaced; choose another folder for --out, or replace it with \
                             --force",
                            path.display()
                        ),
                    ),
                    _ => e,
                })?;
                new.insert((path, BufWriter::new(file)))
            }
        };
        writer.write_all(bytes)
    }
}

impl Folder<'_> {
    /// Takes away the files made so far, none of which was there before.
    fn remove(&self) {
        // That the day could not be written is said anyway.
        let made = self.files.values().filter(|_| !self.replaces);
        made.for_each(|(path, _)| _ = std::fs::remove_file(path));
    }

    fn finish(self) -> Result<(), String> {
        for (path, mut writer) in self.files.into_values() {
            writer.flush().map_err(|e| format!("{} cannot be written: {e}", path.display()))?;
        }
        Ok(())
    }
}
