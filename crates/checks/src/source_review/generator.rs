//! Published generators, run from a stated starting state.

use aes::cipher::BlockCipherEncrypt;
use aes::{Aes128, Aes192, Aes256};
use feltproof_regs::Start;
use hmac::{Hmac, KeyInit, Mac};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng as _, SeedableRng as _};
use rand_mt::Mt;
use rand_pcg::Pcg64;
use rand_xoshiro::Xoshiro256StarStar;
use sha2::{Sha256, Sha512};

/// What is known of a generator: its name, bits of its state, and its period as a power of two in words, where these are fixed.
pub(super) struct Known {
    pub(super) name: &'static str,
    pub(super) state_bits: &'static [u32],
    pub(super) period_log2: &'static [u32],
    make: fn(&Start) -> Result<Generator, String>,
}

/// Those that can be run. The state of a Mersenne Twister is stored in 19,968 bits of which 19,937 count; that of PCG64 is
/// stated with its increment or without; ChaCha20 counts blocks of 16 words in 32 bits (RFC 8439) or in 64.
const KNOWN: [Known; 9] = [
    Known { name: "chacha20", state_bits: &[256, 512], period_log2: &[36, 68], make: chacha },
    Known { name: "aes-128-ctr-drbg", state_bits: &[256], period_log2: &[], make: ctr::<Aes128> },
    Known { name: "aes-192-ctr-drbg", state_bits: &[320], period_log2: &[], make: ctr::<Aes192> },
    Known { name: "aes-256-ctr-drbg", state_bits: &[384], period_log2: &[], make: ctr::<Aes256> },
    Known {
        name: "hmac-drbg-sha256",
        state_bits: &[512],
        period_log2: &[],
        make: hmac::<Hmac<Sha256>>,
    },
    Known {
        name: "hmac-drbg-sha512",
        state_bits: &[1024],
        period_log2: &[],
        make: hmac::<Hmac<Sha512>>,
    },
    Known { name: "mt19937", state_bits: &[19_937, 19_968], period_log2: &[19_937], make: twister },
    Known { name: "xoshiro256**", state_bits: &[256], period_log2: &[256], make: xoshiro },
    Known { name: "pcg64", state_bits: &[128, 255, 256], period_log2: &[128], make: pcg },
];

/// The generator of this name, if it is one of those that can be run.
pub(super) fn known(name: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|known| known.name.eq_ignore_ascii_case(name))
}

/// A generator that is run.
pub(super) enum Generator {
    Words32(Box<dyn FnMut() -> u32>),
    Words64(Box<dyn FnMut() -> u64>),
    Bytes(Box<dyn FnMut() -> Vec<u8>>),
}

/// The bytes that a generator gives, in the order of a file.
pub(super) struct Stream {
    generator: Generator,
    is_big_endian: bool,
    ready: Vec<u8>,
    at: usize,
}

impl Stream {
    /// From a starting state. An error is one sentence: what the state lacks.
    pub(super) fn new(known: &Known, start: &Start) -> Result<Self, String> {
        let generator = (known.make)(start).map_err(|what| format!("{} {what}", known.name))?;
        let width = match generator {
            Generator::Words32(_) => 4,
            Generator::Words64(_) => 8,
            Generator::Bytes(_) => 1,
        };
        let (is_big_endian, ready) = (start.is_big_endian, Vec::new());
        let mut stream = Self { generator, is_big_endian, ready, at: 0 };
        for _ in 0..start.skip * width {
            stream.byte();
        }
        Ok(stream)
    }

    pub(super) fn byte(&mut self) -> u8 {
        if self.at == self.ready.len() {
            self.ready = match (&mut self.generator, self.is_big_endian) {
                (Generator::Words32(next), false) => next().to_le_bytes().to_vec(),
                (Generator::Words32(next), true) => next().to_be_bytes().to_vec(),
                (Generator::Words64(next), false) => next().to_le_bytes().to_vec(),
                (Generator::Words64(next), true) => next().to_be_bytes().to_vec(),
                (Generator::Bytes(next), _) => next(),
            };
            self.at = 0;
        }
        self.at += 1;
        self.ready[self.at - 1]
    }

    /// The next word of so many bits, at most 64.
    pub(super) fn word(&mut self, bits: u32) -> u64 {
        let is_big_endian = self.is_big_endian;
        let bytes = (0..bits / 8).map(|at| (at, u64::from(self.byte())));
        if is_big_endian {
            bytes.fold(0, |word, (_, byte)| word << 8 | byte)
        } else {
            bytes.fold(0, |word, (at, byte)| word | byte << (8 * at))
        }
    }
}

