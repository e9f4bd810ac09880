//! The tests of `record` from outside, one program: each file is a module. Journals are followed to their end, and what
//! comes out is compared with what is worked out by hand from document 001, or by a second bookkeeping.

#![allow(clippy::unwrap_used, reason = "a helper of tests fails the test")]

mod journals;
mod meters;
mod order;
mod rounds;
