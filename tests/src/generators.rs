//! Two generators that programs use, written from their publications, and fair decks from their words.

use feltproof_stats::defects::Endless;
use feltproof_stats::defects::moves::{self, Deck};

/// Matsumoto and Nishimura's Mersenne Twister MT19937 (1998, initialisation of 2002): 32-bit words.
#[must_use]
pub fn mersenne_twister(rng_seed: u32) -> Endless<u32> {
    const N: usize = 624;
    const M: usize = 397;
    let mut state = [0_u32; N];
    state[0] = rng_seed;
    for i in 1..N {
        let last = state[i - 1];
        let number = u32::try_from(i).unwrap_or(0);
        state[i] = 1_812_433_253_u32.wrapping_mul(last ^ (last >> 30)).wrapping_add(number);
    }
    let mut at = N;
    Box::new(move || {
        if at == N {
            for i in 0..N {
                let joined = (state[i] & 0x8000_0000) | (state[(i + 1) % N] & 0x7fff_ffff);
                let odd = if joined & 1 == 1 { 0x9908_b0df } else { 0 };
                state[i] = state[(i + M) % N] ^ (joined >> 1) ^ odd;
            }
            at = 0;
        }
        let mut word = state[at];
        at += 1;
        word ^= word >> 11;
        word ^= (word << 7) & 0x9d2c_5680;
        word ^= (word << 15) & 0xefc6_0000;
        word ^ (word >> 18)
    })
}

/// O'Neill's PCG64 (XSL-RR 128/64, 2014): 64-bit words of a seed and a stream.
#[must_use]
pub fn pcg64(rng_seed: u128, stream: u128) -> Endless<u64> {
    const MULTIPLIER: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645;
    let increment = (stream << 1) | 1;
    let step = move |state: u128| state.wrapping_mul(MULTIPLIER).wrapping_add(increment);
    let mut state = step(step(0).wrapping_add(rng_seed));
    Box::new(move || {
        state = step(state);
        let turn = u32::try_from(state >> 122).unwrap_or(0);
        let halves = u64::try_from((state >> 64) ^ (state & u128::from(u64::MAX)));
        halves.unwrap_or(0).rotate_right(turn)
    })
}

/// Fair decks from words of 32 bits: Fisher-Yates, each number below n by rejection of the words beyond
/// the last multiple of n.
#[must_use]
pub fn fair_decks_of(mut word: Endless<u32>) -> Endless<Deck> {
    Box::new(move || {
        let mut deck: Deck = std::array::from_fn(|i| u8::try_from(i).unwrap_or(0));
        moves::fisher_yates(&mut deck, |n| {
            let last = u32::MAX - (u32::MAX % n + 1) % n;
            loop {
                let x = word();
                if x <= last {
                    return x % n;
                }
            }
        });
        deck
    })
}

/// The upper and the lower half of each word of 64 bits.
#[must_use]
pub fn halves(mut double: Endless<u64>) -> Endless<u32> {
    let mut kept = None;
    Box::new(move || {
        kept.take().unwrap_or_else(|| {
            let word = double();
            kept = u32::try_from(word & 0xffff_ffff).ok();
            u32::try_from(word >> 32).unwrap_or(0)
        })
    })
}
