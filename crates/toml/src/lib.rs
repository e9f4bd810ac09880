//! Reads the toolkit's own TOML files (engagements, games, systems, rule packs, standards, printed
//! figures) so that one run reports everything that is wrong with a file, each error with its line,
//! its key, the value found and the remedy.
//!
//! [`read()`] parses the text and hands its top table to a reader, which takes its keys one by one
//! from a [`Section`]. Whatever nobody took is an unknown key; nobody has to ask for that. A value is
//! a [`Found`]: it knows where it stands, so whoever finds it contradicting another says so with
//! [`Found::wrong`]. Reading goes on after an error; a file with any error is refused as a whole.

mod document;
mod error;
mod found;
mod names;
mod section;

pub use document::{did_you_mean, nearest};
pub use error::{TomlError, TomlErrors};
pub use found::{Found, Raw};
pub use names::Names;
pub use section::Section;

/// Reads a file of the given schema. `file` is its name in messages; `reader` gives `None` only after
/// it has reported why.
///
/// # Errors
/// Every error of the file, by line and none twice. Of a text that is not TOML only that is reported:
/// what a broken document lacks means nothing.
pub fn read<T>(
    text: &str,
    file: &str,
    schema: u32,
    reader: impl FnOnce(Section<'_>) -> Option<T>,
) -> Result<T, TomlErrors> {
    let document = document::Document::parse(text, file)?;
    let top = Section::top(&document);
    top.schema(schema);
    let value = reader(top);
    document.finish(value)
}
