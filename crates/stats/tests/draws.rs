//! Draws without order: a fair generator is accused as seldom as the level says, and machines with a
//! named fault are seen.
//!
//! By default a short version runs; `CALIBRATION_REPLICATIONS=2000` makes it the whole (release build).
#![allow(clippy::float_arithmetic, reason = "probabilities")]

use crate::level::Sizes;
use feltproof_stats::defects::Chance;
use feltproof_stats::defects::moves::fisher_yates;
use feltproof_stats::draws::{Again, Bonus, Draws, Game};
use feltproof_stats::verdict::judge;
use feltproof_stats::{Battery, Rule};

const TAKE_5: Game = Game { numbers: 39, drawn: 5, bonus: Some(Bonus::Rest) };
const KENO: Game = Game { numbers: 80, drawn: 20, bonus: None };
const LOTTO: Game = Game { numbers: 59, drawn: 6, bonus: Some(Bonus::Wheel(26)) };

/// The numbers in the order of a fair machine that draws all of them.
fn order(chance: &mut Chance, numbers: u8) -> Vec<u8> {
    let mut all: Vec<u8> = (1..=numbers).collect();
    fisher_yates(&mut all, |n| chance.below(n));
    all
}

/// What a machine may do with the fair order of a draw, the draw before being known.
type Fault<'a> = &'a dyn Fn(&mut Chance, &mut Vec<u8>, &[u8]);

fn draws(game: Game, seed: u64, many: u64, fault: Fault) -> Battery {
    let mut chance = Chance::new(seed);
    let mut all = Draws::new(game).unwrap();
    let mut before: Vec<u8> = Vec::new();
    for _ in 0..many {
        let mut now = order(&mut chance, game.numbers);
        fault(&mut chance, &mut now, &before);
        let (drawn, rest) = now.split_at(game.drawn.into());
        let bonus = match game.bonus {
            None => None,
            Some(Bonus::Rest) => Some(rest[0]),
            Some(Bonus::Wheel(last)) => Some(chance.below(last.into()) as u8 + 1),
        };
        all.push(drawn, bonus).unwrap();
        before = drawn.to_vec();
    }
    all.battery()
}

fn fair(_: &mut Chance, _: &mut Vec<u8>, _: &[u8]) {}

fn replications(otherwise: u64) -> u64 {
    let requested = std::env::var("CALIBRATION_REPLICATIONS").ok().and_then(|n| n.parse().ok());
    requested.unwrap_or(otherwise)
}

/// Tests whose law is exact or safe for any number of draws, and whose size lies below the level where
/// counts are few.
const SAFE: [&str; 8] = [
    "draws.max_number",
    "draws.max_pair",
    "draws.longest_absence",
    "draws.repeats",
    "draws.repeats_near",
    "draws.repeated_runs",
    "draws.bonus_max",
    "draws.bonus_again",
];

#[test]
fn fair_draws_are_accused_as_seldom_as_the_level_says() {
    for (name, game, many) in
        [("5 of 39", TAKE_5, 400), ("20 of 80", KENO, 300), ("6 of 59", LOTTO, 1_000)]
    {
        let replications = replications(60);
        let batteries = (0..replications).map(|seed| draws(game, 77_000_000 + seed, many, &fair));
        let sizes = Sizes::of(batteries);
        // Six batteries' worth of tests are looked at: each may be off once in twenty thousand. Of the
        // verdicts it is the upper end of the 95 % interval.
        sizes.check(name, [5e-5, 0.025], |key| SAFE.contains(&key));
        let listed = draws(game, 0, 1, &fair).tests;
        let missing: Vec<_> = listed.iter().filter(|t| !sizes.tests.contains_key(&t.key)).collect();
        assert!(missing.is_empty(), "{name}: never ran: {missing:?}");
    }
}

/// How many of `replications` machines with this fault depart by any of these tests.
fn seen(game: Game, many: u64, keys: &[&str], fault: Fault) -> u64 {
    let seen_by = |seed: u64| {
        let verdict = judge(&draws(game, 88_000_000 + seed, many, fault), Rule::at(0.01));
        verdict.departures.iter().any(|d| keys.contains(&d.key.as_str()))
    };
    (0..10).filter(|seed| seen_by(*seed)).count() as u64
}

/// One number comes 15 % more often: with chance `more` it changes places with the last one drawn.
fn hot(chance: &mut Chance, now: &mut [u8], game: Game) {
    // Drawn with p = k/n anyway, and else with chance x: p + (1 - p) x = 1.15 p.
    let p = f64::from(game.drawn) / f64::from(game.numbers);
    let x = 0.15 * p / (1.0 - p);
    let at = now.iter().position(|number| *number == 7).unwrap();
    let last = usize::from(game.drawn) - 1;
    if at > last && f64::from(chance.word()) < x * f64::from(u32::MAX) {
        now.swap(at, last);
    }
}

