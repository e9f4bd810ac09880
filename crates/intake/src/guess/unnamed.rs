//! Files without column names: which column is what, by the values alone.
//!
//! Certain is what no other column can be: the one column of dates with times of day, of cards, of seats with a
//! word among them (`D`, `Seat 3`), of actions or events of which two words at least are known. Numbers that may
//! count anything (rounds, amounts, ten digits that may be seconds since 1970) are guesses, with what they have
//! in common, and what no value tells is asked.

use super::fit::{Column, Fit, Source, places};
use super::moments::{Dates, Part};
use super::sample::Row;
use super::vocabulary::{self, seat, word};
use crate::journal::kinds;
use feltproof_model::engagement::JournalKind;
use std::collections::BTreeSet;

/// Whether the columns have no names: then only their numbers stand for them.
pub(super) fn are_unnamed(columns: &[Column]) -> bool {
    !columns.is_empty() && columns.iter().all(|column| column.title.is_empty())
}

/// What the columns of a file without names are as those of one kind of journal.
pub(super) fn of(kind: JournalKind, columns: &[Column], rows: &[&Row]) -> Fit {
    let mut fit = Fit { kind, sources: Vec::new(), moments: None, dates: Dates::Calendar };
    fit.by_values(columns, rows);
    fit.doubt_times_that_step_back(rows);
    fit
}

impl Fit {
    fn by_values(&mut self, columns: &[Column], rows: &[&Row]) {
        self.time_by_values(columns, rows);
        let kind = self.kind;
        let is_hands = kind == JournalKind::Hands;
        let (words, what) =
            if is_hands { ("action", "words of actions") } else { ("event", "words of events") };
        if is_hands {
            self.only("seat", columns, "seats, with a word among them", are_seats);
        }
        self.only(words, columns, what, |column| knows(column, kind, words));
        if kinds::column(kind, "cards").is_some() {
            self.only("cards", columns, "cards", |column| column.facts.are_hands());
        }
        if is_hands {
            self.of_rounds(columns, rows);
        }
    }

    /// Columns that may be a canonical one: certain where there is one alone.
    fn only(
        &mut self,
        target: &'static str,
        columns: &[Column],
        what: &str,
        fits: impl Fn(&Column) -> bool,
    ) {
        let found: Vec<usize> = places(columns, fits);
        let is_certain = found.len() == 1;
        for at in &found {
            let why = match is_certain {
                true => format!("by its values alone: {what}"),
                false => format!("{} columns have {what}", found.len()),
            };
            self.add(target, vec![*at], is_certain, why);
        }
    }

    fn add(&mut self, target: &'static str, columns: Vec<usize>, is_certain: bool, why: String) {
        let source = Source { target, columns, is_net: false, is_certain, agrees: true, why };
        self.sources.push(source);
    }

    fn time_by_values(&mut self, columns: &[Column], rows: &[&Row]) {
        let is_unix = |format: &String| format.starts_with("unix");
        // Digits alone may be a number of anything.
        let is_counted =
            |format: &String| is_unix(format) || !format.contains(['/', '-', '.', ':', ' ']);
        let part = |wanted: Part| {
            places(columns, |column| {
                let moments = column.facts.moments.as_ref().filter(|m| m.part == wanted);
                moments.is_some_and(|m| wanted == Part::Both || !m.formats.iter().any(is_counted))
            })
        };
        match (&part(Part::Both)[..], &part(Part::Date)[..], &part(Part::TimeOfDay)[..]) {
            ([one], ..) => {
                let moments = columns[*one].facts.moments.clone();
                self.moments = moments.filter(|m| !m.formats.iter().any(is_unix));
                let is_certain = self.moments.is_some();
                let why = match is_certain {
                    true => "by its values alone: dates with times of day",
                    false => "as many digits as seconds since 1970 have",
                };
                self.add("time", vec![*one], is_certain, why.to_owned());
            }
            ([], [date], [clock]) => self.joined_time([*date, *clock], rows),
            (several, ..) => {
                for at in several {
                    let why = format!("{} columns have dates with times of day", several.len());
                    self.add("time", vec![*at], false, why);
                }
            }
        }
    }

    /// What is the same in all rows of a round, which the dealer's or the banker's ends.
    fn of_rounds(&mut self, columns: &[Column], rows: &[&Row]) {
        let Some(seat_at) = self.certain("seat").and_then(|source| source.columns.first().copied())
        else {
            return;
        };
        let ends = |row: &Row| seat(row.cell(seat_at)).is_some_and(|s| s.starts_with(['D', 'B']));
        let rounds: Vec<&[&Row]> = rows.split_inclusive(|row| ends(row)).collect();
        let is_taken = |at: usize| {
            self.sources.iter().any(|source| source.is_certain && source.columns.contains(&at))
        };
        let is_of_rounds = |at: &usize| {
            let is_one = |round: &&[&Row]| {
                let values: BTreeSet<&str> = round.iter().map(|row| row.cell(*at)).collect();
                values.len() == 1 && !values.contains("")
            };
            !is_taken(*at) && rounds.iter().all(is_one)
        };
        let shared: Vec<usize> = (0..columns.len()).filter(is_of_rounds).collect();
        for target in ["round", "table", "dealer"] {
            for at in &shared {
                let facts = &columns[*at].facts;
                let counts = facts.whole.is_some_and(|(least, most)| {
                    least > 0 && most <= u64::from(u32::MAX) && facts.values.len() > 1
                });
                let is_name = facts.are_few() && facts.amounts.is_none() && facts.moments.is_none();
                if if target == "round" { counts } else { is_name } {
                    let why = format!("the same in all rows of a round: {}", facts.in_words());
                    self.add(target, vec![*at], false, why);
                }
            }
        }
    }
}

/// Seats of players by number, and a word that is none: numbers alone may be anything.
fn are_seats(column: &Column) -> bool {
    let is_player = |value: &str| seat(value).is_some_and(vocabulary::is_player);
    column.facts.are_seats
        && column.facts.words().any(is_player)
        && column.facts.words().any(|value| value.contains(char::is_alphabetic))
}

/// Two words at least of this list, and half of all at least.
fn knows(column: &Column, kind: JournalKind, target: &str) -> bool {
    let known = column.facts.words().filter(|value| word(kind, target, value).is_some()).count();
    known >= 2 && known * 2 >= column.facts.values.len()
}
