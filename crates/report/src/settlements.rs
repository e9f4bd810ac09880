//! `settlements.parquet`: every settled wager with its reason, one a row, written as the audit goes.

use crate::clock::Clock;
use crate::words::Places;
use feltproof_model::{
    CompactString, Date, Engagement, Locus, Money, Seat, TableId, Timestamp, Wager,
};
use feltproof_sheets::{ColumnType, TableValue, TableWriter};
use jiff::civil;
use std::io::Write;

/// A wager that a check compared with what is owed.
#[derive(Clone, Debug)]
pub struct Settlement {
    /// At which table.
    pub table: TableId,
    /// Gaming day, by its place in the engagement.
    pub day: u16,
    /// In which round.
    pub round: u32,
    /// When its row says that it was settled.
    pub time: Timestamp,
    /// Who dealt; empty where not recorded.
    pub dealer: CompactString,
    /// Which seat.
    pub seat: Seat,
    /// Which wager.
    pub wager: Wager,
    /// Staked.
    pub staked: Money,
    /// Returned in the record.
    pub paid: Money,
    /// Owed by the reference.
    pub owed: Money,
    /// What its hand is; `None` without its cards.
    pub hand: Option<&'static str>,
    /// What the hand is that it was played against.
    pub against: Option<&'static str>,
    /// Where it stands.
    pub locus: Locus,
}

/// Settled wagers in their order, each with its reason.
#[derive(Debug, Default)]
pub struct Settlements {
    parts: Vec<Part>,
}

/// What one thread gave. The reasons stand in one text: millions of them are made, and an allocation for each would cost
/// more than all else.
#[derive(Debug, Default)]
struct Part {
    /// Each with where its reason ends.
    all: Vec<(Settlement, usize)>,
    reasons: String,
}

impl Settlements {
    /// One more; `reason` writes how it was settled in words.
    pub fn push(&mut self, settlement: Settlement, reason: impl FnOnce(&mut String)) {
        if self.parts.is_empty() {
            self.parts.push(Part::default());
        }
        if let Some(part) = self.parts.last_mut() {
            reason(&mut part.reasons);
            part.all.push((settlement, part.reasons.len()));
        }
    }

    /// Takes in what another part of the record gave.
    pub fn append(&mut self, mut other: Self) {
        self.parts.append(&mut other.parts);
    }

    /// Each with its reason.
    fn iter(&self) -> impl Iterator<Item = (&Settlement, &str)> {
        self.parts.iter().flat_map(|part| {
            let mut start = 0;
            part.all.iter().map(move |(settlement, end)| {
                let reason = part.reasons.get(start..*end).unwrap_or_default();
                start = *end;
                (settlement, reason)
            })
        })
    }
}

impl Settlement {
    /// What it came to by the reference, as a word.
    fn result(&self) -> &'static str {
        match self.owed {
            owed if owed.is_zero() && self.staked.is_zero() => "nothing owed",
            owed if owed.is_zero() => "lost",
            owed if owed == self.staked => "returned",
            owed if owed < self.staked => "returned in part",
            _ => "won",
        }
    }
}

/// The columns in their order.
const COLUMNS: [(&str, ColumnType); 19] = [
    ("gaming_day", ColumnType::Day),
    ("time", ColumnType::LocalTime),
    ("table", ColumnType::Text),
    ("game", ColumnType::Text),
    ("round", ColumnType::Integer),
    ("seat", ColumnType::Text),
    ("dealer", ColumnType::Text),
    ("wager", ColumnType::Text),
    ("paytable", ColumnType::Text),
    ("stake", ColumnType::Millionths),
    ("paid", ColumnType::Millionths),
    ("owed", ColumnType::Millionths),
    ("difference", ColumnType::Millionths),
    ("result", ColumnType::Text),
    ("hand", ColumnType::Text),
    ("against", ColumnType::Text),
    ("reason", ColumnType::Prose),
    ("file", ColumnType::Text),
    ("line", ColumnType::Integer),
];

/// Writes settlements in the order in which they come.
pub struct SettlementWriter<W: Write + Send> {
    table: TableWriter<W>,
    places: Places,
    clock: Clock,
    /// Of each gaming day the days since 1970.
    days: Vec<Option<i64>>,
    tables: Vec<Table>,
    /// The last time with its local one: the rows of a round share it.
    time: (Timestamp, Option<i64>),
}

/// What a row says of its table.
struct Table {
    id: String,
    game: String,
    paytables: Vec<(Wager, String)>,
}

