//! Cards dealt by someone else's software: card checks hold, categories equal the reference, and
//! everything about money is not run, with a reason; tested for randomness, the figures are those of
//! plain counts.

#![allow(clippy::float_arithmetic, reason = "plain counts of cards")]

use feltproof_checks::CHECKS;
use feltproof_model::workpaper::Outcome;
use feltproof_simulate::Plan;
use feltproof_simulate::referee::GameKind;
use feltproof_stats::{State, curve};
use feltproof_tests::{Audited, Day, audit, recorded_cards};
use std::collections::BTreeMap;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/recorded-cards");

fn read(file: &str) -> Vec<u8> {
    std::fs::read(format!("{FOLDER}/{file}")).unwrap()
}

#[test]
fn the_fixture_is_what_its_command_makes() {
    let source = String::from_utf8(read("source/pluribus_hole_cards.csv")).unwrap();
    assert_eq!(recorded_cards(&source).unwrap().into_bytes(), read("hands.csv"));
}

#[test]
fn categories_equal_the_reference_and_money_is_not_run() {
    let files = ["engagement.toml", "hands.csv"].map(|f| (f.to_owned(), read(f)));
    let audited = audit(&Day(BTreeMap::from(files)), |_| {});
    assert_eq!(audited.raised(), Vec::<String>::new());
    assert_eq!(audited.outcome.counts.rounds, 10_000);

    let reference: serde_json::Value = serde_json::from_slice(&read("reference.json")).unwrap();
    let counts = &reference["pluribus_hole_cards"];
    let mut rare = [0; 2];
    for category in &audited.outcome.categories {
        let key = category.category.replace(' ', "_");
        for (side, (name, found)) in [
            ("first_five_as_best_four", category.players),
            ("cards_6_to_10_as_best_four", category.dealers),
        ]
        .into_iter()
        .enumerate()
        {
            match counts[name].get(&key) {
                Some(expected) => {
                    assert_eq!(expected.as_u64(), Some(found), "{name} {key}");
                    rare[side] += 1;
                }
                None => assert!(["pair", "high_card"].contains(&key.as_str()), "{key}"),
            }
        }
    }
    assert_eq!(rare, [6, 6], "every category of the reference was compared");
    let all: u64 = audited.outcome.categories.iter().map(|c| c.players).sum();
    assert_eq!(all, 10_000);

    for (check, result) in CHECKS.iter().zip(&audited.outcome.checks) {
        let cards = [
            "CRD-001", "CRD-002", "RND-001", "RND-002", "RND-003", "RND-006", "RND-007", "RND-008",
            "LOG-001", "LOG-004", "LOG-005", "CFG-015", "PAR-002",
        ];
        match &result.outcome {
            Outcome::Ran { tested, exceptions } => {
                assert!(cards.contains(&check.code), "{} ran without its input", check.code);
                assert!(*tested > 0 && *exceptions == 0);
            }
            Outcome::NotRun { reason } => {
                assert!(!cards.contains(&check.code), "{} was not run: {reason}", check.code);
                assert!(reason.len() > 10);
            }
        }
    }
}

/// The fixture with tests of randomness.
fn tested() -> Audited {
    let day = Day(["engagement.toml", "hands.csv"].map(|f| (f.to_owned(), read(f))).into());
    audit(&day.with_randomness("0.01"), |_| {})
}

/// The ten cards of every round as numbers, read from the journal as text.
fn deals() -> Vec<Vec<usize>> {
    let text = String::from_utf8(read("hands.csv")).unwrap();
    let number = |card: &str| {
        let card = card.as_bytes();
        let rank = b"23456789TJQKA".iter().position(|r| *r == card[0]).unwrap();
        rank + 13 * b"cdhs".iter().position(|s| *s == card[1]).unwrap()
    };
    let rows: Vec<Vec<usize>> = text
        .lines()
        .skip(1)
        .map(|row| row.rsplit(',').next().unwrap().split(' ').map(number).collect())
        .collect();
    rows.chunks(2).map(|round| round.concat()).collect()
}

/// 51/52 of Pearson's statistic of places by cards, where the places hold so many cards of a deck
/// (statistics.md 3b: what was not dealt is one place more).
fn places_by_card(deals: &[Vec<usize>], place_of: impl Fn(usize) -> usize, sizes: &[f64]) -> f64 {
    let mut counts = vec![[0.0; 52]; sizes.len()];
    for deal in deals {
        let mut place = [sizes.len() - 1; 52];
        deal.iter().enumerate().for_each(|(i, card)| place[*card] = place_of(i));
        (0..52).for_each(|card| counts[place[card]][card] += 1.0);
    }
    let rounds = deals.len() as f64;
    let cell = |(count, size): (f64, f64)| {
        let expected = rounds * size / 52.0;
        (count - expected).powi(2) / expected
    };
    let cells = counts.iter().zip(sizes).flat_map(|(row, size)| row.map(|count| (count, *size)));
    cells.map(cell).sum::<f64>() * 51.0 / 52.0
}

