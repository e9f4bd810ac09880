//! The defects that means and tables do not show are seen at 10,000 decks by the test that is there for each,
//! and with these tests on the list the batteries accuse fair decks of other generators as seldom as before.
//!
//! `CALIBRATION_REPLICATIONS=2000` makes it the whole (release build).
#![allow(clippy::float_arithmetic, reason = "probabilities, never money")]

use feltproof_stats::deal::{Deals, Layout, Options};
use feltproof_stats::defects::Endless;
use feltproof_stats::defects::moves::Deck;
use feltproof_stats::defects::{Chance, fair_decks};
use feltproof_stats::special::{binomial_cdf, binomial_sf};
use feltproof_stats::{Battery, Rule, verdict};
use feltproof_tests::blind::{BLIND, copied_draws};
use feltproof_tests::generators::{fair_decks_of, halves, mersenne_twister, pcg64};
use feltproof_tests::laboratory::{accused, looked_at};
use rayon::prelude::*;

fn replications(otherwise: u64) -> u64 {
    let requested = std::env::var("CALIBRATION_REPLICATIONS").ok().and_then(|n| n.parse().ok());
    requested.unwrap_or(otherwise)
}

/// Whether this test departs by Holm's method over the whole registered list at one in a hundred.
fn departs(battery: &Battery, key: &str) -> bool {
    let verdict = verdict::judge(battery, Rule::at(0.01));
    verdict.departures.iter().any(|adjusted| adjusted.key == key)
}

fn decks(source: &mut Endless<Deck>, rounds: u64) -> Battery {
    let mut deals = Deals::new(52, 1, Options::decks(52)).unwrap();
    (0..rounds).for_each(|_| deals.push_deck(&source()).unwrap());
    deals.battery()
}

#[test]
fn every_blind_spot_is_seen_by_its_own_test() {
    let cases: Vec<(usize, u64)> =
        (0..BLIND.len()).flat_map(|i| (0..10).map(move |seed| (i, seed))).collect();
    let seen: Vec<(usize, bool, Vec<String>)> = cases
        .into_par_iter()
        .map(|(i, seed)| {
            let battery = decks(&mut (BLIND[i].start)(Chance::new(700 + seed)), 10_000);
            let all = verdict::judge(&battery, Rule::at(0.01)).departures;
            let all = all.into_iter().map(|adjusted| adjusted.key).collect();
            (i, departs(&battery, BLIND[i].seen_by), all)
        })
        .collect();
    for (i, blind) in BLIND.iter().enumerate() {
        let own = || seen.iter().filter(|one| one.0 == i);
        let count = own().filter(|one| one.1).count();
        println!("{}: {} sees {count} of 10; first {:?}", blind.name, blind.seen_by, own().next());
        assert!(count >= 9, "{}: {count}", blind.name);
    }
}

fn draws(mut source: Endless<[u8; 5]>, rounds: u64) -> Battery {
    let mut deals = Deals::new(52, 1, Options::cards_52()).unwrap();
    let layout = Layout::packets(1, 5);
    (0..rounds).for_each(|_| deals.push(layout, &source(), &[]).unwrap());
    deals.battery()
}

#[test]
fn copied_draws_are_seen_by_identical_short_deals() {
    let count = (0..10_u64)
        .into_par_iter()
        .filter(|seed| departs(&draws(copied_draws(*seed), 10_000), "fixed.short_duplicates"))
        .count();
    println!("copied draws: {count} of 10");
    assert!(count >= 9, "{count}");
    // The same hands without the copies.
    let fair = (0..10_u64)
        .into_par_iter()
        .filter(|seed| {
            let mut fair = fair_decks(*seed);
            let five = move || fair().first_chunk().copied().unwrap();
            departs(&draws(Box::new(five), 10_000), "fixed.short_duplicates")
        })
        .count();
    assert!(fair <= 1, "{fair}");
}

/// What these generators say first, from their publications: the 10,000th word of MT19937 of seed 5489 is
/// 4123659995 (the C++ standard, 26.6.6); words of seed 42 and stream 54 of O'Neill's `pcg64-demo`.
#[test]
fn generators_are_the_published_ones() {
    let mut twister = mersenne_twister(5489);
    assert_eq!(twister(), 3_499_211_612);
    assert_eq!((1..10_000).map(|_| twister()).last(), Some(4_123_659_995));
    let mut pcg = pcg64(42, 54);
    for word in [
        0x86b1_da1d_7206_2b68,
        0x1304_aa46_c985_3d39,
        0xa367_0e9e_0dd5_0358,
        0xf909_0e52_9a7d_ae00,
        0xc85b_9fd8_3799_6f2c,
        0x6061_21f8_e391_9196,
    ] {
        assert_eq!(pcg(), word);
    }
}

/// The number of verdicts against fair decks, and whether the level lies in the 95 % interval of Clopper and
/// Pearson: whether so many or more, and so few or fewer, each have a chance of 2.5 % at least.
fn false_alarms(name: &str, source: impl Fn(u64) -> Endless<Deck> + Sync) {
    let all = replications(200);
    let alarms = |seed| looked_at(source(seed), 1_000).map(|b| u64::from(accused(&b, 0.01)));
    let counts =
        (0..all).into_par_iter().map(alarms).reduce(|| [0, 0], |a, b| [a[0] + b[0], a[1] + b[1]]);
    println!("{name}: {counts:?} of {all} at 1 %, whole decks and 35 cards");
    for count in counts {
        let more = if count == 0 { 1.0 } else { binomial_sf(count - 1, all, 0.01).p() };
        let fewer = binomial_cdf(count, all, 0.01).p();
        assert!(more >= 0.025 && fewer >= 0.025, "{name}: {count} of {all}: {more}, {fewer}");
    }
}

#[test]
fn fair_decks_of_pcg64_are_accused_as_seldom_as_the_level_says() {
    false_alarms("PCG64", |seed| {
        fair_decks_of(halves(pcg64(u128::from(seed), 0x0a02_bdbf_7bb3_c0a7)))
    });
}

#[test]
fn fair_decks_of_a_mersenne_twister_are_accused_as_seldom_as_the_level_says() {
    false_alarms("MT19937", |seed| {
        fair_decks_of(mersenne_twister(u32::try_from(seed).unwrap() + 1))
    });
}
