//! Words of a generator scaled to numbers of a range, and what the scaling adds to their chances.

use super::generator::Stream;
use feltproof_regs::{Method, Scaling};

/// How often the numbers of a scaling come among all words; `extra` of them once more than the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bias {
    /// Words that each number has at least.
    pub(super) each: u128,
    /// Numbers that have one word more.
    pub(super) extra: u128,
    /// The largest deviation of a chance from equal, relative to it, is one in so many; `None` without any.
    pub(super) one_in: Option<u128>,
}

/// The bias of a scaling, exactly.
pub(super) fn bias(scaling: &Scaling) -> Bias {
    let (words, numbers) = (1_u128 << scaling.word_bits, u128::from(scaling.numbers));
    let (each, extra) = (words / numbers, words % numbers);
    let none = Bias { each, extra: 0, one_in: None };
    match scaling.method {
        Method::Remainder | Method::Multiply if extra > 0 => {
            Bias { each, extra, one_in: Some(words / most_uneven(scaling)) }
        }
        Method::Remainder
        | Method::Multiply
        | Method::RemainderRejectHigh
        | Method::RemainderRejectLow
        | Method::MultiplyReject
        | Method::LowBitsReject
        | Method::HighBitsReject => none,
    }
}

/// By how many of all words' parts, one of each number, the chance of a number deviates at most: one more than its share for some,
/// or less for the others. Nothing where words are drawn again.
pub(super) fn most_uneven(scaling: &Scaling) -> u128 {
    let numbers = u128::from(scaling.numbers);
    match ((1_u128 << scaling.word_bits) % numbers, scaling.method) {
        (extra, Method::Remainder | Method::Multiply) if extra > 0 => extra.max(numbers - extra),
        _ => 0,
    }
}

/// The number that a word becomes, counted from 0; `None` where it is drawn again.
pub(super) fn number(scaling: &Scaling, word: u64) -> Option<u64> {
    let (words, numbers) = (1_u128 << scaling.word_bits, u128::from(scaling.numbers));
    let word = u128::from(word);
    let extra = words % numbers;
    let needed = u128::BITS - (numbers - 1).leading_zeros();
    let product = word * numbers;
    let number = match scaling.method {
        Method::Remainder => Some(word % numbers),
        Method::RemainderRejectHigh => (word < words - extra).then_some(word % numbers),
        Method::RemainderRejectLow => (word >= extra).then_some(word % numbers),
        Method::Multiply => Some(product / words),
        Method::MultiplyReject => (product % words >= extra).then_some(product / words),
        Method::LowBitsReject => Some(word % (1 << needed)).filter(|number| *number < numbers),
        Method::HighBitsReject => {
            Some(word >> (scaling.word_bits - needed)).filter(|number| *number < numbers)
        }
    };
    number.and_then(|number| u64::try_from(number).ok())
}

/// The next number, counted from 0. A range wider than the words never gives one: whoever calls has refused it.
pub(super) fn next(scaling: &Scaling, stream: &mut Stream) -> u64 {
    loop {
        let word = stream.word(scaling.word_bits);
        if let Some(number) = number(scaling, word) {
            return number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const METHODS: [Method; 7] = [
        Method::Remainder,
        Method::RemainderRejectHigh,
        Method::RemainderRejectLow,
        Method::Multiply,
        Method::MultiplyReject,
        Method::LowBitsReject,
        Method::HighBitsReject,
    ];

    /// Every word of 8 bits: the numbers of each rule are counted, and the bias stated is that of the counts.
    #[test]
    fn every_word_of_eight_bits() {
        for numbers in 2..=256_u64 {
            for method in METHODS {
                let scaling =
                    Scaling { method, word_bits: 8, lowest: 0, numbers, is_said_unbiased: false };
                let mut counts = vec![0_u64; usize::try_from(numbers).unwrap_or(0)];
                let drawn = (0..256).filter_map(|word| number(&scaling, word));
                drawn.for_each(|n| counts[usize::try_from(n).unwrap_or(0)] += 1);
                let (least, most) = (counts.iter().min(), counts.iter().max());
                let (least, most) = (*least.unwrap_or(&0), *most.unwrap_or(&0));
                let bias = bias(&scaling);
                let more = counts.iter().filter(|count| **count > least).count() as u128;
                assert_eq!(bias.extra, more, "{method:?} {numbers}");
                // |count n / 256 - 1| is its largest where the count is most or least.
                let over = |count: u64| (count * numbers).abs_diff(256);
                let largest = over(least).max(over(most));
                let all: u64 = counts.iter().sum();
                match bias.one_in {
                    None => assert!(least == most && least > 0, "{method:?} {numbers}: {counts:?}"),
                    Some(one_in) => {
                        assert_eq!(all, 256);
                        assert_eq!(one_in, u128::from(256 / largest), "{method:?} {numbers}");
                    }
                }
                if matches!(method, Method::Remainder | Method::Multiply) {
                    assert_eq!(bias.each, u128::from(least), "{method:?} {numbers}");
                }
            }
        }
    }
}
