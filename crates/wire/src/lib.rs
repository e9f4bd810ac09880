//! What the program writes as JSON: a form is a struct whose keys have meaning, type and value in one place, and its
//! JSON Schema is derived from it. Here stand what all forms share: amounts, days, digests and places as text with
//! their patterns, and the macros that forms are written in.

mod object;
mod schema;
mod texts;

pub use schema::Form;
pub use texts::{
    Code, Day, Dollars, Evidence, FileOf, Fraction, JournalName, Line, Place, Sha256Hex, Text,
    Time, list,
};
