//! Whether the row that was taken for the column names is a record.
//!
//! A first row of words is one where two of its columns say so, each by itself: what stands there stands under
//! it again, or is cards above cards, or a seat above seats. Where two of its cells are names that are known it
//! is none.

use super::names::{self, Sure};
use super::notations::{self, Notation};
use super::vocabulary::seat;
use super::{amounts, bets, wide};
use crate::journal::heading;
use feltproof_model::engagement::JournalKind;

/// Values of a column that are compared with what stands above them.
const COMPARED: usize = 50;
/// Columns that must say that a row is a record.
const SIGNS: usize = 2;

/// Why the row of the names is a record, if it is one.
pub(super) fn is_record(names: &[String], rows: &[&[String]]) -> Option<String> {
    if names.iter().filter(|name| is_known(name)).take(SIGNS).count() == SIGNS {
        return None;
    }
    // The names once more, on another page.
    let is_repeated = |row: &&[String]| {
        names.iter().zip(*row).filter(|(name, cell)| name == cell).count() * 2 > names.len()
    };
    let rows: Vec<&[String]> = rows.iter().copied().filter(|row| !is_repeated(row)).collect();
    let sign = |(at, name): (usize, &String)| {
        let cells = rows.iter().map(|row| row.get(at).map_or("", String::as_str));
        let values: Vec<&str> = cells.filter(|cell| !cell.is_empty()).collect();
        if name.is_empty() {
            return None;
        }
        if values.contains(&name.as_str()) {
            return Some(format!("`{name}` stands under it again"));
        }
        let are_cards = |values: &[&str]| {
            notations::of(values).is_some_and(|(notation, _)| notation != Notation::Numbers)
        };
        let are_seats = |values: &[&str]| {
            !values.is_empty() && values.iter().all(|value| seat(value).is_some())
        };
        let some = &values[..values.len().min(COMPARED)];
        (are_cards(&[name]) && are_cards(some) || are_seats(&[name]) && are_seats(some))
            .then(|| format!("`{name}` is what stands under it, too"))
    };
    let signs: Vec<String> = names.iter().enumerate().filter_map(sign).take(SIGNS).collect();
    (signs.len() == SIGNS).then(|| signs.join(", and "))
}

/// The rows of these that hold the names together, the first and how many, where more columns have a name that is known
/// than in the row of the names alone or in any other. None of them holds a value.
pub(super) fn rows(rows: &[Vec<String>], own: usize) -> Option<(usize, usize)> {
    let is_value = |cell: &String| {
        let cell = [cell.as_str()];
        // Numbers, amounts, dates and times of day; those with words stand beside such.
        !cell[0].contains(char::is_alphabetic) && cell[0].contains(|c: char| c.is_ascii_digit())
            || amounts::of(cell.into_iter()).is_some()
            || notations::of(&cell).is_some_and(|(notation, _)| notation != Notation::Numbers)
    };
    let is_of_names = |row: &Vec<String>| {
        let mut filled = row.iter().filter(|cell| !cell.is_empty()).peekable();
        filled.peek().is_some() && !filled.any(is_value)
    };
    let known = |names: &[String]| {
        let mut own: Vec<&String> = names.iter().filter(|name| is_known(name)).collect();
        own.sort();
        own.dedup();
        own.len() + wide::of(names).map_or(0, |of| of.seats.len() * of.columns.len())
    };
    let single = rows.iter().filter(|row| is_of_names(row)).map(|row| known(row)).max()?;
    let runs =
        (2..=rows.len()).flat_map(|count| (0..=rows.len() - count).map(move |from| (from, count)));
    let runs = runs.filter(|(from, count)| (*from..from + count).contains(&own));
    let known_in = |(from, count): (usize, usize)| {
        let run = &rows[from..from + count];
        run.iter().all(is_of_names).then(|| (known(&heading::joined(run)), (from, count)))
    };
    let best = runs.filter_map(known_in).filter(|(known, _)| *known > single);
    // Of two that are as good, the one of fewer rows.
    best.max_by_key(|(known, (_, count))| (*known, usize::MAX - count)).map(|(_, run)| run)
}

