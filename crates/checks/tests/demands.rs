//! What a standard demands, answered by batteries of fair and of bad sources.
//!
//! By default forty sources of each kind; `CALIBRATION_REPLICATIONS=2000` is the whole (release build).

use feltproof_checks::standard::{self, SampleKind};
use feltproof_stats::bits::{Bits, Params};
use feltproof_stats::deal::{Deals, Layout, Options};
use feltproof_stats::defects::moves::{Deck, riffle, sattolo};
use feltproof_stats::defects::{Chance, Endless, chained, fair_decks, lab};
use feltproof_stats::draws::{Draws, Game};
use feltproof_stats::special::binomial_sf;
use feltproof_stats::symbols::Symbols;
use feltproof_stats::verdict::judge;
use feltproof_stats::{Battery, DemandAnswer, State};

const STANDARDS: [&str; 7] = ["gli-11", "gli-29", "cfr-547", "sd-48", "wv-909", "pa-810a", "itech"];

fn replications() -> u64 {
    let requested = std::env::var("CALIBRATION_REPLICATIONS").ok().and_then(|n| n.parse().ok());
    requested.unwrap_or(40)
}

/// Says of the demands which are rejected, after the verdict that they rest on.
fn rejected(mut battery: Battery, name: &str, kind: SampleKind) -> (State, Vec<String>) {
    let chosen = standard::find(name).unwrap();
    standard::register(&mut battery, &chosen, kind);
    let verdict = judge(&battery, standard::rule(&chosen));
    let demands = standard::answers((&battery, &verdict), &chosen, kind).demands;
    let is_rejected = |answer: &DemandAnswer| matches!(answer, DemandAnswer::Rejected(_));
    let rejected = demands.into_iter().filter(|demand| is_rejected(&demand.answer));
    (verdict.state, rejected.map(|demand| demand.says).collect())
}

/// A thousand decks, with the tests of positions that four standards ask for.
fn decks(mut source: Endless<Deck>) -> Battery {
    let mut all = Deals::new(52, 1, Options::decks(52)).unwrap();
    let mut plays = Symbols::new_grouped(52, 52).unwrap().without_replacement().unwrap();
    for _ in 0..1000 {
        let deck = source();
        all.push_deck(&deck).unwrap();
        deck.iter().for_each(|card| plays.push(u32::from(*card)));
    }
    let mut battery = all.battery();
    battery.tests.extend(plays.finish().tests.into_iter().filter(|t| t.key.starts_with("play.")));
    battery
}

fn deals(mut source: Endless<Deck>, layout: Layout) -> Battery {
    let mut all = Deals::new(52, 1, Options::cards_52()).unwrap();
    for _ in 0..1000 {
        all.push(layout, &source()[..35], &[]).unwrap();
    }
    all.battery()
}

fn draws(seed: u64) -> Battery {
    let (mut chance, mut all) = (Chance::new(seed), Symbols::new_grouped(37, 5).unwrap());
    (0..10_000).for_each(|_| all.push(chance.below(37)));
    all.finish()
}

fn bits(seed: u64) -> Battery {
    let (mut chance, mut all) =
        (Chance::new(seed), Bits::new(Params { length: 20_000, ..Params::default() }));
    let words: Vec<u64> = (0..20_000_usize.div_ceil(64)).map(|_| chance.double_word()).collect();
    all.push_sequence(&words);
    all.battery()
}

fn sets(seed: u64) -> Battery {
    let mut all = Draws::new(Game { numbers: 39, drawn: 5, bonus: None }).unwrap();
    let mut chance = Chance::new(seed);
    for _ in 0..1000 {
        let mut numbers: Vec<u8> = (1..=39).collect();
        for at in 0..5 {
            let with = at + chance.index(39 - at);
            numbers.swap(at, with);
        }
        all.push(&numbers[..5], None).unwrap();
    }
    all.battery()
}

/// A kind of source, and the battery of a fair one of this seed.
type Fair = (SampleKind, fn(u64) -> Battery);

/// Batteries of fair sources, of every kind that a standard meets.
const FAIR: [Fair; 6] = [
    (SampleKind::Decks, |seed| decks(fair_decks(seed))),
    (SampleKind::Deals, |seed| deals(fair_decks(seed), Layout::Ordered { dealt: 35 })),
    (SampleKind::Deals, |seed| deals(fair_decks(seed), Layout::packets(7, 5))),
    (SampleKind::Draws, draws),
    (SampleKind::Bits, bits),
    (SampleKind::Sets, sets),
];

/// Of fair sources no more have a demand rejected than the level of the standard says, and each of these departs.
#[test]
fn fair_sources_have_demands_rejected_as_seldom_as_the_level_says() {
    let all = replications();
    for (which, (kind, battery)) in FAIR.into_iter().enumerate() {
        let mut counts = [0; STANDARDS.len()];
        for seed in 0..all {
            let battery = battery(90_000 + seed);
            for (name, count) in STANDARDS.into_iter().zip(&mut counts) {
                let (state, rejected) = rejected(battery.clone(), name, kind);
                *count += u64::from(!rejected.is_empty());
                let is_said = rejected.is_empty() || state == State::Departure;
                assert!(is_said, "{name}: {rejected:?} rejected, and the verdict is {state:?}");
            }
        }
        for (name, count) in STANDARDS.into_iter().zip(counts) {
            println!(
                "{kind:?} {which}, {name}: a demand of {count} of {all} fair sources rejected"
            );
            let level = if name == "pa-810a" { 0.05 } else { 0.01 };
            let as_many = count.checked_sub(1).map_or(1.0, |n| binomial_sf(n, all, level).p());
            assert!(as_many > 1e-4, "{kind:?} {which}, {name}: {count} of {all}");
        }
    }
}

/// A demand about the places of cards stands while a machine only carries order over, and falls where cards favour places.
#[test]
fn a_demand_rests_on_the_tests_of_what_it_speaks_of() {
    let riffled = decks(chained(Chance::new(1), |deck, chance| {
        (0..5).for_each(|_| riffle(deck, chance));
    }));
    let before = "independence of the deck before".to_owned();
    let places = "distribution of each card over the positions".to_owned();
    let (state, found) = rejected(riffled, "gli-29", SampleKind::Decks);
    assert_eq!(state, State::Departure);
    assert!(found.contains(&before) && !found.contains(&places), "{found:?}");
    let favoured = decks(lab(Chance::new(1), |deck, chance| sattolo(deck, |n| chance.index(n))));
    let (_, found) = rejected(favoured, "gli-29", SampleKind::Decks);
    assert!(found.contains(&places) && !found.contains(&before), "{found:?}");
}
