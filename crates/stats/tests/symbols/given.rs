//! Frequencies are given: independent draws of unequal chances depart by their frequencies alone, and by nothing
//! where the chances were stated.

use crate::level::Sizes;
use feltproof_stats::defects::Chance;
use feltproof_stats::symbols::Symbols;
use feltproof_stats::verdict::{Rule, State, judge};
use feltproof_stats::{Battery, Outcome};

/// A loaded die, a wheel of 54 stops, two coins, the sum of two dice, a reel with rare symbols, and numbers of which
/// one in a thousand lies far from the others.
const SOURCES: [&[u64]; 7] = [
    &[1, 1, 1, 1, 1, 5],
    &[24, 15, 7, 4, 2, 1, 1],
    &[7, 13],
    &[1, 9],
    &[1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1],
    &[9, 9, 8, 8, 7, 7, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 1, 1, 1, 1, 1],
    &[500, 499, 0, 0, 0, 0, 0, 0, 0, 1],
];

/// Tests of how often each symbol came.
const OF_FREQUENCY: [&str; 4] =
    ["stream.frequency", "stream.max_symbol", "stream.split", "stream.kolmogorov_smirnov"];

fn drawn(chance: &mut Chance, weights: &[u64], n: usize) -> Vec<u32> {
    let all: u64 = weights.iter().sum();
    let one = |chance: &mut Chance| {
        let mut at = u64::from(chance.below(all as u32));
        let beyond = |weight: &u64| at.checked_sub(*weight).map(|rest| at = rest).is_none();
        weights.iter().position(beyond).unwrap() as u32
    };
    (0..n).map(|_| one(chance)).collect()
}

fn battery(weights: &[u64], stream: &[u32], is_stated: bool) -> Battery {
    let mut symbols = Symbols::new(weights.len() as u32).unwrap();
    if is_stated {
        symbols = symbols.weighted(weights).unwrap();
    }
    symbols.push_all(stream);
    symbols.finish()
}

fn replications(short: usize) -> u64 {
    std::env::var("CALIBRATION_REPLICATIONS").map_or(short as u64, |n| n.parse().unwrap())
}

/// Thousands were run once: see the README.
#[test]
fn independent_draws_of_unequal_chances_depart_by_their_frequencies_alone() {
    for (source, weights) in (0_u64..).zip(SOURCES) {
        for (n, times) in [(1_000, replications(120)), (10_000, replications(60) / 2)] {
            let stream =
                |seed: u64| drawn(&mut Chance::new((seed << 16) | (source << 8) | 5), weights, n);
            let of_order = |mut battery: Battery| {
                battery.tests.retain(|test| !OF_FREQUENCY.contains(&test.key.as_str()));
                battery
            };
            let batteries = (0..times).map(|seed| of_order(battery(weights, &stream(seed), false)));
            let sizes = Sizes::of(batteries);
            sizes.check(&format!("{weights:?}, {n} draws"), [1e-6, 1e-4], |_| true);
            if weights.contains(&0) {
                continue;
            }
            let batteries = (0..times).map(|seed| battery(weights, &stream(seed), true));
            let sizes = Sizes::of(batteries);
            sizes.check(&format!("{weights:?} stated, {n} draws"), [1e-6, 1e-4], |_| true);
        }
    }
}

/// One draw in twenty is the one before again: seen whatever the chances, and nothing else is blamed on them.
#[test]
fn dependent_draws_of_stated_chances_are_seen() {
    for weights in &SOURCES[..6] {
        let mut chance = Chance::new(11);
        let mut stream = drawn(&mut chance, weights, 20_000);
        for at in 1..stream.len() {
            if chance.below(10) == 0 {
                stream[at] = stream[at - 1];
            }
        }
        let battery = battery(weights, &stream, true);
        let verdict = judge(&battery, Rule::at(0.01));
        assert!(verdict.departs("stream.overlapping_pairs"), "{weights:?}");
        assert!(verdict.departs("stream.runs_symbol"), "{weights:?}");
    }
}

