//! Figures of daily records against plain sums over the rows of the journals: the right ones pass, a cent beside them does
//! not.

use feltproof_model::workpaper::CheckResult;
use feltproof_model::{Money, Rate};
use feltproof_tests::{Audited, Day, audit};
use std::collections::BTreeMap;
use std::path::Path;

fn fixture() -> Day {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/harbor-card-room");
    let mut day = Day::default();
    for file in ["engagement.toml", "hands.csv", "controller.csv", "manager.csv"] {
        day.0.insert(file.to_owned(), std::fs::read(folder.join(file)).unwrap());
    }
    day
}

fn rows(day: &Day, file: &str) -> Vec<BTreeMap<String, String>> {
    let text = day.text(file);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let names = reader.headers().unwrap().clone();
    let fields = |row: csv::StringRecord| {
        names.iter().zip(row.iter()).map(|(n, v)| (n.to_owned(), v.to_owned())).collect()
    };
    reader.into_records().map(|row| fields(row.unwrap())).collect()
}

fn micros(text: &str) -> i64 {
    if text.is_empty() { 0 } else { Money::parse(text.as_bytes()).unwrap().micros() }
}

/// By table what the stakes come to, less what was returned.
fn wins(day: &Day) -> BTreeMap<String, i64> {
    let mut wins = BTreeMap::new();
    for row in rows(day, "hands.csv").iter().filter(|row| row["seat"] != "D") {
        let win: &mut i64 = wins.entry(row["table"].clone()).or_default();
        for (column, text) in row {
            let is_returned = column.ends_with("_returned");
            let stakes = ["ante", "super_bonus", "play", "queens_up", "progressive"];
            match (is_returned, stakes.contains(&column.as_str())) {
                (true, _) => *win -= micros(text),
                (_, true) => *win += micros(text),
                _ => {}
            }
        }
    }
    wins
}

/// The shares of the coin-ins less what was taken off by hand, and the awards.
fn accrued_and_paid(day: &Day, shares: &[&str]) -> (i64, i64) {
    let (mut accrued, mut paid) = (0, 0);
    for row in rows(day, "manager.csv") {
        let amount = micros(&row["amount"]);
        match row["event"].as_str() {
            "coin_in" => {
                for share in shares {
                    let rate = Rate::parse(share).unwrap();
                    let part = i128::from(amount) * i128::from(rate.numerator());
                    assert_eq!(part % i128::from(rate.denominator()), 0);
                    accrued += i64::try_from(part / i128::from(rate.denominator())).unwrap();
                }
            }
            "award" => paid += amount,
            "adjustment" | "reserve_adjustment" if amount < 0 && row["reason"] != "back_out" => {
                accrued += amount;
            }
            _ => {}
        }
    }
    (accrued, paid)
}

/// Audits the day with these figures at the end of its engagement.
fn with(day: &Day, figures: &[(&str, String, i64)]) -> Audited {
    let mut text = day.text("engagement.toml").to_string();
    for (kind, of, cents) in figures {
        let amount = Money::from_micros(cents * 10_000).plain();
        text += &format!(
            "\n[[record]]\nkind = \"{kind}\"\nday = \"2026-10-31\"\n{of}\namount = \"{amount}\"\ndocument = \"GC2-263\"\n"
        );
    }
    let mut day = Day(day.0.clone());
    day.0.insert("engagement.toml".to_owned(), text.into_bytes());
    audit(&day, |_| {})
}

fn tie_out(audited: &Audited) -> &CheckResult {
    audited.outcome.checks.iter().find(|check| check.code == "REC-001").unwrap()
}

#[test]
fn the_figures_of_a_day_are_the_plain_sums_of_its_journals_to_the_cent() {
    let day = fixture();
    let (accrued, paid) = accrued_and_paid(&day, &["18.5%", "5%"]);
    let link = || "link = \"HARBOR-1\"".to_owned();
    // Rounded down to the cent.
    let mut figures = vec![("progressive-accrual", link(), accrued / 10_000)];
    let has_back_out = rows(&day, "manager.csv").iter().any(|row| row["reason"] == "back_out");
    if !has_back_out {
        figures.push(("progressive-paid", link(), paid / 10_000));
    }
    for (table, win) in wins(&day) {
        assert_eq!(win % 10_000, 0);
        figures.push(("table-win", format!("table = \"{table}\""), win / 10_000));
    }
    assert!(figures.iter().all(|(_, _, cents)| *cents != 0) && figures.len() > 3, "{figures:?}");
    let right = with(&day, &figures);
    let check = tie_out(&right);
    let found: Vec<String> = right.exceptions.iter().map(|e| e.explanation.clone()).collect();
    assert_eq!(found, [""; 0], "{figures:?}");
    assert_eq!(check.undecided, 0, "{}", check.undecided_reason);
    for cent in [-1, 1] {
        let beside: Vec<_> =
            figures.iter().map(|(kind, of, cents)| (*kind, of.clone(), cents + cent)).collect();
        let wrong = with(&day, &beside);
        let codes: Vec<&str> = wrong.exceptions.iter().map(|e| e.code).collect();
        assert_eq!(codes, vec!["REC-001"; figures.len()]);
        assert!(wrong.exceptions.iter().all(|e| e.explanation.ends_with(": $0.01 apart.")));
    }
}

/// Where a row of a table is gone, its win cannot be told, and that of the others can.
#[test]
fn a_figure_of_a_day_with_a_hole_is_left_open() {
    let day = fixture();
    let text = day.text("hands.csv").to_string();
    let first = text.lines().nth(1).unwrap();
    let (round, table) = (first.split(',').next().unwrap(), first.split(',').nth(2).unwrap());
    let is_gone = |line: &&str| line.starts_with(&format!("{round},")) && line.contains(table);
    let cut: Vec<&str> = text.lines().filter(|line| !is_gone(line)).collect();
    let mut day = day;
    day.0.insert("hands.csv".to_owned(), cut.join("\n").into_bytes());
    let of = format!("table = \"{table}\"");
    let audited = with(&day, &[("table-win", of, 1)]);
    let check = tie_out(&audited);
    assert_eq!(check.undecided, 1);
    assert!(
        check
            .undecided_reason
            .starts_with(&format!("The win of table {table} on 2026-10-31 cannot be told"))
    );
    assert!(!audited.exceptions.iter().any(|e| e.code == "REC-001"));
}
