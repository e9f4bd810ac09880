//! Few decks and few bits: the lists fit their number, and fair sources are rejected as seldom as the level says.
//!
//!     CALIBRATION_REPLICATIONS=2000 cargo test -p feltproof-stats --test integration fitted:: -- --nocapture

use crate::level::Sizes;
use feltproof_stats::bits::{Bits, Params, pack};
use feltproof_stats::deal::{Deals, Layout, Options};
use feltproof_stats::defects::{Chance, fair_decks};
use feltproof_stats::verdict::{Rule, State, judge};
use feltproof_stats::{Battery, Outcome};

fn replications() -> u64 {
    std::env::var("CALIBRATION_REPLICATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(200)
}

/// So many fair decks, of which so much is seen.
fn decks(count: usize, layout: Option<Layout>, seed: u64) -> Battery {
    let options = if layout.is_some() { Options::cards_52() } else { Options::decks(52) };
    let (mut deals, mut source) = (Deals::new(52, 1, options).unwrap(), fair_decks(seed));
    let layout = layout.unwrap_or(Layout::Ordered { dealt: 52 });
    for _ in 0..count {
        deals.push(layout, &source()[..layout.cards()], &[]).unwrap();
    }
    deals.battery()
}

fn bits(count: usize, seed: u64) -> Battery {
    let mut chance = Chance::new(seed);
    let bytes: Vec<u8> = (0..count / 8).map(|_| (chance.word() >> 24) as u8).collect();
    let mut stream = Bits::new(Params { length: count, ..Params::default() });
    assert!(stream.push_sequence(&pack(&bytes)));
    stream.battery()
}

/// Nothing is insufficient, and what had too few data is not on the list.
fn is_judged(battery: &Battery) {
    let short = |o: &Outcome| matches!(o, Outcome::Insufficient { .. });
    assert!(battery.tests.iter().all(|test| !(test.registered && short(&test.outcome))));
    let has_short = battery.tests.iter().any(|test| short(&test.outcome));
    let is_said = battery.notes.iter().any(|note| note.starts_with("Left off the list at "));
    assert_eq!(has_short, is_said);
}

#[test]
fn few_fair_decks_depart_as_seldom_as_the_level_says() {
    for (what, count, layout) in [
        ("120 decks", 120, None),
        ("150 deals of 35", 150, Some(Layout::Ordered { dealt: 35 })),
        ("150 deals of seven hands", 150, Some(Layout::packets(7, 5))),
        ("400 hands of 12", 400, Some(Layout::Ordered { dealt: 12 })),
    ] {
        let all = (0..replications()).map(|seed| decks(count, layout, seed));
        let sizes = Sizes::of(all.inspect(is_judged));
        sizes.check(what, [1e-5, 1e-3], |_| true);
    }
}

#[test]
fn few_fair_bits_depart_as_seldom_as_the_level_says() {
    for (what, count) in [("1,000 bits", 1_000), ("4,000 bits", 4_000), ("60,000 bits", 60_000)] {
        let sizes = Sizes::of((0..replications()).map(|seed| bits(count, seed)).inspect(is_judged));
        sizes.check(what, [1e-5, 1e-3], |_| true);
    }
}

/// Below the least that is asked for nothing passes, whatever the data.
#[test]
fn too_few_never_pass() {
    let state = |battery: &Battery| judge(battery, Rule::at(0.01)).state;
    assert_eq!(state(&decks(20, None, 1)), State::Insufficient);
    assert_eq!(state(&decks(20, Some(Layout::packets(7, 5)), 1)), State::Insufficient);
    assert_eq!(state(&bits(992, 1)), State::Insufficient);
}
