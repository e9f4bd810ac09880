//! One day of hands in many dialects, written by other software (`tests/dialects/make.py`): each says
//! through its profile what the canonical journal says.

use crate::common::{Journal, engagement, journal, mapped};
use std::fs;
use std::path::{Path, PathBuf};

/// Rows that a profile leaves out, where there are any, and columns that it does not read.
const SPECIAL: [(&str, u64, &[&str]); 2] = [
    // Four times a blank line, a page total and the header once more; a blank line and the total.
    ("18-titles", 14, &[]),
    // A coin-in and the end of a game.
    ("21-other-records", 2, &[]),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/dialects")
}

/// Names of files, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn every_dialect_says_what_the_canonical_journal_says() {
    let here = folder();
    let engagement = engagement(&here.join("canonical"));
    let canonical = journal(&here.join("canonical"), &engagement, 0);
    assert_eq!((canonical.records.len(), canonical.problems), (286, Vec::new()));
    let files = names(&here.join("files"));
    assert_eq!(files.len(), 33);
    for file in &files {
        let name = file.split('.').next().unwrap();
        let profile = format!("profiles/{name}.toml");
        let read = mapped(&here, &format!("files/{file}"), &profile, &engagement, 0);
        let Journal { records, problems, rows_left_out, unmapped, .. } = read;
        assert_eq!(problems, [], "{file}");
        for (place, (ours, theirs)) in records.iter().zip(&canonical.records).enumerate() {
            assert_eq!(ours, theirs, "{file}, record {}", place + 1);
        }
        assert_eq!(records.len(), canonical.records.len(), "{file}");
        let special = SPECIAL.iter().find(|(special, ..)| *special == name);
        let (left_out, columns) = special.map_or((0, &[][..]), |(_, out, columns)| (*out, columns));
        assert_eq!(rows_left_out, left_out, "{file}");
        assert_eq!(unmapped, columns, "{file}");
    }
}
