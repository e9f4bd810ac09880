//! The overlapping template of nine ones (SP 800-22, 2.8).
//!
//! Its occurrences in a block of 1,032 bits, 0, 1, 2, 3, 4 or more: chi-square with five degrees of
//! freedom. The chances are exact, by following the run of ones and the count bit by bit; the
//! program `sts` overwrites them with an approximation.

use super::words::Sequence;

/// Bits of a block.
pub const BLOCK: usize = 1032;
/// Ones of the template.
pub const ONES: usize = 9;
/// Occurrences from which on they are one class.
const MOST: usize = 5;

/// The chances of 0, 1, 2, 3, 4 and at least 5 occurrences of `ones` ones, with overlaps, among `bits` fair bits.
pub fn chances(bits: usize, ones: usize) -> [f64; MOST + 1] {
    let ones = ones.max(1);
    // at[r][c]: the last r bits are ones (r = `ones`: at least), and c occurrences so far.
    let mut at = vec![[0.0; MOST + 1]; ones + 1];
    at[0][0] = 1.0;
    for _ in 0..bits {
        let mut next = vec![[0.0; MOST + 1]; ones + 1];
        for (run, row) in at.iter().enumerate() {
            for (count, chance) in row.iter().enumerate() {
                next[0][count] += chance / 2.0;
                let longer = (run + 1).min(ones);
                let more = if longer == ones { (count + 1).min(MOST) } else { count };
                next[longer][more] += chance / 2.0;
            }
        }
        at = next;
    }
    std::array::from_fn(|count| at.iter().map(|row| row[count]).sum())
}

/// Blocks with 0, 1, 2, 3, 4 and at least 5 occurrences; what is left at the end is not used.
pub fn counted(sequence: &Sequence, block: usize, ones: usize) -> [u64; MOST + 1] {
    let mut counts = [0; MOST + 1];
    let (block, ones) = (block.max(1), ones.clamp(1, 32));
    for at in 0..sequence.bits() / block {
        counts[occurrences(sequence, at * block, block, ones).min(MOST)] += 1;
    }
    counts
}

/// How many windows of `ones` bits among the `block` bits from `start` on are all ones.
fn occurrences(sequence: &Sequence, start: usize, block: usize, ones: usize) -> usize {
    // A word answers for the windows that begin in its first bits.
    let step = 65 - ones;
    let found = (0..(block + 1).max(ones) - ones).step_by(step).map(|done| {
        let word = sequence.word(start + done);
        let all = (1..ones).fold(word, |all, k| all & word << k);
        let windows = (block - ones + 1 - done).min(step);
        (all & super::words::mask(windows)).count_ones() as usize
    });
    found.sum()
}
