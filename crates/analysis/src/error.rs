//! Why the sums over settled wagers could not be made: an overflow, or a group that does not exist.

use thiserror::Error;

/// Sums, or why they could not be made.
pub(crate) type Result<T, E = AnalysisError> = core::result::Result<T, E>;

/// Why the sums could not be made. Each message is one sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AnalysisError {
    /// The amounts are larger than a sum can hold; none is cut down in silence.
    #[error(
        "the amounts under {column} add up to {magnitude} in absolute value, and a sum can hold at \
         most {limit}; audit a shorter period"
    )]
    TooLarge {
        /// Column.
        column: &'static str,
        /// Sum of absolute values (micro-dollars or wagers).
        magnitude: i128,
        /// Largest sum.
        limit: i64,
    },
    /// A table or gaming day without a name.
    #[error("there is no name for {dimension} number {place}: {known} names were given; give all")]
    NoName {
        /// Dimension.
        dimension: &'static str,
        /// The requested place, from 0.
        place: u32,
        /// Names given.
        known: usize,
    },
    /// The frame's sums do not add up to the sum kept beside it.
    #[error(
        "the sums of {column} by {dimension} add up to {found}, but all wagers together to \
         {expected}; this is a defect of the program, please report it"
    )]
    Disagree {
        /// Dimension.
        dimension: &'static str,
        /// Column.
        column: &'static str,
        /// Sum over the groups.
        found: i128,
        /// Sum kept beside the frame.
        expected: i128,
    },
    /// The frame refused.
    #[error("the frame of settled wagers could not be summed: {0}")]
    Frame(String),
}
