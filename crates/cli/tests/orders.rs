//! Journals in the exporter's order and files of two layouts, at the command line: what is said, and that the remedy works
//! when it is followed to the letter.

use crate::common::{audit, feltproof, fixtures, json, run};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const JOURNALS: [&str; 3] = ["hands", "controller", "manager"];

fn faulty_day(home: &Path, name: &str) -> PathBuf {
    let day = home.join(name);
    fs::create_dir(&day).unwrap();
    for file in ["engagement.toml", "hands.csv", "controller.csv", "manager.csv"] {
        fs::copy(fixtures().join("tampered-day").join(file), day.join(file)).unwrap();
    }
    day
}

/// Puts the rows of a journal in another order.
fn reorder(day: &Path, journal: &str, how: impl Fn(&[String], &mut Vec<String>)) {
    let path = day.join(format!("{journal}.csv"));
    let text = fs::read_to_string(&path).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let header: Vec<String> = lines.remove(0).split(',').map(str::to_owned).collect();
    how(&header, &mut lines);
    fs::write(path, format!("{}\n{}\n", header.join(","), lines.join("\n"))).unwrap();
}

fn cell<'a>(header: &[String], row: &'a str, name: &str) -> &'a str {
    let at = header.iter().position(|column| column == name).unwrap();
    row.split(',').nth(at).unwrap()
}

/// Writes the profile of a journal as `inspect` does, takes the line of `order` for given, and names it.
fn with_profile(home: &Path, day: &Path, journal: &str) -> String {
    let (file, profile) = (day.join(format!("{journal}.csv")), day.join(format!("{journal}.toml")));
    let mut inspect = feltproof(home);
    inspect.arg("inspect").arg(&file).args(["--kind", journal, "--write-profile", "--out"]);
    let code = inspect.arg(&profile).output().unwrap().status.code();
    assert!(code == Some(0) || code == Some(3), "{code:?}");
    // A card that is none makes a column of cards a guess.
    let text = fs::read_to_string(&profile).unwrap().replace("\n# order = ", "\norder = ");
    let text = text.replace("\n# cards = \"cards\"  # guess", "\ncards = \"cards\"  #");
    fs::write(&profile, &text).unwrap();
    let path = day.join("engagement.toml");
    let engagement = fs::read_to_string(&path).unwrap();
    let named = format!("file = \"{journal}.csv\"");
    assert!(engagement.contains(&named), "{engagement}");
    let with = format!("{named}\nprofile = \"{journal}.toml\"");
    fs::write(path, engagement.replacen(&named, &with, 1)).unwrap();
    let order = text.lines().find(|line| line.starts_with("order = "));
    order.unwrap_or_default().split("  #").next().unwrap().to_owned()
}

/// What the report of a day says, each with how often, without the places.
fn said(home: &Path, day: &Path, out: &str) -> BTreeMap<String, usize> {
    let out = home.join(out);
    run(audit(home, &day.join("engagement.toml"), &out).arg("--unsigned"), 1);
    let report = json(&out.join("report.json"));
    let mut said = BTreeMap::new();
    for exception in report["exceptions"].as_array().unwrap() {
        let of = |key: &str| exception[key].to_string();
        *said
            .entry(["code", "table", "round", "seat", "difference"].map(of).join(" "))
            .or_default() += 1;
    }
    said
}

#[test]
fn a_day_in_the_order_of_the_exporter_has_the_report_of_the_day_in_order() {
    let home = tempfile::tempdir().unwrap();
    let whole = said(home.path(), &faulty_day(home.path(), "whole"), "of-whole");
    assert!(whole.len() > 20);
    type How = fn(&[String], &mut Vec<String>);
    let ways: [(&str, How); 3] = [
        ("newest", |_, rows| rows.reverse()),
        ("by-time", |header, rows| {
            rows.sort_by(|one, other| cell(header, other, "time").cmp(cell(header, one, "time")));
        }),
        ("mixed", |_, rows| {
            // As a hash would have them.
            rows.sort_by_key(|row| {
                row.bytes().fold(7_u64, |sum, byte| (sum * 31 + u64::from(byte)) % 100_003)
            });
        }),
    ];
    for (name, how) in ways {
        let day = faulty_day(home.path(), name);
        for journal in JOURNALS {
            reorder(&day, journal, how);
            let (text, _) =
                run(feltproof(home.path()).arg("read").arg(day.join("engagement.toml")), 1);
            assert!(
                text.contains("an audit") || text.contains("in which a journal is audited"),
                "{text}"
            );
            assert_ne!(with_profile(home.path(), &day, journal), "", "{name} {journal}");
        }
        assert_eq!(said(home.path(), &day, &format!("of-{name}")), whole, "{name}");
    }
}

