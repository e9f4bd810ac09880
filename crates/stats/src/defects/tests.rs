//! The moves themselves, by enumeration of small decks; the laws of whole sources are in the
//! laboratory (`tests/tests/defects.rs` at the root).

use super::moves::{fisher_yates, naive_swap, put_below, sattolo};
use super::*;
use std::collections::BTreeMap;

/// Every sequence of draws, the i-th below `bounds[i]`, by the deck that `shuffle` makes of it.
fn enumerate(
    n: u8,
    bounds: &[usize],
    shuffle: impl Fn(&mut [u8], &mut dyn FnMut(usize) -> usize),
) -> BTreeMap<Vec<u8>, u32> {
    let mut seen = BTreeMap::new();
    for code in 0..bounds.iter().product::<usize>() {
        let mut deck: Vec<u8> = (0..n).collect();
        let mut rest = code;
        shuffle(&mut deck, &mut |bound| {
            let draw = rest % bound;
            rest /= bound;
            draw
        });
        *seen.entry(deck).or_insert(0) += 1;
    }
    seen
}

/// Of the 27 ways, three orders come out in 4 and three in 5 (worked by hand).
#[test]
fn naive_swap_of_three_cards_has_the_known_unevenness() {
    let seen = enumerate(3, &[3, 3, 3], |deck, draw| naive_swap(deck, draw));
    let by_hand = [([0, 1, 2], 4), ([0, 2, 1], 5), ([1, 0, 2], 5), ([1, 2, 0], 5)];
    let by_hand = by_hand.into_iter().chain([([2, 0, 1], 4), ([2, 1, 0], 4)]);
    assert_eq!(seen, by_hand.map(|(deck, ways)| (deck.to_vec(), ways)).collect());
}

#[test]
fn fisher_yates_makes_each_order_of_five_once_and_sattolo_each_cycle() {
    let all = enumerate(5, &[5, 4, 3, 2], |deck, draw| {
        fisher_yates(deck, |n| draw(n as usize) as u32);
    });
    assert_eq!((all.len(), all.values().max()), (120, Some(&1)));
    let cycles = enumerate(5, &[4, 3, 2, 1], |deck, draw| sattolo(deck, draw));
    assert_eq!((cycles.len(), cycles.values().max()), (24, Some(&1)));
    for deck in cycles.keys() {
        let next = |at: usize| usize::from(deck[at]);
        assert!((1..5).try_fold(0, |at, _| Some(next(at)).filter(|at| *at != 0)).is_some());
    }
}

#[test]
fn the_stream_of_chance_is_the_published_one() {
    // RFC 8439, appendix A.1, test vector 1: 76 b8 e0 ad a0 f1 3d 90.
    let mut chance = Chance::new(0);
    assert_eq!((chance.word(), chance.word()), (0xade0_b876, 0x903d_f1a0));
    assert_eq!((chance.below(0), chance.below(1)), (0, 0));
}

#[test]
fn a_card_is_put_directly_below_another_from_anywhere() {
    for first in 0..52 {
        for second in (0..52).filter(|s| *s != first) {
            let mut deck = moves::new_deck();
            put_below(&mut deck, first, second);
            let at = deck.iter().position(|c| *c == first).unwrap();
            assert_eq!(deck[at + 1], second);
            let others = deck.iter().filter(|c| **c != second);
            assert!(others.zip((0..52).filter(|c| *c != second)).all(|(a, b)| *a == b));
        }
    }
}
