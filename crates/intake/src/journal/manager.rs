//! One record of a manager journal into an event.

use super::fields::Fields;
use super::header::ManagerColumns;
use super::record_reader::RecordReader;
use super::setup::{LinkName, Setup};
use super::text::{decode, shown};
use super::times::{StampReader, Times};
use super::values;
use feltproof_model::{ManagerEvent, ManagerKind, Money, Seat, TableId};

/// Reads the events of one piece.
pub(super) struct ManagerReader<'a> {
    setup: &'a Setup,
    columns: &'a ManagerColumns,
    stamps: StampReader<'a>,
}

impl<'a> ManagerReader<'a> {
    pub(super) const fn new(setup: &'a Setup, columns: &'a ManagerColumns) -> Self {
        Self { setup, columns, stamps: StampReader::new(setup) }
    }
}

impl RecordReader for ManagerReader<'_> {
    type Out = Vec<ManagerEvent>;

    fn read(
        &mut self,
        line: u32,
        fields: Fields<'_>,
        times: &mut Times,
        out: &mut Vec<ManagerEvent>,
    ) -> Result<(), String> {
        let c = self.columns;
        let text = |name: &str, at: usize| decode(name, fields.get(at), self.setup.encoding);
        let seq = values::seq(fields.get(c.seq))?;
        let stamp = self.stamps.read(fields.get(c.time))?;
        let link = values::link(fields.get(c.link), self.setup)?;
        level(link, fields.get(c.level))?;
        let kind = event(fields.get(c.event))?;
        let value = decode("value", fields.optional(c.value), self.setup.encoding)?;
        if kind == ManagerKind::Config && !value.contains('=') {
            return Err(format!(
                "value of config is `{value}`, which does not say setting=new value; write it as \
                 in seed=3000.00"
            ));
        }
        let event = ManagerEvent {
            line,
            seq,
            time: stamp.time,
            link: link.link,
            kind,
            table: table(kind, fields.get(c.table), self.setup)?,
            round: round(kind, fields.get(c.round))?,
            seat: seat(kind, fields.get(c.seat))?,
            amount: amount(kind, fields.get(c.amount))?,
            display: values::amount(fields.get(c.display)).map_err(|f| format!("display {f}"))?,
            reserve: values::amount(fields.get(c.reserve)).map_err(|f| format!("reserve {f}"))?,
            actor: text("actor", c.actor)?,
            reason: text("reason", c.reason)?,
            document: text("document", c.document)?,
            value,
        };
        times.note(out.len(), stamp);
        out.push(event);
        Ok(())
    }
}

fn event(field: &[u8]) -> Result<ManagerKind, String> {
    std::str::from_utf8(field).ok().and_then(ManagerKind::parse).ok_or_else(|| {
        format!(
            "event is `{}`, but the events of a manager are {}; correct the record",
            shown(field),
            ManagerKind::ALL.map(ManagerKind::name).join(", ")
        )
    })
}

fn level(link: &LinkName, field: &[u8]) -> Result<(), String> {
    if field == link.level {
        return Ok(());
    }
    Err(format!(
        "level is `{}`, but the level of link {} is {}; correct the record or the engagement",
        shown(field),
        shown(&link.id),
        shown(&link.level)
    ))
}

/// Coin-ins and awards belong to a round at a table; other events may name one.
const fn needs_round(kind: ManagerKind) -> bool {
    matches!(kind, ManagerKind::CoinIn | ManagerKind::Award)
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
    if kind == ManagerKind::Award {
        values::player_seat(field, kind.name()).map(Some)
    } else {
        values::optional_seat(field)
    }
}

fn amount(kind: ManagerKind, field: &[u8]) -> Result<Money, String> {
    let amount = match kind {
        ManagerKind::Adjustment | ManagerKind::ReserveAdjustment => values::signed_amount(field),
        ManagerKind::CoinIn | ManagerKind::Award | ManagerKind::Reseed => values::amount(field),
        ManagerKind::Reading | ManagerKind::Open | ManagerKind::Close | ManagerKind::Config => {
            return no_amount(kind, field);
        }
    };
    amount.map_err(|fault| format!("amount {fault}"))
}

fn no_amount(kind: ManagerKind, field: &[u8]) -> Result<Money, String> {
    if field.is_empty() || Money::parse(field) == Ok(Money::ZERO) {
        return Ok(Money::ZERO);
    }
    Err(format!(
        "amount is `{}`, but event `{}` moves no money; empty the field or correct the event",
        shown(field),
        kind.name()
    ))
}
