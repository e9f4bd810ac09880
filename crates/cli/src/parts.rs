//! The files that the patterns of an engagement stand for, each a journal of its own.

use feltproof_model::Engagement;
use feltproof_model::engagement::JournalEntry;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Most files that the journals of an engagement may have: each is open, with a block of it in memory.
pub(crate) const FILES_MAX: usize = 512;

/// Puts the files in place of their patterns, in the order of their names. `name` is the engagement file.
///
/// # Errors
/// A pattern that no file fits, a file that stands twice, or too many of them: a sentence with the line.
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
    if all.len() > FILES_MAX {
        return Err(format!(
            "{name}: the journals have {} files, and {FILES_MAX} are the most that are read side by side; audit \
             fewer days or tables at a time",
            all.len()
        ));
    }
    let mut seen = BTreeMap::<(PathBuf, Option<String>), u32>::new();
    for entry in &all {
        // What cannot be found is said when it is opened.
        let Ok(path) = folder.join(&entry.file).canonicalize() else { continue };
        if let Some(line) = seen.insert((path, entry.profile.clone()), entry.line) {
            return Err(format!(
                "{name}:{}: [[journal]] file = \"{}\" is read by the entry of line {line} already; remove one of \
                 them, or give each a profile of its own",
                entry.line, entry.file
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
    let trouble = |e: std::io::Error| {
        format!("file = \"{pattern}\": {} cannot be looked through: {e}", looked_in.display())
    };
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
            "file = \"{pattern}\" fits no file in {}; correct the pattern, or put the files there",
            looked_in.display()
        ));
    }
    found.sort();
    Ok(found)
}

/// True when a name fits a pattern: `*` is any run of characters, `?` any one.
fn fits(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), name.chars().collect());
    let (mut at, mut of) = (0, 0);
    // Where the last star stands, and how much of the name it has taken.
    let mut star = None;
    while of < name.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, of));
                at += 1;
            }
            Some(c) if *c == '?' || *c == name[of] => (at, of) = (at + 1, of + 1),
            _ => match star {
                Some((stands, taken)) => {
                    (at, of) = (stands + 1, taken + 1);
                    star = Some((stands, taken + 1));
                }
                None => return false,
            },
        }
    }
    pattern.get(at..).unwrap_or_default().iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn a_star_is_any_run_of_characters_and_a_question_mark_any_one() {
        for (pattern, name) in [
            ("hands-*.csv", "hands-C4P-1.csv"),
            ("hands-*.csv", "hands-.csv"),
            ("*", "x"),
            ("?.csv", "é.csv"),
            ("*-*-*", "a--b-"),
            ("h*s*.csv", "hands-s.csv"),
        ] {
            assert!(fits(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [
            ("hands-*.csv", "hands-1.csv.part"),
            ("hands-*.csv", "hands.csv"),
            ("?.csv", ".csv"),
            ("?.csv", "ab.csv"),
            ("Hands*", "hands"),
        ] {
            assert!(!fits(pattern, name), "{pattern} {name}");
        }
    }
}
