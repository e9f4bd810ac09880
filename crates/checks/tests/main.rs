//! The tests of `checks` from outside, one program: each file is a module.

#![allow(clippy::unwrap_used, reason = "a helper of tests fails the test")]

mod bench;
mod cases;
mod controls;
mod dealing;
mod demands;
mod documents;
mod left_open;
mod meters;
mod scope;
