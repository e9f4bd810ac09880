//! The tests of `report` from outside, one program: each file is a module.

#![allow(clippy::unwrap_used, reason = "a helper of tests fails the test")]

mod common;
mod conformance;
mod enclosed;
mod html;
mod json;
mod pdf;
mod randomness;
mod sarif;
mod settlements;
mod terminal;
mod undetermined;
mod workbook;
mod xlsx;
