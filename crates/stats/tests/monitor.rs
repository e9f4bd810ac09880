//! How often the monitor raises a false alarm, and how soon a true one: by simulation, beside figures
//! of an independent program (`rounds to E >= 100`).
#![allow(clippy::unwrap_used)]

use feltproof_stats::defects::{self, streams};
use feltproof_stats::monitor::{Monitor, StreamMonitor};
use feltproof_stats::special::binomial_sf;

/// Rounds until the evidence reaches the second alarm, if it does within `most`.
fn rounds_to_alarm(defect: &str, seed: u64, dealt: usize, most: u64) -> Option<u64> {
    let mut source = defects::named(defect).unwrap().source(seed);
    let mut monitor = Monitor::new(52, 1).unwrap();
    let mut deck = [0; 52];
    let bound = 100_f64.ln();
    (1..=most).find(|_| {
        source.next(&mut deck);
        monitor.push_partial(&deck[..dealt]).unwrap();
        monitor.ln_e() >= bound
    })
}

/// Median of nine runs.
fn median(defect: &str, dealt: usize, most: u64) -> u64 {
    let mut rounds: Vec<u64> = (0..9)
        .map(|seed| rounds_to_alarm(defect, 100 + seed, dealt, most).unwrap_or(u64::MAX))
        .collect();
    rounds.sort_unstable();
    println!("{defect}, {dealt} cards: {rounds:?}");
    rounds[4]
}

#[test]
fn alarms_come_no_later_than_in_the_reference() {
    // The reference is the median of an independent program without the gamblers on whole orders; the
    // bound is about twice the median measured here (9, 33, 96 and 2,235 rounds).
    for (defect, reference, bound) in [
        ("riffle6 chained", 350, 20),
        ("riffle7 chained", 1_225, 70),
        ("riffle8 chained", 5_500, 200),
        ("sticky block of 3 p=5%", 6_750, 4_500),
    ] {
        assert!(bound < reference && median(defect, 52, reference) <= bound, "{defect}");
    }
}

#[test]
fn alarms_come_when_only_the_dealt_cards_are_seen() {
    for (defect, most) in [("riffle7 chained", 2_000), ("sticky block of 3 p=5%", 12_000)] {
        assert!(median(defect, 35, most) < most, "{defect}");
    }
}

#[test]
fn a_card_that_is_never_dealt_raises_an_alarm() {
    let mut source = defects::named("uniform").unwrap().source(8);
    let mut monitor = Monitor::new(52, 1).unwrap();
    let mut deck = [0; 52];
    for _ in 0..60 {
        source.next(&mut deck);
        let dealt: Vec<u8> = deck.into_iter().filter(|c| *c != 17).take(35).collect();
        monitor.push_partial(&dealt).unwrap();
    }
    let evidence = monitor.evidence();
    assert!(evidence.alarms.iter().all(|a| a.at.is_some()), "{evidence:?}");
    let first = evidence.components.iter().max_by(|a, b| a.ln_e.total_cmp(&b.ln_e)).unwrap();
    assert_eq!(first.key, "fixed.undealt");
}

/// Fair sources of which the evidence ever reached each alarm.
fn false_alarms(runs: u64, rounds: u64, dealt: &dyn Fn(u64) -> usize) -> [u64; 2] {
    let mut crossed = [0; 2];
    for seed in 0..runs {
        let mut source = defects::named("uniform").unwrap().source(seed);
        let mut monitor = Monitor::new(52, 1).unwrap();
        let mut deck = [0; 52];
        for round in 0..rounds {
            source.next(&mut deck);
            monitor.push_partial(&deck[..dealt(round)]).unwrap();
        }
        for (count, alarm) in crossed.iter_mut().zip(monitor.evidence().alarms) {
            *count += u64::from(alarm.at.is_some());
        }
    }
    crossed
}

#[test]
fn a_fair_source_is_accused_no_more_often_than_promised() {
    const RUNS: u64 = 400;
    let full = false_alarms(RUNS, 1_000, &|_| 52);
    let partial = false_alarms(RUNS, 500, &|round| if round % 3 == 0 { 20 } else { 35 });
    println!("of {RUNS}: full {full:?}, partial {partial:?}");
    for [at_20, at_100] in [full, partial] {
        // As many or more with chance below one in a thousand, were the promise kept only just.
        assert!(at_20 == 0 || binomial_sf(at_20 - 1, RUNS, 0.05).p() > 1e-3, "{at_20}");
        assert!(at_100 == 0 || binomial_sf(at_100 - 1, RUNS, 0.01).p() > 1e-3, "{at_100}");
    }
}

#[test]
fn a_stream_is_accused_when_it_should_be() {
    let worst = |flaw: &str, seed: u64, draws: u64| {
        let mut source = streams::named(flaw).unwrap().source(seed);
        let mut monitor = StreamMonitor::new(streams::SYMBOLS).unwrap();
        (0..draws).for_each(|_| monitor.push(source.draw()).unwrap());
        monitor.worst().ln_e
    };
    let bound = 100_f64.ln();
    for (flaw, draws) in [
        ("LCG31 %52", 20_000),
        ("8-bit %52", 60_000),
        ("+1% repeats", 20_000),
        ("lag-5 1%", 20_000),
    ] {
        assert!(worst(flaw, 3, draws) >= bound, "{flaw}: {}", worst(flaw, 3, draws));
    }
    let crossed = (0..200).filter(|seed| worst("uniform", *seed, 3_000) >= 20_f64.ln()).count();
    assert!(binomial_sf(crossed as u64, 200, 0.05).p() > 1e-3, "{crossed}");
}