/// A wheel with a light pocket under stated weights: the frequencies depart.
#[test]
fn weights_that_are_not_those_of_the_wheel_are_seen() {
    let stated: &[u64] = &[24, 15, 7, 4, 2, 1, 1];
    let stream = drawn(&mut Chance::new(3), &[24, 14, 8, 4, 2, 1, 1], 20_000);
    let verdict = judge(&battery(stated, &stream, true), Rule::at(0.01));
    assert!(verdict.departs("stream.frequency") && verdict.departs("stream.max_symbol"));
    let only: Vec<_> = verdict.departures.iter().map(|test| test.key.as_str()).collect();
    assert!(only.iter().all(|key| OF_FREQUENCY.contains(key)), "{only:?}");
}

#[test]
fn weights_that_fit_no_range_are_refused_and_equal_ones_change_nothing() {
    let with = |weights: &[u64]| Symbols::new(3).unwrap().weighted(weights);
    for wrong in [&[1, 1][..], &[1, 1, 0], &[1, 1 << 53, 1], &[u64::MAX, 1, 1]] {
        assert!(with(wrong).is_err(), "{wrong:?}");
    }
    let mut equal = with(&[7, 7, 7]).unwrap();
    let mut plain = Symbols::new(3).unwrap();
    let stream = drawn(&mut Chance::new(1), &[1, 1, 1], 5_000);
    equal.push_all(&stream);
    plain.push_all(&stream);
    assert_eq!(equal.finish(), plain.finish());
}

/// Wheels and dice of 10,000 draws are judged: what they are too few for is off the list, and said.
#[test]
fn ten_thousand_draws_are_enough_for_a_wheel_and_a_die() {
    for (d, labels) in [(6, false), (37, false), (38, true), (54, true)] {
        let mut found = 0;
        for seed in 0..60 {
            let mut symbols = Symbols::new(d).unwrap();
            if labels {
                symbols = symbols.labels();
            }
            symbols.push_all(&drawn(&mut Chance::new(seed), &vec![1; d as usize], 10_000));
            let battery = symbols.finish();
            let verdict = judge(&battery, Rule::at(0.01));
            assert_ne!(verdict.state, State::Insufficient, "{d}");
            found += u64::from(verdict.state == State::Departure);
            let short = |test: &feltproof_stats::Test| {
                matches!(test.outcome, Outcome::Insufficient { .. }).then_some(test.registered)
            };
            assert!(battery.tests.iter().filter_map(short).all(|registered| !registered));
        }
        assert!(found <= 4, "{d}: {found} of 60");
    }
    // Without the tests that are the least there are too few.
    let mut few = Symbols::new(38).unwrap();
    few.push_all(&drawn(&mut Chance::new(1), &[1; 38], 150));
    assert_eq!(judge(&few.finish(), Rule::at(0.01)).state, State::Insufficient);
}

/// A wheel with one number as much too frequent as the battery says would be seen departs by it in nine of ten sources, and
/// one of a weighted reel, the rarest of its stops.
#[test]
fn a_bias_of_the_size_said_is_seen_nine_times_in_ten() {
    for weights in [vec![10; 38], vec![30, 24, 18, 12, 9, 5, 2]] {
        let sum: u64 = weights.iter().sum();
        let least = weights.iter().min().unwrap();
        let at = weights.iter().position(|weight| weight == least).unwrap();
        let mut seen = 0;
        let mut excess = 0.0;
        for seed in 0..200 {
            let mut chance = Chance::new((seed << 8) | 6);
            let fair = drawn(&mut chance, &weights, 10_000);
            let verdict = judge(&battery(&weights, &fair, true), Rule::at(0.01));
            let labels = battery(&weights, &fair, true).labels.unwrap();
            assert!((labels.rarest - *least as f64 / sum as f64).abs() < 1e-12);
            excess = labels.excess_seen(labels.rarest, 0.01 / verdict.registered as f64).unwrap();
            // The rare symbol in the place of another, with the chance that makes it so much more frequent.
            let instead = excess * labels.rarest / (1.0 - labels.rarest);
            let bias = |chance: &mut Chance, x: u32| {
                let is_biased = chance.happens((instead * 1e6).round() as u32);
                if is_biased { at as u32 } else { x }
            };
            let biased: Vec<u32> = fair.iter().map(|x| bias(&mut chance, *x)).collect();
            let verdict = judge(&battery(&weights, &biased, true), Rule::at(0.01));
            seen += u64::from(verdict.departs("stream.max_symbol"));
        }
        // Holm's later steps and the two tails make it no less; .9 of 200 is 180, deviation 4.2.
        assert!((165..=198).contains(&seen), "{seen} of 200 at {excess}");
    }
}
