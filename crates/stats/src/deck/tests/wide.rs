//! The vectors of 64 bytes give what is counted without them. Where a processor has none, both sides
//! of the comparisons are the same; the first two tests do not need them.

use super::super::lanes::{Both, LABELS, NONE};
use super::super::wide::Wide;
use super::Fair;
use super::merging::state;
use crate::deck::Decks;

#[test]
fn counters_that_would_overflow_are_emptied_before() {
    // More than two bytes hold, all in one cell of each row.
    let deck = [2, 0, 4, 3, 1];
    let mut decks = Decks::new(5, 1).unwrap();
    (0..140_000).for_each(|_| decks.push(&deck).unwrap());
    decks.settle();
    let tables = &decks.fixed.tables;
    let count = |yes: bool| if yes { 140_000 } else { 0 };
    for row in 0..5 {
        for label in 0..5 {
            let cell = 5 * row + label;
            assert_eq!(tables.position[cell], count(deck[row] == label as u8));
            let digit = [2, 0, 2, 1, 0][row];
            assert_eq!(tables.lehmer[cell], count(digit == label));
            let pair = deck.windows(2).any(|pair| pair == [row as u8, label as u8]);
            assert_eq!(tables.adjacency[cell], count(pair));
        }
    }
}

#[test]
fn every_single_wrong_card_is_a_fault() {
    for n in [2, 3, 52, 63, 64] {
        let mut decks = Decks::new(n, 1).unwrap();
        let sound = Fair::new(n, 3).deck();
        let mut faulty = 0;
        for position in 0..n {
            for code in 0..=255 {
                let mut deck = sound.clone();
                deck[position] = code;
                let right = code == sound[position];
                faulty += u64::from(!right);
                assert_eq!(decks.push(&deck).is_ok(), right, "{code} at {position} of {n}");
            }
        }
        assert_eq!((decks.count(), decks.faulty), (n as u64, faulty));
    }
}

#[test]
fn counts_are_those_made_without() {
    for n in [2, 3, 5, 7, 8, 31, 33, 51, 52, 53, 63, 64] {
        let mut fair = Fair::new(n, 100 + n as u64);
        let mut with = Decks::new(n, 2).unwrap();
        let mut without = with.clone();
        (without.fixed.wide, without.previous.wide) = (None, None);
        for place in 0..700 {
            let mut deck = fair.deck();
            if place % 97 == 5 {
                // Faults leave their traces in the room of the next deck.
                deck[0] = if place % 2 == 0 { 127 } else { 255 };
                deck[1] = 63;
                deck[n - 1] = 62;
            }
            assert_eq!(with.push(&deck), without.push(&deck));
        }
        assert_eq!(state(with), state(without), "{n} cards");
    }
}

#[test]
fn behind_the_last_card_there_is_none() {
    let Some(wide) = Wide::try_new() else { return };
    let none = Both { deck: [NONE; LABELS], inverse: [NONE; LABELS] };
    let both = |deck: [u8; 3]| {
        let mut both = none;
        for (i, card) in deck.iter().enumerate() {
            (both.deck[i], both.inverse[usize::from(*card)]) = (*card, i as u8);
        }
        both
    };
    let (mut before, mut now) = (both([2, 0, 1]), both([0, 1, 2]));
    (before.inverse[63], now.inverse[63]) = (1, 2);
    let mut out = none;
    wide.relative(3, &before, &now, &mut out);
    // Card 0 stood at position 1, card 1 at position 2, card 2 at position 0.
    assert_eq!((&out.deck[..3], &out.inverse[..3]), (&[1, 2, 0][..], &[2, 0, 1][..]));
    assert!(out.deck[3..].iter().chain(&out.inverse[3..]).all(|card| *card == NONE));
}
