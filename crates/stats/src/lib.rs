//! Randomness tests of permutations, partial deals, draws without order, integer streams and bit streams.
//!
//! A test counts, and says with what probability chance alone would give counts at least as unusual.
//! Nothing here reads a file, knows a casino, or says that anything is *certified*: a battery that
//! finds nothing has found nothing at this number of observations, and says what it could have seen.
//!
//! | word | meaning |
//! |---|---|
//! | **deck** | one permutation of `n` labels, in the order dealt |
//! | **deal** | what is seen of one deck: the first positions in order, or packets of unknown inner order |
//! | **fixed reference** | labels are the cards themselves: sees a machine that favours a card |
//! | **previous reference** | the label of a card is its position in the deck before: sees a machine that carries order over |
//! | **registered** | counts to the verdict; written down before the data are seen |
//! | **level** | the probability of a false alarm over the whole registered list, by Holm's method |
#![allow(
    clippy::float_arithmetic,
    reason = "probabilities are the matter of this crate; no money comes near it"
)]

pub mod battery;
mod bias;
pub mod bits;
mod choices;
pub mod curve;
pub mod deal;
pub mod defects;
pub mod draws;
mod gains;
pub mod laws;
mod randomness;
mod recorded;
mod scaling;
pub mod special;
mod sums;
pub mod symbols;
mod trend;
mod tuples;
pub mod verdict;

pub use battery::{
    Battery, Copies, Drift, Effect, Fault, Figures, Heat, Law, Most, Outcome, Part, Stretch, Test,
};
pub use bias::Labels as SingleLabels;
pub use choices::{Choice, ENDS, cumulants};
pub use gains::{GainLaw, Trials, at_least};
pub use randomness::{
    Answered, DemandAnswer, Question, Randomness, Registered, Reviewed, Standard, StandardDemand,
};
pub use scaling::{Rule as ScalingRule, Scaling};
pub use special::Prob;
pub use trend::{Trend, trend};
pub use verdict::{Rule, State, Verdict, adjusted};
