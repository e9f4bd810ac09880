//! Serial and approximate entropy (SP 800-22, 2.11 and 2.12): how often each pattern of m bits
//! occurs, overlapping and around the end.
//!
//! psi2(m) = 2^m/n * sum of squared deviations of the counts from n/2^m. Its first difference over
//! m is chi-square with 2^(m-1) degrees of freedom, its second with 2^(m-2). Approximate entropy:
//! 2n (ln 2 - ApEn) is chi-square with 2^m, ApEn the entropy of m+1 bits less that of m. All come
//! from one histogram, summed over neighbours for shorter patterns; histograms of several sequences
//! add up.

use super::common::needed;
use super::words::Sequence;
use crate::battery::{Effect, Figures, Law, Outcome};
use crate::special::{Prob, chi2_cdf, chi2_sf};

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
        let whole = (bits + 1).saturating_sub(length);
        let step = 65 - length;
        let mut done = 0;
        while done + step <= whole {
            let mut word = sequence.word(done);
            for _ in 0..step {
                self.counts[(word >> (64 - length)) as usize] += 1;
                word <<= 1;
            }
            done += step;
        }
        for position in done..bits {
            self.counts[sequence.window_around(position, length) as usize] += 1;
        }
    }

    /// Adds another part of the stream, counted in patterns of the same length.
    pub fn add(&mut self, other: &Self) {
        self.bits += other.bits;
        self.counts.resize(self.counts.len().max(other.counts.len()), 0);
        self.counts.iter_mut().zip(&other.counts).for_each(|(a, b)| *a += b);
    }

    /// The histogram of shorter patterns: the first bits of these.
    fn shorter(&self, length: u32) -> Vec<u64> {
        let together = 1usize << self.length.saturating_sub(length);
        self.counts.chunks(together).map(|group| group.iter().sum()).collect()
    }

    /// psi2 of patterns of `m` bits; zero for none.
    fn psi2(&self, m: u32) -> f64 {
        if m == 0 || self.bits == 0 {
            return 0.0;
        }
        let expected = self.bits as f64 * 0.5f64.powi(m as i32);
        let squares: f64 =
            self.shorter(m).iter().map(|count| (*count as f64 - expected).powi(2)).sum();
        squares / expected
    }

    /// First and second difference of psi2 at `m` (at least 2).
    fn differences(&self, m: u32) -> (f64, f64) {
        let (own, less, least) = (self.psi2(m), self.psi2(m - 1), self.psi2(m - 2));
        (own - less, own - 2.0 * less + least)
    }

    /// Twice n times the information of patterns of `m` bits, in nats: zero where all are equally
    /// frequent.
    fn divergence(&self, m: u32) -> f64 {
        let expected = self.bits as f64 * 0.5f64.powi(m as i32);
        let term = |count: &u64| {
            let count = *count as f64;
            if count > 0.0 { count * (count / expected).ln() } else { 0.0 }
        };
        2.0 * self.shorter(m).iter().map(term).sum::<f64>()
    }

    fn entropy_statistic(&self, m: u32) -> f64 {
        self.divergence(m + 1) - self.divergence(m)
    }

    /// p of both serial tests at `m` bits.
    pub fn serial_ps(&self, m: u32) -> Option<[Prob; 2]> {
        if self.bits == 0 || m < 2 || m > self.length {
            return None;
        }
        let (first, second) = self.differences(m);
        let df = 2f64.powi(m as i32 - 1);
        Some([chi2_sf(first, df), chi2_sf(second, df / 2.0)])
    }

    /// p of approximate entropy at `m` bits.
    pub fn entropy_p(&self, m: u32) -> Option<Prob> {
        (self.bits > 0 && m >= 1 && m < self.length)
            .then(|| chi2_sf(self.entropy_statistic(m), 2f64.powi(m as i32)))
    }

    /// Both serial tests.
    pub fn serial(&self, m: u32) -> [Outcome; 2] {
        let m = m.max(2);
        let (first, second) = self.differences(m);
        let df = 2f64.powi(m as i32 - 1);
        [
            self.serial_outcome(
                first,
                df,
                "rms relative deviation of a pattern, given shorter ones",
            ),
            self.serial_outcome(
                second,
                df / 2.0,
                "rms relative deviation of a pattern, given both its neighbours",
            ),
        ]
    }

    fn serial_outcome(&self, statistic: f64, df: f64, measure: &'static str) -> Outcome {
        let share = |noncentral: f64| (noncentral / self.bits.max(1) as f64).sqrt();
        Outcome::Ran(Figures {
            statistic,
            law: Law::ChiSquare { df },
            p: chi2_sf(statistic, df),
            too_good: (df >= 5.0).then(|| chi2_cdf(statistic, df)),
            effect: Effect {
                measure,
                observed: share((statistic - df).max(0.0)),
                smallest_seen: Some(share(needed(df, 1))),
            },
        })
    }

    /// The test of approximate entropy.
    pub fn entropy(&self, m: u32) -> Outcome {
        let (statistic, df) = (self.entropy_statistic(m), 2f64.powi(m as i32));
        let bits =
            |noncentral: f64| noncentral / (2.0 * self.bits.max(1) as f64 * std::f64::consts::LN_2);
        Outcome::Ran(Figures {
            statistic,
            law: Law::ChiSquare { df },
            p: chi2_sf(statistic, df),
            too_good: (df >= 5.0).then(|| chi2_cdf(statistic, df)),
            effect: Effect {
                measure: "entropy missing from a bit, in bits",
                observed: bits((statistic - df).max(0.0)),
                smallest_seen: Some(bits(needed(df, 1))),
            },
        })
    }
}
