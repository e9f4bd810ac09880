//! One record of a manager journal into an event.

use super::column::{
    ACTOR, AMOUNT, Column, DOCUMENT, EVENT, ROUND, SEAT, SEQ, TABLE, TIME, VALUE, Value,
};
use super::event::{Event, Start, columns};
use super::{Cell, Sign};
use crate::journal::fault::{Fault, Shown, Understood};
use crate::journal::setup::{LevelName, Setup};
use crate::journal::text::printable;
use crate::journal::values;
use feltproof_model::{Engagement, LinkId, ManagerEvent, ManagerKind, Money, Seat, TableId};
use feltproof_sheets::Fields;

/// Every record shows the meter.
pub(super) const SIGN: Sign = Sign::Events(&["display"]);

columns! {
    seq: SEQ,
    time: TIME,
    link: Column::new(Value::Name)
        .called("link|link id|link name|progressive link|progressive id|progressive group"),
    level: Column::new(Value::Name)
        .called("level|level name|meter level|progressive level|jackpot level"),
    event: EVENT.only(
        ManagerKind::NAMES,
        "meter_reading=reading configuration=config start_game=coin_in",
    ),
    table: TABLE,
    round: ROUND,
    seat: SEAT.may_be_empty().missed(),
    amount: AMOUNT,
    display: Column::new(Value::Money).called(
        "display|meter|display meter|meter display|displayed meter|displayed|meter value|\
         meter amount|progressive meter|display amount|display value",
    ),
    reserve: Column::new(Value::Money)
        .called("reserve|reserve meter|reserve amount|reserve value")
        .may_be_empty()
        .missed(),
    actor: ACTOR,
    reason: Column::new(Value::Text)
        .called("reason|reason code")
        .knows(REASONS)
        .may_be_empty()
        .missed(),
    document: DOCUMENT.may_be_empty(),
    value: VALUE.may_be_absent(),
    in_meter: Column::new(Value::Money).called("in meter|coin in meter").may_be_absent(),
}

/// The permitted reasons of adjustments that the README lists.
const REASONS: &[&str] = &[
    "won",
    "malfunction",
    "over_maximum",
    "nondisplayed_to_receipts",
    "seed_recovery",
    "back_out",
    "void_round",
    "correction_increase",
];

impl Event for ManagerEvent {
    type Places = Places;

    fn start(at: &Places) -> [Option<usize>; 2] {
        [at.seq, at.time]
    }

    fn read(at: &Places, start: Start, fields: Fields<'_>, setup: &Setup) -> Understood<Self> {
        let Start { line, seq, time } = start;
        let text = |name: &'static str, at| values::text(name, fields.optional(at), setup);
        let money = |name: &'static str, at| values::amount(name, fields.optional(at));
        let of = ("manager", ManagerKind::NAMES);
        let kind = values::event(fields.optional(at.event), ManagerKind::parse, of)?;
        let link = level(kind, (fields.optional(at.link), fields.optional(at.level)), setup)?;
        let value = text("value", at.value)?;
        if kind == ManagerKind::Config && !value.contains('=') {
            return Err(Fault::Config(Shown::as_is(&value)))?;
        }
        Ok(Self {
            line,
            seq,
            time,
            link: link.link,
            share: link.share,
            kind,
            table: table(kind, fields.optional(at.table), setup)?,
            round: round(kind, fields.optional(at.round))?,
            seat: seat(kind, fields.optional(at.seat))?,
            amount: amount(kind, fields.optional(at.amount))?,
            display: money("display", at.display)?,
            reserve: money("reserve", at.reserve)?,
            actor: text("actor", at.actor)?,
            reason: text("reason", at.reason)?,
            document: text("document", at.document)?,
            value,
            in_meter: values::optional_amount("in_meter", fields.optional(at.in_meter))?,
        })
    }

    fn of_round(&self) -> (Option<TableId>, Option<u32>) {
        (self.table, self.round)
    }

    fn seq(&self) -> u64 {
        self.seq
    }

    fn link(&self) -> Option<LinkId> {
        Some(self.link)
    }

