//! The words of a file that a profile must translate, and what each is.
//!
//! A column of seats, events or actions has a closed list of words. What stands there as a canonical
//! journal writes it needs no line. Where the seats seen are `Seat 1` and `Seat 4`, all of `Seat 1` to `Seat 9` are given.

use super::amounts::is_none;
use super::facts::WORDS_MAX;
use super::fit::{Column, Fit};
use super::vocabulary::whole_part;
use super::vocabulary::{perhaps, word, words};
use crate::journal::kinds::Words;
use feltproof_model::Seat;
use feltproof_model::engagement::JournalKind;
use std::collections::BTreeSet;

/// A word of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// As it stands in the file.
    pub written: String,
    /// How often it stands in the sample; 0: it was not seen.
    pub count: usize,
    /// What it is, certainly or perhaps.
    pub canonical: Option<&'static str>,
    /// There is no doubt about that.
    pub is_certain: bool,
}

/// The words of the certain source of a canonical column, where some must be translated.
pub(super) fn of(fit: &Fit, target: &'static str, columns: &[Column]) -> Vec<Word> {
    let Some([at]) = fit.certain(target).map(|source| &source.columns[..]) else {
        return Vec::new();
    };
    let Some(facts) = columns.get(*at).map(|column| &column.facts) else { return Vec::new() };
    let Some(Words { is_closed, .. }) = words(fit.kind, target) else { return Vec::new() };
    let values = facts.values.iter().filter(|(value, _)| !is_none(value));
    let one = |(value, count): &(String, usize)| one(fit.kind, target, is_closed, value, *count);
    let mut words: Vec<Word> = values.filter_map(one).collect();
    if target == "seat" {
        seats_alike(&mut words);
    }
    words.truncate(WORDS_MAX);
    words
}

fn certain(written: &str, count: usize, canonical: &'static str) -> Word {
    Word { written: written.to_owned(), count, canonical: Some(canonical), is_certain: true }
}

/// A word, unless it is read as it stands.
fn one(
    kind: JournalKind,
    target: &str,
    is_closed: bool,
    written: &str,
    count: usize,
) -> Option<Word> {
    let is_seat = target == "seat" && Seat::parse(whole_part(written).as_bytes()).is_some();
    match word(kind, target, written) {
        Some(canonical) if canonical == written || is_seat => None,
        Some(canonical) => Some(certain(written, count, canonical)),
        None if !is_closed => None,
        None => {
            let canonical = perhaps(kind, target, written);
            Some(Word { written: written.to_owned(), count, canonical, is_certain: false })
        }
    }
}

/// The seats that were not seen, written like those that were.
fn seats_alike(words: &mut Vec<Word>) {
    let known = words.iter().filter(|word| word.is_certain);
    let numbered = known.filter_map(|w| w.written.strip_suffix(|c: char| c.is_ascii_digit()));
    let prefixes: BTreeSet<String> = numbered.map(str::to_owned).collect();
    for (prefix, number) in prefixes.iter().flat_map(|prefix| (1..=9).map(move |n| (prefix, n))) {
        let written = format!("{prefix}{number}");
        let is_seen = words.iter().any(|word| word.written == written);
        let canonical = super::vocabulary::seat(&written).filter(|_| !is_seen);
        words.extend(canonical.map(|canonical| certain(&written, 0, canonical)));
    }
    words.sort_by_cached_key(|word| (word.canonical.is_none(), word.written.clone()));
}

#[cfg(test)]
mod tests {
    use super::super::facts::Facts;
    use super::super::lines::Lines;
    use super::super::sample::tests::of_text;
    use super::*;

    fn words(
        kind: JournalKind,
        target: &'static str,
        text: &str,
    ) -> Vec<(String, usize, Option<&'static str>, bool)> {
        let sample = of_text(text);
        let lines = Lines::of(&sample);
        let column = |(at, name): (usize, &String)| Column {
            name: name.clone(),
            title: name.clone(),
            facts: Facts::of(at, lines.records.iter().copied()),
            places: vec![at],
        };
        let columns: Vec<Column> = sample.names.iter().enumerate().map(column).collect();
        let fit = Fit::of(kind, &columns, &lines.records);
        let words = of(&fit, target, &columns).into_iter();
        words.map(|w| (w.written, w.count, w.canonical, w.is_certain)).collect()
    }

    #[test]
    fn words_are_translated_where_they_must_be() {
        let text =
            "Evt,Pos,Ante\nCOIN IN,Dlr,-\nCOIN IN,Seat 2,5.00\nend_game,,\nCONFRIM,3,\nTURBO,,\n";
        let events = words(JournalKind::Controller, "event", text);
        let expected = [
            ("COIN IN".to_owned(), 2, Some("coin_in"), true),
            ("CONFRIM".to_owned(), 1, Some("confirm"), false),
            ("TURBO".to_owned(), 1, None, false),
        ];
        assert_eq!(events, expected);
        let seats = words(JournalKind::Hands, "seat", text);
        assert_eq!(seats[0], ("Dlr".to_owned(), 1, Some("D"), true));
        assert_eq!(seats[2], ("Seat 2".to_owned(), 1, Some("2"), true));
        assert_eq!(
            (seats.len(), seats[9].clone()),
            (10, ("Seat 9".to_owned(), 0, Some("9"), true))
        );
    }
}
