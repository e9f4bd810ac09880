//! What winners were owed, by two programs: the amounts that an audit says against those of the simulator, whose
//! meter is its own.

use feltproof_model::Money;
use feltproof_simulate::{Fault, Plan};
use feltproof_tests::{Day, audit};

/// What a day's list of faults says an award differs by.
fn planted(day: &Day) -> Money {
    let text = day.text("faults.csv");
    let rows: Vec<_> = csv::Reader::from_reader(text.as_bytes()).into_records().collect();
    let [Ok(row)] = rows.as_slice() else { panic!("{text}") };
    Money::parse(row[9].as_bytes()).unwrap()
}

#[test]
fn what_a_winner_is_short_is_what_the_simulators_meter_says() {
    let mut short = Vec::new();
    for name in
        ["award-before-the-reseed", "award-before-its-own-coin-in", "link-awards-in-wrong-order"]
    {
        let fault = Fault::parse(name).unwrap();
        for rng_seed in 21..29 {
            let plan = Plan { faults: vec![fault], ..Plan::of(fault.game(), rng_seed, 400) };
            let day = Day::simulated(&plan);
            let audited = audit(&day, |_| {});
            let [exception] = audited.exceptions.as_slice() else {
                panic!("{name}, seed {rng_seed}:\n{}", audited.listing())
            };
            let difference = exception.difference.unwrap();
            assert_eq!(difference, planted(&day), "{name}, seed {rng_seed}");
            assert!(difference < Money::ZERO, "{name}, seed {rng_seed}: {difference}");
            short.push(difference);
        }
    }
    short.sort();
    short.dedup();
    assert!(short.len() > 12, "the days differ: {short:?}");
}
