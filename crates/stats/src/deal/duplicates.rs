//! Deals that come a second time.
//!
//! A fair deck does not: every pair of deals of one layout is identical with a chance of one in the
//! number of deals there are. A generator started from few seeds repeats itself.

use super::chain::Seen;
use super::layout::Layout;
use crate::battery::{Effect, Figures, Law, Outcome};
use crate::special::{Prob, ln_choose, poisson_sf};

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

/// ln of the number of deals of `layout` that a fair deck of `n` makes equally likely.
fn ln_ways(layout: Layout, n: usize) -> f64 {
    let ln_factorial = |m: usize| (2..=m).map(|j| (j as f64).ln()).sum::<f64>();
    let ordered = ln_choose(n as u64, layout.cards() as u64) + ln_factorial(layout.cards());
    if layout.is_ordered() {
        return ordered;
    }
    ordered - (0..layout.zones()).map(|z| ln_factorial(layout.zone_size(z))).sum::<f64>()
}

/// Whether deals of this layout are held.
pub(super) fn is_counted(layout: Layout, n: usize) -> bool {
    ln_ways(layout, n) >= LN_WAYS_MIN
}

impl Sample {
    pub(super) fn new() -> Self {
        Self { held: Vec::new(), halved: 0 }
    }

    /// Adds a deal that [`is_counted`].
    pub(super) fn push(&mut self, deal: &Seen) {
        self.hold(digest(deal) << 48 | u128::from(deal.at) & 0xffff_ffff_ffff);
    }

    fn hold(&mut self, record: u128) {
        if record.leading_zeros() >= self.halved {
            self.held.push(record);
            if self.held.len() > HELD_MAX {
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
        n: usize,
    ) -> (u64, Outcome, Option<String>) {
        let (mut deals, mut mean) = (0, 0.0);
        for (layout, count) in layouts.filter(|(layout, _)| is_counted(*layout, n)) {
            deals += count;
            let r = count as f64;
            mean += (r * (r - 1.0) / 2.0).max(0.0) * (-ln_ways(layout, n)).exp();
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
