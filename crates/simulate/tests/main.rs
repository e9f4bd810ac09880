//! The tests of `simulate` from outside, one program: each file is a module.

#![allow(clippy::unwrap_used, reason = "a helper of tests fails the test")]

mod common;
mod days;
#[allow(unreachable_pub, reason = "the whole-program tests lend it")]
#[path = "../../../tests/src/fault_day.rs"]
mod fault_day;
mod link_days;
mod referee;
mod referee_bank;
mod referee_games;
mod shuffler_days;
