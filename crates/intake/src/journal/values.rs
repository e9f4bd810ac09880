//! One field into one value; each failure is a sentence with the value and the remedy.

use super::setup::Setup;
use super::text::printable;
use feltproof_model::{Money, Seat, TableId};

/// A number of digits only; `None` when it is not one or does not fit.
fn digits(field: &[u8]) -> Option<u64> {
    if field.is_empty() {
        return None;
    }
    let mut number = 0_u64;
    for byte in field {
        if !byte.is_ascii_digit() {
            return None;
        }
        number = number.checked_mul(10)?.checked_add(u64::from(byte - b'0'))?;
    }
    Some(number)
}

/// A round number.
pub(super) fn round(field: &[u8]) -> Result<u32, String> {
    match digits(field).and_then(|n| u32::try_from(n).ok()) {
        Some(number) if number >= 1 => Ok(number),
        _ => Err(format!(
            "round is `{}`, not a whole number from 1 to 4294967295; give the number of the round \
             at its table",
            printable(field)
        )),
    }
}

/// A sequence number.
pub(super) fn seq(field: &[u8]) -> Result<u64, String> {
    digits(field).ok_or_else(|| {
        format!(
            "seq is `{}`, not a whole number from 0 to 18446744073709551615; give the source's own \
             running number",
            printable(field)
        )
    })
}

/// A seat.
pub(super) fn seat(field: &[u8]) -> Result<Seat, String> {
    Seat::parse(field).ok_or_else(|| {
        format!(
            "seat is `{}`, which is none of 1 to 9, D (dealer), B1 to B9 (player banker at a seat) \
             or B (player banker); correct the record",
            printable(field)
        )
    })
}

/// A seat that may be left out.
pub(super) fn optional_seat(field: &[u8]) -> Result<Option<Seat>, String> {
    if field.is_empty() { Ok(None) } else { seat(field).map(Some) }
}

/// The seat of a player, which this event needs.
pub(super) fn player_seat(field: &[u8], event: &str) -> Result<Seat, String> {
    if field.is_empty() {
        return Err(format!(
            "event `{event}` needs the seat of a player, and seat is empty; add it"
        ));
    }
    match seat(field)? {
        Seat::Player(number) => Ok(Seat::Player(number)),
        Seat::Dealer | Seat::Banker(_) => Err(format!(
            "event `{event}` needs the seat of a player, 1 to 9, and seat is `{}`; correct the \
             record",
            printable(field)
        )),
    }
}

/// A table of the engagement.
pub(super) fn table(field: &[u8], setup: &Setup) -> Result<TableId, String> {
    setup.tables.iter().find(|(name, _)| name == field).map(|(_, table)| *table).ok_or_else(|| {
        format!(
            "table is `{}`, but the tables of the engagement are {}; correct the record or declare \
             the table",
            printable(field),
            setup.table_list
        )
    })
}

/// What is wrong with a link that the engagement does not have.
pub(super) fn unknown_link(field: &[u8], setup: &Setup) -> String {
    format!(
        "link is `{}`, but the links of the engagement are {}; correct the record or declare the link",
        printable(field),
        setup.link_list
    )
}

/// An amount without sign. The caller names the column before the sentence.
pub(super) fn amount(field: &[u8]) -> Result<Money, String> {
    if field.first() == Some(&b'-') {
        return Err(format!(
            "is `{}`, and an amount here has no sign; correct the record",
            printable(field)
        ));
    }
    signed_amount(field)
}

/// An amount that may have a minus sign. The caller names the column before the sentence.
pub(super) fn signed_amount(field: &[u8]) -> Result<Money, String> {
    if field.is_empty() {
        return Err("is empty, and this record needs it; add the dollar amount".to_owned());
    }
    Money::parse(field).map_err(|fault| {
        format!(
            "is `{}`, which {fault}; write decimal dollars without separators",
            printable(field)
        )
    })
}
