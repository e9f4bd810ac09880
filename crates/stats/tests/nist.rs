//! The fifteen tests of SP 800-22 against the worked examples and appendix B of the standard,
//! against plain second implementations written from its text, on fair streams and on faulty ones.
#![allow(clippy::float_arithmetic, missing_docs)]

mod agreement;
mod appendix;
mod expansions;
mod plain;
mod streams;
mod worked;
