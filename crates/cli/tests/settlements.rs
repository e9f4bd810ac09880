//! `settlements.parquet`, read back by our own reader of exports: what its rows add up to is what the report says.

use crate::common::rich::copied;
use crate::common::{audit, feltproof, fixtures, json, run};
use feltproof_sheets::{Content, Format, open};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;

/// Every row by the names of its columns.
fn rows(path: &Path) -> Vec<BTreeMap<String, String>> {
    let file = Box::new(File::open(path).unwrap());
    let mut opened = open("settlements.parquet", file, &Format::default()).unwrap();
    let Content::Rows(source) = &mut opened.parts[0].content else { panic!("it has rows") };
    let (mut names, mut all) = (Vec::new(), Vec::new());
    while let Some(some) = source.next_rows().unwrap() {
        for (number, row) in some.iter() {
            let cells =
                (0..row.count()).map(|at| String::from_utf8_lossy(row.get(at)).into_owned());
            match number {
                0 => names = cells.collect(),
                _ => all.push(names.iter().cloned().zip(cells).collect()),
            }
        }
    }
    all
}

fn micros(text: &str) -> i128 {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let magnitude: i128 =
        format!("{}{fraction:0<6}", whole.trim_start_matches('-')).parse().unwrap();
    if text.starts_with('-') { -magnitude } else { magnitude }
}

/// Sums of one group: wagers, staked, owed, paid, over, under.
type Sums = [i128; 6];

fn add(sums: &mut Sums, row: &BTreeMap<String, String>) {
    let [stake, paid, owed, difference] =
        ["stake", "paid", "owed", "difference"].map(|name| micros(&row[name]));
    assert_eq!(paid - owed, difference);
    let all = [1, stake, owed, paid, difference.max(0), (-difference).max(0)];
    sums.iter_mut().zip(all).for_each(|(sum, more)| *sum += more);
}

#[test]
fn the_settled_wagers_add_up_to_what_the_report_says() {
    let home = tempfile::tempdir().unwrap();
    let (day, out) = (fixtures().join("tampered-day"), home.path().join("out"));
    let chosen = ["--unsigned", "--report", "json,parquet"];
    run(audit(home.path(), &day.join("engagement.toml"), &out).args(chosen), 1);
    let all = rows(&out.join("settlements.parquet"));
    let report = json(&out.join("report.json"));
    let columns =
        [("table", "table"), ("dealer", "dealer"), ("seat", "seat"), ("gaming_day", "gaming_day")];
    let mut compared = 0;
    for (dimension, column) in columns {
        let mut sums = BTreeMap::<String, Sums>::new();
        all.iter().for_each(|row| add(sums.entry(row[column].clone()).or_default(), row));
        let groups = report["variance"].as_array().unwrap().iter();
        for group in groups.filter(|group| group["dimension"] == dimension) {
            let money = |key: &str| micros(group[key].as_str().unwrap());
            let expected: Sums = [
                group["wagers"].as_u64().unwrap().into(),
                money("staked_dollars"),
                money("owed_dollars"),
                money("paid_dollars"),
                money("over_dollars"),
                money("under_dollars"),
            ];
            // A group of which no wager was tested has no row.
            let expected = (expected[0] > 0).then_some(expected);
            assert_eq!(sums.remove(group["key"].as_str().unwrap()), expected, "{group}");
            compared += 1;
        }
        assert_eq!(sums, BTreeMap::new(), "{dimension}");
    }
    assert!(compared >= 15, "{compared}");
    // Each check that compares a wager tested as many as there are rows; the rows of void rounds are PAY-006's, which
    // tests a hand as a whole.
    let tested = |code: &str| {
        let check = report["checks"].as_array().unwrap().iter().find(|c| c["code"] == code);
        check.unwrap()["tested"].as_u64().unwrap()
    };
    let is_void = |row: &BTreeMap<String, String>| row["reason"].starts_with("the round is void");
    for (code, wager) in [
        ("PAY-001", "ante"),
        ("PAY-002", "play"),
        ("PAY-003", "super_bonus"),
        ("PAY-004", "queens_up"),
        ("PAY-005", "progressive"),
    ] {
        let rows = all.iter().filter(|row| row["wager"] == wager && !is_void(row)).count();
        assert_eq!(rows as u64, tested(code), "{code}");
    }
    let voided = all.iter().filter(|row| row["wager"] == "ante" && is_void(row)).count();
    assert_eq!(voided as u64, tested("PAY-006"));
}

/// Each exception about a wager is a row with the same place and amounts, and its reason is the calculation.
#[test]
fn an_exception_is_the_row_of_its_place() {
    let home = tempfile::tempdir().unwrap();
    let (day, out) = (fixtures().join("tampered-day"), home.path().join("out"));
    let chosen = ["--unsigned", "--report", "json,parquet"];
    run(audit(home.path(), &day.join("engagement.toml"), &out).args(chosen), 1);
    let all = rows(&out.join("settlements.parquet"));
    let report = json(&out.join("report.json"));
    let differs: Vec<_> = all.iter().filter(|row| micros(&row["difference"]) != 0).collect();
    let mut seen = 0;
    for e in report["exceptions"].as_array().unwrap() {
        let code = e["code"].as_str().unwrap();
        if !["PAY-001", "PAY-002", "PAY-003", "PAY-004"].contains(&code) {
            continue;
        }
        let is_its = |row: &&&BTreeMap<String, String>| {
            let line = e["line"].to_string();
            row["file"] == "hands.csv"
                && row["line"] == line
                && micros(&row["difference"]) == micros(e["difference_dollars"].as_str().unwrap())
        };
        let row = differs.iter().find(is_its).unwrap_or_else(|| panic!("{e}"));
        assert_eq!(row["reason"], e["explanation"].as_str().unwrap());
        assert_eq!(row["round"], e["round"].to_string());
        assert_eq!(row["seat"], e["seat"].as_str().unwrap());
        assert_eq!(
            (row["table"].as_str(), row["dealer"].as_str()),
            (e["table"].as_str().unwrap(), e["dealer"].as_str().unwrap())
        );
        // The local time of the record: 2026-10-31T17:46:43-07:00 without its offset.
        let time = e["time"].as_str().unwrap();
        let local = row["time"].trim_end_matches('0').trim_end_matches('.');
        assert_eq!(local, time[..time.len() - 6].replace('T', " ").trim_end_matches('0'));
        assert_eq!(row["gaming_day"], "2026-10-31");
        seen += 1;
    }
    assert_eq!(seen, 5);
    assert!(all.iter().all(|row| !row["reason"].is_empty() && row["game"] == "crazy4-wa"));
}

