//! Cells that have no value, and words that may stand for none. Neither is an empty cell: what the user names
//! is decided, and nobody else decides it.

use feltproof_sheets::{no_value, unguarded};

/// Words by which programs write that there is nothing, in lower case; in brackets too (`<null>`).
const WORDS: [&str; 12] = [
    "null",
    "none",
    "nan",
    "-nan",
    "nat",
    "na",
    "n/a",
    "#n/a",
    "nil",
    "unknown",
    "undefined",
    "\\n",
];
/// Signs that stand for nothing.
const SIGNS: [&str; 8] = ["-", "--", "---", "–", "—", "?", "??", "#"];
const LONGEST: usize = 12;

/// Whether people and programs write this where there is nothing, and perhaps as a value.
pub(crate) fn may_mean_nothing(cell: &[u8]) -> bool {
    let Some(text) = Some(cell).filter(|cell| cell.len() <= LONGEST) else { return false };
    let Ok(text) = std::str::from_utf8(text) else { return false };
    let inner = [("<", ">"), ("(", ")"), ("[", "]")]
        .into_iter()
        .find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close));
    let word = inner.unwrap_or(text);
    let lower = word.to_ascii_lowercase();
    // `Nan` is a person: of short words no program has the first letter alone large.
    let is_name = matches!(word, "Nan" | "Na" | "Nat" | "Nil");
    SIGNS.contains(&text) || WORDS.contains(&&*lower) && !is_name
}

/// What a cell that is not empty says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Value,
    /// The profile lists it as a word for nothing.
    Nothing,
    /// It may stand for nothing, or be a word; the profile does not say.
    Word(&'static str),
    /// It has none: an error, a formula that was not calculated, a value that was cut.
    NoValue(&'static str),
}

/// What stands for nothing in a file.
pub(crate) struct Nothings {
    listed: Vec<String>,
    /// A cell that begins otherwise is a value.
    begins: [bool; 256],
}

impl Nothings {
    pub(crate) fn new(listed: &[String]) -> Self {
        let mut begins = [false; 256];
        // Words and signs of above, and what `no_value` knows: `#N/A`, `=formula`, `Err:502`.
        let known = "nNuU\\-–—?#<([=EeIi'".bytes();
        for first in known.chain(listed.iter().filter_map(|word| word.bytes().next())) {
            begins[usize::from(first)] = true;
        }
        Self { listed: listed.to_vec(), begins }
    }

    /// Whether [`Self::meaning`] must be asked of this cell.
    #[inline]
    pub(crate) fn may_be(&self, cell: &[u8]) -> bool {
        cell.first().is_some_and(|first| self.begins[usize::from(*first)])
    }

    pub(crate) fn meaning(&self, cell: &[u8]) -> Meaning {
        // An apostrophe keeps a spreadsheet from running what follows.
        let cell = unguarded(cell);
        if self.listed.iter().any(|word| word.as_bytes() == cell) {
            Meaning::Nothing
        } else if let Some(why) = no_value(cell) {
            Meaning::NoValue(why)
        } else if may_mean_nothing(cell) {
            Meaning::Word("may stand for nothing")
        } else {
            Meaning::Value
        }
    }
}
