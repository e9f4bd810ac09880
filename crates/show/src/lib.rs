//! What an audit says of one line of the evidence: the exceptions there, and the round, the meter events
//! or the section of the engagement file around it.
//!
//! The journals are read twice. [`Search`] finds what the lines belong to; [`Found`] runs the audit, the
//! same as any, and keeps of it what concerns them; [`Found::describe`] says it of one line. Nothing is
//! settled or judged here: a round is `record`'s, an exception is a check's.

mod description;
mod event_text;
mod found;
mod records;
mod round_text;
mod search;
mod section;
mod wager_text;

pub use description::Description;
pub use found::Found;
pub use search::Search;
