//! The relative order of distinct labels, counted with bit masks.
//!
//! Whatever part of a shuffled deck is seen, the relative order of the cards in it is uniform over
//! all orders of so many labels: the laws of whole permutations apply.

use super::longest::longest;
use crate::laws::{self, Moments};

/// What is counted of one order; the value is its place in [`Counts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    /// Places where the next label is smaller.
    Descents,
    /// Descents of the inverse: rising sequences less one.
    Rises,
    /// Interior labels larger than both neighbours.
    Peaks,
    /// Interior labels smaller than both neighbours.
    Valleys,
    /// Peaks of the inverse.
    InversePeaks,
    /// Valleys of the inverse.
    InverseValleys,
    /// Pairs in the wrong order.
    Inversions,
    /// Length of the longest increasing subsequence.
    Increasing,
    /// Length of the longest decreasing subsequence.
    Decreasing,
    /// Right guesses: the nearest unseen label above the last, else the lowest unseen.
    Guess,
    /// Right guesses: the nearest unseen label in the direction of the last step, else the lowest.
    GuessDirection,
}

impl Count {
    /// All of them, in the order of their values.
    pub(super) const ALL: [Self; 11] = [
        Self::Descents,
        Self::Rises,
        Self::Peaks,
        Self::Valleys,
        Self::InversePeaks,
        Self::InverseValleys,
        Self::Inversions,
        Self::Increasing,
        Self::Decreasing,
        Self::Guess,
        Self::GuessDirection,
    ];

    /// The last part of the key of its test.
    pub(super) fn key(self) -> &'static str {
        match self {
            Self::Descents => "descents",
            Self::Rises => "rises",
            Self::Peaks => "peaks",
            Self::Valleys => "valleys",
            Self::InversePeaks => "inverse_peaks",
            Self::InverseValleys => "inverse_valleys",
            Self::Inversions => "inversions",
            Self::Increasing => "increasing",
            Self::Decreasing => "decreasing",
            Self::Guess => "guess",
            Self::GuessDirection => "guess_direction",
        }
    }

    /// Its law's mean and variance in a uniformly random order of `m` labels; the guesses know that
    /// `unseen` labels may come, of which `m` do.
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
        }
    }
}

/// One figure for each of [`Count::ALL`].
pub(super) type Counts = [u32; 11];

/// The labels below `x`.
fn below(x: u8) -> u64 {
    (1u64 << x) - 1
}

/// The labels above `x`.
fn above(x: u8) -> u64 {
    (u64::MAX << x) << 1
}

/// Counts the order of `labels` (distinct, below 64, all in `unseen`). `unseen` is every label that
/// may come: what a guesser knows, and what the digits of `lehmer` are ranks among. `lehmer` has 64
/// cells for each number of labels left, from 0 to 64.
pub(super) fn count(labels: &[u8], unseen: u64, lehmer: &mut [u64]) -> Counts {
    let mut left = unseen;
    let mut before = 0u64;
    let (mut rising, mut falling) = (0u64, 0u64);
    let (mut inversions, mut guessed, mut guessed_direction) = (0, 0, 0);
    let mut place = [0u8; 64];
    let mut ups = 0u64;
    let mut last = None;
    let mut upward = true;
    for (i, &x) in labels.iter().enumerate() {
        let bit = 1u64 << x;
        let digit = (left & below(x)).count_ones();
        lehmer[(left.count_ones() * 64 + digit) as usize] += 1;
        let lowest = left & left.wrapping_neg();
        let (mut guess, mut guess_direction) = (lowest, lowest);
        if let Some(last) = last {
            let (over, under) = (left & above(last), left & below(last));
            if over != 0 {
                guess = over & over.wrapping_neg();
            }
            if upward {
                guess_direction = guess;
            } else if under != 0 {
                guess_direction = 1 << under.ilog2();
            }
            upward = x > last;
            ups |= u64::from(upward) << (i - 1);
        }
        guessed += u32::from(guess == bit);
        guessed_direction += u32::from(guess_direction == bit);
        inversions += (before & above(x)).count_ones();
        // Patience sorting: `rising` holds the least last label of an increasing subsequence of
        // each length, `falling` the greatest of a decreasing one.
        let over = rising & above(x);
        rising = (rising ^ (over & over.wrapping_neg())) | bit;
        let under = falling & below(x);
        falling = (falling ^ under.checked_ilog2().map_or(0, |top| 1 << top)) | bit;
        left &= !bit;
        before |= bit;
        place[usize::from(x)] = i as u8;
        last = Some(x);
    }
    let m = labels.len() as u32;
    let (descents, peaks, valleys) = turns(ups, m);
    let (rises, inverse_peaks, inverse_valleys) = turns(inverse_ups(before, &place), m);
    let (increasing, decreasing) = (rising.count_ones(), falling.count_ones());
    [
        descents,
        rises,
        peaks,
        valleys,
        inverse_peaks,
        inverse_valleys,
        inversions,
        increasing,
        decreasing,
        guessed,
        guessed_direction,
    ]
}

/// Bit i: the i-th label of `labels` in ascending order stands before the one after it.
fn inverse_ups(labels: u64, place: &[u8; 64]) -> u64 {
    let mut rest = labels;
    let mut ups = 0;
    let mut before = None;
    let mut i = 0;
    while rest != 0 {
        let at = place[rest.trailing_zeros() as usize];
        if let Some(before) = before {
            ups |= u64::from(at > before) << i;
            i += 1;
        }
        before = Some(at);
        rest &= rest - 1;
    }
    ups
}

/// (descents, peaks, valleys) of `m` values of which bit i of `ups` says that the next is larger.
fn turns(ups: u64, m: u32) -> (u32, u32, u32) {
    let steps = m.saturating_sub(1);
    let inner = if m < 3 { 0 } else { u64::MAX >> (64 - (m - 2)) };
    let peaks = (ups & !(ups >> 1) & inner).count_ones();
    let valleys = (!ups & (ups >> 1) & inner).count_ones();
    (steps - ups.count_ones(), peaks, valleys)
}
