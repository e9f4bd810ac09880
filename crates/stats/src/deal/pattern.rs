//! The relative order of distinct labels, counted with bit masks and byte by byte in plain loops.
//!
//! Whatever part of a shuffled deck is seen, the relative order of the cards in it is uniform over
//! all orders of so many labels: the laws of whole permutations apply.

use std::sync::OnceLock;

use super::chain::{NO_LABEL, Places};
use super::counters::{Small, one};
use super::longest::longest;
use crate::laws::{self, CountLaw, Moments};

/// What is counted of one order; the value is its place in [`Values`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    /// Descents of the inverse: rising sequences less one.
    Rises,
    /// Places where the next label is smaller.
    Descents,
    /// Interior labels larger than both neighbours.
    Peaks,
    /// Interior labels smaller than both neighbours.
    Valleys,
    /// Peaks of the inverse.
    InversePeaks,
    /// Valleys of the inverse.
    InverseValleys,
    /// Right guesses: the nearest unseen label above the last, else the lowest unseen.
    Guess,
    /// Right guesses: the nearest unseen label in the direction of the last step, else the lowest.
    GuessDirection,
    /// Labels at their own position in the deck.
    FixedPoints,
    /// Neighbours in the deck of which the next label is larger by one.
    Successions,
    /// Neighbours in the deck of which the next label is smaller by one.
    ReverseSuccessions,
    /// Pairs in the wrong order.
    Inversions,
    /// Length of the longest increasing subsequence; this and what follows is counted apart.
    Increasing,
    /// Length of the longest decreasing subsequence.
    Decreasing,
    /// Cycles, of whole decks alone.
    Cycles,
}

/// How many counts there are of one order at once.
pub(super) const COUNTS: usize = Count::Inversions as usize + 1;

impl Count {
    /// All of them, in the order of their values, with the last part of the key of the test of each mean, and
    /// of its law; none of the inversions, which are too many.
    #[rustfmt::skip]
    const KEYS: [(Self, &str, Option<&str>); 15] = [
        (Self::Rises, "rises", Some("rises_law")),
        (Self::Descents, "descents", Some("descents_law")),
        (Self::Peaks, "peaks", Some("peaks_law")),
        (Self::Valleys, "valleys", Some("valleys_law")),
        (Self::InversePeaks, "inverse_peaks", Some("inverse_peaks_law")),
        (Self::InverseValleys, "inverse_valleys", Some("inverse_valleys_law")),
        (Self::Guess, "guess", Some("guess_law")),
        (Self::GuessDirection, "guess_direction", Some("guess_direction_law")),
        (Self::FixedPoints, "fixed_points", Some("fixed_points_law")),
        (Self::Successions, "successions", Some("successions_law")),
        (Self::ReverseSuccessions, "reverse_successions", Some("reverse_successions_law")),
        (Self::Inversions, "inversions", None),
        (Self::Increasing, "increasing", Some("increasing_law")),
        (Self::Decreasing, "decreasing", Some("decreasing_law")),
        (Self::Cycles, "cycles", Some("cycles_law")),
    ];

    /// All of them, in the order of their values.
    pub(super) fn all() -> [Self; 15] {
        Self::KEYS.map(|(count, ..)| count)
    }

    /// The last part of the key of the test of its mean.
    pub(super) fn key(self) -> &'static str {
        Self::KEYS[self as usize].1
    }

    /// The last part of the key of the test of its law.
    pub(super) fn law_key(self) -> Option<&'static str> {
        Self::KEYS[self as usize].2
    }

    /// Whether it is rare, and its law skew.
    pub(super) fn is_rare(self) -> bool {
        [Self::FixedPoints, Self::Successions, Self::ReverseSuccessions, Self::Cycles]
            .contains(&self)
    }

    /// Mean and variance in a uniformly random order of `m` labels; the guesses know that `unseen`
    /// labels may come, of which `m` do. What depends on places in the deck has them in whole decks.
    pub(super) fn moments(self, m: usize, unseen: usize) -> Moments {
        match self {
            Self::Inversions => {
                // The closed form: the whole law of the inversions is never needed here.
                let m = m as f64;
                let mean = m * (m - 1.0) / 4.0;
                Moments { mean, variance: m * (m - 1.0) * (2.0 * m + 5.0) / 72.0 }
            }
            Self::Increasing | Self::Decreasing => longest(m),
            Self::Guess | Self::GuessDirection => {
                // Whatever is guessed is right with one chance in as many as are left unseen.
                let chances = (0..m.min(unseen)).map(|j| 1.0 / (unseen - j) as f64);
                chances.fold(Moments::default(), |all, p| Moments {
                    mean: all.mean + p,
                    variance: all.variance + p * (1.0 - p),
                })
            }
            _ => self.law(m).moments(),
        }
    }

    /// The law in whole decks of `n` cards, at most 64; found once. Where there is none it is empty.
    pub(super) fn law(self, n: usize) -> &'static CountLaw {
        static LAWS: [[OnceLock<CountLaw>; Count::KEYS.len()]; 65] =
            [const { [const { OnceLock::new() }; Count::KEYS.len()] }; 65];
        let none = || CountLaw { mean: 0.0, variance: 0.0, pmf: Vec::new() };
        LAWS[n.min(64)][self as usize].get_or_init(|| match self {
            Self::Rises | Self::Descents => laws::descents(n),
            Self::Peaks | Self::Valleys | Self::InversePeaks | Self::InverseValleys => {
                laws::peaks(n)
            }
            Self::Increasing => laws::longest_increasing(n).unwrap_or_else(none),
            Self::Decreasing => Self::Increasing.law(n).clone(),
            Self::FixedPoints => laws::fixed_points(n),
            Self::Successions | Self::ReverseSuccessions => laws::successions(n),
            // The j-th card from the end is guessed with one chance in j: the law of cycles.
            Self::Cycles | Self::Guess | Self::GuessDirection => laws::cycles(n),
            Self::Inversions => none(),
        })
    }
}

