//! Records removed, cut off or made unreadable: whatever is missing, nobody is accused of what may stand
//! in the hole; and the same fault beside no hole is still raised.
//!
//! Each variant of a day is audited beside the whole one. What is raised in addition must be a root
//! (a record that cannot be read, numbers that are missing) or stand at the cut itself.

use feltproof_model::Locus;
use feltproof_simulate::{FAULTS, FaultKind, Plan};
use feltproof_tests::{Audited, Day, audit, day_of};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

const JOURNALS: [&str; 3] = ["hands.csv", "controller.csv", "manager.csv"];
const FIXTURES: [&str; 2] = ["harbor-card-room", "tampered-day"];

/// Line, file and code of an exception, with the line that it has in the whole day.
type Found = BTreeSet<(usize, String, &'static str)>;

/// A day with what is raised in it.
struct Whole {
    day: Day,
    raised: Found,
}

/// What is done to lines of a journal.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Harm {
    Removed,
    Unreadable,
}

impl Whole {
    fn fixture(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures").join(name);
        let mut day = Day::default();
        for file in JOURNALS.into_iter().chain(["engagement.toml"]) {
            day.0.insert(file.to_owned(), std::fs::read(folder.join(file)).unwrap());
        }
        let raised = found(&audit(&day, |_| {}), "", &[]);
        Self { day, raised }
    }

    fn lines(&self, file: &str) -> Vec<String> {
        self.day.text(file).lines().map(str::to_owned).collect()
    }

    /// The day with other text in a journal.
    fn with(&self, file: &str, text: String) -> Day {
        let mut day = self.day.clone();
        day.0.insert(file.to_owned(), text.into_bytes());
        day
    }

    /// The day with harm done to these lines of a journal, counted from 1, audited: what is raised in
    /// addition, and how much is left open.
    fn harmed(&self, file: &str, at: &Range<usize>, harm: Harm) -> (Found, u64) {
        let lines = self.lines(file);
        let is_kept = |line: &usize| harm != Harm::Removed || !at.contains(line);
        let kept: Vec<usize> = (1..=lines.len()).filter(is_kept).collect();
        let line = |at_line: &usize| {
            let harmed = if at.contains(at_line) { ",?" } else { "" };
            format!("{}{harmed}\n", lines[at_line - 1])
        };
        let day = self.with(file, kept.iter().map(line).collect());
        let audited = audit(&day, |_| {});
        let open = audited.outcome.checks.iter().map(|check| check.undecided).sum();
        let all = found(&audited, file, &kept);
        (all.difference(&self.raised).cloned().collect(), open)
    }

    /// The same, without roots and what stands at the cut.
    fn accused(&self, file: &str, at: &Range<usize>, harm: Harm) -> (Vec<String>, u64) {
        let (mut extra, open) = self.harmed(file, at, harm);
        let cut = at.start - 1..=at.end;
        extra.retain(|(line, of, code)| {
            let is_root = ["LOG-001", "LOG-002", "RND-002"].contains(code);
            !(is_root || of == file && cut.contains(line))
        });
        (extra.into_iter().map(|(line, of, code)| format!("{code} {of}:{line}")).collect(), open)
    }
}

/// What is raised; `kept` are the lines of the whole day that are left of the file `changed`.
fn found(audited: &Audited, changed: &str, kept: &[usize]) -> Found {
    let place = |locus: Locus| match locus {
        Locus::Engagement { line } => (line.number as usize, "engagement.toml".to_owned()),
        Locus::Journal { journal, line } => {
            let file = &audited.scope.engagement.journals[usize::from(journal)].file;
            let line = line as usize;
            (if file == changed { kept[line - 1] } else { line }, file.clone())
        }
    };
    let all = audited.exceptions.iter().map(|e| (place(e.locus), e.code));
    all.map(|((line, file), code)| (line, file, code)).collect()
}

