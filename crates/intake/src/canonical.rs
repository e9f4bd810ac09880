//! Writes what was read as a canonical journal: the other way round from [`crate::journal`].
//!
//! What is read from the result is what it was written from, but for the lines: times with their
//! offset from UTC, money in decimal dollars, an amount of nothing as an empty cell.

use crate::journal::{Block, Columns, HandsBlock, Records, canonical_columns};
use crate::zone::Zone;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{
    Action, Card, ControllerEvent, ControllerKind, Engagement, HandRow, ManagerEvent, ManagerKind,
    Money, Seat, ShufflerEvent, ShufflerKind, TableId, Timestamp, Wager,
};
use std::io::{self, Write};

/// Writes the records of one journal.
pub struct CanonicalWriter<'e, W: Write> {
    csv: csv::Writer<W>,
    engagement: &'e Engagement,
    zone: Zone,
    kind: JournalKind,
    columns: Columns,
    row: Vec<String>,
}

impl<'e, W: Write> CanonicalWriter<'e, W> {
    /// Writes the header of the journal at this place of the engagement, with the columns it has.
    ///
    /// # Errors
    /// When it cannot be written, or the engagement has no such journal or an unknown zone.
    pub fn new(
        output: W,
        engagement: &'e Engagement,
        journal: u16,
        columns: &Columns,
    ) -> io::Result<Self> {
        let unknown = || io::Error::other("the engagement has no such journal or time zone");
        let entry = engagement.journals.get(usize::from(journal)).ok_or_else(unknown)?;
        let zone = Zone::new(&engagement.time_zone).ok_or_else(unknown)?;
        let mut writer = Self {
            csv: csv::Writer::from_writer(output),
            engagement,
            zone,
            kind: entry.kind,
            columns: columns.clone(),
            row: Vec::new(),
        };
        let mut names = canonical_columns(entry.kind);
        names.retain(|name| writer.has(name));
        writer.csv.write_record(names)?;
        Ok(writer)
    }

    /// Whether the journal has a column; all journals of events have all of theirs.
    fn has(&self, name: &str) -> bool {
        if self.kind != JournalKind::Hands {
            return true;
        }
        let at = |of: fn(Wager) -> &'static str| Wager::ALL.iter().position(|w| of(*w) == name);
        match (name, at(Wager::key), at(Wager::key_returned)) {
            ("cards", ..) => self.columns.has_cards,
            ("action", ..) => self.columns.has_action,
            (_, Some(at), _) => self.columns.stake[at],
            (_, _, Some(at)) => self.columns.returned[at],
            _ => true,
        }
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
        }
    }

    /// Writes what is still to be written, and gives the output back.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(self) -> io::Result<W> {
        self.csv.into_inner().map_err(csv::IntoInnerError::into_error)
    }

    fn hands(&mut self, hands: &HandsBlock) -> io::Result<()> {
        for fragment in &hands.fragments {
            let range = fragment.rows.start as usize..fragment.rows.end as usize;
            for row in hands.rows.as_rows().range(range).iter() {
                let table = self.table(fragment.table);
                let first = [
                    fragment.round.to_string(),
                    self.time(row.time),
                    table,
                    fragment.dealer.to_string(),
                    row.seat.to_string(),
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
            self.row.push(action(row.action).to_owned());
        }
        let (stake, returned) = (self.columns.stake, self.columns.returned);
        let stakes = Wager::ALL.into_iter().zip(stake).filter(|(_, has)| *has);
        self.row.extend(stakes.map(|(wager, _)| amount(row.stake[wager])));
        let returned = Wager::ALL.into_iter().zip(returned).filter(|(_, has)| *has);
        self.row.extend(returned.map(|(wager, _)| amount(row.returned[wager])));
    }

    fn controller(&mut self, event: &ControllerEvent) -> io::Result<()> {
        let value = match event.kind {
            ControllerKind::CoinIn if event.lit.iter().next().is_none() => String::new(),
            ControllerKind::CoinIn => event.lit.to_string(),
            _ => event.value.to_string(),
        };
        let cells = [
            event.seq.to_string(),
            self.time(event.time),
            self.table(event.table),
            event.round.to_string(),
            event.kind.name().to_owned(),
            seat(event.seat),
            value,
            event.actor.to_string(),
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
            event.seq.to_string(),
            self.time(event.time),
            link.id.to_string(),
            link.level.to_string(),
            event.kind.name().to_owned(),
            event.table.map_or_else(String::new, |table| self.table(table)),
            event.round.map_or_else(String::new, |round| round.to_string()),
            seat(event.seat),
            if has_amount { event.amount.plain() } else { String::new() },
            event.display.plain(),
            event.reserve.plain(),
            event.actor.to_string(),
            event.reason.to_string(),
            event.document.to_string(),
            event.value.to_string(),
        ];
        self.row.extend(cells);
        self.write_row()
    }

    fn shuffler(&mut self, event: &ShufflerEvent) -> io::Result<()> {
        let packet = match event.kind {
            ShufflerKind::Packet => event.packet.to_string(),
            _ => String::new(),
        };
        let cells = [
            event.seq.to_string(),
            self.time(event.time),
            self.table(event.table),
            event.round.map_or_else(String::new, |round| round.to_string()),
            event.kind.name().to_owned(),
            packet,
            cards(&event.cards),
            event.value.to_string(),
        ];
        self.row.extend(cells);
        self.write_row()
    }

    fn write_row(&mut self) -> io::Result<()> {
        self.csv.write_record(&self.row)?;
        self.row.clear();
        Ok(())
    }

    fn table(&self, table: TableId) -> String {
        self.engagement.table(table).id.to_string()
    }

    /// `2026-10-31T18:03:22-07:00`.
    fn time(&self, time: Timestamp) -> String {
        let local = self.zone.format_local(time);
        let mut words = local.split(' ');
        let (date, clock, offset) = (words.next(), words.next(), words.next());
        [date.unwrap_or_default(), "T", clock.unwrap_or_default(), offset.unwrap_or_default()]
            .concat()
    }
}

fn cards(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
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

fn amount(amount: Money) -> String {
    if amount.is_zero() { String::new() } else { amount.plain() }
}

fn seat(seat: Option<Seat>) -> String {
    seat.map_or_else(String::new, |seat| seat.to_string())
}
