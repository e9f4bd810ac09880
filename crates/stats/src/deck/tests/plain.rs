//! Every count of a deck a second time, slowly and straight from its definition.

use super::super::counts::{Count, Counts};
use super::super::lanes::LABELS;
use super::Fair;
use crate::deck::Decks;

pub(super) fn inverse(deck: &[u8]) -> Vec<u8> {
    (0..deck.len() as u8)
        .map(|label| deck.iter().position(|other| *other == label).unwrap() as u8)
        .collect()
}

fn descents(deck: &[u8]) -> usize {
    deck.windows(2).filter(|w| w[0] > w[1]).count()
}

fn peaks(deck: &[u8]) -> usize {
    deck.windows(3).filter(|w| w[1] > w[0] && w[1] > w[2]).count()
}

fn valleys(deck: &[u8]) -> usize {
    deck.windows(3).filter(|w| w[1] < w[0] && w[1] < w[2]).count()
}

fn longest(deck: &[u8], follows: impl Fn(u8, u8) -> bool) -> usize {
    let mut best: Vec<usize> = Vec::new();
    for (i, label) in deck.iter().enumerate() {
        let before = (0..i).filter(|j| follows(deck[*j], *label)).map(|j| best[j]).max();
        best.push(1 + before.unwrap_or(0));
    }
    best.into_iter().max().unwrap()
}

fn cycles(deck: &[u8]) -> usize {
    let mut seen = vec![false; deck.len()];
    let mut found = 0;
    for start in 0..deck.len() {
        if !seen[start] {
            found += 1;
        }
        let mut at = start;
        while !seen[at] {
            seen[at] = true;
            at = usize::from(deck[at]);
        }
    }
    found
}

/// Right guesses: the nearest label still to come above the last one, or below it after a step down
/// where `turns`; the lowest one where there is none.
fn guesses(deck: &[u8], turns: bool) -> usize {
    let mut unseen: Vec<u8> = (0..deck.len() as u8).collect();
    let mut right = 0;
    for (i, label) in deck.iter().enumerate() {
        let down = turns && i >= 2 && deck[i - 1] < deck[i - 2];
        let near = i.checked_sub(1).and_then(|last| {
            if down {
                unseen.iter().rfind(|other| **other < deck[last])
            } else {
                unseen.iter().find(|other| **other > deck[last])
            }
        });
        right += usize::from(near.unwrap_or(&unseen[0]) == label);
        unseen.retain(|other| other != label);
    }
    right
}

fn steps(deck: &[u8], by: i32) -> usize {
    deck.windows(2).filter(|w| i32::from(w[1]) - i32::from(w[0]) == by).count()
}

pub(super) fn inversions(deck: &[u8]) -> u128 {
    (0..deck.len()).map(|j| (0..j).filter(|i| deck[*i] > deck[j]).count() as u128).sum()
}

pub(super) fn value(count: Count, deck: &[u8]) -> usize {
    match count {
        Count::Rises => descents(&inverse(deck)),
        Count::Descents => descents(deck),
        Count::Peaks => peaks(deck),
        Count::Valleys => valleys(deck),
        Count::InversePeaks => peaks(&inverse(deck)),
        Count::InverseValleys => valleys(&inverse(deck)),
        Count::Increasing => longest(deck, |a, b| a < b),
        Count::Decreasing => longest(deck, |a, b| a > b),
        Count::FixedPoints => {
            deck.iter().enumerate().filter(|(i, c)| *i == usize::from(**c)).count()
        }
        Count::Successions => steps(deck, 1),
        Count::ReverseSuccessions => steps(deck, -1),
        Count::Cycles => cycles(deck),
        Count::Guess => guesses(deck, false),
        Count::GuessDirection => guesses(deck, true),
    }
}

/// Compares all counts with those of these decks counted again.
fn compare(counts: &Counts, decks: &[Vec<u8>]) {
    let n = counts.n();
    let mut counts = counts.clone();
    counts.settle();
    assert_eq!(counts.total, decks.len() as u64);
    for count in Count::ALL {
        let mut histogram = vec![0; counts.histogram(count).len()];
        decks.iter().for_each(|deck| histogram[value(count, deck)] += 1);
        assert_eq!(counts.histogram(count)[..], histogram, "{count:?}");
    }
    let (mut position, mut adjacency, mut lehmer) =
        (vec![0; n * n], vec![0; n * n], vec![0; n * n]);
    for deck in decks {
        for (i, label) in deck.iter().enumerate() {
            position[i * n + usize::from(*label)] += 1;
            lehmer[i * n + deck[i..].iter().filter(|later| *later < label).count()] += 1;
        }
        deck.windows(2).for_each(|w| adjacency[usize::from(w[0]) * n + usize::from(w[1])] += 1);
    }
    assert_eq!(counts.tables.position, position);
    assert_eq!(counts.tables.adjacency, adjacency);
    assert_eq!(counts.tables.lehmer, lehmer);
    assert_eq!(counts.inversions, decks.iter().map(|deck| inversions(deck)).sum());
}

#[test]
fn every_count_of_random_decks() {
    for n in [2, 3, 4, 5, 6, 7, 13, 31, 52, 63, LABELS] {
        for lag in [1, 3] {
            let mut fair = Fair::new(n, 100 * n as u64 + lag as u64);
            let mut decks = Decks::new(n, lag).unwrap();
            let all: Vec<Vec<u8>> = (0..75).map(|_| fair.deck()).collect();
            all.iter().for_each(|deck| decks.push(deck).unwrap());
            compare(&decks.fixed, &all);
            let relative: Vec<Vec<u8>> = all[lag..]
                .iter()
                .zip(&all)
                .map(|(now, before)| {
                    let place = inverse(before);
                    now.iter().map(|label| place[usize::from(*label)]).collect()
                })
                .collect();
            compare(&decks.previous, &relative);
        }
    }
}

#[test]
fn every_count_of_decks_in_order() {
    // Sorted, reversed, rotated and cut decks: the ends of every range.
    for n in [2, 5, 52, LABELS] {
        let sorted: Vec<u8> = (0..n as u8).collect();
        let mut all = vec![sorted.clone(), sorted.iter().rev().copied().collect()];
        for by in 1..n {
            let mut turned = sorted.clone();
            turned.rotate_left(by);
            all.push(turned.iter().rev().copied().collect());
            all.push(turned);
        }
        let mut decks = Decks::new(n, 1).unwrap();
        all.iter().for_each(|deck| decks.push(deck).unwrap());
        compare(&decks.fixed, &all);
    }
}

#[test]
fn small_counters_are_emptied_before_they_overflow() {
    let sorted: Vec<u8> = (0..52).collect();
    let mut decks = Decks::new(52, 1).unwrap();
    let times = 140_000;
    (0..times).for_each(|_| decks.push(&sorted).unwrap());
    for (counts, total) in [(&decks.fixed, times), (&decks.previous, times - 1)] {
        let mut counts = counts.clone();
        counts.settle();
        assert!((0..52).all(|i| counts.tables.position[i * 53] == total));
        assert!((0..51).all(|i| counts.tables.adjacency[i * 53 + 1] == total));
        assert!((0..52).all(|i| counts.tables.lehmer[i * 52] == total));
        assert_eq!(counts.histogram(Count::Increasing)[52], total);
    }
}
