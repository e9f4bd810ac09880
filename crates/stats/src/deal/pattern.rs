//! The relative order of distinct labels, counted with bit masks and byte by byte in plain loops.
//!
//! Whatever part of a shuffled deck is seen, the relative order of the cards in it is uniform over
//! all orders of so many labels: the laws of whole permutations apply.

use std::sync::OnceLock;

use super::chain::NO_LABEL;
use super::counters::Square;
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
    /// Length of the longest increasing subsequence.
    Increasing,
    /// Length of the longest decreasing subsequence.
    Decreasing,
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
    /// Cycles, of whole decks alone.
    Cycles,
    /// Pairs in the wrong order.
    Inversions,
}

/// How many counts there are.
pub(super) const COUNTS: usize = Count::ALL.len();

impl Count {
    /// All of them, in the order of their values.
    pub(super) const ALL: [Self; 15] = [
        Self::Rises,
        Self::Descents,
        Self::Peaks,
        Self::Valleys,
        Self::InversePeaks,
        Self::InverseValleys,
        Self::Increasing,
        Self::Decreasing,
        Self::Guess,
        Self::GuessDirection,
        Self::FixedPoints,
        Self::Successions,
        Self::ReverseSuccessions,
        Self::Cycles,
        Self::Inversions,
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
        static LAWS: [[OnceLock<CountLaw>; COUNTS]; 65] =
            [const { [const { OnceLock::new() }; COUNTS] }; 65];
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

/// One figure for each of [`Count::ALL`].
pub(super) type Values = [u16; COUNTS];

/// Labels of one deal, and what may be known of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Labels {
    /// The label of each position dealt, or [`NO_LABEL`]; behind the last one too.
    pub of: [u8; 64],
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
    pub position: &'a mut Square,
    /// "Label a directly before label b".
    pub followed: &'a mut Square,
    /// Rank of each label among those that may still come, a row for each number of these less one.
    pub lehmer: &'a mut Square,
}

/// Counts one deal.
#[inline(always)]
pub(super) fn count(labels: &Labels, tables: Tables<'_>) -> Values {
    let gaps = labels.labelled != lowest(labels.cards);
    let (order, positions, m) = without_gaps(labels);
    let mut digits = [0_u8; 64];
    let mut place = [0_u8; 64];
    let (mut left, mut rising, mut falling) = (labels.unseen, 0_u64, 0_u64);
    let (mut open, mut at, mut cycles) = (lowest(m), 0_usize, 0_u16);
    for i in 0..m.min(64) {
        let x = order[i] & 63;
        let (bit, mirrored) = (1_u64 << x, 1_u64 << 63 >> x);
        digits[i] = (left & (bit - 1)).count_ones() as u8;
        left &= !bit;
        place[usize::from(x)] = i as u8;
        // Patience sorting: the masks hold the least last label of an increasing subsequence of each
        // length; of a decreasing one with all labels mirrored.
        let over = rising & !(bit | (bit - 1));
        rising = (rising ^ (over & over.wrapping_neg())) | bit;
        let over = falling & !(mirrored | (mirrored - 1));
        falling = (falling ^ (over & over.wrapping_neg())) | mirrored;
        // One step along a cycle, or to the lowest position of the next one, without a branch: it would be
        // guessed wrong once for every cycle, which costs more than to wait.
        open &= !(1 << at);
        let next = usize::from(order[at] & 63);
        let closed = open >> next & 1 == 0;
        cycles += u16::from(closed);
        at = if closed { open.trailing_zeros() as usize & 63 } else { next };
    }
    let left_first = labels.unseen.count_ones() as usize;
    let mut before = (usize::MAX - 1, 0);
    for i in 0..m.min(64) {
        let (x, position) = (order[i] & 63, if gaps { usize::from(positions[i]) } else { i });
        tables.position.one(position, x);
        tables.lehmer.one(left_first - 1 - i, digits[i]);
        if i > 0 && (!gaps || before.0 + 1 == position) {
            tables.followed.one(usize::from(before.1), x);
        }
        before = (position, x);
    }
    let seen = labels.unseen & !left;
    let inverse = if seen == lowest(m) { place } else { by_label(seen, &place) };
    let (descents, peaks, valleys) = turns(&order, m);
    let (rises, inverse_peaks, inverse_valleys) = turns(&inverse, m);
    let (guess, guess_direction) = guesses(&digits, m, left_first);
    let (fixed_points, successions, reverse_successions) = steps(&labels.of);
    [
        rises,
        descents,
        peaks,
        valleys,
        inverse_peaks,
        inverse_valleys,
        rising.count_ones() as u16,
        falling.count_ones() as u16,
        guess,
        guess_direction,
        fixed_points,
        successions,
        reverse_successions,
        cycles,
        inversions(&digits, &order[..m.min(64)], left),
    ]
}

/// Rises, fixed points and successions of one deal: what costs little.
#[inline(always)]
pub(super) fn few(labels: &Labels) -> [u16; 3] {
    let (order, _, m) = without_gaps(labels);
    let (mut place, mut seen) = ([0_u8; 64], 0_u64);
    for (i, x) in (0..).zip(&order[..m.min(64)]) {
        place[usize::from(x & 63)] = i;
        seen |= 1 << (x & 63);
    }
    let inverse = if seen == lowest(m) { place } else { by_label(seen, &place) };
    let (fixed_points, successions, _) = steps(&labels.of);
    [turns(&inverse, m).0, fixed_points, successions]
}

/// Pairs in the wrong order: the labels below each one that come later. Its digit counts those, and those
/// that never come.
#[inline(always)]
fn inversions(digits: &Row, order: &[u8], never: u64) -> u16 {
    let later: u16 = digits.iter().map(|digit| u16::from(*digit)).sum();
    let below = |x: &u8| (never & ((1 << (x & 63)) - 1)).count_ones() as u16;
    later - if never == 0 { 0 } else { order.iter().map(below).sum() }
}

/// The labels that there are, one after the other, the position of each, and how many.
#[inline(always)]
fn without_gaps(labels: &Labels) -> (Row, Row, usize) {
    if labels.labelled == lowest(labels.cards) {
        return (labels.of, PLACES, labels.cards);
    }
    let (mut order, mut positions, mut m) = ([NO_LABEL; 64], [0; 64], 0);
    for (label, place) in labels.of.iter().zip(PLACES).filter(|(label, _)| **label != NO_LABEL) {
        (order[m], positions[m]) = (*label, place);
        m += 1;
    }
    (order, positions, m)
}

/// The places of the labels of a mask, in the order of the labels.
fn by_label(mut labels: u64, place: &[u8; 64]) -> [u8; 64] {
    let mut out = [0; 64];
    for out in &mut out {
        if labels == 0 {
            break;
        }
        *out = place[labels.trailing_zeros() as usize];
        labels &= labels - 1;
    }
    out
}

/// One byte for each position, worked on all at once: simple loops that the compiler turns into vectors.
type Row = [u8; 64];

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

/// Each position as the one before it was; the first as `first`.
#[inline(always)]
fn later(row: &Row, first: u8) -> Row {
    let mut out = [first; 64];
    out[1..].copy_from_slice(&row[..63]);
    out
}

/// How many are 255 of a row of 0 and 255.
#[inline(always)]
fn hits(row: &Row) -> u16 {
    let mut words = row.chunks_exact(8).map(|w| w.first_chunk().copied().unwrap_or_default());
    let bits = words.by_ref().map(|word| u64::from_le_bytes(word).count_ones()).sum::<u32>();
    (bits / 8) as u16
}

/// (descents, peaks, valleys) of the first `m` values, all below 128.
#[inline(always)]
fn turns(values: &Row, m: usize) -> (u16, u16, u16) {
    let steps = less(&PLACES, &[m as u8; 64]);
    let before = later(values, NO_LABEL);
    // Steps to a position; there is none to the first.
    let mut up = both(&less(&before, values), &steps);
    let mut down = both(&less(values, &before), &steps);
    (up[0], down[0]) = (0, 0);
    let peaks = both(&later(&up, 0), &down);
    let valleys = both(&later(&down, 0), &up);
    (hits(&down), hits(&peaks), hits(&valleys))
}

/// Right guesses of the next label, upwards and in the direction of the last step.
///
/// The digit of a position is the rank of its label among the labels left, and the digit before is how
/// many of these are below the last label: so the label next above the last one has the last digit as
/// its rank, the one next below one less, and a step down is a step to a smaller digit.
#[inline(always)]
fn guesses(digits: &Row, m: usize, left_first: usize) -> (u16, u16) {
    let seen = less(&PLACES, &[m as u8; 64]);
    let left = each(&[left_first as u8; 64], &PLACES, u8::saturating_sub);
    // Before the first label nothing was seen: the lowest is guessed.
    let last = later(digits, 0);
    let down = less(&last, &later(&last, 0));
    let up = both(&last, &less(&last, &left));
    let below = each(&last, &[1; 64], u8::saturating_sub);
    let turned = each(&without(&up, &down), &both(&below, &down), |a, b| a | b);
    let right = |guess: &Row| hits(&both(&same(guess, digits), &seen));
    (right(&up), right(&turned))
}

/// Labels at their own position; labels followed by the one that is larger, or smaller, by one.
#[inline(always)]
fn steps(labels: &Row) -> (u16, u16, u16) {
    let before = later(labels, NO_LABEL);
    let more = |row: &Row| each(row, &[1; 64], u8::wrapping_add);
    (
        hits(&same(labels, &PLACES)),
        hits(&same(&more(&before), labels)),
        hits(&same(&more(labels), &before)),
    )
}
