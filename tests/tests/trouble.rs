//! A clean record with one thing wrong at a time: nothing panics, nobody is accused outside what was
//! touched, one cause is at most three findings, and silence is never taken for a test.

use feltproof_model::workpaper::Outcome;
use feltproof_model::{Date, Money};
use feltproof_simulate::Plan;
use feltproof_simulate::referee::GameKind;
use feltproof_tests::trouble::Depth::{self, Full, Quick};
use feltproof_tests::trouble::{struck, table, variants, weigh, wrong};
use feltproof_tests::{Day, audit};
use rayon::prelude::*;
use std::fs;
use std::path::Path;

fn fixture(name: &str) -> Day {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures").join(name);
    let files = fs::read_dir(folder).unwrap().map(|entry| {
        let path = entry.unwrap().path();
        (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap())
    });
    Day(files.collect())
}

/// Two gaming days in one record: the second opens with the meter that the first closed with. The
/// controller of this link counts contributions in whole cents, so that no fraction is lost between.
fn two_days() -> Day {
    let plan = |day, month| Plan {
        contribution_unit: Some(CENT),
        gaming_day: Date { year: 2026, month, day },
        ..Plan::new(7, 200)
    };
    let first = Day::simulated(&Plan { opening_meter: OPENING, ..plan(31, 10) });
    let closing = first.text("manager.csv");
    let closing: Vec<&str> = closing.lines().last().unwrap().split(',').collect();
    let [opening_meter, opening_reserve] =
        [closing[9], closing[10]].map(|m| Money::parse(m.as_bytes()).unwrap());
    let second = Day::simulated(&Plan { opening_meter, opening_reserve, ..plan(1, 11) });
    let mut both = first.clone();
    for file in ["hands.csv", "controller.csv", "manager.csv"] {
        let (mut text, more) = (first.text(file), second.text(file));
        let records = text.lines().count() - 1;
        for line in more.lines().skip(1) {
            match line.split_once(',') {
                Some((seq, rest)) if file != "hands.csv" => {
                    text.push_str(&format!("{},{rest}\n", seq.parse::<usize>().unwrap() + records));
                }
                _ => text.push_str(&format!("{line}\n")),
            }
        }
        both.0.insert(file.to_owned(), text.into_bytes());
    }
    let days = ("gaming_days = [\"2026-10-31\"", "gaming_days = [\"2026-10-31\", \"2026-11-01\"");
    let engagement = first.text("engagement.toml").replace(days.0, days.1);
    both.0.insert("engagement.toml".to_owned(), engagement.into_bytes());
    both
}

const CENT: Money = Money::from_micros(10_000);
const OPENING: Money = Money::from_micros(14_018_320_000);

/// Clean records, each with its name.
fn records(depth: Depth) -> Vec<(String, Day)> {
    let mut all = Vec::new();
    for game in GameKind::ALL {
        all.push((game.id().to_owned(), Day::simulated(&Plan::of(game, 7, 200))));
    }
    let decks = Plan { shuffler_journal: true, ..Plan::new(7, 200) };
    all.push(("shuffler".to_owned(), Day::simulated(&decks)));
    all.push(("two days".to_owned(), two_days()));
    if depth == Full {
        all.push(("harbor-card-room".to_owned(), fixture("harbor-card-room")));
    }
    for name in ["crazy4-wa", "crazy4-ca", "four-card-poker"] {
        all.push((format!("playthrough {name}"), fixture(&format!("playthroughs/{name}"))));
    }
    all
}

#[test]
fn one_thing_wrong_is_one_cause_and_accuses_nobody_else() {
    let depth = if std::env::var_os("TROUBLE").is_some() { Full } else { Quick };
    let mut all = Vec::new();
    for (name, day) in records(depth) {
        all.extend(weigh(&name, &day, variants(&day, depth)));
    }
    println!("{}", table(&all));
    let wrong: Vec<String> = all
        .iter()
        .filter(|w| w.is_bad())
        .map(|w| {
            let faults = w.faults.join("; ");
            format!("{} | {} | {}: {faults} ({})", w.fixture, w.cause, w.what, w.findings)
        })
        .collect();
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// The reader knows at once why the wager was not tested.
#[test]
fn a_column_under_another_name_is_named_as_the_cause() {
    let mut day = Day::simulated(&Plan::new(7, 200));
    let hands = day.text("hands.csv").replacen(",queens_up_returned,", ",qu_ret,", 1);
    day.0.insert("hands.csv".to_owned(), hands.into_bytes());
    let audited = audit(&day, |_| {});
    let [gap, ..] = &audited.outcome.gaps[..] else { panic!("no gap is named") };
    assert!(gap.starts_with("hands.csv lacks columns"), "{gap}");
    assert!(gap.contains("queens_up_returned (`qu_ret`?)"), "{gap}");
    let check = audited.outcome.checks.iter().find(|c| c.code == "PAY-004").unwrap();
    let Outcome::NotRun { reason } = &check.outcome else { panic!("{:?}", check.outcome) };
    assert_eq!(
        reason,
        "The hands journal has no queens_up_returned column (is `qu_ret` meant, which is not read?)."
    );
}

/// A hand that no button selects is no record, and a button that is not that of the hand is found.
#[test]
fn the_hand_selected_is_judged() {
    let day = fixture("playthroughs/crazy4-wa");
    for (button, raised) in
        [("banana", "LOG-001 controller.csv:3"), ("royal_flush", "AWD-004 manager.csv:4")]
    {
        let mut day = day.clone();
        let text = day.text("controller.csv").replacen("four_aces", button, 1);
        day.0.insert("controller.csv".to_owned(), text.into_bytes());
        let audited = audit(&day, |_| {});
        assert!(audited.raised().contains(&raised.to_owned()), "{}", audited.listing());
    }
}

/// Random days with random damage: nothing panics, every row is read or a problem, nobody is accused outside what was
/// touched, and another way of writing the same record changes nothing.
#[test]
fn a_day_of_any_seed_is_read_to_the_last_row_and_accuses_nobody_else() {
    let number = |name: &str, otherwise: u64| {
        std::env::var(name).map_or(otherwise, |text| text.parse().expect("a whole number"))
    };
    let from = number("TROUBLE_FROM", 0);
    let seeds = from..from + number("TROUBLE_SEEDS", 100);
    let found: Vec<String> = seeds
        .into_par_iter()
        .filter_map(|seed| {
            let day = struck(seed);
            let wrong = wrong(&day);
            let words = format!("seed {seed}: {}\n    {}", day.story, wrong.join("\n    "));
            (!wrong.is_empty()).then_some(words)
        })
        .collect();
    assert!(found.is_empty(), "{}:\n{}", found.len(), found.join("\n"));
}