/// One figure for each of the first of [`Count::all`].
pub(super) type Values = [u16; COUNTS];

/// Labels of one deal, and what may be known of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Labels<'a> {
    /// The label of each position dealt, or [`NO_LABEL`]; behind the last one too.
    pub of: &'a Row,
    /// The position of each label.
    pub at: &'a Places,
    /// Cards dealt.
    pub cards: usize,
    /// Labels that there are.
    pub known: usize,
    /// Labels that may come, as a mask: what a guesser knows, and what digits are ranks among.
    pub unseen: u64,
    /// Positions whose card has a label, as a mask.
    pub labelled: u64,
    /// Index of the deal in the stream.
    pub index: u64,
}

/// The lowest `n` bits, 64 at most.
pub(super) fn lowest(n: usize) -> u64 {
    if n == 0 { 0 } else { u64::MAX >> (64 - n.min(64)) }
}

/// The tables that a deal is counted in.
pub(super) struct Tables<'a> {
    /// Position by label.
    pub position: &'a mut Small,
    /// "Label a directly before label b".
    pub followed: &'a mut Small,
    /// Rank of each label among those that may still come, a row for each number of these; the last of one.
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
    let [descents, peaks, valleys] = turns(down, m);
    let [rises, inverse_peaks, inverse_valleys] = inverse_turns(labels.at, m, labels.known);
    let [guess, guess_direction] = guesses(&digits, &last, down, m, left_first);
    let [fixed_points, successions, reverse_successions] = steps(labels.at);
    // Pairs in the wrong order: digits count the labels below that come later, or never.
    let (mut never, seen) = (0, labels.unseen & !left);
    while left != 0 {
        never += (seen >> left.trailing_zeros()).count_ones() as u16;
        left &= left - 1;
    }
    [
        rises,
        descents,
        peaks,
        valleys,
        inverse_peaks,
        inverse_valleys,
        guess,
        guess_direction,
        fixed_points,
        successions,
        reverse_successions,
        total(&digits) - never,
    ]
}

/// Rises, fixed points and successions of `m` labels of those `known`, given by their positions.
#[inline(always)]
pub(super) fn few(at: &Places, m: usize, known: usize) -> [u16; 3] {
    let [fixed_points, successions, _] = steps(at);
    [inverse_turns(at, m, known)[0], fixed_points, successions]
}

/// Descents, peaks and valleys of the positions of the `m` labels that there are, of those `known`.
#[inline(always)]
fn inverse_turns(at: &Places, m: usize, known: usize) -> [u16; 3] {
    let mut found = [0; 65];
    if m < known {
        // What there is, one after the other.
        let there = at[1..].iter().filter(|place| **place != NO_LABEL);
        found[1..].iter_mut().zip(there).for_each(|(found, place)| *found = *place);
    }
    let places = if m < known { &found } else { at };
    let (before, places) = (part(places, 0), part(places, 1));
    turns(marks(|i| less(places[i], before[i])), m)
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

/// The positions before `m`.
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

/// Descents, peaks and valleys of `m` values, of which some are lower than the one before.
#[inline(always)]
fn turns(lower: Marks, m: usize) -> [u16; 3] {
    // Steps to a position; there is none to the first.
    let there = first(m) & !1;
    let (down, up) = (lower & there, there & !lower);
    ones([down, next(up) & down, next(down) & up])
}

/// Right guesses of the next label, upwards and in the direction of the last step, which was `down` or not.
///
/// The digit of a position is the rank of its label among the labels left, and the digit before is how
/// many of these are below the last label: so the label next above the last one has the last digit as
/// its rank, the one next below one less, and a step down is a step to a smaller digit.
#[inline(always)]
fn guesses(digits: &Row, last: &Row, down: Marks, m: usize, left_first: usize) -> [u16; 2] {
    // Nothing is below the lowest digit: one instruction of a vector each.
    let left: Row = std::array::from_fn(|i| (left_first as u8).saturating_sub(i as u8));
    // Where no label above is left the lowest is guessed; before the first label nothing was seen.
    let up = marks(|i| digits[i] == if less(last[i], left[i]) { last[i] } else { 0 });
    let below = marks(|i| digits[i] == last[i].saturating_sub(1));
    let down = next(down);
    ones([up, (up & !down) | (below & down)].map(|right| right & first(m)))
}

/// From the position of each label: those at their own, before the next, before the last.
#[inline(always)]
fn steps(at: &Places) -> [u16; 3] {
    let (before, at) = (part(at, 0), part(at, 1));
    ones([
        marks(|i| at[i] == i as u8),
        // Places are below 128: no sum wraps, and no check stands in the way of vectors.
        marks(|i| at[i] == before[i].wrapping_add(1)),
        marks(|i| at[i].wrapping_add(1) == before[i]),
    ])
}
