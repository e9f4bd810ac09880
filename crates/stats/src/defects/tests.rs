//! The moves themselves, against enumeration and published outputs; the laws of whole sources are in
//! `tests/defects.rs`.

use super::moves::{fair_but_block, naive_swap, new_deck, one_more_ace, put_below, sattolo};
use super::*;
use std::collections::BTreeMap;

/// Every sequence of `steps` draws, the i-th below `bound(i)`, with the deck that `shuffle` makes.
fn enumerate(
    n: usize,
    bounds: &[usize],
    shuffle: impl Fn(&mut [u8], &mut dyn FnMut(usize) -> usize),
) -> BTreeMap<Vec<u8>, u32> {
    let mut seen = BTreeMap::new();
    for code in 0..bounds.iter().product::<usize>() {
        let mut deck: Vec<u8> = (0..n as u8).collect();
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

#[test]
fn naive_swap_of_three_cards_has_the_known_unevenness() {
    // Of the 27 ways, three orders come out in 4 and three in 5 (worked by hand: 0 1 2, 2 0 1 and
    // 2 1 0 are the rare ones).
    let seen = enumerate(3, &[3, 3, 3], |deck, draw| naive_swap(deck, draw));
    let expected = [
        (vec![0, 1, 2], 4),
        (vec![0, 2, 1], 5),
        (vec![1, 0, 2], 5),
        (vec![1, 2, 0], 5),
        (vec![2, 0, 1], 4),
        (vec![2, 1, 0], 4),
    ];
    assert_eq!(seen, expected.into_iter().collect());
}

#[test]
fn sattolo_makes_each_cycle_of_five_once() {
    let seen = enumerate(5, &[4, 3, 2, 1], |deck, draw| sattolo(deck, draw));
    assert_eq!(seen.len(), 24);
    assert!(seen.values().all(|ways| *ways == 1));
    for deck in seen.keys() {
        let orbit = (1..5).scan(0, |at, _| {
            *at = usize::from(deck[*at]);
            Some(*at)
        });
        assert!(orbit.into_iter().all(|at| at != 0), "{deck:?}");
    }
}

#[test]
fn fisher_yates_makes_each_order_of_five_once() {
    let seen = enumerate(5, &[5, 4, 3, 2], |deck, draw| {
        moves::fisher_yates(deck, |n| draw(n as usize) as u32);
    });
    assert_eq!((seen.len(), seen.values().max()), (120, Some(&1)));
}

#[test]
fn the_generators_are_the_published_ones() {
    let first = |recurrence, state, n: usize| -> Vec<u32> {
        let mut generator = Congruential { recurrence, state };
        (0..n).map(|_| generator.word()).collect()
    };
    assert_eq!(first(Recurrence::Randu, 1, 4), [65_539, 393_225, 1_769_499, 7_077_969]);
    // Park and Miller's own check.
    assert_eq!(first(Recurrence::Minstd, 1, 10_000)[9_999], 1_043_618_065);
    // `srand(1)` of Microsoft's C.
    assert_eq!(first(Recurrence::Msvc, 1, 5), [41, 18_467, 6_334, 26_500, 19_169]);
    // `srandom(1)` of the GNU C library with its smallest table.
    assert_eq!(first(Recurrence::Lcg31, 1, 3), [1_103_527_590, 377_401_575, 662_824_084]);
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
            let mut deck = new_deck();
            put_below(&mut deck, first, second);
            let at = moves::place(&deck, first);
            assert_eq!(deck[at + 1], second);
            let others = deck.iter().filter(|c| **c != second);
            assert!(others.zip((0..52).filter(|c| *c != second)).all(|(a, b)| *a == b));
        }
    }
}

#[test]
fn the_hand_gets_exactly_one_ace_more() {
    let aces = |deck: &[u8; 52]| deck[DEALER].iter().filter(|c| **c % 13 == 12).count();
    let mut chance = Chance::new(3);
    let mut deck = new_deck();
    for _ in 0..10_000 {
        moves::fair(&mut deck, &mut chance);
        let before = aces(&deck);
        one_more_ace(&mut deck, DEALER, &mut chance);
        assert_eq!(aces(&deck), (before + 1).min(4));
    }
}

#[test]
fn a_glued_block_stays_together_and_everything_else_is_fair() {
    let mut chance = Chance::new(4);
    let (mut together, mut top) = (0, [0_u32; 52]);
    for _ in 0..52_000 {
        let mut deck = new_deck();
        fair_but_block(&mut deck, 3, &mut chance);
        together += u32::from(deck.windows(3).any(|w| w[1] == w[0] + 1 && w[2] == w[1] + 1));
        top[usize::from(deck[0])] += 1;
    }
    assert_eq!(together, 52_000);
    // Worked by hand: the top of the 50 things is each of them once in 50 rounds; a card of the middle
    // is the block's second or third in 2 of 50 rounds, and cannot be on top then; the first card of
    // the deck never is.
    let middle = 52_000.0 * 48.0 / 50.0 / 50.0;
    assert!(top[2..50].iter().all(|n| (f64::from(*n) - middle).abs() < 160.0), "{top:?}");
    let first = 52_000.0 / 50.0;
    assert!((f64::from(top[0]) - first).abs() < 160.0, "{}", top[0]);
}
