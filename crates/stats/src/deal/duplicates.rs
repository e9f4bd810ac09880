//! Deals that come a second time, card for card, and how often chance does that.
//!
//! A fair deck does not: every pair of deals of one layout is identical with a chance of one in the
//! number of deals there are. A generator started from few seeds repeats itself.

use super::chain::Seen;
use super::layout::Layout;
use crate::battery::{Effect, Figures, Law, Outcome};
use crate::special::{Prob, poisson_sf};

/// Deals held at most; 16 bytes each.
const HELD_MAX: usize = 1 << 22;
/// Natural logarithm of the number of possible deals of a layout below which chance alone repeats
/// them and this test says nothing: a million million.
const LN_WAYS_MIN: f64 = 27.631;

/// A sample of all deals by a digest of 80 bits: identical deals are kept or dropped together.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sample {
    /// Digest above, index in the stream (48 bits) below; only digests whose first `halved` bits
    /// are zero.
    held: Vec<u128>,
    halved: u32,
    /// Records above which the sample is halved.
    held_max: usize,
    /// ln m! for m up to the cards of the deck.
    ln_factorials: Vec<f64>,
}

/// Two words of 64 bits mixed into one another, so that every bit of `x` counts.
fn mix(state: (u64, u64), x: u64) -> (u64, u64) {
    let spread = |y: u64| {
        let y = (y ^ (y >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        y ^ (y >> 32)
    };
    let a = spread(state.0 ^ x).wrapping_add(state.1.rotate_left(23));
    let b = spread(state.1.wrapping_add(x).wrapping_mul(0x9e37_79b9_7f4a_7c15)) ^ a.rotate_left(31);
    (a, b)
}

/// Digest of what was seen: the cards in order, or the packets as sets.
fn digest(deal: &Seen) -> u128 {
    let layout = deal.layout;
    let mut state = (0x243f_6a88_85a3_08d3 ^ layout.cards() as u64, 0x1319_8a2e_0370_7344);
    if layout.is_ordered() {
        for eight in deal.cards[..layout.cards().next_multiple_of(8).min(64)].chunks_exact(8) {
            let word = eight.iter().fold(0, |word, card| word << 8 | u64::from(*card));
            state = mix(state, word);
        }
    } else {
        for zone in &deal.zones[..layout.zones()] {
            state = mix(state, *zone);
        }
    }
    let (a, b) = mix(mix(state, layout.zones() as u64), u64::from(layout.is_ordered()));
    u128::from(a) << 16 | u128::from(b & 0xffff)
}

impl Sample {
    /// Of decks of `n` cards.
    pub(super) fn new(n: usize) -> Self {
        let mut ln_factorials = vec![0.0];
        for m in 1..=n {
            ln_factorials.push(ln_factorials[m - 1] + (m as f64).ln());
        }
        Self { held: Vec::new(), halved: 0, held_max: HELD_MAX, ln_factorials }
    }

    /// ln of the number of deals of `layout` that a fair deck makes equally likely.
    fn ln_ways(&self, layout: Layout) -> f64 {
        let n = self.ln_factorials.len() - 1;
        let ordered = self.ln_factorials[n] - self.ln_factorials[n - layout.cards()];
        if layout.is_ordered() {
            return ordered;
        }
        let inner = (0..layout.zones()).map(|z| self.ln_factorials[layout.zone_size(z)]);
        ordered - inner.sum::<f64>()
    }

    /// Adds a deal, if chance alone does not repeat deals of its layout.
    pub(super) fn push(&mut self, deal: &Seen) {
        if self.ln_ways(deal.layout) >= LN_WAYS_MIN {
            self.hold(digest(deal) << 48 | u128::from(deal.at) & 0xffff_ffff_ffff);
        }
    }

    fn hold(&mut self, record: u128) {
        if record.leading_zeros() >= self.halved {
            self.held.push(record);
            if self.held.len() > self.held_max {
                self.halve();
            }
        }
    }

    fn halve(&mut self) {
        self.halved += 1;
        let halved = self.halved;
        self.held.retain(|record| record.leading_zeros() >= halved);
    }

    /// Adds the part of the stream that follows.
    pub(super) fn merge(&mut self, next: Self) {
        while self.halved < next.halved {
            self.halve();
        }
        next.held.into_iter().for_each(|record| self.hold(record));
    }

    /// The test, and which deals are identical. `layouts` gives the deals of each layout.
    pub(super) fn outcome(
        &self,
        layouts: impl Iterator<Item = (Layout, u64)>,
    ) -> (u64, Outcome, Option<String>) {
        let (mut deals, mut mean) = (0, 0.0);
        for (layout, count) in layouts.filter(|l| self.ln_ways(l.0) >= LN_WAYS_MIN) {
            deals += count;
            let r = count as f64;
            mean += (r * (r - 1.0) / 2.0).max(0.0) * (-self.ln_ways(layout)).exp();
        }
        mean *= 0.5f64.powi(self.halved as i32);
        if deals == 0 {
            let why = "so few cards are seen that chance alone repeats whole deals".to_owned();
            return (0, Outcome::NotRun { why }, None);
        }
        if deals < 2 {
            return (deals, Outcome::Insufficient { needs: 2 }, None);
        }
        let (pairs, note) = self.pairs();
        let p = if pairs == 0 { Prob::new(1.0) } else { poisson_sf(pairs - 1, mean) };
        let outcome = Outcome::Ran(Figures {
            statistic: pairs as f64,
            law: Law::Poisson { mean },
            p,
            too_good: None,
            effect: Effect {
                measure: "pairs of identical deals beyond chance",
                observed: (pairs as f64 - mean).max(0.0),
                smallest_seen: Some(smallest_seen(mean)),
            },
        });
        (deals, outcome, note)
    }

    /// Pairs of identical deals, and a sentence that names the first of them.
    fn pairs(&self) -> (u64, Option<String>) {
        let mut sorted = self.held.clone();
        sorted.sort_unstable();
        let mut pairs = 0;
        let mut named: Vec<String> = Vec::new();
        for group in sorted.chunk_by(|a, b| a >> 48 == b >> 48).filter(|g| g.len() > 1) {
            pairs += group.len() as u64 * (group.len() as u64 - 1) / 2;
            if named.len() < 10 {
                let at: Vec<String> =
                    group.iter().take(5).map(|r| (r & 0xffff_ffff_ffff).to_string()).collect();
                named.push(at.join(" and "));
            }
        }
        let note = format!("Identical deals, counted from 0: {}.", named.join("; "));
        (pairs, (pairs > 0).then_some(note))
    }
}

/// Pairs beyond a chance of `mean` that would have been seen nine times in ten at 1 in 100.
fn smallest_seen(mean: f64) -> f64 {
    let critical = (1..).find(|k| poisson_sf(k - 1, mean).p() <= 0.01 || *k > 10_000).unwrap_or(1);
    let (mut low, mut high) = (0.0, 20_000.0);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if poisson_sf(critical - 1, mean + middle).p() < 0.9 {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::{Layout, Sample, Seen};

    const LAYOUT: Layout = Layout::Ordered { dealt: 12 };

    /// A deal that differs for every `seed`.
    fn deal(at: u64, seed: u8) -> Seen {
        let mut cards: Vec<u8> = (0..12).collect();
        cards[11] = 12 + seed % 40;
        cards.swap(0, usize::from(seed / 40));
        Seen::read(at, LAYOUT, &cards, 52).unwrap()
    }

    fn sample(deals: std::ops::Range<u64>, held_max: usize) -> Sample {
        let mut sample = Sample { held_max, ..Sample::new(52) };
        deals.for_each(|at| sample.push(&deal(at, (at % 200) as u8)));
        sample
    }

    /// 200 deals, each three times: 600 pairs. A full sample keeps all copies of a deal or none.
    #[test]
    fn identical_deals_are_kept_or_dropped_together() {
        assert_eq!(sample(0..600, 1000).pairs().0, 600);
        let full = sample(0..600, 250);
        assert!(full.halved >= 2 && full.held.len() <= 250 && full.held.len() > 50);
        assert_eq!(full.pairs().0, full.held.len() as u64);
    }

    #[test]
    fn a_full_sample_is_the_same_in_parts() {
        for cut in [0, 1, 90, 300, 599] {
            let mut left = sample(0..cut, 250);
            left.merge(sample(cut..600, 250));
            assert_eq!(left, sample(0..600, 250), "{cut}");
        }
    }

    /// Ways by counting on: 52 * 51 * ... * 41 in order, less 2! for each of six packets of two.
    #[test]
    fn ways_are_counted() {
        let sample = Sample::new(52);
        let ordered: f64 = (41..=52).map(f64::from).product();
        assert!((sample.ln_ways(LAYOUT) - ordered.ln()).abs() < 1e-12);
        let packets = sample.ln_ways(Layout::packets(6, 2));
        assert!((packets - (ordered / 64.0).ln()).abs() < 1e-12);
    }
}
