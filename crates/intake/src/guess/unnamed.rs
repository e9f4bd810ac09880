//! Files without column names: which column is what, by the values alone.
//!
//! Certain is what no other column can be: the one column of dates with times of day, of cards, of seats with a
//! word among them (`D`, `Seat 3`), of actions or events of which two words at least are known. Numbers that may
//! count anything (rounds, amounts, ten digits that may be seconds since 1970) are guesses, with what they have
//! in common, and what no value tells is asked.
//!
//! A first row that was taken for the names is a record all the same where two of its columns say so, each by
//! itself: what stands there stands under it again, or is cards above cards, or a seat above seats. Where two
//! of its cells are names that are known it is none.

use super::bets;
use super::fit::{Column, Fit, Source};
use super::moments::{self, Part};
use super::names::{self, Sure};
use super::notations::{self, Notation};
use super::sample::Row;
use super::vocabulary::{seat, word};
use feltproof_model::engagement::JournalKind;
use std::collections::BTreeSet;

/// Values of a column that are compared with what stands above them.
const COMPARED: usize = 50;
/// Columns that must say that a row is a record.
const SIGNS: usize = 2;

/// Why the row of the names is a record, if it is one.
pub(super) fn is_record(names: &[String], rows: &[Row]) -> Option<String> {
    if names.iter().filter(|name| is_known(name)).take(SIGNS).count() == SIGNS {
        return None;
    }
    // The names once more, on another page.
    let is_repeated = |row: &&Row| {
        let same = names.iter().enumerate().filter(|(at, name)| row.cell(*at) == name.as_str());
        same.count() * 2 > names.len()
    };
    let rows: Vec<&Row> = rows.iter().filter(|row| !is_repeated(row)).collect();
    let sign = |(at, name): (usize, &String)| {
        let mut values = rows.iter().map(|row| row.cell(at)).filter(|cell| !cell.is_empty());
        if name.is_empty() {
            return None;
        }
        if values.clone().any(|value| value == name) {
            return Some(format!("`{name}` stands under it again"));
        }
        let some: Vec<&str> = values.by_ref().take(COMPARED).collect();
        let are_cards = |values: &[&str]| {
            notations::of(values).is_some_and(|(notation, _)| notation != Notation::Numbers)
        };
        let are_seats = |values: &[&str]| {
            !values.is_empty() && values.iter().all(|value| seat(value).is_some())
        };
        let is_cards = are_cards(&[name]) && are_cards(&some);
        (is_cards || are_seats(&[name]) && are_seats(&some))
            .then(|| format!("`{name}` is what stands under it, too"))
    };
    let signs: Vec<String> = names.iter().enumerate().filter_map(sign).take(SIGNS).collect();
    (signs.len() == SIGNS).then(|| signs.join(", and "))
}

/// Whether a name is one that exports use.
fn is_known(name: &str) -> bool {
    let speaks = |kind: JournalKind| {
        let mut targets = names::plain_targets(kind).into_iter();
        targets.any(|target| names::speaks_of(name, target) >= Some(Sure::Synonym))
    };
    names::is_date(name)
        || names::card_number(name).is_some()
        || bets::wager(name).is_some()
        || JournalKind::ALL.into_iter().any(speaks)
}

/// Whether the columns have no names: then only their numbers stand for them.
pub(super) fn are_unnamed(columns: &[Column]) -> bool {
    !columns.is_empty() && columns.iter().all(|column| column.title.is_empty())
}

impl Fit {
    /// What the values tell of columns without names.
    pub(super) fn by_values(&mut self, columns: &[Column], rows: &[&Row]) {
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
        if hands || self.kind == JournalKind::Shuffler {
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

#[cfg(test)]
mod tests {
    use super::super::sample::tests::of_text;
    use super::*;

    fn record(text: &str) -> Option<String> {
        let sample = of_text(text);
        is_record(&sample.names, &sample.rows)
    }

    #[test]
    fn a_row_that_is_like_those_under_it_is_a_record() {
        let under = "R1,T1,Seat 2,AS KS,play\nR1,T1,Dealer,QH JH,deal\n";
        let rows = of_text(&format!("a,b,c,d,e\n{under}")).rows;
        let first = ["R1", "T1", "Seat 1", "2C 3C", "play"].map(str::to_owned);
        let told = is_record(&first, &rows).unwrap();
        assert_eq!(told, "`R1` stands under it again, and `T1` stands under it again");
        let other = ["R0", "T0", "Seat 1", "2C 3C", "fold"].map(str::to_owned);
        assert!(is_record(&other, &rows).unwrap().contains("`Seat 1` is what stands under it"));
        // One sign alone.
        let one = ["R0", "T0", "x", "2C 3C", "fold"].map(str::to_owned);
        assert_eq!(is_record(&one, &rows), None);
        for names in [
            "Round,Table,Pos,Hand,Act\n",
            // Words that are names stand under them: as when a column of words has its own name among them.
            "Dealer,Hand,a,b,c\nDealer,Hand,x,y,z\nT,U,V,W,X\n",
            // The names once more.
            "Alpha,Beta,Gamma\nAlpha,Beta,Gamma\nx,y,z\n",
            "A,B,C\n",
        ] {
            assert_eq!(record(&format!("{names}{under}")), None, "{names}");
        }
        assert_eq!(is_record(&[], &rows), None);
    }
}
