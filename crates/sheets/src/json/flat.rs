//! One JSON object as keys and texts in order. Numbers keep their digits, never as floating point.

use crate::number::plain;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// Objects within objects that are flattened; one deeper stays JSON.
const DEPTH_MAX: usize = 8;

/// A value and its path.
pub(super) struct Cell {
    pub(super) key: String,
    pub(super) value: Vec<u8>,
}

/// The values of an object; `None` when the line is not one.
pub(super) fn flatten(line: &[u8]) -> Option<Vec<Cell>> {
    let Object(entries) = serde_json::from_slice(line).ok()?;
    let mut cells = Vec::with_capacity(entries.len());
    for (key, value) in entries {
        push(&mut cells, key, value.get(), 1);
    }
    Some(cells)
}

fn push(cells: &mut Vec<Cell>, key: String, json: &str, depth: usize) {
    if json.starts_with('{') && depth < DEPTH_MAX {
        let entries = serde_json::from_str(json).map_or_else(|_| Vec::new(), |Object(e)| e);
        for (inner, value) in entries {
            push(cells, format!("{key}.{inner}"), value.get(), depth + 1);
        }
        return;
    }
    let value = list(json).unwrap_or_else(|| scalar(json)).into_bytes();
    cells.push(Cell { key, value });
}

/// The items of a list of texts, numbers and the like, with blanks between them: a hand of cards
/// reads as it is written elsewhere. Any other list stays JSON.
fn list(json: &str) -> Option<String> {
    let items: Vec<&RawValue> =
        json.starts_with('[').then(|| serde_json::from_str(json).ok())??;
    let plain = items.iter().all(|item| !item.get().starts_with(['[', '{']));
    let texts = || items.iter().map(|item| scalar(item.get()));
    (plain && texts().all(|text| !text.contains(' ') && !text.is_empty()))
        .then(|| texts().collect::<Vec<_>>().join(" "))
}

fn scalar(json: &str) -> String {
    match json.as_bytes() {
        [b'"', ..] => serde_json::from_str(json).unwrap_or_else(|_| json.to_owned()),
        b"null" => String::new(),
        b"true" => "TRUE".to_owned(),
        b"false" => "FALSE".to_owned(),
        [b'0'..=b'9' | b'-', ..] => plain(json),
        _ => json.to_owned(),
    }
}

/// The entries of an object, in order, a key that comes twice twice.
struct Object<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Object<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Entries)
    }
}

struct Entries;

impl<'de> Visitor<'de> for Entries {
    type Value = Object<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let entries = std::iter::from_fn(|| map.next_entry().transpose());
        entries.collect::<Result<_, _>>().map(Object)
    }
}
