//! One record of a hands journal into a row, and rows into fragments.

use super::fields::Fields;
use super::header::HandsColumns;
use super::setup::Setup;
use super::text::{decode, shown};
use super::times::{Stamp, StampReader, Times};
use super::values;
use super::{Fragment, HandsBlock};
use feltproof_model::{Action, CardList, HandRow, Money, Seat, Timestamp, Wager, WagerMap};
use std::borrow::BorrowMut;

/// Reads the rows of one piece.
pub(super) struct HandsReader<'a> {
    setup: &'a Setup,
    columns: &'a HandsColumns,
    stamps: StampReader<'a>,
    /// Bytes of the table and of the dealer of the latest fragment: most rows repeat them.
    table: Vec<u8>,
    dealer: Vec<u8>,
    /// Bytes of the repeated columns of the latest row; empty when they are not neighbours.
    repeated: Vec<u8>,
    /// Time of the latest row.
    stamp: Stamp,
}

impl<'a> HandsReader<'a> {
    pub(super) const fn new(setup: &'a Setup, columns: &'a HandsColumns) -> Self {
        Self {
            setup,
            columns,
            stamps: StampReader::new(setup),
            table: Vec::new(),
            dealer: Vec::new(),
            repeated: Vec::new(),
            stamp: Stamp { time: Timestamp(0), second: None },
        }
    }

    /// Adds the row of one record to `out`; a record that fails adds nothing.
    pub(super) fn read(
        &mut self,
        line: u32,
        fields: Fields<'_>,
        times: &mut Times,
        out: &mut HandsBlock,
    ) -> Result<(), String> {
        let c = self.columns;
        // Most rows go on with the round of the row before: where round, time, table and dealer are
        // the same bytes, one comparison finds that they are understood, and whose fragment goes on.
        let repeated = c.repeated.as_ref().and_then(|run| fields.run(run)).unwrap_or_default();
        let same = !repeated.is_empty() && repeated == self.repeated;
        let going_on = out.fragments.last_mut().filter(|_| same);
        let (round, stamp) = match &going_on {
            Some(fragment) => (fragment.round, self.stamp),
            None => (values::round(fields.get(c.round))?, self.stamps.read(fields.get(c.time))?),
        };
        let seat = values::seat(fields.get(c.seat))?;
        let action = action(seat, c.action.map(|at| fields.get(at)))?;
        let cards = cards(fields.optional(c.cards))?;
        let (mut stake, mut returned) = (WagerMap::default(), WagerMap::default());
        amounts(&c.stakes, "", fields, seat, &mut stake)?;
        amounts(&c.returned, "_returned", fields, seat, &mut returned)?;
        let place = u32::try_from(out.rows.len()).map_err(|_| "block too large".to_owned())?;
        match going_on {
            Some(fragment) => fragment.rows.end = place + 1,
            None => {
                self.join_or_start(fields, round, stamp, place, &mut out.fragments)?;
                self.repeated.clear();
                self.repeated.extend_from_slice(repeated);
                self.stamp = stamp;
            }
        }
        times.note(out.rows.len(), stamp);
        out.rows.push(HandRow { line, time: stamp.time, seat, action, cards, stake, returned });
        Ok(())
    }

    /// Adds the row at `place` of the block to the latest fragment, or starts a new one with it.
    fn join_or_start(
        &mut self,
        fields: Fields<'_>,
        round: u32,
        stamp: Stamp,
        place: u32,
        fragments: &mut Vec<Fragment>,
    ) -> Result<(), String> {
        let c = self.columns;
        let (table_text, dealer_text) = (fields.get(c.table), fields.get(c.dealer));
        match fragments.last_mut() {
            Some(last)
                if last.round == round
                    && self.table == table_text
                    && self.dealer == dealer_text =>
            {
                last.rows.end = place + 1;
            }
            _ => {
                let table = values::table(table_text, self.setup)?;
                let dealer = decode("dealer", dealer_text, self.setup.encoding)?;
                let rows = place..place + 1;
                fragments.push(Fragment { table, round, time: stamp.time, dealer, rows });
                self.table.clear();
                self.table.extend_from_slice(table_text);
                self.dealer.clear();
                self.dealer.extend_from_slice(dealer_text);
            }
        }
        Ok(())
    }
}

