//! The files of a folder: which are journals, and by which profile each is read.

use super::names::{Names, profile_name};
use crate::input::Input;
use crate::inspect::Looked as Inspected;
use crate::outputs::digest;
use crate::{export, files};
use feltproof_intake::{Export, Profile, Seen};
use feltproof_model::engagement::JournalKind;
use feltproof_sheets::{Compression, Format, Opened, Part};
use std::path::{Path, PathBuf};

/// A folder that was looked at.
pub(crate) struct Looked {
    /// As typed.
    pub(super) folder: String,
    pub(crate) journals: Vec<Journal>,
    /// Files that are no journals, and why.
    pub(crate) others: Vec<(String, String)>,
}

/// A file, or a sheet, that is a journal.
pub(crate) struct Journal {
    /// As the engagement names it.
    pub(super) file: String,
    pub(super) sheet: Option<String>,
    pub(super) kind: JournalKind,
    pub(super) profile: Mapping,
    /// What its records say, or why they cannot be read yet.
    pub(super) seen: Result<Seen, String>,
    /// What its profile asks.
    pub(super) requested: Vec<String>,
    /// Other journals that the file may hold too.
    pub(super) may_be: Vec<JournalKind>,
    /// Other profiles that fit it.
    pub(super) also: Vec<String>,
}

/// How a journal is read.
pub(super) enum Mapping {
    /// It is canonical.
    Canonical,
    /// A profile that was there.
    There(String),
    /// A profile to be written: name and text.
    New(String, String),
}

impl Journal {
    fn of(
        file: Place<'_>,
        sheet: Option<String>,
        kind: JournalKind,
        profile: Mapping,
        seen: Result<Seen, String>,
    ) -> Self {
        let (file, requested, also) = (file.name.to_owned(), Vec::new(), Vec::new());
        Self { file, sheet, kind, profile, seen, requested, may_be: vec![kind], also }
    }

    fn unread(&self) -> u64 {
        self.seen.as_ref().map_or(u64::MAX, |seen| seen.unread)
    }

    /// The profile to be written for it.
    pub(crate) fn new_profile(&self) -> Option<(&str, &str)> {
        match &self.profile {
            Mapping::New(name, text) => Some((name, text)),
            Mapping::Canonical | Mapping::There(_) => None,
        }
    }
}

/// A profile that is there.
struct There {
    name: String,
    profile: Profile,
}

/// Looks at every file of a folder, not at those of folders in it; `out` is the engagement to be written.
pub(crate) fn look(folder: &Path, names: &Names, out: &Path) -> Result<Looked, String> {
    let mut looked =
        Looked { folder: folder.display().to_string(), journals: Vec::new(), others: Vec::new() };
    let profiles = profiles(folder, names)?;
    let (mut taken, mut before) = (Vec::new(), Vec::new());
    for path in listed(folder)? {
        let shown = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_toml = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("toml"));
        if is_toml || files::same(&path, out) {
            continue;
        }
        let found = file_of(&path, &mut before).and_then(|()| {
            let name = names.relative(&path)?;
            journals(Place { path: &path, name: &name, names }, &profiles, &mut taken)
        });
        match found {
            Ok((journals, others)) => {
                looked.journals.extend(journals);
                looked.others.extend(others.into_iter().map(|why| (shown.clone(), why)));
            }
            Err(why) => looked.others.push((shown, why)),
        }
    }
    let order = |journal: &Journal| JournalKind::ALL.iter().position(|kind| *kind == journal.kind);
    looked.journals.sort_by_key(order);
    Ok(looked)
}

