//! The tests of `regs` from outside, one program: each file is a module.

#![allow(clippy::unwrap_used, reason = "a helper of tests fails the test")]

mod approvals;
mod boundaries;
mod built_in;
mod changes;
mod days;
mod games;
mod pages;
mod reading;
mod reasons;
mod roles;
mod stated;
mod versions;
