//! The command `regs`: what it prints against the pack files read a second way, and changes of law written by hand.

#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod common;

use common::{feltproof, run};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// Runs `regs` with these words.
fn regs(words: &[&str], code: i32) -> (String, String) {
    let home = tempfile::tempdir().unwrap();
    run(feltproof(home.path()).arg("regs").args(words), code)
}

fn wire(words: &[&str]) -> Value {
    let (text, _) = regs(&[words, &["--json"]].concat(), 0);
    serde_json::from_str(&text).unwrap()
}

/// The words of a text, one space between them.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The packs that come with the program: id, and the file read by another reader.
fn files() -> Vec<(String, toml::Table)> {
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

fn list(table: &toml::Table, key: &str) -> Vec<toml::Table> {
    let all = table.get(key).and_then(toml::Value::as_array).cloned().unwrap_or_default();
    all.into_iter().map(|entry| entry.as_table().unwrap().clone()).collect()
}

fn text<'t>(table: &'t toml::Table, key: &str) -> &'t str {
    table.get(key).and_then(toml::Value::as_str).unwrap_or_default()
}

/// The versions of a control with the keys that they take from it.
fn versions(control: &toml::Table) -> Vec<toml::Table> {
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
fn begins(table: &toml::Table) -> (String, String) {
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
            let values = list(limit, "value");
            assert_eq!(found["values"].as_array().unwrap().len(), values.len());
            for (value, found) in values.iter().zip(found["values"].as_array().unwrap()) {
                for key in ["evidence", "source", "regime", "note"] {
                    assert_eq!(found[key], text(value, key), "{key} of {found}");
                }
                assert_eq!(found["from"]["earliest"], begins(value).0);
                let amount = ["dollars", "games", "progressives", "odds", "players"]
                    .into_iter()
                    .find_map(|unit| Some(json!({ unit: value.get(unit)? })));
                assert_eq!(found["value"], amount.unwrap_or_default());
            }
        }
        let reasons = list(&file, "reason");
        assert_eq!(said["reasons"].as_array().unwrap().len(), reasons.len());
        for (reason, found) in reasons.iter().zip(said["reasons"].as_array().unwrap()) {
            assert_eq!(found["code"], text(reason, "code"));
            assert_eq!(found["citation"], text(reason, "subsection"));
            assert_eq!(found["permits_reduction"], reason["permits_reduction"].as_bool().unwrap());
        }
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
            has(text(&reason, "note"));
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
                let of_list =
                    listed.as_array().unwrap().iter().find(|c| c["code"] == check["code"]);
                assert_eq!(of_list.unwrap()["title"], check["title"]);
                let line = format!("{} {}", check["code"], check["title"]).replace('"', "");
                assert!(printed.contains(&line), "{line}");
                seen += 1;
            }
        }
    }
    assert!(seen > 50, "{seen}");
}

