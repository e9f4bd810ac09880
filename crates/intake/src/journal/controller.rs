//! One record of a controller journal into an event.

use super::fields::Fields;
use super::header::ControllerColumns;
use super::record_reader::RecordReader;
use super::setup::Setup;
use super::text::{decode, shown};
use super::times::{StampReader, Times};
use super::values;
use feltproof_model::{CompactString, ControllerEvent, ControllerKind, Seat, SeatSet};

/// Reads the events of one piece.
pub(super) struct ControllerReader<'a> {
    setup: &'a Setup,
    columns: &'a ControllerColumns,
    stamps: StampReader<'a>,
}

impl<'a> ControllerReader<'a> {
    pub(super) const fn new(setup: &'a Setup, columns: &'a ControllerColumns) -> Self {
        Self { setup, columns, stamps: StampReader::new(setup) }
    }
}

impl RecordReader for ControllerReader<'_> {
    type Out = Vec<ControllerEvent>;

    fn read(
        &mut self,
        line: u32,
        fields: Fields<'_>,
        times: &mut Times,
        out: &mut Vec<ControllerEvent>,
    ) -> Result<(), String> {
        let c = self.columns;
        let seq = values::seq(fields.get(c.seq))?;
        let stamp = self.stamps.read(fields.get(c.time))?;
        let table = values::table(fields.get(c.table), self.setup)?;
        let round = values::round(fields.get(c.round))?;
        let kind = event(fields.get(c.event))?;
        let seat = seat(kind, fields.get(c.seat))?;
        let value = decode("value", fields.get(c.value), self.setup.encoding)?;
        let actor = decode("actor", fields.get(c.actor), self.setup.encoding)?;
        let (lit, value) = detail(kind, value)?;
        times.note(out.len(), stamp);
        out.push(ControllerEvent {
            line,
            seq,
            time: stamp.time,
            table,
            round,
            kind,
            seat,
            lit,
            value,
            actor,
        });
        Ok(())
    }
}

fn event(field: &[u8]) -> Result<ControllerKind, String> {
    std::str::from_utf8(field).ok().and_then(ControllerKind::parse).ok_or_else(|| {
        format!(
            "event is `{}`, but the events of a controller are {}; correct the record",
            shown(field),
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

/// Lit sensors of a coin-in (its value is nothing else), or the value as it stands; some events say
/// nothing without one.
fn detail(kind: ControllerKind, value: CompactString) -> Result<(SeatSet, CompactString), String> {
    match kind {
        ControllerKind::CoinIn => match SeatSet::parse(value.as_bytes()) {
            Some(lit) => Ok((lit, CompactString::default())),
            None => Err(format!(
                "value of coin_in is `{}`, which is not a list of seats 1 to 9, each once, with \
                 spaces between; write the lit sensors as in 1 3 6",
                shown(value.as_bytes())
            )),
        },
        ControllerKind::HandButton if value.is_empty() => {
            Err("value of hand_button is empty, so the hand selected is not known; write it as in \
                 four_aces"
                .to_owned())
        }
        ControllerKind::ShufflerMode if value.is_empty() => {
            Err("value of shuffler_mode is empty, so the mode set is not known; write it as the \
                 engagement does, as in Four Card Poker"
                .to_owned())
        }
        _ => Ok((SeatSet::EMPTY, value)),
    }
}
