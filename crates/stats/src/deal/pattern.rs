//! The relative order of distinct labels, counted with bit masks and byte by byte in plain loops.
//!
//! Whatever part of a shuffled deck is seen, the relative order of the cards in it is uniform over
//! all orders of so many labels: the laws of whole permutations apply.

use std::sync::OnceLock;

use super::chain::NO_LABEL;
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
    /// All of them, in the order of their values.
    pub(super) const ALL: [Self; 15] = [
        Self::Rises,
        Self::Descents,
        Self::Peaks,
        Self::Valleys,
        Self::InversePeaks,
        Self::InverseValleys,
        Self::Guess,
        Self::GuessDirection,
        Self::FixedPoints,
        Self::Successions,
        Self::ReverseSuccessions,
        Self::Inversions,
        Self::Increasing,
        Self::Decreasing,
        Self::Cycles,
    ];

    /// The last part of the key of the test of its mean.
    pub(super) fn key(self) -> &'static str {
        self.keys().0
    }

    /// The last part of the key of the test of its law; none of the inversions, which are too many.
    pub(super) fn law_key(self) -> Option<&'static str> {
        self.keys().1
    }

    fn keys(self) -> (&'static str, Option<&'static str>) {
        match self {
            Self::Rises => ("rises", Some("rises_law")),
            Self::Descents => ("descents", Some("descents_law")),
            Self::Peaks => ("peaks", Some("peaks_law")),
            Self::Valleys => ("valleys", Some("valleys_law")),
            Self::InversePeaks => ("inverse_peaks", Some("inverse_peaks_law")),
            Self::InverseValleys => ("inverse_valleys", Some("inverse_valleys_law")),
            Self::Increasing => ("increasing", Some("increasing_law")),
            Self::Decreasing => ("decreasing", Some("decreasing_law")),
            Self::Guess => ("guess", Some("guess_law")),
            Self::GuessDirection => ("guess_direction", Some("guess_direction_law")),
            Self::FixedPoints => ("fixed_points", Some("fixed_points_law")),
            Self::Successions => ("successions", Some("successions_law")),
            Self::ReverseSuccessions => ("reverse_successions", Some("reverse_successions_law")),
            Self::Cycles => ("cycles", Some("cycles_law")),
            Self::Inversions => ("inversions", None),
        }
    }

    /// Whether it is rare, and its law skew.
    pub(super) fn is_rare(self) -> bool {
        matches!(
            self,
            Self::FixedPoints | Self::Successions | Self::ReverseSuccessions | Self::Cycles
        )
    }

    /// Mean and variance in a uniformly random order of `m` labels; the guesses know that `unseen`
    /// labels may come, of which `m` do. What depends on places in the deck has them in whole decks.
    pub(super) fn moments(self, m: usize, unseen: usize) -> Moments {
        match self {
            Self::Descents | Self::Rises => laws::descents(m).moments(),
            Self::Peaks | Self::Valleys | Self::InversePeaks | Self::InverseValleys => {
                laws::peaks(m).moments()
            }
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
                let zero = Moments { mean: 0.0, variance: 0.0 };
                chances.fold(zero, |all, p| Moments {
                    mean: all.mean + p,
                    variance: all.variance + p * (1.0 - p),
                })
            }
            Self::FixedPoints => laws::fixed_points(m).moments(),
            Self::Successions | Self::ReverseSuccessions => laws::successions(m).moments(),
            Self::Cycles => laws::cycles(m).moments(),
        }
    }

    /// The law in whole decks of `n` cards, at most 64; found once. Where there is none it is empty.
    pub(super) fn law(self, n: usize) -> &'static CountLaw {
        static LAWS: [[OnceLock<CountLaw>; Count::ALL.len()]; 65] =
            [const { [const { OnceLock::new() }; Count::ALL.len()] }; 65];
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

/// One figure for each of the first of [`Count::ALL`].
pub(super) type Values = [u16; COUNTS];

/// Labels of one deal, and what may be known of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Labels {
    /// The label of each position dealt, or [`NO_LABEL`]; behind the last one too.
    pub of: Row,
    /// The position of each label, or [`NO_LABEL`].
    pub at: Row,
    /// Cards dealt.
    pub cards: usize,
    /// Labels that there are.
    pub known: usize,
    /// Labels that may come, as a mask: what a guesser knows, and what digits are ranks among.
    pub unseen: u64,
    /// Positions whose card has a label, as a mask.
    pub labelled: u64,
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
    /// Rank of each label among those that may still come, a row for each number of these less one.
    pub lehmer: &'a mut Small,
}

