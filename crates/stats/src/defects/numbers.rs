//! Ten faults of random numbers: six of draws from 0 to 51, four of streams of bits.

use super::{Chance, Defect, Endless, defect};

/// Symbols of the draws.
pub const SYMBOLS: u32 = 52;

/// Draws, or bits, after which a source of short period begins again.
const PERIOD: usize = 65_536;

/// x <- 1103515245 x + 12345 mod 2^31: the example of the C standard.
fn lcg(x: &mut u32) -> u32 {
    *x = 1_103_515_245_u32.wrapping_mul(*x).wrapping_add(12_345) & 0x7fff_ffff;
    *x
}

/// x <- 65539 x mod 2^31, x odd: IBM's RANDU.
fn randu(x: &mut u32) -> u32 {
    *x = 65_539_u32.wrapping_mul(*x) & 0x7fff_ffff;
    *x
}

/// The memory again and again.
fn again<T: Copy + 'static>(memory: Vec<T>) -> Endless<T> {
    let mut at = memory.len() - 1;
    Box::new(move || {
        at = (at + 1) % memory.len();
        memory[at]
    })
}

/// One draw in a hundred is the draw `lag` before.
fn repeating(mut chance: Chance, lag: usize) -> Endless<u32> {
    let mut last: Vec<u32> = (0..lag).map(|_| chance.below(SYMBOLS)).collect();
    let mut at = 0;
    Box::new(move || {
        if !chance.happens(10_000) {
            last[at] = chance.below(SYMBOLS);
        }
        let drawn = last[at];
        at = (at + 1) % lag;
        drawn
    })
}

/// The six faults of draws.
pub const DRAWS: [Defect<u32>; 6] = [
    defect(
        "low-bits",
        "The remainder by 52 of x <- 1103515245 x + 12345 mod 2^31.",
        |mut chance| {
            let mut x = chance.below(1 << 31);
            Box::new(move || lcg(&mut x) % SYMBOLS)
        },
    ),
    defect("randu", "The high bits of x <- 65539 x mod 2^31.", |mut chance| {
        let mut x = chance.below(1 << 30) * 2 + 1;
        Box::new(move || ((u64::from(randu(&mut x)) * u64::from(SYMBOLS)) >> 31) as u32)
    }),
    defect("modulo", "The remainder by 52 of a fair byte.", |mut chance| {
        Box::new(move || (chance.word() >> 24) % SYMBOLS)
    }),
    defect("repeats", "One draw in a hundred repeats the draw before.", |chance| {
        repeating(chance, 1)
    }),
    defect("lag-5", "One draw in a hundred repeats the fifth draw before.", |chance| {
        repeating(chance, 5)
    }),
    defect("short-period", "The draws begin again after 65,536 of them.", |mut chance| {
        again((0..PERIOD).map(|_| chance.below(SYMBOLS)).collect())
    }),
];

/// The four faults of streams of bits, 64 at a time, the first of them the highest.
pub const BITS: [Defect<u64>; 4] = [
    defect("biased-bit", "503 bits in a thousand are one.", |mut chance| {
        Box::new(move || (0..64).fold(0, |word, _| word << 1 | u64::from(chance.happens(503_000))))
    }),
    defect(
        "low-bytes",
        "The lowest 8 bits of x <- 1103515245 x + 12345 mod 2^31, which repeat after 256 words.",
        |mut chance| {
            let mut x = chance.below(1 << 31);
            Box::new(move || (0..8).fold(0, |word, _| word << 8 | u64::from(lcg(&mut x) & 0xff)))
        },
    ),
    defect("short-period-bits", "The bits begin again after 65,536 of them.", |mut chance| {
        again((0..PERIOD / 64).map(|_| chance.double_word()).collect())
    }),
    defect(
        "padded-words",
        "Fair words of 31 bits are written as 32, the first of them always zero.",
        |mut chance| Box::new(move || chance.double_word() & 0x7fff_ffff_7fff_ffff),
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generators_are_the_published_ones() {
        let first = |next: fn(&mut u32) -> u32, n| {
            let mut x = 1;
            (0..n).map(|_| next(&mut x)).collect::<Vec<u32>>()
        };
        assert_eq!(first(randu, 4), [65_539, 393_225, 1_769_499, 7_077_969]);
        // `srandom(1)` of the GNU C library with its smallest table.
        assert_eq!(first(lcg, 3), [1_103_527_590, 377_401_575, 662_824_084]);
    }
}
