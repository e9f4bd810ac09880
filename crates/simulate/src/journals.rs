//! The canonical journals as text: columns, quoting, line numbers, sequence numbers, and the list
//! of planted exceptions. Everything is streamed; a few kilobytes are held per file.

use std::io;

use feltproof_model::{Action, Card, Seat, Timestamp, Wager};

use crate::calendar::Zone;
use crate::fault::Fault;
use crate::round::{Mark, Round, Row, push_money, push_number};

/// Where a simulated day is written to.
pub trait Output {
    /// Appends bytes to a file of the day, creating it when it is named for the first time.
    fn write(&mut self, file: &str, bytes: &[u8]) -> io::Result<()>;
}

const FLUSH_AT: usize = 64 * 1024;

/// One file with its line count.
struct File {
    name: &'static str,
    text: Vec<u8>,
    /// Lines written so far.
    lines: u32,
}

impl File {
    fn new(name: &'static str, header: &str) -> Self {
        let mut text = header.as_bytes().to_vec();
        text.push(b'\n');
        Self { name, text, lines: 1 }
    }

    fn field(&mut self, text: &str) {
        push_text(&mut self.text, text);
        self.text.push(b',');
    }

    fn number(&mut self, number: u64) {
        push_number(&mut self.text, i64::try_from(number).unwrap_or(i64::MAX));
        self.text.push(b',');
    }

    /// Cards; the one at the place `garbled` unreadable.
    fn cards(&mut self, cards: &[Card], garbled: Option<usize>) {
        for (i, card) in cards.iter().enumerate() {
            if i > 0 {
                self.text.push(b' ');
            }
            if garbled == Some(i) {
                self.text.extend_from_slice(b"K?");
                continue;
            }
            let number = usize::from(card.number());
            self.text.push(b"23456789TJQKA".get(number % 13).copied().unwrap_or(b'?'));
            self.text.push(b"cdhs".get(number / 13).copied().unwrap_or(b'?'));
        }
        self.text.push(b',');
    }

    /// Turns the last comma into the end of the line.
    fn end(&mut self, out: &mut dyn Output) -> io::Result<()> {
        self.text.pop();
        self.text.push(b'\n');
        self.lines += 1;
        if self.text.len() >= FLUSH_AT { self.flush(out) } else { Ok(()) }
    }

    fn flush(&mut self, out: &mut dyn Output) -> io::Result<()> {
        out.write(self.name, &self.text)?;
        self.text.clear();
        Ok(())
    }
}

/// Writes a field, quoted when it has to be.
fn push_text(out: &mut Vec<u8>, text: &str) {
    if !text.contains([',', '"', '\n', '\r']) {
        out.extend_from_slice(text.as_bytes());
        return;
    }
    out.push(b'"');
    out.extend_from_slice(text.replace('"', "\"\"").as_bytes());
    out.push(b'"');
}

/// Whether a wager has a column for its stake; a payment without a stake has not.
const fn has_stake(wager: Wager) -> bool {
    wager.is_staked() || matches!(wager, Wager::Bank)
}

/// One record of the controller journal.
#[derive(Clone, Debug, Default)]
pub(crate) struct ControllerRecord {
    pub(crate) table: u16,
    pub(crate) round: u32,
    pub(crate) event: &'static str,
    pub(crate) seat: Option<u8>,
    pub(crate) value: String,
    pub(crate) actor: String,
    pub(crate) marks: Vec<Mark>,
}

/// One record of the manager journal, without the amounts of the meter.
#[derive(Clone, Debug, Default)]
pub(crate) struct ManagerRecord {
    pub(crate) event: &'static str,
    pub(crate) table: Option<u16>,
    pub(crate) round: Option<u32>,
    pub(crate) seat: Option<u8>,
    pub(crate) amount: Option<feltproof_model::Money>,
    pub(crate) actor: String,
    pub(crate) reason: &'static str,
    pub(crate) document: String,
    pub(crate) value: String,
    pub(crate) marks: Vec<Mark>,
}

/// What a planted exception is about.
#[derive(Clone, Copy, Default)]
struct About<'a> {
    round: Option<u32>,
    table: &'a str,
    seat: Option<Seat>,
}

/// All files of a day.
pub(crate) struct Journals<'o> {
    out: &'o mut dyn Output,
    zone: Zone,
    /// Times of hands and controller carry their offset.
    with_offset: bool,
    /// The cards of folded hands are left out.
    pub(crate) conceals_folded: bool,
    tables: Vec<String>,
    /// The wagers in the order of the columns.
    columns: &'static [Wager],
    link: &'static str,
    level: &'static str,
    hands: File,
    controller: File,
    manager: File,
    shuffler: File,
    faults: File,
    controller_seq: u64,
    manager_seq: u64,
    shuffler_seq: u64,
    /// Latest time written to the controller and to the manager journal.
    latest: [Timestamp; 2],
    /// Faults with at least one exception in `faults.csv`.
    pub(crate) planted: Vec<Fault>,
}

