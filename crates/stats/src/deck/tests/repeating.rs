//! Tests of the search for identical decks among those counted.

use super::super::lanes::LABELS;
use super::super::repeats::{HASH_BITS, Repeats, hash};
use super::Fair;
use crate::deck::Decks;
use std::collections::BTreeMap;

#[test]
fn a_deck_that_comes_again_is_found_and_named() {
    let mut fair = Fair::new(52, 11);
    let mut decks = Decks::new(52, 1).unwrap();
    let all: Vec<Vec<u8>> = (0..1000).map(|_| fair.deck()).collect();
    all.iter().for_each(|deck| decks.push(deck).unwrap());
    let none = decks.battery();
    let figures = none.test("decks.duplicates").unwrap().figures().unwrap();
    assert_eq!((figures.statistic, figures.p.p()), (0.0, 1.0));
    decks.push(&all[17]).unwrap();
    decks.push(&all[400]).unwrap();
    decks.push(&all[17]).unwrap();
    let found = decks.battery();
    let figures = found.test("decks.duplicates").unwrap().figures().unwrap();
    // Three copies of one deck are three pairs, and two of another one more.
    assert_eq!(figures.statistic, 4.0);
    assert!(figures.p.ln() < -100.0);
    let note = "Decks 17 and 1000 are the same deck, which came 3 times.";
    assert!(found.notes.iter().any(|n| n == note), "{:?}", found.notes);
}

#[test]
fn a_machine_that_always_deals_the_same_deck() {
    let deck: Vec<u8> = (0..52).rev().collect();
    let mut decks = Decks::new(52, 1).unwrap();
    (0..5000).for_each(|_| decks.push(&deck).unwrap());
    let battery = decks.battery();
    let figures = battery.test("decks.duplicates").unwrap().figures().unwrap();
    assert_eq!(figures.statistic, 4999.0 * 5000.0 / 2.0);
}

#[test]
fn the_hash_tells_neighbours_apart() {
    // Every exchange of two cards, which changes one or two words of the hash.
    let mut deck = [0; LABELS];
    (0..LABELS).for_each(|i| deck[i] = i as u8);
    let mut seen = BTreeMap::new();
    seen.insert(hash(LABELS, &deck), (0, 0));
    for a in 0..LABELS {
        for b in 0..a {
            let mut other = deck;
            other.swap(a, b);
            let hash = hash(LABELS, &other);
            assert!(hash < 1 << HASH_BITS);
            assert_eq!(seen.insert(hash, (a, b)), None);
        }
    }
}

#[test]
fn every_bit_of_the_hash_is_one_half_of_the_time() {
    let mut fair = Fair::new(52, 5);
    let mut ones = [0; HASH_BITS as usize];
    let times = 4000;
    for _ in 0..times {
        let mut deck = [0; LABELS];
        deck[..52].copy_from_slice(&fair.deck());
        let hash = hash(52, &deck);
        (0..HASH_BITS).for_each(|bit| ones[bit as usize] += (hash >> bit & 1) as i32);
    }
    // Six standard deviations.
    assert!(ones.iter().all(|ones| (ones - times / 2).abs() < 190), "{ones:?}");
}

#[test]
fn a_halved_sample_holds_all_copies_of_what_it_holds() {
    let mut fair = Fair::new(52, 9);
    let mut sample = Repeats::holding(100);
    let mut all: BTreeMap<u128, Vec<u64>> = BTreeMap::new();
    for place in 0..5000 {
        // Each of 2,000 values again and again; spread as the hash spreads them.
        let mut deck = [0; LABELS];
        let value = fair.below(2000);
        (deck[0], deck[1]) = ((value / 50) as u8, (value % 50) as u8);
        let hash = hash(52, &deck);
        all.entry(hash).or_default().push(place);
        sample.add(hash, place);
    }
    sample.settle();
    let (level, entries, repeated) = sample.contents();
    assert!(entries.len() <= 100 && entries.len() > 25, "{} {level}", entries.len());
    let kept = all.iter().filter(|(hash, _)| hash.trailing_zeros() >= level);
    let kept: Vec<_> = kept.collect();
    assert_eq!(kept.len(), entries.len());
    for (hash, places) in kept {
        match repeated.get(hash) {
            Some(repeat) => {
                assert_eq!(repeat.times, places.len() as u64);
                assert_eq!(repeat.places[..], places[..2]);
            }
            None => assert_eq!(places.len(), 1),
        }
    }
}
