//! The tests of `intake` from outside, one program: each file is a module.

#![allow(clippy::unwrap_used, reason = "a helper of tests fails the test")]

mod arranged;
mod canonical;
mod common;
mod dialects;
mod readme;
mod standing;
mod vendors;