    fn write(&self, of: &Engagement, row: &mut Vec<Cell>) {
        let link = of.link(self.link);
        let share = self.share.and_then(|at| link.shares.get(usize::from(at)));
        let cells: [Cell; COLUMNS.len()] = [
            Cell::Number(self.seq),
            Cell::Time(self.time),
            Cell::text(&link.name),
            Cell::text(share.map_or(&link.level, |(level, _)| level)),
            Cell::text(&self.kind.name()),
            self.table.map_or(Cell::Empty, |table| Cell::table(of, table)),
            Cell::round_if(self.round),
            Cell::text_if(self.seat),
            Cell::amount_if((moves(self.kind) != Moves::Nothing).then_some(self.amount)),
            Cell::Amount(self.display),
            Cell::Amount(self.reserve),
            Cell::text(&self.actor),
            Cell::text(&self.reason),
            Cell::text(&self.document),
            Cell::text(&self.value),
            Cell::amount_if(self.in_meter),
        ];
        row.extend(cells);
    }
}

/// The level that a record is of.
fn level<'a>(
    kind: ManagerKind,
    (link, field): (&[u8], &[u8]),
    setup: &'a Setup,
) -> Understood<&'a LevelName> {
    let found = setup.links.iter().find(|level| level.id == link && level.level == field);
    let is_of_meter = |level: &&LevelName| level.share.is_none() || kind == ManagerKind::Award;
    if let Some(level) = found.filter(is_of_meter) {
        return Ok(level);
    }
    let own = setup.links.iter().filter(|level| level.id == link);
    let names: Vec<String> = own.map(|level| printable(&level.level)).collect();
    let (link, level, known) = (Shown::of(link), Shown::of(field), Shown::as_is(names.join(", ")));
    Err(match (names.len(), found) {
        (0, _) => Fault::Link { link, known: Shown::as_is(&setup.link_list) },
        (_, Some(_)) => Fault::LevelOfShare { level, link, event: kind.name() },
        (1, None) => Fault::OneLevel { level, link, known },
        (_, None) => Fault::Level { level, link, known },
    })?
}

/// Coin-ins, awards and tray pays belong to a round at a table; other events may name one.
fn refuse_unnamed(kind: ManagerKind, column: &'static str, field: &[u8]) -> Understood<()> {
    let needs = matches!(kind, ManagerKind::CoinIn | ManagerKind::Award | ManagerKind::TrayPay);
    match needs && field.is_empty() {
        true => Err(Fault::NotNamed { event: kind.name(), column })?,
        false => Ok(()),
    }
}

fn table(kind: ManagerKind, field: &[u8], setup: &Setup) -> Understood<Option<TableId>> {
    refuse_unnamed(kind, "table", field)?;
    if field.is_empty() { Ok(None) } else { values::table(field, setup).map(Some) }
}

fn round(kind: ManagerKind, field: &[u8]) -> Understood<Option<u32>> {
    refuse_unnamed(kind, "round", field)?;
    values::optional_round(field)
}

fn seat(kind: ManagerKind, field: &[u8]) -> Understood<Option<Seat>> {
    if matches!(kind, ManagerKind::Award | ManagerKind::TrayPay) {
        values::player_seat(field, kind.name()).map(Some)
    } else {
        values::optional_seat(field)
    }
}

/// What an event does to a meter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moves {
    Nothing,
    Amount,
    /// Up or down, as the sign says.
    Signed,
}

const fn moves(kind: ManagerKind) -> Moves {
    match kind {
        ManagerKind::CoinIn
        | ManagerKind::Award
        | ManagerKind::TrayPay
        | ManagerKind::Reseed
        | ManagerKind::Overflow => Moves::Amount,
        ManagerKind::Adjustment | ManagerKind::ReserveAdjustment => Moves::Signed,
        ManagerKind::Reading | ManagerKind::Open | ManagerKind::Close | ManagerKind::Config => {
            Moves::Nothing
        }
    }
}

fn amount(kind: ManagerKind, field: &[u8]) -> Understood<Money> {
    match moves(kind) {
        Moves::Amount => values::amount("amount", field),
        Moves::Signed => values::signed_amount("amount", field),
        Moves::Nothing if field.is_empty() || Money::parse(field) == Ok(Money::ZERO) => {
            Ok(Money::ZERO)
        }
        Moves::Nothing => {
            Err(Fault::MovesNoMoney { event: kind.name(), amount: Shown::of(field) })?
        }
    }
}
