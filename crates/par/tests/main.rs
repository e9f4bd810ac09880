//! The tests of `par` from outside, one program: each file is a module.

#![allow(clippy::unwrap_used, reason = "a helper of tests fails the test")]

mod common;
mod count;
mod high_hand;
mod printed;
mod sheet;
mod sheet_simulated;