/// Whether a row among the records has the names of columns, others than those above: all of its cells are words, no two
/// alike, and half of them are names that exports use, or they are nearly as many as the columns.
pub(crate) fn are_other_names(cells: &[String], names: &[String]) -> bool {
    let filled = |list: &[String]| -> Vec<String> {
        list.iter().filter(|cell| !cell.is_empty()).cloned().collect()
    };
    let (mut words, names) = (filled(cells), filled(names));
    if let [one] = &words[..] {
        // The rows under it have another delimiter.
        let parts = |delimiter| one.split(delimiter).map(|part| part.trim().to_owned()).collect();
        let most = [';', '\t', '|', ','].map(parts).into_iter().max_by_key(Vec::len);
        words = most.unwrap_or_default();
    }
    if words.len() < OTHER_NAMES_MIN && words.len() * 2 < names.len() || words.len() < SIGNS + 1 {
        return false;
    }
    let mut different = words.clone();
    different.sort_unstable();
    different.dedup();
    let are_names = || words.iter().all(|word| is_word(word) || is_known(word));
    let is_name = |word: &&String| is_known(word) || names.contains(word);
    let known = || words.iter().filter(is_name).count();
    words != names
        && different.len() == words.len()
        && are_names()
        && (known() * 2 >= words.len() || words.len() * 4 >= names.len() * 3)
}

/// No name of a column is longer.
const NAME_CHARS_MAX: usize = 60;

/// So many names make another header, however many columns there are above it.
const OTHER_NAMES_MIN: usize = 5;

/// Text that no record has in a column of numbers, times or cards.
fn is_word(cell: &str) -> bool {
    let is_text = |c: char| !c.is_control() && c != char::REPLACEMENT_CHARACTER;
    cell.chars().any(char::is_alphabetic)
        && cell.chars().all(is_text)
        && cell.chars().count() <= NAME_CHARS_MAX
        && !cell.starts_with(|c: char| c.is_ascii_digit() || c == '-')
        && notations::of(&[cell]).is_none_or(|(notation, _)| notation == Notation::Numbers)
}

/// Whether a name is one that exports use.
fn is_known(name: &str) -> bool {
    let speaks = |kind: JournalKind| {
        let mut targets = names::plain_targets(kind);
        targets.any(|target| names::speaks_of(name, target) >= Some(Sure::Synonym))
    };
    names::is_date(name)
        || names::card_number(name).is_some()
        || bets::wager(name).is_some()
        || JournalKind::ALL.into_iter().any(speaks)
}

#[cfg(test)]
mod tests {
    use super::super::sample::Sample;
    use super::super::sample::tests::of_text;
    use super::*;

    fn cells(sample: &Sample) -> Vec<&[String]> {
        sample.rows.iter().map(|row| &row.cells[..]).collect()
    }

    fn record(text: &str) -> Option<String> {
        let sample = of_text(text);
        is_record(&sample.names, &cells(&sample))
    }

    #[test]
    fn other_names_among_the_records_are_a_header() {
        let own = |text: &str| text.split(',').map(str::to_owned).collect::<Vec<_>>();
        let names = own("round,time,table,dealer,seat,cards,action,ante");
        let is_other = |text: &str| are_other_names(&own(text), &names);
        for header in [
            "time,round,table,dealer,seat,cards,action,ante",
            "Rnd,When,Tbl,Dlr,Pos,Hand,Act,Ante Bet",
            "Tisch,Runde,Zeit,Geber,Platz,Karten,Handlung,Einsatz",
            "Rnd;When;Tbl;Dlr;Pos;Hand;Act;Ante Bet",
            "Date,Time,Rnd #,Table,Seat,,,",
        ] {
            assert!(is_other(header), "{header}");
        }
        for row in [
            "round,time,table,dealer,seat,cards,action,ante",
            "1,2026-10-31T18:00:00,T1,D01,1,As Ks,play,5.00",
            "x,NULL,NULL,NULL,NULL,NULL,NULL,NULL",
            "Dealer:,,Supervisor:,,Date:,,,",
            "TOTAL,,,,,,,15.00",
            "Printed by J. Doe,,,,,,,",
            "",
        ] {
            assert!(!is_other(row), "{row}");
        }
    }

    #[test]
    fn a_row_that_is_like_those_under_it_is_a_record() {
        let under = "R1,T1,Seat 2,AS KS,play\nR1,T1,Dealer,QH JH,deal\n";
        let sample = of_text(&format!("a,b,c,d,e\n{under}"));
        let rows = cells(&sample);
        let first = ["R1", "T1", "Seat 1", "2C 3C", "play"].map(str::to_owned);
        let indicated = is_record(&first, &rows).unwrap();
        assert_eq!(indicated, "`R1` stands under it again, and `T1` stands under it again");
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
