//! The tests of `seal` from outside, one program: each file is a module.

#![allow(clippy::unwrap_used, reason = "a helper of tests fails the test")]

mod approving;
mod authority;
mod chains;
mod common;
mod hostile;
mod independent;
mod key_files;
mod signing;
mod tamper;
mod timestamps;
mod verifying;