/// No line is wider than 80 columns but for a word that is, none ends in a blank, none has colours.
fn narrow(printed: &str) {
    for line in printed.lines() {
        let is_word = line.split_whitespace().count() <= 2;
        assert!(line.chars().count() <= 80 || is_word, "{line}");
        assert_eq!(line, line.trim_end());
        assert!(!line.contains('\u{1b}'));
    }
    assert!(printed.ends_with('\n'));
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

/// Whether a version applies on a day, by the texts of the file: days as text sort as days do.
fn applies(versions: &[toml::Table], at: usize, day: &str) -> Option<&'static str> {
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

/// The changes of limits in JSON: day, id, what was possible and what is.
fn changed_limits(from: &str, to: &str, ids: &[&str]) -> Vec<Value> {
    let said = wire(&["diff", "us-wa", "--from", from, "--to", to]);
    assert_eq!(said["schema"], "feltproof-regs-diff/1");
    let amounts = |state: &Value| {
        let all = state["values"].as_array().unwrap().iter();
        all.map(|v| json!([v["value"], v["evidence"]])).collect::<Vec<_>>()
    };
    let changes = said["packs"][0]["changes"].as_array().unwrap().clone();
    let of = |change: &&Value| {
        change["kind"] == "limit" && ids.contains(&change["id"].as_str().unwrap())
    };
    let row = |change: &Value| {
        json!([change["day"], change["id"], amounts(&change["before"]), amounts(&change["after"])])
    };
    changes.iter().filter(of).map(row).collect()
}

#[test]
fn the_changes_of_washington_are_those_of_the_orders() {
    let dollars = |amount: &str, tag: &str| json!([{ "dollars": amount }, tag]);
    let (d100, d200) = (dollars("100.00", "V"), dollars("200.00", "V"));
    let (d300, d400) = (dollars("300.00", "S"), dollars("400.00", "I"));
    // The year alone is known: it may have come on the first of January, and had come a year later.
    assert_eq!(
        changed_limits("2008-12-31", "2010-01-01", &["single-wager"]),
        [
            json!(["2009-01-01", "single-wager", [d100, d200], [d100, d200, d300]]),
            json!(["2010-01-01", "single-wager", [d100, d200, d300], [d300]]),
        ]
    );
    // Adopted on 20 July 2023: not before the thirty-first day after, certainly when the notice would have lapsed.
    assert_eq!(
        changed_limits("2023-08-18", "2023-12-01", &["single-wager"]),
        [
            json!(["2023-08-19", "single-wager", [d300], [d300, d400]]),
            json!(["2023-12-01", "single-wager", [d300, d400], [d400]]),
        ]
    );
    // WSR 21-11-057: one limit for all players of a deal, and none where the highest odds are below 50 to 1.
    let ids = ["aggregate-odds", "aggregate-players", "aggregate-highest-odds"];
    assert_eq!(
        changed_limits("2021-06-13", "2021-06-14", &ids),
        [
            json!(["2021-06-14", "aggregate-players", [[{ "players": 2 }, "V"]], [[null, "V"]]]),
            json!(["2021-06-14", "aggregate-highest-odds", [], [[{ "odds": 50 }, "V"]]]),
        ]
    );
    assert_eq!(changed_limits("2023-12-01", "2026-10-31", &ids), [] as [Value; 0]);
    // What is open is said for either day.
    let said = wire(&["diff", "us-wa", "--from", "2023-08-18", "--to", "2023-08-19"]);
    let open = |side: &str| {
        let all = said["packs"][0]["not_decidable"][side].as_array().unwrap().iter();
        all.filter(|open| open["kind"] == "limit")
            .map(|open| open["id"].clone())
            .collect::<Vec<_>>()
    };
    assert!(
        !open("from").contains(&json!("single-wager"))
            && open("to").contains(&json!("single-wager"))
    );
    assert!(open("from").contains(&json!("games-on-hand")));
}

/// A pack file of one's own with a section in two versions, one repealed, and a limit.
const OURS: &str = r#"schema = 1

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
fn ours(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ours.toml");
    fs::write(&file, text).unwrap();
    (folder, file)
}

#[test]
fn the_changes_of_a_pack_file_in_words() {
    let (_folder, file) = ours(OURS);
    let file = file.to_str().unwrap();
    let (printed, _) = regs(&["diff", file, "--from", "2024-06-30", "--to", "2025-01-01"], 0);
    narrow(&printed);
    let expected = "\
ours, version 2.0.0: what changed after 2024-06-30, up to 2025-01-01

2024-07-01  control count: Count of the drop
  before     Binder 4, edition 1 (from 2020-01-01, before 2024-07-01; manual;
             evidence V)
             Two persons count.
  from then  Binder 4, edition 2 (from 2024-07-01; manual; evidence V)
             Three persons count.

2024-07-01  limit largest-wager, Binder 4, page 2: a single wager must not
            exceed
  before     $50.00, from 2020-01-01 (evidence V, edition 1)
  from then  not decidable, one of:
             $50.00, from 2020-01-01 (evidence V, edition 1)
             $60.00, not before 2024-07-01, effective date not known (evidence
             I, edition 2)

2025-01-01  control largest-wager: Largest wager
  before     Binder 4, page 2 (from 2020-01-01, until 2024-12-31; partial;
             evidence V)
             No single wager is above the limit, which is posted.
  from then  no version applies

Not decidable on 2024-06-30: nothing: every control that applies and the value
of every limit is known.

Not decidable on 2025-01-01:
  - limit largest-wager: which value of Binder 4, page 2 applies on 2025-01-01
    is not known: $50.00 (from 2020-01-01, evidence V, edition 1); or $60.00
    (not before 2024-07-01, effective date not known, evidence I, edition 2)
";
    assert_eq!(printed, expected);
    let (printed, _) = regs(&["diff", file, "--from", "2020-01-01", "--to", "2024-06-30"], 0);
    assert_eq!(
        printed,
        "\
ours, version 2.0.0: what changed after 2020-01-01, up to 2024-06-30

Nothing that this pack knows of: no version of a control began or ended, and no
limit changed.

Not decidable on 2020-01-01: nothing: every control that applies and the value
of every limit is known.

Not decidable on 2024-06-30: nothing: every control that applies and the value
of every limit is known.
"
    );
    let said = wire(&["diff", file, "--from", "2024-06-30", "--to", "2025-01-01"]);
    let change = &said["packs"][0]["changes"][0];
    assert_eq!(change["before"][0]["citation"], "Binder 4, edition 1");
    assert_eq!(change["after"][0]["demand"], "Three persons count.");
    assert_eq!(said["packs"][0]["changes"][2]["after"], json!([]));
}

/// Wherever a file rewrites a control on a day that is known, old and new text stand at that day.
#[test]
fn every_rewritten_control_is_a_change_with_old_and_new_text() {
    let (_folder, file) = ours(OURS);
    let mut packs = files();
    packs.push((file.to_str().unwrap().to_owned(), OURS.parse().unwrap()));
    let mut seen = 0;
    for (id, table) in packs {
        let said = wire(&["diff", &id, "--from", "1990-01-01", "--to", "2030-01-01"]);
        let changes = said["packs"][0]["changes"].as_array().unwrap();
        for control in list(&table, "control") {
            for pair in versions(&control).windows(2) {
                let (earliest, certain) = begins(&pair[1]);
                if earliest != certain {
                    continue;
                }
                let is_of = |c: &&Value| c["day"] == earliest && c["id"] == text(&control, "id");
                let change = changes.iter().find(is_of).unwrap();
                let last = change["before"].as_array().unwrap().last().unwrap();
                for (found, version) in [(last, &pair[0]), (&change["after"][0], &pair[1])] {
                    for key in ["citation", "demand", "evidence"] {
                        assert_eq!(found[key], text(version, key), "{change}");
                    }
                }
                seen += 1;
            }
        }
    }
    assert!(seen >= 1);
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

/// The values of the blocks, read as TOML: none is filled in.
fn inspected(form: &str) -> Vec<toml::Table> {
    let table: toml::Table = form.parse().unwrap_or_else(|e| panic!("{e}\n{form}"));
    let blocks = list(&table, "inspected");
    assert_eq!(table.len(), usize::from(!blocks.is_empty()));
    for block in &blocks {
        for key in ["answer", "by", "initials", "date"] {
            assert!(text(block, key).starts_with("FILL IN"), "{key} of {block:?}");
        }
    }
    blocks
}

#[test]
fn the_checklist_asks_after_what_no_log_answers_alone_on_the_day() {
    for day in ["2010-06-15", "2021-06-13", "2026-10-31"] {
        for (id, file) in files() {
            let (form, _) = regs(&["checklist", &id, "--on", day], 0);
            let mut expected = Vec::new();
            for control in list(&file, "control") {
                let versions = versions(&control);
                let is_asked = |at: usize| {
                    applies(&versions, at, day).is_some()
                        && text(&versions[at], "status") != "automated"
                };
                if (0..versions.len()).any(is_asked) {
                    expected.push(text(&control, "id").to_owned());
                }
                let said = words(&form.replace("\n# ", " "));
                for version in
                    (0..versions.len()).filter(|at| is_asked(*at)).map(|at| &versions[at])
                {
                    for key in ["citation", "title", "demand", "note", "address"] {
                        assert!(said.contains(&words(text(version, key))), "{key}\n{form}");
                    }
                }
            }
            let blocks = inspected(&form);
            let found: Vec<&str> = blocks.iter().map(|block| text(block, "control")).collect();
            assert_eq!(found, expected, "{id} on {day}");
            assert_eq!(form.matches("[ ] yes   [ ] no   [ ] not applicable").count(), found.len());
            assert_eq!(
                form.matches("[ ] examination   [ ] inquiry   [ ] observation").count(),
                found.len()
            );
            narrow(&form.replace("# ", ""));
        }
    }
}

#[test]
fn the_checklist_of_a_pack_file() {
    let (folder, file) = ours(OURS);
    let file_is = file.to_str().unwrap();
    let (form, _) = regs(&["checklist", file_is, "--on", "2024-07-01"], 0);
    let blocks = inspected(&form);
    let ids: Vec<&str> = blocks.iter().map(|block| text(block, "control")).collect();
    assert_eq!(ids, ["count", "largest-wager"]);
    assert!(form.contains("Three persons") && !form.contains("Two persons"), "{form}");
    assert!(form.contains("2 checks of the log answer it in part"), "{form}");
    // The second was repealed at the end of the year.
    let (form, _) = regs(&["checklist", file_is, "--on", "2025-01-01"], 0);
    assert_eq!(inspected(&form).len(), 1);
    // Before everything there is nothing to ask, and the form says so.
    let (form, _) = regs(&["checklist", file_is, "--on", "2019-12-31"], 0);
    assert_eq!(inspected(&form).len(), 0);
    assert!(form.contains("0 controls"), "{form}");
    // Without a day where none makes a difference; a control that another pack has, too, names its pack.
    let count = OURS.find("[[control]]\nid = \"count\"").unwrap();
    let largest = OURS.find("[[control]]\nid = \"largest-wager\"").unwrap();
    let one = OURS[..count].to_owned() + &OURS[largest..];
    let one = one.replacen("until = \"2024-12-31\"\n", "", 1);
    let one = one.replacen("\nid = \"largest-wager\"", "\nid = \"wac-230-15-140\"", 1);
    fs::write(&file, one).unwrap();
    let (form, _) = regs(&["checklist", file_is], 0);
    let blocks = inspected(&form);
    assert_eq!((blocks.len(), text(&blocks[0], "pack")), (1, "ours"));
    assert!(form.contains("from 2020-01-01"), "{form}");
    // As PDF: whatever the clock says, the same bytes.
    let mut made = Vec::new();
    for (name, seconds) in [("a.pdf", "0"), ("b.pdf", "1793664000")] {
        let pdf = folder.path().join(name);
        let mut command = feltproof(folder.path());
        command.env("SOURCE_DATE_EPOCH", seconds).args(["regs", "checklist", file_is, "--pdf"]);
        let (out, _) = run(command.arg(&pdf), 0);
        assert_eq!(out, format!("Written: {} (1 control)\n", pdf.display()));
        made.push(fs::read(pdf).unwrap());
    }
    assert!(made[0] == made[1] && made[0].starts_with(b"%PDF-1.7"));
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
