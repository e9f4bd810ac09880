//! Blocks of a large journal that were moved, exchanged or doubled: larger than what is held, and long after
//! their rounds were judged. They are named, and nobody is accused of what stands elsewhere.

use feltproof_simulate::Plan;
use feltproof_tests::{Day, audit};
use std::collections::BTreeSet;

/// What names a block that stands elsewhere: gaps and steps back of numbers and times.
const NAMED: [&str; 5] = ["LOG-002", "LOG-003", "LOG-004", "RND-001", "RND-002"];

/// What happens to a block of so many rows.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// It changes places with another one.
    Exchanged,
    /// It is cut out in the first quarter and put in at the third.
    Moved,
    /// It stands twice in the middle.
    Doubled,
    /// It stands in the middle, and long before it.
    CopiedAhead,
}

fn changed(day: &Day, file: &str, change: Change, block: usize) -> Day {
    let text = day.text(file);
    let mut lines: Vec<&str> = text.lines().collect();
    let header = lines.remove(0);
    let (first, middle, third) = (lines.len() / 4, lines.len() / 2, lines.len() * 3 / 4);
    match change {
        Change::Exchanged => (0..block).for_each(|at| lines.swap(first + at, third + at)),
        Change::Moved => {
            let rows: Vec<&str> = lines.drain(first..first + block).collect();
            lines.splice(third..third, rows);
        }
        Change::Doubled => {
            let rows = lines[middle..middle + block].to_vec();
            lines.splice(middle..middle, rows);
        }
        Change::CopiedAhead => {
            let rows = lines[middle..middle + block].to_vec();
            lines.splice(first..first, rows);
        }
    }
    let mut day = day.clone();
    day.0.insert(file.to_owned(), format!("{header}\n{}\n", lines.join("\n")).into_bytes());
    day
}

#[test]
fn a_block_that_stands_elsewhere_is_named_and_accuses_nobody() {
    let day = Day::simulated(&Plan::new(3, 6_000));
    for file in ["hands.csv", "controller.csv", "manager.csv"] {
        for change in [Change::Exchanged, Change::Moved, Change::Doubled, Change::CopiedAhead] {
            for block in [20, 700] {
                let audited = audit(&changed(&day, file, change, block), |_| {});
                let codes: BTreeSet<&str> = audited.exceptions.iter().map(|e| e.code).collect();
                let words = format!("{file} {change:?} {block}:\n{}", audited.listing());
                assert!(!codes.is_empty() && codes.len() <= 3, "{words}");
                assert!(codes.iter().all(|code| NAMED.contains(code)), "{words}");
                let most = if matches!(change, Change::Doubled) { 1 } else { 8 };
                assert!(audited.exceptions.len() <= most, "{words}");
            }
        }
    }
}
