//! One record of a manager journal into an event.

use super::header::ManagerColumns;
use super::record_reader::{EventColumns, EventStart};
use super::setup::{LevelName, Setup};
use super::text::{decode, printable};
use super::values;
use feltproof_model::{ManagerEvent, ManagerKind, Money, Seat, TableId};
use feltproof_sheets::Fields;

impl EventColumns for ManagerColumns {
    type Event = ManagerEvent;

    fn start(&self) -> [usize; 2] {
        [self.seq, self.time]
    }

    fn event(
        &self,
        EventStart { line, seq, time }: EventStart,
        fields: Fields<'_>,
        setup: &Setup,
    ) -> Result<ManagerEvent, String> {
        let text = |name: &str, at: usize| decode(name, fields.get(at), setup.encoding);
        let money = |name: &str, at: usize| {
            values::amount(fields.get(at)).map_err(|fault| format!("{name} {fault}"))
        };
        let kind = event(fields.get(self.event))?;
        let link = level(kind, (fields.get(self.link), fields.get(self.level)), setup)?;
        let value = decode("value", fields.optional(self.value), setup.encoding)?;
        if kind == ManagerKind::Config && !value.contains('=') {
            return Err(format!(
                "value of config is `{value}`, which does not say setting=new value; write it as \
                 in seed=3000.00"
            ));
        }
        Ok(ManagerEvent {
            line,
            seq,
            time,
            link: link.link,
            share: link.share,
            kind,
            table: table(kind, fields.get(self.table), setup)?,
            round: round(kind, fields.get(self.round))?,
            seat: seat(kind, fields.get(self.seat))?,
            amount: amount(kind, fields.get(self.amount))?,
            display: money("display", self.display)?,
            reserve: money("reserve", self.reserve)?,
            actor: text("actor", self.actor)?,
            reason: text("reason", self.reason)?,
            document: text("document", self.document)?,
            value,
            in_meter: in_meter(fields.optional(self.in_meter))?,
        })
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

fn amount(kind: ManagerKind, field: &[u8]) -> Result<Money, String> {
    let amount = match kind {
        ManagerKind::Adjustment | ManagerKind::ReserveAdjustment => values::signed_amount(field),
        ManagerKind::CoinIn
        | ManagerKind::Award
        | ManagerKind::TrayPay
        | ManagerKind::Reseed
        | ManagerKind::Overflow => values::amount(field),
        ManagerKind::Reading | ManagerKind::Open | ManagerKind::Close | ManagerKind::Config => {
            return no_amount(kind, field);
        }
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
