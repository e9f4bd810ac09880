//! The batteries accuse a fair source as seldom as they say, and see every defect at least as often
//! as the reference.
//!
//! By default a short version runs; `CALIBRATION_REPLICATIONS=2000` makes it the whole (release build).
#![allow(clippy::unwrap_used)]
#![allow(clippy::float_arithmetic, reason = "probabilities")]

use feltproof_stats::defects::{self, streams};
use feltproof_stats::trial::{self, Calibration, Power, View};

/// Chance of calling a sound battery unsound, over a whole table. The seeds are fixed: the outcome is
/// the same in every run.
const CHANCE: f64 = 1e-3;

/// The replications asked for, or `otherwise`.
fn replications(otherwise: u64) -> u64 {
    let requested = std::env::var("CALIBRATION_REPLICATIONS").ok().and_then(|n| n.parse().ok());
    requested.unwrap_or(otherwise)
}

/// Nothing above its level or below its tabulated size, and something did run.
fn in_size(what: &str, calibration: &Calibration, all_run: bool) {
    let out = calibration.out_of_size(CHANCE);
    assert!(out.is_empty(), "{what}: {out:#?}");
    let registered: Vec<_> = calibration.tests.iter().filter(|(_, s)| s.registered).collect();
    assert!(registered.len() >= 10, "{what}: {} registered tests", registered.len());
    let none = |(key, s): &(&String, &trial::Sizes)| (s.ran == 0).then(|| (*key).clone());
    let silent: Vec<String> = registered.iter().filter_map(none).collect();
    assert!(!all_run || silent.is_empty(), "{what}: never ran: {silent:?}");
}

fn decks_in_size(rounds: u64, otherwise: u64, all_run: bool) {
    let views = [View::Full, View::First(35)];
    let fair = defects::named("uniform").unwrap();
    let seeds = 5_000_000..5_000_000 + replications(otherwise);
    let all = trial::calibrate(seeds, |seed| trial::decks(fair, seed, rounds, &views)).unwrap();
    for (view, calibration) in views.iter().zip(&all) {
        in_size(&format!("{view:?} {rounds}"), calibration, all_run);
    }
}

#[test]
fn decks_of_a_hundred_rounds_are_in_size() {
    decks_in_size(100, 200, false);
}

#[test]
fn decks_of_a_thousand_rounds_are_in_size() {
    decks_in_size(1_000, 200, true);
}

#[test]
fn decks_of_ten_thousand_rounds_are_in_size() {
    decks_in_size(10_000, 200, true);
}

#[test]
fn streams_are_in_size() {
    let fair = streams::named("uniform").unwrap();
    for (draws, otherwise) in [(1_000, 200), (10_000, 200), (100_000, 200)] {
        let seeds = 6_000_000..6_000_000 + replications(otherwise);
        let make = |seed| trial::stream(fair, seed, draws).map(|battery| vec![battery]);
        in_size(&format!("{draws} draws"), &trial::calibrate(seeds, make).unwrap()[0], false);
    }
}

/// A share of the replications of the reference: the whole when 2,000 are asked for.
fn share(of: u64, otherwise: u64) -> u64 {
    if replications(0) >= 2_000 { of } else { otherwise }
}

fn no_lower(power: &Power) {
    let comparison = trial::compare(power);
    let lower: Vec<_> = comparison.lower.iter().map(|i| &comparison.cells[*i]).collect();
    assert!(comparison.holds(), "pooled p {}, lower: {lower:#?}", comparison.pooled);
}

#[test]
fn defects_of_decks_are_seen_as_often_as_in_the_reference() {
    let views = [View::Full, View::First(35)];
    let mut table = Power::default();
    for defect in defects::ALL {
        for (rounds, replications) in [(1_000, share(200, 8)), (10_000, share(60, 2))] {
            let try_one = |seed| trial::decks(defect, seed, rounds, &views);
            let power = trial::power(defect.name, rounds, &views, 0..replications, try_one);
            table.merge(power.unwrap());
        }
    }
    no_lower(&table);
    // And the harness would notice a battery that sees nothing.
    table.cells.values_mut().for_each(|seen| seen.rejected = 0);
    assert!(!trial::compare(&table).holds());
}

#[test]
fn flaws_of_streams_are_seen_as_often_as_in_the_reference() {
    let mut table = Power::default();
    for flaw in streams::ALL {
        for (draws, replications) in
            [(1_000, share(200, 40)), (10_000, share(60, 20)), (100_000, share(20, 4))]
        {
            let try_one = |seed| trial::stream(flaw, seed, draws).map(|battery| vec![battery]);
            let power = trial::power(flaw.name, draws, &[View::Stream], 0..replications, try_one);
            table.merge(power.unwrap());
        }
    }
    no_lower(&table);
}
