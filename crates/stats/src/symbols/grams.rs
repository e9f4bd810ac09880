//! Stretches of the stream that come twice: a period, or a state used again.
//!
//! A stretch of g draws is so long that it has at least 2^62 values; by chance two places of even a
//! billion draws agree on it with a probability of one in nine. Whoever reuses a seed, or a
//! generator of short period, repeats thousands of them.

use super::given::Given;
use super::report::{self, Report};
use super::window::Window;
use crate::battery::{Copies, Figures, Law, Most, Stretch};
use crate::special::Prob;

const MOST_KEPT: usize = 1 << 20;
const PASSAGES_MAX: usize = 1000;

/// Hashes of all stretches below a threshold that halves whenever the store is full: the same content is either kept
/// wherever it stands or nowhere, so repeats are found in the sample as in the whole.
#[derive(Clone, Debug, Default)]
pub(super) struct Grams {
    length: usize,
    /// The last stretch, oldest first from `next` on, and its polynomial in wrapping arithmetic.
    ring: Vec<u64>,
    next: usize,
    code: u64,
    /// `MULTIPLIER` to the power of the length: what the oldest draw weighs.
    oldest: u64,
    below: u64,
    /// Open addressing, a power of two long; zero is an empty place.
    table: Vec<u64>,
    /// Where the stretch of each place of the table began last.
    began: Vec<u64>,
    kept: usize,
    repeats: u64,
    /// Draws in a row that came before.
    passages: Vec<Stretch>,
    /// Passages beyond these, of which the last of the list is the latest; draws of all of them.
    more: u64,
    copied: u64,
}

/// Odd and without pattern; the constant of Knuth's linear congruential generator MMIX.
const MULTIPLIER: u64 = 6_364_136_223_846_793_005;

impl Grams {
    pub(super) fn new(d: u32) -> Self {
        let length = (62.0 / f64::from(d).log2()).ceil() as usize;
        Self {
            length,
            ring: vec![0; length],
            oldest: MULTIPLIER.wrapping_pow(length as u32),
            below: u64::MAX,
            table: vec![0; 1 << 10],
            began: vec![0; 1 << 10],
            ..Self::default()
        }
    }

    pub(super) fn feed(&mut self, window: &Window) {
        for (place, x) in (window.before + 1..).zip(window.block()) {
            let scrambled = scramble(u64::from(*x) + 1);
            let gone = std::mem::replace(&mut self.ring[self.next], scrambled);
            self.next = if self.next + 1 == self.length { 0 } else { self.next + 1 };
            self.code = self
                .code
                .wrapping_mul(MULTIPLIER)
                .wrapping_add(scrambled)
                .wrapping_sub(gone.wrapping_mul(self.oldest));
            if let Some(began) = place.checked_sub(self.length as u64) {
                let hash = scramble(self.code).max(1);
                if hash <= self.below {
                    self.keep(hash, began);
                }
            }
        }
    }

    fn keep(&mut self, hash: u64, later: u64) {
        if let Some(earlier) = self.insert(hash, later) {
            self.repeats += 1;
            self.note(earlier, later);
            return;
        }
        if self.kept >= MOST_KEPT {
            self.below /= 2;
            self.rebuild(self.table.len());
        } else if self.kept * 2 > self.table.len() {
            self.rebuild(self.table.len() * 2);
        }
    }

    /// Where it began last before this; `None`, and kept, where it is new.
    fn insert(&mut self, hash: u64, began: u64) -> Option<u64> {
        let mask = self.table.len() - 1;
        // The threshold takes from the upper bits, so the lower ones choose the place.
        let mut place = hash as usize & mask;
        while self.table[place] != 0 {
            if self.table[place] == hash {
                return Some(std::mem::replace(&mut self.began[place], began));
            }
            place = (place + 1) & mask;
        }
        (self.table[place], self.began[place]) = (hash, began);
        self.kept += 1;
        None
    }

    fn rebuild(&mut self, length: usize) {
        let old = std::mem::replace(&mut self.table, vec![0; length]);
        let began = std::mem::replace(&mut self.began, vec![0; length]);
        self.kept = 0;
        for (hash, began) in old.into_iter().zip(began) {
            if hash != 0 && hash <= self.below {
                self.insert(hash, began);
            }
        }
    }

    /// Notes a stretch that came before: part of the last passage where it goes on at the same distance. Of a sample
    /// of the stretches some begin later than the passage ended.
    fn note(&mut self, earlier: u64, later: u64) {
        let (length, sampled) = (self.length as u64, u64::MAX / self.below);
        let goes_on = |last: &&mut Stretch| {
            last.later - last.earlier == later - earlier
                && later <= last.later + last.length + (sampled - 1) * length
        };
        let before = match self.passages.last_mut().filter(goes_on) {
            Some(last) => std::mem::replace(&mut last.length, later + length - last.later),
            None => {
                if self.passages.len() == PASSAGES_MAX {
                    self.passages.pop();
                    self.more += 1;
                }
                self.passages.push(Stretch { earlier, later, length });
                0
            }
        };
        let now = self.passages.last().map_or(0, |last| last.length);
        self.copied += now - before;
    }

