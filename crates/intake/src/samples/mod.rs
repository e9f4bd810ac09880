//! Samples for the tests of randomness: decks, whole numbers and draws without order out of any file that `sheets` opens, the
//! values in every way that profiles know. Sentences name the options of the commands `shuffle` and `rng`, where a user states
//! what a file does not say. Nothing is guessed where two readings are possible.
//!
//! | file | what |
//! |---|---|
//! | `feed` | rows in lots, read in parallel, joined in order |
//! | `table`, `header` | columns as named and as headed, the row of their names |
//! | `numbers`, `cards`, `cards/faces`, `dates` | values of cells |
//! | `layout`, `shape`, `decks` | which columns hold cards, what a record is, decks |
//! | `baccarat` | rounds of baccarat by its rules |
//! | `integers`, `outcomes` | a stream of whole numbers, or of labels |
//! | `scaled` | raw words beside outcomes |
//! | `weights` | how likely outcomes are |
//! | `draws/` | draws without order, of archives |

mod baccarat;
mod cards;
mod dates;
mod decks;
mod draws;
mod feed;
mod header;
mod integers;
mod layout;
mod numbers;
mod outcomes;
mod scaled;
mod seen;
mod shape;
mod table;
#[cfg(test)]
mod tests;
mod weights;

pub use baccarat::{Round, RoundWays};
pub use cards::Pack;
pub use decks::{Deals, DeckReader, Record, Rest};
pub use draws::{Draw, DrawForm, DrawOptions, DrawOrder, read_draws};
pub use integers::{IntegerForm, Outcomes, ValueRange, read_integers};
pub use outcomes::Labels;
pub use scaled::{Scaled, read_scaled};
pub use seen::options_that_fit;
pub use shape::{DeckForm, Flaw, Shape};
pub use table::TableOptions;
pub use weights::{Weights, read_weights};
