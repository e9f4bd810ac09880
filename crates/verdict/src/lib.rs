//! What was found comes to what: verdicts of controls, findings, worth, and reports compared.

mod coverage;
pub mod diff;
mod evidence;
mod explained;
mod findings;
mod found;
mod matrix;
mod played;
mod previous;
mod printed;
mod rows;
mod totals;
mod untested;
mod workpaper;

pub use coverage::{Coverage, TableDay};
pub use evidence::{hex, sha256_hex};
pub use explained::places_to_explain;
pub use previous::is_before;
pub use printed::Printed;
pub use totals::Totals;
pub use untested::{Untested, untested, untested_without};
pub use workpaper::{Judged, Known, assemble};
