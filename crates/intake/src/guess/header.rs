//! Whether the row that was taken for the column names is a record.
//!
//! A first row of words is one where two of its columns say so, each by itself: what stands there stands under
//! it again, or is cards above cards, or a seat above seats. Where two of its cells are names that are known it
//! is none.

use super::bets;
use super::names::{self, Sure};
use super::notations::{self, Notation};
use super::vocabulary::seat;
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
