//! Integer streams under chance, at several ranges: how often the tests reject. Power on the known
//! defects is measured in the laboratory (`tests/tests/power.rs` at the root).

use std::collections::BTreeMap;

use crate::{Source, battery};

use feltproof_stats::Battery;
use feltproof_stats::special::binomial_sf;
use feltproof_stats::symbols::Symbols;
use feltproof_stats::verdict::{Rule, judge};

// -------------------------------------------------------------------------------------------------
// Size: no p-value below its level more often than it should be.

/// How often each test came out at or below some levels, and how often any registered one was
/// rejected.
#[derive(Default)]
struct Sizes {
    tests: BTreeMap<String, [u64; 4]>,
    runs: BTreeMap<String, u64>,
    families: u64,
    departures: u64,
    too_good: u64,
}

const LEVELS: [f64; 3] = [0.1, 0.05, 0.01];

impl Sizes {
    fn add(&mut self, found: &Battery) {
        for test in &found.tests {
            let Some(figures) = test.figures() else { continue };
            *self.runs.entry(test.key.clone()).or_insert(0) += 1;
            let counts = self.tests.entry(test.key.clone()).or_insert([0; 4]);
            for (count, level) in counts.iter_mut().zip(LEVELS) {
                *count += u64::from(figures.p.p() <= level);
            }
            counts[3] += u64::from(figures.too_good.is_some_and(|p| p.p() <= 0.01));
        }
        let verdict = judge(found, Rule::at(0.01));
        self.families += 1;
        self.departures += u64::from(!verdict.departures.is_empty());
        self.too_good += u64::from(!verdict.too_good.is_empty());
    }

    /// Counts that chance would exceed with a probability below one in a million are refused.
    fn check(&self, what: &str) {
        let refuse = |count: u64, n: u64, level: f64| {
            count > 0 && binomial_sf(count - 1, n, level).p() < 1e-6
        };
        for (key, counts) in &self.tests {
            let n = self.runs[key];
            for (count, level) in counts.iter().zip([0.1, 0.05, 0.01, 0.01]) {
                assert!(!refuse(*count, n, level), "{what} {key}: {count} of {n} at {level}");
            }
        }
        assert!(!refuse(self.departures, self.families, 0.01), "{what}: {}", self.departures);
        assert!(!refuse(self.too_good, self.families, 0.001), "{what}: {} too good", self.too_good);
    }
}

/// A few hundred streams, to keep the test short; thousands were run once (range 52 at 1,000 draws: 29
/// of 4,000 rejected at one in a hundred).
#[test]
fn no_test_rejects_a_fair_stream_more_often_than_its_level() {
    for (d, n, times) in [
        (52, 1000, 160),
        (10, 1000, 160),
        (2, 1000, 160),
        (256, 1000, 80),
        (52, 10_000, 50),
        (10, 10_000, 50),
        (2, 10_000, 50),
        (256, 10_000, 25),
        (52, 60_000, 10),
    ] {
        let mut sizes = Sizes::default();
        for seed in 0..times {
            let stream = Source::new((seed << 8) | 1).stream(d, n);
            sizes.add(&battery(d, &stream));
        }
        sizes.check(&format!("range {d}, {n} draws"));
    }
}

/// Five cards from a freshly shuffled deck, again and again: the tests of positions, and the trap
/// that cards of one deck correlate.
#[test]
fn fair_plays_without_replacement_pass_and_fail_where_it_is_not_declared() {
    let mut sizes = Sizes::default();
    for seed in 0..200 {
        let mut source = Source::new((seed << 8) | 2);
        let mut symbols = Symbols::new_grouped(8, 5).unwrap().without_replacement().unwrap();
        for _ in 0..400 {
            symbols.push_all(&five_of(&mut source, 8));
        }
        sizes.add(&symbols.finish());
    }
    sizes.check("five of eight");
    assert_eq!(sizes.tests.len(), 4);

    let mut source = Source::new(99);
    let mut undeclared = Symbols::new_grouped(8, 5).unwrap();
    (0..400).for_each(|_| undeclared.push_all(&five_of(&mut source, 8)));
    let found = undeclared.finish();
    assert!(found.test("play.correlation").unwrap().figures().unwrap().p.p() < 1e-3);
}

fn five_of(source: &mut Source, d: u32) -> [u32; 5] {
    let mut deck: Vec<u32> = (0..d).collect();
    std::array::from_fn(|_| deck.swap_remove(source.below(deck.len() as u64) as usize))
}

/// A defect of each position: one biased, one carried over from the play before.
#[test]
fn a_biased_position_and_a_carried_position_are_found() {
    let mut source = Source::new(7);
    let (mut biased, mut carried) =
        (Symbols::new_grouped(10, 3).unwrap(), Symbols::new_grouped(10, 3).unwrap());
    let mut last = 0;
    for _ in 0..5000 {
        let mut play = source.stream(10, 3);
        let mut other = source.stream(10, 3);
        if source.below(20) == 0 {
            play[2] = 4;
        }
        if source.below(8) == 0 {
            other[1] = last;
        }
        last = other[1];
        biased.push_all(&play);
        carried.push_all(&other);
    }
    let p = |b: &Battery, key: &str| b.test(key).unwrap().figures().unwrap().p.p();
    let (biased, carried) = (biased.finish(), carried.finish());
    assert!(p(&biased, "play.frequency") < 1e-6 && p(&biased, "play.serial_correlation") > 1e-3);
    assert!(p(&carried, "play.serial_correlation") < 1e-6 && p(&carried, "play.frequency") > 1e-3);
}
