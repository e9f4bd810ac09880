//! The test of linear complexity: the shortest shift register that gives the bits (SP 800-22, 2.10).
//!
//! The length of the shortest linear recurrence that yields a block of M bits, seven classes around
//! its mean: chi-square with six degrees of freedom. The chances are summed from the exact law of
//! the complexity, 2^min(2M-2L, 2L-1) blocks out of 2^M (1 for L = 0); in the limit they are 1/96,
//! 1/32, 1/8, 1/2, 1/4, 1/16 and 1/48, where `sts` has .01047 for the first.

use super::common::Score;
use super::words::Sequence;

/// The class, 0 to 6, of complexity `l` of a block of `bits` bits.
pub fn class(l: usize, bits: usize) -> usize {
    let m = bits as f64;
    let sign = if bits.is_multiple_of(2) { 1.0 } else { -1.0 };
    let mean =
        m / 2.0 + (9.0 - sign) / 36.0 - (m / 3.0 + 2.0 / 9.0) * 0.5f64.powi(bits.min(2000) as i32);
    let t = sign * (l as f64 - mean) + 2.0 / 9.0;
    // T <= -2.5 is the first class, T > 2.5 the last.
    (t + 2.5).ceil().clamp(0.0, 6.0) as usize
}

/// The chances of the classes for blocks of `bits` bits.
pub fn chances(bits: usize) -> [f64; 7] {
    let mut chances = [0.0; 7];
    let m = bits as i32;
    for l in 0..=m {
        let power = if l == 0 { 0 } else { (2 * m - 2 * l).min(2 * l - 1) };
        chances[class(l as usize, bits)] += 2f64.powi(power - m);
    }
    chances
}

/// Blocks of `bits` bits by the class of their complexity; what is left at the end is not used.
pub fn counted(sequence: &Sequence, bits: usize) -> [u64; 7] {
    let mut counts = [0; 7];
    let bits = bits.max(1);
    let class_of: Vec<usize> = (0..=bits).map(|l| class(l, bits)).collect();
    for block in 0..sequence.bits() / bits {
        counts[class_of[complexity(sequence, block * bits, bits)]] += 1;
    }
    counts
}

/// The test.
pub fn score(counts: &[u64], chances: &[f64]) -> Option<Score> {
    Score::classes(counts, chances, "rms relative deviation of a class of complexities")
}

/// Words of a block that are followed in registers.
const WORDS: usize = 8;

/// The linear complexity of the `bits` bits from `start` on, by Berlekamp and Massey.
///
/// The recurrence itself is never built. With S the block as a power series and C the recurrence at
/// step n, the series C S shifted down by n has the discrepancy as its lowest bit; a step either
/// adds the series kept from the last change of length or not, and shifts by one. What lies beyond
/// the end of the block is never needed, so the series shrink by a word every 64 steps.
pub fn complexity(sequence: &Sequence, start: usize, bits: usize) -> usize {
    let words = bits.div_ceil(64);
    let read = |k: usize| {
        let rest = (bits - 64 * k).min(64);
        (sequence.word(start + 64 * k) & super::words::mask(rest)).reverse_bits()
    };
    let mut state = State { step: 0, length: 0 };
    if words > WORDS {
        let mut series: Vec<u64> = (0..words).map(read).collect();
        let mut kept = vec![0; words];
        kept[0] = 1;
        state.steps(&mut series, &mut kept, bits);
        return state.length;
    }
    let mut series = [0; WORDS];
    let mut kept = [0; WORDS];
    kept[0] = 1;
    series[..words].iter_mut().enumerate().for_each(|(k, word)| *word = read(k));
    state.last_words(&mut series, &mut kept, bits);
    state.length
}

/// Where Berlekamp and Massey's method stands.
struct State {
    step: usize,
    length: usize,
}

impl State {
    /// All steps, on series of any length.
    fn steps(&mut self, series: &mut [u64], kept: &mut [u64], bits: usize) {
        while self.step < bits {
            let live = (bits - self.step).div_ceil(64);
            let (add, change) = self.masks(series[0]);
            for k in 0..live {
                let (a, b) = (series[k], kept[k]);
                series[k] = a ^ (b & add);
                kept[k] = b ^ ((a ^ b) & change);
            }
            for k in 0..live {
                let next = if k + 1 < live { series[k + 1] } else { 0 };
                series[k] = series[k] >> 1 | next << 63;
            }
            self.step += 1;
        }
    }

    /// All steps, on at most [`WORDS`] words.
    fn last_words(&mut self, series: &mut [u64; WORDS], kept: &mut [u64; WORDS], bits: usize) {
        self.with_words::<8>(series, kept, bits);
        self.with_words::<7>(series, kept, bits);
        self.with_words::<6>(series, kept, bits);
        self.with_words::<5>(series, kept, bits);
        self.with_words::<4>(series, kept, bits);
        self.with_words::<3>(series, kept, bits);
        self.with_words::<2>(series, kept, bits);
        self.with_words::<1>(series, kept, bits);
    }

    /// The steps for which exactly `W` words still matter.
    fn with_words<const W: usize>(
        &mut self,
        series: &mut [u64; WORDS],
        kept: &mut [u64; WORDS],
        bits: usize,
    ) {
        let end = bits.saturating_sub(64 * (W - 1));
        if self.step >= end {
            return;
        }
        let mut a: [u64; W] = std::array::from_fn(|k| series[k]);
        let mut b: [u64; W] = std::array::from_fn(|k| kept[k]);
        while self.step < end {
            let (add, change) = self.masks(a[0]);
            let sum: [u64; W] = std::array::from_fn(|k| a[k] ^ (b[k] & add));
            b = std::array::from_fn(|k| b[k] ^ ((a[k] ^ b[k]) & change));
            a = std::array::from_fn(|k| {
                sum[k] >> 1 | if k + 1 < W { sum[(k + 1) % W] << 63 } else { 0 }
            });
            self.step += 1;
        }
        series[..W].copy_from_slice(&a);
        kept[..W].copy_from_slice(&b);
    }

    /// Whether the kept series is added, and whether the present one is kept instead, as masks;
    /// moves the length on. No branch: both are tosses of a coin.
    #[inline]
    fn masks(&mut self, lowest: u64) -> (u64, u64) {
        let add = (lowest & 1).wrapping_neg();
        let longer = u64::from(2 * self.length <= self.step).wrapping_neg();
        let change = add & longer;
        let other = self.step + 1 - self.length;
        self.length = self.length ^ ((self.length ^ other) & change as usize);
        (add, change)
    }
}