fn key<const N: usize>(start: &Start) -> Result<[u8; N], String> {
    let found = start.key.len();
    start.key[..].try_into().map_err(|_| format!("needs a key of {N} bytes, and it has {found}"))
}

fn seed<N: TryFrom<u128>>(start: &Start) -> Result<N, String> {
    let seed = start.seed.ok_or("needs a seed, a whole number in quotes")?;
    N::try_from(seed).map_err(|_| format!("has the seed {seed}, which is too large for it"))
}

fn chacha(start: &Start) -> Result<Generator, String> {
    let mut generator = ChaCha20Rng::from_seed(key(start)?);
    // The nonce of RFC 8439 begins where the counter of the other form ends.
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0_u64, |n, b| n << 8 | u64::from(*b));
    match (start.nonce.len(), start.stream) {
        (0, None) => {}
        (0, Some(stream)) => {
            let stream = u64::try_from(stream).map_err(|_| "has a stream of more than 64 bits")?;
            generator.set_stream(stream);
        }
        (8, None) => generator.set_stream(number(&start.nonce)),
        (12, None) => {
            generator.set_stream(number(&start.nonce[4..]));
            generator.set_word_pos(u128::from(number(&start.nonce[..4])) << 36);
        }
        (bytes, _) => {
            return Err(format!(
                "has a nonce of {bytes} bytes; it takes 8 or 12, or a stream alone"
            ));
        }
    }
    Ok(Generator::Words32(Box::new(move || generator.next_u32())))
}

fn twister(start: &Start) -> Result<Generator, String> {
    let mut generator = Mt::new(seed(start)?);
    Ok(Generator::Words32(Box::new(move || generator.next_u32())))
}

fn xoshiro(start: &Start) -> Result<Generator, String> {
    let mut generator = match start.seed {
        Some(_) => Xoshiro256StarStar::seed_from_u64(seed(start)?),
        None if start.key.iter().all(|byte| *byte == 0) => {
            return Err("needs a seed, or a key of 32 bytes that are not all zero".to_owned());
        }
        None => Xoshiro256StarStar::from_seed(key(start)?),
    };
    Ok(Generator::Words64(Box::new(move || generator.next_u64())))
}

/// The multiplier of PCG with 128 bits of state, and its inverse modulo 2^128.
const PCG_MULTIPLIER: u128 = 0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645;
const PCG_INVERSE: u128 = {
    // Each step doubles the bits that are right.
    let (mut inverse, mut step) = (PCG_MULTIPLIER, 0);
    while step < 7 {
        inverse = inverse.wrapping_mul(2_u128.wrapping_sub(PCG_MULTIPLIER.wrapping_mul(inverse)));
        step += 1;
    }
    inverse
};

fn pcg(start: &Start) -> Result<Generator, String> {
    let mut generator = if let Some(seed) = start.seed {
        Pcg64::new(seed, start.stream.ok_or("needs a stream beside its seed")?)
    } else {
        let all = key::<32>(start)?;
        let number = |bytes: &[u8]| bytes.iter().fold(0_u128, |n, b| n << 8 | u128::from(*b));
        let (state, increment) = (number(&all[..16]), number(&all[16..]));
        // What it is seeded with, of which this is the state: (seed + increment) multiplier + increment.
        let before = state.wrapping_sub(increment).wrapping_mul(PCG_INVERSE);
        Pcg64::new(before.wrapping_sub(increment), increment >> 1)
    };
    Ok(Generator::Words64(Box::new(move || generator.next_u64())))
}

fn request(start: &Start) -> Result<usize, String> {
    match start.request_bytes {
        0 => Err("needs request_bytes, the bytes that are drawn at a time".to_owned()),
        bytes => Ok(bytes as usize),
    }
}

/// HMAC_DRBG of SP 800-90A, section 10.1.2, without new entropy and additional input.
fn hmac<M: Mac + KeyInit + 'static>(start: &Start) -> Result<Generator, String> {
    let mac = |key: &[u8], parts: &[&[u8]]| {
        let mut mac = <M as KeyInit>::new_from_slice(key).expect("HMAC takes keys of any length");
        parts.iter().for_each(|part| mac.update(part));
        mac.finalize().into_bytes().to_vec()
    };
    if start.key.is_empty() {
        return Err("needs a key, its entropy input".to_owned());
    }
    let (request, seed) =
        (request(start)?, [&start.key[..], &start.nonce, &start.personalization].concat());
    let length = M::output_size();
    let (mut key, mut value) = (vec![0; length], vec![1; length]);
    let update = move |key: &mut Vec<u8>, value: &mut Vec<u8>, seed: &[u8]| {
        for round in [0_u8, 1] {
            if round == 0 || !seed.is_empty() {
                *key = mac(key, &[&value[..], &[round], seed]);
                *value = mac(key, &[&value[..]]);
            }
        }
    };
    update(&mut key, &mut value, &seed);
    Ok(Generator::Bytes(Box::new(move || {
        let mut out = Vec::new();
        while out.len() < request {
            value = mac(&key, &[&value[..]]);
            out.extend_from_slice(&value);
        }
        out.truncate(request);
        update(&mut key, &mut value, &[]);
        out
    })))
}

