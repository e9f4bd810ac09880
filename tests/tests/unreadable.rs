//! One record of the manager journal that cannot be read is one exception (LOG-001), whatever it was: what others would
//! say for want of it is left open.

use feltproof_model::Money;
use feltproof_simulate::Plan;
use feltproof_simulate::referee::GameKind;
use feltproof_tests::{Day, audit};
use std::collections::BTreeMap;

/// The day with the event of one line of the manager journal made unreadable.
fn spoilt(day: &Day, line: usize) -> Day {
    let mut spoilt = day.0.clone();
    let text = String::from_utf8(spoilt["manager.csv"].clone()).unwrap();
    let lines: Vec<String> = (text.lines().enumerate())
        .map(|(at, text)| match at == line {
            true => {
                let text = text.replacen(",grand,", ",grand,?", 1);
                text.replacen(",minor,", ",minor,?", 1)
            }
            false => text.to_owned(),
        })
        .collect();
    spoilt.insert("manager.csv".to_owned(), (lines.join("\n") + "\n").into_bytes());
    Day(spoilt)
}

/// Of each event, with its reason, the first three, the last, and every one of the rare.
fn lines(day: &Day) -> Vec<(usize, String)> {
    let text = String::from_utf8(day.0["manager.csv"].clone()).unwrap();
    let mut all = BTreeMap::<String, Vec<usize>>::new();
    for (at, line) in text.lines().enumerate().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        all.entry(format!("{} {}", fields[4], fields[12])).or_default().push(at);
    }
    let chosen = |lines: Vec<usize>| match lines.len() {
        0..=12 => lines,
        n => vec![lines[0], lines[1], lines[2], lines[n / 2], lines[n - 2], lines[n - 1]],
    };
    all.into_iter()
        .flat_map(|(kind, at)| chosen(at).into_iter().map(move |at| (at, kind.clone())))
        .collect()
}

#[test]
fn a_record_of_the_manager_that_cannot_be_read_is_one_exception() {
    let mut failures = Vec::new();
    // A display of whole dollars hides most wagers: a lost one shows only later.
    for (game, display) in [
        (GameKind::Crazy4Washington, "0.01"),
        (GameKind::Crazy4Washington, "1"),
        (GameKind::FourCardPoker, "0.01"),
        (GameKind::FourCardPoker, "1"),
    ] {
        let display_unit = Money::parse(display.as_bytes()).unwrap();
        let day = Day::simulated(&Plan { display_unit, ..Plan::of(game, 1, 110) });
        for (line, kind) in lines(&day) {
            let audited = audit(&spoilt(&day, line), |_| {});
            let codes: Vec<&str> = audited.exceptions.iter().map(|e| e.code).collect();
            if codes != ["LOG-001"] {
                failures.push(format!(
                    "{} line {}: {kind}: {codes:?}\n{}",
                    game.id(),
                    line + 1,
                    audited.listing()
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{} of them:\n{}", failures.len(), failures.join("\n"));
}
