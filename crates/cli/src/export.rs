//! Exports of other programs: the profile that a journal names, and the file opened by it.

use crate::files;
use crate::opened::{Counted, Input};
use feltproof_intake::{Content, Evidence, Export, Profile};
use feltproof_model::engagement::JournalEntry;
use feltproof_sheets::Digest;
use std::path::Path;

/// The mapping profile of a journal; `None`: it is canonical. `name` is the journal in messages.
pub(crate) fn profile(
    journal: &JournalEntry,
    folder: &Path,
    name: &str,
) -> Result<Option<Profile>, String> {
    let Some(file) = &journal.profile else { return Ok(None) };
    let text = files::read_text(&folder.join(file))
        .map_err(|e| format!("{name} profile = \"{file}\" cannot be read: {e}"))?;
    let profile = Profile::parse(&text, file).map_err(|e| e.to_string())?;
    if profile.kind != journal.kind {
        return Err(format!(
            "{name} kind = \"{}\", but its profile {file} is for a {} journal; correct one of them",
            journal.kind.name(),
            profile.kind.name()
        ));
    }
    Ok(Some(profile))
}
