//! Blanks: values that only the user can know, marked until they are filled in.

use toml::de::{DeTable, DeValue};

/// How the text of a blank begins; what is to be written there follows. A file with a blank is refused, and all
/// its blanks are named.
pub const BLANK: &str = "FILL IN";

/// Every blank: its byte, its key from the outermost table inwards, and what is to be written there.
pub(crate) fn blanks(tree: &DeTable<'_>) -> Vec<(usize, String, String)> {
    let mut found = Vec::new();
    of_table(tree, "", &mut found);
    found
}

fn of_table(table: &DeTable<'_>, path: &str, found: &mut Vec<(usize, String, String)>) {
    for (key, value) in table {
        let path = under(path, key.get_ref());
        of_value(value.get_ref(), &path, key.span().start, found);
    }
}

fn of_value(
    value: &DeValue<'_>,
    path: &str,
    byte: usize,
    found: &mut Vec<(usize, String, String)>,
) {
    match value {
        DeValue::String(text) => {
            if let Some(wanted) = text.trim_start().strip_prefix(BLANK) {
                let wanted = wanted.trim_matches(|c: char| c == ':' || c.is_whitespace());
                let wanted = if wanted.is_empty() { "its value" } else { wanted };
                found.push((byte, path.to_owned(), wanted.to_owned()));
            }
        }
        DeValue::Array(list) => {
            for (at, item) in list.iter().enumerate() {
                let path = match item.get_ref() {
                    DeValue::Table(table) => member(path, at, table),
                    _ => path.to_owned(),
                };
                of_value(item.get_ref(), &path, item.span().start, found);
            }
        }
        DeValue::Table(table) => of_table(table, path, found),
        DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_) => {}
    }
}

/// A member of a list, by what it describes as far as that is known: `table C4P-1`, else `journal[2]`.
fn member(list: &str, at: usize, table: &DeTable<'_>) -> String {
    let id = table.get("id").and_then(|id| id.get_ref().as_str());
    match id.filter(|id| !id.starts_with(BLANK)) {
        Some(id) => format!("{list} {id}"),
        None => format!("{list}[{}]", at + 1),
    }
}

fn under(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}, {key}") }
}
