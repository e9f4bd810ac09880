//! One wrong field in a whole simulated day: a time, a running number or a round number that does not
//! stand in line. Whatever it says and wherever it stands, it is found, and it moves nothing else.

use feltproof_model::Date;
use feltproof_simulate::Plan;
use feltproof_tests::{Audited, Day, audit};

/// Most exceptions of one wrong field: the field, and what it makes of its own round.
const MOST: usize = 3;

fn day() -> Day {
    let gaming_day = Date { year: 2026, month: 7, day: 11 };
    Day::simulated(&Plan { gaming_day, ..Plan::new(11, 400) })
}

/// The lines of a file, without the header, each as fields.
fn rows(day: &Day, file: &str) -> Vec<Vec<String>> {
    day.text(file).lines().skip(1).map(|l| l.split(',').map(str::to_owned).collect()).collect()
}

/// The day with other rows in a file.
fn with_rows(day: &Day, file: &str, rows: &[Vec<String>]) -> Day {
    let header = day.text(file).lines().next().unwrap().to_owned();
    let lines: Vec<String> = rows.iter().map(|fields| fields.join(",")).collect();
    let mut day = day.clone();
    day.0.insert(file.to_owned(), format!("{header}\n{}\n", lines.join("\n")).into_bytes());
    day
}

/// A time so many hours later: the calendar of two days is enough.
fn shifted(time: &str, hours: i32) -> String {
    let (date, rest) = time.split_once('T').unwrap();
    let (hour, rest) = rest.split_at(2);
    let at = hour.parse::<i32>().unwrap() + hours;
    let first = if date.ends_with("11") { 0 } else { 24 };
    let (day, hour) = ((at + first).div_euclid(24), (at + first).rem_euclid(24));
    let date = match day {
        -1 => "2026-07-10",
        0 => "2026-07-11",
        1 => "2026-07-12",
        _ => "2026-07-13",
    };
    format!("{date}T{hour:02}{rest}")
}

/// What a wrong field says, from what it should say.
fn wrong(field: &str, of: &str) -> Vec<String> {
    let number = || of.parse::<i64>().unwrap();
    match field {
        "time" => {
            let hours = [1, -1, 6, -6, 30];
            let mut all: Vec<String> = hours.iter().map(|h| shifted(of, *h)).collect();
            // The end of the day.
            all.push(format!("2026-07-12T05:59:59{}", if of.len() > 25 { "-07:00" } else { "" }));
            all.push(of.replacen("2026", "2027", 1));
            all
        }
        "round" => {
            let near = [number() + 1, number() - 1, number() + 100, number() / 2];
            let all = near.into_iter().chain([1, 4_294_967_295]);
            all.filter(|n| *n > 0 && *n != number()).map(|n| n.to_string()).collect()
        }
        _ => {
            let near = [number() + 1, number() - 1, number() * 10, number() / 2];
            let all = near.into_iter().chain([1, 4_294_967_295]);
            all.filter(|n| *n > 0 && *n != number()).map(|n| n.to_string()).collect()
        }
    }
}

/// Places in a journal: its ends, and some between.
fn places(rows: usize) -> Vec<usize> {
    let mut all: Vec<usize> = (0..8).chain(rows - 8..rows).collect();
    all.extend((8..rows - 8).step_by(rows / 12));
    all
}

/// One wrong field: how many exceptions, and what it was.
fn check(audited: &Audited, what: &str, failures: &mut Vec<String>) {
    let found = audited.exceptions.len();
    if found > MOST {
        let lines: Vec<String> = audited.raised().into_iter().take(8).collect();
        failures.push(format!("{what}: {found} exceptions: {}", lines.join(", ")));
    }
}

fn each_wrong_field(file: &str, column: &str) {
    let day = day();
    let all = rows(&day, file);
    let header = day.text(file).lines().next().unwrap().to_owned();
    let at = header.split(',').position(|c| c == column).unwrap();
    let (mut failures, mut tried) = (Vec::new(), 0);
    for place in places(all.len()) {
        if all[place][at].is_empty() {
            continue;
        }
        for value in wrong(column, &all[place][at]) {
            let mut changed = all.clone();
            changed[place][at].clone_from(&value);
            let audited = audit(&with_rows(&day, file, &changed), |_| {});
            let what = format!("{file}:{} {column} {} is {value}", place + 2, all[place][at]);
            check(&audited, &what, &mut failures);
            tried += 1;
        }
    }
    let some = failures.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
    assert!(failures.is_empty(), "{} of {tried}:\n{some}", failures.len());
}

#[test]
fn one_wrong_running_number_is_at_most_three_exceptions() {
    each_wrong_field("controller.csv", "seq");
    each_wrong_field("manager.csv", "seq");
}

#[test]
fn one_wrong_time_on_the_controller_is_at_most_three_exceptions() {
    each_wrong_field("controller.csv", "time");
}

#[test]
fn one_wrong_time_of_the_manager_is_at_most_three_exceptions() {
    each_wrong_field("manager.csv", "time");
}

#[test]
fn one_wrong_time_of_a_hand_is_at_most_three_exceptions() {
    each_wrong_field("hands.csv", "time");
}

#[test]
fn one_wrong_round_number_on_the_controller_is_at_most_three_exceptions() {
    each_wrong_field("controller.csv", "round");
}

#[test]
fn one_wrong_round_number_of_the_manager_is_at_most_three_exceptions() {
    each_wrong_field("manager.csv", "round");
}

#[test]
fn one_wrong_round_number_of_a_hand_is_at_most_three_exceptions() {
    each_wrong_field("hands.csv", "round");
}

/// The rows of a round share their time and their number: one of them wrong in all rows.
#[test]
fn one_wrong_round_is_at_most_three_exceptions() {
    let day = day();
    let all = rows(&day, "hands.csv");
    let (mut failures, mut tried) = (Vec::new(), 0);
    for place in places(all.len()) {
        let of = &all[place];
        for (at, column) in [(0, "round"), (1, "time")] {
            for value in wrong(column, &of[at]) {
                let mut changed = all.clone();
                let same = |row: &&mut Vec<String>| (&row[0], &row[2]) == (&of[0], &of[2]);
                for row in changed.iter_mut().filter(same) {
                    row[at].clone_from(&value);
                }
                let audited = audit(&with_rows(&day, "hands.csv", &changed), |_| {});
                let what = format!("round {} of {} has {column} {value}", of[0], of[2]);
                check(&audited, &what, &mut failures);
                tried += 1;
            }
        }
    }
    let some = failures.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
    assert!(failures.is_empty(), "{} of {tried}:\n{some}", failures.len());
}
