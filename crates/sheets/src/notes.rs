//! What is remarkable about a file that was read: counted as it is met, said in sentences.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What is counted, in the order in which it is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Noted {
    Formulas,
    NotCalculated,
    MergedCells,
    ErrorCells,
    HiddenRows,
    LaterKeys,
    NotObjects,
    RepeatedKeys,
    OutsideColumns,
    AcrossColumns,
    NotDecoded,
    Utf8Lines,
    Windows1252Lines,
    MarksWithin,
    LoneReturns,
}

impl Noted {
    const fn sentence(self) -> &'static str {
        match self {
            Self::Formulas => "cells are formulas; their stored values were read",
            Self::NotCalculated => {
                "cells are formulas without a stored value; open the workbook in its program and save it"
            }
            Self::MergedCells => "blocks of merged cells; the value stands in the first cell",
            Self::ErrorCells => {
                "cells hold an error of the program, such as #N/A, read as that text"
            }
            Self::HiddenRows => "rows are hidden in the program; they were read",
            Self::LaterKeys => {
                "values have keys that the first rows do not have; each stands as `key=value` behind \
                 the last column"
            }
            Self::NotObjects => {
                "lines are not one JSON object; each stands as it is behind the last column"
            }
            Self::RepeatedKeys => {
                "values repeat a key of their own object; each stands as `key=value` behind the last \
                 column"
            }
            Self::OutsideColumns => {
                "lines have text outside of the columns; it stands behind the last column"
            }
            Self::AcrossColumns => {
                "lines have text across the boundary of two columns; check their places"
            }
            Self::NotDecoded => "places are not of the encoding; each reads as U+FFFD",
            Self::Utf8Lines => {
                "lines are not UTF-16, as others are, but UTF-8, and were read as that"
            }
            Self::Windows1252Lines => {
                "lines are not UTF-8, as others are, but taken for Windows-1252"
            }
            Self::MarksWithin => "byte order marks stand within the text; they were left out",
            Self::LoneReturns => "lines end with a carriage return alone; each counts as a line",
        }
    }
}

/// What one sheet notes, kept apart until some rows were read: there may be millions.
pub(crate) struct Tally {
    sheet: String,
    notes: Notes,
    counted: BTreeMap<Noted, (u64, String)>,
}

impl Tally {
    pub(crate) fn new(sheet: &str, notes: &Notes) -> Self {
        Self { sheet: sheet.to_owned(), notes: notes.clone(), counted: BTreeMap::new() }
    }

    /// Some more of these; the place is only asked of the first.
    pub(crate) fn count(&mut self, noted: Noted, more: u64, place: impl FnOnce() -> String) {
        self.counted.entry(noted).or_insert_with(|| (0, place())).0 += more;
    }

    pub(crate) fn hand_over(&mut self) {
        for (noted, (count, first)) in std::mem::take(&mut self.counted) {
            self.notes.count(Some(&self.sheet), noted, count, &first);
        }
    }
}

/// What was noted so far; the same for all who read one file.
#[derive(Clone, Default)]
pub(crate) struct Notes(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    said: Vec<String>,
    counted: BTreeMap<(String, Noted), (u64, String)>,
}

impl Notes {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn say(&self, sentence: impl Into<String>) {
        let (sentence, mut inner) = (sentence.into(), self.lock());
        if !inner.said.contains(&sentence) {
            inner.said.push(sentence);
        }
    }

    /// Some more of these, the first at this place.
    pub(crate) fn count(&self, sheet: Option<&str>, noted: Noted, more: u64, first: &str) {
        if more > 0 {
            let key = (sheet.unwrap_or_default().to_owned(), noted);
            self.lock().counted.entry(key).or_insert_with(|| (0, first.to_owned())).0 += more;
        }
    }

    /// All of it in sentences.
    pub(crate) fn sentences(&self) -> Vec<String> {
        let inner = self.lock();
        let counted = inner.counted.iter().map(|((sheet, noted), (count, first))| {
            let some = |of: &str, words: String| if of.is_empty() { String::new() } else { words };
            let first = some(first, format!(" (the first: {first})"));
            let sheet = some(sheet, format!("sheet `{sheet}`: "));
            format!("{sheet}{count} {}{first}", noted.sentence())
        });
        inner.said.iter().cloned().chain(counted).collect()
    }
}
