//! What is absent though its record is whole in form: a cell, a setting, the first event. Nobody is accused of
//! it, and what could not be tested is said.

use feltproof_simulate::Plan;
use feltproof_simulate::referee::GameKind;
use feltproof_tests::{Audited, Day, audit};

/// The day with the fields of each line of a journal changed, the header left alone; a line of which nothing is
/// left is gone.
fn changed(day: &Day, file: &str, mut change: impl FnMut(&mut Vec<String>)) -> Day {
    let text = day.text(file);
    let lines = text.lines().enumerate().map(|(at, line)| {
        let mut fields: Vec<String> = line.split(',').map(str::to_owned).collect();
        if at > 0 {
            change(&mut fields);
        }
        fields.join(",")
    });
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    let mut day = day.clone();
    day.0.insert(file.to_owned(), (lines.join("\n") + "\n").into_bytes());
    day
}

/// How much a check left undecided.
fn undecided(audited: &Audited, code: &str) -> u64 {
    audited.outcome.checks.iter().find(|c| c.code == code).unwrap().undecided
}

#[test]
fn limits_that_one_table_lacks_are_a_gap() {
    let day = Day::simulated(&Plan::new(7, 60));
    let engagement = day.text("engagement.toml");
    let posted = engagement.lines().find(|line| line.starts_with("posted")).unwrap();
    let (ante, _) = posted.split_once(", super_bonus").unwrap();
    for (instead, wagers) in
        [(String::new(), "Ante, Queens Up"), (format!("{ante} }}"), "Queens Up")]
    {
        let mut day = day.clone();
        let text = engagement.replacen(posted, &instead, 1);
        day.0.insert("engagement.toml".to_owned(), text.into_bytes());
        let gaps = audit(&day, |_| {}).outcome.gaps;
        let of = format!("The engagement has no posted limits of table C4P-1 for {wagers}:");
        assert!(gaps.len() == 1 && gaps[0].starts_with(&of), "{gaps:?}");
    }
    assert_eq!(audit(&day, |_| {}).outcome.gaps, [""; 0]);
}

#[test]
fn cards_of_a_void_round_that_are_missing_leave_it_open() {
    let day = Day::simulated(&Plan::new(7, 200));
    let whole = audit(&day, |_| {});
    let mut rounds = std::collections::BTreeSet::new();
    let cut = changed(&day, "hands.csv", |row| {
        if row[6] == "void" {
            rounds.insert((row[2].clone(), row[0].clone()));
            row[5].clear();
        }
    });
    let audited = audit(&cut, |_| {});
    assert!(!rounds.is_empty(), "the day has a void round");
    assert_eq!(undecided(&whole, "CRD-003"), 0);
    assert_eq!(undecided(&audited, "CRD-003"), u64::try_from(rounds.len()).unwrap());
    assert_eq!(audited.raised(), [""; 0]);
}

#[test]
fn sensors_that_a_controller_never_names_accuse_nobody() {
    let day = Day::simulated(&Plan::new(7, 200));
    for table in ["", "C4P-1"] {
        let unlit = changed(&day, "controller.csv", |event| {
            if event[4] == "coin_in" && event[2].starts_with(table) {
                event[6].clear();
            }
        });
        let audited = audit(&unlit, |_| {});
        assert_eq!(audited.raised(), [""; 0], "{table}");
        assert!(undecided(&audited, "MTR-004") > 10, "{table}");
    }
    // Where others of the table were lit, one that was not is still raised.
    let mut coin_ins = 0;
    let one = changed(&day, "controller.csv", |event| {
        coin_ins += i32::from(event[4] == "coin_in" && !event[6].is_empty());
        if event[4] == "coin_in" && coin_ins == 40 {
            coin_ins += 1;
            event[6].clear();
        }
    });
    let audited = audit(&one, |_| {});
    assert!(audited.raised().iter().all(|raised| raised.contains("MTR-004")));
    assert_eq!((audited.exceptions.len(), undecided(&audited, "MTR-004")), (1, 0));
}

#[test]
fn a_first_event_of_the_controller_that_is_gone_leaves_the_mode_open() {
    let day = Day::simulated(&Plan::of(GameKind::FourCardPoker, 7, 60));
    let first_gone = changed(&day, "controller.csv", |event| {
        if event[0] == "1" {
            assert_eq!(event[4], "shuffler_mode");
            event.clear();
        }
    });
    let audited = audit(&first_gone, |_| {});
    assert_eq!(audited.raised(), [""; 0]);
    assert!(undecided(&audited, "CFG-010") > 10);

    // Numbers that run on from earlier days tell of nothing that is missing.
    let goes_on = changed(&first_gone, "controller.csv", |event| {
        event[0] = (event[0].parse::<u64>().unwrap() + 4000).to_string();
    });
    let audited = audit(&goes_on, |_| {});
    assert_eq!((undecided(&audited, "CFG-010"), audited.raised().len()), (0, 0));
}
