//! Compares the record with the reference: one automated audit procedure, one code, one document.
//!
//! A check does no I/O and cannot fail: it tests and reports exceptions, or it is *not run* with a
//! reason. Zero tested is not run, and not run is never passed.
//!
//! Where things are:
//!
//! - `list`: the list of all checks, in report order; the table of contents;
//! - `list/`: their procedures by series and a document each, `pay_006` in `pay.rs` and `pay_006.md`; the Markdown is the
//!   explanation, the appendix of the report, and the test;
//! - `check`, `need`, `tally`, `exception`: what a check is, what it needs, what it counts, what it
//!   finds;
//! - `case`: what a check looks at: a fact of the record beside what the audit knows;
//! - `scope`: what an audit knows before the first record; `law`: the rule packs among it; `aggregate`: what they make
//!   of a posted aggregate limit;
//! - [`games_judge`]: games on one hand, judged beforehand;
//! - `compare`: what several checks compare in the same way; `standing`: what stands on every day with a limit of the law;
//! - [`runnable`]: which checks can run in an engagement; `columns`: a column under another name;
//! - `causes`: what explains many exceptions at once; `unit`: whether amounts in another unit do;
//! - `judge`: rounds settled and judged in parallel; `observer`: who sees every settled wager;
//! - `ordered`: everything else judged as the record is followed;
//! - `untested`: what was paid and no check tested, and columns that the record lacks;
//! - `cards`: the cards of each table, counted for the tests of randomness;
//! - [`source_review`]: the answers to a review of a generator's source, computed again; published generators run from a seed;
//! - [`standard`]: what a standard demands of randomness, answered by those tests;
//! - `audit`: the driver: blocks in, exceptions out.

mod aggregate;
mod approved;
mod audit;
mod cards;
mod case;
mod causes;
mod check;
mod columns;
mod compare;
mod drift;
mod exception;
pub mod games_judge;
mod judge;
mod law;
mod list;
mod missing;
mod named;
mod need;
mod observer;
mod ordered;
mod people;
pub mod runnable;
mod scope;
pub mod source_review;
pub mod standard;
mod standing;
mod tally;
mod unit;
mod untested;
mod waivers;

pub use audit::{Audit, AuditOutcome, Step};
pub use cards::CATEGORIES_OF_FIVE;
pub use case::{Case, RoundCase};
pub use check::Check;
pub use compare::{explain, explained, open_limit};
pub use law::Law;
pub use list::{ADVICE, CHECKS, by_code, read_pack};
pub use named::unknown_names;
pub use need::Need;
pub use observer::{Observer, SettledWager, SettledWagers};
pub use runnable::missing;
pub use scope::Scope;
