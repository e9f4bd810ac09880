//! How many dealer's hands a player's hand beats, ties and loses to: exact, over every deal.
//!
//! Hands that differ only in the names of the suits stand or fall alike, so one of each suit class
//! ([`suit_classes`]) is counted and weighted. The dealer's hands that hold no card of the player's
//! hand P are found by inclusion and exclusion over its subsets S:
//!
//! ```text
//! hands avoiding P  =  sum over S of (-1)^|S| x hands holding all of S
//! ```
//!
//! and the same holds for the hands of one category, or those below one rank. The hands that hold S
//! depend on the suit form of S alone, of which there are 18,370 for up to four cards (`forms`).
//! Ranks are swept from the lowest up, so that "hands below" is a running count. Not here: what a
//! wager pays, whether the player folds (`sheet`).

mod classes;
mod five;
mod forms;
mod six;

pub(crate) use classes::ranked_classes;
pub use classes::{SuitClass, suit_classes};
pub use five::{FiveAgainstFive, five_against_five};
pub use six::{FiveAgainstSix, SIX_DEALS, five_against_six};
