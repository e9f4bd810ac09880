//! The test of linear complexity: the shortest shift register that gives the bits (SP 800-22, 2.10).
//!
//! The length of the shortest linear recurrence that yields a block of M bits, seven classes around
//! its mean: chi-square with six degrees of freedom. The chances are summed from the exact law of
//! the complexity, 2^min(2M-2L, 2L-1) blocks out of 2^M (1 for L = 0); in the limit they are 1/96,
//! 1/32, 1/8, 1/2, 1/4, 1/16 and 1/48, where `sts` has .01047 for the first.

use super::words::Sequence;

/// Bits of a block.
pub(super) const BLOCK: usize = 500;

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
    let mut series: Vec<u64> = (0..words).map(read).collect();
    let mut kept = vec![0; words];
    kept[0] = 1;
    let mut length = 0;
    for step in 0..bits {
        let live = (bits - step).div_ceil(64);
        // As masks, without a branch: both are tosses of a coin.
        let add = (series[0] & 1).wrapping_neg();
        let change = add & u64::from(2 * length <= step).wrapping_neg();
        length ^= (length ^ (step + 1 - length)) & change as usize;
        let mut above = 0;
        for (a, b) in series[..live].iter_mut().zip(&mut kept[..live]).rev() {
            let sum = *a ^ (*b & add);
            *b ^= (*a ^ *b) & change;
            *a = sum >> 1 | above << 63;
            above = sum;
        }
    }
    length
}