/// Refuses what is no file, and a file with the bytes of one before: evidence that stands there twice is read once.
fn file_of(path: &Path, before: &mut Vec<(u64, PathBuf)>) -> Result<(), String> {
    let bytes = match path.metadata().map_err(|e| format!("it cannot be read: {e}"))? {
        of if of.is_dir() => return Err("it is a folder; its files are not looked at".to_owned()),
        of if !of.is_file() => return Err("it is no file".to_owned()),
        of if of.len() == 0 => return Err("it is empty".to_owned()),
        of => of.len(),
    };
    let mut same = before.iter().filter(|(other, _)| *other == bytes).peekable();
    let own = same.peek().and_then(|_| digest(path).ok());
    let is_own = |other: &Path| digest(other).ok() == own;
    let twin = own.as_ref().and_then(|_| same.find(|(_, other)| is_own(other)));
    let found = match twin.and_then(|(_, other)| other.file_name()) {
        Some(name) => Err(format!("it has the same bytes as {}", name.display())),
        None => Ok(()),
    };
    before.push((bytes, path.to_owned()));
    found
}

/// What is in a folder, by name.
fn listed(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let trouble = |e: std::io::Error| format!("folder {} cannot be read: {e}", folder.display());
    let entries = std::fs::read_dir(folder).map_err(trouble)?;
    let paths: Result<Vec<PathBuf>, _> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths.map_err(trouble)?;
    paths.sort();
    Ok(paths)
}

/// The mapping profiles of a folder and of `profiles` in it. What is none is another TOML file.
fn profiles(folder: &Path, names: &Names) -> Result<Vec<There>, String> {
    let mut paths = listed(folder)?;
    let below = folder.join("profiles");
    if below.is_dir() {
        paths.extend(listed(&below)?);
    }
    let one = |path: PathBuf| {
        let is_toml = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("toml"));
        let name = names.relative(&path).ok().filter(|_| is_toml && path.is_file())?;
        let profile = Profile::parse(&files::read_text(&path).ok()?, &name).ok()?;
        Some(There { name, profile })
    };
    Ok(paths.into_iter().filter_map(one).collect())
}

type Found = (Vec<Journal>, Vec<String>);

/// A file of the folder.
#[derive(Clone, Copy)]
struct Place<'a> {
    path: &'a Path,
    /// As the engagement names it.
    name: &'a str,
    names: &'a Names,
}

impl Place<'_> {
    /// Its rows, opened as a format says; of a workbook those of one sheet.
    fn rows(&self, format: &Format) -> Result<(Option<String>, Export<Input>), String> {
        let file = files::regular(self.path).map_err(|e| format!("it cannot be read: {e}"))?;
        let opened = feltproof_sheets::open(self.name, Box::new(file), format);
        let Opened { parts, format, .. } = opened.map_err(|e| e.to_string())?;
        let [part] = <[Part; 1]>::try_from(parts)
            .map_err(|parts| format!("{} sheets fit, and a journal is one of them", parts.len()))?;
        Ok((part.sheet.clone(), export::rows(part, &format)))
    }

    /// What its records say, read by a profile.
    fn seen(&self, profile: &Profile) -> Result<(Option<String>, Seen), String> {
        let (sheet, rows) = self.rows(&profile.file)?;
        Ok((sheet, Seen::of(profile.kind, rows, Some(profile))?))
    }
}

/// The journals that a file holds by the profiles that are there: one that bears its name, else those by which most of
/// its records can be read. Of several for one journal that is used which leaves the fewest unread; the others are said.
fn by_profiles(file: Place<'_>, profiles: &[There]) -> Vec<Journal> {
    let mut found: Vec<Journal> = Vec::new();
    let own = profile_name(file.name, None, &[]);
    let has_own = file.names.folder().join(&own).exists();
    for there in profiles.iter().filter(|there| !has_own || there.name == own) {
        let kind = there.profile.kind;
        let Ok((sheet, seen)) = file.seen(&there.profile) else { continue };
        if seen.records <= seen.unread {
            continue;
        }
        let mapping = Mapping::There(there.name.clone());
        let mut journal = Journal::of(file, sheet, kind, mapping, Ok(seen));
        match found.iter_mut().find(|j| (j.kind, &j.sheet) == (kind, &journal.sheet)) {
            None => found.push(journal),
            Some(before) => {
                if journal.unread() < before.unread() {
                    std::mem::swap(before, &mut journal);
                }
                let unread = journal.unread();
                if let Mapping::There(name) = &journal.profile {
                    let why = format!("{name} fits it too, and leaves {unread} records unread");
                    before.also.push(why);
                }
                before.also.append(&mut journal.also);
            }
        }
    }
    found
}

