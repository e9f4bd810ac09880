//! The text of JSON that goes out: nothing is hidden in it, and none of it ends what it stands in.

use crate::error::JsonError;
use serde::Serialize;

/// JSON that people read too: indented, with nothing hidden in its texts.
pub(crate) fn pretty(value: &impl Serialize) -> Result<String, JsonError> {
    let text = serde_json::to_string_pretty(value).map_err(JsonError::Encode)?;
    Ok(feltproof_printable::json(&text))
}

/// JSON in which no character can end a script block, begin markup, break a line, or hide and rearrange what stands
/// beside it: such a character stands only inside strings, where `\uXXXX` says the same.
pub(crate) fn inert(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in feltproof_printable::json(json).chars() {
        match c {
            '<' | '>' | '&' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out
}
