//! The tests of `analysis` from outside, one program: each file is a module.

#![allow(clippy::unwrap_used, reason = "a helper of tests fails the test")]

mod base_game;
mod chance;
mod common;
mod differences;
mod variance;
