//! `verify` of a report with what lies beside it, with what is inside it, and against the audit run again.

use crate::common::{audit, copied_day, feltproof, json, run};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

/// A home with a copied day and its report.
fn with_report() -> (tempfile::TempDir, PathBuf, PathBuf) {
    let home = tempfile::tempdir().unwrap();
    let day = copied_day(home.path());
    let out = home.path().join("out");
    run(&mut audit(home.path(), &day.join("engagement.toml"), &out), 0);
    (home, day, out)
}

fn verify(home: &Path, report: &Path, words: &[&str], code: i32) -> String {
    run(feltproof(home).arg("verify").arg(report).args(words), code).0
}

fn wire(home: &Path, report: &Path, words: &[&str], code: i32) -> Value {
    serde_json::from_str(&verify(home, report, &[words, &["--format", "json"]].concat(), code))
        .unwrap()
}

fn states(wire: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let files = wire["beside"]["files"].as_array().unwrap().iter();
    files.map(|file| (text(&file["file"]), text(&file["state"]))).collect()
}

#[test]
fn an_edited_neighbour_is_named_with_both_digests() {
    let (home, _, out) = with_report();
    let (pdf, report) = (out.join("report.pdf"), out.join("report.json"));
    let said = verify(home.path(), &pdf, &[], 0);
    assert!(
        said.contains("report.json: unaltered") && said.contains("quarantine.csv: unaltered"),
        "{said}"
    );
    let whole = fs::read(&report).unwrap();
    let sha256 = |bytes: &[u8]| -> String {
        Sha256::digest(bytes).iter().map(|b| format!("{b:02x}")).collect()
    };
    let edited = String::from_utf8(whole.clone()).unwrap();
    let edited = edited.replace("\"exceptions_total\": 0", "\"exceptions_total\": 7").into_bytes();
    assert_ne!(edited, whole);
    fs::write(&report, &edited).unwrap();
    let said = verify(home.path(), &pdf, &[], 1);
    assert!(
        said.contains("not one byte has changed") && said.contains("report.json: ALTERED"),
        "{said}"
    );
    assert!(said.contains(&sha256(&whole)) && said.contains(&sha256(&edited)), "{said}");
    assert!(said.contains("quarantine.csv: unaltered"), "{said}");
    let found = wire(home.path(), &pdf, &[], 1);
    assert_eq!((&found["intact"], &found["beside"]["sound"]), (&true.into(), &false.into()));
    assert_eq!(found["beside"]["files"][0]["found_sha256"], sha256(&edited));
    assert_eq!(found["beside"]["files"][0]["stated_sha256"], sha256(&whole));

    // Missing while others are there; a folder of that name is not the file.
    fs::remove_file(&report).unwrap();
    let said = verify(home.path(), &pdf, &[], 1);
    assert!(said.contains("report.json: MISSING"), "{said}");
    fs::create_dir(&report).unwrap();
    assert!(verify(home.path(), &pdf, &[], 1).contains("report.json: cannot be read"));
    fs::remove_dir(&report).unwrap();
    fs::write(&report, whole).unwrap();

    // A log of results that is not of this report; a file that no audit writes is nobody's matter.
    fs::write(out.join("report.sarif"), "").unwrap();
    fs::write(out.join("drift.svg"), "").unwrap();
    let found = wire(home.path(), &pdf, &[], 1);
    assert!(states(&found).iter().all(|(name, _)| name != "report.sarif"), "{found}");
    assert_eq!(found["beside"]["not_of_this_report"], serde_json::json!(["report.sarif"]));
}

