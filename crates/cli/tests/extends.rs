//! A house file and the engagement of a day that extends it, at the command line.

use crate::common::{audit, feltproof, fixtures, json, run};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

/// The tampered day with all but its journals in `house.toml`, one folder up.
fn split_day(home: &Path) -> PathBuf {
    let day = home.join("day");
    fs::create_dir(&day).unwrap();
    for file in ["hands.csv", "controller.csv", "manager.csv"] {
        fs::copy(fixtures().join("tampered-day").join(file), day.join(file)).unwrap();
    }
    let whole = fs::read_to_string(fixtures().join("tampered-day/engagement.toml")).unwrap();
    let (mut house, mut own) = (String::new(), "schema = 1\n\n[engagement]\n".to_owned());
    own.push_str("extends = \"../house.toml\"\n");
    for section in whole.split("\n\n") {
        if section.starts_with("[[journal]]") {
            own.push_str(&format!("\n{section}\n"));
            continue;
        }
        for line in section.lines() {
            let is_own = line.starts_with("id = \"SIM") || line.starts_with("gaming_days");
            if is_own {
                own.push_str(line)
            } else {
                house.push_str(line)
            }
            if is_own { own.push('\n') } else { house.push('\n') }
        }
        house.push('\n');
    }
    fs::write(home.join("house.toml"), house).unwrap();
    fs::write(day.join("engagement.toml"), own).unwrap();
    day
}

/// Every exception, with what stands at its place in place of file and line.
fn exceptions(report: &serde_json::Value, folder: &Path) -> Vec<serde_json::Value> {
    let mut all = report["exceptions"].as_array().unwrap().clone();
    for exception in &mut all {
        let file = fs::read_to_string(folder.join(exception["file"].as_str().unwrap())).unwrap();
        let line = usize::try_from(exception["line"].as_u64().unwrap()).unwrap();
        exception["line"] = file.lines().nth(line - 1).unwrap().into();
        exception["file"] = serde_json::Value::Null;
    }
    let mut all: Vec<_> = all.into_iter().collect();
    all.sort_by_key(ToString::to_string);
    all
}

