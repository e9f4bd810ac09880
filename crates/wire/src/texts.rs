//! Values that JSON has no type for: each is a text with one pattern, or a group of keys that many forms share.

use crate::{object, words};
use feltproof_model::engagement::JournalKind;
use feltproof_model::workpaper::FileDigest;
use feltproof_model::{Date, Money, Sum};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A text that is not empty.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Text(#[schemars(length(min = 1))] String);

/// An amount of United States dollars as a decimal string: exact, two digits after the point at least and six at most,
/// a minus in front when negative.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Dollars(#[schemars(regex(pattern = r"^-?(0|[1-9][0-9]*)\.[0-9]{2,6}$"))] String);

/// A calendar day, YYYY-MM-DD.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Day(#[schemars(regex(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"))] String);

/// A time, RFC 3339, with the offset of the property's zone.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Time(
    #[schemars(regex(
        pattern = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?(Z|[+-][0-9]{2}:[0-9]{2})$"
    ))]
    String,
);

/// SHA-256 as 64 lower-case hexadecimal digits.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Sha256Hex(#[schemars(regex(pattern = "^[0-9a-f]{64}$"))] String);

/// Code of a check, as `feltproof explain` takes it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Code(#[schemars(regex(pattern = "^[A-Z]{3}-[0-9]{3}$"))] String);

/// A rate as an exact fraction or whole number: `1/5`, `1`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Fraction(#[schemars(regex(pattern = "^-?[0-9]+(/[1-9][0-9]*)?$"))] String);

/// A line or row of the file, from 1; the header is a line.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Line(pub u32);

/// How well the text behind it is known: V read, E stated by the engagement, V-part read in part, V-copy read on a third
/// party's copy, C computed, SEED a
/// source document, S secondary, R recalled, I inferred.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(extend("enum" = ["V", "E", "V-part", "V-copy", "C", "SEED", "S", "R", "I"]))]
pub struct Evidence(String);

words! {
    /// Which journal.
    pub JournalName: JournalKind = JournalKind::name { Hands, Controller, Manager, Shuffler, Bank }
}

object! {
    /// A place in the evidence.
    pub Place(file: String, line: u32) {
        /// The file.
        file: Text = file.into(),
        line: Line = Line(line),
    }

    /// A file by name, size and digest.
    pub FileOf(file: &FileDigest) {
        /// Its name as stated.
        file: Text = (&file.file).into(),
        /// Digest of its bytes.
        sha256: Sha256Hex = (&file.sha256).into(),
        /// Its size in bytes.
        size_bytes: u64 = file.size_bytes,
    }
}

macro_rules! of_text {
    ($($name:ident),+) => {$(
        impl<T: AsRef<str>> From<T> for $name {
            fn from(text: T) -> Self {
                Self(text.as_ref().to_owned())
            }
        }
    )+};
}
of_text!(Text, Time, Sha256Hex, Code, Fraction, Evidence);

macro_rules! of_amount {
    ($($from:ty: $sum:expr),+) => {$(
        impl From<$from> for Dollars {
            fn from(amount: $from) -> Self {
                let sum: fn($from) -> Sum = $sum;
                Self(sum(amount).plain())
            }
        }
    )+};
}
of_amount!(Sum: |sum| sum, Money: Sum::from, i64: |micros| Sum::from_micros(micros.into()), i128: Sum::from_micros);

impl From<Date> for Day {
    fn from(day: Date) -> Self {
        Self(day.to_string())
    }
}

/// Each of several as it stands in a list.
pub fn list<A, B: From<A>>(all: impl IntoIterator<Item = A>) -> Vec<B> {
    all.into_iter().map(B::from).collect()
}