/// The journals that a file holds, and why a part of it is none; `taken` are names that profiles cannot have.
fn journals(file: Place<'_>, profiles: &[There], taken: &mut Vec<String>) -> Result<Found, String> {
    let mut found = by_profiles(file, profiles);
    let mut others = Vec::new();
    if !found.is_empty() {
        return Ok((found, others));
    }
    let opened = files::regular(file.path).map_err(|e| format!("it cannot be read: {e}"))?;
    let sniffed = feltproof_sheets::sniff(file.name, Box::new(opened), &Format::default())
        .map_err(|e| e.to_string())?;
    let visible = sniffed.sheets.iter().filter(|sheet| !sheet.hidden);
    let mut sheets: Vec<Option<String>> = visible.map(|sheet| Some(sheet.name.clone())).collect();
    if sniffed.sheets.is_empty() {
        sheets.push(None);
    }
    for sheet in sheets {
        let of = sheet.as_ref().map_or_else(String::new, |sheet| format!("sheet {sheet}: "));
        match inspected(file, sheet.as_deref(), taken) {
            Ok(journals) => found.extend(journals),
            Err(why) => others.push(format!("{of}{why}")),
        }
    }
    Ok((found, others))
}

/// A file or sheet that no profile fits, by looking at it: a journal, or each of several journals of events.
fn inspected(
    file: Place<'_>,
    sheet: Option<&str>,
    taken: &mut Vec<String>,
) -> Result<Vec<Journal>, String> {
    let sheets = sheet.map(str::to_owned).into_iter().collect();
    let stated = Format { sheets, ..Format::default() };
    let looked = Inspected::at(file.path, &stated, None)?;
    let Some(kind) = looked.guess.kind else {
        return Err(format!("no journal that is known; {}", looked.guess.requested.join("; ")));
    };
    let may_be = looked.guess.may_be.clone();
    if may_be.len() < 2 || may_be.contains(&JournalKind::Hands) {
        return Ok(vec![of_kind(file, sheet, (looked, kind), sheet, taken)?]);
    }
    let each = may_be.into_iter().map(|kind| {
        let looked = Inspected::at(file.path, &stated, Some(kind))?;
        let part = [sheet, Some(kind.name())].into_iter().flatten().collect::<Vec<_>>().join("-");
        of_kind(file, sheet, (looked, kind), Some(&part), taken)
    });
    each.collect()
}

/// A journal by what was found of it; `part` is the part of the file that its profile is for.
fn of_kind(
    file: Place<'_>,
    sheet: Option<&str>,
    (looked, kind): (Inspected, JournalKind),
    part: Option<&str>,
    taken: &mut Vec<String>,
) -> Result<Journal, String> {
    let is_plain = looked.compression == Compression::None && sheet.is_none();
    if is_plain && looked.notes.is_empty() && looked.guess.is_canonical() {
        let rows = file.rows(&looked.format);
        let seen = rows.and_then(|(_, rows)| Seen::of(kind, rows, None));
        return Ok(Journal::of(file, None, kind, Mapping::Canonical, seen));
    }
    let text = looked.profile().ok_or("no journal that is known")?;
    let part = part.filter(|part| looked.sheets.len() > 1 || Some(*part) != sheet);
    let profile_file = profile_name(file.name, part, taken);
    taken.push(profile_file.clone());
    let there = file.names.folder().join(&profile_file);
    let is_there = there.exists();
    let text = if is_there { files::read_text(&there)? } else { text };
    let profile = Profile::parse(&text, &profile_file).map_err(|e| e.to_string());
    let seen = profile.and_then(|profile| Ok(file.seen(&profile)?.1));
    let profile = match is_there {
        true => Mapping::There(profile_file),
        false => Mapping::New(profile_file, text),
    };
    let (requested, may_be) = (looked.guess.requested, looked.guess.may_be);
    Ok(Journal { requested, may_be, ..Journal::of(file, looked.sheet, kind, profile, seen) })
}
