//! Numbers that begin again within a gaming day: at a shift, or where a system was started again. One finding where the
//! engagement does not say that they may, nothing where it does; and no money.

use feltproof_model::Date;
use feltproof_simulate::referee::GameKind;
use feltproof_simulate::{Plan, System};
use feltproof_tests::{Audited, Day, audit};
use std::collections::BTreeMap;

/// When they begin again, local time, unless another moment is tried.
const AT: &str = "2026-07-11T22:00";

fn day(game: GameKind, system: System) -> Day {
    let gaming_day = Date { year: 2026, month: 7, day: 11 };
    Day::simulated(&Plan { gaming_day, ..Plan::of(game, 11, 400).on(system) })
}

/// A file with one of its fields changed: by the whole record, where that gives another value.
fn changed(
    day: &mut Day,
    file: &str,
    column: &str,
    mut other: impl FnMut(&BTreeMap<&str, &str>) -> Option<u64>,
) {
    let Some(text) = day.0.get(file).map(|_| day.text(file)) else { return };
    let header: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let at = header.iter().position(|name| *name == column).unwrap();
    let mut changed = format!("{}\n", header.join(","));
    for line in text.lines().skip(1) {
        let mut fields: Vec<String> = line.split(',').map(str::to_owned).collect();
        let record = header.iter().copied().zip(line.split(',')).collect();
        if let Some(value) = other(&record) {
            fields[at] = value.to_string();
        }
        changed += &format!("{}\n", fields.join(","));
    }
    day.0.insert(file.to_owned(), changed.into_bytes());
}

/// Running numbers that begin again.
fn with_numbers(mut day: Day) -> Day {
    for file in ["controller.csv", "manager.csv"] {
        let mut last = None;
        changed(&mut day, file, "seq", |record| {
            let own: u64 = record["seq"].parse().unwrap();
            let before = *last.get_or_insert(0);
            if record["time"] < AT {
                last = Some(own);
                return None;
            }
            Some(own - before)
        });
    }
    day
}

/// Round numbers that begin again with the first round of each table that begins after the time.
fn with_rounds(mut day: Day, at: &str) -> Day {
    let mut begun = BTreeMap::<(String, u64), String>::new();
    for file in ["hands.csv", "controller.csv", "manager.csv"] {
        changed(&mut day, file, "round", |record| {
            if let Ok(round) = record["round"].parse() {
                let time = record["time"][..19].to_owned();
                let first =
                    begun.entry((record["table"].to_owned(), round)).or_insert(time.clone());
                *first = time.min(first.clone());
            }
            None
        });
    }
    let mut lasts = BTreeMap::<String, u64>::new();
    for ((table, round), _) in begun.iter().filter(|(_, first)| first.as_str() < at) {
        let last = lasts.entry(table.clone()).or_default();
        *last = (*last).max(*round);
    }
    for file in ["hands.csv", "controller.csv", "manager.csv"] {
        changed(&mut day, file, "round", |record| {
            let round: u64 = record["round"].parse().ok()?;
            let last = lasts.get(record["table"])?;
            round.checked_sub(*last).filter(|round| *round > 0)
        });
    }
    day
}

fn said(mut day: Day) -> Day {
    let start = "gaming_day_start = ";
    let engagement = day.text("engagement.toml");
    let engagement =
        engagement.replace(start, &format!("numbers_begin_again = [\"22:00\"]\n{start}"));
    day.0.insert("engagement.toml".to_owned(), engagement.into_bytes());
    day
}

/// The codes that were raised, each once, and whether any names money.
fn codes(audited: &Audited) -> (Vec<&'static str>, bool) {
    let mut codes: Vec<&str> = audited.exceptions.iter().map(|e| e.code).collect();
    codes.sort_unstable();
    codes.dedup();
    (codes, audited.exceptions.iter().any(|e| e.difference.is_some()))
}

fn kinds() -> impl Iterator<Item = (GameKind, System)> {
    let linked = [GameKind::Crazy4Washington, GameKind::FourCardPoker];
    let linked =
        linked.into_iter().flat_map(|game| System::ALL.into_iter().map(move |s| (game, s)));
    let alone = [GameKind::Crazy4California, GameKind::Crazy4Version2, GameKind::FourCardFrenzy];
    linked.chain(alone.into_iter().map(|game| (game, System::default())))
}

#[test]
fn round_numbers_that_begin_again_are_one_finding_without_money() {
    for (game, system) in kinds() {
        let day = with_rounds(day(game, system), AT);
        let audited = audit(&day, |_| {});
        assert_eq!(
            codes(&audited),
            (vec!["RND-001"], false),
            "{game:?} {system:?} {}",
            audited.listing()
        );
        assert!(audited.exceptions.len() <= 4, "one for each table: {}", audited.listing());
        let audited = audit(&said(day), |_| {});
        assert!(audited.exceptions.is_empty(), "{game:?} {system:?}: {}", audited.listing());
    }
}

/// Each round with an award is the first after the numbers began again: it is another than the round 1 of before.
#[test]
fn an_award_of_the_first_round_after_is_of_that_round() {
    let mut tried = 0;
    for (game, system) in kinds() {
        let day = day(game, system);
        if !day.0.contains_key("manager.csv") {
            continue;
        }
        let manager = day.text("manager.csv");
        let awards = manager.lines().filter(|line| line.split(',').nth(4) == Some("award"));
        // A round takes less than two minutes until its award.
        for award in awards.map(|line| line.split(',').nth(1).unwrap()).step_by(3) {
            let (minutes, rest) = award[14..].split_at(2);
            let minutes: u32 = minutes.parse().unwrap();
            let Some(before) = minutes.checked_sub(2) else { continue };
            let at = format!("{}{before:02}{}", &award[..14], &rest[..3]);
            let audited = audit(&with_rounds(day.clone(), &at), |_| {});
            let found = codes(&audited);
            assert_eq!(found, (vec!["RND-001"], false), "{system:?} {at} {}", audited.listing());
            tried += 1;
        }
    }
    assert!(tried > 5, "{tried}");
}

#[test]
fn running_numbers_that_begin_again_are_one_finding_of_each_journal() {
    for (game, system) in kinds() {
        let day = with_numbers(day(game, system));
        if !day.0.contains_key("manager.csv") {
            continue;
        }
        let audited = audit(&day, |_| {});
        assert_eq!(
            codes(&audited),
            (vec!["LOG-003"], false),
            "{game:?} {system:?} {}",
            audited.listing()
        );
        assert!(audited.exceptions.len() <= 2, "{}", audited.listing());
        let audited = audit(&said(day), |_| {});
        assert!(audited.exceptions.is_empty(), "{game:?} {system:?}: {}", audited.listing());
    }
}