/// Whoever signs with a certificate that is not valid is warned of it with both dates, and trusted by nobody.
#[test]
fn a_time_outside_the_validity_is_warned_of_and_refused() {
    let home = tempfile::tempdir().unwrap();
    let day = copied_day(home.path());
    let at = |unix: &str, words: &[&str], code| {
        let mut command = feltproof(home.path());
        run(command.current_dir(home.path()).env("SOURCE_DATE_EPOCH", unix).args(words), code)
    };
    let new = ["identity", "new", "--name", "A", "--out", "a.key.pem", "--years", "1"];
    at("1793664000", &new, 0);
    let engagement = day.join("engagement.toml");
    let audit = [
        "audit",
        engagement.to_str().unwrap(),
        "--out",
        "out",
        "--identity",
        "a.key.pem",
        "--report",
        "pdf",
    ];
    let verify = ["verify", "out/report.pdf", "--trust", "a.cert.pem"];
    let dates = "it is valid from 2026-11-02 23:55:00 UTC to 2027-11-03 05:49:12 UTC, and it is";
    for (unix, is, date) in [
        ("315532800", "is not valid yet", "1980-01-01"),
        ("4070908800", "is expired", "2099-01-01"),
    ] {
        let (_, err) = at(unix, &audit, 0);
        assert!(
            err.contains(is) && err.contains(&format!("{dates} {date} 00:00:00 UTC now")),
            "{err}"
        );
        let (said, _) = at(unix, &verify, 1);
        assert!(
            said.contains("Trusted:      NO") && said.contains(date) && !said.contains("unix"),
            "{said}"
        );
        assert_eq!(said.lines().last(), Some("Verdict:      REFUSED: its signer is not trusted"));
        let (_, err) = at(unix, &["identity", "import", "a.key.pem", "a.cert.pem"], 0);
        assert!(err.contains(is) && err.contains(dates), "{err}");
    }
    let (_, err) = at("1793664000", &audit, 0);
    assert_eq!(err, "");
    at("1793664000", &verify, 0);
    // By a clock before it was signed; by one after the certificate has expired.
    let (said, _) = at("1793000000", &verify, 1);
    assert!(said.contains("a time to come"), "{said}");
    let (said, _) = at("4070908800", &verify, 0);
    assert!(
        said.contains("Warning:      the certificate has expired (2027-11-03 05:49:12 UTC)"),
        "{said}"
    );
}

#[cfg(unix)]
#[test]
fn what_is_no_file_beside_a_report_is_said_and_not_waited_for() {
    let (home, _, out) = with_report();
    let (pdf, json) = (out.join("report.pdf"), out.join("report.json"));
    let elsewhere = home.path().join("elsewhere.json");
    fs::rename(&json, &elsewhere).unwrap();
    let said = |expected: &str| {
        let said = verify(home.path(), &pdf, &[], 1);
        assert!(said.contains(&format!("report.json: cannot be read: {expected}")), "{said}");
        fs::remove_file(&json).unwrap();
    };
    // The same bytes, today.
    for to in [elsewhere.as_path(), Path::new("/dev/zero")] {
        std::os::unix::fs::symlink(to, &json).unwrap();
        said("it is a link to another file; put the file itself in its place");
    }
    assert!(std::process::Command::new("mkfifo").arg(&json).status().unwrap().success());
    said("it is a pipe, and no regular file");
    // Of a very long one no digest is taken.
    fs::File::create(&json).unwrap().set_len(1 << 42).unwrap();
    let said = verify(home.path(), &pdf, &[], 1);
    assert!(said.contains("are stated, 4398046511104 are there; ask the issuer"), "{said}");
}

#[test]
fn a_report_handed_on_by_itself_is_sound() {
    let (home, _, out) = with_report();
    let alone = home.path().join("mail/audit.pdf");
    fs::create_dir(home.path().join("mail")).unwrap();
    fs::copy(out.join("report.pdf"), &alone).unwrap();
    let said = verify(home.path(), &alone, &[], 0);
    let written = "report.json, quarantine.csv, workpapers.xlsx, report.html, settlements.parquet";
    assert!(said.contains(&format!("not judged: {written} were written")), "{said}");
    assert!(said.contains("none is beside it"), "{said}");
    let found = wire(home.path(), &alone, &[], 0);
    assert_eq!(found["beside"]["alone"], true);
    assert!(states(&found).iter().all(|(_, state)| state == "missing"));
    // As it is typed in its own folder.
    let mut here = feltproof(home.path());
    let (said, _) = run(here.current_dir(&out).args(["verify", "report.pdf"]), 0);
    assert!(said.contains("report.json: unaltered"), "{said}");
}

