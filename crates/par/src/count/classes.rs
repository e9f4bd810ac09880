//! Hands up to the names of the suits: one of each class, with the number of hands it stands for.

use feltproof_engine::{HandRank, best_four_of_five};
use feltproof_model::Card;
use std::sync::LazyLock;

/// Ranks in a suit; a set of them is a mask of as many bits.
const RANKS: usize = 13;

/// The pack, in the order of the card numbers.
const PACK: [Card; Card::PACK as usize] = {
    let Some(first) = Card::new(0) else { panic!("a pack has a first card") };
    let mut pack = [first; Card::PACK as usize];
    let mut number = 0;
    while number < Card::PACK {
        if let Some(card) = Card::new(number) {
            pack[number as usize] = card;
        }
        number += 1;
    }
    pack
};

/// Hands of `N` cards that become one another when the suits are renamed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuitClass<const N: usize> {
    /// One of the hands, its cards in ascending order of their numbers.
    pub cards: [Card; N],
    /// How many hands the class has: 1 to 24, a divisor of 24.
    pub weight: u32,
}

/// Every suit class of hands of `N` cards (at most 13), each once, in an order that never changes.
///
/// There are 134,459 classes of five cards and 962,988 of six.
pub fn suit_classes<const N: usize>() -> Vec<SuitClass<N>> {
    let mut masks: Vec<u16> =
        (0..1_u16 << RANKS).filter(|mask| mask.count_ones() as usize <= N).collect();
    masks.sort_unstable_by_key(|mask| std::cmp::Reverse((mask.count_ones(), *mask)));
    let mut classes = Vec::new();
    add_suit(&masks, &mut Vec::with_capacity(4), N, &mut classes);
    classes
}

/// Every suit class of five cards with its rank. They are put together once: every sheet asks for them.
pub(crate) fn ranked_classes() -> &'static [(HandRank, SuitClass<5>)] {
    static RANKED: LazyLock<Vec<(HandRank, SuitClass<5>)>> = LazyLock::new(|| {
        suit_classes().into_iter().map(|class| (best_four_of_five(class.cards), class)).collect()
    });
    &RANKED
}

/// Gives the next suit every set of ranks not above that of the suit before, until `left` cards
/// are given out. `masks` holds the sets in descending order, the largest sets first; what is not
/// above the suit before is a tail of it.
fn add_suit<const N: usize>(
    masks: &[u16],
    suits: &mut Vec<u16>,
    left: usize,
    classes: &mut Vec<SuitClass<N>>,
) {
    if suits.len() == 4 {
        classes.extend(class_of(suits));
        return;
    }
    let fitting = masks.partition_point(|mask| mask.count_ones() as usize > left);
    for at in fitting..masks.len() {
        let size = masks[at].count_ones() as usize;
        // The suits that follow have no more cards than this one.
        if size * (4 - suits.len()) < left {
            return;
        }
        suits.push(masks[at]);
        add_suit(&masks[at..], suits, left - size, classes);
        suits.pop();
    }
}

/// The class of these four sets of ranks; none when they are not `N` cards.
fn class_of<const N: usize>(suits: &[u16]) -> Option<SuitClass<N>> {
    let mut cards = [PACK[0]; N];
    let mut len = 0;
    for (suit, mask) in suits.iter().enumerate() {
        for rank in (0..RANKS).filter(|rank| mask >> rank & 1 == 1) {
            *cards.get_mut(len)? = PACK[suit * RANKS + rank];
            len += 1;
        }
    }
    let weight = (24 / symmetries(suits)).into();
    (len == N).then_some(SuitClass { cards, weight })
}

/// How many of the 24 ways to rename the suits leave a hand with these suits as it is: suits that
/// hold the same ranks may be exchanged. The equal ones must stand side by side.
pub(super) fn symmetries(suits: &[u16]) -> u8 {
    let factorial = |length: usize| [1, 1, 2, 6, 24].get(length).copied().unwrap_or(24);
    suits.chunk_by(PartialEq::eq).map(|equal| factorial(equal.len())).product()
}
