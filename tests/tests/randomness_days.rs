//! Days with the decks on record through the whole path: an untouched day of any game raises nothing,
//! a machine with a fault raises its codes at its table and nothing else, and too few or chosen cards
//! are not tested and never passed.

#![allow(clippy::float_arithmetic, reason = "plain counts of cards")]

use feltproof_model::workpaper::Outcome;
use feltproof_simulate::referee::GameKind;
use feltproof_simulate::{FAULTS, Need, Plan};
use feltproof_stats::{Outcome as Ended, State};
use feltproof_tests::{Audited, Day, audit};

fn recorded(game: GameKind, rng_seed: u64, rounds: u32) -> Plan {
    Plan { shuffler_journal: true, ..Plan::of(game, rng_seed, rounds) }
}

/// How the check of this code ended.
fn outcome<'a>(audited: &'a Audited, code: &str) -> &'a Outcome {
    &audited.outcome.checks.iter().find(|c| c.code == code).unwrap().outcome
}

const CODES: [&str; 7] =
    ["STA-001", "STA-002", "STA-003", "STA-004", "STA-005", "STA-006", "STA-007"];

#[test]
fn an_untouched_day_of_every_game_raises_nothing() {
    for game in GameKind::ALL {
        for (rng_seed, rounds) in [(1, 4000), (2, 1200)] {
            let audited = audit(&Day::simulated(&recorded(game, rng_seed, rounds)), |_| {});
            assert!(
                audited.exceptions.is_empty(),
                "{} {rng_seed}:\n{}",
                game.id(),
                audited.listing()
            );
            assert_eq!((&audited.problems, &audited.outcome.gaps), (&Vec::new(), &Vec::new()));
            for code in CODES {
                let Outcome::Ran { tested, exceptions: 0 } = outcome(&audited, code) else {
                    panic!("{code}: {:?}", outcome(&audited, code));
                };
                let least = if code == "STA-007" { 2 * rounds } else { rounds };
                assert!(*tested >= u64::from(least), "{code} tested {tested}");
            }
            // Of each table the hands and the decks.
            let papers = &audited.outcome.randomness;
            assert_eq!(papers.len(), 8);
            for paper in papers {
                assert!(paper.verdict.departures.is_empty() && paper.faults.is_empty());
                assert_eq!(paper.battery.n, u64::from(rounds) / 4);
                assert!((paper.verdict.rule.level - 0.01 / 8.0).abs() < 1e-15, "{paper:?}");
                let (ran, list) = (paper.verdict.ran, paper.verdict.registered);
                assert_eq!(ran + paper.verdict.not_applicable, list, "{}", paper.source);
                assert!(ran >= 35, "{}: {:?}", paper.source, paper.verdict);
            }
        }
    }
}

#[test]
fn each_fault_of_a_shuffler_raises_its_codes_and_nothing_else() {
    for kind in FAULTS.iter().filter(|kind| kind.fault.need() == Some(Need::Decks)) {
        let plan = recorded(kind.fault.game(), 11, 4000);
        let day = Day::simulated(&Plan { faults: vec![kind.fault], ..plan });
        let audited = audit(&day, |_| {});
        // A machine departs in as many tests as see it, all of them reported at its table.
        let mut raised = audited.raised();
        raised.dedup();
        assert_eq!(raised, day.planted(), "{}:\n{}", kind.name, audited.listing());
        for exception in &audited.exceptions {
            assert!(exception.explanation.len() > 80 && !exception.recorded.is_empty());
        }
    }
}

/// The rounds are named whose decks are identical.
#[test]
fn identical_decks_are_named_by_their_rounds() {
    let fault = FAULTS.iter().find(|kind| kind.name == "deck-comes-again").unwrap().fault;
    let plan = recorded(fault.game(), 11, 2000);
    let audited = audit(&Day::simulated(&Plan { faults: vec![fault], ..plan }), |_| {});
    let found = audited.exceptions.iter().find(|e| e.explanation.contains("decks of the shuffler"));
    let explanation = &found.unwrap().explanation;
    assert!(explanation.contains("Identical: round 20 and round 60."), "{explanation}");
}

