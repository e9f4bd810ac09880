//! The fifteen tests of SP 800-22 against the worked examples and appendix B of the standard,
//! against plain second implementations written from its text, on fair streams and on faulty ones.
#![allow(clippy::unwrap_used, clippy::float_arithmetic, missing_docs)]

#[path = "nist/agreement.rs"]
mod agreement;
#[path = "nist/appendix.rs"]
mod appendix;
#[path = "nist/expansions.rs"]
mod expansions;
#[path = "level/mod.rs"]
mod level;
#[path = "nist/plain.rs"]
mod plain;
#[path = "nist/streams.rs"]
mod streams;
#[path = "nist/worked.rs"]
mod worked;
