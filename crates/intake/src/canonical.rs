//! Writes what was read as a canonical journal: the other way round from [`crate::journal`].
//!
//! What is read from the result is what it was written from, but for the lines. As CSV: times with their
//! offset from UTC, money in decimal dollars, an amount of nothing as an empty cell, and a text that a spreadsheet would run
//! behind an apostrophe, which is not read. As Parquet the same
//! columns with types: times are instants, money is a decimal of six digits behind the point.

use crate::journal::{Block, Columns, HandsBlock, Records, canonical_columns};
use crate::profile::{Value, value};
use crate::zone::Zone;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{
    Action, BankEvent, BankKind, Card, ControllerEvent, ControllerKind, Engagement, HandRow,
    ManagerEvent, ManagerKind, Money, Seat, ShufflerEvent, ShufflerKind, TableId, Timestamp, Wager,
};
use feltproof_sheets::{ColumnType, TableValue, TableWriter, guarded};
use std::io::{self, Write};

/// What a canonical journal is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CanonicalForm {
    /// Comma-separated text.
    Csv,
    /// Parquet, each column with its type.
    Parquet,
}

/// Writes the records of one journal.
pub struct CanonicalWriter<'e, W: Write + Send> {
    output: Output<W>,
    engagement: &'e Engagement,
    zone: Zone,
    columns: Columns,
    names: Vec<&'static str>,
    row: Vec<Cell>,
}

enum Output<W: Write + Send> {
    Csv(Box<csv::Writer<W>>),
    Parquet(Box<TableWriter<W>>),
}

/// One cell of a record.
enum Cell {
    Empty,
    Text(String),
    Number(u64),
    Time(Timestamp),
    Amount(Money),
}

impl<'e, W: Write + Send> CanonicalWriter<'e, W> {
    /// Writes the header of the journal at this place of the engagement, with the columns it has.
    ///
    /// # Errors
    /// When it cannot be written, or the engagement has no such journal or an unknown zone.
    pub fn new(
        output: W,
        form: CanonicalForm,
        engagement: &'e Engagement,
        journal: u16,
        columns: &Columns,
    ) -> io::Result<Self> {
        let unknown = || io::Error::other("the engagement has no such journal or time zone");
        let entry = engagement.journals.get(usize::from(journal)).ok_or_else(unknown)?;
        let zone = Zone::new(&engagement.time_zone).ok_or_else(unknown)?;
        let mut names = canonical_columns(entry.kind);
        names.retain(|name| has(entry.kind, columns, name));
        let output = match form {
            CanonicalForm::Csv => {
                let mut csv = csv::Writer::from_writer(output);
                csv.write_record(&names)?;
                Output::Csv(Box::new(csv))
            }
            CanonicalForm::Parquet => {
                let types: Vec<_> =
                    names.iter().map(|name| (*name, column_type(entry.kind, name))).collect();
                Output::Parquet(Box::new(
                    TableWriter::new(output, &types).map_err(io::Error::other)?,
                ))
            }
        };
        Ok(Self { output, engagement, zone, columns: columns.clone(), names, row: Vec::new() })
    }

    /// The columns that are written, in order.
    pub fn names(&self) -> &[&'static str] {
        &self.names
    }