impl<'o> Journals<'o> {
    pub(crate) fn new(
        out: &'o mut dyn Output,
        zone: Zone,
        with_offset: bool,
        (tables, columns): (Vec<String>, &'static [Wager]),
        (link, level): (&'static str, &'static str),
    ) -> Self {
        let mut header = "round,time,table,dealer,seat,cards,action".to_owned();
        for wager in columns {
            if has_stake(*wager) {
                header += &format!(",{}", wager.key());
            }
            header += &format!(",{}_returned", wager.key());
        }
        Self {
            out,
            zone,
            with_offset,
            conceals_folded: false,
            tables,
            columns,
            link,
            level,
            hands: File::new("hands.csv", &header),
            controller: File::new("controller.csv", "seq,time,table,round,event,seat,value,actor"),
            manager: File::new(
                "manager.csv",
                "seq,time,link,level,event,table,round,seat,amount,display,reserve,actor,reason,\
                 document,value",
            ),
            shuffler: File::new("shuffler.csv", "seq,time,table,round,event,packet,cards,value"),
            faults: File::new(
                "faults.csv",
                "fault,code,journal,line,round,table,seat,expected,recorded,difference",
            ),
            controller_seq: 1,
            manager_seq: 1,
            shuffler_seq: 1,
            latest: [Timestamp(i64::MIN); 2],
            planted: Vec::new(),
        }
    }

    /// Records in hands, controller, manager and shuffler journal so far.
    pub(crate) fn records(&self) -> [u64; 4] {
        [&self.hands, &self.controller, &self.manager, &self.shuffler]
            .map(|f| u64::from(f.lines - 1))
    }

    /// Exceptions planted so far.
    pub(crate) fn exceptions(&self) -> u64 {
        u64::from(self.faults.lines - 1)
    }

    /// The engagement file, whole, with its exceptions.
    pub(crate) fn engagement(&mut self, text: &str, marks: Vec<(u32, Mark)>) -> io::Result<()> {
        self.out.write("engagement.toml", text.as_bytes())?;
        for (line, mark) in marks {
            self.fault("engagement.toml", line, About::default(), &[mark])?;
        }
        Ok(())
    }

    /// One round of the hands journal; `garbled` first repeats its first row unreadably.
    pub(crate) fn round(
        &mut self,
        round: &Round,
        time: Timestamp,
        garbled: Option<Mark>,
    ) -> io::Result<()> {
        let mut stamp = Vec::with_capacity(32);
        self.stamp(&mut stamp, time);
        let table = self.tables.get(usize::from(round.table)).cloned().unwrap_or_default();
        if let (Some(mark), Some(row)) = (garbled, round.rows.first()) {
            self.row(round, row, (&stamp, &table), true)?;
            let about =
                About { round: Some(round.number), table: &table, seat: Some(row.hand.seat) };
            self.fault("hands.csv", self.hands.lines, about, &[mark])?;
        }
        for row in &round.rows {
            self.row(round, row, (&stamp, &table), false)?;
            let about =
                About { round: Some(round.number), table: &table, seat: Some(row.hand.seat) };
            self.fault("hands.csv", self.hands.lines, about, &row.marks)?;
        }
        Ok(())
    }

    fn row(
        &mut self,
        round: &Round,
        row: &Row,
        (stamp, table): (&[u8], &str),
        is_garbled: bool,
    ) -> io::Result<()> {
        let file = &mut self.hands;
        file.number(u64::from(round.number));
        file.text.extend_from_slice(stamp);
        file.text.push(b',');
        file.field(table);
        file.field(&dealer_id(round.dealer));
        file.field(&row.hand.seat.to_string());
        let garbled = is_garbled.then_some(1);
        let is_concealed = self.conceals_folded && row.hand.action == Action::Fold;
        file.cards(if is_concealed { &[] } else { row.hand.cards.as_slice() }, garbled);
        file.field(match row.hand.action {
            Action::Play => "play",
            Action::Fold => "fold",
            Action::Deal => "deal",
            Action::Void => "void",
            Action::Unrecorded => "",
        });
        for wager in self.columns {
            let stake = has_stake(*wager).then_some(row.hand.stake[*wager]);
            for amount in stake.into_iter().chain([row.hand.returned[*wager]]) {
                if !amount.is_zero() {
                    push_money(&mut file.text, amount);
                }
                file.text.push(b',');
            }
        }
        file.end(self.out)
    }

    /// The next controller sequence number, for faults of the numbering.
    pub(crate) fn controller_seq(&mut self) -> &mut u64 {
        &mut self.controller_seq
    }

    /// The next manager sequence number, for faults of the numbering.
    pub(crate) fn manager_seq(&mut self) -> &mut u64 {
        &mut self.manager_seq
    }

    /// One controller event.
    pub(crate) fn controller(
        &mut self,
        time: Timestamp,
        record: &ControllerRecord,
    ) -> io::Result<()> {
        let time = self.not_before(0, time);
        let mut stamp = Vec::with_capacity(32);
        self.stamp(&mut stamp, time);
        let table = self.tables.get(usize::from(record.table)).cloned().unwrap_or_default();
        let file = &mut self.controller;
        file.number(self.controller_seq);
        self.controller_seq += 1;
        file.text.extend_from_slice(&stamp);
        file.text.push(b',');
        file.field(&table);
        file.number(u64::from(record.round));
        file.field(record.event);
        file.field(&record.seat.map(|s| s.to_string()).unwrap_or_default());
        file.field(&record.value);
        file.field(&record.actor);
        file.end(self.out)?;
        let seat = record.seat.map(Seat::Player);
        let about = About { round: Some(record.round), table: &table, seat };
        self.fault("controller.csv", self.controller.lines, about, &record.marks)
    }

    /// One manager event with the meter as it stands after it; `early_micros` before its time.
    pub(crate) fn manager(
        &mut self,
        time: Timestamp,
        early_micros: i64,
        meter: &crate::meter::Meter,
        record: &ManagerRecord,
    ) -> io::Result<()> {
        let time = self.not_before(1, time).plus_micros(-early_micros);
        let table = record.table.and_then(|t| self.tables.get(usize::from(t)));
        let table = table.cloned().unwrap_or_default();
        let file = &mut self.manager;
        file.number(self.manager_seq);
        self.manager_seq += 1;
        self.zone.push_with_offset(&mut file.text, time);
        file.text.push(b',');
        file.field(self.link);
        file.field(self.level);
        file.field(record.event);
        file.field(&table);
        file.field(&record.round.map(|r| r.to_string()).unwrap_or_default());
        file.field(&record.seat.map(|s| s.to_string()).unwrap_or_default());
        for amount in [record.amount, Some(meter.display()), Some(meter.reserve())] {
            if let Some(amount) = amount {
                push_money(&mut file.text, amount);
            }
            file.text.push(b',');
        }
        for text in [&record.actor, record.reason, &record.document, &record.value] {
            file.field(text);
        }
        file.end(self.out)?;
        let seat = record.seat.map(Seat::Player);
        let about = About { round: record.round, table: &table, seat };
        self.fault("manager.csv", self.manager.lines, about, &record.marks)
    }

    /// The deck of a round as it leaves the shuffler.
    pub(crate) fn deck(&mut self, round: &Round, time: Timestamp) -> io::Result<()> {
        let mut stamp = Vec::with_capacity(32);
        self.stamp(&mut stamp, time);
        let table = self.tables.get(usize::from(round.table)).cloned().unwrap_or_default();
        let file = &mut self.shuffler;
        file.number(self.shuffler_seq);
        self.shuffler_seq += 1;
        file.text.extend_from_slice(&stamp);
        file.text.push(b',');
        file.field(&table);
        file.number(u64::from(round.number));
        file.field("deck");
        file.field("");
        file.cards(&round.deck, None);
        file.field("");
        file.end(self.out)?;
        let about = About { round: Some(round.number), table: &table, seat: None };
        self.fault("shuffler.csv", self.shuffler.lines, about, &round.deck_marks)
    }

    /// Writes what is still held. `is_linked` tells whether there are link journals at all.
    pub(crate) fn finish(&mut self, is_linked: bool) -> io::Result<()> {
        self.hands.flush(self.out)?;
        if is_linked {
            self.controller.flush(self.out)?;
            self.manager.flush(self.out)?;
        }
        if self.shuffler.lines > 1 {
            self.shuffler.flush(self.out)?;
        }
        self.faults.flush(self.out)
    }

    fn stamp(&self, out: &mut Vec<u8>, time: Timestamp) {
        if self.with_offset {
            self.zone.push_with_offset(out, time);
        } else {
            self.zone.push_local(out, time);
        }
    }

    /// A journal never runs backwards: two events of one instant keep the order they are in.
    fn not_before(&mut self, journal: usize, time: Timestamp) -> Timestamp {
        let Some(latest) = self.latest.get_mut(journal) else { return time };
        *latest = time.max(*latest);
        *latest
    }

    fn fault(
        &mut self,
        journal: &str,
        line: u32,
        about: About<'_>,
        marks: &[Mark],
    ) -> io::Result<()> {
        for mark in marks {
            let file = &mut self.faults;
            file.field(mark.fault.name());
            file.field(mark.code);
            file.field(journal);
            file.number(u64::from(line));
            file.field(&about.round.map(|r| r.to_string()).unwrap_or_default());
            file.field(about.table);
            let seat = about.seat.filter(|_| !mark.is_of_round);
            file.field(&seat.map(|s| s.to_string()).unwrap_or_default());
            file.field(&mark.expected);
            file.field(&mark.recorded);
            file.field(&mark.difference.map(feltproof_model::Money::plain).unwrap_or_default());
            file.end(self.out)?;
            self.planted.push(mark.fault);
        }
        Ok(())
    }
}

/// A dealer's id in the journals and in the staff list.
pub(crate) fn dealer_id(number: u32) -> String {
    format!("D{number:02}")
}
