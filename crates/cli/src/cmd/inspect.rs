//! `inspect`: what an export is, and a mapping profile for it.

use crate::args::Inspect;
use crate::inspect::{Inspection, Looked, text};
use crate::print::print_as;
use crate::{Ending, Result, files};
use feltproof_sheets::Format;
use std::path::{Path, PathBuf};

pub(super) fn run(args: &Inspect) -> Result<Ending> {
    let targets = targets(args)?;
    let stated = Format {
        sheets: args.sheet.iter().cloned().collect(),
        header_row: args.header_row,
        ..Format::default()
    };
    let looked = args.files.iter().map(|file| Looked::at(file, &stated, args.kind));
    let looked: Vec<Looked> = looked.collect::<Result<_, _>>()?;
    // Where one file has no profile, none is written.
    let profiles: Vec<Option<String>> = looked.iter().map(Looked::profile).collect();
    let whole = || looked.iter().map(text).collect::<Vec<_>>().join("\n");
    let list = || Inspection::from(looked.as_slice());
    if let Some(at) = profiles.iter().position(Option::is_none).filter(|_| args.write_profile) {
        print_as(args.format, whole, list)?;
        return Err(format!(
            "{} is no journal that is known, so no profile was written; say which it is with --kind",
            args.files[at].display()
        )
        .into());
    }
    let mut written = String::new();
    for (path, profile) in targets.iter().zip(profiles.iter().flatten()) {
        write(path, profile, args)?;
        written.push_str(&format!("Profile written to {}\n", path.display()));
    }
    print_as(args.format, || format!("{}\n{written}", whole()), list)?;
    let is_certain = looked.iter().all(|looked| looked.guess.is_certain());
    Ok(if is_certain { Ending::Nothing } else { Ending::Untested })
}

/// Where the profiles go, if any are written.
fn targets(args: &Inspect) -> Result<Vec<PathBuf>, String> {
    if !args.write_profile {
        return Ok(Vec::new());
    }
    if let Some(out) = &args.out {
        return match args.files.len() {
            1 => Ok(vec![out.clone()]),
            n => Err(format!(
                "--out is one profile, and there are {n} files; inspect them one by one"
            )),
        };
    }
    let name = |file: &PathBuf| {
        Path::new(file.file_stem().unwrap_or_default()).with_extension("profile.toml")
    };
    let names: Vec<PathBuf> = args.files.iter().map(name).collect();
    let twin = names.iter().enumerate().find(|(at, name)| names[at + 1..].contains(name));
    match twin {
        Some((_, name)) => Err(format!(
            "two files would have the profile {}; inspect them one by one with --out",
            name.display()
        )),
        None => Ok(names),
    }
}

fn write(path: &Path, profile: &str, args: &Inspect) -> Result<(), String> {
    if let Some(file) = args.files.iter().find(|file| files::same(file, path)) {
        return Err(format!("{} is the export itself; choose another --out", file.display()));
    }
    if path.exists() && !args.force {
        return Err(format!(
            "{} exists already; choose another --out, or replace it with --force",
            path.display()
        ));
    }
    files::write(path, profile.as_bytes())
}