    /// Writes the records of a block; what was not understood is not among them.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn push(&mut self, block: &Block) -> io::Result<()> {
        match &block.records {
            Records::Hands(hands) => self.hands(hands),
            Records::Controller(events) => events.iter().try_for_each(|e| self.controller(e)),
            Records::Manager(events) => events.iter().try_for_each(|e| self.manager(e)),
            Records::Shuffler(events) => events.iter().try_for_each(|e| self.shuffler(e)),
            Records::Bank(events) => events.iter().try_for_each(|e| self.bank(e)),
        }
    }

    /// Writes what is still to be written, and gives the output back.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(self) -> io::Result<W> {
        match self.output {
            Output::Csv(csv) => csv.into_inner().map_err(csv::IntoInnerError::into_error),
            Output::Parquet(table) => table.finish().map_err(io::Error::other),
        }
    }

    fn hands(&mut self, hands: &HandsBlock) -> io::Result<()> {
        for fragment in &hands.fragments {
            let range = fragment.rows.start as usize..fragment.rows.end as usize;
            for row in hands.rows.as_rows().range(range).iter() {
                let table = self.table(fragment.table);
                let first = [
                    Cell::Number(fragment.round.into()),
                    Cell::Time(row.time),
                    table,
                    text(&fragment.dealer),
                    text(&row.seat),
                ];
                self.row.extend(first);
                self.what_was_done(&row);
                self.write_row()?;
            }
        }
        Ok(())
    }

    fn what_was_done(&mut self, row: &HandRow) {
        if self.columns.has_cards {
            self.row.push(cards(row.cards.as_slice()));
        }
        if self.columns.has_action {
            self.row.push(text(&action(row.action)));
        }
        let (stake, returned) = (self.columns.stake, self.columns.returned);
        let stakes = Wager::ALL.into_iter().zip(stake).filter(|(_, has)| *has);
        self.row.extend(stakes.map(|(wager, _)| amount(row.stake[wager])));
        let returned = Wager::ALL.into_iter().zip(returned).filter(|(_, has)| *has);
        self.row.extend(returned.map(|(wager, _)| amount(row.returned[wager])));
        if self.columns.has_offered {
            self.row.push(text(&offered(row.extras.offered)));
        }
        if self.columns.has_fee {
            self.row.push(row.extras.fee.map_or(Cell::Empty, Cell::Amount));
        }
    }

    fn controller(&mut self, event: &ControllerEvent) -> io::Result<()> {
        let value = match event.kind {
            ControllerKind::CoinIn if event.lit.iter().next().is_none() => Cell::Empty,
            ControllerKind::CoinIn => text(&event.lit),
            _ => text(&event.value),
        };
        let cells = [
            Cell::Number(event.seq),
            Cell::Time(event.time),
            self.table(event.table),
            Cell::Number(event.round.into()),
            text(&event.kind.name()),
            seat(event.seat),
            value,
            text(&event.actor),
        ];
        self.row.extend(cells);
        self.write_row()
    }

    fn manager(&mut self, event: &ManagerEvent) -> io::Result<()> {
        let link = self.engagement.link(event.link);
        let has_amount = !matches!(
            event.kind,
            ManagerKind::Reading | ManagerKind::Open | ManagerKind::Close | ManagerKind::Config
        );
        let cells = [
            Cell::Number(event.seq),
            Cell::Time(event.time),
            text(&link.name),
            text(
                event
                    .share
                    .and_then(|at| link.shares.get(usize::from(at)))
                    .map_or(&link.level, |(level, _)| level),
            ),
            text(&event.kind.name()),
            event.table.map_or(Cell::Empty, |table| self.table(table)),
            event.round.map_or(Cell::Empty, |round| Cell::Number(round.into())),
            seat(event.seat),
            if has_amount { Cell::Amount(event.amount) } else { Cell::Empty },
            Cell::Amount(event.display),
            Cell::Amount(event.reserve),
            text(&event.actor),
            text(&event.reason),
            text(&event.document),
            text(&event.value),
            event.in_meter.map_or(Cell::Empty, Cell::Amount),
        ];
        self.row.extend(cells);
        self.write_row()
    }

    fn shuffler(&mut self, event: &ShufflerEvent) -> io::Result<()> {
        let packet = match event.kind {
            ShufflerKind::Packet => Cell::Number(event.packet.into()),
            _ => Cell::Empty,
        };
        let cells = [
            Cell::Number(event.seq),
            Cell::Time(event.time),
            self.table(event.table),
            event.round.map_or(Cell::Empty, |round| Cell::Number(round.into())),
            text(&event.kind.name()),
            packet,
            cards(&event.cards),
            text(&event.value),
        ];
        self.row.extend(cells);
        self.write_row()
    }

    fn bank(&mut self, event: &BankEvent) -> io::Result<()> {
        let amount = match event.kind {
            BankKind::Balance => Cell::Empty,
            _ => Cell::Amount(event.amount),
        };
        let cells = [
            Cell::Time(event.time),
            text(&event.kind.name()),
            amount,
            event.balance.map_or(Cell::Empty, Cell::Amount),
            text(&event.document),
            text(&event.note),
        ];
        self.row.extend(cells);
        self.write_row()
    }

    fn write_row(&mut self) -> io::Result<()> {
        match &mut self.output {
            Output::Csv(csv) => {
                for cell in &self.row {
                    match cell {
                        Cell::Empty => csv.write_field("")?,
                        Cell::Text(text) => csv.write_field(guarded(text).as_ref())?,
                        Cell::Number(number) => csv.write_field(number.to_string())?,
                        Cell::Time(time) => csv.write_field(local(&self.zone, *time))?,
                        Cell::Amount(amount) => csv.write_field(amount.plain())?,
                    }
                }
                csv.write_record(None::<&[u8]>)?;
            }
            Output::Parquet(table) => {
                let values: Vec<TableValue<'_>> =
                    self.row.iter().map(table_value).collect::<io::Result<_>>()?;
                table.push(&values).map_err(io::Error::other)?;
            }
        }
        self.row.clear();
        Ok(())
    }

    fn table(&self, table: TableId) -> Cell {
        text(&self.engagement.table(table).id)
    }
}

