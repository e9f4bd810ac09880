//! `report.sarif`: valid by the schema of the standard, and the same exceptions as in `report.json`.

use crate::common::rich::{copied, rich_day};
use crate::common::{audit, feltproof, fixtures, json, run};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Audits a day with report.sarif and report.json; gives both and the folder.
fn audited(home: &Path, engagement: &Path, name: &str) -> (Value, Value, PathBuf) {
    let out = home.join(name);
    let mut run = audit(home, engagement, &out);
    let ran = run.args(["--report", "sarif,json,pdf", "-q"]).output().unwrap();
    assert_ne!(ran.status.code(), Some(2), "{}", String::from_utf8_lossy(&ran.stderr));
    let log = json(&out.join("report.sarif"));
    validate(&log);
    (log["runs"][0].clone(), json(&out.join("report.json")), out)
}

/// By the JSON Schema of SARIF 2.1.0.
fn validate(log: &Value) {
    let schema =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sarif_schema/sarif-2.1.0-rtm.5.json");
    let mut schema = json(&schema);
    // As published, this pattern is no regular expression of ECMA-262: a bracket is closed that none opens.
    for of in ["run", "toolComponent"] {
        let language = &mut schema["definitions"][of]["properties"]["language"];
        language.as_object_mut().unwrap().remove("pattern").unwrap();
    }
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors = validator.iter_errors(log).take(5);
    let errors: Vec<String> = errors.map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    // And it would have said so: a key that SARIF does not have, and a level that is none.
    for (pointer, wrong) in
        [("/runs/0/results/0/level", "grave"), ("/runs/0/artifacts/0/roles/0", "evidence")]
    {
        let mut other = log.clone();
        if let Some(value) = other.pointer_mut(pointer) {
            *value = wrong.into();
            assert!(!validator.is_valid(&other), "{pointer}");
        }
    }
}

fn list<'v>(value: &'v Value, key: &str) -> &'v Vec<Value> {
    value[key].as_array().unwrap_or_else(|| panic!("{key}: {value}"))
}

/// Where and what: code, file, line, both figures, the difference, who is waived.
fn of_json(report: &Value) -> Vec<Vec<Value>> {
    let of = |e: &Value| {
        ["code", "file", "line", "expected", "recorded", "difference_dollars"]
            .map(|key| e[key].clone())
            .to_vec()
    };
    list(report, "exceptions").iter().map(of).collect()
}

fn of_sarif(run: &Value) -> Vec<Vec<Value>> {
    let of = |result: &Value| {
        let place = &result["locations"][0]["physicalLocation"];
        let own = &result["properties"];
        vec![
            result["ruleId"].clone(),
            place["artifactLocation"]["uri"].clone(),
            place["region"]["startLine"].clone(),
            own["expected"].clone(),
            own["recorded"].clone(),
            own["difference_dollars"].clone(),
        ]
    };
    let results =
        list(run, "results").iter().filter(|result| result["properties"]["advice"] != true);
    results.map(of).collect()
}

#[test]
fn every_exception_is_a_result_at_its_line_with_both_figures() {
    let home = tempfile::tempdir().unwrap();
    let engagement = fixtures().join("tampered-day/engagement.toml");
    let (log, report, out) = audited(home.path(), &engagement, "out");
    assert_eq!(of_sarif(&log), of_json(&report));
    assert_eq!(list(&log, "results").len(), 42);
    let rules = list(&log["tool"]["driver"], "rules");
    assert_eq!(rules.len(), list(&report, "checks").len() + list(&report, "advice").len());
    let severity: BTreeMap<&str, &str> = list(&report, "findings")
        .iter()
        .map(|finding| (finding["code"].as_str().unwrap(), finding["severity"].as_str().unwrap()))
        .collect();
    for result in list(&log, "results") {
        let at = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[at]["id"], result["ruleId"]);
        let text = result["message"]["text"].as_str().unwrap();
        for key in ["expected", "recorded"] {
            assert!(text.contains(result["properties"][key].as_str().unwrap()), "{key}: {text}");
        }
        let severity = severity[result["ruleId"].as_str().unwrap()];
        assert_eq!(result["properties"]["severity"], severity);
        let level = match severity {
            "law" | "money" => "error",
            _ => "warning",
        };
        assert_eq!(result["level"], level, "{result}");
        assert!(result["suppressions"].is_null());
    }
    for rule in rules {
        for text in
            [&rule["shortDescription"]["text"], &rule["help"]["text"], &rule["help"]["markdown"]]
        {
            assert!(text.as_str().is_some_and(|text| text.len() > 5), "{rule}");
        }
    }
    // The digests are those of the files.
    for artifact in list(&log, "artifacts") {
        let file = engagement.with_file_name(artifact["location"]["uri"].as_str().unwrap());
        let bytes = fs::read(file).unwrap();
        let digest: String =
            Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(
            (&artifact["hashes"]["sha-256"], &artifact["length"]),
            (&digest.into(), &bytes.len().into())
        );
    }
    assert_eq!(list(&log, "artifacts").len(), 4);
    // What did not run, and what was left undecided, is said.
    let notes = list(&log["invocations"][0], "toolExecutionNotifications");
    let said: BTreeSet<&str> =
        notes.iter().filter_map(|note| note["associatedRule"]["id"].as_str()).collect();
    for check in list(&report, "checks") {
        let is_open = check["ran"] == false || check["undecided"].as_u64() > Some(0);
        assert_eq!(said.contains(check["code"].as_str().unwrap()), is_open, "{check}");
    }
    // One of the outputs that are one.
    let (text, _) = run(feltproof(home.path()).arg("verify").arg(out.join("report.pdf")), 0);
    assert!(text.contains("report.sarif: unaltered"), "{text}");
}

