//! Trouble with the shape of a journal: columns and rows that are gone, stand twice, or stand
//! elsewhere, and whole journals that are not what the engagement says.

use super::sheet::{Row, Sheet};
use super::{JOURNALS, Maker, Touched, Variant, settings};
use crate::Day;

/// Rows of a block: some rounds, and never more than a fifth of a small journal.
const BLOCK: usize = 20;

pub(super) fn variants(made: &Maker<'_>, all: &mut Vec<Variant>) {
    columns(made, all);
    rows(made, all);
    unreadable(made, all);
    all.push(without(made));
}

fn columns(made: &Maker<'_>, all: &mut Vec<Variant>) {
    for (at, name) in made.sheet.header.iter().enumerate() {
        all.push(made.variant("column removed", name, |sheet| {
            sheet.header.remove(at);
            sheet.rows.iter_mut().for_each(|row| drop(row.cells.remove(at)));
        }));
        all.push(made.variant("column renamed", name, |sheet| {
            sheet.header[at] = format!("{name}_2");
        }));
    }
}

fn rows(made: &Maker<'_>, all: &mut Vec<Variant>) {
    let len = made.sheet.rows.len();
    let block = BLOCK.min(len / 5).max(1);
    for (place, from) in [("start", 0), ("middle", len / 2), ("end", len - block)] {
        all.push(made.variant("rows removed", place, |sheet| {
            sheet.rows.drain(from..from + block);
            sheet.touch_edge(from);
        }));
    }
    all.push(made.variant("journal cut", "second half only", |sheet| {
        sheet.rows.drain(..len / 2);
        sheet.touch_edge(0);
    }));
    all.push(made.variant("journal cut", "first half only", |sheet| {
        sheet.rows.truncate(len / 2);
        sheet.touch_edge(len / 2);
    }));
    all.push(made.variant("rows doubled", "middle", |sheet| {
        sheet.rows[len / 2..len / 2 + block].iter_mut().for_each(|row| row.touched = true);
        let again: Vec<Row> = sheet.rows[len / 2..len / 2 + block].to_vec();
        sheet.rows.splice(len / 2..len / 2, again);
    }));
    all.push(made.variant("rows moved", "from the first quarter to the third", |sheet| {
        let (from, to) = (len / 4, len * 3 / 4);
        let rows: Vec<Row> = sheet.rows.drain(from..from + block).collect();
        sheet.touch_edge(from);
        let moved = rows.into_iter().map(|row| Row { touched: true, ..row });
        sheet.rows.splice(to - block..to - block, moved);
    }));
    all.push(made.variant("journal doubled", "", |sheet| {
        sheet.touch_all();
        sheet.rows.extend_from_within(..);
    }));
    all.push(made.variant("blocks swapped", "", |sheet| {
        let (first, second) = (len / 4, len * 3 / 4);
        for at in 0..block {
            sheet.rows.swap(first + at, second + at);
            sheet.rows[first + at].touched = true;
            sheet.rows[second + at].touched = true;
        }
    }));
}

/// Times of another form: no record reads, or those of the second half.
fn unreadable(made: &Maker<'_>, all: &mut Vec<Variant>) {
    let len = made.sheet.rows.len();
    for (cause, from) in [("no record reads", 0), ("half the records read", len / 2)] {
        let variant = made.variant(cause, "", |sheet| {
            for row in from..len {
                sheet.set(row, "time", "31.10.2026 6 pm");
                (sheet.rows[row].touched, sheet.rows[row].unread) = (false, true);
            }
            sheet.touch_edge(from);
        });
        // Of a handful of records nothing follows for the export.
        all.push(Variant { refused: from == 0 && len >= 20, ..variant });
    }
}

/// The journal is not there, and the engagement does not name it.
fn without(made: &Maker<'_>) -> Variant {
    let mut day = made.day.clone();
    day.0.remove(made.file);
    let text = settings::without_journal(&day.text("engagement.toml"), made.file);
    day.0.insert("engagement.toml".to_owned(), text.into_bytes());
    let what = made.file.trim_end_matches(".csv").to_owned();
    let touched = Touched::default();
    Variant { cause: "journal removed", what, day, touched, refused: false }
}

/// Two journals under each other's name.
pub(super) fn exchanged(day: &Day, all: &mut Vec<Variant>) {
    let there: Vec<&str> = JOURNALS.into_iter().filter(|f| day.0.contains_key(*f)).collect();
    for (at, one) in there.iter().enumerate() {
        for other in &there[at + 1..] {
            let mut day = day.clone();
            let [first, second] = [one, other].map(|f| day.0[*f].clone());
            day.0.insert((*one).to_owned(), second);
            day.0.insert((*other).to_owned(), first);
            let what = format!("{one} {other}").replace(".csv", "");
            let (cause, touched) = ("journals exchanged", Touched::default());
            all.push(Variant { cause, what, day, touched, refused: true });
        }
    }
}

impl Sheet {
    /// The rows of the round of this row; the row alone where it has none.
    pub(super) fn rows_of_round(&self, row: usize) -> Vec<usize> {
        let Some(round) = self.round(row) else { return vec![row] };
        (0..self.rows.len()).filter(|r| self.round(*r).as_ref() == Some(&round)).collect()
    }
}
