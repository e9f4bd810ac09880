//! What a standard demands, answered by batteries of fair and of bad sources.
//!
//! By default forty sources of each kind; `CALIBRATION_REPLICATIONS=2000` is the whole (release build).

use feltproof_checks::standard::{self, SampleKind};
use feltproof_stats::bits::{Bits, Params};
use feltproof_stats::deal::{Deals, Layout, Options};
use feltproof_stats::defects::moves::{Deck, fisher_yates, riffle, sattolo};
use feltproof_stats::defects::{Chance, Endless, chained, lab};
use feltproof_stats::draws::{Draws, Game};
use feltproof_stats::special::binomial_sf;
use feltproof_stats::symbols::Symbols;
use feltproof_stats::verdict::{Rule, judge};
use feltproof_stats::{Battery, DemandAnswer, StandardDemand, State};
use rand_core::{Rng, SeedableRng};
use rand_mt::Mt;
use rand_pcg::Pcg64;

const STANDARDS: [&str; 7] = ["gli-11", "gli-29", "cfr-547", "sd-48", "wv-909", "pa-810a", "itech"];

fn replications() -> u64 {
    let requested = std::env::var("CALIBRATION_REPLICATIONS").ok().and_then(|n| n.parse().ok());
    requested.unwrap_or(40)
}

/// The answers to the demands, after the verdict that they rest on.
fn answered(mut battery: Battery, name: &str, kind: SampleKind) -> (State, Vec<StandardDemand>) {
    let chosen = standard::find(name).unwrap();
    standard::register(&mut battery, &chosen, kind);
    let verdict = judge(&battery, standard::rule(&chosen));
    (verdict.state, standard::answers((&battery, &verdict), &chosen, kind).demands)
}

