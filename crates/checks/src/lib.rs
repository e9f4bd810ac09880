//! Compares the record with the reference: one automated audit procedure, one code, one file.
//!
//! A check does no I/O and cannot fail: it tests and reports exceptions, or it is *not run* with a
//! reason. Zero tested is not run, and not run is never passed.
//!
//! Where things are:
//!
//! - [`frame`]: what a check is, and how it tallies;
//! - [`registry`]: the list of all checks, in report order; the table of contents;
//! - `list/`: the checks, `pay_001.rs` beside `pay_001.md`; the Markdown is the explanation, the
//!   appendix of the report, and the test;
//! - [`scope`]: what an audit knows before the first record; `needs`: whether that is what a check needs;
//! - [`games_judge`]: games on one hand, judged beforehand;
//! - `compare`: what several checks compare in the same way;
//! - [`case`]: what a check is shown: a record, a round, a meter event, an award, an adjustment;
//! - [`assemble`]: journals into rounds, with bounded memory;
//! - [`sequence`]: what only the order of a journal tells;
//! - `judge`: rounds settled and judged in parallel;
//! - [`cards`]: the cards of each table, counted for the tests of randomness;
//! - [`randomness`]: what those tests say, as a report shows it;
//! - [`standard`]: what a standard demands of randomness, answered by those tests;
//! - [`meters`]: meters re-kept from the manager journal;
//! - [`settings`]: settings of a level, in words and as they change;
//! - [`hidden`]: the fraction of a cent that a display does not show;
//! - `settle_up`: awards and reversals matched at the end;
//! - `coverage`: what the record does not cover;
//! - `follow`: the journals in order, the part that cannot be split;
//! - [`audit`]: the driver: blocks in, exceptions out.

#![allow(
    clippy::vec_box,
    reason = "the boxes of open rounds are handed on to be judged and come back to be used again"
)]

pub mod assemble;
pub mod audit;
pub mod cards;
pub mod case;
mod compare;
mod coverage;
mod follow;
pub mod frame;
pub mod games_judge;
pub mod hidden;
mod judge;
mod list;
pub mod meters;
mod needs;
mod open_rounds;
pub mod randomness;
pub mod registry;
mod rekept;
pub mod runnable;
pub mod scope;
pub mod sequence;
pub mod settings;
mod settle_up;
pub mod standard;
mod unread;

pub use audit::{Audit, AuditOutcome, Observer, SettledWager};
pub use frame::{Check, Need, Tally};
pub use registry::{CHECKS, by_code};
pub use scope::{Scope, ScopeError};
