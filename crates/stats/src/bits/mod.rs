//! Bit streams: the fifteen tests of NIST SP 800-22 revision 1a, with exact constants.
//!
//! A stream is cut into sequences of a declared length (a million bits unless said otherwise). [`sequence`] judges one;
//! [`Bits`] takes a stream of any length and adds up. Two of the fifteen tests give two p-values each, so there are seventeen
//! keys. Several sequences are first judged as one: their counts are summed, and the same law holds for the sum. Then come the
//! two views of section 4.2 of the standard. Where the standard or its program `sts` is wrong, the notes of the battery say
//! what is done instead (`errata.txt`). Bits are packed first bit highest, in words and in bytes.

mod birthday;
pub mod block;
pub mod common;
mod counts;
mod errata;
pub mod excursions;
mod levels;
pub mod linear;
pub mod longest;
pub mod ones;
pub mod overlapping;
mod params;
pub mod patterns;
pub mod rank;
mod samples;
pub mod spectral;
mod stream;
pub mod template;
pub mod universal;
mod visits;
pub mod walk;
mod windows;
pub mod words;

pub use params::{ENTRIES, Params, pattern_lengths};
pub use stream::{Bits, sequence};
pub use words::{Sequence, pack};