#[test]
fn cards_of_other_software_do_not_depart_and_the_figures_are_those_of_plain_counts() {
    let audited = tested();
    assert_eq!(audited.raised(), Vec::<String>::new());
    for code in ["STA-002", "STA-003", "STA-006"] {
        let check = audited.outcome.checks.iter().find(|c| c.code == code).unwrap();
        assert_eq!(check.outcome, Outcome::Ran { tested: 10_000, exceptions: 0 }, "{code}");
    }
    let [paper] = audited.outcome.randomness.as_slice() else { panic!("one source") };
    assert_eq!(paper.verdict.state, State::NothingFound, "{:?}", paper.verdict);
    assert_eq!((paper.battery.n, paper.verdict.insufficient), (10_000, 0));
    let deals = deals();
    let overlap = {
        // Cards seen again: hypergeometric, 10 of 10 among 52.
        let (mean, pairs) = (100.0 / 52.0, deals.len() as f64 - 1.0);
        let variance = 10.0 * (10.0 / 52.0) * (42.0 / 52.0) * (42.0 / 51.0);
        let again = |w: &[Vec<usize>]| w[1].iter().filter(|c| w[0].contains(c)).count() as f64;
        let sum: f64 = deals.windows(2).map(again).sum();
        (sum - pairs * mean) / (pairs * variance).sqrt()
    };
    let positions: Vec<f64> = [vec![1.0; 10], vec![42.0]].concat();
    for (key, expected, df) in [
        ("fixed.position_card", places_by_card(&deals, |i| i, &positions), Some(510.0)),
        ("fixed.zone_card", places_by_card(&deals, |i| i / 5, &[5.0, 5.0, 42.0]), Some(102.0)),
        ("previous.overlap", overlap, None),
    ] {
        let test = paper.battery.test(key).unwrap();
        let figures = test.figures().unwrap_or_else(|| panic!("{key} did not run"));
        let off = (figures.statistic - expected).abs();
        assert!(off < 1e-9 * expected.abs(), "{key}: {} and {expected}", figures.statistic);
        assert_eq!(curve::df(&figures.law), df, "{key}");
    }
}

/// The same hands journal with the cards of each hand in order of rank, as many programs write them.
fn sorted_hands(journal: &str) -> String {
    let place = |card: &&str| b"23456789TJQKA".iter().position(|rank| *rank == card.as_bytes()[0]);
    let (head, rows) = journal.split_once('\n').unwrap();
    let column = head.split(',').position(|name| name == "cards").unwrap();
    let mut sorted = format!("{head}\n");
    for row in rows.lines() {
        let mut fields: Vec<String> = row.split(',').map(str::to_owned).collect();
        let mut cards: Vec<&str> = row.split(',').nth(column).unwrap().split(' ').collect();
        cards.sort_by_key(place);
        fields[column] = cards.join(" ");
        sorted.push_str(&(fields.join(",") + "\n"));
    }
    sorted
}

/// Declared to be in the order dealt, sorted hands accuse nobody: one gap names the cause, and what order
/// cannot touch is tested.
#[test]
fn sorted_hands_are_a_gap_and_no_departure() {
    let mut recorded: BTreeMap<String, Vec<u8>> =
        ["engagement.toml", "hands.csv"].map(|f| (f.to_owned(), read(f))).into();
    let journal = sorted_hands(std::str::from_utf8(&recorded["hands.csv"]).unwrap());
    recorded.insert("hands.csv".to_owned(), journal.into_bytes());
    let plan = Plan::of(GameKind::Crazy4Washington, 1, 4000);
    let mut simulated = Day::simulated(&Plan { shuffler_journal: true, ..plan });
    let journal = sorted_hands(&simulated.text("hands.csv"));
    simulated.0.insert("hands.csv".to_owned(), journal.into_bytes());
    assert!(simulated.text("engagement.toml").contains("cards = \"dealt-order\""));
    for (day, tables) in [(Day(recorded).with_randomness("0.01"), 1), (simulated, 4)] {
        let audited = audit(&day, |_| {});
        let accused = audited.raised();
        assert!(
            !accused.iter().any(|at| ["STA-002", "STA-003"].contains(&&at[..7])),
            "{accused:?}\n{}",
            audited.listing()
        );
        let gaps = &audited.outcome.gaps;
        let named =
            gaps.iter().filter(|gap| gap.contains("stand in order of rank (ace high), rising"));
        assert_eq!(named.count(), tables, "{gaps:?}");
        let hands = audited.outcome.randomness.iter().filter(|p| p.source.starts_with("Hands"));
        for paper in hands {
            assert_eq!(paper.verdict.state, State::Insufficient, "{:?}", paper.verdict);
            let ran = |key: &str| paper.battery.test(key).unwrap().figures().is_some();
            assert!(!ran("fixed.position_card") && !ran("previous.rises"));
            assert!(ran("fixed.zone_card") && ran("fixed.same_hand") && ran("previous.overlap"));
        }
    }
}
