//! One record of a controller journal into an event.

use super::column::{ACTOR, EVENT, ROUND, SEAT, SEQ, TABLE, TIME, VALUE};
use super::event::{Event, Start, columns};
use super::{Cell, Sign};
use crate::journal::fault::{Fault, Shown, Understood};
use crate::journal::setup::Setup;
use crate::journal::values;
use feltproof_model::{
    CompactString, ControllerEvent, ControllerKind, Engagement, HAND_BUTTONS, Seat, SeatSet,
    TableId,
};
use feltproof_sheets::Fields;
use feltproof_toml::did_you_mean;

pub(super) const SIGN: Sign = Sign::Events(&[]);

columns! {
    seq: SEQ,
    time: TIME,
    table: TABLE,
    round: ROUND,
    event: EVENT.only(
        ControllerKind::NAMES,
        "start_game=coin_in game_over=end_game jpot=j_pot key_to_jph=key_jph jph_key=key_jph \
         key_to_run=key_run run_key=key_run supervisor_card_swiped=supervisor_card \
         executive_card_swiped=executive_card",
    ),
    seat: SEAT.may_be_empty().missed(),
    value: VALUE.knows(&HAND_BUTTONS).missed(),
    actor: ACTOR,
}

impl Event for ControllerEvent {
    type Places = Places;

    fn start(at: &Places) -> [Option<usize>; 2] {
        [at.seq, at.time]
    }

    fn read(at: &Places, start: Start, fields: Fields<'_>, setup: &Setup) -> Understood<Self> {
        let Start { line, seq, time } = start;
        let table = values::table(fields.optional(at.table), setup)?;
        let round = values::round(fields.optional(at.round))?;
        let of = ("controller", ControllerKind::NAMES);
        let kind = values::event(fields.optional(at.event), ControllerKind::parse, of)?;
        let seat = seat(kind, fields.optional(at.seat))?;
        let value = fields.optional(at.value);
        let (lit, value) = match SeatSet::parse(value) {
            // Most events are coin-ins, whose value is no text.
            Some(lit) if kind == ControllerKind::CoinIn => (lit, CompactString::default()),
            Some(_) | None => detail(kind, values::text("value", value, setup)?)?,
        };
        let actor = values::text("actor", fields.optional(at.actor), setup)?;
        Ok(Self { line, seq, time, table, round, kind, seat, lit, value, actor })
    }

    fn of_round(&self) -> (Option<TableId>, Option<u32>) {
        (Some(self.table), Some(self.round))
    }

    fn seq(&self) -> u64 {
        self.seq
    }

    fn write(&self, of: &Engagement, row: &mut Vec<Cell>) {
        let value = match self.kind {
            ControllerKind::CoinIn if self.lit.iter().next().is_none() => Cell::Empty,
            ControllerKind::CoinIn => Cell::text(&self.lit),
            _ => Cell::text(&self.value),
        };
        let cells: [Cell; COLUMNS.len()] = [
            Cell::Number(self.seq),
            Cell::Time(self.time),
            Cell::table(of, self.table),
            Cell::Number(self.round.into()),
            Cell::text(&self.kind.name()),
            Cell::text_if(self.seat),
            value,
            Cell::text(&self.actor),
        ];
        row.extend(cells);
    }
}

fn seat(kind: ControllerKind, field: &[u8]) -> Understood<Option<Seat>> {
    if kind == ControllerKind::HandButton {
        values::player_seat(field, kind.name()).map(Some)
    } else {
        values::optional_seat(field)
    }
}

fn no_hand(hand: &str) -> Fault {
    let known = Shown::as_is(HAND_BUTTONS.join(", "));
    if hand.is_empty() {
        return Fault::NoHand { known };
    }
    let near = Shown::as_is(did_you_mean(hand, HAND_BUTTONS.into_iter()));
    Fault::Hand { hand: Shown::of(hand.as_bytes()), near, known }
}

/// Lit sensors of a coin-in, or the value as it stands; some events say nothing without one.
fn detail(kind: ControllerKind, value: CompactString) -> Understood<(SeatSet, CompactString)> {
    match kind {
        ControllerKind::CoinIn => match SeatSet::parse(value.as_bytes()) {
            Some(lit) => Ok((lit, CompactString::default())),
            None => Err(Fault::Lit(Shown::of(value.as_bytes())))?,
        },
        ControllerKind::HandButton if !HAND_BUTTONS.contains(&value.as_str()) => {
            Err(no_hand(&value))?
        }
        ControllerKind::ShufflerMode if value.is_empty() => Err(Fault::NoMode)?,
        _ => Ok((SeatSet::EMPTY, value)),
    }
}
