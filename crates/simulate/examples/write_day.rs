//! Writes one simulated day into a folder: `write_day OUTDIR ROUNDS SEED [GAME] [FAULT...]`; the
//! word `all` plants every fault of the game, which is crazy4-wa unless named.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use feltproof_simulate::referee::GameKind;
use feltproof_simulate::{FAULTS, Output, Plan, parse_faults, simulate};

struct Folder {
    path: PathBuf,
    files: BTreeMap<String, File>,
}

impl Output for Folder {
    fn write(&mut self, file: &str, bytes: &[u8]) -> io::Result<()> {
        if !self.files.contains_key(file) {
            self.files.insert(file.to_owned(), File::create(self.path.join(file))?);
        }
        self.files.get_mut(file).map_or(Ok(()), |f| f.write_all(bytes))
    }
}

fn run() -> Result<String, String> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [path, rounds, seed, names @ ..] = words.as_slice() else {
        return Err("usage: write_day OUTDIR ROUNDS SEED [GAME] [FAULT...]".to_owned());
    };
    let number = |text: &str| text.parse::<u64>().map_err(|e| format!("{text}: {e}"));
    let rounds = u32::try_from(number(rounds)?).map_err(|e| e.to_string())?;
    let game = names.first().and_then(|name| GameKind::from_id(name));
    let names = if game.is_some() { names.get(1..).unwrap_or_default() } else { names };
    let game = game.unwrap_or(GameKind::Crazy4Washington);
    let mut plan = Plan::of(game, number(seed)?, rounds);
    plan.faults = if names == ["all"] {
        FAULTS.iter().map(|kind| kind.fault).filter(|fault| fault.game() == game).collect()
    } else {
        parse_faults(names.iter().map(String::as_str)).map_err(|e| e.to_string())?
    };
    std::fs::create_dir_all(path).map_err(|e| format!("{path}: {e}"))?;
    let mut folder = Folder { path: path.into(), files: BTreeMap::new() };
    let summary = simulate(&plan, &mut folder).map_err(|e| e.to_string())?;
    Ok(format!("{summary:?}"))
}

fn main() -> ExitCode {
    match run() {
        Ok(summary) => {
            println!("{summary}");
            ExitCode::SUCCESS
        }
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}
