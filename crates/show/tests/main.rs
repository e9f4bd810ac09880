//! The tests of `show` from outside, one program: each file is a module.

#![allow(clippy::unwrap_used, reason = "a helper of tests fails the test")]

mod as_audited;
#[path = "../../checks/tests/bench/mod.rs"]
mod bench;
#[path = "../../checks/tests/dealing/mod.rs"]
mod dealing;
