//! Partial deals against slow programs written from the definitions, and traps that must stay shut.
//!
//! | file | question |
//! |---|---|
//! | `plain` | the golden decks cut short: figures of a second, plain program |
//! | `over_time` | drifts, residuals and identical deals, by hand |
//! | `parts` | any splitting of a stream into parts gives the same counts; certain faults |
//! | `traps` | the usual wrong null laws reject fair deals; ours do not |
//! | `sizes` | no test rejects fair deals more often than it says |
#![allow(clippy::float_arithmetic)]

mod definitions;
mod over_time;
mod parts;
mod plain;
mod sizes;
mod traps;

use std::path::PathBuf;

use feltproof_stats::battery::Battery;
use feltproof_stats::deal::{Deals, Layout, Options};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

fn golden_decks(name: &str) -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/randomness");
    let cards = std::fs::read(folder.join(format!("golden_{name}_1000.bin"))).unwrap();
    cards.chunks_exact(52).map(<[u8]>::to_vec).collect()
}

/// The battery of the first cards of each deck.
fn battery_of(decks: &[Vec<u8>], layout: Layout) -> Battery {
    let mut deals = Deals::new(52, 1, Options::cards_52()).unwrap();
    for deck in decks {
        deals.push(layout, &deck[..layout.cards()], &[]).unwrap();
    }
    deals.battery()
}

/// The statistic of a test that must have run.
fn statistic(battery: &Battery, key: &str) -> f64 {
    let test = battery.test(key).unwrap_or_else(|| panic!("no test {key}"));
    test.figures().unwrap_or_else(|| panic!("{test:?}")).statistic
}

fn close(ours: f64, theirs: f64, what: &str) {
    assert!(
        (ours - theirs).abs() <= 1e-9 * theirs.abs().max(1.0),
        "{what}: {ours} here, {theirs} there"
    );
}

/// A fair dealer.
struct Fair {
    chance: ChaCha20Rng,
    deck: Vec<u8>,
}

impl Fair {
    fn new(n: u8, rng_seed: u64) -> Self {
        Self { chance: ChaCha20Rng::seed_from_u64(rng_seed), deck: (0..n).collect() }
    }

    /// A number below `bound`, without bias.
    fn below(&mut self, bound: u32) -> u32 {
        let limit = u32::MAX - u32::MAX % bound;
        loop {
            let word = self.chance.next_u32();
            if word < limit {
                return word % bound;
            }
        }
    }

    /// The first `k` cards of a fresh shuffle.
    fn deal(&mut self, k: usize) -> &[u8] {
        for i in 0..k {
            let j = i + self.below((self.deck.len() - i) as u32) as usize;
            self.deck.swap(i, j);
        }
        &self.deck[..k]
    }
}
