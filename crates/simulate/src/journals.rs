//! The canonical journals as text, streamed, and the list of planted exceptions.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use feltproof_model::{Action, Card, Extras, Money, Seat, Timestamp, Wager};

use crate::calendar::Zone;
use crate::fault::Fault;
use crate::meter::Meter;
use crate::round::{Mark, Round, Row};
use crate::{LEVEL, LINK, Plan, SECOND_LINK, SHARE_LEVEL};

/// Where a simulated day is written to.
pub trait Output {
    /// Appends bytes to a file of the day, creating it when it is named for the first time.
    fn write(&mut self, file: &str, bytes: &[u8]) -> io::Result<()>;
}

const MANAGER: &str =
    "seq,time,link,level,event,table,round,seat,amount,display,reserve,actor,reason,document,value";
const FLUSH_AT: usize = 64 * 1024;
/// Below this many rounds only offsets tell the two passes of the repeated hour apart.
const ROUNDS_FOR_LOCAL_TIME: u32 = 60;

pub(crate) struct File {
    name: &'static str,
    text: Vec<u8>,
    lines: u32,
    seq: u64,
}

impl File {
    fn new(name: &'static str, header: &str) -> Self {
        Self { name, text: format!("{header}\n").into_bytes(), lines: 1, seq: 1 }
    }

    /// One record that begins with its sequence number.
    fn numbered(&mut self, out: &mut dyn Output, record: fmt::Arguments<'_>) -> io::Result<()> {
        write!(self.text, "{},{record}", self.seq)?;
        self.seq += 1;
        self.end(out)
    }

    fn end(&mut self, out: &mut dyn Output) -> io::Result<()> {
        self.text.push(b'\n');
        self.lines += 1;
        if self.text.len() >= FLUSH_AT { self.flush(out) } else { Ok(()) }
    }

    /// Its next sequence number is wrong by so much: the right one and the wrong one.
    pub(crate) fn misnumber(&mut self, by: i64) -> (u64, u64) {
        let right = self.seq;
        self.seq =
            right.checked_add_signed(by).expect("a fault does not come before the second record");
        (right, self.seq)
    }

    /// Where the record written last stands.
    fn here(&self) -> (&'static str, u32) {
        (self.name, self.lines)
    }

    fn flush(&mut self, out: &mut dyn Output) -> io::Result<()> {
        out.write(self.name, &self.text)?;
        self.text.clear();
        Ok(())
    }
}

/// A text as a field, quoted when it has to be.
fn field(text: &str) -> Cow<'_, str> {
    if text.contains([',', '"', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(text)
    }
}

/// A field that is empty where there is nothing.
fn some(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// Writes cards, the one at the place `garbled` unreadable.
fn push_cards(out: &mut Vec<u8>, cards: &[Card], garbled: Option<usize>) {
    for (i, card) in cards.iter().enumerate() {
        if i > 0 {
            out.push(b' ');
        }
        let number = usize::from(card.number());
        let rank = b"23456789TJQKA".get(number % 13).copied().unwrap_or(b'?');
        let suit = b"cdhs".get(number / 13).copied().unwrap_or(b'?');
        out.extend(if garbled == Some(i) { *b"K?" } else { [rank, suit] });
    }
}

/// Writes an amount as [`Money::plain`] does, without a text of its own for whole cents.
fn push_money(out: &mut Vec<u8>, amount: Money) -> io::Result<()> {
    let micros = amount.micros();
    if micros < 0 || micros % 10_000 != 0 {
        return out.write_all(amount.plain().as_bytes());
    }
    write!(out, "{}.{:02}", micros / 1_000_000, micros / 10_000 % 100)
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

impl ControllerRecord {
    pub(crate) fn of(round: &Round, event: &'static str, actor: impl Into<String>) -> Self {
        let (table, number, actor) = (round.table, round.number, actor.into());
        Self { table, round: number, event, actor, ..Self::default() }
    }
}

/// One record of the manager journal, without the amounts of the meter.
#[derive(Clone, Debug, Default)]
pub(crate) struct ManagerRecord {
    pub(crate) event: &'static str,
    pub(crate) table: Option<u16>,
    pub(crate) round: Option<u32>,
    pub(crate) seat: Option<u8>,
    pub(crate) amount: Option<Money>,
    pub(crate) actor: String,
    pub(crate) reason: &'static str,
    pub(crate) document: String,
    pub(crate) value: String,
    pub(crate) is_of_second: bool,
    /// It names the level that is a share of the meter.
    pub(crate) is_of_share: bool,
    pub(crate) marks: Vec<Mark>,
}

impl ManagerRecord {
    /// About a round, by the system or a person of accounting.
    pub(crate) fn of(round: &Round, event: &'static str, amount: Money) -> Self {
        let (table, number) = (Some(round.table), Some(round.number));
        Self { event, table, round: number, amount: Some(amount), ..Self::default() }
    }
}

/// What a planted exception is about: round, table, seat.
type About<'a> = (Option<u32>, &'a str, Option<Seat>);

pub(crate) struct Journals<'o> {
    out: &'o mut dyn Output,
    plan: &'o Plan,
    zone: Zone,
    tables: Vec<String>,
    hands: File,
    pub(crate) controller: File,
    pub(crate) manager: File,
    shuffler: File,
    bank: File,
    faults: File,
    /// Latest time written to the controller and to the manager journal.
    latest: [Timestamp; 2],
    /// Table and number of the round in the hands journal written last, while its dealer's row can be taken back.
    last_round: Option<(u16, u32)>,
    /// Faults that wait for the first suitable record after a moment.
    pub(crate) pending: Vec<(Fault, i64)>,
    /// Faults with at least one exception in `faults.csv`.
    pub(crate) planted: Vec<Fault>,
}

