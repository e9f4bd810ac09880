//! The clock of one journal beside those of the others, all along or up to a moment: nobody is accused of it, no round falls out
//! of its gaming day by it, and one sentence names the journal, the time and the remedy.

use feltproof_model::Date;
use feltproof_simulate::referee::GameKind;
use feltproof_simulate::{Plan, System};
use feltproof_tests::{Audited, Day, audit};

/// In the middle of a month, so that a time moved by half a day stays in it.
const JULY: Date = Date { year: 2026, month: 7, day: 10 };

fn days() -> Vec<Day> {
    let wa = |rng_seed| Plan { gaming_day: JULY, ..Plan::new(rng_seed, 120) };
    let poker = Plan { game: GameKind::FourCardPoker, system: System::Nexus2, ..wa(2) };
    let plans = [wa(1), poker, Plan { shuffler_journal: true, ..wa(3) }];
    plans.iter().map(Day::simulated).collect()
}

/// A time as journals write it, so many minutes later.
fn later(time: &str, minutes: i64) -> String {
    let number = |at: std::ops::Range<usize>| time[at].parse::<i64>().unwrap();
    let all = (number(8..10) * 24 + number(11..13)) * 60 + number(14..16) + minutes;
    let (day, hour, minute) = (all / 1440, all / 60 % 24, all % 60);
    format!("{}{day:02}T{hour:02}:{minute:02}{}", &time[..8], &time[16..])
}

/// The day with times of one journal moved: of the part of its records that `of` picks.
fn moved(day: &Day, file: &str, minutes: i64, of: impl Fn(usize, usize) -> bool) -> Day {
    let text = day.text(file);
    let rows = text.lines().count();
    let at = text.lines().next().unwrap().split(',').position(|name| name == "time").unwrap();
    let moved = text.lines().enumerate().map(|(row, line)| {
        let cells = line.split(',').enumerate().map(|(cell, text)| match cell == at && row > 0 {
            true if of(row, rows) => later(text, minutes),
            _ => text.to_owned(),
        });
        cells.collect::<Vec<_>>().join(",") + "\n"
    });
    let mut day = day.clone();
    day.0.insert(file.to_owned(), moved.collect::<String>().into_bytes());
    day
}

/// What is said of clocks, where nothing is found; `what` names the day.
fn said(audited: &Audited, what: &str) -> Vec<String> {
    assert!(audited.exceptions.is_empty(), "{what}: {}", audited.listing());
    let log_004 = audited.outcome.checks.iter().find(|check| check.code == "LOG-004").unwrap();
    let (open, gaps) = (&log_004.undecided_reason, &audited.outcome.gaps);
    let said = gaps.iter().chain([open]).filter(|reason| reason.contains("clock"));
    let said: Vec<String> = said.cloned().collect();
    assert_eq!(log_004.undecided as usize, said.len(), "{what}: {said:?}");
    said
}

#[test]
fn a_clock_beside_the_others_is_one_sentence_and_no_accusation() {
    let cases = [
        (-840, "14 hours", "behind"),
        (-480, "8 hours", "behind"),
        (-90, "1 hour 30 minutes", "behind"),
        (-15, "15 minutes", "behind"),
        (30, "30 minutes", "ahead of"),
        (180, "3 hours", "ahead of"),
        (420, "7 hours", "ahead of"),
        (840, "14 hours", "ahead of"),
    ];
    for day in days() {
        assert_eq!(said(&audit(&day, |_| {}), "untouched"), [""; 0]);
        for journal in ["hands", "controller", "manager", "shuffler"] {
            let file = format!("{journal}.csv");
            if !day.0.contains_key(&file) {
                continue;
            }
            for (minutes, hours, side) in cases {
                let what = format!("{file} by {minutes} minutes");
                let said = said(&audit(&moved(&day, &file, minutes, |_, _| true), |_| {}), &what);
                assert_eq!(said.len(), 1, "{what}: {said:?}");
                let clock = format!(
                    "the clock of the {journal} journal stands about {hours} {side} that of the"
                );
                assert!(said[0].contains(&clock), "{what}: {said:?}");
                assert!(said[0].contains("`time_zone`"), "{what}: {said:?}");
            }
        }
    }
}

/// Set right in the middle of the day, or wrong from there on.
#[test]
fn a_clock_that_was_set_within_the_day_is_one_sentence_and_no_accusation() {
    for day in days() {
        for (journal, minutes) in
            [("hands", 180), ("controller", -480), ("manager", 420), ("hands", -60)]
        {
            let file = format!("{journal}.csv");
            for is_first_half in [true, false] {
                let of = |row: usize, rows: usize| (row < rows / 2) == is_first_half;
                let what = format!("{file} by {minutes} minutes, first half: {is_first_half}");
                let said = said(&audit(&moved(&day, &file, minutes, of), |_| {}), &what);
                assert_eq!(said.len(), 1, "{what}: {said:?}");
                let place = if is_first_half { " before line " } else { " from line " };
                assert!(said[0].contains(place), "{what}: {said:?}");
            }
        }
    }
}
