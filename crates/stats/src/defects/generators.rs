//! Congruential generators that programs still ship with, and the two usual ways to cut their output
//! down to a range.

use super::chance::Chance;

/// A published congruential generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recurrence {
    /// x <- 1103515245 x + 12345 mod 2^31: the example of the C standard; the output is x.
    Lcg31,
    /// x <- 65539 x mod 2^31, x odd: IBM's RANDU; the output is x.
    Randu,
    /// x <- 16807 x mod 2^31 - 1: Lewis, Goodman and Miller's minimal standard; the output is x.
    Minstd,
    /// x <- 214013 x + 2531011 mod 2^32; the output is bits 16 to 30: `rand()` of Microsoft's C.
    Msvc,
}

/// How a word becomes a number from 0 to n - 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scaling {
    /// The remainder of the division by n: the low bits decide.
    Remainder,
    /// The word times n, divided by the number of words: the high bits decide.
    High,
}

/// A running generator.
#[derive(Clone, Debug)]
pub struct Congruential {
    pub(super) recurrence: Recurrence,
    pub(super) state: u64,
}

impl Congruential {
    /// The generator from a fairly drawn state.
    pub fn new(recurrence: Recurrence, chance: &mut Chance) -> Self {
        let state = u64::from(match recurrence {
            Recurrence::Lcg31 => chance.below(1 << 31),
            Recurrence::Randu => chance.below(1 << 30) * 2 + 1,
            Recurrence::Minstd => 1 + chance.below((1 << 31) - 2),
            Recurrence::Msvc => chance.word(),
        });
        Self { recurrence, state }
    }

    /// Bits of one output.
    pub fn bits(&self) -> u32 {
        if self.recurrence == Recurrence::Msvc { 15 } else { 31 }
    }

    /// The next output.
    pub fn word(&mut self) -> u32 {
        let x = self.state;
        self.state = match self.recurrence {
            Recurrence::Lcg31 => (1_103_515_245 * x + 12_345) & 0x7fff_ffff,
            Recurrence::Randu => (65_539 * x) & 0x7fff_ffff,
            Recurrence::Minstd => 16_807 * x % 0x7fff_ffff,
            Recurrence::Msvc => (214_013 * x + 2_531_011) & 0xffff_ffff,
        };
        let output = if self.recurrence == Recurrence::Msvc {
            self.state >> 16 & 0x7fff
        } else {
            self.state
        };
        output as u32
    }

    /// The next number from 0 to `n - 1`.
    pub fn below(&mut self, n: u32, scaling: Scaling) -> u32 {
        let word = self.word();
        match scaling {
            Scaling::Remainder => word % n.max(1),
            Scaling::High => ((u64::from(word) * u64::from(n)) >> self.bits()) as u32,
        }
    }
}
