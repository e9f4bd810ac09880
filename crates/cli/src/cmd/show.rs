//! `show`: what an audit says of one line of a journal or of the engagement file.

use crate::args::Show;
use crate::input::Input;
use crate::opened::Opened;
use crate::print::print;
use crate::{Ending, Result, files, raw};
use feltproof_intake::{Block, CanonicalForm, CanonicalWriter, JournalReader, Profile, ReadError};
use feltproof_model::engagement::JournalEntry;
use feltproof_model::{Engagement, EngagementLine, Locus};
use feltproof_show::{Found, Search};
use std::io;
use std::path::{Path, PathBuf};

pub(super) fn run(args: &Show) -> Result<Ending> {
    let (file, line) = place(&args.place)?;
    let is_toml = file.extension().is_some_and(|e| e.eq_ignore_ascii_case("toml"));
    let beside = || if is_toml { file.clone() } else { file.with_file_name("engagement.toml") };
    let engagement = args.engagement.clone().unwrap_or_else(beside);
    let (file, sheet) = in_sheet(file);
    let mut opened = Opened::new(&engagement)?;
    let loci = loci(&opened.known.scope.engagement, &engagement, (&file, sheet.as_deref()), line)?;
    let locus = match loci.as_slice() {
        [one] => *one,
        // One file may be several journals: the row is of that which reads it.
        several => {
            let mut readers = Opened::new(&engagement)?.readers;
            let has_record = |place: &&Locus| matches!(at(&mut readers, **place), Ok(Some(_)));
            *several.iter().find(has_record).unwrap_or(&several[0])
        }
    };
    let export = mapped(&opened, locus);
    let mut raw = raw::record(&file, export, line)?;
    if export.is_some() {
        raw.push_str(&format!("\n\n{}", read_as(&engagement, locus)?));
    }
    let texts = opened.texts.each_ref().map(String::as_str);
    let search = Search::new(&opened.known.scope, texts, &mut opened.readers, &[locus])?;
    // The journals are read from their beginning once more.
    let Opened { known, mut readers, .. } = Opened::new(&engagement)?;
    let text = Found::read(known.scope, search, &mut readers)?.describe(locus).text();
    print(&format!("{}:{line}\n  {raw}\n\n{text}", file.display()))
}

/// The journal of a place and its profile, where it is an export.
fn mapped(opened: &Opened, place: Locus) -> Option<(&JournalEntry, &Profile)> {
    let Locus::Journal { journal, .. } = place else { return None };
    let at = usize::from(journal);
    let entry = opened.known.scope.engagement.journals.get(at)?;
    Some((entry, opened.profiles.get(at)?.as_ref()?))
}

/// The records of a row of an export as a canonical journal has them, under the names of their columns.
fn read_as(engagement: &Path, place: Locus) -> Result<String> {
    let Locus::Journal { journal, line } = place else { return Ok(String::new()) };
    let Opened { known, mut readers, .. } = Opened::new(engagement)?;
    let columns = readers[usize::from(journal)].columns().clone();
    let Some(found) = at(&mut readers, place)? else {
        return Ok("No record is in this row by the profile.".to_owned());
    };
    let written = || {
        let (out, form, engagement) = (Vec::new(), CanonicalForm::Csv, &known.scope.engagement);
        let mut writer = CanonicalWriter::new(out, form, engagement, journal, &columns)?;
        writer.push(&found)?;
        writer.finish()
    };
    let written = written()
        .map_err(|e: io::Error| format!("the reading of line {line} cannot be shown: {e}"))?;
    let text = String::from_utf8_lossy(&written);
    Ok(format!("Read as\n  {}", text.trim_end().replace('\n', "\n  ")))
}

fn place(text: &str) -> Result<(PathBuf, u32), String> {
    let such = "such as hands.csv:120";
    let split = text.rsplit_once(':');
    let (file, line) = split.ok_or_else(|| format!("`{text}` is not FILE:LINE, {such}"))?;
    let number = line.parse();
    let number =
        number.map_err(|_| format!("`{line}` in `{text}` is not a line number, {such}"))?;
    Ok((PathBuf::from(file), number))
}

/// A file and, as in `day.xlsx[Hands]`, the sheet of it.
fn in_sheet(path: PathBuf) -> (PathBuf, Option<String>) {
    let text = path.to_string_lossy().into_owned();
    let named = text.strip_suffix(']').and_then(|text| text.split_once('['));
    match named.filter(|_| !path.exists()) {
        Some((file, sheet)) => (PathBuf::from(file), Some(sheet.to_owned())),
        None => (path, None),
    }
}

/// The record of a journal, or the one that could not be read, in a line.
fn at(readers: &mut [JournalReader<Input>], place: Locus) -> Result<Option<Block>, ReadError> {
    let Locus::Journal { journal, line } = place else { return Ok(None) };
    let reader = &mut readers[usize::from(journal)];
    while let Some(block) = reader.next_block()? {
        let here = block.at_line(line);
        if !here.is_empty() {
            return Ok(Some(here));
        }
    }
    Ok(None)
}

/// The places in the evidence that a line of a file may be: one for each journal that the file is.
fn loci(
    engagement: &Engagement,
    path: &Path,
    (file, sheet): (&Path, Option<&str>),
    line: u32,
) -> Result<Vec<Locus>, String> {
    if files::same(path, file) {
        return Ok(vec![Locus::Engagement { line: line.into() }]);
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    if engagement.house_file.as_ref().is_some_and(|house| files::same(&folder.join(house), file)) {
        let line = EngagementLine { of_house: true, number: line };
        return Ok(vec![Locus::Engagement { line }]);
    }
    let journals = (0_u16..).zip(&engagement.journals);
    let of_file = journals.filter(|(_, entry)| {
        files::same(&folder.join(&entry.file), file)
            && sheet.is_none_or(|sheet| entry.sheet.as_deref() == Some(sheet))
    });
    let loci: Vec<Locus> = of_file.map(|(journal, _)| Locus::Journal { journal, line }).collect();
    if !loci.is_empty() {
        return Ok(loci);
    }
    let known: Vec<String> = engagement.journals.iter().map(JournalEntry::file_and_sheet).collect();
    let sheet = sheet.map(|sheet| format!("[{sheet}]")).unwrap_or_default();
    Err(format!(
        "{}{sheet} is neither {} nor one of its journals, which are {}",
        file.display(),
        path.display(),
        known.join(", ")
    ))
}
