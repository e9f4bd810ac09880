//! The tests of `sheets` from outside, one program: each file is a module.

#![allow(clippy::unwrap_used, reason = "a helper of tests fails the test")]

mod built;
mod common;
mod dialects;
mod hostile;
mod no_value;
mod other_programs;
mod pages;
mod written;
