//! What `shuffle` and `rng` share: reading, putting on paper, writing out.

#![allow(
    clippy::float_arithmetic,
    reason = "probabilities on their way to a reader; no money comes near them"
)]

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
