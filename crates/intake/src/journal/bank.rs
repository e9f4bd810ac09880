//! One record of the bank account of the prizes into an event. A statement may leave out the balance of a record; of
//! records that move nothing the balance is all they say.

use super::header::BankColumns;
use super::record_reader::{EventColumns, EventStart};
use super::setup::Setup;
use super::text::{decode, printable};
use super::values;
use feltproof_model::{BankEvent, BankKind, CompactString, Money};
use feltproof_sheets::Fields;

impl EventColumns for BankColumns {
    type Event = BankEvent;

    fn start(&self) -> [usize; 2] {
        // A statement has no running numbers: its balances tell whether a record is missing.
        [self.time, self.time]
    }

    fn event(
        &self,
        EventStart { line, time, .. }: EventStart,
        fields: Fields<'_>,
        setup: &Setup,
    ) -> Result<BankEvent, String> {
        let text = |name: &str, at: Option<usize>| -> Result<CompactString, String> {
            decode(name, fields.optional(at), setup.encoding)
        };
        let kind = event(fields.get(self.event))?;
        let amount = amount(kind, fields.get(self.amount))?;
        let balance = match fields.get(self.balance) {
            b"" if kind == BankKind::Balance => {
                return Err("balance is empty, and event `balance` says nothing else; add the dollar amount"
                    .to_owned());
            }
            b"" => None,
            field => {
                Some(values::signed_amount(field).map_err(|fault| format!("balance {fault}"))?)
            }
        };
        let (document, note) = (text("document", self.document)?, text("note", self.note)?);
        Ok(BankEvent { line, time, kind, amount, balance, document, note })
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
