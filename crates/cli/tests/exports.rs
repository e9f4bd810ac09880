//! Exports of other programs at the command line: read, converted, shown, and what does not fit.

use crate::common::{copied_day, feltproof, fixtures, run};
use std::fs;
use std::path::{Path, PathBuf};

fn vendor(name: &str) -> PathBuf {
    fixtures().join("vendors").join(name)
}

#[test]
fn a_dry_run_counts_what_was_read_and_says_what_is_missing() {
    let home = tempfile::tempdir().unwrap();
    let engagement = vendor("observation-sheet").join("engagement.toml");
    let (out, _) = run(feltproof(home.path()).arg("read").arg(&engagement), 0);
    for part in [
        "hands: table-observation.xlsx[Hands 12 Sep]\n  264 records, 0 problems, 3 rows left out",
        "read by profiles/sheet.toml",
        "rounds in each hour since the gaming day began",
        "What an audit would not test for want of an input",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    // A clean canonical day with one record that cannot be read, and one column less.
    let day = copied_day(home.path());
    let hands = fs::read_to_string(day.join("hands.csv")).unwrap();
    let hands = hands.replacen(",fold,", ",gone,", 1).replacen("queens_up_returned", "qu", 1);
    fs::write(day.join("hands.csv"), hands).unwrap();
    let engagement = day.join("engagement.toml");
    let (out, _) = run(feltproof(home.path()).arg("read").arg(&engagement), 1);
    assert!(out.contains("10785 records, 1 problems"), "{out}");
    assert!(out.contains("1 record, the first line "), "{out}");
    assert!(out.contains("queens_up_returned"), "{out}");
    let mut json = feltproof(home.path());
    let (out, _) = run(json.arg("read").arg(&engagement).args(["--format", "json"]), 1);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["journals"][0]["problems"], 1);
    let rounds: u64 = json["coverage"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|c| c["kind"] == "hands")
        .flat_map(|c| c["by_hour"].as_array().unwrap())
        .map(|n| n.as_u64().unwrap())
        .sum();
    // The rounds of the day, as its audit counts them.
    assert_eq!(rounds, 2000);
    assert!(!json["would_not_be_tested"].as_array().unwrap().is_empty());
}

/// The export and the canonical journals it was made from, converted, are the same files.
#[test]
fn an_export_converts_to_the_canonical_journals_it_was_made_from() {
    let home = tempfile::tempdir().unwrap();
    let mut compared = 0;
    for name in
        ["shfl-game-manager", "nexus-command", "nexus-command-2", "card-shoe", "observation-sheet"]
    {
        let converted = |engagement: PathBuf, out: &str| {
            let out = home.path().join(name).join(out);
            run(feltproof(home.path()).arg("convert").arg(engagement).arg("--out").arg(&out), 0);
            out
        };
        let of_export = converted(vendor(name).join("engagement.toml"), "export");
        let of_canonical = converted(vendor(name).join("canonical/engagement.toml"), "canonical");
        for file in fs::read_dir(&of_canonical).unwrap() {
            let file = file.unwrap().file_name();
            let [one, other] = [&of_export, &of_canonical]
                .map(|folder| fs::read_to_string(folder.join(&file)).unwrap());
            assert!(one == other, "{name}: {file:?} differ");
            compared += 1;
        }
    }
    // Three systems with three journals, two with one, and the quarantine of each.
    assert_eq!(compared, 3 * 3 + 2 + 5);
}

/// Written as Parquet and read by the profiles beside it, a day is the same day.
#[test]
fn a_day_written_as_parquet_reads_as_the_same_day() {
    let home = tempfile::tempdir().unwrap();
    for name in ["harbor-card-room", "riffled-shuffler"] {
        let convert = |engagement: &Path, out: &str, format: &str| {
            let out = home.path().join(name).join(out);
            let mut convert = feltproof(home.path());
            convert.arg("convert").arg(engagement).arg("--out").arg(&out);
            run(convert.args(["--format", format]), 0);
            out
        };
        let engagement = fixtures().join(name).join("engagement.toml");
        let (text, table) =
            (convert(&engagement, "csv", "csv"), convert(&engagement, "p", "parquet"));
        let mut own = fs::read_to_string(&engagement).unwrap();
        for kind in ["hands", "controller", "manager", "shuffler"] {
            let parquet = format!("file = \"{kind}.parquet\"\nprofile = \"{kind}.profile.toml\"");
            own = own.replace(&format!("file = \"{kind}.csv\""), &parquet);
        }
        fs::write(table.join("engagement.toml"), own).unwrap();
        let again = convert(&table.join("engagement.toml"), "again", "csv");
        let mut compared = 0;
        for file in fs::read_dir(&text).unwrap() {
            let file = file.unwrap().file_name();
            let [one, other] =
                [&text, &again].map(|folder| fs::read_to_string(folder.join(&file)).unwrap());
            assert!(one == other, "{name}: {file:?} differ");
            compared += 1;
        }
        assert!(compared >= 3, "{name}: {compared}");
    }
}

/// A profile that is built in is named without a file, and reads as its file does.
#[test]
fn a_profile_is_found_by_its_name() {
    let home = tempfile::tempdir().unwrap();
    let from = vendor("observation-sheet");
    fs::copy(from.join("table-observation.xlsx"), home.path().join("table-observation.xlsx"))
        .unwrap();
    let text = fs::read_to_string(from.join("engagement.toml")).unwrap();
    let read = |profile: &str, exit| {
        let own = home.path().join("engagement.toml");
        fs::write(&own, text.replace("profiles/sheet.toml", profile)).unwrap();
        run(feltproof(home.path()).arg("read").arg(own), exit)
    };
    let (out, _) = read("example-observation-sheet-hands", 0);
    assert!(out.contains("264 records, 0 problems, 3 rows left out"), "{out}");
    assert!(out.contains("read by example-observation-sheet-hands"), "{out}");
    let (_, err) = read("observation-sheet", 2);
    assert!(err.contains("those built in are example-shfl-6.6-manager"), "{err}");
    let (_, err) = read("example-nexus-2-manager", 2);
    assert!(err.contains("is for a manager journal"), "{err}");
}

