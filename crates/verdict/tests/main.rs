//! The tests of `verdict` from outside, one program: each file is a module.

#![allow(clippy::unwrap_used, reason = "a helper of tests fails the test")]

mod conclusion;
mod day;
mod diff;
mod evidence;
mod previous;
mod totals;
