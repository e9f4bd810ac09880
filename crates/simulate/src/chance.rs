//! Chance and the pack of cards: a generator whose output is the same on every machine and in every
//! version, uniform whole numbers by rejection, and a Fisher-Yates shuffle of our own.
//!
//! ChaCha20 is specified by its authors, so its stream is fixed; the helpers of general-purpose
//! random libraries (ranges, shuffles) are not, and change between their versions. A test day must
//! never change, so only the raw 32-bit words are taken from the library.

use feltproof_model::Card;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

/// The chance of one round: a ChaCha20 stream of its own, so that no round changes another.
pub(crate) struct Chance(ChaCha20Rng);

impl Chance {
    /// One stream of the generator seeded with `rng_seed` (its bytes, lowest first, then zeros).
    pub(crate) fn new(rng_seed: u64, stream: u64) -> Self {
        let mut seed = [0_u8; 32];
        seed[..8].copy_from_slice(&rng_seed.to_le_bytes());
        let mut generator = ChaCha20Rng::from_seed(seed);
        generator.set_stream(stream);
        Self(generator)
    }

    /// A uniform number from 0 to `n - 1`; 0 when `n` is 0.
    ///
    /// Words above the largest multiple of `n` are drawn again: a modulo would favour small ones.
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        if n == 0 {
            return 0;
        }
        let surplus = (u32::MAX % n + 1) % n;
        loop {
            let word = self.0.next_u32();
            if word <= u32::MAX - surplus {
                return word % n;
            }
        }
    }

    pub(crate) fn per_mille(&mut self, per_mille: u32) -> bool {
        self.below(1_000) < per_mille
    }

    /// One of a list that is not empty.
    pub(crate) fn pick<T: Copy>(&mut self, list: &[T], otherwise: T) -> T {
        let n = u32::try_from(list.len()).expect("a short list");
        list.get(self.below(n) as usize).copied().unwrap_or(otherwise)
    }

    /// The cards of the pack that are not in `taken`, in random order.
    pub(crate) fn shuffled_rest(&mut self, taken: &[Card]) -> Vec<Card> {
        let mut cards: Vec<Card> =
            (0..Card::PACK).filter_map(Card::new).filter(|c| !taken.contains(c)).collect();
        for last in (1..cards.len()).rev() {
            let other = self.below(u32::try_from(last + 1).expect("a pack of cards")) as usize;
            cards.swap(last, other);
        }
        cards
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_published_one() {
        // ChaCha20 with an all-zero key and nonce starts with these bytes (RFC 8439, A.1, test
        // vector 1: 76 b8 e0 ad a0 f1 3d 90).
        let mut chance = Chance::new(0, 0);
        assert_eq!(chance.0.next_u32(), 0xade0_b876);
        assert_eq!(chance.0.next_u32(), 0x903d_f1a0);
    }

    #[test]
    fn numbers_are_in_range_and_about_uniform() {
        let mut chance = Chance::new(7, 1);
        let mut seen = [0_u32; 6];
        for _ in 0..60_000 {
            seen[chance.below(6) as usize] += 1;
        }
        // Standard deviation about 91; six of them.
        assert!(seen.iter().all(|n| n.abs_diff(10_000) < 550), "{seen:?}");
        assert_eq!((chance.below(1), chance.below(0)), (0, 0));
    }

    #[test]
    fn a_shuffle_loses_no_card_and_starts_anywhere() {
        let mut chance = Chance::new(1, 2);
        let taken = [Card::new(0).unwrap(), Card::new(51).unwrap()];
        let mut first = [0_u32; 52];
        for _ in 0..20_000 {
            let rest = chance.shuffled_rest(&taken);
            assert_eq!(rest.len(), 50);
            first[usize::from(rest[0].number())] += 1;
        }
        assert_eq!((first[0], first[51]), (0, 0));
        // 400 expected, standard deviation about 20.
        assert!(first[1..51].iter().all(|n| n.abs_diff(400) < 120), "{first:?}");
    }
}
