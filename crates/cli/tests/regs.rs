//! The command `regs`: what it prints against the pack files read a second way, and what it refuses.

use crate::common::rules::{
    OURS, applies, begins, files, list, narrow, ours, regs, text, versions, wire, words,
};
use crate::common::{feltproof, run};
use serde_json::{Value, json};
use std::fs;

fn or_null(text: &str) -> Value {
    if text.is_empty() { Value::Null } else { text.into() }
}

/// What JSON must say of a version.
fn expected_version(version: &toml::Table, found: &Value) {
    for key in ["citation", "title", "status", "evidence", "address", "demand", "note"] {
        assert_eq!(found[key], text(version, key), "{key} of {found}");
    }
    let read = Some(text(version, "read")).filter(|read| *read != "never");
    assert_eq!(found["read"], json!(read));
    assert_eq!(found["until"], or_null(text(version, "until")));
    let (earliest, certain) = begins(version);
    if earliest.is_empty() {
        assert!(found["from"].is_null());
    } else {
        let certain = Some(certain).filter(|day| day != "9");
        assert_eq!(
            (&found["from"]["earliest"], &found["from"]["certain"]),
            (&json!(earliest), &json!(certain))
        );
    }
    let codes: Vec<&Value> =
        found["checks"].as_array().unwrap().iter().map(|check| &check["code"]).collect();
    let named = version.get("checks").and_then(toml::Value::as_array).cloned().unwrap_or_default();
    let named: Vec<&str> = named.iter().map(|code| code.as_str().unwrap()).collect();
    assert_eq!(json!(codes), json!(named));
}

/// Each reason with all its versions.
fn expected_reasons(reasons: &[toml::Table], said: &Value) {
    assert_eq!(said.as_array().unwrap().len(), reasons.len());
    for (reason, found) in reasons.iter().zip(said.as_array().unwrap()) {
        assert_eq!(found["code"], text(reason, "code"));
        let versions = versions(reason);
        assert_eq!(found["versions"].as_array().unwrap().len(), versions.len());
        for (version, found) in versions.iter().zip(found["versions"].as_array().unwrap()) {
            assert_eq!(found["citation"], text(version, "subsection"));
            assert_eq!(found["evidence"], text(version, "evidence"));
            assert_eq!(found["from"]["earliest"], begins(version).0);
            let permits = version["permits_reduction"].as_bool().unwrap();
            assert_eq!(found["permits_reduction"], permits);
        }
    }
}

#[test]
fn json_says_all_that_the_pack_files_say() {
    for (id, file) in files() {
        let said = wire(&[&id]);
        assert_eq!(said["schema"], "feltproof-regs/1");
        let head = file["pack"].as_table().unwrap();
        for key in ["id", "title", "authority", "version"] {
            assert_eq!(said["pack"][key], text(head, key));
        }
        let controls = list(&file, "control");
        assert_eq!(said["controls"].as_array().unwrap().len(), controls.len());
        for (control, found) in controls.iter().zip(said["controls"].as_array().unwrap()) {
            assert_eq!(found["id"], text(control, "id"));
            let games = control.get("games").map_or(json!([]), |games| json!(games));
            assert_eq!(found["games"], games);
            assert_eq!(found["player_banks"], control.contains_key("banked"));
            let versions = versions(control);
            assert_eq!(found["versions"].as_array().unwrap().len(), versions.len());
            for (at, version) in versions.iter().enumerate() {
                expected_version(version, &found["versions"][at]);
                assert_eq!(found["versions"][at]["version"], at + 1);
            }
        }
        let limits = list(&file, "limit");
        assert_eq!(said["limits"].as_array().unwrap().len(), limits.len());
        for (limit, found) in limits.iter().zip(said["limits"].as_array().unwrap()) {
            for key in ["id", "limits", "subject", "citation", "verb"] {
                assert_eq!(found[key], text(limit, key));
            }
            let former = list(limit, "former");
            assert_eq!(found["former"].as_array().unwrap().len(), former.len());
            for (former, found) in former.iter().zip(found["former"].as_array().unwrap()) {
                assert_eq!(found["citation"], text(former, "citation"));
                assert_eq!(found["until"], text(former, "until"));
            }
            let values = list(limit, "value");
            assert_eq!(found["values"].as_array().unwrap().len(), values.len());
            for (value, found) in values.iter().zip(found["values"].as_array().unwrap()) {
                for key in ["evidence", "source", "regime", "note"] {
                    assert_eq!(found[key], text(value, key), "{key} of {found}");
                }
                assert_eq!(found["from"]["earliest"], begins(value).0);
                let units = [
                    "dollars",
                    "games",
                    "progressives",
                    "odds",
                    "players",
                    "tables",
                    "rounds",
                    "rates",
                ];
                let amount =
                    units.into_iter().find_map(|unit| Some(json!({ unit: value.get(unit)? })));
                assert_eq!(found["value"], amount.unwrap_or_default());
            }
        }
        expected_reasons(&list(&file, "reason"), &said["reasons"]);
        let groups = list(&file, "game_group");
        assert_eq!(said["games"].as_array().unwrap().len(), groups.len());
        for (group, found) in groups.iter().zip(said["games"].as_array().unwrap()) {
            assert_eq!(found["wagers"], json!(group["wagers"]));
            assert_eq!(found["counts"], text(group, "counts"));
        }
    }
}

