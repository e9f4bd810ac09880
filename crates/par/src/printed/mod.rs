//! The figures that documents print about these games, computed again: which are right, which are
//! wrong, and how a wrong one may have come about.
//!
//! Every figure stands in `figures.toml` with its source, its text as printed, and the quantity it
//! is read as. A figure that may be read otherwise lists those quantities too; they are computed
//! like the first and never taken on trust. Not here: judging a property's own figures (`checks`).

mod data;
mod error;
mod in_words;
mod json;
mod mistakes;
mod printing;
mod quantity;
mod search;
mod verdict;

pub use error::PrintedError;
pub use in_words::text;
pub use json::PrintedFigures;
pub use printing::Printing;
pub use search::{Inferred, Search};
pub use verdict::{FigureResult, Tried, Verdict};

use quantity::Workings;

/// All figures, in the order of the data. `Err`: the data, which comes with the program, asks for
/// something that does not exist; a test proves that it does not.
pub fn check() -> Result<Vec<FigureResult>, PrintedError> {
    let figures = data::figures()?;
    let mut workings = Workings::new();
    figures.iter().map(|figure| verdict::judge(figure, &figures, &mut workings)).collect()
}
