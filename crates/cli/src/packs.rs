//! The rule packs that there are for an engagement: those that come with the program, and those of its own files.

use crate::files;
use feltproof_checks::read_pack;
use feltproof_regs::{Pack, builtin_packs};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A rule pack by its id, or of a file by its path, read and refused as one that an engagement names.
pub(crate) fn one(name: &str) -> Result<Pack, String> {
    let builtin = builtin_packs();
    if let Some(pack) = builtin.iter().find(|pack| pack.id == name) {
        return Ok(pack.clone());
    }
    if !name.ends_with(".toml") {
        let ids: Vec<&str> = builtin.iter().map(|pack| pack.id.as_str()).collect();
        return Err(format!(
            "there is no rule pack {name}; those that come with the program are {}, or give the path of a pack file \
             (.toml)",
            ids.join(", ")
        ));
    }
    let pack = read_pack(&files::read_text(Path::new(name))?, name)?;
    may_join(&builtin, &pack).map_err(|why| format!("{name}: {why}"))?;
    Ok(pack)
}

/// Refuses a pack of which another has the id.
fn may_join(all: &[Pack], pack: &Pack) -> Result<(), String> {
    let Some(other) = all.iter().find(|other| other.id == pack.id) else { return Ok(()) };
    let (id, file) = (&pack.id, &other.file);
    Err(format!("its [pack] id is {id}, which is that of {file}; give it another id"))
}

/// Rule packs to choose from.
pub(crate) struct Packs {
    pub all: Vec<Pack>,
    /// The ids of those that come with the program.
    pub builtin: Vec<String>,
    /// The id of the pack in each file that could be read, or why it can be none of the engagement's.
    pub files: BTreeMap<String, Result<String, String>>,
    /// What is wrong within the files, each error with file and line.
    pub errors: Vec<String>,
}

impl Packs {
    /// Those that come with the program and those of the files, which stand relative to a folder.
    pub(crate) fn read(names: &[String], folder: &Path) -> Self {
        let all = builtin_packs();
        let builtin = all.iter().map(|pack| pack.id.clone()).collect();
        let mut packs = Self { all, builtin, files: BTreeMap::new(), errors: Vec::new() };
        let mut seen = BTreeSet::new();
        for name in names.iter().filter(|name| seen.insert(*name)) {
            let path = folder.join(name);
            let file = path.display().to_string();
            let id = match files::read_text(&path).map(|text| read_pack(&text, &file)) {
                Ok(Ok(pack)) => may_join(&packs.all, &pack).map(|()| {
                    let id = pack.id.clone();
                    packs.all.push(pack);
                    id
                }),
                Ok(Err(errors)) => {
                    packs.errors.push(errors);
                    continue;
                }
                Err(why) => Err(why),
            };
            packs.files.insert(name.clone(), id);
        }
        packs
    }
}
