//! Null laws against whole permutation groups, and counts against plain definitions.
//!
//! A covariance or a moment here is right if it is the one found by going through every permutation
//! of five or six cards; a count is right if a slow program written from its definition agrees.

mod counts;
#[path = "../../../tests/partial_deals/definitions.rs"]
mod definitions;
mod group;
mod laws;
mod replayed;
mod short_deals;
mod since;
mod whole_decks;

use super::chain::Seen;
use super::layout::Layout;
use super::order::Order;
use super::pattern::Labels;
use super::{Deals, Options};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

/// Every permutation of `0..n`.
pub(super) fn permutations(n: usize) -> Vec<Vec<u8>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for shorter in permutations(n - 1) {
        for place in 0..n {
            let mut longer = shorter.clone();
            longer.insert(place, (n - 1) as u8);
            all.push(longer);
        }
    }
    all
}

/// Mean and variance over a whole group.
fn moments(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let values: Vec<f64> = values.collect();
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / values.len() as f64;
    (mean, variance)
}

/// Means over a whole group, and covariances, row by row.
pub(super) fn covariances(all: &[Vec<f64>]) -> (Vec<f64>, Vec<f64>) {
    let over = |of: &dyn Fn(&Vec<f64>) -> f64| all.iter().map(of).sum::<f64>() / all.len() as f64;
    let cells = all[0].len();
    let means: Vec<f64> = (0..cells).map(|c| over(&|x| x[c])).collect();
    let covariance = |c: usize, d: usize| over(&|x| (x[c] - means[c]) * (x[d] - means[d]));
    let rows = (0..cells).flat_map(|c| (0..cells).map(move |d| (c, d)));
    let covariances = rows.map(|(c, d)| covariance(c, d)).collect();
    (means, covariances)
}

/// Figures one by one.
pub(super) fn all_close(ours: &[f64], theirs: &[f64], what: &str) {
    assert_eq!(ours.len(), theirs.len(), "{what}");
    ours.iter().zip(theirs).for_each(|(ours, theirs)| close(*ours, *theirs, what));
}

pub(super) fn close(ours: f64, theirs: f64, what: &str) {
    assert!((ours - theirs).abs() < 1e-11 * theirs.abs().max(1.0), "{what}: {ours}, {theirs}");
}

/// One figure for each [`Count`].
type All = super::pattern::Values;

/// All counts of one order.
fn counts_of(labels: &Labels<'_>) -> All {
    Order::new().push(labels)
}

/// An empty count of whole decks.
pub(super) fn counting(n: usize, lag: usize) -> Deals {
    Deals::new(n, lag, Options::decks(n)).unwrap()
}

/// The same of these.
pub(super) fn counted(n: usize, lag: usize, decks: &[Vec<u8>]) -> Deals {
    let mut deals = counting(n, lag);
    decks.iter().for_each(|deck| deals.push_deck(deck).unwrap());
    deals
}

/// The statistic of a test that ran.
pub(super) fn statistic(deals: &Deals, key: &str) -> f64 {
    let battery = deals.battery();
    let test = battery.test(key).unwrap_or_else(|| panic!("no {key}"));
    test.figures().unwrap_or_else(|| panic!("{key}: {:?}", test.outcome)).statistic
}

/// The first cards of a deck of `n`, read.
pub(super) fn seen(n: usize, cards: &[u8]) -> Seen {
    seen_as(Layout::Ordered { dealt: cards.len() as u8 }, n, cards)
}

/// Cards of a deck of `n` in this layout, read.
pub(super) fn seen_as(layout: Layout, n: usize, cards: &[u8]) -> Seen {
    let mut seen = Seen::NONE;
    seen.read(0, layout, cards, n).unwrap();
    seen
}

/// A fair shuffler.
pub(super) struct Fair(ChaCha20Rng);

impl Fair {
    pub(super) fn new(rng_seed: u64) -> Self {
        Self(ChaCha20Rng::seed_from_u64(rng_seed))
    }

    /// One of `n` numbers: the upper half of a product is even to one part in 2^55.
    pub(super) fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.0.next_u64()) * n as u128) >> 64) as usize
    }

    /// A deck of `n` cards.
    pub(super) fn deck(&mut self, n: usize) -> Vec<u8> {
        let mut deck: Vec<u8> = (0..n as u8).collect();
        (1..n).rev().for_each(|i| deck.swap(i, self.below(i + 1)));
        deck
    }
}