impl<W: Write + Send> SettlementWriter<W> {
    /// Starts the file. `engagement_file` is the name of the engagement.
    ///
    /// # Errors
    /// When the writer refuses.
    pub fn new(
        engagement: &Engagement,
        engagement_file: &str,
        out: W,
    ) -> Result<Self, SettlementError> {
        let table = |table: &feltproof_model::engagement::Table| Table {
            id: table.id.to_string(),
            game: table.game.clone(),
            paytables: table.paytables.clone(),
        };
        Ok(Self {
            table: TableWriter::packed(out, &COLUMNS).map_err(refused)?,
            places: Places::new(engagement, engagement_file),
            clock: Clock::new(&engagement.time_zone),
            days: engagement.days.iter().map(|day| days_since_1970(day.date)).collect(),
            tables: engagement.tables.iter().map(table).collect(),
            time: (Timestamp::default(), None),
        })
    }

    /// All of these.
    ///
    /// # Errors
    /// When the writer refuses.
    pub fn write(&mut self, all: &Settlements) -> Result<(), SettlementError> {
        all.iter().try_for_each(|(settlement, reason)| self.push(settlement, reason))
    }

    fn local(&mut self, time: Timestamp) -> Option<i64> {
        if self.time.0 != time || self.time.1.is_none() {
            self.time = (time, self.clock.local_micros(time));
        }
        self.time.1
    }

    fn push(&mut self, s: &Settlement, reason: &str) -> Result<(), SettlementError> {
        let time = self.local(s.time);
        let table = self.tables.get(usize::from(s.table.0));
        let paytable = table.and_then(|of| of.paytables.iter().find(|(w, _)| *w == s.wager));
        let (file, line) = self.places.file_and_line(s.locus);
        let difference = s.paid.checked_sub(s.owed).map(Money::micros);
        let seat = seat(s.seat);
        self.table
            .push(&[
                number(self.days.get(usize::from(s.day)).copied().flatten()),
                number(time),
                text(table.map(|of| of.id.as_str())),
                text(table.map(|of| of.game.as_str())),
                number(Some(s.round.into())),
                text(Some(seat)),
                text(Some(&s.dealer)),
                text(Some(s.wager.key())),
                text(paytable.map(|(_, id)| id.as_str())),
                number(Some(s.staked.micros())),
                number(Some(s.paid.micros())),
                number(Some(s.owed.micros())),
                number(difference),
                text(Some(s.result())),
                text(s.hand),
                text(s.against),
                text(Some(reason)),
                text(Some(&file)),
                number(Some(line.into())),
            ])
            .map_err(refused)
    }

    /// Writes what is still to be written and gives the writer back.
    ///
    /// # Errors
    /// When the writer refuses.
    pub fn finish(self) -> Result<W, SettlementError> {
        self.table.finish().map_err(refused)
    }
}

/// As journals write it: a row for each wager is no place for an allocation.
const fn seat(seat: Seat) -> &'static str {
    const NUMBERS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
    const BANKERS: [&str; 10] = ["B", "B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9"];
    match seat {
        Seat::Dealer => "D",
        Seat::Player(n) => NUMBERS[n as usize % NUMBERS.len()],
        Seat::Banker(n) => BANKERS[n as usize % BANKERS.len()],
    }
}

fn text(text: Option<&str>) -> TableValue<'_> {
    text.filter(|text| !text.is_empty()).map_or(TableValue::Empty, TableValue::Text)
}

fn number(number: Option<i64>) -> TableValue<'static> {
    number.map_or(TableValue::Empty, TableValue::Number)
}

/// What a Parquet date is.
fn days_since_1970(date: Date) -> Option<i64> {
    let (year, month) = (i16::try_from(date.year).ok()?, i8::try_from(date.month).ok()?);
    let day = civil::Date::new(year, month, i8::try_from(date.day).ok()?).ok()?;
    Some(day.since(civil::date(1970, 1, 1)).ok()?.get_days().into())
}

/// Why the settlements could not be written.
#[derive(Debug, thiserror::Error)]
#[error(
    "the settlements could not be written: {0}; free some space or choose another output folder"
)]
pub struct SettlementError(String);

fn refused(why: impl std::fmt::Display) -> SettlementError {
    SettlementError(why.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use feltproof_model::SEAT_MAX;

    #[test]
    fn a_seat_is_written_as_in_journals() {
        let all = (0..=SEAT_MAX).flat_map(|n| [Seat::Player(n), Seat::Banker(n)]);
        for of in all.chain([Seat::Dealer]) {
            assert_eq!(seat(of), of.to_string());
        }
    }

    #[test]
    fn days_are_counted_from_1970() {
        for (text, days) in [("1970-01-01", 0), ("1970-03-01", 59), ("2000-03-01", 11_017)] {
            assert_eq!(days_since_1970(Date::parse(text).unwrap()), Some(days));
        }
    }
}
