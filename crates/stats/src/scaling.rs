//! How a raw word of a generator becomes an outcome: recomputed exactly, with the size of its bias.

use std::fmt;

/// A way to scale words of 1 to 64 bits to a range of 2 or more outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The remainder of the word by the range.
    Modulo,
    /// The word times the range, without its lowest bits, as many as a word has.
    MultiplyShift,
    /// The remainder, of the words below the largest multiple of the range; the others are drawn again.
    Rejection,
}

/// Words and a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scaling {
    rule: Rule,
    bits: u32,
    range: u64,
}

/// How many words give an outcome: exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bias {
    /// Words that give some outcome.
    pub words: u128,
    /// Words that give each of the rarer outcomes.
    pub fewer: u128,
    /// Outcomes that one word more gives; 0: all are equally likely.
    pub favoured: u64,
}

impl Scaling {
    /// Words of 1 to 64 bits, and a range of 2 outcomes to as many as there are words; `None` of anything else.
    pub fn new(rule: Rule, bits: u32, range: u64) -> Option<Self> {
        let fits = (1..=64).contains(&bits) && range >= 2 && u128::from(range) <= 1_u128 << bits;
        fits.then_some(Self { rule, bits, range })
    }

    fn words(self) -> u128 {
        1 << self.bits
    }

    /// The outcome of a word, counted from 0; `None` where the word is drawn again, or has more bits.
    pub fn outcome(self, word: u64) -> Option<u64> {
        let (word, range) = (u128::from(word), u128::from(self.range));
        let usable = match self.rule {
            Rule::Modulo | Rule::MultiplyShift => self.words(),
            Rule::Rejection => self.words() / range * range,
        };
        let outcome = match self.rule {
            Rule::Modulo | Rule::Rejection => word % range,
            Rule::MultiplyShift => (word * range) >> self.bits,
        };
        u64::try_from(outcome).ok().filter(|_| word < usable)
    }

    /// How many words give each outcome.
    pub fn bias(self) -> Bias {
        let (words, range) = (self.words(), u128::from(self.range));
        let fewer = words / range;
        let favoured = u64::try_from(words % range).unwrap_or(0);
        match self.rule {
            Rule::Modulo | Rule::MultiplyShift => Bias { words, fewer, favoured },
            Rule::Rejection => Bias { words: fewer * range, fewer, favoured: 0 },
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Modulo => "remainder (modulo)",
            Self::MultiplyShift => "multiply and shift",
            Self::Rejection => "rejection and remainder",
        })
    }
}

impl fmt::Display for Bias {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { words, fewer, favoured } = self;
        if *favoured == 0 {
            return write!(f, "every outcome has {fewer} of {words} words: none is favoured");
        }
        let more = fewer + 1;
        write!(
            f,
            "{favoured} of the outcomes have {more} of {words} words, each of the others {fewer}: a favoured one comes \
             1 part in {fewer} more often than another"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every word of up to nine bits, and every range.
    #[test]
    fn every_word_is_counted() {
        for bits in 1..=9_u32 {
            for range in 2..=1_u64 << bits {
                for rule in [Rule::Modulo, Rule::MultiplyShift, Rule::Rejection] {
                    let Some(scaling) = Scaling::new(rule, bits, range) else { panic!("{range}") };
                    let mut counts = vec![0_u128; range as usize];
                    let outcomes = (0..1_u64 << bits).filter_map(|word| scaling.outcome(word));
                    outcomes.for_each(|outcome| counts[outcome as usize] += 1);
                    let Bias { words, fewer, favoured } = scaling.bias();
                    assert_eq!(counts.iter().sum::<u128>(), words, "{scaling:?}");
                    let more = counts.iter().filter(|count| **count == fewer + 1).count();
                    assert_eq!(more as u64, favoured, "{scaling:?}");
                    assert!(counts.iter().all(|count| *count - fewer <= 1), "{scaling:?}");
                }
            }
        }
    }

    #[test]
    fn what_is_no_scaling_is_refused_and_a_bias_is_said() {
        for (bits, range) in [(0, 2), (65, 2), (8, 1), (8, 257)] {
            assert_eq!(Scaling::new(Rule::Modulo, bits, range), None);
        }
        let said = |rule| Scaling::new(rule, 8, 52).map(|one| one.bias().to_string());
        let biased = "48 of the outcomes have 5 of 256 words, each of the others 4: a favoured one comes 1 part in 4 \
                      more often than another";
        assert_eq!(said(Rule::Modulo).as_deref(), Some(biased));
        let even = "every outcome has 4 of 208 words: none is favoured";
        assert_eq!(said(Rule::Rejection).as_deref(), Some(even));
        let whole = Scaling::new(Rule::MultiplyShift, 64, 3).map(|one| one.outcome(u64::MAX));
        assert_eq!(whole, Some(Some(2)));
    }
}
