//! One record of the bank account of the prizes into an event. A statement may leave out the balance of a record; of
//! records that move nothing the balance is all they say.

use super::column::{AMOUNT, Column, DOCUMENT, EVENT, TIME, Value};
use super::event::{Event, Start, columns};
use super::{Cell, Sign};
use crate::journal::fault::{Fault, Shown, Understood};
use crate::journal::setup::Setup;
use crate::journal::values;
use feltproof_model::{BankEvent, BankKind, Engagement, Money, TableId};
use feltproof_sheets::Fields;

pub(super) const SIGN: Sign = Sign::Unknown;

columns! {
    time: TIME,
    event: EVENT.only(BankKind::NAMES, ""),
    amount: AMOUNT,
    balance: Column::new(Value::Money).may_be_empty(),
    document: DOCUMENT.may_be_absent(),
    note: Column::new(Value::Text).may_be_absent().missed(),
}

impl Event for BankEvent {
    type Places = Places;

    /// A statement has no running numbers: its balances tell whether a record is missing.
    fn start(at: &Places) -> [Option<usize>; 2] {
        [None, at.time]
    }

    fn read(at: &Places, start: Start, fields: Fields<'_>, setup: &Setup) -> Understood<Self> {
        let Start { line, time, .. } = start;
        let text = |name: &'static str, at| values::text(name, fields.optional(at), setup);
        let of = ("bank account", BankKind::NAMES);
        let kind = values::event(fields.optional(at.event), BankKind::parse, of)?;
        let amount = amount(kind, fields.optional(at.amount))?;
        let balance = match fields.optional(at.balance) {
            b"" if kind == BankKind::Balance => return Err(Fault::NoBalance)?,
            b"" => None,
            field => Some(values::signed_amount("balance", field)?),
        };
        let (document, note) = (text("document", at.document)?, text("note", at.note)?);
        Ok(Self { line, time, kind, amount, balance, document, note })
    }

    /// The bank account knows no round.
    fn of_round(&self) -> (Option<TableId>, Option<u32>) {
        (None, None)
    }

    fn seq(&self) -> u64 {
        0
    }

    fn write(&self, _of: &Engagement, row: &mut Vec<Cell>) {
        let amount = (self.kind != BankKind::Balance).then_some(self.amount);
        let cells: [Cell; COLUMNS.len()] = [
            Cell::Time(self.time),
            Cell::text(&self.kind.name()),
            Cell::amount_if(amount),
            Cell::amount_if(self.balance),
            Cell::text(&self.document),
            Cell::text(&self.note),
        ];
        row.extend(cells);
    }
}

/// Without sign: the event says which way it went.
fn amount(kind: BankKind, field: &[u8]) -> Understood<Money> {
    let event = kind.name();
    match (kind, field) {
        (BankKind::Balance, b"") => Ok(Money::ZERO),
        (BankKind::Balance, _) => Err(Fault::MovesNoMoney { event, amount: Shown::of(field) })?,
        (_, b"") => Err(Fault::NoAmount { event })?,
        _ => values::amount("amount", field),
    }
}
