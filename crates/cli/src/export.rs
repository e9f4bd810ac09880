//! Exports of other programs: the profile that a journal names, and the file opened by it.

use crate::files;
use crate::input::{Counted, Input};
use feltproof_intake::{ColumnNames, Content, Evidence, Export, Profile};
use feltproof_model::engagement::JournalEntry;
use feltproof_sheets::{Digest, Format, Opened, Part};
use std::io::{BufRead, BufReader};
use std::path::Path;

/// The mapping profile of a journal; `None`: it is canonical. `name` is the journal in messages.
pub(crate) fn profile(
    journal: &JournalEntry,
    folder: &Path,
    name: &str,
) -> Result<Option<Profile>, String> {
    let Some(file) = &journal.profile else { return Ok(None) };
    let profile = match Profile::built_in(file) {
        Some(profile) => profile,
        None => {
            let text = files::read_text(&folder.join(file)).map_err(|e| {
                let names: Vec<&str> = Profile::built_in_names().collect();
                let names = names.join(", ");
                format!(
                    "{name} profile = \"{file}\" cannot be read: {e}; those built in are {names}"
                )
            })?;
            Profile::parse(&text, file)
        }
    };
    let profile = profile.map_err(|e| e.to_string())?;
    if profile.kind != journal.kind {
        return Err(format!(
            "{name} kind = \"{}\", but its profile {file} is for a {} journal; correct one of them",
            journal.kind.name(),
            profile.kind.name()
        ));
    }
    Ok(Some(profile))
}

/// The file of a journal opened by its profile: its rows, or those of each sheet that fits.
pub(crate) struct File {
    opened: Opened,
}

/// Opens the file of a journal by its profile.
pub(crate) fn open(
    file: Counted,
    journal: &JournalEntry,
    profile: &Profile,
) -> Result<File, String> {
    let opened = feltproof_sheets::open(&journal.file, Box::new(file), &profile.file);
    Ok(File { opened: opened.map_err(|e| e.to_string())? })
}

impl File {
    /// The sheets that are its parts; `None` is a file without sheets.
    pub(crate) fn sheets(&self) -> Vec<Option<String>> {
        self.opened.parts.iter().map(|part| part.sheet.clone()).collect()
    }

    /// One of its parts.
    pub(crate) fn part(self, sheet: &Option<String>) -> Result<Export<Input>, String> {
        let Opened { parts, reading, format } = self.opened;
        let part = parts.into_iter().find(|part| part.sheet == *sheet);
        let part = part.ok_or_else(|| {
            format!("sheet `{}` is gone since the file was opened", sheet.as_deref().unwrap_or(""))
        })?;
        let evidence = move || {
            let Digest { sha256, bytes } =
                reading.digest().map_err(|e| format!("its SHA-256 cannot be taken: {e}"))?;
            Ok(Evidence { sha256, size_bytes: bytes, notes: reading.notes() })
        };
        Ok(Export { evidence: Some(Box::new(evidence)), ..rows(part, &format) })
    }
}

/// The rows of a file or sheet, with where its column names are.
pub(crate) fn rows(part: Part, format: &Format) -> Export<Input> {
    let content = match part.content {
        feltproof_sheets::Content::Text { text, dialect } => Content::Text(text, dialect),
        feltproof_sheets::Content::Rows(rows) => Content::Rows(rows),
    };
    let names = match (part.named, format.header_row) {
        (true, row) => ColumnNames::OfFormat(row.unwrap_or(0)),
        (false, Some(0)) => ColumnNames::None,
        (false, row) => ColumnNames::Row(row.unwrap_or(1)),
    };
    Export { content, names, evidence: None }
}

/// A row of an export as it stands in the file, cells with tabs between them where it is no text.
pub(crate) fn raw_row(
    path: &Path,
    journal: &JournalEntry,
    profile: &Profile,
    line: u32,
) -> Result<String, String> {
    let trouble = |e: std::io::Error| format!("{} cannot be read: {e}", path.display());
    let none = || format!("{} has no row {line}", journal.file_and_sheet());
    let file = std::fs::File::open(path).map_err(trouble)?;
    let opened = feltproof_sheets::open(&journal.file, Box::new(file), &profile.file);
    let mut parts = opened.map_err(|e| e.to_string())?.parts.into_iter();
    match parts.find(|part| part.sheet == journal.sheet).ok_or_else(none)?.content {
        feltproof_sheets::Content::Text { text, .. } => {
            let wanted = usize::try_from(line).ok().and_then(|line| line.checked_sub(1));
            let mut lines = BufReader::new(text).split(b'\n');
            let found = wanted.and_then(|at| lines.nth(at)).ok_or_else(none)?.map_err(trouble)?;
            Ok(String::from_utf8_lossy(&found).trim_end().to_owned())
        }
        feltproof_sheets::Content::Rows(mut rows) => {
            while let Some(some) = rows.next_rows()? {
                if let Some((_, row)) = some.iter().find(|(number, _)| *number == line) {
                    return Ok(String::from_utf8_lossy(row.raw()).into_owned());
                }
            }
            Err(none())
        }
    }
}
