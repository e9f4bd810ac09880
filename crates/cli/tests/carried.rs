//! Meters carried over from the report of the engagement before, at the command line.

#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod common;

use common::{audit, copied_day, json, run};
use sha2::{Digest, Sha256};
use std::fs;

fn codes(report: &serde_json::Value) -> Vec<&str> {
    let all = report["exceptions"].as_array().unwrap();
    all.iter().map(|e| e["code"].as_str().unwrap()).collect()
}

#[test]
fn the_opening_is_compared_with_the_report_before_and_that_with_its_digest() {
    let home = tempfile::tempdir().unwrap();
    let day = copied_day(home.path());
    let engagement = day.join("engagement.toml");
    let first = home.path().join("first");
    let ended = |out: &std::path::Path| {
        audit(home.path(), &engagement, out).arg("--unsigned").output().unwrap()
    };
    ended(&first);
    let report = fs::read_to_string(first.join("report.json")).unwrap();
    let before = json(&first.join("report.json"));
    let meter = before["meters"].as_array().unwrap().iter().find(|m| m["account"] == "meter");
    let meter = meter.unwrap();
    let own = codes(&before).len();

    // The report before, as if the meter had closed where this day opens it, and then $5,000 higher.
    let opening = meter["opening_dollars"].as_str().unwrap();
    let (whole, cents) = opening.split_once('.').unwrap();
    let higher = format!("{}.{cents}", whole.parse::<u64>().unwrap() + 5000);
    let text = fs::read_to_string(&engagement).unwrap();
    for (closing, found) in [(opening, 0), (higher.as_str(), 1)] {
        let mut carried: serde_json::Value = serde_json::from_str(&report).unwrap();
        for meter in carried["meters"].as_array_mut().unwrap() {
            let is_meter = meter["account"] == "meter";
            let closing = if is_meter { closing.into() } else { meter["opening_dollars"].clone() };
            meter["recorded_dollars"] = closing;
        }
        let carried = serde_json::to_vec(&carried).unwrap();
        fs::write(day.join("before.json"), &carried).unwrap();
        let sha256: String = Sha256::digest(&carried).iter().map(|b| format!("{b:02x}")).collect();
        let named =
            format!("{text}\n[previous]\nreport = \"before.json\"\nsha256 = \"{sha256}\"\n");
        fs::write(&engagement, &named).unwrap();
        let out = home.path().join(format!("out{found}"));
        ended(&out);
        let audited = json(&out.join("report.json"));
        let here = codes(&audited);
        assert_eq!(here.iter().filter(|code| **code == "MTR-011").count(), found, "{here:?}");
        assert_eq!(here.len(), own + found);
        let check = audited["checks"].as_array().unwrap();
        let check = check.iter().find(|check| check["code"] == "MTR-011").unwrap();
        assert_eq!(check["tested"], 1);
        assert_eq!(audited["engagement"]["previous"]["sha256"], sha256);
        assert_ne!(audited["report"]["evidence_sha256"], before["report"]["evidence_sha256"]);
        if found == 1 {
            let exceptions = audited["exceptions"].as_array().unwrap();
            let exception = exceptions.iter().find(|e| e["code"] == "MTR-011").unwrap();
            assert_eq!(exception["difference_dollars"], "-5000.00");
        }
        // A byte more is another file.
        fs::write(day.join("before.json"), [carried.as_slice(), b" "].concat()).unwrap();
        let mut again = audit(home.path(), &engagement, &home.path().join("no"));
        let (_, said) = run(again.arg("--unsigned"), 2);
        assert!(said.contains("[previous]: report is `before.json`, but its SHA-256 is"), "{said}");
        assert!(!home.path().join("no/report.json").exists());
    }
    // The report before is an input: none may take its place.
    fs::write(day.join("report.json"), &report).unwrap();
    let sha256: String =
        Sha256::digest(report.as_bytes()).iter().map(|b| format!("{b:02x}")).collect();
    let named = format!("{text}\n[previous]\nreport = \"report.json\"\nsha256 = \"{sha256}\"\n");
    fs::write(&engagement, named).unwrap();
    let (_, said) = run(audit(home.path(), &engagement, &day).arg("--unsigned"), 2);
    assert!(said.contains("is an input of this audit"), "{said}");
    assert_eq!(fs::read_to_string(day.join("report.json")).unwrap(), report);
}