/// What a seat did; `None` when the journal has no such column.
fn action(seat: Seat, field: Option<&[u8]>) -> Result<Action, String> {
    let own_row = seat.player().is_none();
    let Some(field) = field else {
        return Ok(if own_row { Action::Deal } else { Action::Unrecorded });
    };
    match (field, own_row) {
        (b"", true) | (b"deal", true) => Ok(Action::Deal),
        (b"play", false) => Ok(Action::Play),
        (b"fold", false) => Ok(Action::Fold),
        (b"void", _) => Ok(Action::Void),
        (_, true) => Err(format!(
            "action of seat {seat} is `{}`, but a dealer or banker has `deal` or `void`; correct \
             the seat or the action",
            shown(field)
        )),
        (_, false) => Err(format!(
            "action of seat {seat} is `{}`, which is none of `play`, `fold` and `void`; correct \
             the record",
            shown(field)
        )),
    }
}

fn cards(field: &[u8]) -> Result<CardList, String> {
    CardList::parse(field)
        .map_err(|e| format!("cards `{}` {e}; write cards as in As Ks Qs Js 2d", shown(field)))
}

/// The amounts of these columns into `map`; an empty field is no wager, or nothing returned. Filled
/// where it lies: maps are large enough that handing them over shows.
#[inline]
fn amounts(
    columns: &[(Wager, usize)],
    suffix: &str,
    fields: Fields<'_>,
    seat: Seat,
    map: &mut WagerMap,
) -> Result<(), String> {
    for (wager, at) in columns {
        let field = fields.get(*at);
        if !field.is_empty() {
            map[*wager] = money(*wager, suffix, field, seat)?;
        }
    }
    Ok(())
}

/// The amount of a field that is not empty. A record has many, so this is kept short enough to be
/// inlined: what is wrong with an amount is asked only when something is.
#[inline]
fn money(wager: Wager, suffix: &str, field: &[u8], seat: Seat) -> Result<Money, String> {
    let is_signed = field.first() == Some(&b'-');
    match Money::parse(field) {
        Ok(amount) if !is_signed && (may_have(seat, wager) || amount.is_zero()) => Ok(amount),
        _ => Err(refused(wager, suffix, field, seat)),
    }
}

/// Whose row an amount may stand in: a player's has everything but a bank, a banker's nothing else,
/// the house dealer's nothing at all.
#[inline]
fn may_have(seat: Seat, wager: Wager) -> bool {
    match seat {
        Seat::Player(_) => wager != Wager::Bank,
        Seat::Dealer => false,
        Seat::Banker(_) => wager == Wager::Bank,
    }
}

/// Why an amount is not accepted: it is no amount without sign, or it stands in a row that has none.
#[cold]
fn refused(wager: Wager, suffix: &str, field: &[u8], seat: Seat) -> String {
    let key = wager.key();
    let why = match (values::amount(field), seat) {
        (Err(fault), _) => return format!("{key}{suffix} {fault}"),
        (Ok(_), Seat::Dealer) => "the house dealer makes no wager",
        (Ok(_), Seat::Banker(_)) => "a player banker puts up a bank and makes no wager",
        (Ok(_), Seat::Player(_)) => "only a player banker, B or B1 to B9, puts up a bank",
    };
    format!(
        "{key}{suffix} of seat {seat} is `{}`, but {why}; correct the seat or empty the field",
        shown(field)
    )
}

impl HandsBlock {
    /// Appends what follows in the file; a fragment that goes on is joined. A block that is only lent
    /// is left empty, so that its memory can be used again.
    pub(super) fn append(&mut self, mut more: impl BorrowMut<Self>) {
        let more = more.borrow_mut();
        let shift = u32::try_from(self.rows.len()).unwrap_or(u32::MAX);
        self.rows.append(&mut more.rows);
        for mut fragment in more.fragments.drain(..) {
            fragment.rows.start = fragment.rows.start.saturating_add(shift);
            fragment.rows.end = fragment.rows.end.saturating_add(shift);
            match self.fragments.last_mut() {
                Some(last)
                    if last.rows.end == fragment.rows.start
                        && last.table == fragment.table
                        && last.round == fragment.round
                        && last.dealer == fragment.dealer =>
                {
                    last.rows.end = fragment.rows.end;
                }
                _ => self.fragments.push(fragment),
            }
        }
    }

    /// Gives each fragment the time of its first row, after repeated times were told apart.
    pub(super) fn settle_times(&mut self) {
        for fragment in &mut self.fragments {
            let first = usize::try_from(fragment.rows.start).ok();
            if let Some(row) = first.and_then(|at| self.rows.get(at)) {
                fragment.time = row.time;
            }
        }
    }
}
