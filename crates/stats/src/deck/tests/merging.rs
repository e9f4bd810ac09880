//! Any cut of a stream into pieces gives the state of the whole.

use super::super::counts::Counts;
use super::super::drift::Drifts;
use super::super::repeats::Repeat;
use super::Fair;
use crate::battery::Fault;
use crate::deck::Decks;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Everything counted against one reference.
#[derive(Debug, PartialEq)]
struct Counted {
    total: u64,
    tables: [Vec<u64>; 3],
    histograms: Vec<Vec<u64>>,
    inversions: u128,
    drifts: Drifts,
}

/// The whole state, in a form that does not depend on how it came about.
#[derive(Debug, PartialEq)]
pub(super) struct State {
    counted: [Counted; 2],
    faults: (u64, Vec<Fault>),
    tail: Vec<[u8; 64]>,
    repeats: (u32, Vec<u128>, BTreeMap<u128, Repeat>),
}

fn counted(counts: &Counts) -> Counted {
    Counted {
        total: counts.total,
        tables: [
            counts.tables.position.clone(),
            counts.tables.adjacency.clone(),
            counts.tables.lehmer.clone(),
        ],
        histograms: counts.histograms.iter().map(|h| h.to_vec()).collect(),
        inversions: counts.inversions,
        drifts: counts.drifts.clone(),
    }
}

pub(super) fn state(mut decks: Decks) -> State {
    decks.settle();
    State {
        counted: [counted(&decks.fixed), counted(&decks.previous)],
        faults: (decks.faulty, decks.faults.clone()),
        tail: decks.fixed.last(decks.chain.since).iter().map(|both| both.deck).collect(),
        repeats: decks.repeats.contents(),
    }
}

/// What comes in a stream.
#[derive(Clone, Debug)]
enum Next {
    Deck(Vec<u8>),
    Break,
}

fn take(decks: &mut Decks, stream: &[Next]) {
    for next in stream {
        match next {
            Next::Deck(deck) => drop(decks.push(deck)),
            Next::Break => decks.break_chain(),
        }
    }
}

/// A stream of fair decks, of which some have faults, some come again and some follow a break.
fn stream(n: usize, seed: u64, length: usize) -> Vec<Next> {
    let mut fair = Fair::new(n, seed);
    let mut out = Vec::new();
    let mut last = fair.deck();
    for _ in 0..length {
        match fair.below(20) {
            0 => out.push(Next::Break),
            1 => out.push(Next::Deck(vec![0; n])),
            2 => out.push(Next::Deck(last.clone())),
            _ => {
                last = fair.deck();
                out.push(Next::Deck(last.clone()));
            }
        }
    }
    out
}

/// The stream in pieces, merged two by two as a tree would be or one after the other.
fn in_pieces(empty: &Decks, stream: &[Next], cuts: &[usize], placed: bool, tree: bool) -> Decks {
    let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut % (stream.len() + 1)).collect();
    cuts.extend([0, stream.len()]);
    cuts.sort_unstable();
    let mut place = 0;
    let mut pieces: Vec<Decks> = Vec::new();
    for piece in cuts.windows(2) {
        let piece = &stream[piece[0]..piece[1]];
        let mut decks = empty.clone().starting_at(if placed { place } else { 0 });
        take(&mut decks, piece);
        place += piece.iter().filter(|next| matches!(next, Next::Deck(_))).count() as u64;
        pieces.push(decks);
    }
    while tree && pieces.len() > 1 {
        let mut half = Vec::new();
        let mut rest = pieces.into_iter();
        while let Some(mut first) = rest.next() {
            if let Some(second) = rest.next() {
                first.merge(second).unwrap();
            }
            half.push(first);
        }
        pieces = half;
    }
    pieces
        .into_iter()
        .reduce(|mut all, next| {
            all.merge(next).unwrap();
            all
        })
        .unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn short_pieces_need_not_know_their_place(
        n in prop::sample::select(vec![2_usize, 3, 5, 52, 64]),
        lag in 1_usize..=8,
        seed: u64,
        length in 0_usize..120,
        cuts in prop::collection::vec(any::<usize>(), 0..8),
        tree: bool,
    ) {
        let stream = stream(n, seed, length);
        let empty = Decks::new(n, lag).unwrap();
        let mut whole = empty.clone();
        take(&mut whole, &stream);
        let pieces = in_pieces(&empty, &stream, &cuts, false, tree);
        prop_assert_eq!(whole.battery(), pieces.battery());
        prop_assert_eq!(state(whole), state(pieces));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn long_pieces_that_know_their_place(
        lag in 1_usize..=3,
        seed: u64,
        length in 500_usize..6000,
        cuts in prop::collection::vec(any::<usize>(), 0..6),
        tree: bool,
    ) {
        let stream = stream(5, seed, length);
        let mut empty = Decks::new(5, lag).unwrap();
        // Few enough that the sample of decks is halved again and again: there are 120.
        empty.repeats = super::super::repeats::Repeats::holding(16);
        let mut whole = empty.clone();
        take(&mut whole, &stream);
        let pieces = in_pieces(&empty, &stream, &cuts, true, tree);
        prop_assert_eq!(whole.battery(), pieces.battery());
        prop_assert_eq!(state(whole), state(pieces));
    }
}

#[test]
fn what_does_not_follow_is_refused() {
    let of = |n, lag| Decks::new(n, lag).unwrap();
    assert!(of(52, 1).merge(of(51, 1)).is_err());
    assert!(of(52, 1).merge(of(52, 2)).is_err());
    assert!(of(52, 1).merge(of(52, 1).starting_at(1)).is_err());
    // Longer than its blocks are single decks, and not told where it begins.
    let mut first = of(5, 1);
    take(&mut first, &stream(5, 1, 3));
    let mut long = of(5, 1);
    take(&mut long, &stream(5, 2, 2000));
    let before = state(first.clone());
    assert!(first.merge(long).is_err());
    assert_eq!(before, state(first));
}

#[test]
fn blocks_are_at_most_512_and_hold_every_deck_once() {
    let mut decks = Decks::new(5, 1).unwrap();
    let mut fair = Fair::new(5, 3);
    for length in 1..=5000_u64 {
        decks.push(&fair.deck()).unwrap();
        if length % 777 == 0 {
            let mut counts = decks.fixed.clone();
            counts.settle();
            let blocks: Vec<_> = counts.drifts.blocks().collect();
            assert!(blocks.len() <= 512 && blocks.len() as u64 * 2 > 512.min(length));
            assert_eq!(blocks.iter().map(|(_, b)| b.permutations).sum::<u64>(), length);
            let sum: u64 = blocks.iter().map(|(_, b)| b.sums.inversions).sum();
            assert_eq!(u128::from(sum), counts.inversions);
        }
    }
    let battery = decks.battery();
    assert_eq!(battery.drifts.len(), 8);
    assert_eq!(battery.drifts[0].blocks.last().unwrap().0, 5000);
}
