//! The files that the patterns of an engagement stand for, each a journal of its own.

use feltproof_model::Engagement;
use feltproof_model::engagement::JournalEntry;
use feltproof_sheets::fits;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Most files that the journals of an engagement may have: each is open, with a block of it in memory.
pub(crate) const FILES_MAX: usize = 512;

/// Puts the files in place of their patterns, in the order of their names. `name` is the engagement file. An error is a
/// sentence with the line: a pattern that no file fits, a file that stands twice, or too many of them.
pub(crate) fn look_up(
    engagement: &mut Engagement,
    folder: &Path,
    name: &str,
) -> Result<(), String> {
    let mut all = Vec::new();
    for entry in std::mem::take(&mut engagement.journals) {
        let place = format!("{name}:{}: [[journal]]", entry.line);
        for file in files(&entry.file, folder).map_err(|e| format!("{place} {e}"))? {
            all.push(JournalEntry { file, ..entry.clone() });
        }
    }
    let count = all.len();
    if count > FILES_MAX {
        return Err(format!(
            "{name}: the journals have {count} files, and {FILES_MAX} are the most that are read side by side; audit \
             fewer days or tables at a time"
        ));
    }
    let mut seen = BTreeMap::<(PathBuf, Option<String>), u32>::new();
    for entry in &all {
        // What cannot be found is said when it is opened.
        let Ok(path) = folder.join(&entry.file).canonicalize() else { continue };
        let JournalEntry { file, line, .. } = entry;
        if let Some(first) = seen.insert((path, entry.profile.clone()), *line) {
            return Err(format!(
                "{name}:{line}: [[journal]] file = \"{file}\" is read by the entry of line {first} already; remove one \
                 of them, or give each a profile of its own"
            ));
        }
    }
    engagement.journals = all;
    Ok(())
}

/// The files of a pattern by name; a name without `*` and `?`, or that of a file there is, stands for itself.
fn files(pattern: &str, folder: &Path) -> Result<Vec<String>, String> {
    let is_pattern = |text: &str| text.contains(['*', '?']);
    if !is_pattern(pattern) || folder.join(pattern).exists() {
        return Ok(vec![pattern.to_owned()]);
    }
    let (under, last) = match pattern.rsplit_once('/') {
        Some((under, last)) => (format!("{under}/"), last),
        None => (String::new(), pattern),
    };
    if is_pattern(&under) {
        return Err(format!(
            "file = \"{pattern}\" has * or ? in the name of a folder; they may stand in that of a file alone"
        ));
    }
    let looked_in = folder.join(&under);
    let looked_in = if looked_in.as_os_str().is_empty() { Path::new(".") } else { &looked_in };
    let shown = looked_in.display();
    let trouble =
        |e: std::io::Error| format!("file = \"{pattern}\": {shown} cannot be looked through: {e}");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(looked_in).map_err(trouble)? {
        let path = entry.map_err(trouble)?.path();
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        // A hidden file is meant only where the pattern says so.
        let is_meant = !name.starts_with('.') || last.starts_with('.');
        if is_meant && fits(last, &name) && path.is_file() {
            found.push(format!("{under}{name}"));
        }
    }
    if found.is_empty() {
        return Err(format!(
            "file = \"{pattern}\" fits no file in {shown}; correct the pattern, or put the files there"
        ));
    }
    found.sort();
    Ok(found)
}