#[test]
fn identities_are_those_of_the_next_run_also_where_rows_came_before() {
    let home = tempfile::tempdir().unwrap();
    let prints = |run: &Value| -> BTreeSet<String> {
        let of = |result: &Value| {
            result["fingerprints"]["feltproofException/v1"].as_str().unwrap().to_owned()
        };
        list(run, "results").iter().map(of).collect()
    };
    let engagement = copied("tampered-day", &home.path().join("day"));
    let (first, _, _) = audited(home.path(), &engagement, "first");
    assert_eq!(prints(&first).len(), 42, "each its own");
    let (again, _, _) = audited(home.path(), &engagement, "again");
    assert_eq!(prints(&first), prints(&again));
    // An empty line after the header: every line is one further down.
    let hands = engagement.with_file_name("hands.csv");
    let text = fs::read_to_string(&hands).unwrap();
    fs::write(&hands, text.replacen('\n', "\n\n", 1)).unwrap();
    let (moved, _, _) = audited(home.path(), &engagement, "moved");
    assert_ne!(of_sarif(&first), of_sarif(&moved));
    let lost: Vec<_> = prints(&first).difference(&prints(&moved)).cloned().collect();
    // A record that could not be read has neither time nor round.
    assert!(lost.len() <= 1, "{lost:?}");
}

#[test]
fn a_waived_exception_is_suppressed_and_advice_is_a_note() {
    let home = tempfile::tempdir().unwrap();
    let (log, report, _) = audited(home.path(), &rich_day(home.path()), "out");
    assert_eq!(of_sarif(&log), of_json(&report));
    let results = list(&log, "results");
    let waived: Vec<&Value> = results.iter().filter(|of| of["suppressions"].is_array()).collect();
    assert_eq!(waived.len(), 1);
    assert_eq!(report["exceptions_waived"], 1);
    let said = waived[0]["suppressions"][0]["justification"].as_str().unwrap();
    assert_eq!(
        said,
        "Waiver 1 by the commission until 2026-12-31, letter of 1 October 2026: trial of a higher cap"
    );
    let advice: Vec<&Value> =
        results.iter().filter(|of| of["properties"]["advice"] == true).collect();
    assert_eq!(advice.len(), list(&report, "advisories").len());
    assert!(!advice.is_empty() && advice.iter().all(|of| of["level"] == "note"), "{advice:?}");
    let repeated = results.iter().filter(|of| of["properties"]["repeated"].is_string()).count();
    assert!(repeated > 30, "{repeated}");
    let packs = list(&log["tool"], "extensions").iter().map(|of| of["name"].clone());
    assert!(packs.collect::<Vec<_>>().contains(&"rule pack us-wa".into()));
}

/// A sheet of a workbook is its file; a clean day has no result, and says what did not run.
#[test]
fn workbooks_and_clean_days() {
    let home = tempfile::tempdir().unwrap();
    let sheet = fixtures().join("vendors/observation-sheet/engagement.toml");
    let (log, report, _) = audited(home.path(), &sheet, "sheet");
    let files = list(&log, "artifacts").iter().map(|of| of["location"]["uri"].as_str().unwrap());
    assert!(files.collect::<Vec<_>>().contains(&"table-observation.xlsx"), "{log}");
    assert_eq!(list(&log, "results").len(), list(&report, "exceptions").len());
    let clean = fixtures().join("playthroughs/crazy4-v2/engagement.toml");
    let (log, _, _) = audited(home.path(), &clean, "clean");
    assert!(list(&log, "results").is_empty());
    assert!(!list(&log["invocations"][0], "toolExecutionNotifications").is_empty());
    // Only where it is asked for.
    let out = home.path().join("default");
    run(audit(home.path(), &clean, &out).args(["--unsigned", "-q"]), 0);
    assert!(!out.join("report.sarif").exists());
}