#[test]
fn a_day_with_its_house_file_is_audited_as_the_whole() {
    let home = tempfile::tempdir().unwrap();
    let day = split_day(home.path());
    let (joined, whole) = (home.path().join("joined"), home.path().join("whole"));
    let tampered = fixtures().join("tampered-day");
    run(audit(home.path(), &day.join("engagement.toml"), &joined).arg("--unsigned"), 1);
    run(audit(home.path(), &tampered.join("engagement.toml"), &whole).arg("--unsigned"), 1);
    let (joined, whole) = (json(&joined.join("report.json")), json(&whole.join("report.json")));
    for part in ["verdict", "inputs", "rulings", "counts", "settled", "checks", "meters", "gaps"] {
        assert_eq!(joined[part], whole[part], "{part}");
    }
    let found = exceptions(&joined, &day);
    assert_eq!(found, exceptions(&whole, &tampered));
    assert!(found.len() > 20, "{}", found.len());
    // Those of the engagement cite the file that it stands in.
    let files: Vec<&str> = joined["exceptions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| e["file"].as_str().unwrap())
        .collect();
    assert!(files.contains(&"../house.toml") && !files.contains(&"engagement.toml"), "{files:?}");
    // Both files are evidence.
    let sha256 = |path: &Path| {
        let digest = Sha256::digest(fs::read(path).unwrap());
        digest.iter().map(|byte| format!("{byte:02x}")).collect::<String>()
    };
    let engagement = &joined["engagement"];
    assert_eq!(engagement["file_sha256"], sha256(&day.join("engagement.toml")));
    assert_eq!(engagement["house_file"]["file"], "../house.toml");
    assert_eq!(engagement["house_file"]["sha256"], sha256(&home.path().join("house.toml")));
    assert!(whole["engagement"]["house_file"].is_null());
    let digest = |report: &serde_json::Value| {
        report["report"]["evidence_sha256"].as_str().unwrap().to_owned()
    };
    let before = digest(&joined);
    // A comment more in the house file is other evidence.
    let house = home.path().join("house.toml");
    fs::write(&house, fs::read_to_string(&house).unwrap() + "# more\n").unwrap();
    let again = home.path().join("again");
    run(audit(home.path(), &day.join("engagement.toml"), &again).arg("--unsigned"), 1);
    assert_ne!(digest(&json(&again.join("report.json"))), before);
}

#[test]
fn a_line_of_the_house_file_is_shown() {
    let home = tempfile::tempdir().unwrap();
    let day = split_day(home.path());
    let house = home.path().join("house.toml");
    let text = fs::read_to_string(&house).unwrap();
    let line = text.lines().position(|line| line == "version = \"1.2.9\"").unwrap() + 1;
    let place = format!("{}:{line}", house.display());
    let engagement = day.join("engagement.toml");
    let (out, _) =
        run(feltproof(home.path()).args(["show", &place, "--engagement"]).arg(&engagement), 0);
    assert!(out.contains(&format!("> line {line:<7} version = ")), "{out}");
    assert!(out.contains("The section of the house file that it belongs to"), "{out}");
    assert!(out.contains("CFG-"), "{out}");
}

#[test]
fn a_house_file_that_is_not_there_or_would_be_replaced_is_said() {
    let home = tempfile::tempdir().unwrap();
    let day = split_day(home.path());
    let engagement = day.join("engagement.toml");
    let house = home.path().join("house.toml");
    fs::rename(&house, home.path().join("report.json")).unwrap();
    for command in ["read", "convert", "audit"] {
        let mut typed = feltproof(home.path());
        typed.arg(command).arg(&engagement);
        if command != "read" {
            typed.arg("--out").arg(home.path().join("out"));
        }
        let (_, err) = run(&mut typed, 2);
        assert!(
            err.contains("engagement.toml:4: engagement, extends: is `../house.toml`, but "),
            "{err}"
        );
    }
    let text = fs::read_to_string(&engagement).unwrap().replace("house.toml", "report.json");
    fs::write(&engagement, text).unwrap();
    let (_, err) = run(&mut audit(home.path(), &engagement, home.path()), 2);
    assert!(err.contains("is an input of this run"), "{err}");
}

/// Every command that opens an engagement names all its blanks, in both files, and nothing else.
#[test]
fn blanks_are_named_by_every_command() {
    let home = tempfile::tempdir().unwrap();
    let day = split_day(home.path());
    let engagement = day.join("engagement.toml");
    let house = home.path().join("house.toml");
    let text = fs::read_to_string(&house).unwrap();
    let text = text.replacen("\"18.5%\", reserve", "\"FILL IN: the approved rate\", reserve", 1);
    let line = text.lines().position(|line| line.starts_with("approved")).unwrap() + 1;
    fs::write(&house, text.replacen("game = \"crazy4-wa\"", "game = \"nothing\"", 1)).unwrap();
    let text = fs::read_to_string(&engagement).unwrap();
    fs::write(&engagement, text.replacen("\"2026-10-31\"", "\"FILL IN: the day\"", 1)).unwrap();
    let out = home.path().join("out");
    let hands = format!("{}:5", day.join("hands.csv").display());
    let (out, engagement) = (out.to_str().unwrap(), engagement.to_str().unwrap());
    for typed in [
        vec!["audit", engagement, "--out", out],
        vec!["read", engagement],
        vec!["convert", engagement, "--out", out],
        vec!["show", &hands],
    ] {
        let (_, err) = run(feltproof(home.path()).args(&typed), 2);
        let lines: Vec<&str> = err.lines().collect();
        assert_eq!(lines.len(), 2, "{err}");
        let first = format!(
            "house.toml:{line}: link HARBOR-1, approved, contribution: is not filled in; write the approved rate"
        );
        let second = "engagement.toml:6: engagement, gaming_days: is not filled in; write the day";
        assert!(lines[0].ends_with(&first) && lines[1].ends_with(second), "{err}");
    }
    assert!(!Path::new(out).exists());
}