/// Fails with everybody who is accused.
fn nobody_is_accused(whole: &Whole, name: &str, file: &str, variants: Vec<(String, Range<usize>)>) {
    let mut failures = Vec::new();
    for (what, at) in variants {
        for harm in [Harm::Removed, Harm::Unreadable] {
            // A journal of which half cannot be read is another matter.
            if harm == Harm::Unreadable && at.len() > 20 {
                continue;
            }
            let (accused, _) = whole.accused(file, &at, harm);
            if !accused.is_empty() {
                failures.push(format!("{name}/{file} {what} {harm:?}: {accused:?}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_journal_cut_at_either_end_accuses_nobody() {
    for name in FIXTURES {
        let whole = Whole::fixture(name);
        for file in JOURNALS {
            let all = whole.lines(file).len();
            let cuts = [10, 50, 90].into_iter().flat_map(|percent| {
                let at = 2 + (all - 2) * percent / 100;
                [
                    (format!("begins at {percent} %"), 2..at),
                    (format!("ends at {percent} %"), at..all + 1),
                ]
            });
            nobody_is_accused(&whole, name, file, cuts.collect());
        }
    }
}

#[test]
fn ten_rows_lost_accuse_nobody() {
    for name in FIXTURES {
        let whole = Whole::fixture(name);
        for file in JOURNALS {
            let all = whole.lines(file).len();
            let blocks = [5, 25, 45, 65, 85].into_iter().map(|percent| {
                let at = 2 + (all - 2) * percent / 100;
                (format!("ten rows at {percent} %"), at..at + 10)
            });
            nobody_is_accused(&whole, name, file, blocks.collect());
        }
    }
}

/// One record of each kind, the first and the fourth of it.
#[test]
fn one_event_lost_accuses_nobody() {
    for name in FIXTURES {
        let whole = Whole::fixture(name);
        for file in ["controller.csv", "manager.csv"] {
            let mut kinds = BTreeMap::<String, usize>::new();
            let lines = whole.lines(file);
            let each = lines.iter().enumerate().skip(1).filter_map(|(i, line)| {
                let kind = line.split(',').nth(4).unwrap();
                let count = kinds.entry(kind.to_owned()).or_default();
                *count += 1;
                matches!(*count, 1 | 4).then(|| (format!("line {} {kind}", i + 1), i + 1..i + 2))
            });
            let each = each.collect();
            nobody_is_accused(&whole, name, file, each);
        }
    }
}

/// Half of a table's rounds, more than the hands journal holds in several of the blocks that it is read in.
#[test]
fn rounds_lost_are_one_finding_in_journals_of_any_size() {
    for rounds in [400, 12_000] {
        for without in [None, Some("controller")] {
            let mut day = Day::simulated(&Plan::new(7, rounds));
            assert!(rounds < 1000 || day.0["hands.csv"].len() > 3 * 1024 * 1024);
            let hands = day.text("hands.csv");
            let table = hands.lines().nth(1).unwrap().split(',').nth(2).unwrap().to_owned();
            let of_table = |line: &&str| line.split(',').nth(2) == Some(&table);
            let number = |line: &str| line.split(',').next().unwrap().parse::<u32>().unwrap();
            let last = hands.lines().filter(of_table).map(number).max().unwrap();
            let lost = last / 4..last * 3 / 4;
            let is_lost = |line: &&str| of_table(line) && lost.contains(&number(line));
            let kept: String =
                hands.lines().filter(|l| !is_lost(l)).map(|l| format!("{l}\n")).collect();
            day.0.insert("hands.csv".to_owned(), kept.into_bytes());
            if let Some(kind) = without {
                let text = day.text("engagement.toml");
                let parts = text.split("[[journal]]").filter(|part| !part.contains(kind));
                let text = parts.collect::<Vec<_>>().join("[[journal]]");
                day.0.insert("engagement.toml".to_owned(), text.into_bytes());
            }
            let audited = audit(&day, |_| {});
            let raised: Vec<&str> = audited.exceptions.iter().map(|e| e.code).collect();
            assert_eq!(raised, ["RND-002"], "{rounds} rounds, without {without:?}");
        }
    }
}

/// The lines of the hands journal, counted from 1, of the round in which a fault was planted, first and last.
fn lines_of_planted_round(day: &Day) -> Range<usize> {
    let faults = day.text("faults.csv");
    let row = csv::Reader::from_reader(faults.as_bytes()).into_records().next().unwrap().unwrap();
    let start = |line: &str| {
        let fields: Vec<&str> = line.split(',').take(3).collect();
        fields[0] == &row[4] && fields[2] == &row[5]
    };
    let hands = day.text("hands.csv");
    let own: Vec<usize> =
        (1..).zip(hands.lines()).filter(|(_, l)| start(l)).map(|(n, _)| n).collect();
    own[0]..own[own.len() - 1] + 1
}

/// A fault whose round begins with seat 1, which the rows before it cannot have lost, is found beside a lost dealer's row
/// as it is alone: of the round before it in the journal and of the one after it.
#[test]
fn a_lost_dealers_row_hides_no_fault_of_a_whole_round_beside_it() {
    let names = [
        "coin-in-short-one-wager",
        "sensor-not-lit",
        "button-of-another-hand",
        "void-without-cause",
        "void-against-the-cards",
        "envy-without-progressive-wager",
        "envy-to-the-holder",
        "envy-not-multiplied",
        "cover-all-not-paid-for-the-dealers-hand",
        "bank-short",
        "queens-up-beyond-the-aggregate",
        "ante-underpaid",
    ];
    let (mut hidden, mut beside) = (Vec::new(), 0);
    for kind in FAULTS.iter().filter(|kind: &&FaultKind| names.contains(&kind.name)) {
        let day = Day::simulated(&day_of(kind.fault, 11, 400));
        let own = lines_of_planted_round(&day);
        let text = day.text("hands.csv");
        let lines: Vec<&str> = text.lines().collect();
        let is_dealer =
            |n: &usize| lines[n - 1].split(',').nth(4).is_some_and(|s| s.starts_with(['D', 'B']));
        let is_first = lines[own.start - 1].split(',').nth(4) == Some("1");
        let before = (2..own.start).rev().find(is_dealer).filter(|_| is_first);
        let after = (own.end..lines.len()).find(is_dealer);
        for lost in before.into_iter().chain(after) {
            beside += usize::from(lost < own.start);
            let kept = (1..).zip(&lines).filter(|(n, _)| *n != lost).map(|(_, l)| format!("{l}\n"));
            let mut day = day.clone();
            day.0.insert("hands.csv".to_owned(), kept.collect::<String>().into_bytes());
            let audited = audit(&day, |_| {});
            let raised: Vec<&str> = audited.exceptions.iter().map(|e| e.code).collect();
            if !kind.codes.iter().all(|code| raised.contains(code)) {
                hidden.push(format!("{} without line {lost}: {raised:?}", kind.name));
            }
        }
    }
    assert!(hidden.is_empty() && beside >= 4, "{beside} before: {}", hidden.join("\n"));
}
