//! Money owed: what players of a seat in a round got too much or too little, over all exceptions of it.

use super::cell::{Cell, Place};
use super::error::WorkbookError;
use super::sheet::{Column, Sheet};
use crate::directions::DIRECTIONS;
use crate::json::ExceptionWire;
use feltproof_model::Date;
use std::collections::{BTreeMap, BTreeSet};

pub(super) const OWED: &str = "Money owed";

pub(super) const COLUMNS: [Column; 11] = [
    Column::new("Gaming day", 11),
    Column::new("Table", 10),
    Column::new("Round", 8),
    Column::new("Seat", 6),
    Column::new("Dealer", 10),
    Column::summed(DIRECTIONS[1].0),
    Column::summed(DIRECTIONS[0].0),
    Column::money("Of this seat net, owed if positive"),
    Column::new("Exceptions", 10),
    Column::wrapped("Checks", 20),
    Column::new("First place", 22),
];

/// Seats and rounds that are listed one by one: memory is bounded by them.
pub(super) const SEATS_MAX: usize = 100_000;

/// A seat in a round.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct SeatOfRound {
    day: Option<Date>,
    table: Option<String>,
    round: Option<u32>,
    seat: Option<String>,
}

/// What it comes to.
#[derive(Default)]
struct Sum {
    over: i128,
    under: i128,
    exceptions: u64,
    dealer: Option<String>,
    checks: BTreeSet<String>,
    first: String,
    place: Option<Place>,
}

/// Money owed by seat and round.
#[derive(Default)]
pub(super) struct Owed {
    seats: BTreeMap<SeatOfRound, Sum>,
    /// Of seats beyond those listed.
    others: Sum,
}

impl Owed {
    pub(super) fn add(
        &mut self,
        e: &ExceptionWire,
        day: Option<Date>,
        (over, under): (i128, i128),
        place: Option<Place>,
    ) {
        let (table, seat) = (e.table.clone(), e.seat.clone());
        let key = SeatOfRound { day, table, round: e.round, seat };
        let is_full = self.seats.len() >= SEATS_MAX && !self.seats.contains_key(&key);
        let sum = if is_full { &mut self.others } else { self.seats.entry(key).or_default() };
        sum.over += over;
        sum.under += under;
        if sum.exceptions == 0 {
            sum.first = format!("{}:{}", e.file, e.line);
            sum.place = place;
        }
        sum.exceptions += 1;
        sum.dealer = sum.dealer.take().or_else(|| e.dealer.clone());
        if !sum.checks.contains(&e.code) {
            sum.checks.insert(e.code.clone());
        }
    }

    /// One row for each seat and round.
    pub(super) fn write(&self, sheet: &mut Sheet<'_>) -> Result<(), WorkbookError> {
        for (key, sum) in &self.seats {
            let head = [
                key.day.map_or(Cell::Empty, Cell::Day),
                Cell::maybe(key.table.as_deref()),
                key.round.map_or(Cell::Empty, |round| Cell::Count(round.into())),
                Cell::number(key.seat.as_deref()),
                Cell::maybe(sum.dealer.as_deref()),
            ];
            row(sheet, head, sum)?;
        }
        if self.others.exceptions > 0 {
            let said = format!(
                "Seats and rounds beyond the first {SEATS_MAX}: see the sheet of settlements that differ"
            );
            let none = || Cell::Empty;
            row(sheet, [Cell::text(said), none(), none(), none(), none()], &self.others)?;
        }
        Ok(())
    }
}

fn row(sheet: &mut Sheet<'_>, head: [Cell; 5], sum: &Sum) -> Result<(), WorkbookError> {
    let checks: Vec<&str> = sum.checks.iter().map(String::as_str).collect();
    let net = format!("ROUND({}-{},6)", sheet.cell(5), sheet.cell(6));
    let first = match sum.place {
        Some(to) => Cell::Link { to, text: super::cell::safe(&sum.first) },
        None => Cell::text(&sum.first),
    };
    let tail = [
        Cell::Money(sum.under),
        Cell::Money(sum.over),
        Cell::Sum { formula: net, micros: sum.under - sum.over },
        Cell::Count(sum.exceptions),
        Cell::text(checks.join(", ")),
        first,
    ];
    let cells: Vec<Cell> = head.into_iter().chain(tail).collect();
    sheet.push(&cells)
}
