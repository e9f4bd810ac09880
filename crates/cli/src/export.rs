//! Exports of other programs: the profile that a journal names, and the file opened by it.

use crate::files;
use crate::input::{Counted, Input};
use feltproof_intake::{ColumnNames, Content, Evidence, Export, Profile};
use feltproof_model::engagement::JournalEntry;
use feltproof_sheets::{Digest, Format, Opened, Part};
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
                let names = Profile::built_in_names().collect::<Vec<_>>().join(", ");
                format!(
                    "{name} profile = \"{file}\" cannot be read: {e}; those built in are {names}"
                )
            })?;
            Profile::parse(&text, file)
        }
    };
    let profile = profile.map_err(|e| e.to_string())?;
    let (own, stated) = (profile.kind.name(), journal.kind.name());
    if own != stated {
        return Err(format!(
            "{name} kind = \"{stated}\", but its profile {file} is for a {own} journal; correct one of them"
        ));
    }
    Ok(Some(profile))
}

/// Opens the file of a journal by its profile: its rows, or those of each sheet that fits.
pub(crate) fn open(
    file: Counted,
    journal: &JournalEntry,
    profile: &Profile,
) -> Result<Opened, String> {
    let opened = feltproof_sheets::open(&journal.file, Box::new(file), &profile.file);
    opened.map_err(|e| e.to_string())
}

/// One part of an opened file.
pub(crate) fn part(opened: Opened, sheet: &Option<String>) -> Result<Export<Input>, String> {
    let Opened { parts, reading, format } = opened;
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

/// What is said of a sheet that is asked for where there are none.
pub(crate) fn no_workbook(file: &str, sheet: &str) -> String {
    format!("{file} is no workbook, so it has no sheet `{sheet}`; leave out --sheet")
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
