//! Randomness: every test of every source of cards, with its figures or why it has none.

use super::cell::Cell;
use super::error::WorkbookError;
use super::sheet::{Column, Sheet};
use crate::randomness::departures::departures;
use crate::randomness::printed::Printed;
use crate::randomness::words::{
    Standing, is_rejected_alone, result_title, standing, verdict_sentence, without_figures,
};
use feltproof_stats::{Outcome, Randomness, Test};

pub(super) const RANDOMNESS: &str = "Randomness";

pub(super) const COLUMNS: [Column; 14] = [
    Column::wrapped("Source", 24),
    Column::wrapped("Verdict on the source", 40),
    Column::wrapped("Test", 34),
    Column::wrapped("What it sees best", 30),
    Column::new("Counts to the verdict", 10),
    Column::new("Observations", 12),
    Column::new("Outcome", 12),
    Column::new("Statistic", 14),
    Column::new("p", 12),
    Column::new("p adjusted (Holm)", 12),
    Column::new("Alone", 10),
    Column::new("Effect", 12),
    Column::new("Smallest effect seen", 12),
    Column::wrapped("Why it has no figures", 40),
];

pub(super) const NOTES: [&str; 1] =
    ["One small probability among many tests is no departure: the verdict on a source \
     is over its whole list. Insufficient is neither passed nor failed."];

pub(super) fn write(sheet: &mut Sheet<'_>, list: &[Randomness]) -> Result<(), WorkbookError> {
    for source in list {
        for test in &source.battery.tests {
            sheet.push(&row(source, test))?;
        }
    }
    Ok(())
}

/// The verdict, and each kind of departure in plain words.
fn verdict(r: &Randomness) -> String {
    let mut text = format!("{}. {}", result_title(r), verdict_sentence(r));
    for departure in departures(r) {
        text.push(' ');
        text.push_str(&departure.sentence());
    }
    text
}

fn row(r: &Randomness, test: &Test) -> [Cell; 14] {
    let printed = match &test.outcome {
        Outcome::Ran(figures) => {
            Some((Printed::new(r, test, figures), is_rejected_alone(r, figures)))
        }
        _ => None,
    };
    let of =
        |figure: fn(&Printed) -> &String| Cell::maybe(printed.as_ref().map(|(p, _)| figure(p)));
    let alone = |rejected: &bool| if *rejected { "rejected" } else { "not rejected" };
    [
        Cell::text(&r.source),
        Cell::text(verdict(r)),
        Cell::text(&test.name),
        Cell::text(test.catches),
        Cell::text(if test.registered { "yes" } else { "no" }),
        Cell::Count(test.n),
        Cell::text(match standing(r, test) {
            Standing::Departs => "departs",
            Standing::TooGood => "too good",
            Standing::Stands => "stands",
            Standing::Insufficient => "insufficient",
            Standing::NotRun => "not run",
        }),
        of(|p| &p.statistic),
        of(|p| &p.p),
        of(|p| &p.adjusted),
        Cell::maybe(printed.as_ref().map(|(_, rejected)| alone(rejected))),
        of(|p| &p.effect),
        of(|p| &p.seen),
        Cell::maybe(without_figures(test)),
    ]
}
