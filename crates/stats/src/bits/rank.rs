//! The rank of 32 x 32 binary matrices (SP 800-22, 2.5).
//!
//! 1,024 bits row by row make one matrix. Full rank, one less, or fewer: chi-square with two
//! degrees of freedom, with the exact chances of matrices of this size.

use super::words::Sequence;

/// Rows and columns of a matrix.
pub const SIZE: usize = 32;

/// The chance that a random `size` x `size` matrix over two elements has this rank: 2^-(d^2) times
/// the product over i < rank of (1 - 2^(i-size))^2 / (1 - 2^(i-rank)), d = size - rank.
pub fn chance(size: usize, rank: usize) -> f64 {
    let two = |power: i32| 2f64.powi(power);
    let (size, rank) = (size as i32, rank as i32);
    let product: f64 =
        (0..rank).map(|i| (1.0 - two(i - size)).powi(2) / (1.0 - two(i - rank))).product();
    product * two(-(size - rank) * (size - rank))
}

/// The chances of full rank, one less, and fewer.
pub fn chances() -> [f64; 3] {
    let (full, less) = (chance(SIZE, SIZE), chance(SIZE, SIZE - 1));
    [full, less, 1.0 - full - less]
}

/// Matrices of full rank, one less, and fewer; `size` is at most 64, the rest is not used.
pub fn counted(sequence: &Sequence, size: usize) -> [u64; 3] {
    let mut counts = [0; 3];
    let size = size.clamp(1, 64);
    let mut rows = [0; 64];
    for matrix in 0..sequence.bits() / (size * size) {
        for (r, row) in rows[..size].iter_mut().enumerate() {
            *row = sequence.word((matrix * size + r) * size) >> (64 - size);
        }
        counts[(size - rank(&mut rows[..size], size)).min(2)] += 1;
    }
    counts
}

/// Rank of a matrix, whose rows are used up.
fn rank(rows: &mut [u64], columns: usize) -> usize {
    let mut rank = 0;
    for column in 0..columns {
        let Some(found) = rows[rank..].iter().position(|row| row >> column & 1 == 1) else {
            continue;
        };
        rows.swap(rank, rank + found);
        let (done, rest) = rows.split_at_mut(rank + 1);
        let pivot = done[rank];
        // No branch: which rows are changed is a toss of a coin.
        rest.iter_mut().for_each(|row| *row ^= pivot & (*row >> column & 1).wrapping_neg());
        rank += 1;
        if rank == rows.len() {
            break;
        }
    }
    rank
}
