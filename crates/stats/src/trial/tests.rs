//! The harness itself, on batteries whose law is known, and its exact tests by enumeration.

use super::calibration::{TABULATED, attainable};
use super::power::fisher_lower;
use super::reference::{REPLICATIONS, ROUNDS, SECTION_4, SECTION_4_STREAMS};
use super::*;
use crate::battery::{Battery, Effect, Figures, Law, Outcome, Test};
use crate::defects::{self, Chance, streams};
use crate::special::Prob;

fn test(key: &str, p: f64) -> Test {
    let effect = Effect { measure: "none", observed: 0.0, smallest_seen: None };
    let law = match key {
        // So many trials that the jumps of a count do not matter.
        "fixed.position_max" => Law::ExtremeCell { cells: 10, trials: 1_000_000, chance: 0.5 },
        _ => Law::Named("given"),
    };
    let figures = Figures {
        statistic: 0.0,
        law,
        p: Prob::new(p),
        too_good: Some(Prob::new(1.0 - p)),
        effect,
    };
    Test {
        key: key.to_owned(),
        name: key.to_owned(),
        catches: "nothing",
        n: 1,
        registered: true,
        outcome: Outcome::Ran(figures),
    }
}

/// A battery of ten independent tests, whose p-values are uniform but for what `spoil` does to the
/// first of them.
fn battery(seed: u64, spoil: impl Fn(f64) -> f64) -> Battery {
    let mut chance = Chance::new(seed);
    let mut uniform = || (f64::from(chance.word()) + 0.5) / 4_294_967_296.0;
    let mut tests = vec![test("fixed.position_max", spoil(uniform()))];
    tests.extend((1..10).map(|i| test(&format!("fixed.t{i}"), uniform())));
    Battery { n: 1, unit: "decks", tests, ..Battery::default() }
}

fn of_one(seeds: std::ops::Range<u64>, make: impl Fn(u64) -> Battery) -> Calibration {
    let all: Result<_, String> = calibrate(seeds, |seed| Ok(vec![make(seed)]));
    all.unwrap().remove(0)
}

fn calibration(spoil: impl Fn(f64) -> f64) -> Calibration {
    of_one(0..4_000, |seed| battery(seed, &spoil))
}

#[test]
fn a_sound_battery_is_in_size_and_a_spoilt_one_is_not() {
    let sound = calibration(|p| p);
    assert_eq!(sound.replications, 4_000);
    assert_eq!(sound.out_of_size(1e-3), []);
    let of = |c: &Calibration| -> Vec<(String, &'static str, bool)> {
        c.out_of_size(1e-3).into_iter().map(|o| (o.key, o.what, o.above)).collect()
    };
    let key = || "fixed.position_max".to_owned();
    // p^1.3: 10 % at 5 %, 2.9 % at 1 %.
    let eager = of(&calibration(|p| p.powf(1.3)));
    assert!(eager.contains(&(key(), "p <= .05", true)), "{eager:?}");
    assert!(eager.contains(&(key(), "p <= .01", true)), "{eager:?}");
    // Blind: never below one half. Its fit is then never too good either.
    let blind = of(&calibration(|p| 0.5 + p / 2.1));
    assert_eq!(blind, [(key(), "p <= .05", false), (key(), "p <= .01", false)]);
    // A verdict that is always there.
    let loud = of(&calibration(|_| 1e-9));
    assert!(loud.contains(&("verdict".to_owned(), "p <= .01", true)), "{loud:?}");
}

#[test]
fn calibrations_of_ranges_of_seeds_merge_to_the_whole() {
    let make = |seed| -> Result<_, String> {
        Ok(vec![battery(seed, |p| p), battery(seed + 1_000_000, |p| p * p)])
    };
    let whole = calibrate(0..300, make).unwrap();
    let mut merged = Vec::new();
    for range in [200..300, 0..120, 120..200] {
        merge_calibrations(&mut merged, calibrate(range, make).unwrap());
    }
    assert_eq!(whole, merged);
    assert_eq!(whole.len(), 2);
}

#[test]
fn too_few_data_and_tests_that_do_not_apply_are_counted_apart() {
    let mut battery = battery(0, |p| p);
    battery.tests[1].outcome = Outcome::Insufficient { needs: 9 };
    battery.tests[2].outcome = Outcome::NotRun { why: "no order".to_owned() };
    let calibration = of_one(0..7, |_| battery.clone());
    let sizes = |key: &str| {
        let s = &calibration.tests[key];
        (s.ran, s.insufficient, s.not_run)
    };
    assert_eq!(sizes("fixed.t1"), (0, 7, 0));
    assert_eq!(sizes("fixed.t2"), (0, 0, 7));
    assert_eq!(sizes("fixed.t3"), (7, 0, 0));
    // Nothing ran: nothing is out of size.
    assert!(calibration.out_of_size(0.5).iter().all(|o| o.of > 0));
}

