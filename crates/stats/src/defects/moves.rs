//! What machines, hands and programs do to a deck. Position 0 is the top, dealt first.

use super::chance::Chance;

/// Cards of a deck.
pub const N: usize = 52;
/// A deck in the order dealt.
pub type Deck = [u8; N];

/// The order of a new deck: label = position.
pub(crate) fn new_deck() -> Deck {
    std::array::from_fn(|i| i as u8)
}

/// A fair shuffle (Fisher-Yates from the bottom up).
pub fn fair(deck: &mut Deck, chance: &mut Chance) {
    fisher_yates(deck, |n| chance.below(n));
}

/// Fisher-Yates from the bottom up with this source of "a number below n".
pub fn fisher_yates(deck: &mut [u8], mut below: impl FnMut(u32) -> u32) {
    for last in (1..deck.len()).rev() {
        deck.swap(last, below(last as u32 + 1) as usize);
    }
}

/// Every position is swapped with any of the n, its own among them: n^n equally likely ways over n!
/// orders, which cannot come out even. `index` gives a number below its argument.
pub fn naive_swap(deck: &mut [u8], mut index: impl FnMut(usize) -> usize) {
    for i in 0..deck.len() {
        deck.swap(i, index(deck.len()));
    }
}

/// Fisher-Yates that never leaves a card where it is: only the (n - 1)! orders of one single cycle.
pub fn sattolo(deck: &mut [u8], mut index: impl FnMut(usize) -> usize) {
    for last in (1..deck.len()).rev() {
        deck.swap(last, index(last));
    }
}

/// One riffle of Gilbert, Shannon and Reeds: the cut is binomial, and then every interleaving of the
/// two packets is as likely as any other. 52 fair bits say from which packet each card falls.
pub fn riffle(deck: &mut Deck, chance: &mut Chance) {
    let from_lower = chance.double_word() & ((1 << N) - 1);
    let old = *deck;
    let (mut upper, mut lower) = (0, N - from_lower.count_ones() as usize);
    for (i, card) in deck.iter_mut().enumerate() {
        let next = if from_lower >> i & 1 == 1 { &mut lower } else { &mut upper };
        *card = old[*next];
        *next += 1;
    }
}

/// One pass through a shelf machine of Diaconis, Fulman and Holmes: each card in turn, from the bottom
/// of the deck, goes to a random shelf, on top or below what lies there, and the shelves are stacked.
///
/// The order of the stack is drawn in the machine; as each card's shelf is drawn at random, stacking
/// them always in the same order gives the same law.
pub fn shelf(deck: &mut Deck, shelves: u32, chance: &mut Chance) {
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

fn place(deck: &Deck, card: u8) -> usize {
    deck.iter().position(|c| *c == card).unwrap_or(0)
}

/// The card changes places with the one at `position`.
pub fn bring(deck: &mut Deck, card: u8, position: usize) {
    let from = place(deck, card);
    deck.swap(from, position);
}

/// `second` is taken out and put back directly below `first`.
pub fn put_below(deck: &mut Deck, first: u8, second: u8) {
    let (mut to, from) = (place(deck, first), place(deck, second));
    if from < to {
        deck[from..=to].rotate_left(1);
        to -= 1;
    } else {
        deck[to + 1..=from].rotate_right(1);
    }
    debug_assert_eq!((deck[to], deck[to + 1]), (first, second));
}

/// A fair shuffle; `ppm` times in a million one card is put back to the position it had.
pub fn sticky_card(deck: &mut Deck, ppm: u32, chance: &mut Chance) {
    let kept = chance.happens(ppm).then(|| chance.index(N)).map(|at| (at, deck[at]));
    fair(deck, chance);
    if let Some((at, card)) = kept {
        bring(deck, card, at);
    }
}
