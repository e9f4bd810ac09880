//! Money owed: what players of a seat in a round got too much or too little, over all exceptions of it.

use super::exceptions::Entry;
use super::sheet::{Columns, Frame, Sheet};
use crate::directions::DIRECTIONS;
use crate::error::WorkbookError;
use feltproof_model::Date;
use feltproof_paper as paper;
use feltproof_paper::{Anchor, Cell, Column};
use rust_xlsxwriter::Worksheet;
use std::collections::{BTreeMap, BTreeSet};

/// Seats and rounds that are listed one by one: memory is bounded by them.
const SEATS_MAX: usize = 100_000;

/// A seat in a round.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct SeatOfRound {
    day: Option<Date>,
    table: Option<String>,
    round: Option<u32>,
    seat: Option<String>,
}

/// What it comes to.
#[derive(Clone, Default)]
struct Sum {
    over: i128,
    under: i128,
    exceptions: u64,
    dealer: Option<String>,
    checks: BTreeSet<String>,
    /// The place of the first, and its number.
    first: (String, u64),
}

const COLUMNS: &Columns<(SeatOfRound, Sum)> = &[
    (Column::day("Gaming day"), |(seat, _)| seat.day.into()),
    (Column::code("Table"), |(seat, _)| seat.table.clone().into()),
    (Column::count("Round").wide(8), |(seat, _)| seat.round.into()),
    (Column::name("Seat").wide(6), |(seat, _)| seat.seat.clone().into()),
    (Column::code("Dealer"), |(_, sum)| sum.dealer.clone().into()),
    (Column::money(DIRECTIONS[1].0).key("owed").summed(), |(_, sum)| Cell::money(sum.under)),
    (Column::money(DIRECTIONS[0].0).key("paid").summed(), |(_, sum)| Cell::money(sum.over)),
    (Column::money("Of this seat net, owed if positive").follows("owed - paid"), |(_, sum)| {
        Cell::money(sum.under - sum.over)
    }),
    (Column::count("Exceptions").wide(10), |(_, sum)| sum.exceptions.into()),
    (Column::prose("Checks").wide(20), |(_, sum)| {
        sum.checks.iter().map(String::as_str).collect::<Vec<_>>().join(", ").into()
    }),
    (Column::code("First place").wide(22), |(_, sum)| {
        Cell::from(&sum.first.0).to(Some(Anchor::Exception(sum.first.1)))
    }),
];

/// Money owed by seat and round.
#[derive(Default)]
pub(super) struct Owed {
    seats: BTreeMap<SeatOfRound, Sum>,
    /// Of seats beyond those listed.
    others: Sum,
}

impl Owed {
    pub(super) fn add(&mut self, of: &Entry) {
        let (e, day) = (&of.e, of.day);
        let (table, seat) = (e.table.clone(), e.seat.clone());
        let key = SeatOfRound { day, table, round: e.round, seat };
        let is_full = self.seats.len() >= SEATS_MAX && !self.seats.contains_key(&key);
        let sum = if is_full { &mut self.others } else { self.seats.entry(key).or_default() };
        sum.over += of.money[0];
        sum.under += of.money[1];
        if sum.exceptions == 0 {
            sum.first = (format!("{}:{}", e.file, e.line), e.number);
        }
        sum.exceptions += 1;
        sum.dealer = sum.dealer.take().or_else(|| e.dealer.clone());
        if !sum.checks.contains(&e.code) {
            sum.checks.insert(e.code.clone());
        }
    }

    /// A sheet with a row for each seat and round.
    pub(super) fn sheet<'a>(&self, frame: &'a Frame<'a>) -> Result<Sheet<'a>, WorkbookError> {
        let of = paper::Sheet {
            name: "Money owed",
            about: "What is owed to a seat of a round, or was paid to it too much",
        };
        let note = "The settlements that differ, added up by seat and round. Without a seat: of all players of the round \
                    together.";
        let columns = COLUMNS.iter().map(|(column, _)| *column);
        let mut sheet = Sheet::new(Worksheet::new(), of, &[note], columns, frame)?;
        for (seat, sum) in &self.seats {
            sheet.push_of(COLUMNS, &(seat.clone(), sum.clone()))?;
        }
        if self.others.exceptions > 0 {
            let said = format!(
                "Seats and rounds beyond the first {SEATS_MAX}: see the sheet of settlements that differ"
            );
            let others = SeatOfRound { table: Some(said), ..SeatOfRound::default() };
            sheet.push_of(COLUMNS, &(others, self.others.clone()))?;
        }
        sheet.finish()
    }
}
