//! Reads the toolkit's own TOML files (engagements, games, systems, rule packs, standards, printed
//! figures) so that one run reports everything that is wrong with a file, each error with its line,
//! its key, the value found and the remedy.
//!
//! [`read()`] parses the text and hands its top table to a reader, which takes its keys one by one
//! from a [`Section`]. Whatever nobody took is an unknown key; nobody has to ask for that. A value is
//! a [`Found`]: it knows where it stands, so whoever finds it contradicting another says so with
//! [`Found::wrong`]. Reading goes on after an error; a file with any error is refused as a whole.

mod blank;
mod document;
mod error;
mod found;
mod names;
mod section;

pub use blank::BLANK;
use document::Document;
pub use document::{did_you_mean, nearest};
pub use error::{TomlError, TomlErrors};
pub use found::{Found, Raw};
pub use names::Names;
pub use section::Section;
use toml::de::DeTable;

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
    read_out(Document::parse(text, file)?, schema, reader)
}

fn read_out<T>(
    document: Document<'_>,
    schema: u32,
    reader: impl FnOnce(Section<'_>) -> Option<T>,
) -> Result<T, TomlErrors> {
    let top = Section::top(&document);
    top.schema(schema);
    let value = reader(top);
    document.finish(value)
}

/// As [`read()`], of a file that another one, `other` with its name, is joined to: of a table that both have, the
/// keys that the first lacks; of a list of tables, the members of the other and then those of the first; of
/// all else what the first lacks. Values know which file they stand in ([`Found::joined`]).
///
/// # Errors
/// As [`read()`], of both files.
pub fn read_joined<T>(
    (text, file): (&str, &str),
    (other, other_file): (&str, &str),
    schema: u32,
    reader: impl FnOnce(Section<'_>) -> Option<T>,
) -> Result<T, TomlErrors> {
    let behind = format!("{:1$}{2}", "", text.len() + 1, unmarked(other));
    read_out(Document::parse_joined(text, file, &behind, other_file, schema)?, schema, reader)
}

/// A text without the byte order mark that some editors put first.
fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// A text at a key of a table, and its line, where there is one; what is wrong with the file is for [`read()`] to
/// say.
pub fn peek(text: &str, table: &str, key: &str) -> Option<(String, u32)> {
    let text = unmarked(text);
    let tree = DeTable::parse_recoverable(text).0.into_inner();
    let (name, value) = tree.get(table)?.get_ref().as_table()?.get_key_value(key)?;
    let before = text.get(..name.span().start)?.matches('\n').count();
    Some((value.get_ref().as_str()?.to_owned(), u32::try_from(before + 1).ok()?))
}

/// The keys of a table, and the texts at one key of the members of a list of tables: what a file already has. Nothing
/// is judged.
pub fn members(text: &str, table: &str, key: &str) -> (Vec<String>, Vec<String>) {
    let (tree, _) = DeTable::parse_recoverable(unmarked(text));
    let Some(found) = tree.get_ref().get(table) else { return (Vec::new(), Vec::new()) };
    let keys = found.get_ref().as_table().into_iter().flat_map(DeTable::keys);
    let list = found.get_ref().as_array().into_iter().flat_map(|list| list.iter());
    let texts = list.filter_map(|item| item.get_ref().as_table()?.get(key)?.get_ref().as_str());
    (keys.map(|key| key.get_ref().to_string()).collect(), texts.map(str::to_owned).collect())
}
