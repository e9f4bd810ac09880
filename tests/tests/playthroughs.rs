//! The rounds of `fixtures/playthroughs`: the table of amounts in each README is what the
//! journal records and what the reference owes, the audit finds nothing, and a cent more or less
//! anywhere is found at its line.

use feltproof_checks::CHECKS;
use feltproof_engine::{Explainer, RoundState, settle};
use feltproof_intake::{JournalReader, Records, parse_engagement};
use feltproof_model::workpaper::Outcome;
use feltproof_model::{HandRow, Locus, Money, Seat, Wager};
use feltproof_tests::{Audited, Day, audit};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/playthroughs");

const FOLDERS: [&str; 6] =
    ["crazy4-ca", "crazy4-link5", "crazy4-v2", "crazy4-wa", "four-card-frenzy", "four-card-poker"];

const CENT: i64 = 10_000;

/// What a README or a journal says of one wager: seat, stake, returned.
type Amounts = (String, Money, Money);

/// By line of `hands.csv` and wager.
type Documented = BTreeMap<(u32, &'static str), Amounts>;

fn read(folder: &str) -> Day {
    let files = fs::read_dir(format!("{ROOT}/{folder}")).unwrap().map(|entry| {
        let path = entry.unwrap().path();
        (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap())
    });
    Day(files.collect())
}

fn money(text: &str) -> Money {
    Money::parse(text.as_bytes()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The rows `| hands.csv:2 | 1 | ante | 10.00 | 20.00 | why |` of a README.
fn documented(day: &Day) -> Documented {
    let mut documented = Documented::new();
    let readme = day.text("README.md");
    for row in readme.lines().filter(|l| l.starts_with("| hands.csv:")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [line, seat, wager, stake, returned, why] = cells[..] else { panic!("{row}") };
        let line = line.trim_start_matches("hands.csv:").parse().unwrap();
        let wager = Wager::from_key(wager).unwrap_or_else(|| panic!("{row}"));
        assert!(why.len() >= 6, "{row}: says nothing of how");
        assert_eq!(stake == "none", matches!(wager, Wager::AnteBonus | Wager::Envy), "{row}");
        let stake = if stake == "none" { Money::ZERO } else { money(stake) };
        let amounts = (seat.to_owned(), stake, money(returned));
        assert_eq!(documented.insert((line, wager.key()), amounts), None, "{row}: twice");
    }
    documented
}

/// The same of the journal itself: every wager with a stake or something returned.
fn recorded(day: &Day) -> Documented {
    let mut recorded = Documented::new();
    for row in rows(day) {
        for wager in Wager::ALL {
            let (stake, returned) = (row.stake[wager], row.returned[wager]);
            if !stake.is_zero() || !returned.is_zero() {
                let amounts = (row.seat.to_string(), stake, returned);
                recorded.insert((row.line, wager.key()), amounts);
            }
        }
    }
    recorded
}

fn rows(day: &Day) -> Vec<HandRow> {
    let engagement = parse_engagement(&day.text("engagement.toml"), "engagement.toml")
        .unwrap_or_else(|e| panic!("{e}"));
    let bytes = day.0["hands.csv"].as_slice();
    let mut reader = JournalReader::new(bytes, &engagement, 0).unwrap_or_else(|e| panic!("{e}"));
    let mut rows = Vec::new();
    while let Some(block) = reader.next_block().unwrap() {
        assert_eq!(block.problems, [], "every record is understood");
        let Records::Hands(hands) = block.records else { panic!("hands.csv is the first journal") };
        rows.extend(hands.rows.as_rows().iter());
    }
    rows
}

/// The row of the dealer or the banker is the last of its round.
fn rounds(rows: &[HandRow]) -> Vec<&[HandRow]> {
    rows.split_inclusive(|row| row.seat.player().is_none()).collect()
}

fn code_ran(audited: &Audited, code: &str) -> bool {
    let at = CHECKS.iter().position(|c| c.code == code).unwrap_or_else(|| panic!("{code}"));
    matches!(audited.outcome.checks[at].outcome, Outcome::Ran { tested: 1.., .. })
}

#[test]
fn every_folder_is_documented_and_listed() {
    let folders: BTreeSet<String> = fs::read_dir(ROOT)
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(folders, FOLDERS.map(str::to_owned).into());
    let list = fs::read_to_string(format!("{ROOT}/README.md")).unwrap();
    for folder in FOLDERS {
        assert!(list.contains(&format!("| `{folder}` |")), "README.md does not list {folder}");
        let readme = read(folder).text("README.md");
        assert!(readme.contains(&format!("fixtures/playthroughs/{folder}/hands.csv:2")));
        // Every step stands beside its source.
        let steps = readme.lines().filter(|l| {
            l.strip_prefix("| ").and_then(|l| l.chars().next()).is_some_and(|c| c.is_ascii_digit())
                && l.split('|').count() == 5
        });
        let mut count = 0;
        for step in steps {
            let source = step.split('|').nth(3).unwrap();
            let named = ["document 00", "public descriptions", "ruling `", "table "];
            assert!(named.iter().any(|n| source.contains(n)), "{folder}: {step}");
            count += 1;
        }
        assert!(count >= 9, "{folder}: {count} steps");
    }
}

#[test]
fn the_tables_are_what_the_journals_record() {
    for folder in FOLDERS {
        let day = read(folder);
        assert_eq!(documented(&day), recorded(&day), "{folder}");
    }
}

/// Each amount is owed, and every wager of every hand could be decided.
#[test]
fn the_reference_owes_every_amount_documented() {
    let mut wagers = BTreeSet::new();
    for folder in FOLDERS {
        let day = read(folder);
        let rules = audit(&day, |_| {}).scope.rules[0].clone();
        let documented = documented(&day);
        let rows = rows(&day);
        assert!(!rounds(&rows).is_empty());
        for round in rounds(&rows) {
            let mut hands = Vec::new();
            let outcome = settle(&rules, round, &mut hands);
            assert_eq!(outcome.state, RoundState::Settled, "{folder}");
            for (at, (row, hand)) in round.iter().zip(&hands).enumerate() {
                for wager in Wager::ALL {
                    let expected = match row.seat {
                        Seat::Player(_) => wager != Wager::Bank,
                        Seat::Banker(_) => wager == Wager::Bank,
                        Seat::Dealer => false,
                    };
                    if !expected {
                        continue;
                    }
                    let why = || Explainer::new(&rules, round, &hands, outcome).text(at, wager);
                    let place = format!("{folder}/hands.csv:{} {wager}", row.line);
                    assert!(hand.testable.contains(wager), "{place}: {}", why());
                    let amounts = documented.get(&(row.line, wager.key()));
                    let want = amounts.map_or(Money::ZERO, |(_, _, returned)| *returned);
                    assert_eq!(hand.owed[wager], want, "{place}: {}", why());
                    wagers.extend(amounts.map(|_| wager.key()));
                }
            }
        }
    }
    // Together they have every wager there is.
    assert_eq!(wagers, Wager::ALL.iter().map(|w| w.key()).collect());
}

#[test]
fn the_audit_finds_nothing_wrong() {
    for folder in FOLDERS {
        let audited = audit(&read(folder), |_| {});
        assert_eq!(audited.raised(), Vec::<String>::new(), "{folder}");
        assert_eq!(audited.problems, [], "{folder}");
        assert_eq!(audited.outcome.counts.rounds, 2, "{folder}");
        assert!(code_ran(&audited, "PAY-001"), "{folder}");
    }
    for folder in ["crazy4-wa", "crazy4-link5"] {
        let audited = audit(&read(folder), |_| {});
        let tested = ["MTR-001", "MTR-002", "MTR-003", "MTR-004", "ENV-001", "AWD-003", "AWD-004"];
        for code in tested {
            assert!(code_ran(&audited, code), "{folder}: {code}");
        }
    }
}

/// The journal with one amount returned changed by so many micro-dollars.
fn altered(day: &Day, line: u32, wager: &str, change: i64) -> Day {
    let text = day.text("hands.csv");
    let column = format!("{wager}_returned");
    let place = text.lines().next().unwrap().split(',').position(|c| c == column).unwrap();
    let rows = (1..).zip(text.lines()).map(|(at, row)| {
        let mut cells: Vec<String> = row.split(',').map(str::to_owned).collect();
        if at == line {
            let now = if cells[place].is_empty() { Money::ZERO } else { money(&cells[place]) };
            cells[place] = Money::from_micros(now.micros() + change).plain();
        }
        cells.join(",") + "\n"
    });
    let rows: String = rows.collect();
    let mut day = day.clone();
    day.0.insert("hands.csv".to_owned(), rows.into_bytes());
    day
}

#[test]
fn a_cent_more_or_less_is_found_at_its_line() {
    for folder in FOLDERS {
        let day = read(folder);
        for ((line, wager), (_, _, returned)) in documented(&day) {
            for change in [CENT, -CENT] {
                if returned.micros() + change < 0 {
                    continue;
                }
                let audited = audit(&altered(&day, line, wager, change), |_| {});
                let place = format!("{folder}/hands.csv:{line} {wager} by {change}");
                let [found] = &audited.exceptions[..] else {
                    panic!("{place}: {:?}", audited.raised());
                };
                let at = matches!(found.locus, Locus::Journal { journal: 0, line: l } if l == line);
                assert!(at, "{place}: {:?}", audited.raised());
                let family = if wager == "envy" { "ENV-" } else { "PAY-" };
                assert!(found.code.starts_with(family), "{place}: {}", found.code);
            }
        }
    }
}
