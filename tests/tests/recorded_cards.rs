//! Cards dealt by someone else's software: card checks hold, categories equal the reference, and
//! everything about money is not run, with a reason.

#![allow(clippy::unwrap_used, reason = "a helper of tests fails the test")]

use feltproof_checks::CHECKS;
use feltproof_model::workpaper::Outcome;
use feltproof_tests::{Day, audit, recorded_cards};
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
            "LOG-001", "LOG-004", "LOG-005", "PAR-002",
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
