//! One record of a shuffler journal into an event.
//!
//! A deck with a card too many, too few or twice is what the shuffler recorded, and reads: whether it
//! is a deck is for the checks. Only what is no list of cards at all is a problem.

use super::column::{CARDS, Column, EVENT, ROUND, SEQ, TABLE, TIME, VALUE, Value};
use super::event::{Event, Start, columns};
use super::{Cell, Sign};
use crate::journal::fault::{Fault, Shown, Understood};
use crate::journal::setup::Setup;
use crate::journal::values;
use feltproof_model::card::CARDS_MAX;
use feltproof_model::event::DECK_CARDS_MAX;
use feltproof_model::{Card, CompactString, Engagement, ShufflerEvent, ShufflerKind, TableId};
use feltproof_sheets::Fields;

/// The most packets of one deck: more than any table has hands.
const PACKET_MAX: u8 = 26;

pub(super) const SIGN: Sign = Sign::Events(&["cards"]);

columns! {
    seq: SEQ,
    time: TIME,
    table: TABLE,
    round: ROUND,
    event: EVENT.only(ShufflerKind::NAMES, ""),
    packet: Column::new(Value::Whole { least: 1, most: PACKET_MAX as u64 })
        .called("packet|packet number")
        .may_be_empty()
        .missed(),
    cards: CARDS,
    value: VALUE,
}

impl Event for ShufflerEvent {
    type Places = Places;

    fn start(at: &Places) -> [Option<usize>; 2] {
        [at.seq, at.time]
    }

    fn read(at: &Places, start: Start, fields: Fields<'_>, setup: &Setup) -> Understood<Self> {
        let Start { line, seq, time } = start;
        let table = values::table(fields.optional(at.table), setup)?;
        let round = values::optional_round(fields.optional(at.round))?;
        let of = ("shuffler", ShufflerKind::NAMES);
        let kind = values::event(fields.optional(at.event), ShufflerKind::parse, of)?;
        let packet = packet(kind, fields.optional(at.packet))?;
        let cards = cards(kind, fields.optional(at.cards))?;
        let value = values::text("value", fields.optional(at.value), setup)?;
        let value = said(kind, value)?;
        Ok(Self { line, seq, time, table, round, kind, packet, cards, value })
    }

    fn of_round(&self) -> (Option<TableId>, Option<u32>) {
        (Some(self.table), self.round)
    }

    fn seq(&self) -> u64 {
        self.seq
    }

    fn write(&self, of: &Engagement, row: &mut Vec<Cell>) {
        let packet = match self.kind {
            ShufflerKind::Packet => Cell::Number(self.packet.into()),
            ShufflerKind::Deck | ShufflerKind::Mode | ShufflerKind::Fault => Cell::Empty,
        };
        let cells: [Cell; COLUMNS.len()] = [
            Cell::Number(self.seq),
            Cell::Time(self.time),
            Cell::table(of, self.table),
            Cell::round_if(self.round),
            Cell::text(&self.kind.name()),
            packet,
            Cell::cards(&self.cards),
            Cell::text(&self.value),
        ];
        row.extend(cells);
    }
}

/// The number of a packet; nothing else has one.
fn packet(kind: ShufflerKind, field: &[u8]) -> Understood<u8> {
    let packet = || Shown::of(field);
    if kind != ShufflerKind::Packet {
        return match field {
            b"" => Ok(0),
            _ => Err(Fault::OfNoPacket { event: kind.name(), packet: packet() })?,
        };
    }
    let number = std::str::from_utf8(field).ok().filter(|text| !text.starts_with('+'));
    match number.and_then(|text| text.parse().ok()) {
        Some(number) if (1..=PACKET_MAX).contains(&number) => Ok(number),
        Some(_) | None => Err(Fault::Packet { packet: packet(), most: PACKET_MAX })?,
    }
}

fn cards(kind: ShufflerKind, field: &[u8]) -> Understood<Box<[Card]>> {
    let event = kind.name();
    let most = match kind {
        ShufflerKind::Deck => DECK_CARDS_MAX,
        ShufflerKind::Packet => CARDS_MAX,
        ShufflerKind::Mode | ShufflerKind::Fault if field.is_empty() => return Ok(Box::default()),
        ShufflerKind::Mode | ShufflerKind::Fault => {
            return Err(Fault::OfNoCards { event, cards: Shown::of(field) })?;
        }
    };
    // Two characters and a space a card: near enough to the number of cards to be the right room.
    let mut cards = Vec::with_capacity(field.len().min(4 * DECK_CARDS_MAX) / 3 + 1);
    for word in field.split(|byte| *byte == b' ').filter(|word| !word.is_empty()) {
        let no_card = || Fault::NoCard { event, word: Shown::of(word) };
        cards.push(Card::parse(word).ok_or_else(no_card)?);
    }
    match cards.len() {
        0 => Err(Fault::NoCards { event })?,
        count if count > most => Err(Fault::ManyCards { event, count: Shown::as_is(count), most })?,
        _ => Ok(cards.into_boxed_slice()),
    }
}

/// The value, which a mode and a fault need, and which says nothing of cards.
fn said(kind: ShufflerKind, value: CompactString) -> Understood<CompactString> {
    let such_as = match kind {
        ShufflerKind::Deck | ShufflerKind::Packet => return Ok(value),
        ShufflerKind::Mode => "Four Card Poker",
        ShufflerKind::Fault => "card jam",
    };
    if value.trim().is_empty() {
        Err(Fault::Unsaid { event: kind.name(), such_as })?;
    }
    Ok(value)
}
