//! The relative order of distinct labels, counted with bit masks and byte by byte in plain loops.
//!
//! Whatever part of a shuffled deck is seen, the relative order of the cards in it is uniform over
//! all orders of so many labels: the laws of whole permutations apply.

use std::sync::OnceLock;

use super::chain::{NO_LABEL, Places};
use super::counters::{Small, one};
use crate::laws::{self, CountLaw, Moments};

/// What is counted of one order; the value is its place in [`Values`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    /// Descents of the inverse: rising sequences less one.
    Rises,
    /// Places where the next label is smaller.
    Descents,
    /// Interior labels smaller than both neighbours.
    Valleys,
    /// Labels at their own position in the deck.
    FixedPoints,
    /// Neighbours in the deck of which the next label is larger by one.
    Successions,
    /// Cycles, of whole decks alone.
    Cycles,
    /// Pairs in the wrong order: followed over time, and no test of its own, which the trend is.
    Inversions,
}

pub(super) const COUNTS: usize = Count::Inversions as usize + 1;

impl Count {
    /// Those of which the mean is tested, in the order of their values, with the last part of the test's key.
    pub(super) const TESTED: [(Self, &str); COUNTS - 1] = [
        (Self::Rises, "rises"),
        (Self::Descents, "descents"),
        (Self::Valleys, "valleys"),
        (Self::FixedPoints, "fixed_points"),
        (Self::Successions, "successions"),
        (Self::Cycles, "cycles"),
    ];

    pub(super) fn is_rare(self) -> bool {
        [Self::FixedPoints, Self::Successions, Self::Cycles].contains(&self)
    }

    /// Mean and variance in a uniformly random order of `m` labels. What depends on places in the deck has them in
    /// whole decks.
    pub(super) fn moments(self, m: usize) -> Moments {
        if self == Self::Inversions {
            // The closed form: the whole law of the inversions is never needed here.
            let m = m as f64;
            let mean = m * (m - 1.0) / 4.0;
            return Moments { mean, variance: m * (m - 1.0) * (2.0 * m + 5.0) / 72.0 };
        }
        self.law(m).moments()
    }

    /// The law in whole decks of `n` cards, at most 64; found once. The inversions, which have too many values, have
    /// an empty one.
    pub(super) fn law(self, n: usize) -> &'static CountLaw {
        static LAWS: [[OnceLock<CountLaw>; COUNTS]; 65] =
            [const { [const { OnceLock::new() }; COUNTS] }; 65];
        LAWS[n.min(64)][self as usize].get_or_init(|| match self {
            Self::Rises | Self::Descents => laws::descents(n),
            Self::Valleys => laws::valleys(n),
            Self::FixedPoints => laws::fixed_points(n),
            Self::Successions => laws::successions(n),
            Self::Cycles => laws::cycles(n),
            Self::Inversions => CountLaw { mean: 0.0, variance: 0.0, pmf: Vec::new() },
        })
    }
}

pub(super) type Values = [u16; COUNTS];

/// Labels of one deal, and what may be known of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Labels<'a> {
    /// The label of each position dealt, or [`NO_LABEL`]; behind the last one too.
    pub of: &'a Row,
    pub at: &'a Places,
    /// Cards dealt, and labels that there are.
    pub cards: usize,
    pub known: usize,
    /// Labels that may come: what digits are ranks among.
    pub unseen: u64,
    /// Positions whose card has a label.
    pub labelled: u64,
    /// Index of the deal in the stream.
    pub index: u64,
}

pub(super) fn lowest(n: usize) -> u64 {
    if n == 0 { 0 } else { u64::MAX >> (64 - n.min(64)) }
}

/// The tables of [`Order`](super::order::Order) that a deal is counted in.
pub(super) struct Tables<'a> {
    pub position: &'a mut Small,
    pub followed: &'a mut Small,
    pub lehmer: &'a mut Small,
}

#[inline(always)]
pub(super) fn count(labels: &Labels<'_>, tables: Tables<'_>) -> Values {
    let left_first = labels.unseen.count_ones() as usize;
    // The first of them has a nought before it.
    let (mut digits, mut left) = ([0_u8; 65], labels.unseen);
    // Nothing stands before the first label, nor before one behind a card without.
    let (mut nothing, mut followers) = ([0; 64], &mut [0; 64]);
    let all = labels.of[..labels.cards].iter().zip(tables.position);
    let mut ranks = tables.lehmer[64 - left_first..].iter_mut().zip(&mut digits[1..]);
    let mut rank = |label: u8, row: &mut Row, digit: &mut u8| {
        let below = (1 << (label & 63)) - 1;
        *digit = (left & below).count_ones() as u8;
        one(row, *digit);
        left &= !(below + 1);
    };
    if labels.labelled == lowest(labels.cards) {
        for ((label, places), (row, digit)) in all.zip(ranks) {
            one(places, *label);
            one(followers, *label);
            rank(*label, row, digit);
            followers = &mut tables.followed[usize::from(*label & 63)];
        }
    } else {
        for (label, places) in all {
            if *label == NO_LABEL {
                followers = &mut nothing;
            } else if let Some((row, digit)) = ranks.next() {
                one(places, *label);
                one(followers, *label);
                rank(*label, row, digit);
                followers = &mut tables.followed[usize::from(*label & 63)];
            }
        }
    }
    let m = labels.labelled.count_ones() as usize;
    let (last, digits) = (part(&digits, 0), part(&digits, 1));
    // A step down is a step to a smaller digit.
    let down = marks(|i| less(digits[i], last[i]));
    let [descents, valleys] = turns(down, m);
    let rises = rises(labels.at, m, labels.known);
    let [fixed_points, successions] = steps(labels.at);
    // Pairs in the wrong order: digits count the labels below that come later, or never.
    let (mut never, seen) = (0, labels.unseen & !left);
    while left != 0 {
        never += (seen >> left.trailing_zeros()).count_ones() as u16;
        left &= left - 1;
    }
    let is_whole = labels.cards == labels.known && labels.labelled == lowest(labels.cards);
    let cycles = if is_whole { cycles(labels.of, m) } else { 0 };
    [rises, descents, valleys, fixed_points, successions, cycles, total(&digits) - never]
}

