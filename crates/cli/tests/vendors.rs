//! An audit of the exports in `fixtures/vendors` finds what an audit of the canonical journals finds that
//! they were made from: the same verdict, counts, checks, exceptions and meters, but for the places cited.

use crate::common::{audit, fixtures, json, run};
use serde_json::Value;
use std::path::Path;

/// Exit code of an audit, and its report.
fn report(engagement: &Path, code: i32) -> Value {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    run(&mut audit(home.path(), engagement, &out), code);
    json(&out.join("report.json"))
}

/// A report without its name, its files, and what says where a record stands.
fn without_places(report: &mut Value) {
    match report {
        Value::Object(keys) => {
            for key in [
                "file",
                "first",
                "line",
                "report",
                "signer",
                "inputs",
                "file_sha256",
                "file_size_bytes",
            ] {
                keys.remove(key);
            }
            // The canonical journal of a manager says its offsets.
            keys.remove("repeated_hour");
            keys.values_mut().for_each(without_places);
        }
        Value::Array(items) => items.iter_mut().for_each(without_places),
        Value::String(text) => *text = without_line(text),
        _ => {}
    }
}

/// `Line 79 of the controller journal` without the number.
fn without_line(text: &str) -> String {
    let mut words: Vec<&str> = text.split(' ').collect();
    for at in 1..words.len() {
        let number = words[at].trim_end_matches(['.', ',']);
        let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        if matches!(words[at - 1], "Line" | "line") && is_number {
            words[at] = "N";
        }
    }
    words.join(" ")
}

/// Codes of the exceptions, in order.
fn codes(report: &Value) -> Vec<&str> {
    report["exceptions"].as_array().unwrap().iter().map(|e| e["code"].as_str().unwrap()).collect()
}

#[test]
fn an_audit_of_an_export_finds_what_one_of_the_canonical_journals_finds() {
    let systems: [(&str, i32, &[&str], &str); 5] = [
        ("shfl-game-manager", 1, &["ENV-001", "AWD-003"], "game-manager-activity.csv"),
        ("nexus-command", 1, &["MTR-004", "AWD-005", "ADJ-001"], "meter-history.csv"),
        ("nexus-command-2", 1, &["MTR-006", "CFG-010"], "gm2-transactions.psv"),
        // Cards alone: no money, no decisions.
        ("card-shoe", 3, &[], ""),
        ("observation-sheet", 1, &["PAY-015"], "table-observation.xlsx[Hands 12 Sep]"),
    ];
    for (system, code, found, cites) in systems {
        let folder = fixtures().join("vendors").join(system);
        let mut ours = report(&folder.join("engagement.toml"), code);
        let mut theirs = report(&folder.join("canonical/engagement.toml"), code);
        assert_eq!(codes(&ours), found, "{system}");
        let is_cited = ours["exceptions"].as_array().unwrap().iter().any(|e| e["file"] == cites);
        assert_eq!(is_cited, !cites.is_empty(), "{system}: {:?}", ours["exceptions"]);
        without_places(&mut ours);
        without_places(&mut theirs);
        for (key, value) in theirs.as_object().unwrap() {
            assert_eq!(&ours[key], value, "{system}: {key}");
        }
    }
}

#[test]
fn the_page_has_the_rows_of_an_export_around_an_exception() {
    let home = tempfile::tempdir().unwrap();
    let indicated = |system: &str, cites: &str| {
        let out = home.path().join(system);
        let engagement = fixtures().join("vendors").join(system).join("engagement.toml");
        run(audit(home.path(), &engagement, &out).args(["--report", "html"]), 1);
        let page = std::fs::read_to_string(out.join("report.html")).unwrap();
        let (_, block) = page.split_once("id=\"told\">").unwrap();
        let (block, _) = block.split_once("</script>").unwrap();
        let all: Vec<Value> = serde_json::from_str(block).unwrap();
        all.into_iter().find(|place| place["file"] == cites).unwrap()
    };
    // A text with bars: the lines as they stand in the file.
    let place = indicated("nexus-command-2", "gm2-transactions.psv");
    let file = fixtures().join("vendors/nexus-command-2/gm2-transactions.psv");
    let lines = std::fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = lines.lines().collect();
    let line = usize::try_from(place["line"].as_u64().unwrap()).unwrap();
    let records = place["records"].as_array().unwrap();
    assert_eq!(records.len(), 7);
    for (record, number) in records.iter().zip(line - 3..) {
        assert_eq!(record["line"], number);
        assert_eq!(record["text"], lines[number - 1].trim_end());
    }
    // A sheet of a workbook: cells with tabs between them, under the numbers that the sheet shows.
    let place = indicated("observation-sheet", "table-observation.xlsx[Hands 12 Sep]");
    let records = place["records"].as_array().unwrap();
    assert_eq!(records.len(), 7);
    assert_eq!((records[3]["line"].as_u64(), place["line"].as_u64()), (Some(121), Some(121)));
    let cells: Vec<&str> = records[3]["text"].as_str().unwrap().split('\t').collect();
    assert_eq!(&cells[2..6], ["2026-09-12", "19:02:32", "D03", "Bank 6"]);
}
