//! One record of a controller journal into an event.

use super::header::ControllerColumns;
use super::record_reader::{EventColumns, EventStart};
use super::setup::Setup;
use super::text::{decode, printable};
use super::values;
use feltproof_model::{
    CompactString, ControllerEvent, ControllerKind, HAND_BUTTONS, Seat, SeatSet,
};
use feltproof_sheets::Fields;
use feltproof_toml::did_you_mean;

impl EventColumns for ControllerColumns {
    type Event = ControllerEvent;

    fn start(&self) -> [usize; 2] {
        [self.seq, self.time]
    }

    fn event(
        &self,
        EventStart { line, seq, time }: EventStart,
        fields: Fields<'_>,
        setup: &Setup,
    ) -> Result<ControllerEvent, String> {
        let table = values::table(fields.get(self.table), setup)?;
        let round = values::round(fields.get(self.round))?;
        let kind = event(fields.get(self.event))?;
        let seat = seat(kind, fields.get(self.seat))?;
        let value = decode("value", fields.get(self.value), setup.encoding)?;
        let actor = decode("actor", fields.get(self.actor), setup.encoding)?;
        let (lit, value) = detail(kind, value)?;
        Ok(ControllerEvent { line, seq, time, table, round, kind, seat, lit, value, actor })
    }
}

fn event(field: &[u8]) -> Result<ControllerKind, String> {
    std::str::from_utf8(field).ok().and_then(ControllerKind::parse).ok_or_else(|| {
        format!(
            "event is `{}`, but the events of a controller are {}; correct the record",
            printable(field),
            ControllerKind::ALL.map(ControllerKind::name).join(", ")
        )
    })
}

fn seat(kind: ControllerKind, field: &[u8]) -> Result<Option<Seat>, String> {
    if kind == ControllerKind::HandButton {
        values::player_seat(field, kind.name()).map(Some)
    } else {
        values::optional_seat(field)
    }
}

fn no_hand(value: &str) -> String {
    let hands = HAND_BUTTONS.join(", ");
    if value.is_empty() {
        return format!(
            "value of hand_button is empty, so the hand selected is not known; write which of {hands}"
        );
    }
    format!(
        "value of hand_button is `{}`{}, but the hands that a progressive pays are {hands}; correct the \
         record",
        printable(value.as_bytes()),
        did_you_mean(value, HAND_BUTTONS.into_iter())
    )
}

/// Lit sensors of a coin-in (its value is nothing else), or the value as it stands; some events say
/// nothing without one.
fn detail(kind: ControllerKind, value: CompactString) -> Result<(SeatSet, CompactString), String> {
    match kind {
        ControllerKind::CoinIn => match SeatSet::parse(value.as_bytes()) {
            Some(lit) => Ok((lit, CompactString::default())),
            None => Err(format!(
                "value of coin_in is `{}`, which is not a list of seats 1 to 9, each once, with \
                 spaces between; write the lit sensors as in 1 3 6",
                printable(value.as_bytes())
            )),
        },
        ControllerKind::HandButton if !HAND_BUTTONS.contains(&value.as_str()) => {
            Err(no_hand(&value))
        }
        ControllerKind::ShufflerMode if value.is_empty() => {
            Err("value of shuffler_mode is empty, so the mode set is not known; write it as the \
                 engagement does, as in Four Card Poker"
                .to_owned())
        }
        _ => Ok((SeatSet::EMPTY, value)),
    }
}
