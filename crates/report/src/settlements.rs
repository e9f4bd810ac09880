//! `settlements.parquet`: every settled wager with its reason, one a row, written as the audit goes.

use crate::clock::Clock;
use crate::words::Places;
use feltproof_model::engagement::Table;
use feltproof_model::{
    CompactString, Date, Engagement, Locus, Money, Seat, TableId, Timestamp, Wager,
};
use feltproof_sheets::ColumnType::{self, Day, Integer, LocalTime, Millionths, Prose, Text};
use feltproof_sheets::{ColumnValues, TableValue, TableWriter};
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

/// What one thread gave. The reasons are one text: an allocation for each would cost more than all else.
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
            self.parts.push(Part::roomy());
        }
        let last = self.parts.len() - 1;
        let part = &mut self.parts[last];
        reason(&mut part.reasons);
        part.all.push((settlement, part.reasons.len()));
    }

    /// Takes in what another part of the record gave.
    pub fn append(&mut self, mut other: Self) {
        self.parts.append(&mut other.parts);
    }
}

/// Wagers that a thread gives at a time, more or less, and the bytes of a reason.
const PART: usize = 8_192;
const REASON: usize = 192;

impl Part {
    /// With room for what a thread mostly gives, which is not moved as it grows then.
    fn roomy() -> Self {
        let (all, reasons) = (Vec::with_capacity(PART), String::with_capacity(PART * REASON));
        Self { all, reasons }
    }

    fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        let starts = std::iter::once(0).chain(self.all.iter().map(|(_, end)| *end));
        let rows = starts.zip(&self.all);
        rows.map(|(start, (settlement, end))| (settlement, &self.reasons[start..*end]))
    }
}

/// A settlement with its reason.
type Row<'a> = (&'a Settlement, &'a str);

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

    /// What was paid beyond what is owed, in micro-dollars.
    fn difference(&self) -> Option<i64> {
        self.paid.checked_sub(self.owed).map(Money::micros)
    }
}