#[test]
fn a_journal_is_never_replaced_by_its_conversion() {
    let home = tempfile::tempdir().unwrap();
    let day = copied_day(home.path());
    let before = fs::read(day.join("hands.csv")).unwrap();
    let mut command = feltproof(home.path());
    command.arg("convert").arg(day.join("engagement.toml")).arg("--out").arg(&day);
    let (_, err) = run(&mut command, 2);
    assert!(err.contains("would be replaced; choose another --out"), "{err}");
    assert_eq!(fs::read(day.join("hands.csv")).unwrap(), before);
    // Nor by what could not be read.
    let moved = day.join("out/quarantine.csv");
    fs::create_dir(day.join("out")).unwrap();
    fs::rename(day.join("hands.csv"), &moved).unwrap();
    let text = fs::read_to_string(day.join("engagement.toml")).unwrap();
    fs::write(day.join("engagement.toml"), text.replace("hands.csv", "out/quarantine.csv"))
        .unwrap();
    let mut command = feltproof(home.path());
    command.arg("convert").arg(day.join("engagement.toml")).arg("--out").arg(day.join("out"));
    let (_, err) = run(&mut command, 2);
    assert!(err.contains("quarantine.csv is an input of the engagement"), "{err}");
    assert_eq!(fs::read(&moved).unwrap(), before);
}

#[test]
fn a_conversion_replaces_a_file_only_where_that_is_wanted() {
    let home = tempfile::tempdir().unwrap();
    let (day, out) = (copied_day(home.path()), home.path().join("out"));
    fs::create_dir(&out).unwrap();
    for foreign in ["hands.csv", "quarantine.csv"] {
        fs::write(out.join(foreign), "mine\n").unwrap();
        let convert = |words: &[&str], code| {
            let mut command = feltproof(home.path());
            command.arg("convert").arg(day.join("engagement.toml")).arg("--out").arg(&out);
            run(command.args(words), code)
        };
        let (_, err) = convert(&[], 2);
        assert!(err.contains(foreign) && err.contains("or replace it with --force"), "{err}");
        assert_eq!(fs::read_to_string(out.join(foreign)).unwrap(), "mine\n");
        assert_eq!(fs::read_dir(&out).unwrap().count(), 1);
        convert(&["--force"], 0);
        assert_ne!(fs::read_to_string(out.join(foreign)).unwrap(), "mine\n");
        fs::remove_dir_all(&out).unwrap();
        fs::create_dir(&out).unwrap();
    }
}

#[test]
fn a_row_of_a_workbook_is_shown_as_it_stands_and_as_it_was_read() {
    let home = tempfile::tempdir().unwrap();
    let place = format!("{}:40", vendor("observation-sheet/table-observation.xlsx").display());
    let (out, _) = run(feltproof(home.path()).arg("show").arg(place), 0);
    assert!(out.contains("Seat 4\t4♣8♣7♣5♥Q♦\tF\t5"), "{out}");
    assert!(out.contains("Read as\n  round,time,table"), "{out}");
    assert!(out.contains("8,2026-09-12T13:24:08.5-07:00,C4P-2,D02,4,4c 8c 7c 5h Qd,fold"), "{out}");
}

/// An engagement of the observation sheet with something changed, and what the program says of it.
fn refused(home: &Path, of_engagement: [&str; 2], of_profile: [&str; 2]) -> String {
    let from = vendor("observation-sheet");
    fs::create_dir_all(home.join("profiles")).unwrap();
    fs::copy(from.join("table-observation.xlsx"), home.join("table-observation.xlsx")).unwrap();
    for (file, [old, new]) in
        [("engagement.toml", of_engagement), ("profiles/sheet.toml", of_profile)]
    {
        let text = fs::read_to_string(from.join(file)).unwrap();
        assert!(text.contains(old), "{file} has no {old}");
        fs::write(home.join(file), text.replacen(old, new, 1)).unwrap();
    }
    run(feltproof(home).arg("read").arg(home.join("engagement.toml")), 2).1
}

#[test]
fn what_does_not_fit_is_refused_in_one_sentence() {
    let home = tempfile::tempdir().unwrap();
    let none = ["schema", "schema"];
    let other = "schema = 1\nname = \"M\"\nkind = \"manager\"\n[columns]\nseq = \"No\"\n";
    fs::write(home.path().join("manager.toml"), other).unwrap();
    for (engagement, profile, parts) in [
        (
            ["profiles/sheet.toml", "profiles/none.toml"],
            none,
            ["[[journal]] profile = \"profiles/none.toml\"", "cannot be read"],
        ),
        (
            ["profile = ", "encoding = \"windows-1252\"\nprofile = "],
            none,
            ["encoding: is there beside `profile`", "[file]"],
        ),
        (
            ["profiles/sheet.toml", "manager.toml"],
            none,
            ["kind = \"hands\"", "is for a manager journal"],
        ),
        (
            ["table-observation.xlsx", "profiles/sheet.toml"],
            none,
            ["profiles/sheet.toml", "workbook"],
        ),
    ] {
        let err = refused(home.path(), engagement, profile);
        for part in parts {
            assert!(err.contains(part), "{part}: {err}");
        }
    }
}