/// Says of the demands which are rejected.
fn rejected(battery: Battery, name: &str, kind: SampleKind) -> (State, Vec<String>) {
    let (state, demands) = answered(battery, name, kind);
    let is_rejected = |answer: &DemandAnswer| matches!(answer, DemandAnswer::Rejected(_));
    let rejected = demands.into_iter().filter(|demand| is_rejected(&demand.answer));
    (state, rejected.map(|demand| demand.says).collect())
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

/// Fair words of 32 bits.
type Words = Endless<u32>;

/// A fair number below `n`: words beyond the last multiple of it are drawn again.
fn below(words: &mut Words, n: u32) -> u32 {
    let last = u32::MAX - (u32::MAX % n + 1) % n;
    loop {
        let word = words();
        if word <= last {
            return word % n;
        }
    }
}

fn fair_decks(mut words: Words) -> Endless<Deck> {
    Box::new(move || {
        let mut deck: Deck = std::array::from_fn(|at| at as u8);
        fisher_yates(&mut deck, |n| below(&mut words, n));
        deck
    })
}

fn draws(mut words: Words) -> Battery {
    let mut all = Symbols::new_grouped(37, 5).unwrap();
    (0..10_000).for_each(|_| all.push(below(&mut words, 37)));
    all.finish()
}

fn bits(mut words: Words) -> Battery {
    let mut all = Bits::new(Params { length: 20_000, ..Params::default() });
    let double = |_| u64::from(words()) << 32 | u64::from(words());
    all.push_sequence(&(0..20_000_usize.div_ceil(64)).map(double).collect::<Vec<u64>>());
    all.battery()
}

fn sets(mut words: Words) -> Battery {
    let mut all = Draws::new(Game { numbers: 39, drawn: 5, bonus: None }).unwrap();
    for _ in 0..1000 {
        let mut numbers: Vec<u8> = (1..=39).collect();
        for at in 0..5 {
            let with = at + below(&mut words, 39 - at as u32) as usize;
            numbers.swap(at, with);
        }
        all.push(&numbers[..5], None).unwrap();
    }
    all.battery()
}

/// A kind of source, and the battery of a fair one of these words.
type Fair = (SampleKind, fn(Words) -> Battery);

const CARDS: [Fair; 3] = [
    (SampleKind::Decks, |words| decks(fair_decks(words))),
    (SampleKind::Deals, |words| deals(fair_decks(words), Layout::Ordered { dealt: 35 })),
    (SampleKind::Deals, |words| deals(fair_decks(words), Layout::packets(7, 5))),
];
const NUMBERS: [Fair; 3] =
    [(SampleKind::Draws, draws), (SampleKind::Bits, bits), (SampleKind::Sets, sets)];

/// A generator's name, and its words from a seed.
type Generator = (&'static str, fn(u64) -> Words);

/// The generator of the self-tests, and two that programs use elsewhere, each from a seed.
const GENERATORS: [Generator; 3] = [
    ("ChaCha20", |seed| {
        let mut chance = Chance::new(seed);
        Box::new(move || chance.word())
    }),
    ("MT19937", |seed| {
        let mut twister = Mt::new(seed as u32);
        Box::new(move || twister.next_u32())
    }),
    ("PCG64", |seed| {
        let mut pcg = Pcg64::seed_from_u64(seed);
        Box::new(move || pcg.next_u32())
    }),
];

/// Whatever the kind of the source, a demand that lacks data leaves the verdict insufficient where nothing departs.
#[test]
fn a_demand_that_lacks_data_is_never_passed() {
    let mut decks = Deals::new(52, 1, Options::decks(52)).unwrap();
    let mut fair = fair_decks(GENERATORS[0].1(3));
    (0..150).for_each(|_| decks.push_deck(&fair()).unwrap());
    let mut words = GENERATORS[0].1(4);
    let mut throws = Symbols::new(6).unwrap();
    (0..300).for_each(|_| throws.push(below(&mut words, 6)));
    let mut few = Bits::new(Params { length: 2_000, ..Params::default() });
    few.push_sequence(
        &(0..32).map(|_| u64::from(words()) << 32 | u64::from(words())).collect::<Vec<u64>>(),
    );
    let mut sets = Draws::new(Game { numbers: 80, drawn: 2, bonus: None }).unwrap();
    for _ in 0..250 {
        let low = 1 + below(&mut words, 40) as u8;
        sets.push(&[low, 41 + below(&mut words, 40) as u8], None).unwrap();
    }
    for (kind, battery) in [
        (SampleKind::Decks, decks.battery()),
        (SampleKind::Draws, throws.finish()),
        (SampleKind::Bits, few.battery()),
        (SampleKind::Sets, sets.battery()),
    ] {
        let mut lacking = 0;
        for name in STANDARDS {
            let (state, demands) = answered(battery.clone(), name, kind);
            let is_short =
                |demand: &StandardDemand| matches!(demand.answer, DemandAnswer::Insufficient(_));
            if demands.iter().any(is_short) {
                assert_ne!(state, State::NothingFound, "{name}, {kind:?}");
                lacking += 1;
            }
        }
        assert!(lacking > 0, "{kind:?}: no demand lacks data");
    }
}

/// Of fair sources no more have a demand rejected than the level of the standard says, and each of these departs.
#[test]
fn fair_cards_have_demands_rejected_as_seldom_as_the_level_says() {
    are_rejected_as_seldom_as_the_level_says(CARDS, GENERATORS[0]);
}

#[test]
fn fair_numbers_have_demands_rejected_as_seldom_as_the_level_says() {
    for generator in GENERATORS {
        are_rejected_as_seldom_as_the_level_says(NUMBERS, generator);
    }
}

fn are_rejected_as_seldom_as_the_level_says(sources: [Fair; 3], (generator, words): Generator) {
    let all = replications();
    for (which, (kind, battery)) in sources.into_iter().enumerate() {
        let (mut counts, mut departures) = ([0; STANDARDS.len()], 0);
        for seed in 0..all {
            let battery = battery(words(90_000 + seed));
            let verdict = judge(&battery, Rule::at(0.01));
            departures += u64::from(verdict.state == State::Departure);
            for (name, count) in STANDARDS.into_iter().zip(&mut counts) {
                let (state, rejected) = rejected(battery.clone(), name, kind);
                *count += u64::from(!rejected.is_empty());
                let is_said = rejected.is_empty() || state == State::Departure;
                assert!(is_said, "{name}: {rejected:?} rejected, and the verdict is {state:?}");
            }
        }
        let found = STANDARDS.into_iter().zip(counts);
        for (name, count) in found.chain([("no standard: departures", departures)]) {
            println!(
                "{generator}, {kind:?} {which}, {name}: {count} of {all} fair sources rejected"
            );
            let level = if name == "pa-810a" { 0.05 } else { 0.01 };
            let as_many = count.checked_sub(1).map_or(1.0, |n| binomial_sf(n, all, level).p());
            assert!(as_many > 1e-4, "{generator}, {kind:?} {which}, {name}: {count} of {all}");
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
