//! What `shuffle` and `rng` share: reading, putting on paper, writing out.

pub mod bits;
pub mod blocks;
pub mod count;
pub mod decks;
pub mod hands;
pub mod input;
pub mod journal;
pub mod monitor;
pub mod numbers;
pub mod output;
pub mod paper;
pub mod self_test;
pub mod text;
