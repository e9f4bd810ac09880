//! One record of a manager journal into an event.

use super::column::{
    ACTOR, AMOUNT, Column, DOCUMENT, EVENT, ROUND, SEAT, SEQ, TABLE, TIME, VALUE, Value,
};
use super::event::{Event, Start, columns};
use super::{Cell, Sign};
use crate::journal::setup::{LevelName, Setup};
use crate::journal::text::{decode, printable};
use crate::journal::values;
use feltproof_model::{Engagement, ManagerEvent, ManagerKind, Money, Seat, TableId};
use feltproof_sheets::Fields;

/// Every record shows the meter.
pub(super) const SIGN: Sign = Sign::Events(&["display"]);

columns! {
    seq: SEQ,
    time: TIME,
    link: Column::new(Value::Name).called(&[
        "link",
        "link id",
        "link name",
        "progressive link",
        "progressive id",
        "progressive group",
    ]),
    level: Column::new(Value::Name).called(&[
        "level",
        "level name",
        "meter level",
        "progressive level",
        "jackpot level",
    ]),
    event: EVENT.only(ManagerKind::NAMES, &[
        ("meter_reading", "reading"),
        ("configuration", "config"),
        ("start_game", "coin_in"),
    ]),
    table: TABLE,
    round: ROUND,
    seat: SEAT.may_be_empty().missed(),
    amount: AMOUNT,
    display: Column::new(Value::Money).called(&[
        "display",
        "meter",
        "display meter",
        "meter display",
        "displayed meter",
        "displayed",
        "meter value",
        "meter amount",
        "progressive meter",
        "display amount",
        "display value",
    ]),
    reserve: Column::new(Value::Money)
        .called(&["reserve", "reserve meter", "reserve amount", "reserve value"])
        .may_be_empty()
        .missed(),
    actor: ACTOR,
    reason: Column::new(Value::Text)
        .called(&["reason", "reason code"])
        .knows(REASONS)
        .may_be_empty()
        .missed(),
    document: DOCUMENT.may_be_empty(),
    value: VALUE.may_be_absent(),
    in_meter: Column::new(Value::Money).called(&["in meter", "coin in meter"]).may_be_absent(),
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

    fn read(
        at: &Places,
        Start { line, seq, time }: Start,
        fields: Fields<'_>,
        setup: &Setup,
    ) -> Result<Self, String> {
        let text = |name: &str, at| decode(name, fields.optional(at), setup.encoding);
        let money = |name: &str, at| {
            values::amount(fields.optional(at)).map_err(|fault| format!("{name} {fault}"))
        };
        let kind = event(fields.optional(at.event))?;
        let link = level(kind, (fields.optional(at.link), fields.optional(at.level)), setup)?;
        let value = text("value", at.value)?;
        if kind == ManagerKind::Config && !value.contains('=') {
            return Err(format!(
                "value of config is `{value}`, which does not say setting=new value; write it as \
                 in seed=3000.00"
            ));
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
            in_meter: in_meter(fields.optional(at.in_meter))?,
        })
    }

    fn of_round(&self) -> (Option<TableId>, Option<u32>) {
        (self.table, self.round)
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
            Cell::amount_if(moves_money(self.kind).then_some(self.amount)),
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

fn event(field: &[u8]) -> Result<ManagerKind, String> {
    std::str::from_utf8(field).ok().and_then(ManagerKind::parse).ok_or_else(|| {
        format!(
            "event is `{}`, but the events of a manager are {}; correct the record",
            printable(field),
            ManagerKind::ALL.map(ManagerKind::name).join(", ")
        )
    })
}

/// The level that a record is of.
fn level<'a>(
    kind: ManagerKind,
    (link, field): (&[u8], &[u8]),
    setup: &'a Setup,
) -> Result<&'a LevelName, String> {
    let found = setup.links.iter().find(|level| level.id == link && level.level == field);
    let is_of_meter = |level: &&LevelName| level.share.is_none() || kind == ManagerKind::Award;
    if let Some(level) = found.filter(is_of_meter) {
        return Ok(level);
    }
    let own = setup.links.iter().filter(|level| level.id == link);
    let names: Vec<String> = own.map(|level| printable(&level.level)).collect();
    if names.is_empty() {
        return Err(values::unknown_link(link, setup));
    }
    let (name, field) = (printable(link), printable(field));
    if found.is_some() {
        return Err(format!(
            "level is `{field}`, which is a share of a meter of link {name}: event `{}` is of the meter; name \
             the meter's level or correct the event",
            kind.name()
        ));
    }
    let are = if names.len() == 1 { "level of link" } else { "levels of link" };
    let verb = if names.len() == 1 { "is" } else { "are" };
    Err(format!(
        "level is `{field}`, but the {are} {name} {verb} {}; correct the record or the engagement",
        names.join(", ")
    ))
}

/// Coin-ins, awards and tray pays belong to a round at a table; other events may name one.
const fn needs_round(kind: ManagerKind) -> bool {
    matches!(kind, ManagerKind::CoinIn | ManagerKind::Award | ManagerKind::TrayPay)
}

fn missing(kind: ManagerKind, column: &str) -> String {
    format!("event `{}` needs a {column}, and {column} is empty; add it", kind.name())
}

fn table(kind: ManagerKind, field: &[u8], setup: &Setup) -> Result<Option<TableId>, String> {
    match (field.is_empty(), needs_round(kind)) {
        (true, true) => Err(missing(kind, "table")),
        (true, false) => Ok(None),
        (false, _) => values::table(field, setup).map(Some),
    }
}

fn round(kind: ManagerKind, field: &[u8]) -> Result<Option<u32>, String> {
    match (field.is_empty(), needs_round(kind)) {
        (true, true) => Err(missing(kind, "round")),
        (true, false) => Ok(None),
        (false, _) => values::round(field).map(Some),
    }
}

fn seat(kind: ManagerKind, field: &[u8]) -> Result<Option<Seat>, String> {
    if matches!(kind, ManagerKind::Award | ManagerKind::TrayPay) {
        values::player_seat(field, kind.name()).map(Some)
    } else {
        values::optional_seat(field)
    }
}

const fn moves_money(kind: ManagerKind) -> bool {
    match kind {
        ManagerKind::CoinIn
        | ManagerKind::Award
        | ManagerKind::TrayPay
        | ManagerKind::Reseed
        | ManagerKind::Overflow
        | ManagerKind::Adjustment
        | ManagerKind::ReserveAdjustment => true,
        ManagerKind::Reading | ManagerKind::Open | ManagerKind::Close | ManagerKind::Config => {
            false
        }
    }
}

fn amount(kind: ManagerKind, field: &[u8]) -> Result<Money, String> {
    if !moves_money(kind) {
        return no_amount(kind, field);
    }
    let amount = match kind {
        ManagerKind::Adjustment | ManagerKind::ReserveAdjustment => values::signed_amount(field),
        _ => values::amount(field),
    };
    amount.map_err(|fault| format!("amount {fault}"))
}

/// Empty where the system does not write it at every event.
fn in_meter(field: &[u8]) -> Result<Option<Money>, String> {
    if field.is_empty() {
        return Ok(None);
    }
    values::amount(field).map(Some).map_err(|fault| format!("in_meter {fault}"))
}

fn no_amount(kind: ManagerKind, field: &[u8]) -> Result<Money, String> {
    if field.is_empty() || Money::parse(field) == Ok(Money::ZERO) {
        return Ok(Money::ZERO);
    }
    Err(format!(
        "amount is `{}`, but event `{}` moves no money; empty the field or correct the event",
        printable(field),
        kind.name()
    ))
}
