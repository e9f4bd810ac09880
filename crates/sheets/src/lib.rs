//! Rows of cells from the files that programs export. What a row means is the business of those
//! who read it: this crate has never heard of a casino.

mod dialect;
mod fields;
mod rows;
mod split;

pub use dialect::Dialect;
pub use fields::{Fields, Splitter};
pub use rows::{RowSource, Rows};
pub use split::{Cuts, QUOTED_BYTES_MAX, QuoteFault, Step, cut, step};