/// Bytes of a block of AES.
const BLOCK: usize = 16;

fn encrypted<C: BlockCipherEncrypt + KeyInit>(key: &[u8], block: [u8; BLOCK]) -> [u8; BLOCK] {
    let cipher = C::new_from_slice(key).expect("the key has the length of the cipher");
    let mut out = aes::cipher::Block::<C>::default();
    out.copy_from_slice(&block);
    cipher.encrypt_block(&mut out);
    std::array::from_fn(|at| out[at])
}

/// As many bytes of the counter mode of a block cipher as are wanted.
fn counted<C: BlockCipherEncrypt + KeyInit>(key: &[u8], value: &mut u128, want: usize) -> Vec<u8> {
    let mut out = Vec::new();
    while out.len() < want {
        *value = value.wrapping_add(1);
        out.extend(encrypted::<C>(key, value.to_be_bytes()));
    }
    out.truncate(want);
    out
}

/// The derivation function of SP 800-90A, section 10.3.2.
fn derived<C: BlockCipherEncrypt + KeyInit>(
    input: &[u8],
    key_bytes: usize,
) -> Result<Vec<u8>, String> {
    let want = key_bytes + BLOCK;
    let length = |bytes: usize| u32::try_from(bytes).map(u32::to_be_bytes);
    let lengths = length(input.len()).and_then(|input| Ok([input, length(want)?].concat()));
    let mut text = lengths.map_err(|_| "has too long an entropy input")?;
    text.extend([input, &[0x80]].concat());
    text.resize(text.len().next_multiple_of(BLOCK), 0);
    let key: Vec<u8> = (0_u8..).take(key_bytes).collect();
    let mut out = Vec::new();
    for round in (0_u32..).take(want.div_ceil(BLOCK)) {
        let mut first = [0; BLOCK];
        first[..4].copy_from_slice(&round.to_be_bytes());
        let chain = |chain: [u8; BLOCK], block: &[u8]| {
            encrypted::<C>(&key, std::array::from_fn(|at| chain[at] ^ block[at]))
        };
        out.extend(text.chunks(BLOCK).fold(chain([0; BLOCK], &first), chain));
    }
    let (key, block) = out[..want].split_at(key_bytes);
    let mut block: [u8; BLOCK] = std::array::from_fn(|at| block[at]);
    let mut seed = Vec::new();
    while seed.len() < want {
        block = encrypted::<C>(key, block);
        seed.extend(block);
    }
    seed.truncate(want);
    Ok(seed)
}

/// CTR_DRBG of SP 800-90A, section 10.2.1, without new entropy and additional input.
fn ctr<C: BlockCipherEncrypt + KeyInit + 'static>(start: &Start) -> Result<Generator, String> {
    let (request, key_bytes) = (request(start)?, C::key_size());
    let seed_bytes = key_bytes + BLOCK;
    let seed = if start.has_derivation {
        derived::<C>(&[&start.key[..], &start.nonce, &start.personalization].concat(), key_bytes)?
    } else {
        let found = start.key.len();
        if found != seed_bytes || start.personalization.len() > seed_bytes {
            return Err(format!(
                "without its derivation function needs a key of {seed_bytes} bytes, and it has {found} (a personalization \
                 string has at most as many)"
            ));
        }
        let added = start.personalization.iter().copied().chain(std::iter::repeat(0));
        start.key.iter().zip(added).map(|(a, b)| a ^ b).collect()
    };
    let (mut key, mut value) = (vec![0; key_bytes], 0_u128);
    let update = move |key: &mut Vec<u8>, value: &mut u128, seed: &[u8]| {
        let mut state = counted::<C>(key, value, seed_bytes);
        state.iter_mut().zip(seed).for_each(|(a, b)| *a ^= b);
        *value = state[key_bytes..].iter().fold(0, |n, b| n << 8 | u128::from(*b));
        state.truncate(key_bytes);
        *key = state;
    };
    update(&mut key, &mut value, &seed);
    Ok(Generator::Bytes(Box::new(move || {
        let out = counted::<C>(&key, &mut value, request);
        update(&mut key, &mut value, &[]);
        out
    })))
}

#[cfg(test)]
mod tests;
