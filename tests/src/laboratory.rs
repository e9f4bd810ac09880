//! The laboratory of the randomness batteries: sources with a known fault beyond the ten that users can
//! name, the batteries that look at them, and the power that an independent program measured before
//! these batteries were written.
//!
//! Left out are the faults that nothing sees in 10,000 rounds (remainders of 15 and 16 bits, high bits of
//! congruential generators, one round in 500): a share of zero cannot be undercut.
#![allow(clippy::float_arithmetic, reason = "probabilities, never money")]

use feltproof_stats::deal::{Contrast, Deals, Layout, Options};
use feltproof_stats::defects::moves::{self, Deck, N};
use feltproof_stats::defects::numbers::SYMBOLS;
use feltproof_stats::defects::{Chance, Endless, chained, lab};
use feltproof_stats::symbols::Symbols;
use feltproof_stats::{Battery, Rule, State, verdict};
use std::ops::Range;

/// Positions of the dealer's hand: the last of seven hands of five, dealt one after another.
pub const DEALER: Range<usize> = 30..35;

/// A faulty source of decks, and how often the independent program sees it.
pub struct Row {
    /// As the reference names it.
    pub name: &'static str,
    /// Starts the source.
    pub start: fn(Chance) -> Endless<Deck>,
    /// Share of replications with a departure by Holm's method at one in a hundred, whole decks seen:
    /// at 1,000 and at 10,000 rounds.
    pub full: [f64; 2],
    /// The same with the first 35 cards seen.
    pub first_35: [f64; 2],
}

const fn row(
    name: &'static str,
    full: [f64; 2],
    first_35: [f64; 2],
    start: fn(Chance) -> Endless<Deck>,
) -> Row {
    Row { name, start, full, first_35 }
}

/// The reference's table of decks. A *lab* source shuffles a new deck, a chained one its last output.
#[rustfmt::skip]
pub const DECKS: &[Row] = &[
    row("riffle5 lab", [1.0, 1.0], [1.0, 1.0], |c| lab(c, |d, c| riffles(d, 5, c))),
    row("riffle6 lab", [1.0, 1.0], [1.0, 1.0], |c| lab(c, |d, c| riffles(d, 6, c))),
    row("riffle7 lab", [1.0, 1.0], [1.0, 1.0], |c| lab(c, |d, c| riffles(d, 7, c))),
    row("riffle8 lab", [1.0, 1.0], [1.0, 1.0], |c| lab(c, |d, c| riffles(d, 8, c))),
    row("riffle9 lab", [1.0, 1.0], [0.53, 1.0], |c| lab(c, |d, c| riffles(d, 9, c))),
    row("riffle10 lab", [0.34, 1.0], [0.03, 0.98], |c| lab(c, |d, c| riffles(d, 10, c))),
    row("riffle5 chained", [1.0, 1.0], [1.0, 1.0], |c| chained(c, |d, c| riffles(d, 5, c))),
    row("riffle6 chained", [1.0, 1.0], [1.0, 1.0], |c| chained(c, |d, c| riffles(d, 6, c))),
    row("riffle7 chained", [1.0, 1.0], [1.0, 1.0], |c| chained(c, |d, c| riffles(d, 7, c))),
    row("riffle8 chained", [1.0, 1.0], [0.99, 1.0], |c| chained(c, |d, c| riffles(d, 8, c))),
    row("shelf10 x1 lab", [1.0, 1.0], [1.0, 1.0], |c| lab(c, |d, c| shelves(d, 1, c))),
    row("shelf10 x1 chained", [1.0, 1.0], [1.0, 1.0], |c| chained(c, |d, c| shelves(d, 1, c))),
    row("shelf10 x2 lab", [0.01, 0.1], [0.02, 0.07], |c| lab(c, |d, c| shelves(d, 2, c))),
    row("shelf10 x2 chained", [0.01, 0.08], [0.01, 0.0], |c| chained(c, |d, c| shelves(d, 2, c))),
    row("house manual no wash chained", [1.0, 1.0], [1.0, 1.0], |c| chained(c, house_manual)),
    row("naive swap n^n", [1.0, 1.0], [1.0, 1.0], |c| lab(c, naive)),
    row("Sattolo off-by-one", [1.0, 1.0], [1.0, 1.0], |c| lab(c, sattolo)),
    row("naive swap n^n chained", [1.0, 1.0], [1.0, 1.0], |c| chained(c, naive)),
    row("Sattolo chained", [1.0, 1.0], [1.0, 1.0], |c| chained(c, sattolo)),
    row("modulo 8-bit", [0.77, 1.0], [0.46, 1.0], |c| lab(c, modulo)),
    row("stuck card at bottom 1%", [0.01, 0.85], [0.0, 0.0],
        |c| lab(c, |d, c| at_times(d, 10_000, c, |d, _| moves::bring(d, 0, N - 1)))),
    row("stuck card in seat1 pos0 1%", [0.01, 0.82], [0.0, 0.88],
        |c| lab(c, |d, c| at_times(d, 10_000, c, |d, _| moves::bring(d, 0, 0)))),
    row("clump pair +2% abs", [0.02, 1.0], [0.0, 0.98],
        |c| lab(c, |d, c| at_times(d, 20_000, c, |d, _| moves::put_below(d, 0, 1)))),
    row("dealer-ace seat bias 2%", [0.03, 0.27], [0.01, 0.32],
        |c| lab(c, |d, c| at_times(d, 20_000, c, one_more_ace))),
    row("sticky block of 3 p=5%", [0.26, 1.0], [0.04, 1.0], |c| chained(c, |d, c| block(d, 50_000, c))),
    row("sticky block of 3 p=1%", [0.01, 0.03], [0.02, 0.0], |c| chained(c, |d, c| block(d, 10_000, c))),
    row("sticky position one card p=10%", [0.27, 1.0], [0.18, 1.0],
        |c| chained(c, |d, c| moves::sticky_card(d, 100_000, c))),
    row("sticky position one card p=2%", [0.01, 0.1], [0.02, 0.05],
        |c| chained(c, |d, c| moves::sticky_card(d, 20_000, c))),
    row("LCG 2^31 low bits %", [1.0, 1.0], [1.0, 1.0], |c| congruential(c, 1_103_515_245, 12_345)),
    row("RANDU low bits %", [1.0, 1.0], [1.0, 1.0], |c| congruential(c, 65_539, 0)),
];

