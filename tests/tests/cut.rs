//! A correct day cut at any moment, at either end: nobody is accused. What may follow the record, or precede it, is left open.

use feltproof_model::Date;
use feltproof_simulate::referee::GameKind;
use feltproof_simulate::{Plan, System};
use feltproof_tests::{Day, audit};

/// Each file with the columns of its times and of its events.
const FILES: [(&str, usize, Option<usize>); 3] =
    [("hands.csv", 1, None), ("controller.csv", 1, Some(4)), ("manager.csv", 1, Some(4))];

/// The time of a record without its zone; times of one day are in the order of their texts.
fn time(record: &str, column: usize) -> &str {
    let time = record.split(',').nth(column).unwrap();
    let zone = time.rfind(['-', '+']).filter(|at| *at > 18);
    &time[..zone.unwrap_or(time.len())]
}

/// The moments of some of the records of each kind of event that others follow up.
fn moments(day: &Day) -> Vec<String> {
    let kinds =
        ["void", "hand_button", "confirm", "key_jph", "award", "reseed", "adjustment", "coin_in"];
    let mut all = Vec::new();
    for (file, column, event) in FILES {
        let text = day.text(file);
        for kind in kinds {
            let is_kind =
                |record: &&str| event.is_some_and(|at| record.split(',').nth(at) == Some(kind));
            let own: Vec<&str> = text.lines().skip(1).filter(is_kind).collect();
            let few = own.iter().step_by((own.len() / 4).max(1));
            all.extend(few.map(|record| time(record, column).to_owned()));
        }
    }
    all
}

/// The records from a moment on, or those before it.
fn cut(day: &Day, moment: &str, is_head: bool) -> Day {
    let mut cut = day.clone();
    for (file, column, _) in FILES {
        let text = day.text(file);
        let (header, records) = text.split_once('\n').unwrap();
        let is_kept = |record: &&str| (time(record, column) >= moment) == is_head;
        let kept: String = records.split_inclusive('\n').filter(is_kept).collect();
        cut.0.insert(file.to_owned(), format!("{header}\n{kept}").into_bytes());
    }
    cut
}

#[test]
fn a_correct_day_cut_anywhere_accuses_nobody() {
    let gaming_day = Date { year: 2026, month: 7, day: 11 };
    let mut tried = 0;
    for game in [GameKind::Crazy4Washington, GameKind::FourCardPoker] {
        for system in System::ALL {
            let plan = Plan { gaming_day, ..Plan::of(game, 17, 400).on(system) };
            let day = Day::simulated(&plan);
            for moment in moments(&day) {
                for is_head in [true, false] {
                    let audited = audit(&cut(&day, &moment, is_head), |_| {});
                    let side = if is_head { "from" } else { "before" };
                    let found = audited.listing();
                    assert!(
                        audited.exceptions.is_empty(),
                        "{game:?} {system:?}, {side} {moment}: {found}"
                    );
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 100, "{tried}");
}
