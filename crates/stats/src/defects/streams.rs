//! Streams of whole numbers from 0 to 51 with a known fault.

use super::chance::Chance;
use super::generators::{Congruential, Recurrence, Scaling};

/// Symbols of every stream here.
pub const SYMBOLS: u32 = 52;

/// Draws after which the repeating stream repeats.
const PERIOD: usize = 65_536;

/// A named fault of a stream of draws.
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
    Generator {
        recurrence: Recurrence,
        scaling: Scaling,
    },
    Modulo {
        bits: u32,
    },
    Repeat {
        lag: usize,
        ppm: u32,
    },
    Period,
    /// Symbol 0 has this many millionths more than its fair probability, relative to it.
    Favoured {
        ppm: u32,
    },
    None,
}

const fn flaw(name: &'static str, fault: Fault, words: &'static str) -> Flaw {
    Flaw { name, words, fault }
}

/// `Fault::Generator` in a table row.
const fn driven(recurrence: Recurrence, scaling: Scaling) -> Fault {
    Fault::Generator { recurrence, scaling }
}

/// All of them, in the order of the reference table of power; the last one has no fault.
pub const ALL: &[Flaw] = &[
    flaw(
        "LCG31 %52",
        driven(Recurrence::Lcg31, Scaling::Remainder),
        "The remainder by 52 of x <- 1103515245 x + 12345 mod 2^31.",
    ),
    flaw(
        "RANDU scaled",
        driven(Recurrence::Randu, Scaling::High),
        "The high bits of x <- 65539 x mod 2^31.",
    ),
    flaw("8-bit %52", Fault::Modulo { bits: 8 }, "The remainder by 52 of a fair byte."),
    flaw(
        "+1% repeats",
        Fault::Repeat { lag: 1, ppm: 10_000 },
        "One draw in a hundred repeats the draw before.",
    ),
    flaw(
        "lag-5 1%",
        Fault::Repeat { lag: 5, ppm: 10_000 },
        "One draw in a hundred repeats the fifth draw before.",
    ),
    flaw("period 65536", Fault::Period, "The stream begins again after 65,536 draws."),
    flaw(
        "one symbol +5% relative",
        Fault::Favoured { ppm: 50_000 },
        "One symbol comes 105 times where it should come 100 times.",
    ),
    flaw(
        "16-bit %52",
        Fault::Modulo { bits: 16 },
        "The remainder by 52 of a fair 16-bit word; beyond the reach of statistics.",
    ),
    flaw(
        "minstd",
        driven(Recurrence::Minstd, Scaling::Remainder),
        "The remainder by 52 of x <- 16807 x mod 2^31 - 1; beyond the reach of statistics.",
    ),
    flaw(
        "LCG31 high bits",
        driven(Recurrence::Lcg31, Scaling::High),
        "The high bits of x <- 1103515245 x + 12345 mod 2^31; beyond the reach of these tests.",
    ),
    flaw("uniform", Fault::None, "Every symbol is as likely as any other, whatever came before."),
];

/// The flaw of this name.
pub fn named(name: &str) -> Option<&'static Flaw> {
    ALL.iter().find(|f| f.name == name)
}

impl Flaw {
    /// An endless stream with this fault.
    pub fn source(&self, rng_seed: u64) -> Source {
        let mut chance = Chance::new(rng_seed);
        let generator = match self.fault {
            Fault::Generator { recurrence, scaling } => {
                Some((Congruential::new(recurrence, &mut chance), scaling))
            }
            _ => None,
        };
        let memory = match self.fault {
            Fault::Repeat { lag, .. } => (0..lag).map(|_| chance.below(SYMBOLS)).collect(),
            Fault::Period => (0..PERIOD).map(|_| chance.below(SYMBOLS)).collect(),
            _ => Vec::new(),
        };
        Source { fault: self.fault, chance, generator, memory, at: 0 }
    }
}

/// An endless stream of numbers from 0 to 51.
#[derive(Clone, Debug)]
pub struct Source {
    fault: Fault,
    chance: Chance,
    generator: Option<(Congruential, Scaling)>,
    /// The last draws, or the whole period, as a ring.
    memory: Vec<u32>,
    at: usize,
}

impl Source {
    /// The next draw.
    pub fn draw(&mut self) -> u32 {
        let chance = &mut self.chance;
        match (self.fault, &mut self.generator) {
            (Fault::Generator { .. }, Some((generator, scaling))) => {
                generator.below(SYMBOLS, *scaling)
            }
            (Fault::Modulo { bits }, _) => (chance.word() >> (32 - bits)) % SYMBOLS,
            (Fault::Repeat { ppm, .. }, _) => {
                let drawn =
                    if chance.happens(ppm) { self.remembered() } else { chance.below(SYMBOLS) };
                self.remember(drawn);
                drawn
            }
            (Fault::Period, _) => {
                let drawn = self.remembered();
                self.remember(drawn);
                drawn
            }
            // 0 with probability (1 + x) / 52: fair, but a draw that is not 0 becomes 0 with
            // probability x / 51.
            (Fault::Favoured { ppm }, _) => {
                let drawn = chance.below(SYMBOLS);
                if chance.below(1_000_000 * (SYMBOLS - 1)) < ppm { 0 } else { drawn }
            }
            _ => chance.below(SYMBOLS),
        }
    }

    fn remembered(&self) -> u32 {
        self.memory.get(self.at).copied().unwrap_or(0)
    }

    fn remember(&mut self, drawn: u32) {
        if let Some(slot) = self.memory.get_mut(self.at) {
            *slot = drawn;
            self.at = (self.at + 1) % self.memory.len();
        }
    }
}