/// What gives a column its values, one for each row.
type Fill = fn(&Facts, &[Row<'_>], &mut ColumnValues);

const COLUMNS: [(&str, ColumnType, Fill); 19] = [
    ("gaming_day", Day, |of, rows, out| each(rows, out, |s| number(of.day(s)))),
    ("time", LocalTime, times),
    ("table", Text, |of, rows, out| {
        numbered(rows, out, |s| s.table.0.into(), |s| of.table(s).map(|table| table.id.as_str()))
    }),
    ("game", Text, |of, rows, out| {
        numbered(rows, out, |s| s.table.0.into(), |s| of.table(s).map(|table| table.game.as_str()))
    }),
    ("round", Integer, |_, rows, out| each(rows, out, |s| number(Some(s.round.into())))),
    ("seat", Text, |_, rows, out| words(rows, out, |s| Some(seat(s.seat)))),
    ("dealer", Text, |_, rows, out| each(rows, out, |s| text(Some(&s.dealer)))),
    ("wager", Text, |_, rows, out| words(rows, out, |s| Some(s.wager.key()))),
    ("paytable", Text, |of, rows, out| numbered(rows, out, of_table_and_wager, |s| of.paytable(s))),
    ("stake", Millionths, |_, rows, out| each(rows, out, |s| money(s.staked))),
    ("paid", Millionths, |_, rows, out| each(rows, out, |s| money(s.paid))),
    ("owed", Millionths, |_, rows, out| each(rows, out, |s| money(s.owed))),
    ("difference", Millionths, |_, rows, out| each(rows, out, |s| number(s.difference()))),
    ("result", Text, |_, rows, out| words(rows, out, |s| Some(s.result()))),
    ("hand", Text, |_, rows, out| words(rows, out, |s| s.hand)),
    ("against", Text, |_, rows, out| words(rows, out, |s| s.against)),
    ("reason", Prose, reasons),
    ("file", Text, files),
    ("line", Integer, |of, rows, out| each(rows, out, |s| number(Some(of.line(s))))),
];

fn each<'a>(
    rows: &[Row<'a>],
    out: &mut ColumnValues,
    value: impl Fn(&'a Settlement) -> TableValue<'a>,
) {
    rows.iter().for_each(|(s, _)| out.push(value(s)));
}

/// Words of our own; none where there is nothing to say.
fn words(
    rows: &[Row<'_>],
    out: &mut ColumnValues,
    word: impl Fn(&Settlement) -> Option<&'static str>,
) {
    rows.iter().for_each(|(s, _)| match word(s) {
        Some(word) => out.push_static(word),
        None => out.push(TableValue::Empty),
    });
}

/// Texts that are the same wherever the number is; it is nothing where there is none.
fn numbered<'a>(
    rows: &[Row<'a>],
    out: &mut ColumnValues,
    of: impl Fn(&Settlement) -> usize,
    text: impl Fn(&'a Settlement) -> Option<&'a str>,
) {
    for (s, _) in rows {
        out.push_numbered(of(s), || text(s).filter(|text| !text.is_empty()));
    }
}

fn of_table_and_wager(s: &Settlement) -> usize {
    usize::from(s.table.0) * Wager::ALL.len() + s.wager as usize
}

/// The rows of a round share a time.
fn times(of: &Facts, rows: &[Row<'_>], out: &mut ColumnValues) {
    let mut last: Option<(Timestamp, Option<i64>)> = None;
    for (s, _) in rows {
        let local = last.filter(|(time, _)| *time == s.time);
        let local = local.map_or_else(|| of.clock.local_micros(s.time), |(_, local)| local);
        last = Some((s.time, local));
        out.push(number(local));
    }
}

fn reasons(_: &Facts, rows: &[Row<'_>], out: &mut ColumnValues) {
    rows.iter().for_each(|(_, reason)| out.push(text(Some(reason))));
}

fn files(of: &Facts, rows: &[Row<'_>], out: &mut ColumnValues) {
    for (s, _) in rows {
        let (file, _) = of.places.file_and_line(s.locus);
        out.push(text(Some(&file)));
    }
}

/// Writes settlements in the order in which they come.
pub struct SettlementWriter<W: Write + Send> {
    table: TableWriter<W>,
    facts: Facts,
}

/// What the rows say besides what their settlements say.
struct Facts {
    places: Places,
    clock: Clock,
    /// Of each gaming day the days since 1970.
    days: Vec<Option<i64>>,
    tables: Vec<Table>,
}

impl Facts {
    fn new(engagement: &Engagement, engagement_file: &str) -> Self {
        Self {
            places: Places::new(engagement, engagement_file),
            clock: Clock::new(&engagement.time_zone),
            days: engagement.days.iter().map(|day| days_since_1970(day.date)).collect(),
            tables: engagement.tables.clone(),
        }
    }

    fn day(&self, s: &Settlement) -> Option<i64> {
        self.days.get(usize::from(s.day)).copied().flatten()
    }

    fn table(&self, s: &Settlement) -> Option<&Table> {
        self.tables.get(usize::from(s.table.0))
    }

    fn paytable(&self, s: &Settlement) -> Option<&str> {
        let (_, id) = self.table(s)?.paytables.iter().find(|(wager, _)| *wager == s.wager)?;
        Some(id)
    }

    fn line(&self, s: &Settlement) -> i64 {
        self.places.file_and_line(s.locus).1.into()
    }
}

impl<W: Write + Send> SettlementWriter<W> {
    /// Starts the file; `engagement_file` is its engagement's name. `Err`: when the writer refuses.
    pub fn new(
        engagement: &Engagement,
        engagement_file: &str,
        out: W,
    ) -> Result<Self, SettlementError> {
        let columns = COLUMNS.map(|(name, of, _)| (name, of));
        let table = TableWriter::packed(out, &columns).map_err(refused)?;
        Ok(Self { table, facts: Facts::new(engagement, engagement_file) })
    }

    /// All of these. `Err`: when the writer refuses.
    pub fn write(&mut self, all: &Settlements) -> Result<(), SettlementError> {
        let mut rows = Vec::new();
        for row in all.parts.iter().flat_map(Part::rows) {
            if rows.len() == self.table.room() {
                self.fill(&rows)?;
                rows.clear();
            }
            rows.push(row);
        }
        self.fill(&rows)
    }

    fn fill(&mut self, rows: &[Row<'_>]) -> Result<(), SettlementError> {
        let facts = &self.facts;
        let fill = |at: usize, out: &mut ColumnValues| (COLUMNS[at].2)(facts, rows, out);
        self.table.fill(rows.len(), fill).map_err(refused)
    }

    /// Writes what is left and gives the writer back. `Err`: when the writer refuses.
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

fn money(amount: Money) -> TableValue<'static> {
    TableValue::Number(amount.micros())
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
