//! The first difference of two JSON documents, as a pointer and both values.

use serde_json::Value;

/// Characters of a value that a sentence has.
const SHOWN: usize = 200;

/// The first place where two documents differ, and both values there in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// A JSON pointer (RFC 6901), or what the place is called.
    pub place: String,
    /// What the first has there.
    pub one: String,
    /// What the second has there.
    pub other: String,
}

pub(super) fn first_difference_of(one: &Value, other: &Value) -> Option<Difference> {
    at(one, other, String::new())
}

/// The same for two reports. What they rest on is compared first: where that differs, everything else may.
pub fn first_difference_of_reports(one: &Value, other: &Value) -> Option<Difference> {
    let evidence = [
        "/engagement/file_sha256",
        "/engagement/house_file",
        "/engagement/previous",
        "/inputs",
        "/packs",
        "/games",
    ];
    let of_evidence = evidence.into_iter().find_map(|pointer| {
        below(one.pointer(pointer), other.pointer(pointer), pointer.to_owned())
    });
    of_evidence.or_else(|| first_difference_of(one, other))
}

fn at(one: &Value, other: &Value, pointer: String) -> Option<Difference> {
    if one == other {
        return None;
    }
    match (one, other) {
        (Value::Object(a), Value::Object(b)) => {
            let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
            keys.map(|key| (key.replace('~', "~0").replace('/', "~1"), a.get(key), b.get(key)))
                .find_map(|(key, a, b)| below(a, b, format!("{pointer}/{key}")))
        }
        (Value::Array(a), Value::Array(b)) => (0..a.len().max(b.len()))
            .find_map(|index| below(a.get(index), b.get(index), format!("{pointer}/{index}"))),
        // A value, or values of two kinds.
        _ => Some(Difference {
            place: if pointer.is_empty() { "the document".to_owned() } else { pointer },
            one: shown(one),
            other: shown(other),
        }),
    }
}

fn below(one: Option<&Value>, other: Option<&Value>, pointer: String) -> Option<Difference> {
    match (one, other) {
        (Some(one), Some(other)) => at(one, other, pointer),
        (None, None) => None,
        (one, other) => {
            let shown = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), shown);
            Some(Difference { place: pointer, one: shown(one), other: shown(other) })
        }
    }
}

fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::{Difference, first_difference_of as place, first_difference_of_reports};
    use serde_json::json;

    #[test]
    fn the_first_place_is_named_with_both_values() {
        let one = json!({ "a": [1, { "b/c": "x", "~": 1 }], "d": null });
        let named = |place: &str, one: &str, other: &str| {
            Some(Difference { place: place.into(), one: one.into(), other: other.into() })
        };
        assert_eq!(place(&one, &one), None);
        let other = json!({ "a": [1, { "b/c": "y", "~": 2 }], "d": 1 });
        assert_eq!(place(&one, &other), named("/a/1/b~1c", "\"x\"", "\"y\""));
        let other = json!({ "a": [1, { "b/c": "x", "~": 2 }], "d": null });
        assert_eq!(place(&one, &other), named("/a/1/~0", "1", "2"));
        assert_eq!(
            place(&one, &json!({ "a": [1] })),
            named("/a/1", "{\"b/c\":\"x\",\"~\":1}", "nothing")
        );
        let other = json!({ "a": [1, { "b/c": "x", "~": 1 }], "d": null, "e": 0 });
        assert_eq!(place(&one, &other), named("/e", "nothing", "0"));
        assert_eq!(place(&json!(1), &json!("1")), named("the document", "1", "\"1\""));
        // The evidence first, though it stands further down.
        let one = json!({ "report": { "id": 1 }, "inputs": [{ "file": "a", "sha256": "x" }] });
        let other = json!({ "report": { "id": 2 }, "inputs": [{ "file": "a", "sha256": "y" }] });
        assert_eq!(
            first_difference_of_reports(&one, &other),
            named("/inputs/0/sha256", "\"x\"", "\"y\"")
        );
        let other = json!({ "report": { "id": 2 }, "inputs": [{ "file": "a", "sha256": "x" }] });
        assert_eq!(first_difference_of_reports(&one, &other), named("/report/id", "1", "2"));
        let long = json!("ä".repeat(500));
        assert_eq!(place(&long, &json!(1)).unwrap().one.chars().count(), 203);
    }
}
