//! How many ones came where: windows of equal length over the whole stream, for sentences and a line over time.
//!
//! Windows double in length as the stream grows. They are aligned to its beginning, so that any cut into sequences
//! gives the same ones.

use super::words::Sequence;
use crate::battery::{Drift, Most};
use crate::sums::Sums;
use std::collections::BTreeMap;

/// Bits of the shortest window, a power of two: 2^10.
const LEVEL: u32 = 10;
const WINDOWS_MAX: usize = 2048;
const POINTS_MAX: usize = 128;
/// Standard deviations from which a stretch is named. Of two million stretches of fair bits none is so far off once in
/// 10^6 streams.
const NAMED_FROM: f64 = 7.0;
/// So much further off than the whole stream, in squares of standard deviations, a part of it is named.
const BEYOND_THE_WHOLE: f64 = 49.0;

/// Bits and ones, window by window.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Windows {
    /// A window is of 2^([`LEVEL`] + this) bits.
    doubled: u32,
    /// By the number of the window: (bits, ones).
    counts: BTreeMap<u64, (u64, u64)>,
}

impl Windows {
    /// Counts a sequence whose first bit is this one of the stream.
    pub(super) fn count(&mut self, sequence: &Sequence, first: u64) {
        let bits = sequence.bits() as u64;
        let mut from = 0;
        while from < bits {
            let level = LEVEL + self.doubled;
            let number = (first + from) >> level;
            let to = bits.min(((number + 1) << level) - first);
            let ones = sequence.ones(from as usize, (to - from) as usize);
            self.counts.entry(number).or_default().add(&(to - from, ones));
            self.shorten();
            from = to;
        }
    }

    fn shorten(&mut self) {
        while self.counts.len() > WINDOWS_MAX {
            self.double();
        }
    }

    fn double(&mut self) {
        self.doubled += 1;
        for (number, count) in std::mem::take(&mut self.counts) {
            self.counts.entry(number / 2).or_default().add(&count);
        }
    }

    /// The stretch whose ones are furthest from one half, where it is so far that chance does not bring it: of the label 1.
    pub(super) fn most(&self) -> Option<Most> {
        let windows: Vec<(u64, u64)> = self.counts.values().copied().collect();
        let mut whole = (0.0, 0, (0, 0));
        let mut furthest = whole;
        for start in 0..windows.len() {
            let mut sums = (0, 0);
            for window in &windows[start..] {
                sums.add(window);
                let (bits, ones) = (sums.0 as f64, sums.1 as f64);
                let at = (2.0 * ones - bits).powi(2) / bits;
                if at > furthest.0 {
                    furthest = (at, start, sums);
                }
                if start == 0 {
                    whole = (at, start, sums);
                }
            }
        }
        let named = if furthest.0 > whole.0 + BEYOND_THE_WHOLE { furthest } else { whole };
        let (square, start, (length, count)) = named;
        let from = windows[..start].iter().map(|window| window.0).sum();
        let expected = length as f64 / 2.0;
        let most = Most::Stretch { label: 1, from, length, count, expected };
        (square > NAMED_FROM.powi(2)).then_some(most)
    }

    /// Ones over time, standardised; nothing of fewer than two windows.
    pub(super) fn drift(&self) -> Option<Drift> {
        let mut coarse = self.clone();
        while coarse.counts.len() > POINTS_MAX {
            coarse.double();
        }
        let mut end = 0;
        let point = |(bits, ones): &(u64, u64)| {
            end += bits;
            (end, (2.0 * *ones as f64 - *bits as f64) / (*bits as f64).sqrt())
        };
        let blocks: Vec<(u64, f64)> = coarse.counts.values().map(point).collect();
        (blocks.len() > 1).then(|| Drift {
            key: "bits.frequency".to_owned(),
            name: "Ones less zeros, standardised".to_owned(),
            blocks,
        })
    }
}

impl Sums for Windows {
    fn add(&mut self, more: &Self) {
        let mut more = more.clone();
        while self.doubled < more.doubled {
            self.double();
        }
        while more.doubled < self.doubled {
            more.double();
        }
        for (number, count) in &more.counts {
            self.counts.entry(*number).or_default().add(count);
        }
        self.shorten();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::{Rng, SeedableRng};

    fn words(bits: usize, seed: u64) -> Vec<u64> {
        let mut chance = rand_chacha::ChaCha20Rng::seed_from_u64(seed);
        (0..bits.div_ceil(64)).map(|_| chance.next_u64()).collect()
    }

    fn counted(words: &[u64], cut: usize) -> Windows {
        let mut all = Windows::default();
        for (at, part) in words.chunks(cut).enumerate() {
            let mut one = Windows::default();
            one.count(&Sequence::new(part, part.len() * 64), (at * cut * 64) as u64);
            all.add(&one);
        }
        all
    }

    /// Fair bits name no stretch; ones in the middle are found to within a window, however the stream is cut.
    #[test]
    fn a_stretch_of_ones_is_named() {
        let mut stream = words(1 << 20, 5);
        assert_eq!(counted(&stream, 1 << 14).most(), None);
        stream[8000..8160].fill(u64::MAX);
        let whole = counted(&stream, 1 << 14);
        let Some(Most::Stretch { label, from, length, count, expected }) = whole.most() else {
            panic!("not found");
        };
        assert_eq!((label, from / 1024, length), (1, 500, 10 * 1024));
        assert_eq!((count, expected), (10 * 1024, 5.0 * 1024.0));
        for cut in [333, 1 << 10, 5000] {
            assert_eq!(counted(&stream, cut), whole, "{cut}");
        }
    }

    /// A lean of the whole stream is that of the whole stream, though some part of it leans a little more.
    #[test]
    fn a_lean_of_the_whole_stream_is_named_as_such() {
        // Of 16 bits 8.5 are ones.
        let mut stream = words(1 << 20, 7);
        stream.iter_mut().for_each(|word| *word |= 0x8000_0000_8000_0000);
        let most = counted(&stream, 1 << 14).most();
        let Some(Most::Stretch { from: 0, length, .. }) = most else { panic!("{most:?}") };
        assert_eq!(length, 1 << 20);
    }

    /// A stream of more windows than are kept: their sums are those of the stream.
    #[test]
    fn windows_double() {
        let stream = words(5 << 20, 6);
        let all = counted(&stream, 4321);
        assert_eq!((all.doubled, all.counts.len()), (2, 1280));
        let ones: u64 = stream.iter().map(|word| u64::from(word.count_ones())).sum();
        let sums = all.counts.values().fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
        assert_eq!(sums, (5 << 20, ones));
        let drift = all.drift().map(|drift| drift.blocks);
        let last = drift.as_ref().and_then(|blocks| blocks.last()).map(|point| point.0);
        assert_eq!((drift.map(|blocks| blocks.len()), last), (Some(80), Some(5 << 20)));
    }
}
