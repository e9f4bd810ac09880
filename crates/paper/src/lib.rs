//! What every output says, once: sections of sentences, typed tables, figures and links, one file a topic.
//!
//! A topic makes a [`Section`] of a workpaper. The writers (PDF, page, workbook, terminal) know sections and no topic:
//! each shows the blocks and columns that are meant for it, in its own look, with the same words and digits.
//!
//! | module | what |
//! |---|---|
//! | `section`, `table`, `cell` | what a document is made of |
//! | [`words`], [`coverage`], [`clock`] | how figures, verdicts and times are put into words |
//! | [`summary`], [`findings`], [`exceptions`], [`money`], [`chance`], [`meters`], [`registers`], [`checks`], [`law`], [`scope`], [`basis`], [`untested`], [`limits`], [`asides`], [`randomness`], [`rule_packs`] | topics |

pub mod asides;
pub mod basis;
mod cell;
pub mod chance;
pub mod checks;
pub mod clock;
mod column;
pub mod coverage;
pub mod directions;
pub mod exceptions;
pub mod findings;
pub mod law;
pub mod limits;
pub mod meters;
pub mod money;
mod outputs;
mod print;
pub mod randomness;
pub mod registers;
pub mod rule_packs;
pub mod scope;
mod section;
pub mod summary;
mod table;
pub mod untested;
pub mod words;

#[cfg(test)]
extern crate self as feltproof_paper;
#[cfg(test)]
#[path = "../../report/tests/common/mod.rs"]
mod common;

pub use cell::{Anchor, Cell, Sign, Tone, Value, point};
pub use column::{Column, Kind, Print};
pub use outputs::Outputs;
pub use section::{Block, Content, Figure, Section};
pub use table::{Row, Sheet, Table};
