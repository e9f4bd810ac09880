//! Columns that are drawn row by row: fair ones of every kind, and pairs that depend.

use crate::level::Sizes;
use feltproof_stats::Most;
use feltproof_stats::defects::Chance;
use feltproof_stats::symbols::{Columns, Symbols};
use feltproof_stats::verdict::{Rule, judge};

/// Weights of the stops of a reel: 22 of them, from 1 to 9.
const REEL: [u32; 22] = [9, 9, 8, 8, 7, 7, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 1, 1, 1, 1, 1];

/// The stop of a reel at a place below the sum of its weights.
fn stop(mut place: u32) -> u32 {
    let beyond = |weight: &u32| place.checked_sub(*weight).map(|rest| place = rest).is_none();
    REEL.iter().position(beyond).map_or(0, |at| at as u32)
}

const STOPS: u32 = 89;

fn reels(rows: u32, mut row: impl FnMut(u32) -> [u32; 3]) -> Columns {
    let named = ["reel 1", "reel 2", "reel 3"].map(|name| (name.to_owned(), 22));
    let mut columns = Columns::new(&named).unwrap();
    (0..rows).for_each(|at| columns.push(&row(at)));
    columns
}

/// Three weighted reels, two dice and five columns of other ranges, of 1,000 rows and of fewer.
#[test]
fn fair_columns_depend_as_seldom_as_the_level_says() {
    for (ranges, rows) in [(vec![6, 6], 1_000), (vec![2, 37, 10, 6, 200], 1_000), (vec![3, 5], 120)]
    {
        let fair = |seed: u64| {
            let mut chance = Chance::new((seed << 8) | 9);
            let named: Vec<(String, u32)> = ranges.iter().map(|d| (d.to_string(), *d)).collect();
            let mut columns = Columns::new(&named).unwrap();
            for _ in 0..rows {
                columns.push(&ranges.iter().map(|d| chance.below(*d)).collect::<Vec<_>>());
            }
            columns.battery()
        };
        let sizes = Sizes::of((0..300).map(fair));
        sizes.check(&format!("{ranges:?}, {rows} rows"), [1e-4; 2], |_| true);
        assert_eq!(sizes.tests["play.dependence"][0], 300);
    }
    let fair = |seed: u64| {
        let mut chance = Chance::new((seed << 8) | 10);
        reels(1_000, |_| std::array::from_fn(|_| stop(chance.below(STOPS)))).battery()
    };
    Sizes::of((0..300).map(fair)).check("reels", [1e-4; 2], |_| true);
}

/// Two reels of one word, a reel that repeats its stop now and then, and one that follows another of the row before.
#[test]
fn columns_that_depend_are_seen_and_named() {
    let depends = |columns: &Columns| {
        let battery = columns.battery();
        let found = judge(&battery, Rule::at(0.01)).departs("play.dependence");
        let Some(Most::Dependence { follows, on, row, is_before }) =
            battery.most("play.dependence")
        else {
            panic!("two columns");
        };
        assert_eq!(*row, "row");
        (found, follows.clone(), on.clone(), *is_before)
    };
    for seed in 0..20 {
        let mut chance = Chance::new(seed);
        let shared = reels(1_000, |_| {
            let word = chance.word();
            let of = |word: u32| stop(word % STOPS);
            [of(word >> 16), of(chance.word()), of(word >> 16)]
        });
        assert_eq!(depends(&shared), (true, "reel 3".to_owned(), "reel 1".to_owned(), false));
        let mut last = 0;
        let repeated = reels(1_000, |_| {
            let mut now = std::array::from_fn(|_| stop(chance.below(STOPS)));
            if chance.below(3) == 0 {
                now[1] = last;
            }
            last = now[1];
            now
        });
        assert_eq!(depends(&repeated), (true, "reel 2".to_owned(), "reel 2".to_owned(), true));
        let mut first = 0;
        let follows = reels(1_000, |_| {
            let now = [stop(chance.below(STOPS)), first, stop(chance.below(STOPS))];
            first = now[0];
            now
        });
        assert_eq!(depends(&follows), (true, "reel 2".to_owned(), "reel 1".to_owned(), true));
    }
}

/// Rows of a stream are plays of its columns; without names, or once they are taken back, there are none.
#[test]
fn columns_of_a_stream_are_positions_of_plays() {
    let names: Vec<String> = ["column `a`", "column `b`"].map(str::to_owned).into();
    let battery = |columns: &[&[String]]| {
        let (mut symbols, mut chance) = (Symbols::new(6).unwrap(), Chance::new(4));
        for names in columns {
            symbols.in_columns(names);
            for _ in 0..1_000 {
                let die = chance.below(6);
                symbols.push_all(&[die, die]);
            }
        }
        symbols.battery()
    };
    let found = battery(&[&names, &names]);
    assert!(judge(&found, Rule::at(0.01)).departs("play.dependence"));
    let Some(Most::Dependence { follows, on, .. }) = found.most("play.dependence") else {
        panic!("two columns");
    };
    assert_eq!((follows, on), (&names[1], &names[0]));
    for without in [battery(&[&[], &names]), battery(&[&names, &[]])] {
        assert!(without.tests.iter().all(|test| !test.key.starts_with("play.")));
    }
}
