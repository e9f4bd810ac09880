//! The tests of `cli` from outside, one program: each file is a module.

#![allow(clippy::unwrap_used, reason = "a helper of tests fails the test")]

mod analysis;
mod approve;
mod archive;
mod attacks;
mod authorities;
mod carried;
mod common;
mod controls;
mod dialects;
mod diff;
mod draws;
mod exports;
mod extends;
mod figures;
mod init;
mod init_meters;
mod inspect;
mod misread;
mod money;
mod newcomer;
mod orders;
mod outcomes;
mod outputs;
mod packs;
mod par;
mod parts;
mod previous;
mod program;
mod random;
mod reading;
mod readme;
mod regs;
mod regs_checklist;
mod regs_diff;
mod reports;
mod samples;
mod sarif;
mod schemas;
mod settlements;
mod shoes;
mod untidy;
mod vendors;
mod verify;
mod waived;
