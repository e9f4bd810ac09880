//! What `shuffle` and `rng` share: reading, putting on paper, writing out.

#![allow(
    clippy::float_arithmetic,
    reason = "probabilities on their way to a reader; no money comes near them"
)]

pub(crate) mod bits;
pub(crate) mod columns;
pub(crate) mod count;
pub(crate) mod decks;
pub(crate) mod draws;
pub(crate) mod encoding;
pub(crate) mod input;
pub(crate) mod journal;
pub(crate) mod left_out;
pub(crate) mod numbers;
pub(crate) mod output;
pub(crate) mod paper;
pub(crate) mod review;
pub(crate) mod rows;
pub(crate) mod scaled;
pub(crate) mod self_test;
