//! What a line of a case says it raises, and what it did raise, in the same words.
//!
//! A claim is a code, and where the exception is about money its amounts: `PAY-001 $15.00 / $20.00
//! player` is what the reference expects, what the log records, and whom the difference favours. Where
//! the exception names no two amounts but is worth one, it is `CRD-002 $10.00 house`.

use feltproof_model::{Exception, Money};

/// A line of a section of a case.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// As it stands in the journal, or among the changes.
    pub text: String,
    /// What it must raise, in full.
    pub raises: Vec<String>,
}

/// A line with what is written in its margin and below it, before it becomes rows.
pub(crate) struct Margin {
    own: String,
    is_marked: bool,
    claims: Vec<String>,
}

impl Margin {
    /// Of a line of the case of `code`: whether it begins with `! `.
    pub(crate) fn new(code: &str, is_marked: bool) -> Self {
        Self { own: code.to_owned(), is_marked, claims: Vec::new() }
    }

    /// `= ` below the line: another code, or the amounts of the document's own.
    pub(crate) fn claim(&mut self, text: &str) {
        let text = text.trim();
        let first = text.split(' ').next().unwrap_or_default();
        if is_code(first) {
            assert_ne!(
                first, self.own,
                "the document's own code is `! ` in the margin: `= {text}`"
            );
            self.claims.push(text.to_owned());
        } else {
            assert!(self.is_marked, "amounts below a line without `! `: `= {text}`");
            self.claims.push(format!("{} {text}", self.own));
        }
    }

    /// The line once for each line that it stands for.
    pub(crate) fn rows(mut self, texts: Vec<String>) -> Vec<Row> {
        let is_amounted = self.claims.iter().any(|c| c.starts_with(&self.own));
        if self.is_marked && !is_amounted {
            self.claims.push(self.own);
        }
        texts.into_iter().map(|text| Row { text, raises: self.claims.clone() }).collect()
    }
}

/// `PAY-001`.
fn is_code(word: &str) -> bool {
    let (family, number) = word.split_once('-').unwrap_or_default();
    family.len() == 3
        && family.bytes().all(|b| b.is_ascii_uppercase())
        && number.len() == 3
        && number.bytes().all(|b| b.is_ascii_digit())
}

/// An amount as exceptions print it.
fn amount(text: &str) -> Option<Money> {
    Money::parse(text.replacen('$', "", 1).replace(',', "").as_bytes()).ok()
}

/// What an exception says, as a claim would.
pub(crate) fn said(exception: &Exception) -> String {
    let Exception { code, expected, recorded, difference, favours, .. } = exception;
    let Some(favours) = favours.map(|party| party.name()) else { return (*code).to_owned() };
    match (amount(expected), amount(recorded), difference) {
        (Some(owed), Some(shown), Some(difference)) => {
            assert_eq!(
                shown.checked_sub(owed),
                Some(*difference),
                "{code}: {expected}, {recorded}"
            );
            format!("{code} {expected} / {recorded} {favours}")
        }
        (_, _, Some(difference)) => format!("{code} {difference} {favours}"),
        (_, _, None) => format!("{code} {expected} / {recorded} {favours}"),
    }
}