#[test]
fn folded_hands_without_cards_are_refused_and_the_decks_tested() {
    let plan = recorded(GameKind::Crazy4Washington, 3, 2000);
    let day = Day::simulated(&Plan { conceals_folded: true, ..plan });
    let audited = audit(&day, |_| {});
    assert!(audited.exceptions.is_empty(), "{}", audited.listing());
    for code in ["STA-002", "STA-003"] {
        let Outcome::NotRun { reason } = outcome(&audited, code) else { panic!("{code} ran") };
        assert!(reason.contains("rounds lack the cards of a hand that was dealt"), "{reason}");
    }
    for code in ["STA-004", "STA-005", "STA-006"] {
        assert!(matches!(outcome(&audited, code), Outcome::Ran { .. }), "{code}");
    }
    let refused = |gap: &&String| gap.starts_with("The randomness of the hands dealt at table");
    let gaps = &audited.outcome.gaps;
    assert_eq!(gaps.iter().filter(refused).count(), 4, "{gaps:?}");
    let hands = audited.outcome.randomness.iter().filter(|p| p.source.starts_with("Hands"));
    for paper in hands {
        assert_eq!(paper.verdict.state, State::Insufficient);
        assert!(paper.battery.tests.iter().all(|t| matches!(t.outcome, Ended::NotRun { .. })));
    }
}

#[test]
fn the_fixture_is_what_its_command_makes_and_raises_its_list() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/riffled-shuffler");
    let faults = FAULTS.iter().filter(|kind| kind.name == "decks-only-riffled");
    let plan = Plan {
        tables: 2,
        faults: faults.map(|kind| kind.fault).collect(),
        ..recorded(GameKind::Crazy4Washington, 20_261_102, 600)
    };
    let day = Day::simulated(&plan);
    for (file, bytes) in &day.0 {
        assert!(std::fs::read(format!("{folder}/{file}")).unwrap() == *bytes, "{file}");
    }
    let mut raised = audit(&day, |_| {}).raised();
    raised.dedup();
    assert_eq!((raised, day.0.len()), (day.planted(), 6));
}

#[test]
fn too_few_rounds_are_neither_passed_nor_failed() {
    let day = Day::simulated(&recorded(GameKind::Crazy4Washington, 5, 60));
    let audited = audit(&day, |_| {});
    let Outcome::NotRun { reason } = outcome(&audited, "STA-003") else { panic!("it ran") };
    assert!(reason.contains("insufficient, has 15 deals, needs "), "{reason}");
    assert!(audited.exceptions.is_empty() && audited.outcome.gaps.len() == 8);
    for paper in &audited.outcome.randomness {
        assert_eq!(paper.verdict.state, State::Insufficient, "{}", paper.source);
    }
}

#[test]
fn nothing_is_tested_unless_the_engagement_says_so() {
    let day = Day::simulated(&Plan::new(1, 2000));
    let audited = audit(&day, |_| {});
    for code in CODES {
        assert!(matches!(outcome(&audited, code), Outcome::NotRun { .. }), "{code} ran");
    }
    assert!(audited.outcome.randomness.is_empty() && audited.outcome.gaps.is_empty());
    let audited = audit(&day.with_randomness("1%"), |_| {});
    let tested = |code: &str| matches!(outcome(&audited, code), Outcome::Ran { .. });
    let ran: Vec<&str> = CODES.into_iter().filter(|code| tested(code)).collect();
    assert_eq!(ran, ["STA-002", "STA-003", "STA-006"]);
    // Two prepared rounds of the first table have the same cards: so they are found.
    let mut raised = audited.raised();
    raised.dedup();
    assert_eq!(raised, ["STA-006 engagement.toml:16"], "{}", audited.listing());
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let fault = FAULTS.iter().find(|kind| kind.name == "decks-only-riffled").unwrap().fault;
    let plan = recorded(fault.game(), 9, 6000);
    let day = Day::simulated(&Plan { faults: vec![fault], ..plan });
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let audited = pool.install(|| audit(&day, |_| {}));
        (audited.exceptions, audited.outcome.checks, audited.outcome.randomness)
    };
    assert_eq!(on(1), on(3));
}
