//! `--previous`: findings that an earlier report has, too, and what is carried over.

use crate::common::rich::copied;
use crate::common::{audit, feltproof, fixtures, json, run};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

fn sha256(path: &Path) -> String {
    Sha256::digest(fs::read(path).unwrap()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// An audit of an engagement after an earlier report, unsigned.
fn after(home: &Path, engagement: &Path, previous: &Path, name: &str) -> (Value, PathBuf) {
    let out = home.join(name);
    let mut command = audit(home, engagement, &out);
    command.args(["--unsigned", "--report", "json", "-q", "--previous"]).arg(previous);
    let ran = command.output().unwrap();
    assert_ne!(ran.status.code(), Some(2), "{}", String::from_utf8_lossy(&ran.stderr));
    (json(&out.join("report.json")), out)
}

fn repeated(report: &Value) -> Vec<(String, Value)> {
    let of = |finding: &Value| {
        (format!("{} {}", finding["code"], finding["control"]), finding["repeated"].clone())
    };
    report["findings"].as_array().unwrap().iter().map(of).collect()
}

/// A re-test of the same day: every finding is a repeated one, in whatever form the report is given, as with `[previous]`;
/// and since both close their meters at the same time, nothing is carried over.
#[test]
fn a_re_test_marks_what_the_report_before_has_too() {
    let home = tempfile::tempdir().unwrap();
    let engagement = copied("tampered-day", &home.path().join("day"));
    let first = home.path().join("first");
    run(audit(home.path(), &engagement, &first).args(["--report", "pdf,json", "-q"]), 1);
    let before = json(&first.join("report.json"));
    let id = &before["report"]["id"];
    for (number, previous) in ["report.json", "report.pdf", ""].into_iter().enumerate() {
        let (report, _) =
            after(home.path(), &engagement, &first.join(previous), &format!("again{number}"));
        assert!(repeated(&report).iter().all(|(_, of)| of == id), "{previous}");
        assert_eq!(report["findings"].as_array().unwrap().len(), 41);
        let named = &report["engagement"]["previous"];
        assert_eq!(named["report"], "report.json");
        assert_eq!(named["sha256"], sha256(&first.join("report.json")));
        let checks = report["checks"].as_array().unwrap();
        assert_eq!(checks.iter().find(|check| check["code"] == "MTR-011").unwrap()["ran"], false);
    }
    // The engagement itself says the same of the findings that both runs have.
    let (marked, _) = after(home.path(), &engagement, &first, "marked");
    fs::copy(first.join("report.json"), home.path().join("day/before.json")).unwrap();
    let digest = sha256(&first.join("report.json"));
    let text = fs::read_to_string(&engagement).unwrap();
    let named = format!("{text}\n[previous]\nreport = \"before.json\"\nsha256 = \"{digest}\"\n");
    fs::write(&engagement, &named).unwrap();
    let out = home.path().join("named");
    run(audit(home.path(), &engagement, &out).args(["--unsigned", "--report", "json", "-q"]), 1);
    let named_report = repeated(&json(&out.join("report.json")));
    assert!(repeated(&marked).iter().all(|of| named_report.contains(of)), "{named_report:?}");

    // Both are given: the same is no contradiction, another is.
    after(home.path(), &engagement, &first, "both");
    let other = home.path().join("other");
    let day = fixtures().join("harbor-card-room/engagement.toml");
    run(audit(home.path(), &day, &other).args(["--unsigned", "--report", "json", "-q"]), 0);
    let mut both = audit(home.path(), &engagement, &home.path().join("no"));
    let (_, said) = run(both.arg("--unsigned").arg("--previous").arg(&other), 2);
    assert!(said.contains("which is another report; give one of them"), "{said}");
    assert!(!home.path().join("no/report.json").exists());
}

/// A finding that the report before lacks is not marked; and meters go on where all its days are before.
#[test]
fn what_is_new_is_not_marked_and_an_earlier_day_is_carried_over() {
    let home = tempfile::tempdir().unwrap();
    let clean = fixtures().join("harbor-card-room/engagement.toml");
    let first = home.path().join("first");
    run(audit(home.path(), &clean, &first).args(["--unsigned", "--report", "json", "-q"]), 0);
    let tampered = fixtures().join("tampered-day/engagement.toml");
    let (report, _) = after(home.path(), &tampered, &first, "tampered");
    assert!(repeated(&report).iter().all(|(_, of)| of.is_null()));

    // The same report as if it were of the day before, its meter closing $5,000 above this day's opening.
    let mut before = json(&first.join("report.json"));
    before["engagement"]["gaming_days"][0]["date"] = "2026-10-30".into();
    for meter in before["meters"].as_array_mut().unwrap() {
        let opening = meter["opening_dollars"].as_str().unwrap().to_owned();
        let (whole, cents) = opening.split_once('.').unwrap();
        let higher = format!("{}.{cents}", whole.parse::<u64>().unwrap() + 5000);
        meter["recorded_dollars"] =
            if meter["account"] == "meter" { higher } else { opening.clone() }.into();
    }
    let earlier = home.path().join("earlier.json");
    fs::write(&earlier, serde_json::to_vec(&before).unwrap()).unwrap();
    let (report, _) = after(home.path(), &clean, &earlier, "next");
    let found = report["exceptions"].as_array().unwrap();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        (&found[0]["code"], &found[0]["difference_dollars"]),
        (&"MTR-011".into(), &"-5000.00".into())
    );
}

/// The report before is an input, and what was audited with it is verified with it.
#[test]
fn the_report_before_is_an_input() {
    let home = tempfile::tempdir().unwrap();
    let engagement = fixtures().join("playthroughs/crazy4-v2/engagement.toml");
    let first = home.path().join("first");
    run(audit(home.path(), &engagement, &first).args(["--report", "pdf,json", "-q"]), 0);
    let mut over = audit(home.path(), &engagement, &first);
    let (_, said) = run(over.arg("--previous").arg(first.join("report.json")), 2);
    assert!(said.contains("is an input of this run"), "{said}");

    let out = home.path().join("out");
    let mut again = audit(home.path(), &engagement, &out);
    run(again.args(["-q", "--previous"]).arg(&first), 0);
    let verify = |more: &[&Path], code: i32| {
        let mut command = feltproof(home.path());
        command.arg("verify").arg(out.join("report.pdf")).arg("--against").arg(&engagement);
        for path in more {
            command.arg("--previous").arg(path);
        }
        run(&mut command, code).0
    };
    assert!(verify(&[&first.join("report.json")], 0).contains("audited again: every byte"));
    assert!(verify(&[], 1).contains("First difference: /engagement/previous"));
}