/// Rises and successions of `m` labels of those `known`, given by their positions.
#[inline(always)]
pub(super) fn few(at: &Places, m: usize, known: usize) -> [u16; 2] {
    [rises(at, m, known), steps(at)[1]]
}

/// Descents of the positions of the `m` labels that there are, of those `known`.
#[inline(always)]
fn rises(at: &Places, m: usize, known: usize) -> u16 {
    let mut found = [0; 65];
    if m < known {
        // What there is, one after the other.
        let there = at[1..].iter().filter(|place| **place != NO_LABEL);
        found[1..].iter_mut().zip(there).for_each(|(found, place)| *found = *place);
    }
    let places = if m < known { &found } else { at };
    let (before, places) = (part(places, 0), part(places, 1));
    turns(marks(|i| less(places[i], before[i])), m)[0]
}

/// One byte for each position, worked on all at once: simple loops that the compiler turns into vectors.
pub(super) type Row = [u8; 64];

/// Positions of which something holds, a bit each: the first eight are the lowest bits of eight bytes, and so
/// on, so that eight words make one without a shift.
type Marks = u64;

#[inline(always)]
fn marks(holds: impl Fn(usize) -> bool) -> Marks {
    let bytes: Row = std::array::from_fn(|i| if holds(i) { 1 << (i / 8) } else { 0 });
    bytes.as_chunks().0.iter().fold(0, |marks, word| marks | u64::from_le_bytes(*word))
}

#[inline(always)]
fn first(m: usize) -> Marks {
    const FIRST: [Marks; 65] = {
        let (mut first, mut m) = ([0; 65], 0);
        while m < 64 {
            first[m + 1] = first[m] | 1 << (m % 8 * 8 + m / 8);
            m += 1;
        }
        first
    };
    FIRST[m.min(64)]
}

/// Each position as the one before it was.
#[inline(always)]
fn next(marks: Marks) -> Marks {
    marks << 8 | marks >> 56 << 1 & 0xff
}

/// Whether one is less than the other, both below 128.
#[inline(always)]
fn less(a: u8, b: u8) -> bool {
    (a as i8) < (b as i8)
}

/// 64 of 65 bytes, from one on.
#[inline(always)]
fn part(bytes: &[u8; 65], from: usize) -> Row {
    bytes[from..].first_chunk().copied().unwrap_or([0; 64])
}

/// Sum of all bytes: four sums of two bytes each in one word, added up by a product.
#[inline(always)]
fn total(row: &Row) -> u16 {
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    let words = row.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word));
    let fours = words.map(|word| (word & EVEN) + (word >> 8 & EVEN));
    (fours.sum::<u64>().wrapping_mul(0x0001_0001_0001_0001) >> 48) as u16
}

#[inline(always)]
fn ones<const N: usize>(all: [Marks; N]) -> [u16; N] {
    all.map(|marks| marks.count_ones() as u16)
}

/// Descents and valleys of `m` values, of which some are lower than the one before.
#[inline(always)]
fn turns(lower: Marks, m: usize) -> [u16; 2] {
    // Steps to a position; there is none to the first.
    let there = first(m) & !1;
    let (down, up) = (lower & there, there & !lower);
    ones([down, next(down) & up])
}

/// From the position of each label: those at their own, and those before the next.
#[inline(always)]
fn steps(at: &Places) -> [u16; 2] {
    let (before, at) = (part(at, 0), part(at, 1));
    ones([
        marks(|i| at[i] == i as u8),
        // Places are below 128: no sum wraps, and no check stands in the way of vectors.
        marks(|i| at[i] == before[i].wrapping_add(1)),
    ])
}

/// Cycles of an order of `m` labels. Never compiled for vectors: so it takes three times as long.
#[inline(never)]
fn cycles(of: &Row, m: usize) -> u16 {
    let (mut open, mut at, mut found) = (lowest(m), 0_usize, 0);
    for _ in 0..m {
        // One step along a cycle, or to the lowest position of the next one, without a branch: it would be guessed
        // wrong once for every cycle.
        open &= !(1 << at);
        let next = usize::from(of[at] & 63);
        let is_closed = open >> next & 1 == 0;
        found += u16::from(is_closed);
        at = if is_closed { open.trailing_zeros() as usize & 63 } else { next };
    }
    found
}