#[test]
fn the_text_says_it_too_and_fits_a_terminal() {
    for (id, file) in files() {
        let (printed, _) = regs(&[&id], 0);
        let said = words(&printed);
        let has = |wanted: &str| assert!(said.contains(&words(wanted)), "{wanted} in\n{printed}");
        for control in list(&file, "control") {
            for version in versions(&control) {
                for key in ["citation", "title", "address", "demand", "note"] {
                    has(text(&version, key));
                }
                has(&format!("status {}", text(&version, "status")));
            }
        }
        for limit in list(&file, "limit") {
            has(&format!("{} {}", text(&limit, "subject"), text(&limit, "verb")));
            for value in list(&limit, "value") {
                has(&format!("evidence {}, {}", text(&value, "evidence"), text(&value, "source")));
                has(text(&value, "note"));
            }
        }
        for reason in list(&file, "reason") {
            has(text(&reason, "code"));
            for version in versions(&reason) {
                has(text(&version, "note"));
            }
        }
        narrow(&printed);
    }
    let (printed, _) = regs(&["us-wa"], 0);
    let said = words(&printed);
    for wanted in [
        "value $300.00, from a day in 2009 that is not known evidence S,",
        "back_out: permits a reduction",
        "correction_increase: permits no reduction",
        "second_mandatory: unclear wagers super_bonus, odds",
        "S secondary source, such as news or a third party's summary",
    ] {
        assert!(said.contains(wanted), "{wanted}");
    }
}