#[test]
fn what_is_inside_is_written_out_over_nothing() {
    let (home, _, out) = with_report();
    let (pdf, folder) = (out.join("report.pdf"), home.path().join("inside"));
    let words = ["--extract", folder.to_str().unwrap()];
    let said = verify(home.path(), &pdf, &words, 0);
    assert!(said.contains("inside/manifest.json") && said.contains("inside/report.json"), "{said}");
    assert_eq!(
        fs::read(folder.join("report.json")).unwrap(),
        fs::read(out.join("report.json")).unwrap()
    );
    let manifest = json(&folder.join("manifest.json"));
    assert_eq!(manifest["schema"], "feltproof-manifest/1");
    let report = json(&out.join("report.json"));
    assert_eq!(manifest["report"]["id"], report["report"]["id"]);
    assert_eq!(manifest["report"]["evidence_sha256"], report["report"]["evidence_sha256"]);
    let of = |list: &Value, key: &str| -> Vec<Value> {
        list.as_array().unwrap().iter().map(|entry| entry[key].clone()).collect()
    };
    let journals = of(&report["inputs"], "sha256");
    assert_eq!(of(&manifest["inputs"], "sha256")[1..], journals);
    assert_eq!(of(&manifest["inputs"], "file")[0], "engagement.toml");
    for output in manifest["outputs"].as_array().unwrap() {
        let bytes = fs::read(out.join(output["file"].as_str().unwrap())).unwrap();
        assert_eq!(output["size_bytes"], bytes.len());
    }
    assert!(!manifest.to_string().contains("unix"), "the manifest has no time of its own");
    let (_, said) = run(feltproof(home.path()).arg("verify").arg(&pdf).args(words), 2);
    assert!(said.contains("is there already and is not written over"), "{said}");
    // Nothing is taken out of a file that was changed.
    let mut bytes = fs::read(&pdf).unwrap();
    bytes[1000] ^= 1;
    fs::write(&pdf, bytes).unwrap();
    let other = home.path().join("other");
    let said = verify(home.path(), &pdf, &["--extract", other.to_str().unwrap()], 1);
    assert!(said.contains("NOT INTACT") && !said.contains("unaltered"), "{said}");
    assert!(!other.exists());
}

#[test]
fn the_audit_run_again_is_the_report_or_the_first_difference() {
    let (home, day, out) = with_report();
    let pdf = out.join("report.pdf");
    let engagement = day.join("engagement.toml");
    let words = ["--against", engagement.to_str().unwrap()];
    // Whatever the clock says now, and in whatever folder: the report says when it was made.
    let mut again = feltproof(home.path());
    again.env_remove("SOURCE_DATE_EPOCH").arg("verify").arg(&pdf).args(words);
    let (said, _) = run(&mut again, 0);
    assert!(
        said.contains("every byte of the report but the signature's own is the same"),
        "{said}"
    );
    assert_eq!(wire(home.path(), &pdf, &words, 0)["against"]["same"], true);

    // Another key, other evidence: the first place at which the report says something else.
    let hands = fs::read_to_string(day.join("hands.csv")).unwrap();
    fs::write(day.join("hands.csv"), hands.clone() + "\n").unwrap();
    let found = wire(home.path(), &pdf, &words, 1);
    assert_eq!(found["against"]["same"], false);
    assert_eq!(found["against"]["first_difference"]["place"], "/inputs/0/sha256");
    fs::write(day.join("hands.csv"), hands).unwrap();
    let text = fs::read_to_string(&engagement).unwrap();
    let (_, said) =
        run(feltproof(home.path()).arg("verify").arg(&pdf).args(["--against", "none.toml"]), 2);
    assert!(said.contains("none.toml"), "{said}");
    fs::write(&engagement, text.replace("seats = 6", "seats = 5")).unwrap();
    let said = verify(home.path(), &pdf, &words, 1);
    assert!(
        said.contains("First difference: /engagement/file_sha256: the report has \""),
        "{said}"
    );
    assert_eq!(
        fs::read_dir(home.path()).unwrap().count(),
        3,
        "nothing is left but day, out and .local"
    );
}
