//! What the values of one column are, whatever its name says.
//!
//! A column may be read in several ways: `5` is a whole number, an amount and a seat. All that read
//! every value of the sample are kept; [`Facts::in_words`] says the narrowest. A column with at most
//! [`WORDS_MAX`] different values that are none of the others holds words of a small set.

use super::amounts::{self, Amounts};
use super::moments::{self, Moments, Part};
use super::notations::{self, Notation};
use super::sample::Row;
use super::vocabulary::{seat, whole_part};

/// Different values that are listed as words.
pub(super) const WORDS_MAX: usize = 40;
const EXAMPLES: usize = 3;

/// What the values of a column are.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    pub(super) filled: usize,
    pub(super) empty: usize,
    /// Each different value with how often it stands, in the order of the file.
    pub(super) values: Vec<(String, usize)>,
    /// The least and the most, of whole numbers.
    pub(super) whole: Option<(u64, u64)>,
    /// The same of whole numbers that a program may have made decimals of: `1.0`.
    pub(super) decimals: Option<(u64, u64)>,
    pub(super) amounts: Option<Amounts>,
    pub(super) moments: Option<Moments>,
    pub(super) cards: Option<(Notation, usize)>,
    pub(super) are_seats: bool,
}

impl Facts {
    pub(super) fn of<'r>(at: usize, rows: impl Iterator<Item = &'r Row>) -> Self {
        let mut facts = Self::default();
        let mut places = std::collections::BTreeMap::new();
        for row in rows {
            let value = row.cell(at);
            if value.is_empty() {
                facts.empty += 1;
                continue;
            }
            facts.filled += 1;
            let place = *places.entry(value).or_insert(facts.values.len());
            match facts.values.get_mut(place) {
                Some((_, count)) => *count += 1,
                None => facts.values.push((value.to_owned(), 1)),
            }
        }
        let values: Vec<&str> = facts.words().collect();
        let bounds = |numbers: Option<Vec<u64>>| {
            numbers.and_then(|n| n.iter().min().copied().zip(n.iter().max().copied()))
        };
        let whole = bounds(values.iter().map(|value| digits(value)).collect());
        let decimals = bounds(values.iter().map(|value| digits(whole_part(value))).collect());
        let are_seats = !values.is_empty() && values.iter().all(|value| seat(value).is_some());
        let (amounts, moments) = (amounts::of(values.iter().copied()), moments::of_column(&values));
        let cards = notations::of(&values);
        Self { whole, decimals, amounts, moments, cards, are_seats, ..facts }
    }

    /// The different values, in the order of the file.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> + Clone {
        self.values.iter().map(|(value, _)| value.as_str())
    }

    pub(super) fn examples(&self) -> Vec<String> {
        self.words().take(EXAMPLES).map(str::to_owned).collect()
    }

    /// Every value is cards, and some of several.
    pub(super) fn are_hands(&self) -> bool {
        self.cards.is_some_and(|(notation, most)| notation != Notation::Numbers && most > 1)
    }

    pub(super) const fn are_few(&self) -> bool {
        self.values.len() <= WORDS_MAX && !self.values.is_empty()
    }

    pub(super) fn in_words(&self) -> String {
        let cards = self.cards.map(|(notation, _)| notation);
        let is_clock = |m: &&Moments| m.part == Part::TimeOfDay && self.whole.is_some();
        if self.filled == 0 {
            "empty".to_owned()
        } else if let Some(notation) = cards.filter(|notation| *notation != Notation::Numbers) {
            notation.in_words().to_owned()
        } else if let Some(moments) = self.moments.as_ref().filter(|m| !is_clock(m)) {
            moments.in_words()
        } else if let Some((least, most)) = self.whole {
            format!("whole numbers {least} to {most}")
        } else if let Some(amounts) = &self.amounts {
            amounts.in_words()
        } else if self.are_seats {
            "seats".to_owned()
        } else if let Some(notation) = cards {
            notation.in_words().to_owned()
        } else {
            match (self.are_few(), self.values.len()) {
                (true, 1) => "one word".to_owned(),
                (true, count) => format!("{count} different words"),
                (false, count) => format!("free text, {count} different"),
            }
        }
    }
}

/// A number of digits only.
fn digits(value: &str) -> Option<u64> {
    value.bytes().all(|byte| byte.is_ascii_digit()).then(|| value.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::super::sample::tests::of_text;
    use super::*;

    #[test]
    fn values_are_what_reads_them_all() {
        let text = "N,Seat,Amt,When,Hand,Word,None\n\
             1,Seat 1,$5.00,10/31/2026,AS KH,COIN IN,\n\
             2,Dlr,$7.50,10/31/2026,,START,\n\
             2,Seat 2,-,11/01/2026,2D,START,\n";
        let sample = of_text(text);
        let facts = |at: usize| Facts::of(at, sample.rows.iter());
        let words: Vec<String> = (0..7).map(|at| facts(at).in_words()).collect();
        let expected = [
            "whole numbers 1 to 2",
            "seats",
            "money with $",
            "dates, %m/%d/%Y",
            "cards by rank and suit",
            "2 different words",
            "empty",
        ];
        assert_eq!(words, expected);
        assert_eq!(facts(0).examples(), ["1", "2"]);
        assert_eq!((facts(4).filled, facts(4).empty), (2, 1));
        assert_eq!(facts(5).values, [("COIN IN".to_owned(), 1), ("START".to_owned(), 2)]);
    }
}