/// Every check that a control names stands there with the title that the list of checks has.
#[test]
fn checks_have_the_titles_of_the_list() {
    let home = tempfile::tempdir().unwrap();
    let (listed, _) = run(feltproof(home.path()).args(["checks", "--format", "json"]), 0);
    let listed: Value = serde_json::from_str(&listed).unwrap();
    let mut seen = 0;
    for (id, _) in files() {
        let printed = words(&regs(&[&id], 0).0);
        for control in wire(&[&id])["controls"].as_array().unwrap() {
            let versions = control["versions"].as_array().unwrap().iter();
            for check in versions.flat_map(|version| version["checks"].as_array().unwrap()) {
                let of_list = listed["checks"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .find(|c| c["code"] == check["code"]);
                assert_eq!(of_list.unwrap()["title"], check["title"]);
                let line = format!("{} {}", check["code"], check["title"]).replace('"', "");
                assert!(printed.contains(&line), "{line}");
                seen += 1;
            }
        }
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn the_overview_counts_what_the_files_hold() {
    let packs = wire(&[])["packs"].as_array().unwrap().clone();
    let (printed, _) = regs(&[], 0);
    narrow(&printed);
    for ((id, file), pack) in files().iter().zip(&packs) {
        let controls = list(file, "control");
        let of = |status: &str| {
            let last = |control: &&toml::Table| {
                text(versions(control).last().unwrap(), "status") == status
            };
            controls.iter().filter(last).count()
        };
        let limits = list(file, "limit").len();
        let (automated, partial, manual) = (of("automated"), of("partial"), of("manual"));
        assert_eq!(
            pack["controls"],
            json!({ "all": controls.len(), "automated": automated, "partial": partial, "manual": manual })
        );
        assert_eq!((&pack["id"], &pack["limits"]), (&json!(id), &json!(limits)));
        let version = text(file["pack"].as_table().unwrap(), "version");
        let row =
            format!("{id} {version} {} {automated} {partial} {manual} {limits}", controls.len());
        assert!(printed.lines().any(|line| words(line) == row), "{row}\n{printed}");
    }
}

#[test]
fn a_day_shows_what_applies_on_it_or_may() {
    for day in ["2003-01-01", "2008-01-01", "2008-12-31", "2010-06-15", "2021-06-13", "2026-10-31"]
    {
        for (id, file) in files() {
            let said = wire(&[&id, "--on", day]);
            assert_eq!(said["on"], day);
            let mut expected = Vec::new();
            for control in list(&file, "control") {
                let versions = versions(&control);
                for at in 0..versions.len() {
                    if let Some(applies) = applies(&versions, at, day) {
                        expected.push(json!([text(&control, "id"), at + 1, applies]));
                    }
                }
            }
            let mut found = Vec::new();
            for control in said["controls"].as_array().unwrap() {
                for version in control["versions"].as_array().unwrap() {
                    found.push(json!([control["id"], version["version"], version["applies"]]));
                }
            }
            assert_eq!(found, expected, "{id} on {day}");
        }
    }
}

#[test]
fn what_the_limits_of_washington_say_on_a_day() {
    let says = |id: &str, day: &str| {
        let said = wire(&["us-wa", "--on", day]);
        let limits = said["limits"].as_array().unwrap().clone();
        let limit = limits.into_iter().find(|limit| limit["id"] == id).unwrap();
        let values: Vec<Value> =
            limit["values"].as_array().unwrap().iter().map(|v| v["value"].clone()).collect();
        json!([limit["says"]["state"], limit["says"]["value"], values])
    };
    let dollars = |amount: &str| json!({ "dollars": amount });
    let (d100, d200) = (dollars("100.00"), dollars("200.00"));
    let (d300, d400) = (dollars("300.00"), dollars("400.00"));
    for (id, day, state, value, possible) in [
        ("single-wager", "2004-06-30", "not known", json!(null), json!([])),
        ("single-wager", "2008-12-31", "not decidable", json!(null), json!([d100, d200])),
        ("single-wager", "2009-01-01", "not decidable", json!(null), json!([d100, d200, d300])),
        ("single-wager", "2010-06-15", "in force", d300.clone(), json!([d300])),
        ("single-wager", "2023-08-18", "in force", d300.clone(), json!([d300])),
        ("single-wager", "2023-08-19", "not decidable", json!(null), json!([d300, d400])),
        ("single-wager", "2023-12-01", "in force", d400.clone(), json!([d400])),
        (
            "aggregate-players",
            "2021-06-13",
            "in force",
            json!({"players": 2}),
            json!([{"players": 2}]),
        ),
        ("aggregate-players", "2021-06-14", "no such limit", json!(null), json!([null])),
    ] {
        assert_eq!(says(id, day), json!([state, value, possible]), "{id} on {day}");
    }
    let (printed, _) = regs(&["us-wa", "--on", "2010-06-15"], 0);
    narrow(&printed);
    let said = words(&printed);
    let wanted = "2010-06-15 in force: a single wager must not exceed $300.00 (WAC 230-15-140, evidence S) value \
                  $300.00,";
    assert!(said.contains(wanted), "{printed}");
    assert!(!said.contains("value $400.00"), "{printed}");
    assert!(said.contains("PERHAPS: whether it does on 2010-06-15 is not known"), "{printed}");
}

#[test]
fn mistakes_are_said_in_a_sentence() {
    let (folder, file) = ours(OURS);
    let ours_is = file.to_str().unwrap();
    let faulty = folder.path().join("faulty.toml");
    let text = OURS.replace("\"WAC-001\", ", "\"WAC-091\", ").replacen("evidence = \"V\"\n", "", 1);
    fs::write(&faulty, text).unwrap();
    let faulty = faulty.to_str().unwrap();
    let taken = folder.path().join("taken.toml");
    fs::write(&taken, OURS.replacen("\"ours\"", "\"us-wa\"", 1)).unwrap();
    let taken = taken.to_str().unwrap();
    let day = "which is not a day of the calendar such as 2026-10-31; correct it";
    let span = ["--from", "2024-01-01", "--to", "2023-12-31"];
    for (typed, said) in [
        (vec!["us-wb"], "there is no rule pack us-wb; those that come with the program are ".to_owned()),
        (vec!["us-wa", "--on", "2021-06-31"], format!("--on is `2021-06-31`, {day}")),
        (vec!["--on", "today"], format!("--on is `today`, {day}")),
        ([&["diff"], &span[..]].concat(), "--from is 2024-01-01, which is after --to 2023-12-31; exchange them".to_owned()),
        (vec!["diff", "--from", "2023", "--to", "2024-01-01"], format!("--from is `2023`, {day}")),
        (vec!["checklist", "us-wa", "--on", "10/31/2026"], format!("--on is `10/31/2026`, {day}")),
        (vec!["checklist", ours_is], "control count of rule pack ours has 2 versions; say with --on which day the form is for, such as --on 2026-10-31".to_owned()),
        (vec!["checklist", ours_is, "--on", "2024-01-01", "--pdf", ours_is], format!("{ours_is} is the pack, and the form would take its place; choose another --pdf")),
        (vec!["none.toml"], "none.toml cannot be read: ".to_owned()),
        (vec![taken], format!("{taken}: its [pack] id is us-wa, which is that of regulations/us-wa.toml; give it another id")),
    ] {
        let (out, err) = regs(&typed, 2);
        assert_eq!((out.as_str(), err.lines().count()), ("", 1), "{err}");
        assert!(err.starts_with(&format!("feltproof: {said}")), "{said}\n{err}");
    }
    // A pack with errors is refused as that of an engagement, all errors at once.
    let span = ["--from", "2023-12-31", "--to", "2024-01-01"];
    for typed in [
        vec![faulty],
        [&["diff", faulty], &span[..]].concat(),
        vec!["checklist", faulty, "--on", "2024-01-01"],
    ] {
        let (_, err) = regs(&typed, 2);
        assert_eq!(err.lines().count(), 3, "{err}");
        assert!(
            err.contains("control largest-wager, checks: names WAC-091 (did you mean `WAC-001`?)"),
            "{err}"
        );
        assert!(err.contains("control count, version[1], evidence: is missing"), "{err}");
    }
    assert_eq!(fs::read_to_string(file.as_path()).unwrap(), OURS);
}

#[test]
fn a_reader_that_has_gone_away_is_no_error() {
    let home = tempfile::tempdir().unwrap();
    for typed in [
        &["regs", "us-wa"][..],
        &["regs", "us-wa", "--json"],
        &["regs", "diff", "--from", "2004-01-01", "--to", "2026-10-31"],
        &["regs", "checklist", "us-wa", "--on", "2026-10-31"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = feltproof(home.path()).args(typed).stdout(writer).output().unwrap();
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{typed:?}");
    }
}

#[test]
fn every_help_has_examples_that_run() {
    let mut seen = 0;
    for typed in [&["--help"][..], &["diff", "--help"], &["checklist", "--help"]] {
        let (help, _) = regs(typed, 0);
        let folder = tempfile::tempdir().unwrap();
        let example = |file: &str| fs::write(folder.path().join(file), OURS).unwrap();
        example("our-casino.toml");
        let (_, examples) = help.split_once("Examples:").unwrap();
        for line in examples.lines().filter_map(|line| line.trim().strip_prefix("feltproof ")) {
            run(feltproof(folder.path()).current_dir(folder.path()).args(line.split(' ')), 0);
            seen += 1;
        }
    }
    assert_eq!(seen, 10);
    let home = tempfile::tempdir().unwrap();
    let (page, _) = run(feltproof(home.path()).arg("man"), 0);
    assert!(page.contains("regs"));
    let (script, _) = run(feltproof(home.path()).args(["completions", "bash"]), 0);
    assert!(["regs", "diff", "checklist"].iter().all(|word| script.contains(word)), "{script}");
}
