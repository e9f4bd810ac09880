//! Streams of bits with a known fault, to see whether the tests find it.

use super::chance::Chance;
use super::generators::{Congruential, Recurrence};

/// Bits after which the repeating stream repeats.
const PERIOD: usize = 65_536;

/// A named fault of a stream of bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flaw {
    /// What a table of results calls it; unique.
    pub name: &'static str,
    /// What is wrong, in one sentence.
    pub words: &'static str,
    fault: Fault,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    /// A one comes this many times in a million.
    Biased {
        ones_ppm: u32,
    },
    LowBits,
    Alternating,
    Period,
    Padded,
    None,
}

const fn flaw(name: &'static str, fault: Fault, words: &'static str) -> Flaw {
    Flaw { name, words, fault }
}

/// All of them; the last one has no fault.
pub const ALL: &[Flaw] = &[
    flaw("biased 50.1 %", Fault::Biased { ones_ppm: 501_000 }, "501 bits in a thousand are one."),
    flaw(
        "LCG low bits",
        Fault::LowBits,
        "The lowest 8 bits of x <- 1103515245 x + 12345 mod 2^31, which repeat after 256 words.",
    ),
    flaw("alternating", Fault::Alternating, "One, zero, one, zero."),
    flaw("short period", Fault::Period, "The stream begins again after 65,536 bits."),
    flaw(
        "31-bit words padded",
        Fault::Padded,
        "Fair words of 31 bits are written as 32, the first of them always zero.",
    ),
    flaw("uniform", Fault::None, "Every bit is fair, whatever came before."),
];

/// The flaw of this name.
pub fn named(name: &str) -> Option<&'static Flaw> {
    ALL.iter().find(|f| f.name == name)
}

impl Flaw {
    /// An endless stream with this fault.
    pub fn source(&self, rng_seed: u64) -> Source {
        let mut chance = Chance::new(rng_seed);
        let generator = Congruential::new(Recurrence::Lcg31, &mut chance);
        let memory = if self.fault == Fault::Period {
            (0..PERIOD / 64).map(|_| chance.double_word()).collect()
        } else {
            Vec::new()
        };
        Source { fault: self.fault, chance, generator, memory, at: 0 }
    }
}

/// An endless stream of bits.
#[derive(Clone, Debug)]
pub struct Source {
    fault: Fault,
    chance: Chance,
    generator: Congruential,
    memory: Vec<u64>,
    at: usize,
}

impl Source {
    /// The next 64 bits; the first of them is the highest.
    pub fn word(&mut self) -> u64 {
        match self.fault {
            Fault::Biased { ones_ppm } => {
                (0..64).fold(0, |word, _| word << 1 | u64::from(self.chance.happens(ones_ppm)))
            }
            Fault::LowBits => {
                (0..8).fold(0, |word, _| word << 8 | u64::from(self.generator.word() & 0xff))
            }
            Fault::Alternating => 0xaaaa_aaaa_aaaa_aaaa,
            Fault::Period => {
                let word = self.memory.get(self.at).copied().unwrap_or(0);
                self.at = (self.at + 1) % self.memory.len().max(1);
                word
            }
            Fault::Padded => self.chance.double_word() & 0x7fff_ffff_7fff_ffff,
            Fault::None => self.chance.double_word(),
        }
    }

    /// The next bytes; the first bit of each is the highest.
    pub fn fill(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            let word = self.word().to_be_bytes();
            chunk.copy_from_slice(&word[..chunk.len()]);
        }
    }
}
