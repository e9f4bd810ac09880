//! Integer streams under chance, at several ranges: how often the tests reject. Power on the known
//! defects is measured in the laboratory (`tests/tests/power.rs` at the root).

use crate::level::Sizes;
use crate::symbols::{battery, stream};

use feltproof_stats::Battery;
use feltproof_stats::defects::Chance;
use feltproof_stats::symbols::Symbols;

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
        let stream = |seed: u64| stream(&mut Chance::new((seed << 8) | 1), d, n);
        let sizes = Sizes::of((0..times).map(|seed| battery(d, &stream(seed))));
        sizes.check(&format!("range {d}, {n} draws"), [1e-6; 2], |_| true);
    }
}

/// Five cards from a freshly shuffled deck, again and again: the tests of positions, and the trap
/// that cards of one deck correlate.
#[test]
fn fair_plays_without_replacement_pass_and_fail_where_it_is_not_declared() {
    let fair = |seed: u64| {
        let mut chance = Chance::new((seed << 8) | 2);
        let mut symbols = Symbols::new_grouped(8, 5).unwrap().without_replacement().unwrap();
        (0..400).for_each(|_| symbols.push_all(&five_of(&mut chance, 8)));
        symbols.finish()
    };
    let sizes = Sizes::of((0..200).map(fair));
    sizes.check("five of eight", [1e-6; 2], |_| true);
    assert_eq!(sizes.tests.len(), 4);

    let mut source = Chance::new(99);
    let mut undeclared = Symbols::new_grouped(8, 5).unwrap();
    (0..400).for_each(|_| undeclared.push_all(&five_of(&mut source, 8)));
    let found = undeclared.finish();
    assert!(found.test("play.correlation").unwrap().figures().unwrap().p.p() < 1e-3);
}

fn five_of(source: &mut Chance, d: u32) -> [u32; 5] {
    let mut deck: Vec<u32> = (0..d).collect();
    std::array::from_fn(|_| deck.swap_remove(source.index(deck.len())))
}

/// A defect of each position: one biased, one carried over from the play before.
#[test]
fn a_biased_position_and_a_carried_position_are_found() {
    let mut source = Chance::new(7);
    let (mut biased, mut carried) =
        (Symbols::new_grouped(10, 3).unwrap(), Symbols::new_grouped(10, 3).unwrap());
    let mut last = 0;
    for _ in 0..5000 {
        let mut play = stream(&mut source, 10, 3);
        let mut other = stream(&mut source, 10, 3);
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
