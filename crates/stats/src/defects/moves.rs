//! What machines, hands and programs do to a deck. Position 0 is the top, dealt first.

use super::chance::Chance;

/// Cards of a deck.
pub(super) const N: usize = 52;
/// A deck in the order dealt.
pub(super) type Deck = [u8; N];

/// The order of a new deck: label = position.
pub(super) fn new_deck() -> Deck {
    std::array::from_fn(|i| i as u8)
}

/// A fair shuffle (Fisher-Yates from the bottom up).
pub(super) fn fair(deck: &mut Deck, chance: &mut Chance) {
    fisher_yates(deck, |n| chance.below(n));
}

/// Fisher-Yates from the bottom up with this source of "a number below n".
pub(super) fn fisher_yates(deck: &mut [u8], mut below: impl FnMut(u32) -> u32) {
    for last in (1..deck.len()).rev() {
        deck.swap(last, below(last as u32 + 1) as usize);
    }
}

/// Every position is swapped with any of the n, its own among them: n^n equally likely ways over n!
/// orders, which cannot come out even. `index` gives a number below its argument.
pub(super) fn naive_swap(deck: &mut [u8], mut index: impl FnMut(usize) -> usize) {
    for i in 0..deck.len() {
        deck.swap(i, index(deck.len()));
    }
}

/// Fisher-Yates that never leaves a card where it is: only the (n - 1)! orders of one single cycle.
pub(super) fn sattolo(deck: &mut [u8], mut index: impl FnMut(usize) -> usize) {
    for last in (1..deck.len()).rev() {
        deck.swap(last, index(last));
    }
}

/// One riffle of Gilbert, Shannon and Reeds: the cut is binomial, and then every interleaving of the
/// two packets is as likely as any other. 52 fair bits say from which packet each card falls.
pub(super) fn riffle(deck: &mut Deck, chance: &mut Chance) {
    let from_lower = chance.double_word() & ((1 << N) - 1);
    let old = *deck;
    let (mut upper, mut lower) = (0, N - from_lower.count_ones() as usize);
    for (i, card) in deck.iter_mut().enumerate() {
        let next = if from_lower >> i & 1 == 1 { &mut lower } else { &mut upper };
        *card = old[*next];
        *next += 1;
    }
}

/// A strip: packets of 4 to 12 cards, each size as likely, are drawn from the top and laid one on
/// another, so that the order of the packets is turned round and each packet keeps its own.
pub(super) fn strip(deck: &mut Deck, chance: &mut Chance) {
    let old = *deck;
    let mut taken = 0;
    while taken < N {
        let size = (4 + chance.index(9)).min(N - taken);
        deck[N - taken - size..N - taken].copy_from_slice(&old[taken..taken + size]);
        taken += size;
    }
}

/// A cut that leaves at least ten cards in either packet, every place as likely.
pub(super) fn cut(deck: &mut Deck, chance: &mut Chance) {
    deck.rotate_left(10 + chance.index(N - 19));
}

/// One pass through a shelf machine of Diaconis, Fulman and Holmes: each card in turn, from the bottom
/// of the deck, goes to a random shelf, on top or below what lies there, and the shelves are stacked.
///
/// The order of the stack is drawn in the machine; as each card's shelf is drawn at random, stacking
/// them always in the same order gives the same law.
pub(super) fn shelf(deck: &mut Deck, shelves: u32, chance: &mut Chance) {
    let mut placed = [(0_u32, 0_i32, 0_u8); N];
    for (i, (slot, card)) in placed.iter_mut().zip(deck.iter().rev()).enumerate() {
        let draw = chance.below(2 * shelves);
        let time = i as i32 + 1;
        // On top of the shelf: the later, the higher. Below: the later, the lower.
        *slot = (draw / 2, if draw.is_multiple_of(2) { -time } else { time }, *card);
    }
    placed.sort_unstable();
    for (card, (_, _, placed)) in deck.iter_mut().zip(placed) {
        *card = placed;
    }
}

/// Where this card stands.
pub(super) fn place(deck: &Deck, card: u8) -> usize {
    deck.iter().position(|c| *c == card).unwrap_or(0)
}

/// The card changes places with the one at `position`.
pub(super) fn bring(deck: &mut Deck, card: u8, position: usize) {
    let from = place(deck, card);
    deck.swap(from, position);
}

/// `second` is taken out and put back directly below `first`.
pub(super) fn put_below(deck: &mut Deck, first: u8, second: u8) {
    let (mut to, from) = (place(deck, first), place(deck, second));
    if from < to {
        deck[from..=to].rotate_left(1);
        to -= 1;
    } else {
        deck[to + 1..=from].rotate_right(1);
    }
    debug_assert_eq!((deck[to], deck[to + 1]), (first, second));
}

/// The ranks of the codes: code = suit * 13 + rank, and the ace is rank 12.
const ACE: u8 = 12;

/// One more ace for the hand at these positions: an ace from outside changes places with a card of
/// the hand that is no ace. Nothing happens where either is missing.
pub(super) fn one_more_ace(deck: &mut Deck, hand: std::ops::Range<usize>, chance: &mut Chance) {
    let ace = |i: &usize| deck[*i] % 13 == ACE;
    let outside: Vec<usize> = (0..N).filter(|i| !hand.contains(i)).filter(ace).collect();
    let inside: Vec<usize> = hand.clone().filter(|i| !ace(i)).collect();
    if !outside.is_empty() && !inside.is_empty() {
        deck.swap(outside[chance.index(outside.len())], inside[chance.index(inside.len())]);
    }
}

/// A fair shuffle in which `length` neighbours of the deck before, drawn at random, stay together in
/// their order.
pub(super) fn fair_but_block(deck: &mut Deck, length: usize, chance: &mut Chance) {
    let start = chance.index(N - length + 1);
    let old = *deck;
    let glued = |card: u8| place(&old, card).checked_sub(start).filter(|i| *i < length);
    fair(deck, chance);
    // A fair order of 50 things: the others, and the block where its first card stands.
    let mut next = 0;
    let shuffled = *deck;
    for card in shuffled {
        let block: &[u8] = match glued(card) {
            None => &[card],
            Some(0) => &old[start..start + length],
            Some(_) => &[],
        };
        deck[next..next + block.len()].copy_from_slice(block);
        next += block.len();
    }
}

/// A fair shuffle after which one card, drawn at random, is put back to the position it had.
pub(super) fn fair_but_position(deck: &mut Deck, chance: &mut Chance) {
    let position = chance.index(N);
    let card = deck[position];
    fair(deck, chance);
    bring(deck, card, position);
}
