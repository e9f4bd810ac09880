//! Every figure of a battery arrives in the report as it was, and the words are right.

#![allow(clippy::unwrap_used)] // in helpers too: a test may stop

use super::*;
use feltproof_model::Card;
use feltproof_stats::deal::{Deals, Options};
use feltproof_stats::verdict::judge;
use feltproof_stats::{Effect, Fault, Law};

fn test(key: &str, registered: bool, p: Option<Prob>) -> Test {
    let outcome = match p {
        Some(p) => Outcome::Ran(Figures {
            statistic: 60.0,
            law: Law::ChiSquare { df: 51.0 },
            p,
            too_good: Some(p.complement()),
            effect: Effect { measure: "shift", observed: 0.25, smallest_seen: Some(0.5) },
        }),
        None => Outcome::Insufficient { needs: 100 },
    };
    let (key, name) = (format!("fixed.{key}"), format!("{key} in words"));
    Test { key, name, catches: "a fault", n: 40, registered, outcome }
}

fn labels() -> Vec<String> {
    (0..Card::PACK).filter_map(Card::new).map(|card| card.to_string()).collect()
}

fn presented(labels: &[String]) -> Presentation<'_> {
    Presentation { alone: Rule::of_fraction(1, 100), profile: None, labels }
}

fn figures_of(paper: &Randomness, at: usize) -> RandomnessFigures {
    match &paper.tests[at].outcome {
        RandomnessOutcome::Ran(figures) => (**figures).clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn figures_verdict_and_faults_are_those_of_the_battery() {
    let battery = Battery {
        n: 41,
        unit: "decks",
        tests: vec![
            test("small", true, Some(Prob::new(0.004))),
            test("large", true, Some(Prob::new(0.3))),
            test("shown", false, Some(Prob::new(0.009))),
            test("later", true, None),
        ],
        faults: vec![Fault { at: 6, what: "card 3 stands twice".to_owned() }],
        notes: vec!["A note.".to_owned()],
        ..Battery::default()
    };
    let verdict = judge(&battery, Rule::of_fraction(1, 50));
    let labels = labels();
    let paper = paper("here".to_owned(), &battery, &verdict, presented(&labels));
    let head = (paper.observations, paper.unit.as_str(), paper.source.as_str());
    assert_eq!(head, (41, "decks", "here"));
    assert_eq!(
        (&paper.faults, &paper.notes),
        (&vec!["deck 7: card 3 stands twice".to_owned()], &battery.notes)
    );
    assert_eq!((paper.verdict.state, paper.verdict.registered), (RandomnessState::Fault, 3));
    let counted = (paper.verdict.ran, paper.verdict.insufficient, paper.verdict.not_applicable);
    assert_eq!(counted, (2, 1, 0));
    // Three on the list: 3 times 0.004 is within 0.02.
    assert_eq!(paper.verdict.departures, ["fixed.small"]);
    let small = figures_of(&paper, 0);
    // Holm's method: 3 times the smallest, 2 times the next.
    let adjusted =
        [0, 1].map(|at| p_in_words(Prob::from_ln(figures_of(&paper, at).ln_adjusted.unwrap())));
    assert_eq!(adjusted, ["0.0120", "0.6000"]);
    assert_eq!(figures_of(&paper, 2).ln_adjusted, None);
    let alone = [0, 1, 2].map(|at| figures_of(&paper, at).alone_rejected);
    assert_eq!(alone, [true, false, true]);
    assert_eq!(small.law, "chi-square, 51 degrees of freedom");
    assert_eq!((small.statistic, small.df, small.effect), (60.0, Some(51.0), 0.25));
    assert_eq!((small.p, small.smallest_seen), (0.004, Some(0.5)));
    assert_eq!(paper.tests[3].outcome, RandomnessOutcome::Insufficient(100));
    let unusual = paper.unusual.unwrap();
    assert_eq!((unusual.name.as_str(), unusual.observed), ("small in words", 60.0));
    assert!(!unusual.lattice && unusual.points.len() > 50);
}

/// Rows and columns of the picture are named after cards and positions.
#[test]
fn the_columns_of_a_picture_are_cards_or_positions() {
    let mut decks = Deals::new(52, 1, Options::decks(52)).unwrap();
    for turn in 0..40_usize {
        let deck: Vec<u8> =
            (0..52_usize).map(|i| u8::try_from((i * 5 + turn) % 52).unwrap()).collect();
        decks.push_deck(&deck).unwrap();
    }
    let battery = decks.battery();
    let verdict = judge(&battery, Rule::of_fraction(1, 100));
    let labels = labels();
    let paper = paper(String::new(), &battery, &verdict, presented(&labels));
    assert_eq!(paper.heats.len(), 2);
    for heat in &paper.heats {
        assert_eq!(heat.residuals.len(), heat.rows.len() * heat.columns.len());
    }
    assert_eq!(paper.heats[0].columns, labels);
    assert_eq!(paper.heats[1].columns.len(), 52);
    assert!(!paper.heats[1].columns.contains(&"2c".to_owned()));
    // Each deck is the one before, turned by one: certain to be found, and too small for a number
    // would still have its power of ten.
    assert!(!paper.verdict.departures.is_empty());
}

#[test]
fn probabilities_in_words() {
    let texts = [
        (Prob::new(1.0), "1.0000"),
        (Prob::new(0.03125), "0.0312"),
        (Prob::new(0.001), "0.0010"),
        (Prob::new(0.000_999), "1.0e-3"),
        (Prob::new(3.14e-12), "3.1e-12"),
        // The natural logarithm of ten is 2.302585.
        (Prob::from_ln(-2302.585), "< 1e-300"),
        (Prob::new(0.0), "< 1e-300"),
    ];
    for (p, text) in texts {
        assert_eq!(p_in_words(p), text, "{p:?}");
    }
}