#[test]
fn hands_sorted_by_table_dealer_or_seat_are_refused_with_the_line_that_reads_them() {
    let home = tempfile::tempdir().unwrap();
    let whole = said(home.path(), &faulty_day(home.path(), "whole"), "of-whole");
    for column in ["table", "dealer", "seat"] {
        let day = faulty_day(home.path(), column);
        reorder(&day, "hands", |header, rows| {
            rows.sort_by(|one, other| cell(header, one, column).cmp(cell(header, other, column)));
        });
        let out = home.path().join(format!("none-{column}"));
        let (_, why) = run(&mut audit(home.path(), &day.join("engagement.toml"), &out), 2);
        assert!(why.contains("Say `order = \"unordered\"` in [rows] of a profile"), "{why}");
        assert_eq!(with_profile(home.path(), &day, "hands"), "order = \"unordered\"");
        assert_eq!(said(home.path(), &day, &format!("of-{column}")), whole, "{column}");
    }
}

#[test]
fn a_file_of_two_layouts_is_read_by_two_profiles_as_the_message_says() {
    let home = tempfile::tempdir().unwrap();
    let day = faulty_day(home.path(), "joined");
    let converted = |engagement: &str, out: &str| {
        let out = home.path().join(out);
        let mut convert = feltproof(home.path());
        convert.arg("convert").arg(day.join(engagement)).arg("--out").arg(&out);
        convert.output().unwrap();
        out
    };
    let whole =
        fs::read_to_string(converted("engagement.toml", "whole").join("hands.csv")).unwrap();
    // The second part has its columns the other way round, under other names.
    reorder(&day, "hands", |header, rows| {
        let second = rows.iter().position(|row| cell(header, row, "round") == "200").unwrap();
        let turned = |row: &str| row.split(',').rev().collect::<Vec<_>>().join(",");
        for row in rows.iter_mut().skip(second) {
            *row = turned(row);
        }
        let names = header.iter().rev().map(|name| match name.as_str() {
            "round" => "Rnd #".to_owned(),
            "time" => "When".to_owned(),
            "seat" => "Pos".to_owned(),
            name => name.to_owned(),
        });
        rows.insert(second, names.collect::<Vec<_>>().join(","));
    });
    let (_, why) = run(feltproof(home.path()).arg("read").arg(day.join("engagement.toml")), 2);
    let row: u32 =
        why.split("hands.csv: row ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    let hands = day.join("hands.csv");
    for (part, more) in [(1, None), (2, Some(row.to_string()))] {
        let mut inspect = feltproof(home.path());
        inspect.arg("inspect").arg(&hands).args(["--kind", "hands", "--write-profile", "--out"]);
        inspect.arg(day.join(format!("hands-{part}.toml")));
        more.iter().for_each(|row| {
            inspect.args(["--header-row", row]);
        });
        inspect.output().unwrap();
    }
    let first = fs::read_to_string(day.join("hands-1.toml")).unwrap();
    assert!(first.contains(&format!("\nlast = {}", row - 1)), "{first}");
    let engagement = fs::read_to_string(day.join("engagement.toml")).unwrap();
    let from = engagement.find("[[journal]]").unwrap();
    let to = from + 1 + engagement[from + 1..].find("[[").unwrap();
    let entry = &engagement[from..to];
    let with = |part| {
        let named = "file = \"hands.csv\"";
        entry.replacen(named, &format!("{named}\nprofile = \"hands-{part}.toml\""), 1)
    };
    let two = format!("{}{}{}{}", &engagement[..from], with(1), with(2), &engagement[to..]);
    fs::write(day.join("two.toml"), two).unwrap();
    let out = converted("two.toml", "two");
    let part = |part| fs::read_to_string(out.join(format!("hands-{part}.csv"))).unwrap();
    let (one, other) = (part(1), part(2));
    let (header, rows) = other.split_once('\n').unwrap();
    assert!(one.starts_with(header), "{header}");
    assert_eq!(one + rows, whole);
}
