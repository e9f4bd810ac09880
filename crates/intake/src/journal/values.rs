//! One field of a record into one value, or what is wrong with it.

use super::fault::{AmountFault, Fault, Shown, Understood};
use super::setup::Setup;
use super::text::decode;
use crate::guess::quoted;
use crate::profile::{Meaning, Nothings, is_invisible, visible, without_noughts};
use feltproof_model::{CompactString, Money, Seat, TableId};
use feltproof_sheets::unguarded;

/// A number of digits only; `None` when it is not one or does not fit.
fn digits(field: &[u8]) -> Option<u64> {
    let add = |number: u64, byte: &u8| {
        let digit = byte.is_ascii_digit().then(|| u64::from(byte - b'0'))?;
        number.checked_mul(10)?.checked_add(digit)
    };
    let number = |field: &[u8]| field.iter().try_fold(0, add).filter(|_| !field.is_empty());
    number(field).or_else(|| number(without_noughts(field, b'.')?))
}

pub(super) fn round(field: &[u8]) -> Understood<u32> {
    match digits(field).and_then(|n| u32::try_from(n).ok()) {
        Some(number) if number >= 1 => Ok(number),
        Some(_) | None => Err(Fault::Round(Shown::of(field)))?,
    }
}

pub(super) fn optional_round(field: &[u8]) -> Understood<Option<u32>> {
    if field.is_empty() { Ok(None) } else { round(field).map(Some) }
}

pub(super) fn seq(field: &[u8]) -> Understood<u64> {
    Ok(digits(field).ok_or_else(|| Fault::Seq(Shown::of(field)))?)
}

pub(super) fn seat(field: &[u8]) -> Understood<Seat> {
    let whole =
        || without_noughts(field, b'.').and_then(Seat::parse).filter(|s| s.player().is_some());
    let found = Seat::parse(field).or_else(whole);
    Ok(found.ok_or_else(|| Fault::Seat(Shown::of(field)))?)
}

pub(super) fn optional_seat(field: &[u8]) -> Understood<Option<Seat>> {
    if field.is_empty() { Ok(None) } else { seat(field).map(Some) }
}

/// The seat of a player, which this event needs.
pub(super) fn player_seat(field: &[u8], event: &'static str) -> Understood<Seat> {
    if field.is_empty() {
        Err(Fault::NoSeat { event })?;
    }
    match seat(field)? {
        Seat::Player(number) => Ok(Seat::Player(number)),
        Seat::Dealer | Seat::Banker(_) => Err(Fault::NoPlayer { event, seat: Shown::of(field) })?,
    }
}

/// Free text. Of a canonical journal nobody has said what its words for nothing mean.
#[inline]
pub(super) fn text(column: &'static str, field: &[u8], setup: &Setup) -> Understood<CompactString> {
    // Most texts of most events are empty.
    if field.is_empty() {
        return Ok(CompactString::default());
    }
    let field = unguarded(field);
    if let Some(nothings) = setup.nothings.as_ref().filter(|nothings| nothings.may_be(field)) {
        refuse_nothing(column, field, nothings)?;
    }
    let text = decode(column, field, setup.encoding)?;
    if text.is_ascii() || !text.contains(is_invisible) {
        return Ok(text);
    }
    Ok(visible(&text).trim().into())
}

#[cold]
fn refuse_nothing(column: &'static str, field: &[u8], nothings: &Nothings) -> Understood<()> {
    match nothings.meaning(field) {
        Meaning::Value | Meaning::Nothing => Ok(()),
        Meaning::Word(why) | Meaning::NoValue(why) => {
            let quoted = Shown::as_is(quoted(&String::from_utf8_lossy(field)));
            Err(Fault::NoText { column, value: Shown::of(field), why, quoted })?
        }
    }
}

pub(super) fn table(field: &[u8], setup: &Setup) -> Understood<TableId> {
    let found = setup.tables.iter().find(|(name, _)| name == field).map(|(_, table)| *table);
    let fault = || Fault::Table { table: Shown::of(field), known: Shown::as_is(&setup.table_list) };
    Ok(found.ok_or_else(fault)?)
}

/// One of the events of a kind of journal.
pub(super) fn event<E>(
    field: &[u8],
    parse: impl Fn(&str) -> Option<E>,
    (of, known): (&'static str, &'static [&'static str]),
) -> Understood<E> {
    let found = std::str::from_utf8(field).ok().and_then(parse);
    Ok(found.ok_or_else(|| Fault::Event { event: Shown::of(field), of, known })?)
}

/// An amount without sign.
pub(super) fn amount(column: &'static str, field: &[u8]) -> Understood<Money> {
    if field.first() == Some(&b'-') {
        Err(Fault::Amount { column, fault: AmountFault::Signed(Shown::of(field)) })?;
    }
    signed_amount(column, field)
}

pub(super) fn optional_amount(column: &'static str, field: &[u8]) -> Understood<Option<Money>> {
    if field.is_empty() { Ok(None) } else { amount(column, field).map(Some) }
}

pub(super) fn signed_amount(column: &'static str, field: &[u8]) -> Understood<Money> {
    let amount = match field {
        [] => Err(AmountFault::Empty),
        _ => Money::parse(field).map_err(|why| AmountFault::NotMoney(Shown::of(field), why)),
    };
    Ok(amount.map_err(|fault| Fault::Amount { column, fault })?)
}
