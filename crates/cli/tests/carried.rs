//! Meters carried over from the report of the engagement before, at the command line.

use crate::common::{audit, copied_day, feltproof, json, run};
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
    assert!(said.contains("is an input of this run"), "{said}");
    assert_eq!(fs::read_to_string(day.join("report.json")).unwrap(), report);
}

/// The report before has the link with two levels, of which one is left: that one is carried over, and of the other it is
/// said that nothing is.
#[test]
fn one_level_of_two_is_carried_over_and_the_other_is_missed() {
    let home = tempfile::tempdir().unwrap();
    let day = copied_day(home.path());
    let engagement = day.join("engagement.toml");
    let text = fs::read_to_string(&engagement).unwrap();
    let audited = |out: &str| {
        let out = home.path().join(out);
        audit(home.path(), &engagement, &out).arg("--unsigned").output().unwrap();
        json(&out.join("report.json"))
    };
    let before = audited("before");
    let meters = before["meters"].as_array().unwrap();
    let own = codes(&before).len();
    for (name, level, dollars, found, tested) in [
        ("HARBOR-1 grand", "grand", None, 0, 1),
        ("HARBOR-1 grand", "grand", Some("9.99"), 1, 1),
        ("HARBOR-1", "grand", None, 0, 1),
        ("HARBOR-1 mega", "mega", None, 0, 0),
        ("PIER-9 grand", "grand", None, 0, 0),
    ] {
        let mut carried = before.clone();
        let mut levels = Vec::new();
        for meter in meters {
            let opening = meter["opening_dollars"].as_str().unwrap();
            let stood = dollars.filter(|_| meter["account"] == "meter").unwrap_or(opening);
            let mut first = meter.clone();
            first["link"] = name.into();
            first["level"] = level.into();
            first["recorded_dollars"] = stood.into();
            let mut minor = meter.clone();
            minor["link"] = "HARBOR-1 minor".into();
            minor["level"] = "minor".into();
            let stood = if meter["account"] == "meter" { "158.20" } else { "9.60" };
            minor["recorded_dollars"] = stood.into();
            levels.extend([first, minor]);
        }
        carried["meters"] = levels.into();
        let carried = serde_json::to_vec(&carried).unwrap();
        fs::write(day.join("before.json"), &carried).unwrap();
        let sha256: String = Sha256::digest(&carried).iter().map(|b| format!("{b:02x}")).collect();
        let named =
            format!("{text}\n[previous]\nreport = \"before.json\"\nsha256 = \"{sha256}\"\n");
        fs::write(&engagement, named).unwrap();
        let report = audited("after");
        let here = codes(&report);
        assert_eq!(
            here.iter().filter(|code| **code == "MTR-011").count(),
            found,
            "{name}: {here:?}"
        );
        assert_eq!(here.len(), own + found, "{name}: {here:?}");
        let check = report["checks"].as_array().unwrap().iter().find(|c| c["code"] == "MTR-011");
        assert_eq!(check.unwrap()["tested"].as_u64().unwrap_or(0), tested, "{name}");
        let gaps = report["gaps"].as_array().unwrap().iter().filter_map(|gap| gap.as_str());
        let gaps: Vec<_> = gaps.filter(|gap| gap.contains("was not carried over")).collect();
        assert_eq!(gaps.len(), if tested == 0 { 2 } else { 1 }, "{name}: {gaps:?}");
        let minor = "The meter of link HARBOR-1 minor, level minor, which the report of the engagement before \
                     leaves at $158.20 with $9.60 in reserve, was not carried over";
        assert!(gaps.iter().any(|gap| gap.starts_with(minor)), "{gaps:?}");
    }
}

/// The report before that a simulated fault writes is read by the day's own audit.
#[test]
fn a_simulated_day_reads_its_own_report_before() {
    let home = tempfile::tempdir().unwrap();
    let day = home.path().join("day");
    let fault = "opening-below-the-day-before";
    let mut simulated = feltproof(home.path());
    simulated.args(["simulate", "--rounds", "300", "--fault", fault, "--out"]).arg(&day);
    run(&mut simulated, 0);
    let out = home.path().join("out");
    let mut audited = audit(home.path(), &day.join("engagement.toml"), &out);
    run(audited.args(["--unsigned", "--report", "json", "-q"]), 1);
    assert_eq!(codes(&json(&out.join("report.json"))), ["MTR-011"]);
}