/// Counts one deal.
#[inline(always)]
pub(super) fn count(labels: &Labels, tables: Tables<'_>) -> Values {
    let left_first = labels.unseen.count_ones() as usize;
    // The first of them has a nought before it.
    let (mut digits, mut left) = ([0_u8; 65], labels.unseen);
    let (mut m, mut last) = (0, NO_LABEL);
    let dealt = labels.of.iter().take(labels.cards);
    for (label, places) in dealt.zip(tables.position.chunks_exact_mut(64)) {
        if *label != NO_LABEL {
            let x = label & 63;
            let digit = (left & ((1 << x) - 1)).count_ones() as u8;
            (digits[(m & 63) + 1], left) = (digit, left & !(1 << x));
            one(places, 0, x);
            one(tables.lehmer, left_first - 1 - m, digit);
            if last != NO_LABEL {
                one(tables.followed, usize::from(last), x);
            }
            m += 1;
        }
        last = *label;
    }
    let (last, digits) = (part(&digits, 0), part(&digits, 1));
    // A step down is a step to a smaller digit.
    let down = less(&digits, &last);
    let (descents, peaks, valleys) = turns(&down, m);
    let (rises, inverse_peaks, inverse_valleys) = inverse_turns(&labels.at, m, labels.known);
    let (guess, guess_direction) = guesses(&digits, &last, &later(&down, 0), m, left_first);
    let (fixed_points, successions, reverse_successions) = steps(&labels.at);
    // Pairs in the wrong order: the labels below each one that come later. Its digit counts those, and
    // those that never come.
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

/// Rises, fixed points and successions of the order of `m` labels of those `known`, given by their
/// positions.
#[inline(always)]
pub(super) fn few(at: &Row, m: usize, known: usize) -> [u16; 3] {
    let (fixed_points, successions, _) = steps(at);
    [inverse_turns(at, m, known).0, fixed_points, successions]
}

/// (descents, peaks, valleys) of the positions of the `m` labels that there are, of those `known`.
#[inline(always)]
fn inverse_turns(at: &Row, m: usize, known: usize) -> (u16, u16, u16) {
    let places = if m < known { without_gaps(at) } else { *at };
    turns(&less(&places, &later(&places, 0)), m)
}

/// What there is in a row, one after the other.
#[inline(always)]
fn without_gaps(row: &Row) -> Row {
    let (mut found, mut m) = ([0; 64], 0);
    for x in row {
        found[m & 63] = *x;
        m += usize::from(*x != NO_LABEL);
    }
    found
}

/// One byte for each position, worked on all at once: simple loops that the compiler turns into vectors.
pub(super) type Row = [u8; 64];

/// The number of each position.
const PLACES: Row = {
    let mut places = [0; 64];
    let mut i = 0;
    while i < 64 {
        places[i] = i as u8;
        i += 1;
    }
    places
};

#[inline(always)]
fn each(a: &Row, b: &Row, what: impl Fn(u8, u8) -> u8) -> Row {
    let mut out = [0; 64];
    for i in 0..64 {
        out[i] = what(a[i], b[i]);
    }
    out
}

/// 255 where `a` is less than `b`; both below 128.
#[inline(always)]
fn less(a: &Row, b: &Row) -> Row {
    each(a, b, |a, b| if (a as i8) < (b as i8) { 255 } else { 0 })
}

/// 255 where they are equal.
#[inline(always)]
fn same(a: &Row, b: &Row) -> Row {
    each(a, b, |a, b| if a == b { 255 } else { 0 })
}

#[inline(always)]
fn both(a: &Row, b: &Row) -> Row {
    each(a, b, |a, b| a & b)
}

/// `a` where not `b`.
#[inline(always)]
fn without(a: &Row, b: &Row) -> Row {
    each(a, b, |a, b| a & !b)
}

/// 64 of 65 bytes, from one on.
#[inline(always)]
fn part(bytes: &[u8; 65], from: usize) -> Row {
    bytes[from..].first_chunk().copied().unwrap_or([0; 64])
}

/// Each position as the one before it was; the first as `first`.
#[inline(always)]
fn later(row: &Row, first: u8) -> Row {
    let mut both = [first; 65];
    both[1..].copy_from_slice(row);
    part(&both, 0)
}

/// Sum of all bytes: four sums of two bytes each in one word, added up by a product.
#[inline(always)]
fn total(row: &Row) -> u16 {
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    let words = row.chunks_exact(8).map(|w| w.first_chunk().copied().unwrap_or_default());
    let fours = words.map(u64::from_le_bytes).map(|word| (word & EVEN) + (word >> 8 & EVEN));
    (fours.sum::<u64>().wrapping_mul(0x0001_0001_0001_0001) >> 48) as u16
}

/// How many are 255 of a row of 0 and 255.
#[inline(always)]
fn hits(row: &Row) -> u16 {
    total(&both(row, &[1; 64]))
}

/// (descents, peaks, valleys) of `m` values, of which some are lower than the one before.
#[inline(always)]
fn turns(lower: &Row, m: usize) -> (u16, u16, u16) {
    // Steps to a position; there is none to the first.
    let mut there = less(&PLACES, &[m as u8; 64]);
    there[0] = 0;
    let (down, up) = (both(lower, &there), without(&there, lower));
    let peaks = both(&later(&up, 0), &down);
    let valleys = both(&later(&down, 0), &up);
    (hits(&down), hits(&peaks), hits(&valleys))
}

/// Right guesses of the next label, upwards and in the direction of the last step, which was `down` or not.
///
/// The digit of a position is the rank of its label among the labels left, and the digit before is how
/// many of these are below the last label: so the label next above the last one has the last digit as
/// its rank, the one next below one less, and a step down is a step to a smaller digit.
#[inline(always)]
fn guesses(digits: &Row, last: &Row, down: &Row, m: usize, left_first: usize) -> (u16, u16) {
    let seen = less(&PLACES, &[m as u8; 64]);
    let left = each(&[left_first as u8; 64], &PLACES, u8::saturating_sub);
    // Before the first label nothing was seen: the lowest is guessed.
    let up = both(last, &less(last, &left));
    let below = each(last, &[1; 64], u8::saturating_sub);
    let turned = each(&without(&up, down), &both(&below, down), |a, b| a | b);
    let right = |guess: &Row| hits(&both(&same(guess, digits), &seen));
    (right(&up), right(&turned))
}

/// From the position of each label: labels at their own; labels followed by the one that is larger, or
/// smaller, by one.
#[inline(always)]
fn steps(at: &Row) -> (u16, u16, u16) {
    let before = later(at, NO_LABEL);
    let more = |row: &Row| each(row, &[1; 64], u8::wrapping_add);
    (hits(&same(at, &PLACES)), hits(&same(&more(&before), at)), hits(&same(&more(at), &before)))
}
