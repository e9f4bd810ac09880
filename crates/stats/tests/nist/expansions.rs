//! Binary expansions of pi, e and square roots, by big integers: the data of the standard's
//! examples.

use std::sync::LazyLock;

use num_bigint::{BigInt, BigUint};

/// Bits of an expansion, the integer part first.
const BITS: u64 = 1_000_000;
/// Bits computed beyond, which take up the errors.
const SPARE: u64 = 64;

/// The first million bits of a number, as bits; given as an integer in units of 2^-(BITS + SPARE).
fn bits(scaled: &BigUint) -> Vec<u8> {
    let top = scaled.bits();
    (0..BITS).map(|i| u8::from(scaled.bit(top - 1 - i))).collect()
}

/// e = sum of 1/k!, by binary splitting: (p, q) with p/q = sum of a!/k! over a < k <= b.
pub(crate) static E: LazyLock<Vec<u8>> = LazyLock::new(|| {
    fn split(a: u64, b: u64) -> (BigUint, BigUint) {
        if b - a == 1 {
            return (BigUint::from(1u8), BigUint::from(b));
        }
        let middle = (a + b) / 2;
        let (p, q) = split(a, middle);
        let (r, s) = split(middle, b);
        (p * &s + r, q * s)
    }
    // 100,000! is more than 2^1,500,000.
    let (p, q) = split(0, 100_000);
    bits(&(((p + &q) << (BITS + SPARE)) / q))
});

/// The square root of `a`, by Newton's method for its reciprocal.
fn square_root(a: u64) -> BigUint {
    let precision = BITS + 2 * SPARE;
    // y is 1/sqrt(a) in units of 2^-exact.
    let mut exact = 50;
    let mut y = BigInt::from(((1u64 << exact) as f64 / (a as f64).sqrt()) as u64);
    while exact < precision {
        let next = (2 * exact - 8).min(precision);
        y <<= next - exact;
        let one = BigInt::from(1) << (2 * next);
        let error = one - BigInt::from(a) * &y * &y;
        y = &y + ((&y * error) >> (2 * next + 1));
        exact = next;
    }
    ((y * a) >> SPARE).to_biguint().unwrap()
}

pub(crate) static SQRT2: LazyLock<Vec<u8>> = LazyLock::new(|| bits(&square_root(2)));
pub(crate) static SQRT3: LazyLock<Vec<u8>> = LazyLock::new(|| bits(&square_root(3)));

/// pi by Chudnovsky's series and binary splitting.
pub(crate) static PI: LazyLock<Vec<u8>> = LazyLock::new(|| {
    fn split(a: u64, b: u64) -> (BigInt, BigInt, BigInt) {
        if b - a == 1 {
            let p = if a == 0 {
                BigInt::from(1)
            } else {
                BigInt::from(6 * a - 5) * BigInt::from(2 * a - 1) * BigInt::from(6 * a - 1)
            };
            let c: u64 = 640_320;
            let q = if a == 0 {
                BigInt::from(1)
            } else {
                BigInt::from(c.pow(3) / 24) * BigInt::from(a).pow(3)
            };
            let mut t = &p * BigInt::from(13_591_409 + 545_140_134 * a);
            if a % 2 == 1 {
                t = -t;
            }
            return (p, q, t);
        }
        let middle = (a + b) / 2;
        let (p, q, t) = split(a, middle);
        let (r, s, u) = split(middle, b);
        let t = t * &s + &p * u;
        (p * r, q * s, t)
    }
    // 47 bits a term.
    let (_, q, t) = split(0, 22_000);
    let root = BigInt::from(square_root(10_005));
    let pi: BigInt = q * 426_880 * root / t;
    bits(&pi.to_biguint().unwrap())
});

/// The same bits packed as the library takes them.
pub(crate) fn packed(bits: &[u8]) -> Vec<u64> {
    bits.chunks(64)
        .map(|word| word.iter().enumerate().fold(0, |w, (i, b)| w | u64::from(*b) << (63 - i)))
        .collect()
}

/// The digits of a string.
pub(crate) fn digits(text: &str) -> Vec<u8> {
    text.bytes().filter(u8::is_ascii_digit).map(|b| b - b'0').collect()
}

#[test]
fn the_expansions_begin_as_they_should() {
    let start = |bits: &[u8]| bits[..24].iter().map(|b| char::from(b'0' + b)).collect::<String>();
    assert_eq!(start(&PI), "110010010000111111011010");
    assert_eq!(start(&E), "101011011111100001010100");
    assert_eq!(start(&SQRT2), "101101010000010011110011");
    assert_eq!(start(&SQRT3), "110111011011001111010111");
}
