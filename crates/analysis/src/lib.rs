//! What settled wagers add up to: paid against owed by table, dealer, seat, gaming day and wager.
//!
//! Two steps. [`Partial`] adds up wagers as they are settled, chunk by chunk and thread by thread,
//! and partials merge in any order; its memory grows with the distinct groups, never with the
//! rounds. [`variance`] then puts the groups into one frame and sums them along each dimension.
//!
//! This crate judges nothing and settles nothing: what is owed comes from the reference, what was
//! paid from the record. It is the only one that knows polars, and only `frame.rs` does.

mod best_play;
mod contrast;
mod differences;
mod error;
mod expected;
mod frame;
mod groups;
mod holds;
mod money;
mod partial;
mod played;
mod totals;
mod trends;
mod variance;

pub use differences::{Differences, Explainer};
pub use error::AnalysisError;
pub use expected::Sheets;
pub use holds::holds;
pub use partial::{Cell, DealerTotals, Partial};
pub use played::{LostOnRecord, PlayedRound, SetAside};
pub use totals::Totals;
pub use trends::trends;
pub use variance::{Names, variance};