    pub(super) fn report(&self, say: &mut Report, given: &Given) {
        let n = (given.n + 1).max(self.length as u64) - self.length as u64;
        let needs = self.length as u64 + 100;
        let copies = Copies::of_stretches(self.copied, self.passages.clone(), self.more);
        say.most("stream.repeated_stretches", (self.repeats > 0).then_some(Most::Copies(copies)));
        say.test("stream.repeated_stretches", n, needs, || {
            // Pairs looked at, and the chance of each: equal draws, or equal hashes of different
            // draws. The expected number of equal pairs bounds the probability of any.
            let kept = self.kept as f64 + self.repeats as f64;
            let (apart, overlapping) = agreement(self.length, given);
            let mean = kept * (kept / 2.0 * (apart + 0.5_f64.powi(64)) + overlapping);
            let ln_mean = mean.ln();
            let p = if self.repeats > 0 { Prob::from_ln(ln_mean) } else { Prob::new(1.0) };
            let effect = report::effect(self.repeats as f64 / kept.max(1.0), 1.0 / kept.max(1.0));
            let law = Law::Poisson { mean: ln_mean.exp() };
            Some(Figures::new(self.repeats as f64, law, p, effect))
        });
    }
}

/// The finaliser of splitmix64: a permutation of 64-bit words.
fn scramble(word: u64) -> u64 {
    let z = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Chance that two stretches agree that share no draw, and the sum of the chances that one agrees with each of
/// those that begin within it: with a shift of k all draws k apart in both are equal.
fn agreement(length: usize, given: &Given) -> (f64, f64) {
    let shares = || given.counts.iter().map(|c| *c as f64 / given.n as f64);
    let all_equal = |times: usize| shares().map(|p| p.powi(times as i32)).sum::<f64>();
    let powers: Vec<f64> = (0..=2 * length).map(all_equal).collect();
    let shifted = |shift: usize| {
        let together = length + shift;
        let each = |first: usize| powers[(together - first).div_ceil(shift)];
        (0..shift).map(each).product::<f64>()
    };
    (powers[2].powi(length as i32), (1..length).map(shifted).sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbols::window::in_parts;
    use rand_core::{Rng, SeedableRng};

    fn fed(d: u32, stream: &[u16]) -> Grams {
        let mut grams = Grams::new(d);
        let ends: Vec<usize> = (4096..stream.len()).step_by(4096).chain([stream.len()]).collect();
        in_parts(stream, &ends, |part| grams.feed(part));
        grams
    }

    fn random(d: u32, n: usize) -> Vec<u16> {
        let mut chacha = rand_chacha::ChaCha20Rng::seed_from_u64(3);
        (0..n).map(|_| ((u64::from(chacha.next_u32()) * u64::from(d)) >> 32) as u16).collect()
    }

    /// Over all sequences of seven draws of which each is 0, 1 or 2 with these shares.
    #[test]
    fn chances_of_equal_stretches_are_those_of_all_sequences() {
        let shares = [0.5, 0.3, 0.2_f64];
        let (apart, overlapping) = agreement(3, &Given::new(vec![5, 3, 2]));
        let mut found = [0.0; 4];
        for word in 0..3_usize.pow(7) {
            let draw = |i: u32| word / 3_usize.pow(i) % 3;
            let chance: f64 = (0..7).map(|i| shares[draw(i)]).product();
            for shift in 1..=3 {
                if (0..3).all(|i| draw(i) == draw(i + shift)) {
                    found[shift as usize] += chance;
                }
            }
        }
        assert!((apart - found[3]).abs() < 1e-12);
        assert!((overlapping - found[1] - found[2]).abs() < 1e-12);
    }

    /// Eleven draws of 52 make a stretch; a hundred draws copied hold ninety of them.
    #[test]
    fn a_copied_passage_is_counted_stretch_by_stretch() {
        let mut stream = random(52, 3000);
        assert_eq!(fed(52, &stream).repeats, 0);
        stream.extend_from_within(700..800);
        let grams = fed(52, &stream);
        assert_eq!((grams.length, grams.repeats), (11, 90));
        assert_eq!(grams.kept, 3100 - 10 - 90);
        assert_eq!(grams.passages, [Stretch { earlier: 700, later: 3000, length: 100 }]);
    }

    /// A stream longer than the store keeps a sample of contents, and a period is still found.
    #[test]
    fn a_period_longer_than_the_store_is_found_in_the_sample() {
        let mut stream = random(256, 1_400_000);
        let alone = fed(256, &stream);
        assert_eq!(alone.repeats, 0);
        assert!(alone.below < u64::MAX / 2 + 1 && alone.kept <= MOST_KEPT);
        stream.extend_from_within(..100_000);
        let grams = fed(256, &stream);
        let repeats = grams.repeats as f64;
        // Half of the contents are kept: about 50,000 of the 100,000.
        assert!((repeats - 50_000.0).abs() < 1000.0, "{repeats}");
        // And so are its first and its last draw, to within a few.
        let [Stretch { earlier, later, length }] = grams.passages[..] else { panic!() };
        assert_eq!(later - earlier, 1_400_000);
        assert!(earlier < 100 && (99_800..=100_000).contains(&length), "{earlier} {length}");
    }
}