/// Two draws in a row that come again three draws later; one of a hundred is that of three draws before; and one
/// stretch of eight, far away, of a game so small that single draws repeat all the time.
#[test]
fn draws_that_come_again_are_seen_and_named() {
    let copied = |game: Game, many: usize, copies: &[(usize, usize)]| {
        let mut chance = Chance::new(many as u64);
        let fair = |_| order(&mut chance, game.numbers)[..game.drawn.into()].to_vec();
        let mut all: Vec<Vec<u8>> = (0..many).map(fair).collect();
        copies.iter().for_each(|(from, to)| all[*to] = all[*from].clone());
        let mut draws = Draws::new(Game { bonus: None, ..game }).unwrap();
        all.iter().for_each(|draw| draws.push(draw, None).unwrap());
        let departs: Vec<String> = judge(&draws.battery(), Rule::at(0.01))
            .departures
            .into_iter()
            .map(|test| test.key)
            .collect();
        (draws.again(), departs)
    };
    let again = |from, again, draws| Again { from, again, draws };
    for many in [300, 3_000, 9_000] {
        let (found, departs) = copied(TAKE_5, many, &[(200, 203), (201, 204)]);
        assert_eq!(found[0], again(200, 203, 2), "{many}");
        assert_eq!(departs[0], "draws.repeated_runs", "{many}");
        assert!(departs.iter().all(|key| key.starts_with("draws.repeat")), "{departs:?}");
        assert_eq!(copied(TAKE_5, many, &[]).1, [""; 0], "{many}");
    }
    let near: Vec<(usize, usize)> = (1..10).map(|at| (at * 100, at * 100 + 3)).collect();
    assert!(copied(TAKE_5, 3_000, &near).1.contains(&"draws.repeats_near".to_owned()));
    let small = Game { numbers: 10, drawn: 3, bonus: None };
    let stretch: Vec<(usize, usize)> = (0..8).map(|at| (500 + at, 2_500 + at)).collect();
    let (found, departs) = copied(small, 5_000, &stretch);
    assert_eq!((found[0], departs[0].as_str()), (again(500, 2_500, 8), "draws.repeated_runs"));
}

#[test]
fn machines_with_a_fault_are_seen_by_the_test_that_is_there_for_it() {
    let at = |now: &[u8], number: u8| now.iter().position(|n| *n == number).unwrap();
    // A hot number: 15 % more often.
    for (game, many) in [(TAKE_5, 10_000), (KENO, 6_000)] {
        let keys = ["draws.max_number", "draws.frequency"];
        let found = seen(game, many, &keys, &|chance, now, _| hot(chance, now, game));
        assert!(found >= 9, "hot number, {game:?}: {found} of 10");
    }
    // A pair that sticks together: where 11 is drawn first, 12 comes next in one draw of three.
    let glued = |chance: &mut Chance, now: &mut Vec<u8>, _: &[u8]| {
        let first = at(now, 11);
        if first < 4 && chance.below(3) == 0 {
            let other = at(now, 12);
            now.swap(first + 1, other);
        }
    };
    let found = seen(TAKE_5, 3_000, &["draws.max_pair"], &glued);
    assert!(found >= 9, "glued pair: {found} of 10");
    // One draw of fifty is the draw before once more.
    let copied = |chance: &mut Chance, now: &mut Vec<u8>, before: &[u8]| {
        if chance.below(50) == 0 && !before.is_empty() {
            now.retain(|number| !before.contains(number));
            now.splice(0..0, before.iter().copied());
        }
    };
    for keys in [&["draws.repeats"][..], &["draws.overlap_1_law"]] {
        let found = seen(TAKE_5, 2_000, keys, &copied);
        assert!(found >= 9, "copied draws, {keys:?}: {found} of 10");
    }
    // A machine that keeps one number of the draw before in one draw of four.
    let keeps = |chance: &mut Chance, now: &mut Vec<u8>, before: &[u8]| {
        if chance.below(4) == 0 && !before.is_empty() {
            let kept = at(now, before[0]);
            now.swap(0, kept);
        }
    };
    for keys in [&["draws.overlap_1"][..], &["draws.gaps"]] {
        let found = seen(TAKE_5, 2_000, keys, &keeps);
        assert!(found >= 9, "overlapping machine, {keys:?}: {found} of 10");
    }
    // A number that is missing from the machine for a while, which leaves its frequency all but fair.
    let lost = |many: u64| {
        let drawn = std::cell::Cell::new(0_u64);
        move |_: &mut Chance, now: &mut Vec<u8>, _: &[u8]| {
            drawn.set((drawn.get() + 1) % many);
            if (1_000..1_150).contains(&drawn.get()) {
                let place = at(now, 31);
                let lost = now.remove(place);
                now.push(lost);
            }
        }
    };
    let found = seen(TAKE_5, 3_000, &["draws.longest_absence"], &lost(3_000));
    assert!(found >= 9, "lost number: {found} of 10");
    // The bonus number is a low one twice as often as it should.
    let low = |chance: &mut Chance, now: &mut Vec<u8>, _: &[u8]| {
        if now[5] > 20 && now[6] <= 20 && chance.below(2) == 0 {
            now.swap(5, 6);
        }
    };
    let found = seen(TAKE_5, 2_000, &["draws.bonus_frequency"], &low);
    assert!(found >= 9, "bonus number: {found} of 10");
}