impl<'o> Journals<'o> {
    pub(crate) fn new(
        out: &'o mut dyn Output,
        plan: &'o Plan,
        zone: Zone,
        tables: Vec<String>,
    ) -> Self {
        let mut header = "round,time,table,dealer,seat,cards,action".to_owned();
        for wager in plan.day().columns {
            if has_stake(*wager) {
                header += &format!(",{}", wager.key());
            }
            header += &format!(",{}", wager.key_returned());
        }
        if plan.game.is_player_banked() {
            header += ",offered,fee";
        }
        let in_meter = if plan.in_meter { ",in_meter" } else { "" };
        Self {
            out,
            plan,
            zone,
            tables,
            hands: File::new("hands.csv", &header),
            controller: File::new("controller.csv", "seq,time,table,round,event,seat,value,actor"),
            manager: File::new("manager.csv", &(MANAGER.to_owned() + in_meter)),
            shuffler: File::new("shuffler.csv", "seq,time,table,round,event,packet,cards,value"),
            bank: File::new("bank.csv", "time,event,amount,balance,document"),
            faults: File::new(
                "faults.csv",
                "fault,code,journal,line,round,table,seat,expected,recorded,difference",
            ),
            latest: [Timestamp(i64::MIN); 2],
            last_round: None,
            pending: Vec::new(),
            planted: Vec::new(),
        }
    }

    /// Records in hands, controller, manager and shuffler journal so far.
    pub(crate) fn records(&self) -> [u64; 4] {
        [&self.hands, &self.controller, &self.manager, &self.shuffler]
            .map(|f| u64::from(f.lines - 1))
    }

    pub(crate) fn exceptions(&self) -> u64 {
        u64::from(self.faults.lines - 1)
    }

    /// A file beside the journals, whole.
    pub(crate) fn beside(&mut self, file: &str, text: &str) -> io::Result<()> {
        self.out.write(file, text.as_bytes())
    }

