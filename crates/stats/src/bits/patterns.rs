//! Serial and approximate entropy (SP 800-22, 2.11 and 2.12): how often each pattern of m bits
//! occurs, overlapping and around the end.
//!
//! psi2(m) = 2^m/n * sum of squared deviations of the counts from n/2^m. Its first difference over m is chi-square with
//! 2^(m-1) degrees of freedom, its second with 2^(m-2). Approximate entropy: 2n (ln 2 - ApEn) is chi-square with 2^m,
//! ApEn the entropy of m+1 bits less that of m. All come from one histogram, summed over neighbours for shorter patterns;
//! histograms of several sequences add up.

use super::common::Score;
use super::words::Sequence;
use crate::battery::Most;
use crate::sums::sums;
use crate::tuples;

/// Longest pattern: 2^20 counters.
pub(crate) const LONGEST: u32 = 20;

/// Counts of the patterns of one or more sequences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Patterns {
    /// Bits of a pattern.
    pub length: u32,
    /// Bits counted; each begins a pattern.
    pub bits: u64,
    /// Pattern by pattern, first bit highest.
    pub counts: Vec<u64>,
}

sums!(Patterns: bits, counts);

impl Patterns {
    /// Nothing counted yet of patterns of `length` bits.
    pub fn new(length: u32) -> Self {
        let length = length.clamp(1, LONGEST);
        Self { length, bits: 0, counts: vec![0; 1 << length] }
    }

    /// Counts one more sequence.
    pub fn count(&mut self, sequence: &Sequence) {
        let length = self.length as usize;
        let bits = sequence.bits();
        self.bits += bits as u64;
        sequence.count_windows(0, bits, length, &mut self.counts);
        // Those that go on at the beginning.
        for position in (bits + 1).max(length) - length..bits {
            self.counts[sequence.window_around(position, length) as usize] += 1;
        }
    }

    /// The histogram of patterns of `m` bits: the first bits of these. None where there are none.
    fn histogram(&self, m: u32) -> Option<Vec<u64>> {
        let together = 1 << self.length.checked_sub(m)?;
        (self.bits > 0).then(|| tuples::shorter(&self.counts, together))
    }

    /// Both serial tests, of patterns of `m` bits, two at least.
    pub fn serial(&self, m: u32) -> Option<[Score; 2]> {
        let differences = tuples::differences(&self.histogram(m).filter(|_| m >= 2)?, 2);
        let score = |(statistic, df)| Score::chi_square(statistic, df, self.bits as f64);
        Some(differences.map(score))
    }

    /// The pattern of `m` bits that came most unusually often or seldom, given how often its parts came: all bits but the
    /// last, or where it is given `both` all but the last and all but the first.
    pub fn most(&self, m: u32, both: bool) -> Option<Most> {
        let counts = self.histogram(m).filter(|_| m >= 2)?;
        let parts = tuples::shorter(&counts, 2);
        let middles = tuples::shorter(&parts, 2);
        let all = counts.iter().enumerate().map(|(pattern, count)| {
            let first = parts[pattern / 2] as f64;
            // On a ring the last bits of a pattern come as often as the first of another.
            let (last, middle) = (pattern % parts.len(), pattern / 2 % middles.len());
            let next = parts[last] as f64 / middles[middle].max(1) as f64;
            let expected = first * if both { next } else { 0.5 };
            let off = (*count as f64 - expected).abs() / expected.max(1.0).sqrt();
            (off, pattern, *count, expected)
        });
        let (_, pattern, count, expected) = all.max_by(|a, b| a.0.total_cmp(&b.0))?;
        Some(Most::Pattern { bits: format!("{pattern:00$b}", m as usize), count, expected })
    }

    /// The test of approximate entropy, of patterns of `m` bits.
    pub fn entropy(&self, m: u32) -> Option<Score> {
        let bits = self.bits as f64;
        // Twice n times the information of the patterns, in nats: zero where all are equally frequent.
        let divergence = |m: u32| -> Option<f64> {
            let expected = bits * 0.5f64.powi(m as i32);
            let term = |count: &u64| {
                let count = *count as f64;
                if count > 0.0 { count * (count / expected).ln() } else { 0.0 }
            };
            Some(2.0 * self.histogram(m)?.iter().map(term).sum::<f64>())
        };
        let statistic = divergence(m + 1)? - divergence(m)?;
        let score = Score::chi_square(statistic, 2f64.powi(m as i32), 1.0);
        Some(score.worth_itself(0.5 / (bits * std::f64::consts::LN_2)))
    }
}