/// `2026-10-31T18:03:22-07:00`.
fn local(zone: &Zone, time: Timestamp) -> String {
    let local = zone.format_local(time);
    let mut words = local.split(' ');
    let (date, clock, offset) = (words.next(), words.next(), words.next());
    [date.unwrap_or_default(), "T", clock.unwrap_or_default(), offset.unwrap_or_default()].concat()
}

/// Whether the journal has a column; all journals of events have all of theirs.
fn has(kind: JournalKind, columns: &Columns, name: &str) -> bool {
    if kind != JournalKind::Hands {
        return true;
    }
    let at = |of: fn(Wager) -> &'static str| Wager::ALL.iter().position(|w| of(*w) == name);
    match (name, at(Wager::key), at(Wager::key_returned)) {
        ("cards", ..) => columns.has_cards,
        ("action", ..) => columns.has_action,
        ("offered", ..) => columns.has_offered,
        ("fee", ..) => columns.has_fee,
        (_, Some(at), _) => columns.stake[at],
        (_, _, Some(at)) => columns.returned[at],
        _ => true,
    }
}

fn column_type(kind: JournalKind, name: &str) -> ColumnType {
    match (value(kind, name), name) {
        (Value::Time, _) => ColumnType::Instant,
        (Value::Money, _) => ColumnType::Millionths,
        (Value::Word, "seq" | "round" | "packet") => ColumnType::Integer,
        (Value::Word | Value::Cards, _) => ColumnType::Text,
    }
}

/// As a record of a table with types.
fn table_value(cell: &Cell) -> io::Result<TableValue<'_>> {
    Ok(match cell {
        Cell::Empty => TableValue::Empty,
        Cell::Text(text) if text.is_empty() => TableValue::Empty,
        Cell::Text(text) => TableValue::Text(text),
        Cell::Number(number) => {
            TableValue::Number(i64::try_from(*number).map_err(io::Error::other)?)
        }
        Cell::Time(time) => TableValue::Number(time.0),
        Cell::Amount(amount) => TableValue::Number(amount.micros()),
    })
}

fn cards(cards: &[Card]) -> Cell {
    Cell::Text(cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" "))
}

const fn action(action: Action) -> &'static str {
    match action {
        Action::Play => "play",
        Action::Fold => "fold",
        Action::Deal => "deal",
        Action::Void => "void",
        Action::Unrecorded => "",
    }
}

const fn offered(offered: Option<bool>) -> &'static str {
    match offered {
        Some(true) => "yes",
        Some(false) => "no",
        None => "",
    }
}

fn amount(amount: Money) -> Cell {
    if amount.is_zero() { Cell::Empty } else { Cell::Amount(amount) }
}

fn seat(seat: Option<Seat>) -> Cell {
    seat.map_or(Cell::Empty, |seat| text(&seat))
}

fn text(shown: &impl std::fmt::Display) -> Cell {
    Cell::Text(shown.to_string())
}
