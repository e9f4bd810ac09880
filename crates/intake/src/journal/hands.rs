//! One record of a hands journal into a row, and rows into fragments.

use super::fields::Fields;
use super::header::HandsColumns;
use super::setup::Setup;
use super::text::{decode, shown};
use super::times::{StampReader, Times};
use super::values;
use super::{Fragment, HandsBlock};
use feltproof_model::{Action, CardList, HandRow, Money, Seat, Wager, WagerMap};

/// Reads the rows of one piece.
pub(super) struct HandsReader<'a> {
    setup: &'a Setup,
    columns: &'a HandsColumns,
    stamps: StampReader<'a>,
    /// Bytes of the table and of the dealer of the latest fragment: most rows repeat them.
    table: Vec<u8>,
    dealer: Vec<u8>,
}

impl<'a> HandsReader<'a> {
    pub(super) const fn new(setup: &'a Setup, columns: &'a HandsColumns) -> Self {
        Self {
            setup,
            columns,
            stamps: StampReader::new(setup),
            table: Vec::new(),
            dealer: Vec::new(),
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
        let round = values::round(fields.get(c.round))?;
        let stamp = self.stamps.read(fields.get(c.time))?;
        let seat = values::seat(fields.get(c.seat))?;
        let action = action(seat, c.action.map(|at| fields.get(at)))?;
        let cards = cards(fields.optional(c.cards))?;
        let (stake, returned) = (stakes(c, fields, seat)?, returned(c, fields, seat)?);
        let place = u32::try_from(out.rows.len()).map_err(|_| "block too large".to_owned())?;
        let (table_text, dealer_text) = (fields.get(c.table), fields.get(c.dealer));
        match out.fragments.last_mut() {
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
                out.fragments.push(Fragment { table, round, time: stamp.time, dealer, rows });
                self.table.clear();
                self.table.extend_from_slice(table_text);
                self.dealer.clear();
                self.dealer.extend_from_slice(dealer_text);
            }
        }
        times.note(out.rows.len(), stamp);
        out.rows.push(HandRow { line, time: stamp.time, seat, action, cards, stake, returned });
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

fn stakes(columns: &HandsColumns, fields: Fields<'_>, seat: Seat) -> Result<WagerMap, String> {
    let mut map = WagerMap::default();
    for (wager, at) in &columns.stakes {
        let field = fields.get(*at);
        if !field.is_empty() {
            map[*wager] = money(*wager, "", field, seat)?;
        }
    }
    Ok(map)
}

fn returned(columns: &HandsColumns, fields: Fields<'_>, seat: Seat) -> Result<WagerMap, String> {
    let mut map = WagerMap::default();
    for (wager, at) in &columns.returned {
        let field = fields.get(*at);
        if !field.is_empty() {
            map[*wager] = money(*wager, "_returned", field, seat)?;
        }
    }
    Ok(map)
}

fn money(wager: Wager, suffix: &str, field: &[u8], seat: Seat) -> Result<Money, String> {
    let amount =
        values::amount(field).map_err(|fault| format!("{}{suffix} {fault}", wager.key()))?;
    if seat == Seat::Dealer && !amount.is_zero() {
        return Err(format!(
            "{}{suffix} of seat D is `{}`, but the house dealer makes no wager; correct the seat \
             or empty the field",
            wager.key(),
            shown(field)
        ));
    }
    Ok(amount)
}

impl HandsBlock {
    /// Appends what follows in the file; a fragment that goes on is joined.
    pub(super) fn append(&mut self, mut more: Self) {
        let shift = u32::try_from(self.rows.len()).unwrap_or(u32::MAX);
        self.rows.append(&mut more.rows);
        for mut fragment in more.fragments {
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