#[test]
fn what_is_written_is_what_was_chosen() {
    let home = tempfile::tempdir().unwrap();
    let engagement = fixtures().join("tampered-day/engagement.toml");
    let written = |out: &Path| {
        let mut names: Vec<String> = fs::read_dir(out)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    let out = home.path().join("some");
    let (said, trouble) =
        run(audit(home.path(), &engagement, &out).args(["--report", "xlsx,json", "--quiet"]), 1);
    assert_eq!((said.as_str(), trouble.as_str()), ("", ""));
    assert_eq!(written(&out), ["quarantine.csv", "report.json", "workpapers.xlsx"]);
    let out = home.path().join("all");
    let all = ["--unsigned", "--report", "pdf,xlsx,html,json,parquet"];
    let (said, _) = run(audit(home.path(), &engagement, &out).args(all), 1);
    let names = [
        "quarantine.csv",
        "report.html",
        "report.json",
        "report.pdf",
        "settlements.parquet",
        "workpapers.xlsx",
    ];
    assert_eq!(written(&out), names);
    assert!(names.iter().all(|name| said.contains(name)), "{said}");
    // The same report is the same bytes, whatever is written beside it.
    let one = fs::read(home.path().join("some/workpapers.xlsx")).unwrap();
    assert_eq!(one, fs::read(out.join("workpapers.xlsx")).unwrap());
    let mut none = audit(home.path(), &engagement, &out);
    let (_, said) = run(none.args(["--report", "pdf", "--format", "json"]), 2);
    assert!(said.contains("add json to --report"), "{said}");
    let mut wrong = feltproof(home.path());
    wrong.arg("audit").arg(&engagement).arg("--out").arg(&out).args(["--report", "docx"]);
    let (_, said) = run(&mut wrong, 2);
    assert!(said.contains("pdf, xlsx, html, json, parquet"), "{said}");
}

/// What goes back in a void round is each stake, whatever another wager of the hand got; the hand is compared as a whole.
#[test]
fn a_wager_of_a_void_round_stands_by_itself() {
    let home = tempfile::tempdir().unwrap();
    let engagement = copied("tampered-day", &home.path().join("day"));
    let hands = engagement.with_file_name("hands.csv");
    let text = fs::read_to_string(&hands).unwrap();
    let old = "void,15.00,15.00,15.00,15.00,,,5.00,5.00,,,";
    assert_eq!(text.matches(old).count(), 1);
    // Of the Ante 5 dollars too few, of the Super Bonus 5 too many.
    let new = "void,15.00,10.00,15.00,20.00,,,5.00,5.00,,,";
    fs::write(&hands, text.replace(old, new)).unwrap();
    let line = text.lines().position(|row| row.ends_with(old)).unwrap() + 1;
    let out = home.path().join("out");
    run(audit(home.path(), &engagement, &out).args(["--unsigned", "--report", "json,parquet"]), 1);
    let all = rows(&out.join("settlements.parquet"));
    let of_hand = all.iter().filter(|row| row["line"] == line.to_string());
    let cells = ["wager", "stake", "paid", "owed", "difference", "result"];
    let found: Vec<[&str; 6]> = of_hand
        .map(|row| cells.map(|name| row[name].trim_end_matches("0000").trim_end_matches(".00")))
        .collect();
    let expected = [
        ["ante", "15", "10", "15", "-5", "returned"],
        ["super_bonus", "15", "20", "15", "5", "returned"],
        ["queens_up", "5", "5", "5", "0", "returned"],
    ];
    assert_eq!(found, expected);
    let report = json(&out.join("report.json"));
    let here = |e: &serde_json::Value| e["file"] == "hands.csv" && e["line"] == line;
    assert!(!report["exceptions"].as_array().unwrap().iter().any(here));
}

/// Control characters of a record move no cursor.
#[test]
fn a_record_is_shown_without_its_control_characters() {
    let home = tempfile::tempdir().unwrap();
    let engagement = copied("tampered-day", &home.path().join("day"));
    let hands = engagement.with_file_name("hands.csv");
    let mut rows: Vec<String> =
        fs::read_to_string(&hands).unwrap().lines().map(str::to_owned).collect();
    rows.insert(3, "9,\u{1b}]0;title\u{7}\u{1b}[2Jbad,,,".to_owned());
    fs::write(&hands, rows.join("\n") + "\n").unwrap();
    let place = format!("{}:4", hands.display());
    let (text, _) = run(feltproof(home.path()).args(["show", &place]), 0);
    assert!(text.contains("9,\\x1B]0;title\\x07\\x1B[2Jbad"), "{text}");
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text}");
}
