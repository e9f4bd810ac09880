//! Fair chance for the defective sources: a published generator, and whole numbers without bias.
//!
//! Only the raw words are taken from the library: its ranges and shuffles change between versions,
//! and a defect must be the same in every version.

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

/// A `ChaCha20` stream (RFC 8439 with a 64-bit counter), seeded by one number.
#[derive(Clone, Debug)]
pub struct Chance(ChaCha20Rng);

impl Chance {
    /// The stream of this seed: its eight bytes, lowest first, then zeros.
    pub fn new(rng_seed: u64) -> Self {
        let mut seed = [0_u8; 32];
        seed[..8].copy_from_slice(&rng_seed.to_le_bytes());
        Self(ChaCha20Rng::from_seed(seed))
    }

    /// 32 fair bits.
    pub fn word(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// 64 fair bits.
    pub fn double_word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform number from 0 to `n - 1`, by Lemire's multiplication with rejection; 0 if `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        let mut product = u64::from(self.word()) * u64::from(n);
        let low = |product: u64| (product & 0xffff_ffff) as u32;
        if low(product) < n {
            let surplus = n.wrapping_neg() % n;
            while low(product) < surplus {
                product = u64::from(self.word()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// The same as an index.
    pub fn index(&mut self, n: usize) -> usize {
        self.below(u32::try_from(n).expect("a list shorter than 2^32")) as usize
    }

    /// True `ppm` times in a million.
    pub fn happens(&mut self, ppm: u32) -> bool {
        self.below(1_000_000) < ppm
    }
}
