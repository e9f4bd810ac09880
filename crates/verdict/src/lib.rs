//! What was found comes to what: the verdict of every control, findings with their severity, what exceptions are worth,
//! what a later report makes of an earlier one.

mod difference;
mod evidence;
mod findings;
mod found;
mod matrix;
mod played;
mod totals;
mod workpaper;

pub use difference::{first_difference_of, first_difference_of_reports};
pub use evidence::{hex, sha256_hex};
pub use totals::Totals;
pub use workpaper::{Known, Printed, assemble};