#[test]
fn the_attainable_size_is_the_tabulated_one_and_that_of_all_outcomes() {
    for (end, rounds, at_05, at_01) in TABULATED {
        let cells = match *end {
            ".position_max" => (2_704, *rounds, 1.0 / 52.0),
            _ => (1_326, *rounds, 2.0 / 52.0),
        };
        for (level, size) in [(0.05, at_05), (0.01, at_01)] {
            let ours = attainable(cells, level);
            assert!((ours - size).abs() < 0.001, "{end} {rounds} {level}: {ours}, {size}");
        }
    }
    // One coin thrown ten times, by hand: 0, 1, 9 and 10 heads are unusual at .05 (twice 11/1024),
    // 0 and 10 at .01.
    assert!((attainable((1, 10, 0.5), 0.05) - 22.0 / 1024.0).abs() < 1e-12);
    assert!((attainable((1, 10, 0.5), 0.01) - 2.0 / 1024.0).abs() < 1e-12);
}

/// All ways to choose which of n + m replications reject.
fn fisher_by_hand(n: u64, a: u64, m: u64, b: u64) -> f64 {
    let (mut all, mut low) = (0.0, 0.0);
    for mask in 0_u32..1 << (n + m) {
        if u64::from(mask.count_ones()) == a + b {
            all += 1.0;
            low += f64::from(u32::from(u64::from((mask & ((1 << n) - 1)).count_ones()) <= a));
        }
    }
    low / all
}

#[test]
fn fishers_test_counts_all_ways() {
    for (n, m) in [(5, 7), (8, 3), (1, 9)] {
        for a in 0..=n {
            for b in 0..=m {
                let seen = |rejected, replications| Seen { replications, rejected };
                let p = fisher_lower(seen(a, n), seen(b, m));
                assert!((p - fisher_by_hand(n, a, m, b)).abs() < 1e-9, "{a}/{n} {b}/{m}: {p}");
            }
        }
    }
}

/// A table whose shares are those of the reference, times `factor`.
fn scaled(factor: f64) -> Power {
    let mut power = Power::default();
    for row in SECTION_4 {
        for (view, shares) in [(View::Full, row.full), (View::First(35), row.first_35)] {
            for column in 0..2 {
                let replications = REPLICATIONS[column];
                let rejected = (shares[column] * factor * replications as f64).round() as u64;
                power.cells.insert(
                    (view, row.defect.to_owned(), ROUNDS[column]),
                    Seen { replications, rejected },
                );
            }
        }
    }
    power
}

#[test]
fn the_comparison_holds_for_the_reference_itself_and_fails_below_it() {
    let same = compare(&scaled(1.0));
    assert!(same.holds(), "{same:?}");
    assert_eq!(same.cells.len(), 2 * 2 * SECTION_4.len());
    assert!(same.pooled > 0.4);
    // A twentieth less everywhere: no cell alone shows it, the table does.
    let less = compare(&scaled(0.95));
    assert!(less.lower.is_empty() && less.pooled < FALSE_ALARM && !less.holds(), "{less:?}");
    // One cell lost altogether.
    let mut one = scaled(1.0);
    let key = (View::Full, "riffle9 lab".to_owned(), 1_000);
    one.cells.insert(key, Seen { replications: 200, rejected: 150 });
    let compared = compare(&one);
    assert_eq!(compared.lower.len(), 1);
    assert_eq!(compared.cells[compared.lower[0]].defect, "riffle9 lab");
    assert!(!compared.holds());
    // More than the reference is never a failure.
    let mut more = scaled(1.0);
    more.cells.values_mut().for_each(|seen| seen.rejected = seen.replications);
    assert!(compare(&more).holds());
}

#[test]
fn power_counts_what_the_verdict_rejects() {
    let make = |seed: u64| -> Result<_, String> {
        Ok(vec![battery(seed, |p| if seed.is_multiple_of(4) { 1e-9 } else { p })])
    };
    let mut power = power("riffle7 lab", 1_000, &[View::Full], 0..40, make).unwrap();
    let seen = power.cell(View::Full, "riffle7 lab", 1_000).unwrap();
    assert_eq!(seen.replications, 40);
    assert!((10..13).contains(&seen.rejected), "{seen:?}");
    power.merge(power.clone());
    assert_eq!(power.cell(View::Full, "riffle7 lab", 1_000).unwrap().replications, 80);
    assert_eq!(power.cell(View::First(35), "riffle7 lab", 1_000), None);
}

#[test]
fn the_reference_names_every_defect_but_the_fair_source() {
    let named: Vec<&str> = SECTION_4.iter().map(|row| row.defect).collect();
    let ours: Vec<&str> = defects::ALL.iter().map(|d| d.name).filter(|n| *n != "uniform").collect();
    assert_eq!(named, ours);
    let named: Vec<&str> = SECTION_4_STREAMS.iter().map(|(name, _)| *name).collect();
    let ours: Vec<&str> = streams::ALL.iter().map(|f| f.name).filter(|n| *n != "uniform").collect();
    assert_eq!(named, ours);
    // Two cells copied by hand from the research notes.
    assert_eq!(SECTION_4[5].full, [0.34, 1.0, 1.0, 1.0]);
    assert_eq!(SECTION_4[38].chi_square_alone, [0.01, 0.03, 0.05, 0.0]);
}

#[test]
fn a_failing_battery_is_an_error_not_an_empty_table() {
    let failing = |_| -> Result<Vec<Battery>, String> { Err("no deck".to_owned()) };
    assert!(calibrate(0..2, failing).is_err());
    assert!(power("riffle7 lab", 1_000, &[View::Full], 0..2, failing).is_err());
}