/// The reference's table of draws from 0 to 51: the name of the defect that users can ask for, and the
/// same shares at 1,000, 10,000 and 100,000 draws.
pub const DRAWS: [(&str, [f64; 3]); 6] = [
    ("low-bits", [1.0, 1.0, 1.0]),
    ("randu", [0.02, 0.0, 1.0]),
    ("modulo", [0.0, 0.28, 1.0]),
    ("repeats", [0.03, 0.83, 1.0]),
    ("lag-5", [0.0, 0.57, 1.0]),
    ("short-period", [0.03, 0.0, 1.0]),
];

/// The source of this name and seed.
///
/// # Panics
/// When there is none.
#[must_use]
pub fn decks_of(name: &str, rng_seed: u64) -> Endless<Deck> {
    let row = DECKS.iter().find(|row| row.name == name).unwrap_or_else(|| panic!("no {name}"));
    (row.start)(Chance::new(rng_seed))
}

fn riffles(deck: &mut Deck, times: u32, chance: &mut Chance) {
    (0..times).for_each(|_| moves::riffle(deck, chance));
}

fn shelves(deck: &mut Deck, passes: u32, chance: &mut Chance) {
    (0..passes).for_each(|_| moves::shelf(deck, 10, chance));
}

fn naive(deck: &mut Deck, chance: &mut Chance) {
    moves::naive_swap(deck, |n| chance.index(n));
}

fn sattolo(deck: &mut Deck, chance: &mut Chance) {
    moves::sattolo(deck, |n| chance.index(n));
}

fn modulo(deck: &mut Deck, chance: &mut Chance) {
    moves::fisher_yates(deck, |n| (chance.word() >> 24) % n);
}

/// As the house's manual says, without a wash: riffle, riffle, strip, riffle, cut.
fn house_manual(deck: &mut Deck, chance: &mut Chance) {
    riffles(deck, 2, chance);
    // Packets of 4 to 12 from the top, laid one on another.
    let (old, mut taken) = (*deck, 0);
    while taken < N {
        let size = (4 + chance.index(9)).min(N - taken);
        deck[N - taken - size..N - taken].copy_from_slice(&old[taken..taken + size]);
        taken += size;
    }
    moves::riffle(deck, chance);
    // At least ten cards in either packet.
    deck.rotate_left(10 + chance.index(N - 19));
}

