//! One record of the bank account of the prizes into an event. A statement may leave out the balance of a record; of
//! records that move nothing the balance is all they say.

use super::column::{AMOUNT, Column, DOCUMENT, EVENT, TIME, Value};
use super::event::{Event, Start, columns};
use super::{Cell, Sign};
use crate::journal::setup::Setup;
use crate::journal::text::{decode, printable};
use crate::journal::values;
use feltproof_model::{BankEvent, BankKind, Engagement, Money, TableId};
use feltproof_sheets::Fields;

pub(super) const SIGN: Sign = Sign::Unknown;

columns! {
    time: TIME,
    event: EVENT.only(BankKind::NAMES, &[]),
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

    fn read(
        at: &Places,
        Start { line, time, .. }: Start,
        fields: Fields<'_>,
        setup: &Setup,
    ) -> Result<Self, String> {
        let text = |name: &str, at| decode(name, fields.optional(at), setup.encoding);
        let kind = event(fields.optional(at.event))?;
        let amount = amount(kind, fields.optional(at.amount))?;
        let balance = match fields.optional(at.balance) {
            b"" if kind == BankKind::Balance => {
                return Err("balance is empty, and event `balance` says nothing else; add the dollar amount"
                    .to_owned());
            }
            b"" => None,
            field => {
                Some(values::signed_amount(field).map_err(|fault| format!("balance {fault}"))?)
            }
        };
        let (document, note) = (text("document", at.document)?, text("note", at.note)?);
        Ok(Self { line, time, kind, amount, balance, document, note })
    }

    /// The bank account knows no round.
    fn of_round(&self) -> (Option<TableId>, Option<u32>) {
        (None, None)
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

fn event(field: &[u8]) -> Result<BankKind, String> {
    std::str::from_utf8(field).ok().and_then(BankKind::parse).ok_or_else(|| {
        format!(
            "event is `{}`, but the events of a bank account are {}; correct the record",
            printable(field),
            BankKind::ALL.map(BankKind::name).join(", ")
        )
    })
}

/// Without sign: the event says which way it went.
fn amount(kind: BankKind, field: &[u8]) -> Result<Money, String> {
    match (kind, field) {
        (BankKind::Balance, b"") => Ok(Money::ZERO),
        (BankKind::Balance, _) => Err(format!(
            "amount is `{}`, but event `balance` moves no money; empty the field or correct the event",
            printable(field)
        )),
        (_, b"") => Err(format!(
            "amount is empty, and event `{}` needs it; add the dollar amount",
            kind.name()
        )),
        _ => values::amount(field).map_err(|fault| format!("amount {fault}")),
    }
}
