//! Tests of the counting and judging of full decks, one file for each subject.

#![allow(clippy::unwrap_used)]

mod group;
mod merging;
mod plain;
mod repeating;
mod size;
mod wide;

use super::Decks;
use crate::battery::Outcome;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

/// Fair decks of `n` cards.
struct Fair {
    n: usize,
    random: ChaCha20Rng,
    /// Bytes drawn and not used yet: drawing them one word at a time is slow in a debug build.
    drawn: Vec<u8>,
}

impl Fair {
    fn new(n: usize, seed: u64) -> Self {
        Self { n, random: ChaCha20Rng::seed_from_u64(seed), drawn: Vec::new() }
    }

    /// A number below `bound`, every one with the same probability.
    fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u32;
        let whole = u32::MAX - u32::MAX % bound;
        loop {
            if self.drawn.is_empty() {
                self.drawn.resize(1 << 14, 0);
                self.random.fill_bytes(&mut self.drawn);
            }
            let rest = self.drawn.len() - 4;
            let word = u32::from_le_bytes(self.drawn[rest..].try_into().unwrap());
            self.drawn.truncate(rest);
            if word < whole {
                return (word % bound) as usize;
            }
        }
    }

    fn deck(&mut self) -> Vec<u8> {
        let mut deck: Vec<u8> = (0..self.n as u8).collect();
        for i in (1..self.n).rev() {
            deck.swap(i, self.below(i + 1));
        }
        deck
    }
}

#[test]
fn faults_name_the_card_and_its_positions() {
    let mut decks = Decks::new(5, 1).unwrap();
    let mut what = |deck: &[u8]| decks.push(deck).map_err(|fault| fault.what);
    assert_eq!(what(&[4, 3, 2, 1, 0]), Ok(()));
    assert_eq!(
        what(&[0, 3, 2, 3, 1]),
        Err("card 3 stands at positions 1 and 3; card 4 is missing".into())
    );
    assert_eq!(
        what(&[0, 1, 2, 3, 68]),
        Err("position 4 holds 68, which is no card; card 4 is missing".into())
    );
    assert_eq!(what(&[0, 1, 2, 3]), Err("4 cards instead of 5; card 4 is missing".into()));
    assert_eq!(what(&[0, 1, 2, 3, 4]), Ok(()));
    assert_eq!(what(&[4, 0, 1, 2, 3]), Ok(()));
    let battery = decks.battery();
    assert_eq!((battery.n, battery.faults.len(), decks.faulty), (3, 3, 3));
    assert_eq!(battery.faults[1].at, 2);
    // Only the last deck has one directly before it.
    assert_eq!(battery.test("previous.rises").unwrap().n, 1);
}

#[test]
fn a_fault_or_a_break_leaves_the_next_decks_without_one_before() {
    for lag in 1..=8 {
        let mut fair = Fair::new(52, 7);
        let mut decks = Decks::new(52, lag).unwrap();
        let mut push = |decks: &mut Decks, times: usize| {
            (0..times).for_each(|_| decks.push(&fair.deck()).unwrap());
        };
        push(&mut decks, 20);
        decks.push(&[0; 52]).unwrap_err();
        push(&mut decks, 20);
        decks.break_chain();
        push(&mut decks, 20);
        let battery = decks.battery();
        assert_eq!(battery.n, 60);
        assert_eq!(battery.test("previous.rises").unwrap().n, 3 * (20 - lag as u64));
    }
}

#[test]
fn sizes_and_lags_out_of_range_are_refused() {
    for (n, lag) in [(1, 1), (65, 1), (52, 0), (52, 9)] {
        assert!(Decks::new(n, lag).is_err());
    }
}

#[test]
fn every_size_from_nothing_to_many_gives_a_battery_of_finite_figures() {
    for n in [2, 3, 4, 5, 12, 52, 64] {
        let mut fair = Fair::new(n, n as u64);
        let mut decks = Decks::new(n, 1).unwrap();
        for count in 0..400 {
            if [0, 1, 2, 31, 32, 33, 104, 399].contains(&count) {
                let battery = decks.battery();
                assert_eq!(battery.tests.len(), 81);
                for figures in battery.tests.iter().filter_map(|test| test.figures()) {
                    assert!(figures.statistic.is_finite());
                    assert!((0.0..=1.0).contains(&figures.p.p()));
                    assert!(figures.effect.observed.is_finite());
                }
            }
            decks.push(&fair.deck()).unwrap();
        }
    }
}

#[test]
fn the_registered_list() {
    let battery = Decks::new(52, 1).unwrap().battery();
    let mut keys: Vec<&String> = battery.tests.iter().map(|test| &test.key).collect();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), 81);
    assert_eq!(battery.tests.iter().filter(|test| test.registered).count(), 73);
    // Nothing was counted: nothing ran, and everything that applies says how much it needs.
    assert!(battery.tests.iter().all(|test| test.figures().is_none()));
}

#[test]
fn a_test_runs_from_the_number_it_says() {
    let mut fair = Fair::new(52, 1);
    let mut decks = Decks::new(52, 1).unwrap();
    for _ in 0..300 {
        for test in decks.battery().tests {
            match test.outcome {
                Outcome::Insufficient { needs } => assert!(test.n < needs, "{}", test.key),
                Outcome::Ran(_) => assert!(test.n >= 1, "{}", test.key),
                Outcome::NotRun { .. } => assert!(test.key.starts_with("previous.position_")),
            }
        }
        decks.push(&fair.deck()).unwrap();
    }
    let battery = decks.battery();
    let ran = battery.tests.iter().filter(|test| test.figures().is_some()).count();
    assert_eq!(ran, 79);
    // Five at the first rank of 52, and 100 at two in a cell.
    let needs = |count: u64, key: &str| {
        let mut decks = Decks::new(52, 1).unwrap();
        let mut fair = Fair::new(52, 2);
        (0..count).for_each(|_| decks.push(&fair.deck()).unwrap());
        decks.battery().test(key).unwrap().figures().is_some()
    };
    for (key, from) in [("lehmer", 260), ("position_card", 100), ("rises", 30), ("parity", 100)] {
        let key = format!("fixed.{key}");
        assert!(!needs(from - 1, &key) && needs(from, &key), "{key}");
    }
}
