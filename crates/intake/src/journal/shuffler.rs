//! One record of a shuffler journal into an event.
//!
//! A deck with a card too many, too few or twice is what the shuffler recorded, and reads: whether it
//! is a deck is for the checks. Only what is no list of cards at all is a problem.

use super::header::ShufflerColumns;
use super::record_reader::{EventColumns, EventStart};
use super::setup::Setup;
use super::text::{decode, printable};
use super::values;
use feltproof_model::card::CARDS_MAX;
use feltproof_model::event::DECK_CARDS_MAX;
use feltproof_model::{Card, CompactString, ShufflerEvent, ShufflerKind};
use feltproof_sheets::Fields;

/// The most packets of one deck: more than any table has hands.
const PACKET_MAX: u8 = 26;

impl EventColumns for ShufflerColumns {
    type Event = ShufflerEvent;

    fn start(&self) -> [usize; 2] {
        [self.seq, self.time]
    }

    fn event(
        &self,
        EventStart { line, seq, time }: EventStart,
        fields: Fields<'_>,
        setup: &Setup,
    ) -> Result<ShufflerEvent, String> {
        let table = values::table(fields.get(self.table), setup)?;
        let round = match fields.get(self.round) {
            b"" => None,
            field => Some(values::round(field)?),
        };
        let kind = event(fields.get(self.event))?;
        let packet = packet(kind, fields.get(self.packet))?;
        let cards = cards(kind, fields.get(self.cards))?;
        let value = said(kind, decode("value", fields.get(self.value), setup.encoding)?)?;
        Ok(ShufflerEvent { line, seq, time, table, round, kind, packet, cards, value })
    }
}

fn event(field: &[u8]) -> Result<ShufflerKind, String> {
    std::str::from_utf8(field).ok().and_then(ShufflerKind::parse).ok_or_else(|| {
        format!(
            "event is `{}`, but the events of a shuffler are {}; correct the record",
            printable(field),
            ShufflerKind::ALL.map(ShufflerKind::name).join(", ")
        )
    })
}

/// The number of a packet; nothing else has one.
fn packet(kind: ShufflerKind, field: &[u8]) -> Result<u8, String> {
    if kind != ShufflerKind::Packet {
        return match field {
            b"" => Ok(0),
            _ => Err(format!(
                "packet is `{}`, but event `{}` is of no packet; empty the field or correct the event",
                printable(field),
                kind.name()
            )),
        };
    }
    let number = std::str::from_utf8(field).ok().filter(|text| !text.starts_with('+'));
    match number.and_then(|text| text.parse().ok()) {
        Some(number) if (1..=PACKET_MAX).contains(&number) => Ok(number),
        _ => Err(format!(
            "packet is `{}`, not a whole number from 1 to {PACKET_MAX}; give the place of the packet \
             in its deck, 1 for the first dispensed",
            printable(field)
        )),
    }
}

fn cards(kind: ShufflerKind, field: &[u8]) -> Result<Box<[Card]>, String> {
    let most = match kind {
        ShufflerKind::Deck => DECK_CARDS_MAX,
        ShufflerKind::Packet => CARDS_MAX,
        ShufflerKind::Mode | ShufflerKind::Fault if field.is_empty() => return Ok(Box::default()),
        ShufflerKind::Mode | ShufflerKind::Fault => {
            return Err(format!(
                "cards are `{}`, but event `{}` has none; empty the field or correct the event",
                printable(field),
                kind.name()
            ));
        }
    };
    // Two characters and a space a card: near enough to the number of cards to be the right room.
    let mut cards = Vec::with_capacity(field.len().min(4 * DECK_CARDS_MAX) / 3 + 1);
    for word in field.split(|byte| *byte == b' ').filter(|word| !word.is_empty()) {
        let card = Card::parse(word).ok_or_else(|| {
            format!(
                "cards of the {} have `{}`, which is not a card such as As or Td; write cards as in \
                 As Ks Qs Js 2d",
                kind.name(),
                printable(word)
            )
        })?;
        cards.push(card);
    }
    match cards.len() {
        0 => Err(format!(
            "cards of the {} are empty, so what left the shuffler is not known; add them",
            kind.name()
        )),
        count if count > most => Err(format!(
            "the {} has {count} cards, and a record of one has at most {most}; write one {} a record",
            kind.name(),
            kind.name()
        )),
        _ => Ok(cards.into_boxed_slice()),
    }
}

/// The value, which a mode and a fault need, and which says nothing of cards.
fn said(kind: ShufflerKind, value: CompactString) -> Result<CompactString, String> {
    let needs = matches!(kind, ShufflerKind::Mode | ShufflerKind::Fault);
    if needs && value.trim().is_empty() {
        return Err(format!(
            "value of {} is empty, so it is not known which; write it as in {}",
            kind.name(),
            if kind == ShufflerKind::Mode { "Four Card Poker" } else { "card jam" }
        ));
    }
    Ok(value)
}