/// A fair shuffle, and so many times in a million something done to the deck.
fn at_times(deck: &mut Deck, ppm: u32, chance: &mut Chance, what: impl Fn(&mut Deck, &mut Chance)) {
    moves::fair(deck, chance);
    if chance.happens(ppm) {
        what(deck, chance);
    }
}

/// An ace from outside the dealer's hand changes places with a card of the hand that is no ace. Nothing
/// happens where either is missing; the ace is the last of 13 ranks.
fn one_more_ace(deck: &mut Deck, chance: &mut Chance) {
    let (aces, others): (Vec<usize>, Vec<usize>) = (0..N).partition(|i| deck[*i] % 13 == 12);
    let outside: Vec<usize> = aces.into_iter().filter(|i| !DEALER.contains(i)).collect();
    let inside: Vec<usize> = others.into_iter().filter(|i| DEALER.contains(i)).collect();
    if !outside.is_empty() && !inside.is_empty() {
        deck.swap(outside[chance.index(outside.len())], inside[chance.index(inside.len())]);
    }
}

/// A fair shuffle in which, so many times in a million, three neighbours of the deck before stay
/// together: a fair order of 50 things, one of them the block.
fn block(deck: &mut Deck, ppm: u32, chance: &mut Chance) {
    let glued = chance.happens(ppm).then(|| {
        let start = chance.index(N - 2);
        [deck[start], deck[start + 1], deck[start + 2]]
    });
    moves::fair(deck, chance);
    if let Some(glued) = glued {
        let things = deck.iter().filter(|c| !glued[1..].contains(c));
        let mut cards = Vec::with_capacity(N);
        for card in things {
            cards.extend_from_slice(if *card == glued[0] {
                &glued
            } else {
                std::slice::from_ref(card)
            });
        }
        deck.copy_from_slice(&cards);
    }
}

/// A Fisher-Yates shuffle of a new deck by the remainders of x <- multiplier x + increment mod 2^31,
/// which runs on from deck to deck; x is odd where there is no increment.
fn congruential(mut chance: Chance, multiplier: u32, increment: u32) -> Endless<Deck> {
    let mut x = chance.below(1 << 31) | u32::from(increment == 0);
    lab(chance, move |deck, _| {
        moves::fisher_yates(deck, |n| {
            x = multiplier.wrapping_mul(x).wrapping_add(increment) & 0x7fff_ffff;
            x % n
        });
    })
}

/// The batteries of so many decks: seen whole, and the first 35 cards, seven hands of five.
///
/// # Panics
/// When the source is no source of decks.
#[must_use]
pub fn looked_at(mut source: Endless<Deck>, rounds: u64) -> [Battery; 2] {
    let aces = (0..4).fold(0, |mask, suit| mask | 1 << (suit * 13 + 12));
    let name = "Aces in the dealer's hand".to_owned();
    let dealer = Contrast { places: Some(DEALER), labels: aces, name };
    let dealer = Options { contrast: Some(dealer), ..Options::decks(N) };
    let mut whole = Deals::new(N, 1, dealer).unwrap_or_else(|e| panic!("{e}"));
    let mut dealt = Deals::new(N, 1, Options::cards_52()).unwrap_or_else(|e| panic!("{e}"));
    let layout = Layout::packets(7, 5).in_order();
    for _ in 0..rounds {
        let deck = source();
        whole.push_deck(&deck).unwrap_or_else(|e| panic!("{e}"));
        dealt.push(layout, &deck[..35], &[]).unwrap_or_else(|e| panic!("{e}"));
    }
    [whole.battery(), dealt.battery()]
}

/// The battery of so many draws.
///
/// # Panics
/// Never: 52 symbols are a stream.
#[must_use]
pub fn drawn(mut source: Endless<u32>, draws: u64) -> Battery {
    let mut symbols = Symbols::new(SYMBOLS).unwrap_or_else(|e| panic!("{e}"));
    (0..draws).for_each(|_| symbols.push(source()));
    symbols.finish()
}

/// Whether the verdict at this level is against the source.
#[must_use]
pub fn accused(battery: &Battery, level: f64) -> bool {
    let verdict = verdict::judge(battery, Rule::at(level));
    !verdict.departures.is_empty() || verdict.state == State::Fault
}
