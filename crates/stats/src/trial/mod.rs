//! The proof of the batteries: that they accuse a fair source as seldom as they say (calibration),
//! and see a known defect at least as often as the reference does (power).
//!
//! Nothing here starts a thread: results of ranges of seeds are merged, in any order, by the caller.

mod adaptors;
mod calibration;
mod power;
mod reference;

#[cfg(test)]
mod tests;

pub use adaptors::{TrialError, decks, stream};
pub use calibration::{Calibration, Cells, OutOfSize, Sizes, calibrate, merge_calibrations};
pub use power::{Compared, Comparison, FALSE_ALARM, LEVEL, Power, Seen, View, compare, power};
pub use reference::Row;

/// What no test of output can see in any number of rounds that a table deals, and what does.
pub const BEYOND: &str = "\
A remainder of a short random word favours some cards. Draws until that shows, nine times in ten: \
16 thousand for 8-bit words over 52 cards, 150 million for 15 bits, 350 million for 16 bits, and \
3e17 for 31 bits, which no machine will ever deal. A weak generator with a long period (the minimal \
standard, the C library's rand, the high bits of a congruential generator) passes every test of its \
cards, although whoever sees a few decks can predict the rest. Statistics cannot certify either \
away: read the source code; recover the indices of the shuffle from its decks and test those; and \
try all seeds of the known generators against a few decks, which takes minutes for 2^32 of them.";
