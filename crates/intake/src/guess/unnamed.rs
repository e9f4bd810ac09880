//! Files without column names: which column is what, by the values alone.
//!
//! Certain is what no other column can be: the one column of dates with times of day, of cards, of seats with a
//! word among them (`D`, `Seat 3`), of actions or events of which two words at least are known. Numbers that may
//! count anything (rounds, amounts, ten digits that may be seconds since 1970) are guesses, with what they have
//! in common, and what no value tells is asked.

use super::fit::{Column, Fit, Source};
use super::moments::{self, Part};
use super::sample::Row;
use super::vocabulary::{seat, word};
use crate::journal::kinds;
use feltproof_model::engagement::JournalKind;
use std::collections::BTreeSet;

/// Whether the columns have no names: then only their numbers stand for them.
pub(super) fn are_unnamed(columns: &[Column]) -> bool {
    !columns.is_empty() && columns.iter().all(|column| column.title.is_empty())
}

/// What the columns of a file without names are as those of one kind of journal.
pub(super) fn of(kind: JournalKind, columns: &[Column], rows: &[&Row]) -> Fit {
    let mut fit = Fit { kind, sources: Vec::new(), moments: None };
    fit.by_values(columns, rows);
    fit.doubt_times_that_step_back(rows);
    fit
}

impl Fit {
    fn by_values(&mut self, columns: &[Column], rows: &[&Row]) {
        self.time_by_values(columns, rows);
        let hands = self.kind == JournalKind::Hands;
        if hands {
            self.only("seat", columns, "seats, with a word among them", are_seats);
            self.only("action", columns, "words of actions", |c| {
                knows(c, JournalKind::Hands, "action")
            });
        } else {
            let kind = self.kind;
            self.only("event", columns, "words of events", |c| knows(c, kind, "event"));
        }
        if kinds::column(self.kind, "cards").is_some() {
            self.only("cards", columns, "cards", |c| c.facts.are_hands());
        }
        if hands {
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
            self.by_value(target, vec![*at], is_certain, why);
        }
    }

    fn by_value(
        &mut self,
        target: &'static str,
        columns: Vec<usize>,
        is_certain: bool,
        why: String,
    ) {
        let source = Source { target, columns, is_net: false, is_certain, agrees: true, why };
        self.sources.push(source);
    }

    fn time_by_values(&mut self, columns: &[Column], rows: &[&Row]) {
        let part = |wanted: Part| {
            places(columns, |column| {
                // Digits alone may be a number of anything.
                let is_counted = |format: &String| {
                    format.starts_with("unix") || !format.contains(['/', '-', '.', ':', ' '])
                };
                let moments = column.facts.moments.as_ref().filter(|m| m.part == wanted);
                moments.is_some_and(|m| wanted == Part::Both || !m.formats.iter().any(is_counted))
            })
        };
        let formats = |at: &usize| columns.get(*at).and_then(|c| c.facts.moments.clone());
        let whys = "by its values alone: dates with times of day";
        match (&part(Part::Both)[..], &part(Part::Date)[..], &part(Part::TimeOfDay)[..]) {
            ([one], ..) => {
                let is_count =
                    |m: &moments::Moments| m.formats.iter().any(|f| f.starts_with("unix"));
                self.moments = formats(one).filter(|m| !is_count(m));
                let is_certain = self.moments.is_some();
                let why =
                    if is_certain { whys } else { "as many digits as seconds since 1970 have" };
                self.by_value("time", vec![*one], is_certain, why.to_owned());
            }
            ([], [date], [clock]) => self.joined_time([*date, *clock], rows),
            (several, ..) => {
                for at in several {
                    let why = format!("{} columns have dates with times of day", several.len());
                    self.by_value("time", vec![*at], false, why);
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
        let is_of_rounds = |at: usize| {
            let is_one = |round: &&[&Row]| {
                let values: BTreeSet<&str> = round.iter().map(|row| row.cell(at)).collect();
                values.len() == 1 && !values.contains("")
            };
            !is_taken(at) && rounds.iter().all(is_one)
        };
        let shared: Vec<usize> = (0..columns.len()).filter(|at| is_of_rounds(*at)).collect();
        let why = |column: &Column| {
            format!("the same in all rows of a round: {}", column.facts.in_words())
        };
        let column = |at: &usize| columns.get(*at).map(|column| (*at, column));
        for (at, column) in shared.iter().filter_map(column) {
            let counts = column.facts.whole.is_some_and(|(least, most)| {
                least > 0 && most <= u64::from(u32::MAX) && column.facts.values.len() > 1
            });
            if counts {
                self.by_value("round", vec![at], false, why(column));
            }
        }
        for target in ["table", "dealer"] {
            for (at, column) in shared.iter().filter_map(column) {
                let is_name = column.facts.are_few() && column.facts.amounts.is_none();
                if is_name && column.facts.moments.is_none() {
                    self.by_value(target, vec![at], false, why(column));
                }
            }
        }
    }
}

fn places(columns: &[Column], fits: impl Fn(&Column) -> bool) -> Vec<usize> {
    columns.iter().enumerate().filter(|(_, column)| fits(column)).map(|(at, _)| at).collect()
}

/// Seats of players by number, and a word that is none: numbers alone may be anything.
fn are_seats(column: &Column) -> bool {
    let values = || column.facts.values.iter().map(|(value, _)| value.as_str());
    let is_player =
        |value: &str| seat(value).is_some_and(|s| s.bytes().all(|b| b.is_ascii_digit()));
    column.facts.are_seats
        && values().any(is_player)
        && values().any(|value| value.contains(char::is_alphabetic))
}

/// Two words at least of this list, and half of all at least.
fn knows(column: &Column, kind: JournalKind, target: &str) -> bool {
    let values = &column.facts.values;
    let known = values.iter().filter(|(value, _)| word(kind, target, value).is_some()).count();
    known >= 2 && known * 2 >= values.len()
}