    /// The engagement file, whole, with its exceptions.
    pub(crate) fn engagement(&mut self, text: &str, marks: Vec<(u32, Mark)>) -> io::Result<()> {
        self.out.write("engagement.toml", text.as_bytes())?;
        for (line, mark) in marks {
            self.fault(("engagement.toml", line), (None, "", None), &[mark])?;
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
        let (number, table) = (round.number, self.table(Some(round.table)));
        let (stamp, dealer) = (self.stamp(time), dealer_of(round));
        let start_by = |dealer: &str| format!("{number},{stamp},{},{dealer},", field(&table));
        let start = start_by(&dealer);
        if let (Some(mark), Some(row)) = (garbled, round.rows.first()) {
            self.row(&start, row, true)?;
            let about = (Some(number), table.as_str(), Some(row.hand.seat));
            self.fault(self.hands.here(), about, &[mark])?;
        }
        if self.plan.without_hands {
            return Ok(());
        }
        for row in &round.rows {
            let is_other = round.fault == Some(Fault::RowOfAnotherDealer)
                && row.marks.iter().any(|mark| mark.fault == Fault::RowOfAnotherDealer);
            let other = is_other.then(|| start_by(&dealer_id(another_dealer(round.dealer))));
            self.row(other.as_deref().unwrap_or(&start), row, false)?;
            let about = (Some(number), table.as_str(), Some(row.hand.seat));
            self.fault(self.hands.here(), about, &row.marks)?;
        }
        let is_usual = round.fault.is_none() && round.void.is_none() && round.rows.len() > 1;
        let is_held = is_usual && !self.hands.text.is_empty();
        self.last_round = is_held.then_some((round.table, round.number));
        Ok(())
    }

    /// Whether the last row of the hands journal, a dealer's, can be taken back, of a table that fits.
    pub(crate) fn may_lose_last(&self, fits: impl Fn(u16) -> bool) -> bool {
        self.last_round.is_some_and(|(table, _)| fits(table))
    }

    /// Takes back the last row of the hands journal; what is wrong stands at the row before it.
    pub(crate) fn lose_last(&mut self, mark: Mark) -> io::Result<()> {
        let Some((table, number)) = self.last_round.take() else { return Ok(()) };
        let text = &mut self.hands.text;
        // It ends with a line feed of its own.
        text.pop();
        let cut = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        text.truncate(cut);
        self.hands.lines -= 1;
        let table = self.table(Some(table));
        self.fault(self.hands.here(), (Some(number), &table, None), &[mark])
    }

    /// One row of a round, whose fields before the seat are written out already.
    fn row(&mut self, start: &str, row: &Row, is_garbled: bool) -> io::Result<()> {
        let text = &mut self.hands.text;
        text.extend_from_slice(start.as_bytes());
        write!(text, "{},", row.hand.seat)?;
        if !(self.plan.conceals_folded && row.hand.action == Action::Fold) {
            push_cards(text, row.hand.cards.as_slice(), is_garbled.then_some(1));
        }
        text.extend_from_slice(match row.hand.action {
            Action::Play => b",play",
            Action::Fold => b",fold",
            Action::Deal => b",deal",
            Action::Void => b",void",
            Action::Unrecorded => b",",
        });
        for wager in self.plan.day().columns {
            let stake = has_stake(*wager).then_some(row.hand.stake[*wager]);
            for amount in stake.into_iter().chain([row.hand.returned[*wager]]) {
                text.push(b',');
                if !amount.is_zero() {
                    push_money(text, amount)?;
                }
            }
        }
        if self.plan.game.is_player_banked() {
            let Extras { offered, fee } = row.hand.extras;
            text.extend_from_slice(match offered {
                Some(true) => b",yes,",
                Some(false) => b",no,",
                None => b",,",
            });
            if let Some(fee) = fee {
                push_money(text, fee)?;
            }
        }
        self.hands.end(self.out)
    }

    /// Takes a fault off the waiting list when its time has come.
    pub(crate) fn due(&mut self, fault: Fault, at: i64) -> Option<Fault> {
        let place = self.pending.iter().position(|(f, from)| *f == fault && *from <= at)?;
        Some(self.pending.swap_remove(place).0)
    }

    pub(crate) fn controller(
        &mut self,
        time: Timestamp,
        record: &ControllerRecord,
    ) -> io::Result<()> {
        let time = self.not_before(0, time);
        let (stamp, table) = (self.stamp(time), self.table(Some(record.table)));
        let (round, event, seat) = (record.round, record.event, some(record.seat));
        let (value, actor) = (field(&record.value), field(&record.actor));
        let text = format_args!("{stamp},{},{round},{event},{seat},{value},{actor}", field(&table));
        self.controller.numbered(self.out, text)?;
        let about = (Some(round), table.as_str(), record.seat.map(Seat::Player));
        self.fault(self.controller.here(), about, &record.marks)
    }

    /// One manager event with the meter as it stands after it; `early_micros` before its time.
    pub(crate) fn manager(
        &mut self,
        time: Timestamp,
        early_micros: i64,
        meter: &Meter,
        record: &ManagerRecord,
    ) -> io::Result<()> {
        let time = self.not_before(1, time).plus_micros(-early_micros);
        let table = self.table(record.table);
        let (link, level) = match (record.is_of_second, record.is_of_share) {
            (true, _) => SECOND_LINK,
            (false, true) => (LINK, SHARE_LEVEL),
            (false, false) => (LINK, LEVEL),
        };
        let text = [
            self.zone.with_offset(time),
            link.to_owned(),
            level.to_owned(),
            record.event.to_owned(),
            field(&table).into_owned(),
            some(record.round),
            some(record.seat),
            some(record.amount.map(Money::plain)),
            meter.display().plain(),
            meter.reserve().plain(),
            field(&record.actor).into_owned(),
            record.reason.to_owned(),
            field(&record.document).into_owned(),
            field(&record.value).into_owned(),
        ];
        let count = self.plan.in_meter.then(|| format!(",{}", meter.counted().plain()));
        let text = text.join(",") + &count.unwrap_or_default();
        self.manager.numbered(self.out, format_args!("{text}"))?;
        let about = (record.round, table.as_str(), record.seat.map(Seat::Player));
        self.fault(self.manager.here(), about, &record.marks)
    }

    /// An exception at a record of the manager journal that was written before, of a table's round.
    pub(crate) fn at_manager(
        &mut self,
        (line, table, round): (u32, u16, u32),
        mark: Mark,
    ) -> io::Result<()> {
        let table = self.table(Some(table));
        self.fault((self.manager.name, line), (Some(round), &table, None), &[mark])
    }

    pub(crate) const fn manager_line(&self) -> u32 {
        self.manager.lines
    }

    /// The deck of a round as it leaves the shuffler.
    pub(crate) fn deck(&mut self, round: &Round, time: Timestamp) -> io::Result<()> {
        let (stamp, table) = (self.stamp(time), self.table(Some(round.table)));
        let (number, mut deck) = (round.number, Vec::new());
        push_cards(&mut deck, &round.deck, None);
        let deck = String::from_utf8_lossy(&deck);
        let text = format_args!("{stamp},{},{number},deck,,{deck},", field(&table));
        self.shuffler.numbered(self.out, text)?;
        self.fault(self.shuffler.here(), (Some(number), &table, None), &round.deck_marks)
    }

    /// One record of the bank account: event, amount and document, with the balance after it.
    pub(crate) fn bank(
        &mut self,
        time: Timestamp,
        (event, amount, document): (&str, Option<Money>, &str),
        balance: Money,
        marks: &[Mark],
    ) -> io::Result<()> {
        let (stamp, amount) = (self.zone.with_offset(time), some(amount.map(Money::plain)));
        write!(self.bank.text, "{stamp},{event},{amount},{},{document}", balance.plain())?;
        self.bank.end(self.out)?;
        self.fault(self.bank.here(), (None, "", None), marks)
    }

    pub(crate) fn finish(&mut self) -> io::Result<()> {
        let is_linked = self.plan.linked_tables() > 0;
        for (file, is_kept) in [
            (&mut self.hands, !self.plan.without_hands),
            (&mut self.controller, is_linked),
            (&mut self.manager, is_linked),
            (&mut self.shuffler, self.plan.shuffler_journal),
            (&mut self.bank, self.plan.bank),
            (&mut self.faults, true),
        ] {
            if is_kept {
                file.flush(self.out)?;
            }
        }
        Ok(())
    }

    /// Where a journal may be silent for most of the repeated hour, times carry their offset.
    fn stamp(&self, time: Timestamp) -> String {
        let has_offset = self.plan.rounds < ROUNDS_FOR_LOCAL_TIME;
        if has_offset { self.zone.with_offset(time) } else { self.zone.local(time) }
    }

    /// The name of a table by its place in the plan.
    fn table(&self, place: Option<u16>) -> String {
        let name = place.and_then(|place| self.tables.get(usize::from(place)));
        name.cloned().unwrap_or_default()
    }

    /// A journal never runs backwards: two events of one instant keep the order they are in.
    fn not_before(&mut self, journal: usize, time: Timestamp) -> Timestamp {
        let Some(latest) = self.latest.get_mut(journal) else { return time };
        *latest = time.max(*latest);
        *latest
    }

    fn fault(
        &mut self,
        (journal, line): (&str, u32),
        (round, table, seat): About<'_>,
        marks: &[Mark],
    ) -> io::Result<()> {
        for mark in marks {
            let (round, seat) = (some(round), some(seat.filter(|_| !mark.is_of_round)));
            let (expected, recorded) = (field(&mark.expected), field(&mark.recorded));
            let difference = some(mark.difference.map(Money::plain));
            write!(
                self.faults.text,
                "{},{},{journal},{line},{round},{},{seat},{expected},{recorded},{difference}",
                mark.fault,
                mark.code,
                field(table)
            )?;
            self.faults.end(self.out)?;
            self.planted.push(mark.fault);
        }
        Ok(())
    }
}

pub(crate) const fn another_dealer(number: u32) -> u32 {
    if number == 1 { 2 } else { 1 }
}

/// A dealer's id in the journals and in the staff list.
/// Who does everything where nobody else comes.
pub(crate) const ALONE: &str = "E01";

/// Who deals a round.
pub(crate) fn dealer_of(round: &Round) -> String {
    match round.fault {
        Some(Fault::OnePersonAlone) => ALONE.to_owned(),
        _ => dealer_id(round.dealer),
    }
}

pub(crate) fn dealer_id(number: u32) -> String {
    format!("D{number:02}")
}
