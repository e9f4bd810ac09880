//! The tests of `stats` from outside, one program: each file is a module.

#![allow(clippy::unwrap_used, reason = "a helper of tests fails the test")]

mod draws;
mod fitted;
mod golden_decks;
mod level;
mod nist;
mod partial_deals;
mod recorded;
mod reference_special;
mod sorted_numbers;
mod symbols;
