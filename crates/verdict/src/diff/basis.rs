//! What two reports rest on, and whether they are of the same thing.

use super::report::Report;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A part of what they rest on that is not the same.
pub struct Basis {
    /// What it is.
    pub what: String,
    /// In A, where it has one.
    pub a: Option<String>,
    /// In B, where it has one.
    pub b: Option<String>,
}

/// What makes them less than two reports of the same thing.
pub(super) fn warnings(a: &Report, b: &Report) -> Vec<String> {
    let mut all = Vec::new();
    for (pointer, what) in
        [("/engagement/property", "properties"), ("/engagement/id", "engagements")]
    {
        let (of_a, of_b) = (a.text(pointer), b.text(pointer));
        if of_a != of_b {
            let [of_a, of_b] = [of_a, of_b].map(|text| text.unwrap_or("none"));
            all.push(format!("They are of different {what}: A of {of_a}, B of {of_b}."));
        }
    }
    if a.days() != b.days() {
        all.push(format!(
            "They are of different gaming days: A of {}, B of {}. What only one of them has says nothing of what became \
             of it.",
            a.days().join(", "),
            b.days().join(", ")
        ));
    }
    all
}

pub(super) fn basis(a: &Report, b: &Report) -> Vec<Basis> {
    let (of_a, of_b) = (rests_on(a), rests_on(b));
    let all: BTreeSet<&String> = of_a.keys().chain(of_b.keys()).collect();
    let parts = all.into_iter().filter_map(|what| {
        let (one, other) = (of_a.get(what), of_b.get(what));
        // One that only marks what the other has, too, rests on nothing more.
        let is_each_other = what == PREVIOUS
            && (one.is_none() && other == Some(&a.sha256)
                || other.is_none() && one == Some(&b.sha256));
        (one != other && !is_each_other).then(|| Basis {
            what: what.clone(),
            a: one.cloned(),
            b: other.cloned(),
        })
    });
    parts.collect()
}

const PREVIOUS: &str = "report before";

/// Everything that a report rests on, by what it is.
fn rests_on(of: &Report) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    let mut put = |what: String, value: Option<&str>| {
        if let Some(value) = value {
            all.insert(what, value.to_owned());
        }
    };
    put("program".to_owned(), of.text("/report/tool_version"));
    put("engagement file".to_owned(), of.text("/engagement/file_sha256"));
    put("house file".to_owned(), of.text("/engagement/house_file/sha256"));
    put(PREVIOUS.to_owned(), of.text("/engagement/previous/sha256"));
    let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
    for input in of.list("/inputs") {
        let sheet = input["sheet"].as_str().map(|sheet| format!("[{sheet}]")).unwrap_or_default();
        let name = format!("{}{sheet}", text(input, "file"));
        put(format!("{} journal {name}", text(input, "kind")), input["sha256"].as_str());
        put(format!("profile of {name}"), input.pointer("/profile/sha256").and_then(Value::as_str));
    }
    for (pointer, what) in [("/packs", "rule pack"), ("/games", "game")] {
        for row in of.list(pointer) {
            let version = row["version"].as_str().map(|version| format!(" version {version}"));
            let value = format!("{}{}", text(row, "sha256"), version.unwrap_or_default());
            put(format!("{what} {}", text(row, "id")), Some(&value));
        }
    }
    for ruling in of.list("/rulings") {
        let what = format!("ruling {} of {}", text(ruling, "id"), text(ruling, "game"));
        put(what, ruling["applied"].as_str());
    }
    all
}
