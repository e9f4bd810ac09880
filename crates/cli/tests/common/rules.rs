//! The command `regs` run, and the pack files read a second way, by a reader of plain TOML.

use super::{feltproof, run};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// Runs `regs` with these words.
pub(crate) fn regs(words: &[&str], code: i32) -> (String, String) {
    let home = tempfile::tempdir().unwrap();
    run(feltproof(home.path()).arg("regs").args(words), code)
}

pub(crate) fn wire(words: &[&str]) -> Value {
    let (text, _) = regs(&[words, &["--json"]].concat(), 0);
    serde_json::from_str(&text).unwrap()
}

/// The words of a text, one space between them.
pub(crate) fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The packs that come with the program: id, and the file read by another reader.
pub(crate) fn files() -> Vec<(String, toml::Table)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let packs = wire(&[])["packs"].as_array().unwrap().clone();
    let read = |pack: &Value| {
        let file = root.join(pack["file"].as_str().unwrap());
        let table: toml::Table = fs::read_to_string(file).unwrap().parse().unwrap();
        (pack["id"].as_str().unwrap().to_owned(), table)
    };
    let all: Vec<_> = packs.iter().map(read).collect();
    assert!(all.iter().any(|(id, _)| id == "us-wa"));
    all
}

pub(crate) fn list(table: &toml::Table, key: &str) -> Vec<toml::Table> {
    let all = table.get(key).and_then(toml::Value::as_array).cloned().unwrap_or_default();
    all.into_iter().map(|entry| entry.as_table().unwrap().clone()).collect()
}

pub(crate) fn text<'t>(table: &'t toml::Table, key: &str) -> &'t str {
    table.get(key).and_then(toml::Value::as_str).unwrap_or_default()
}

/// The versions of a control with the keys that they take from it.
pub(crate) fn versions(control: &toml::Table) -> Vec<toml::Table> {
    let own = list(control, "version");
    if own.is_empty() {
        return vec![control.clone()];
    }
    let whole = |version: toml::Table| {
        let mut whole = control.clone();
        whole.remove("version");
        whole.extend(version);
        whole
    };
    own.into_iter().map(whole).collect()
}

/// The first day on which something may apply, and the first on which it certainly does; `9` is after every day.
pub(crate) fn begins(table: &toml::Table) -> (String, String) {
    let after_all = || "9".to_owned();
    match (text(table, "from"), text(table, "not_before"), text(table, "certain_from")) {
        ("unknown", ..) => (String::new(), after_all()),
        ("", earliest, "") => (earliest.to_owned(), after_all()),
        ("", earliest, certain) => (earliest.to_owned(), certain.to_owned()),
        (year, ..) if year.len() == 4 => {
            (format!("{year}-01-01"), format!("{}-01-01", year.parse::<u16>().unwrap() + 1))
        }
        (day, ..) => (day.to_owned(), day.to_owned()),
    }
}

/// Whether a version applies on a day, by the texts of the file: days as text sort as days do.
pub(crate) fn applies(versions: &[toml::Table], at: usize, day: &str) -> Option<&'static str> {
    let (earliest, certain) = begins(&versions[at]);
    let until = Some(text(&versions[at], "until")).filter(|until| !until.is_empty());
    let next = versions.get(at + 1).map(begins);
    let replaced = |by: fn(&(String, String)) -> &String| {
        next.as_ref().is_some_and(|next| by(next).as_str() <= day)
    };
    if earliest.as_str() > day || until.is_some_and(|until| until < day) || replaced(|n| &n.1) {
        None
    } else if certain.as_str() <= day && !replaced(|n| &n.0) {
        Some("yes")
    } else {
        Some("perhaps")
    }
}

/// No line is wider than 80 columns but for a word that is, none ends in a blank, none has colours.
pub(crate) fn narrow(printed: &str) {
    for line in printed.lines() {
        let is_word = line.split_whitespace().count() <= 2;
        assert!(line.chars().count() <= 80 || is_word, "{line}");
        assert_eq!(line, line.trim_end());
        assert!(!line.contains('\u{1b}'));
    }
    assert!(printed.ends_with('\n'));
}

/// A pack file of one's own with a section in two versions, one repealed, and a limit.
pub(crate) const OURS: &str = r#"schema = 1

[pack]
id = "ours"
title = "Our Casino: internal controls"
authority = "Our Casino, compliance"
version = "2.0.0"

[[control]]
id = "count"
title = "Count of the drop"
status = "manual"
evidence = "V"
address = "https://example.org/binder/4"
read = "2026-01-15"

[[control.version]]
from = "2020-01-01"
citation = "Binder 4, edition 1"
demand = "Two persons count."

[[control.version]]
from = "2024-07-01"
citation = "Binder 4, edition 2"
demand = "Three persons count."

[[control]]
id = "largest-wager"
citation = "Binder 4, page 2"
title = "Largest wager"
status = "partial"
evidence = "V"
address = "https://example.org/binder/4"
read = "2026-01-15"
from = "2020-01-01"
until = "2024-12-31"
checks = ["WAC-001", "WAC-006"]
demand = "No single wager is above the limit, which is posted."

[[limit]]
id = "largest-wager"
limits = "single-wager"
subject = "a single wager"
citation = "Binder 4, page 2"
verb = "must not exceed"

[[limit.value]]
dollars = "50.00"
from = "2020-01-01"
evidence = "V"
source = "edition 1"

[[limit.value]]
dollars = "60.00"
not_before = "2024-07-01"
evidence = "I"
source = "edition 2"
"#;

/// Writes a pack file; the folder must be kept.
pub(crate) fn ours(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ours.toml");
    fs::write(&file, text).unwrap();
    (folder, file)
}
